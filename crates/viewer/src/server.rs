//! The server: for this machine alone, and for those who know a token.

use crate::browser;
use crate::door;
use crate::editor::Editor;
use crate::error::Error;
use crate::feed::Feed;
use crate::library::Library;
use crate::organiser::{Ask, Make, Organiser};
use crate::report::Reporter;
use crate::rights::{Address, Codes, Right};
use crate::routes;
use crate::seat::HandSeat;
use crate::session::{About, Kind, Session};
use crate::watched::Watched;
use skirmish_core::any::Viewed;
use skirmish_core::replay::SeatedPlayer;
use skirmish_core::{Registry, Seat};
use skirmish_referee::desk::Desk;
use skirmish_referee::secret::Secret;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many sessions are kept; older ones are forgotten, and their addresses stop working.
const MOST_SESSIONS: usize = 200;
/// How long a match requested on a page may take to begin.
const BEGINS_WITHIN: Duration = Duration::from_secs(60);
/// How many answers are worked on at once; the others wait.
const MOST_WORK: usize = 8;
/// How many pages, pictures and films are made at once.
const MOST_EXPORTS: usize = 1;
/// How many matches are played at once for the pictures of a library.
const MOST_PICTURES: usize = 2;
/// How many pages are told what is new at once, over all sessions and in one.
const MOST_STREAMS: usize = 100;
const MOST_STREAMS_OF_SESSION: usize = 24;

/// A running server.
pub struct Viewer {
    pub(crate) shared: Arc<Shared>,
    // Runs until it is dropped.
    _runtime: tokio::runtime::Runtime,
}

pub(crate) struct Shared {
    pub registry: Registry,
    pub address: SocketAddr,
    /// Everything may be done with this.
    key: Secret,
    pub codes: Codes,
    sessions: RwLock<Vec<Arc<Session>>>,
    organiser: Arc<dyn Organiser>,
    pub working: Arc<Semaphore>,
    pub exporting: Arc<Semaphore>,
    pub picturing: Arc<Semaphore>,
    streams: Arc<Semaphore>,
}

impl Viewer {
    /// Starts on a free port of this machine, or the one given.
    pub fn start(registry: Registry, port: u16, organiser: Arc<dyn Organiser>) -> io::Result<Viewer> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
        let room = |places| Arc::new(Semaphore::new(places));
        let shared = Arc::new(Shared {
            registry,
            address: listener.local_addr()?,
            key: Secret::new()?,
            codes: Codes::default(),
            sessions: RwLock::default(),
            organiser,
            working: room(MOST_WORK),
            exporting: room(MOST_EXPORTS),
            picturing: room(MOST_PICTURES),
            streams: room(MOST_STREAMS),
        });
        runtime.spawn(door::serve(listener, routes::router(Arc::clone(&shared))));
        Ok(Viewer { shared, _runtime: runtime })
    }

    /// Opens a replay file, complete or growing.
    pub fn watch(&self, path: &Path) -> Result<Address, Error> {
        Ok(self.mine(&self.shared.watch_file(path)?))
    }

    /// Follows a match of this program.
    pub fn follow(&self, feed: Feed) -> Result<Address, Error> {
        Ok(self.mine(&self.shared.watch(Watched::follow(&self.shared.registry, feed)?)?))
    }

    /// Opens a seat for the user of this program, who may do everything there.
    pub fn hand(
        &self,
        table: &dyn Viewed,
        players: &[SeatedPlayer],
        seat: Seat,
        desk: Arc<Desk>,
    ) -> Result<Address, Error> {
        Ok(self.mine(self.shared.hand(table, players, seat, desk)?.shared()))
    }

    /// Opens a seat for somebody else, who may only play there.
    pub fn guest(
        &self,
        table: &dyn Viewed,
        players: &[SeatedPlayer],
        seat: Seat,
        desk: Arc<Desk>,
    ) -> Result<Address, Error> {
        self.shared.hand(table, players, seat, desk)
    }

    /// Opens an editor.
    pub fn edit(&self, editor: Editor) -> Result<Address, Error> {
        Ok(self.mine(&self.shared.edit(editor)?))
    }

    /// Opens a report of many matches of a game, which may grow.
    pub fn report(&self, table: &dyn Viewed, title: String, reporter: Box<dyn Reporter>) -> Result<Address, Error> {
        Ok(self.mine(&self.shared.add(About::of(table, &[], title), Kind::Report(reporter))?))
    }

    /// Opens a folder of replays.
    pub fn library(&self, folder: &Path) -> Result<Address, Error> {
        Ok(self.mine(&self.shared.library(folder)?))
    }

    /// A page, with the key to everything.
    fn mine(&self, page: &str) -> Address {
        Address::new(page.into(), self.shared.key.clone())
    }

    /// Shows a page to the user, and gives the words that say where it is.
    pub fn show(&self, address: &Address, open: bool) -> String {
        let opened = open && self.shared.codes.hand_over(address).is_ok_and(|file| browser::open(&file));
        format!("{}{}", if opened { "opened in the browser: " } else { "open this in a browser: " }, address.whole())
    }
}

