//! Organiser and workers under trouble, in virtual time and from one seed: messages that are lost, doubled, late and out of
//! order, workers that die, hang, are cut off, lie, bring nothing back, keep silent, answer what others are asked or use up the
//! ids of others' answers, an organiser that dies with or without its disk, a disk that is full, a server that loses its
//! memory, clocks that jump. After every tournament it looks whether every fixture counts once, as one machine would have
//! played it. A seed that fails fails again.

mod queue;
mod world;

use crate::wire::Audits;
use skirmish_core::{Rng, Setup};
use skirmish_league::ledger::Ledger;
use skirmish_league::{Driver, Entrant, Format, Limits, Record, Setting, Starts, Stop, Tournament, Treatment};
use skirmish_matches::{Cancel, Identity, Venue};
use std::collections::BTreeMap;
use world::World;

/// What one tournament went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tale {
    /// Fixtures in its ledger.
    pub fixtures: u64,
    /// Fixtures that were given up because workers died of them.
    pub parked: u64,
    /// Jobs that were delivered more than once.
    pub redelivered: u64,
    /// Workers that died.
    pub deaths: u64,
    /// Organisers that died.
    pub restarts: u64,
    /// Times the server lost its memory.
    pub wipes: u64,
    /// Workers that were found to lie.
    pub caught: u64,
    /// Answers that nobody asked for.
    pub meddled: u64,
    /// Answers whose ids others had used up.
    pub swallowed: u64,
    /// Times the organiser's disk was full.
    pub full_disks: u64,
    /// How audits came out.
    pub audits: Audits,
}

impl Tale {
    /// Adds another one.
    pub fn add(&mut self, other: &Tale) {
        let pairs = [
            (&mut self.fixtures, other.fixtures),
            (&mut self.parked, other.parked),
            (&mut self.redelivered, other.redelivered),
            (&mut self.deaths, other.deaths),
            (&mut self.restarts, other.restarts),
            (&mut self.wipes, other.wipes),
            (&mut self.caught, other.caught),
            (&mut self.meddled, other.meddled),
            (&mut self.swallowed, other.swallowed),
            (&mut self.full_disks, other.full_disks),
        ];
        pairs.into_iter().for_each(|(sum, more)| *sum += more);
    }
}

/// Tournaments that can be simulated.
pub struct Simulator {
    tournaments: Vec<(Tournament, Starts)>,
}

impl Simulator {
    /// Prepares a tournament of each format. No game is ever played: what comes of one is drawn.
    pub fn new(venue: &Venue) -> Result<Simulator, skirmish_league::Error> {
        let game = venue.registry.iter().next().expect("there is a game");
        let setting = Setting::new(game, &Setup { seed: 7, ..Setup::default() }, Vec::new(), Vec::new())?;
        let starts = Starts::of(&setting, game, 7)?;
        let formats = [
            (Format::RoundRobin, 5, 4),
            (Format::Gauntlet, 6, 5),
            (Format::Swiss { rounds: 3 }, 7, 2),
            (Format::Knockout, 6, 2),
            (Format::DoubleElim, 5, 1),
        ];
        let tournament = |(format, bots, pairs)| Tournament {
            setting: setting.clone(),
            seed: 7,
            format,
            pairs,
            entrants: (0..bots).map(|n| Entrant { name: format!("b{n}"), player: format!("builtin:b{n}") }).collect(),
            treatment: Treatment::default(),
            until_separated: false,
        };
        let tournaments = formats.into_iter().map(|of| (tournament(of), starts.clone())).collect();
        Ok(Simulator { tournaments })
    }

    /// Plays the tournament of a seed; an error says what does not hold.
    pub fn run(&self, seed: u64) -> Result<Tale, String> {
        let mut random = Rng::new(seed);
        let (tournament, starts) = &self.tournaments[random.index(self.tournaments.len())];
        let wrong = |error: skirmish_league::Error| error.to_string();
        let entrants: Vec<(Entrant, Identity)> = tournament
            .entrants
            .iter()
            .map(|entrant| (entrant.clone(), Identity { source: entrant.name.clone(), built: entrant.name.clone() }))
            .collect();
        let mut ledger = Ledger::in_memory(tournament.clone());
        let bots = ledger.enrol(&entrants).map_err(wrong)?;
        let mut world = World::new(tournament.clone(), bots.clone(), random.next_u64());
        let stop = loop {
            let cancel = Cancel::default();
            let mut driver = Driver::new(ledger, starts.clone(), bots.clone(), None).map_err(wrong)?;
            let mut field = world.organise(cancel.clone(), &driver.ledger.records);
            let stop = driver.run(&mut field, &Limits::default(), &cancel, |_| {}).map_err(wrong)?;
            drop(field);
            world.parked = driver.plan().parked.clone();
            ledger = driver.ledger;
            if let Some(why) = world.fault.take() {
                return Err(why);
            }
            // Where only those are there who cannot play, somebody tries again later.
            if !matches!(stop, Stop::Interrupted | Stop::Hopeless(_)) {
                break stop;
            }
            // Whoever goes on has what was on the disk.
            let mut left = Ledger::in_memory(tournament.clone());
            left.enrol(&entrants).map_err(wrong)?;
            for record in ledger.records.iter().filter(|record| world.is_on_disk(record)) {
                left.add(record.clone()).map_err(wrong)?;
            }
            ledger = left;
        };
        if stop != Stop::Over {
            return Err(format!("it ended with {stop:?}"));
        }
        check(&world, &ledger)?;
        Ok(Tale { fixtures: ledger.records.len() as u64, parked: world.parked.len() as u64, ..world.tale })
    }
}

/// What must hold in the end.
fn check(world: &World, ledger: &Ledger) -> Result<(), String> {
    let mut seen: BTreeMap<String, &Record> = BTreeMap::new();
    for record in &ledger.records {
        let key = record.fixture.key.to_string();
        if seen.insert(key.clone(), record).is_some() {
            return Err(format!("the fixture {key} is there twice"));
        }
        let worker = record.worker.as_deref().unwrap_or_default();
        if world.quarantined.contains(worker) {
            return Err(format!("the fixture {key} of {worker}, who was caught, still counts"));
        }
        let is_true = record.games == world.truth(&record.fixture).games;
        if !is_true && (world.audits_all || !world.is_liar(worker)) {
            return Err(format!("the fixture {key} of {worker} is not what one machine would have played"));
        }
    }
    if let Some(honest) = world.quarantined.iter().find(|name| !world.is_liar(name)) {
        return Err(format!("{honest} never lied, and is not believed"));
    }
    if !world.parked.is_empty() && world.tale.deaths + world.tale.redelivered == 0 && !world.has_failing() {
        return Err("a fixture was given up though nobody died".into());
    }
    // Where everything is true, the schedule is that of one machine, but for what was given up.
    let all_true = ledger.records.iter().all(|record| record.games == world.truth(&record.fixture).games);
    if all_true && world.parked.is_empty() && ledger.tournament.format.has_one_round() {
        let meetings = skirmish_league::schedule::next(&ledger.tournament, &[])
            .map_or(0, |round| round.meetings.len() as u64 * round.times);
        if ledger.records.len() as u64 != meetings {
            return Err(format!("{} of {meetings} fixtures are there", ledger.records.len()));
        }
    }
    Ok(())
}
