//! The viewer as commands use it: pages are opened, matches that people ask for on them are played, and everything ends
//! in order with Ctrl-C.

use crate::hosting::HostArgs;
use crate::{interrupt, place, tell};
use anyhow::{Context, Result, bail};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_league::Fairness;
use skirmish_matches::error::in_full;
use skirmish_matches::people::dismiss;
use skirmish_matches::{Cancel, Error, Follow, Match, Played, Team, TeamOptions, Trust, Venue, spelling, venue};
use skirmish_referee::Witness;
use skirmish_viewer::organiser::{Make, Wish};
use skirmish_viewer::{Address, Game, Organiser, Viewer, feed};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How pages are shown.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct PageArgs {
    /// Do not open a browser; print the address of the page.
    #[arg(long)]
    no_browser: bool,
    /// Port of the page, on this machine only. Default: a free one.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
}

impl PageArgs {
    /// Refuses options of a page where there is none.
    pub fn must_be_unused(&self) -> Result<()> {
        for (name, is_used) in [("--port", self.port != 0), ("--no-browser", self.no_browser)] {
            if is_used {
                bail!("{name} is for a page: add --watch, or let a person play (a seat `human`)");
            }
        }
        Ok(())
    }
}

/// A server with its pages.
pub struct Pages {
    viewer: Viewer,
    club: Arc<Club>,
    open: bool,
}

impl Pages {
    pub fn start(args: &PageArgs, leave: Leave) -> Result<Pages> {
        interrupt::watch();
        let club =
            Arc::new(Club { venue: place::venue(true), leave, running: Mutex::default(), trying: Mutex::default() });
        let organiser: Arc<dyn Organiser> = Arc::<Club>::clone(&club);
        let viewer = Viewer::start(club.venue.registry.clone(), args.port, organiser)
            .with_context(|| format!("cannot open port {} on this machine", args.port))?;
        Ok(Pages { viewer, club, open: !args.no_browser })
    }

    pub fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// Opens a page in the browser, and says where it is.
    pub fn show(&self, address: &Address) {
        tell!("{}", self.viewer.show(address, self.open));
    }

    /// Opens a page that follows a match from the beginning of its replay.
    fn follow(&self, replay: &Path) -> Result<Box<dyn Witness>, skirmish_viewer::Error> {
        let (feeder, feed) = feed::begin(replay)?;
        self.show(&self.viewer.follow(feed)?);
        Ok(Box::new(feeder))
    }

    /// Opens a page for every person at the table, the first one in the browser.
    pub fn seat(&self, table: &dyn AnyTable, team: &Team) -> Result<()> {
        let seated: Vec<SeatedPlayer> = table
            .seats()
            .iter()
            .zip(team.players())
            .map(|(seat, player)| SeatedPlayer { seat: seat.clone(), player: player.spelled.clone(), name: None })
            .collect();
        let mut first = true;
        for (i, desk) in team.desks().into_iter().enumerate() {
            let Some(desk) = desk else { continue };
            let seat = Seat(i as u8);
            if std::mem::take(&mut first) {
                self.show(&self.viewer.hand(table, &seated, seat, desk)?);
            } else {
                // Somebody else, who may play and not start programs here.
                let guest = self.viewer.guest(table, &seated, seat, desk)?;
                tell!("{} plays here: {}", table.seats()[i], guest.whole());
            }
        }
        Ok(())
    }

    /// Keeps the pages there until Ctrl-C; then lets matches that still run write down what they have.
    pub fn stay(self) -> Result<()> {
        let stop = interrupt::watch();
        tell!("the page stays open until you press Ctrl-C");
        while !stop.was_pressed() {
            std::thread::sleep(Duration::from_millis(100));
        }
        self.club.leave();
        Ok(())
    }
}

/// Plays a match with pages around it, if there are people at the table or somebody wants to watch.
pub fn play(
    args: &PageArgs,
    watch: bool,
    host: &HostArgs,
    (venue, team): (&Venue, &Team),
    make: venue::Make<'_>,
) -> Result<(Played, Option<Pages>)> {
    let people = team.desks().iter().any(Option::is_some);
    if people && watch {
        bail!("a person plays: the page of the seat opens by itself, and shows the whole match at its end");
    }
    let leave = || Leave::Named(team.names().into_iter().map(str::to_string).collect());
    let pages = if people || watch { Some(Pages::start(args, leave())?) } else { None };
    match &pages {
        Some(pages) if people => pages.seat(&*make()?, team)?,
        Some(_) => {}
        None => args.must_be_unused()?,
    }
    let begun = |path: &Path| {
        let pages = pages.as_ref().filter(|_| watch)?;
        pages.follow(path).inspect_err(|why| tell!("the match cannot be shown: {why}")).ok()
    };
    let mut shows = host.shows();
    let show = shows.as_mut().map(|show| show as &mut dyn FnMut(&dyn AnyTable));
    let follow = Follow { show, begun: Some(&begun), log: host.logs() };
    interrupt::watch();
    let played = Match::new(venue, team).with(host.of_match()).followed(follow).play(make);
    dismiss(team, &played);
    Ok((played?, pages))
}