impl Shared {
    pub fn organiser(&self) -> &Arc<dyn Organiser> {
        &self.organiser
    }

    pub fn session(&self, token: &str) -> Result<Arc<Session>, Error> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        // All are compared, so that timing reveals nothing.
        let found =
            sessions.iter().fold(None, |found, session| if session.token.is(token) { Some(session) } else { found });
        found.cloned().ok_or(Error::Nothing)
    }

    /// What somebody with this key may do in a session.
    pub fn right(&self, session: &Session, key: Option<&str>) -> Right {
        let Some(key) = key else { return Right::Watch };
        let plays = match &session.kind {
            Kind::Hand(seat) => seat.key.is(key),
            _ => false,
        };
        if self.key.is(key) {
            Right::Run
        } else if plays {
            Right::Play
        } else {
            Right::Watch
        }
    }

    /// A place among those who are told what is new, until it is dropped.
    pub fn stream(&self, session: &Session) -> Result<impl Send + use<>, Error> {
        let full = |_| Error::Busy;
        let one = Arc::clone(&session.streams).try_acquire_owned().map_err(full)?;
        Ok((one, Arc::clone(&self.streams).try_acquire_owned().map_err(full)?))
    }

    pub fn watch(&self, watched: Watched) -> Result<String, Error> {
        let about = watched.with(|reel| {
            let mut start = reel.at(0)?;
            let seed = reel.seed().map_or(String::new(), |seed| format!(", seed {seed}"));
            let title = format!("{}{seed}", reel.header().game);
            Ok::<_, Error>(About::of(start.table(), &reel.header().players, title))
        })?;
        self.add(about, Kind::Watch(watched))
    }

    /// A replay file, opened once: the same address every time, as long as it is the same match.
    pub fn watch_file(&self, path: &Path) -> Result<String, Error> {
        if let Some(known) = self.known(|kind| is_watched(kind, path)) {
            let session = self.session_at(&known)?;
            if session.watched()?.is_still_at(path) {
                return Ok(known);
            }
            self.forget(path);
        }
        self.watch(Watched::open(&self.registry, path)?)
    }

    /// A folder of replays, opened once as well.
    pub fn library(&self, folder: &Path) -> Result<String, Error> {
        let known = self.known(|kind| matches!(kind, Kind::Library(library) if library.folder == folder));
        if let Some(url) = known {
            return Ok(url);
        }
        let library = Library::new(&self.registry, PathBuf::from(folder));
        let title = format!("Library: {}", library.name());
        self.add(About::of_no_game(title), Kind::Library(library))
    }

    /// The address of a session, by what is behind it.
    fn known(&self, is_it: impl Fn(&Kind) -> bool) -> Option<String> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        sessions.iter().find(|session| is_it(&session.kind)).map(|session| self.url(&session.token))
    }

    /// The session at an address of this server.
    pub fn session_at(&self, url: &str) -> Result<Arc<Session>, Error> {
        self.session(url.split('/').nth(3).unwrap_or_default())
    }

    /// Forgets the replay file at a path, which is another one now, or none.
    pub fn forget(&self, path: &Path) {
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        sessions.retain(|session| !is_watched(&session.kind, path));
    }

    pub fn hand(
        &self,
        table: &dyn Viewed,
        players: &[SeatedPlayer],
        seat: Seat,
        desk: Arc<Desk>,
    ) -> Result<Address, Error> {
        let name = table.seats().get(seat.index()).map_or("?", String::as_str);
        let about = About::of(table, players, format!("{}: you play {name}", table.game()));
        let key = new_secret()?;
        let page = self.add(about, Kind::Hand(HandSeat::new(&self.registry, seat, desk, key.clone())))?;
        Ok(Address::new(page, key))
    }

    pub fn edit(&self, editor: Editor) -> Result<String, Error> {
        // What the page has to know is the same for every position of the game with as many seats.
        let fallback = || editor.fresh()?.table().map_err(Error::from);
        let table = editor.table().or_else(|_| fallback())?;
        let about = About::of(&*table, &[], format!("{}: scenario", editor.game));
        self.add(about, Kind::Edit(editor))
    }

    /// Begins a match and returns the address for the person who asked for it: their seat if they play, else the match.
    ///
    /// Any command that would start a program not named on the command line must be in `allowed`, letter for letter.
    pub fn play(&self, make: Make, seats: &[String], allowed: &[String]) -> Result<String, Error> {
        let table = make().map_err(Error::Bad)?;
        let names = table.seats().to_vec();
        let harmless =
            |spelled: &str| spelled == "human" || table.is_bot(spelled.strip_prefix("builtin:").unwrap_or(spelled));
        let asks: Vec<Ask> = names
            .iter()
            .zip(seats)
            .filter(|(_, spelled)| {
                !harmless(spelled) && !self.organiser.was_named(spelled) && !allowed.contains(spelled)
            })
            .map(|(seat, spelled)| Ask { seat: seat.clone(), command: spelled.clone() })
            .collect();
        if !asks.is_empty() {
            return Err(Error::Asks(asks));
        }
        let game = self.organiser.begin(make, seats).map_err(Error::Bad)?;
        let player = |(seat, player): (&String, &String)| SeatedPlayer {
            seat: seat.clone(),
            player: player.clone(),
            name: None,
        };
        let players: Vec<SeatedPlayer> = names.iter().zip(seats).map(player).collect();
        let mut first = None;
        for (i, desk) in game.desks.into_iter().enumerate() {
            let Some(desk) = desk else { continue };
            let address = self.hand(&*table, &players, Seat(i as u8), desk)?;
            if first.is_none() {
                first = Some(address.shared().to_string());
            } else {
                self.organiser.tell(&format!("{} plays here: {}", names[i], address.whole()));
            }
        }
        match first {
            Some(url) => Ok(url),
            None => {
                let begun = game.feed.recv_timeout(BEGINS_WITHIN);
                let feed =
                    begun.map_err(|_| Error::Own("the match did not begin in time".into()))?.map_err(Error::Bad)?;
                self.watch(Watched::follow(&self.registry, feed)?)
            }
        }
    }

    fn add(&self, about: About, kind: Kind) -> Result<String, Error> {
        let token = new_secret()?;
        let url = self.url(&token);
        let streams = Arc::new(Semaphore::new(MOST_STREAMS_OF_SESSION));
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        if sessions.len() >= MOST_SESSIONS {
            // A library or a report opens many matches, and has to outlive them.
            let oldest = sessions.iter().position(|session| matches!(session.kind, Kind::Watch(_)));
            sessions.remove(oldest.unwrap_or(0));
        }
        sessions.push(Arc::new(Session { about, kind, streams, token }));
        Ok(url)
    }

    fn url(&self, token: &Secret) -> String {
        format!("http://{}/{}/", self.address, token.text())
    }
}

fn is_watched(kind: &Kind, path: &Path) -> bool {
    matches!(kind, Kind::Watch(watched) if watched.path.as_deref() == Some(path))
}

fn new_secret() -> Result<Secret, Error> {
    Secret::new().map_err(|why| Error::Own(format!("no random numbers: {why}")))
}
