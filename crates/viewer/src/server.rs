//! The server: for this machine alone, and for those who know a token.

use crate::browser;
use crate::editor::Editor;
use crate::error::Error;
use crate::organiser::{Make, Organiser};
use crate::routes;
use crate::seat::HandSeat;
use crate::session::{About, Kind, Session};
use crate::watched::Watched;
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_core::replay::commitment::hex;
use skirmish_referee::desk::Desk;
use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// So many sessions are kept; older ones are forgotten, and their addresses lead nowhere.
const MOST_SESSIONS: usize = 200;
/// A match that was asked for on a page must have begun within this.
const BEGINS_WITHIN: Duration = Duration::from_secs(60);

/// A running server.
pub struct Viewer {
    pub(crate) shared: Arc<Shared>,
    // Runs until it is dropped.
    _runtime: tokio::runtime::Runtime,
}

pub(crate) struct Shared {
    pub address: SocketAddr,
    sessions: RwLock<Sessions>,
    organiser: Arc<dyn Organiser>,
}

#[derive(Default)]
struct Sessions {
    by_token: HashMap<String, Arc<Session>>,
    order: Vec<String>,
}

impl Viewer {
    /// Starts on a free port of this machine, or the one given.
    pub fn start(port: u16, organiser: Arc<dyn Organiser>) -> io::Result<Viewer> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
        let shared = Arc::new(Shared { address: listener.local_addr()?, sessions: RwLock::default(), organiser });
        let router = routes::router(Arc::clone(&shared));
        runtime.spawn(async move { axum::serve(listener, router).await });
        Ok(Viewer { shared, _runtime: runtime })
    }

    /// Opens a replay file, complete or growing, and gives its address.
    pub fn watch(&self, path: &Path) -> Result<String, Error> {
        self.shared.watch_file(path)
    }

    /// Opens a seat for a person, and gives its address.
    pub fn hand(
        &self,
        table: &dyn AnyTable,
        players: &[SeatedPlayer],
        seat: Seat,
        desk: Arc<Desk>,
    ) -> Result<String, Error> {
        self.shared.hand(table, players, seat, desk)
    }

    /// Opens an editor, and gives its address.
    pub fn edit(&self, editor: Editor) -> Result<String, Error> {
        self.shared.edit(editor)
    }

    /// Shows a page to the user, or else says where it is.
    pub fn show(&self, url: &str, open: bool) {
        let opened = open && browser::open(url);
        eprintln!("{}{url}", if opened { "opened in the browser: " } else { "open this in a browser: " });
    }
}

impl Shared {
    pub fn session(&self, token: &str) -> Result<Arc<Session>, Error> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        sessions.by_token.get(token).cloned().ok_or(Error::Nothing)
    }

    pub fn watch(&self, watched: Watched) -> Result<String, Error> {
        let about = watched.with(|reel| {
            let mut start = reel.at(0)?;
            let seed = reel.seed().map_or(String::new(), |seed| format!(", seed {seed}"));
            let title = format!("{}{seed}", reel.header().game);
            Ok::<_, Error>(About::of(start.table(), &reel.header().players, title))
        })?;
        self.add(Session { about, kind: Kind::Watch(watched) })
    }

    /// A replay file, opened once: the same address every time.
    pub fn watch_file(&self, path: &Path) -> Result<String, Error> {
        let is_it = |session: &Arc<Session>| matches!(&session.kind, Kind::Watch(watched) if watched.path.as_deref() == Some(path));
        let known = {
            let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
            sessions.by_token.iter().find(|(_, session)| is_it(session)).map(|(token, _)| self.url(token))
        };
        known.map_or_else(|| self.watch(Watched::open(path)?), Ok)
    }

    pub fn hand(
        &self,
        table: &dyn AnyTable,
        players: &[SeatedPlayer],
        seat: Seat,
        desk: Arc<Desk>,
    ) -> Result<String, Error> {
        let name = table.seats().get(seat.index()).map_or("?", String::as_str);
        let about = About::of(table, players, format!("{}: you play {name}", table.game()));
        self.add(Session { about, kind: Kind::Hand(HandSeat::new(seat, desk)) })
    }

    pub fn edit(&self, editor: Editor) -> Result<String, Error> {
        // What the page has to know is the same for every position of the game with as many seats.
        let fallback = || Editor::start(editor.game, None)?.table().map_err(Error::from);
        let table = editor.table().or_else(|_| fallback())?;
        let about = About::of(&*table, &[], format!("{}: scenario", editor.game));
        self.add(Session { about, kind: Kind::Edit(editor) })
    }

    /// Begins a match, and gives the address of whoever asked for it: its seat if a person plays, else the match.
    pub fn play(&self, make: Make, seats: &[String]) -> Result<String, Error> {
        let table = make().map_err(Error::Bad)?;
        let names = table.seats().to_vec();
        let game = self.organiser.begin(make, seats).map_err(Error::Bad)?;
        let player = |(seat, player): (&String, &String)| SeatedPlayer {
            seat: seat.clone(),
            player: player.clone(),
            name: None,
        };
        let players: Vec<SeatedPlayer> = names.iter().zip(seats).map(player).collect();
        let mut first = None;
        for (i, desk) in game.desks.into_iter().enumerate() {
            if let Some(desk) = desk {
                let url = self.hand(&*table, &players, Seat(i as u8), desk)?;
                first.get_or_insert(url);
            }
        }
        match first {
            Some(url) => Ok(url),
            None => {
                let begun = game.replay.recv_timeout(BEGINS_WITHIN);
                let path =
                    begun.map_err(|_| Error::Own("the match did not begin in time".into()))?.map_err(Error::Bad)?;
                self.watch(Watched::open(&path)?)
            }
        }
    }

    fn add(&self, session: Session) -> Result<String, Error> {
        let token = token().map_err(|why| Error::Own(format!("no random numbers: {why}")))?;
        let mut sessions = self.sessions.write().unwrap_or_else(PoisonError::into_inner);
        if sessions.order.len() >= MOST_SESSIONS {
            let oldest = sessions.order.remove(0);
            sessions.by_token.remove(&oldest);
        }
        sessions.order.push(token.clone());
        sessions.by_token.insert(token.clone(), Arc::new(session));
        Ok(self.url(&token))
    }

    fn url(&self, token: &str) -> String {
        format!("http://{}/{token}/", self.address)
    }
}

/// 128 bits that nobody can guess.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}