/// Keeps the pages of a match that was played, unless it was broken off or could not be written.
pub fn stay(pages: Option<Pages>, played: &Played) -> Result<()> {
    match pages {
        Some(pages) if !played.report.interrupted() && played.unwritten.is_none() => pages.stay(),
        _ => Ok(()),
    }
}

/// Which programs a page may start without asking.
pub enum Leave {
    /// Those that the user has named.
    Named(Vec<String>),
    /// All: the user said so.
    All,
}

/// Plays the matches that are asked for on pages.
struct Club {
    venue: Venue,
    leave: Leave,
    running: Mutex<Vec<JoinHandle<()>>>,
    /// Held while a position is tried out: one at a time.
    trying: Mutex<()>,
}

impl Club {
    /// Waits for the matches that run; Ctrl-C has stopped them.
    fn leave(&self) {
        let running = std::mem::take(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner));
        running.into_iter().for_each(|one| {
            // A match that broke has said so already.
            let _broken = one.join();
        });
    }
}

impl Organiser for Club {
    fn was_named(&self, player: &str) -> bool {
        match &self.leave {
            Leave::Named(players) => players.iter().any(|named| named == player),
            Leave::All => true,
        }
    }

    fn tell(&self, line: &str) {
        tell!("{line}");
    }

    fn try_out(&self, wish: &Wish, cancel: &Cancel, told: &mut dyn FnMut(u64)) -> Result<String, String> {
        // Whoever waits may be given up meanwhile.
        let _place = loop {
            match self.trying.try_lock() {
                Ok(place) => break place,
                Err(TryLockError::Poisoned(broken)) => break broken.into_inner(),
                Err(TryLockError::WouldBlock) if cancel.is_cancelled() => return Err("stopped".into()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        // The threads that play inherit it: matches and pages come first. Elsewhere it would slow down the whole program.
        #[cfg(target_os = "linux")]
        let _as_it_was = rustix::process::nice(19);
        let venue = self.venue.with_cancel(cancel.clone());
        let threads = std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2);
        let start = (wish.game, &wish.position);
        let found = Fairness::find(&venue, start, &wish.bot, wish.pairs, (1, threads), told);
        found.map(|found| found.sentence()).map_err(|why| format!("{:#}", anyhow::Error::new(why)))
    }

    fn begin(&self, make: Make, seats: &[String]) -> Result<Game, String> {
        let why = |error: Error| in_full(&error);
        let venue = self.venue.clone();
        let mut table = make()?;
        let game = venue.game(table.game()).map_err(why)?;
        let seats = spelling::one_each(seats, &*table, game).map_err(why)?;
        // Leave to start everything is no word about where that comes from.
        let named = if let Leave::Named(players) = &self.leave { players.clone() } else { Vec::new() };
        let options = TeamOptions { trust: Trust::Only(named), ..TeamOptions::default() };
        let team = Team::ready(&venue, &mut *table, &seats, &options).map_err(why)?;
        let desks = team.desks();
        let (tell, feed) = channel();
        let match_ = move || {
            let begun: Sender<_> = tell.clone();
            let begun = |path: &Path| -> Option<Box<dyn Witness>> {
                let (feeder, feed) = feed::begin(path).map_err(|why| begun.send(Err(why.to_string()))).ok()?;
                // Nobody listens once a person's page is there.
                let _deaf = begun.send(Ok(feed));
                Some(Box::new(feeder))
            };
            let follow = Follow { begun: Some(&begun), ..Follow::default() };
            let make = || make().map_err(Error::Other);
            let played = Match::new(&venue, &team).followed(follow).play(&make);
            dismiss(&team, &played);
            if let Err(error) = &played {
                tell!("a match could not be played: {}", in_full(error));
                let _deaf = tell.send(Err(in_full(error)));
            }
        };
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|one| !one.is_finished());
        running.push(std::thread::spawn(match_));
        Ok(Game { desks, feed })
    }
}
