//! What these tests have in common: a folder of their own, short games, a tournament that is described in a line.

use serde_json::json;
use skirmish_core::Setup;
use skirmish_jail::Level;
use skirmish_league::field::{Done, Outcome};
use skirmish_league::local::{Hall, Keep};
use skirmish_league::{
    Driver, Entrant, Error, Field, Fixture, Format, Ledger, Limits, Local, Setting, Starts, Stop, Tournament, Treatment,
};
use skirmish_matches::{Cancel, Venue};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A folder that is gone when it is dropped.
pub struct Scratch {
    pub folder: PathBuf,
    pub venue: Venue,
}

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _absent = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("cache")).expect("a folder can be made");
        let mut venue = Venue::new(skirmish_games::registry());
        venue.replays = folder.join("out/replays");
        venue.cache = Some(folder.join("cache"));
        Scratch { folder, venue }
    }

    pub fn out(&self) -> PathBuf {
        self.folder.join("out")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _left = std::fs::remove_dir_all(&self.folder);
    }
}

/// Of each game, what makes it short.
pub const GAMES: [(&str, &str, i64); 5] = [
    ("outbreak", "max_turns", 12),
    ("infection", "turn_limit", 6),
    ("golems", "max_turns", 12),
    ("footsoldiers", "total_turns", 30),
    ("zords", "days", 1),
];

/// A tournament of short games.
pub fn tournament(
    venue: &Venue,
    game: (&str, &str, i64),
    seats: usize,
    bots: &[&str],
    format: Format,
    pairs: u64,
) -> Tournament {
    let (id, key, value) = game;
    let config = json!({ key: value }).as_object().expect("an object").clone();
    let seats = if seats > 2 { (1..=seats).map(|n| format!("p{n}")).collect() } else { Vec::new() };
    let setup = Setup { config, seats, seed: 7, ..Setup::default() };
    let known = venue.game(id).expect("a game");
    let entrants = bots.iter().enumerate();
    Tournament {
        setting: Setting::new(known, &setup, Vec::new(), Vec::new()).expect("a setting"),
        seed: 7,
        format,
        pairs,
        entrants: entrants.map(|(n, bot)| Entrant { name: format!("b{n}"), player: bot.to_string() }).collect(),
        treatment: Treatment::default(),
        until_separated: false,
    }
}

/// Makes a tournament ready in a folder, or nowhere.
pub fn ready(
    venue: &Venue,
    tournament: &Tournament,
    out: Option<&Path>,
    keep: Keep,
) -> Result<(Driver, Arc<Hall>), Error> {
    tournament.check()?;
    let game = venue.game(&tournament.setting.game)?;
    // Level `off`: what is tested here are tournaments, not walls, and no machine is without it.
    let hall = Hall::ready(venue.clone(), tournament, Some(Level::Off), keep)?;
    let identities = hall.team().identities(&game.facts())?;
    let starts = Starts::of(&tournament.setting, game, tournament.seed)?;
    let mut ledger = match out {
        Some(folder) => Ledger::open(folder, tournament.clone())?,
        None => Ledger::in_memory(tournament.clone()),
    };
    let entrants: Vec<_> = tournament.entrants.iter().cloned().zip(identities).collect();
    let bots = ledger.enrol(&entrants)?;
    let hall = Arc::new(hall.numbered(bots.clone()));
    Ok((Driver::new(ledger, starts, bots, None)?, hall))
}

/// Plays it on this machine until it ends, or until so many fixtures are in the ledger.
pub fn play(venue: &Venue, tournament: &Tournament, out: Option<&Path>, most: Option<u64>) -> (Driver, Stop) {
    let (mut driver, hall) = ready(venue, tournament, out, Keep::Programs).expect("it can be played");
    let limits = Limits { fixtures: most, time: None };
    let stop = driver.run(&mut Local::new(&hall, 2), &limits, &Cancel::default(), |_| {}).expect("it is played");
    (driver, stop)
}

/// A field of one that is as unreliable as it is told: it loses, repeats, shuffles and spoils what it is given.
pub struct Unruly {
    hall: Arc<Hall>,
    given: VecDeque<Fixture>,
    told: VecDeque<Done>,
    random: u64,
    pub failures: u32,
}

impl Unruly {
    pub fn new(hall: &Arc<Hall>, seed: u64) -> Unruly {
        Unruly { hall: Arc::clone(hall), given: VecDeque::new(), told: VecDeque::new(), random: seed, failures: 0 }
    }

    fn draw(&mut self, below: u64) -> u64 {
        self.random = skirmish_core::hash::mix(self.random.wrapping_add(0x9e37_79b9_7f4a_7c15));
        self.random % below
    }
}

impl Field for Unruly {
    fn room(&self) -> usize {
        5 - self.given.len().min(5)
    }

    fn give(&mut self, fixture: Fixture) {
        self.given.push_back(fixture);
    }

    fn take(&mut self, _patience: Duration) -> Vec<Done> {
        let at = self.draw(self.given.len() as u64) as usize;
        let Some(fixture) = self.given.remove(at) else { return Vec::new() };
        // One in four fails for reasons of its own, but nothing fails three times in a row.
        if self.draw(4) == 0 && self.failures < 40 {
            self.failures += 1;
            let outcome = Outcome::Failed { why: "the sandbox could not be built".into(), worker: None };
            return vec![Done { fixture, outcome }];
        }
        let done = Done { outcome: self.hall.play(&fixture), fixture };
        let mut all = vec![done.clone()];
        if self.draw(3) == 0 {
            self.told.push_back(done);
        }
        if self.draw(2) == 0 {
            all.extend(self.told.pop_front());
        }
        all
    }

    fn held(&self) -> usize {
        self.given.len()
    }
}
