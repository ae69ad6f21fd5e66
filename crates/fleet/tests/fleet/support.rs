//! What these tests have in common: a folder, a short tournament, workers on threads.

use serde_json::json;
use skirmish_core::Setup;
use skirmish_fleet::labour::{self, Build};
use skirmish_fleet::{Access, Error, Fleet, fleet};
use skirmish_jail::Level;
use skirmish_league::local::{Hall, Keep};
use skirmish_league::record::Game;
use skirmish_league::{
    Driver, Entrant, Format, Key, Ledger, Limits, Local, Record, Setting, Starts, Stop, Tournament, Treatment,
};
use skirmish_matches::{Cancel, Venue};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

pub const PROGRAM: &str = "test";

/// A folder that is gone when it is dropped.
pub struct Scratch {
    pub folder: tempfile::TempDir,
    pub venue: Venue,
}

impl Scratch {
    pub fn new() -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        let venue = venue_in(&folder.path().join("here"));
        Scratch { folder, venue }
    }

    pub fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn venue_in(folder: &Path) -> Venue {
    std::fs::create_dir_all(folder.join("cache")).unwrap();
    let mut venue = Venue::new(skirmish_games::registry());
    venue.cancel = Cancel::default();
    venue.cache = Some(folder.join("cache"));
    venue.replays = folder.join("replays");
    venue
}

/// A tournament of short games.
pub fn tournament(venue: &Venue, players: &[&str], format: Format, pairs: u64) -> Tournament {
    let config = json!({ "total_turns": 30 }).as_object().unwrap().clone();
    let setup = Setup { config, seed: 7, ..Setup::default() };
    let game = venue.game("footsoldiers").unwrap();
    let entrants = players.iter().enumerate();
    Tournament {
        setting: Setting::new(game, &setup, Vec::new(), Vec::new()).unwrap(),
        seed: 7,
        format,
        pairs,
        entrants: entrants.map(|(n, bot)| Entrant { name: format!("b{n}"), player: bot.to_string() }).collect(),
        treatment: Treatment::default(),
        until_separated: false,
    }
}

/// Makes a tournament ready in a folder.
pub fn ready(venue: &Venue, tournament: &Tournament, out: &Path) -> (Driver, Arc<Hall>) {
    let game = venue.game(&tournament.setting.game).unwrap();
    let mut venue = venue.clone();
    venue.replays = out.join("replays");
    // Level `off`: what is tested here are fleets, not walls, and no machine is without it.
    let hall = Hall::ready(venue, tournament, Some(Level::Off), Keep::Programs).unwrap();
    let identities = hall.team().identities(&game.facts()).unwrap();
    let starts = Starts::of(&tournament.setting, game, tournament.seed).unwrap();
    let mut ledger = Ledger::open(out, tournament.clone()).unwrap();
    let entrants: Vec<_> = tournament.entrants.iter().cloned().zip(identities).collect();
    let bots = ledger.enrol(&entrants).unwrap();
    let hall = Arc::new(hall.numbered(bots.clone()));
    (Driver::new(ledger, starts, bots, None).unwrap(), hall)
}

/// Plays it on this machine.
pub fn play_here(venue: &Venue, tournament: &Tournament, out: &Path) -> Driver {
    let (mut driver, hall) = ready(venue, tournament, out);
    let stop = driver.run(&mut Local::new(&hall, 2), &Limits::default(), &Cancel::default(), |_| {}).unwrap();
    assert_eq!(stop, Stop::Over);
    driver
}

pub fn open(url: &str, driver: &Driver, hall: &Arc<Hall>, audit: f64, cancel: &Cancel) -> Result<Fleet, Error> {
    let access = Access { url: url.into(), ..Access::default() };
    let options = fleet::Options { keep: Keep::Programs, level: Level::Off, audit, program: PROGRAM.into() };
    Fleet::open(&access, &driver.ledger, hall, driver.plan().bots(), options, cancel.clone())
}

/// Plays it by a fleet. `look` sees how many fixtures are in the ledger.
pub fn play_there(
    url: &str,
    venue: &Venue,
    tournament: &Tournament,
    out: &Path,
    audit: f64,
    mut look: impl FnMut(usize, &Cancel),
) -> (Driver, Stop) {
    let (mut driver, hall) = ready(venue, tournament, out);
    let cancel = Cancel::default();
    let mut fleet = open(url, &driver, &hall, audit, &cancel).unwrap();
    let stop = driver.run(&mut fleet, &Limits::default(), &cancel, |driver| look(driver.ledger.records.len(), &cancel));
    (driver, stop.unwrap())
}

/// A worker on a thread of its own; it ends when it is dropped.
pub struct Hand {
    stop: Cancel,
    now: Cancel,
    thread: Option<JoinHandle<Result<(), Error>>>,
    pub said: Arc<Mutex<Vec<String>>>,
    _folder: tempfile::TempDir,
}

impl Hand {
    pub fn new(url: &str, name: &str) -> Hand {
        Hand::with(url, name, PROGRAM, None)
    }

    pub fn with(url: &str, name: &str, program: &str, build: Option<Build>) -> Hand {
        let folder = tempfile::tempdir().unwrap();
        let venue = venue_in(folder.path());
        let (stop, now) = (Cancel::default(), venue.cancel.clone());
        let access = Access { url: url.into(), ..Access::default() };
        let options =
            labour::Options { name: name.into(), concurrency: 2, level: Some(Level::Off), program: program.into() };
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let (heard, token) = (Arc::clone(&said), stop.clone());
        let tell: labour::Tell = Arc::new(move |text: &str| heard.lock().unwrap().push(text.into()));
        let thread = std::thread::spawn(move || labour::work(&access, venue, options, &token, tell, build));
        Hand { stop, now, thread: Some(thread), said, _folder: folder }
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.stop.cancel();
        self.now.cancel();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().unwrap().unwrap();
        }
    }
}

/// What a ledger says of every fixture, but for who played it and how long that took.
pub fn told(records: &[Record]) -> BTreeMap<Key, Vec<Game>> {
    let plain = |game: &Game| Game { ms: 0, replay: None, disturbed: false, seats: Vec::new(), ..game.clone() };
    records.iter().map(|record| (record.fixture.key.clone(), record.games.iter().map(plain).collect())).collect()
}
