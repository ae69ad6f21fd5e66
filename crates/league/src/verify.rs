//! Proving a tournament: every game is played again, the ratings are fitted again, and the published table is compared.
//!
//! A replay proves that a game was legal and ended as it says. That it was played by these bots is proved for built-in ones,
//! whose games need no replay: they are played again from their seeds.

use crate::again::{Again, REPLAYS};
use crate::field::Outcome;
use crate::ledger::{Bot, Ledger};
use crate::local::Hall;
use crate::plan::Plan;
use crate::record::{EXCEPTION, Game, Record, SeatRecord};
use crate::schedule;
use crate::scores::Tally;
use crate::starts::Starts;
use crate::table::{self, Table};
use crate::tournament::Entrant;
use crate::{Error, Tournament};
use serde::Serialize;
use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::registry::AnyGame;
use skirmish_core::replay::Wrong;
use skirmish_core::{Absence, Seat};
use skirmish_matches::Venue;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// So many faults are told one by one.
const TOLD: usize = 20;

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Verification {
    /// Games in the ledger.
    pub games: u64,
    /// Games whose replay was proved.
    pub replayed: u64,
    /// Games of built-in bots that were played again.
    pub played_again: u64,
    /// Games that nobody can prove: their replays were not kept.
    pub unproved: u64,
    /// What does not hold, the first of them in words.
    pub wrong: Vec<String>,
    /// How many things do not hold.
    pub wrong_count: u64,
    /// Whether there is a published table.
    pub has_table: bool,
    /// Fixtures of the rounds so far.
    pub scheduled: u64,
    /// Those of them that are not in the ledger: it is not over, or somebody has taken them out. Of a comparison, those
    /// before the last one that was played.
    pub missing: u64,
}

impl Verification {
    /// Whether everything holds that can be looked at.
    pub fn holds(&self) -> bool {
        self.wrong_count == 0
    }

    /// Whether nothing is left to be proved.
    pub fn is_complete(&self) -> bool {
        self.missing == 0 && self.unproved == 0
    }

    fn wrong(&mut self, what: impl Into<String>) {
        self.wrong_count += 1;
        if self.wrong.len() < TOLD {
            self.wrong.push(what.into());
        }
    }
}

/// Proves the tournament in a folder. `tell` hears of every fixture; nothing is changed.
pub fn verify(venue: &Venue, folder: &Path, mut tell: impl FnMut(u64, u64)) -> Result<Verification, Error> {
    let ledger = Ledger::read(folder)?;
    let setting = &ledger.tournament.setting;
    let game = venue.game(&setting.game)?;
    let facts = game.facts();
    if facts.version != setting.version {
        let (path, game) = (folder.join(crate::ledger::NAME), setting.game.clone());
        return Err(Error::OtherRules { path, game, version: setting.version, known: facts.version });
    }
    let mut found = Verification::default();
    let builtin = Again::of(venue, &ledger, game)?;
    let all = ledger.records.len() as u64;
    for (n, record) in ledger.records.iter().enumerate() {
        if venue.cancel.is_cancelled() {
            return Err(Error::Stopped);
        }
        let at = &mut found;
        at.games += record.games.len() as u64;
        if record.games.iter().all(|game| game.replay.is_none()) {
            match builtin.as_ref().and_then(|builtin| builtin.hall_of(record)) {
                Some(hall) => again(at, hall, record),
                None => at.unproved += record.games.len() as u64,
            }
        } else {
            let proof = Proof { venue, game, tournament: &ledger.tournament, bots: &ledger.bots };
            for (number, one) in record.games.iter().enumerate() {
                match &one.replay {
                    Some(_) => match proof.replay(&folder.join(REPLAYS), record, (number, one)) {
                        Ok(()) => at.replayed += 1,
                        Err(why) => at.wrong(format!("fixture {}, game {}: {why}", record.fixture.key, number + 1)),
                    },
                    None => at.unproved += 1,
                }
            }
        }
        tell(n as u64 + 1, all);
    }
    scheduled(&mut found, &ledger, game)?;
    published(&mut found, &ledger, folder)?;
    Ok(found)
}

/// Plays a fixture of built-in bots again.
fn again(found: &mut Verification, hall: &Hall, record: &Record) {
    let played = match hall.play(&record.fixture) {
        Outcome::Played(played) => played,
        other => return found.wrong(format!("fixture {}: it cannot be played again: {other:?}", record.fixture.key)),
    };
    for (n, (ours, theirs)) in played.games.iter().zip(&record.games).enumerate() {
        let same = |game: &Game| (game.hash, game.winner, game.scores.clone(), game.reason.clone(), game.seed);
        if same(ours) == same(theirs) {
            found.played_again += 1;
        } else {
            found.wrong(format!("fixture {}, game {}: played again it is another game", record.fixture.key, n + 1));
        }
    }
}

/// What a result is proved by.
pub struct Proof<'a> {
    /// Where games are known.
    pub venue: &'a Venue,
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What is played.
    pub tournament: &'a Tournament,
    /// Who takes part.
    pub bots: &'a [Bot],
}

impl Proof<'_> {
    /// Whether a result is what its replays say, as far as it has some; its seeds are those of the schedule in any case.
    pub fn holds(&self, replays: &Path, record: &Record) -> Result<(), String> {
        if let Some(why) = record.fault(&self.tournament.setting, self.bots.len()) {
            return Err(why.into());
        }
        let seed = record.fixture.seed(self.tournament.seed);
        for (number, one) in record.games.iter().enumerate() {
            if one.seed != seed.of_game(number as u64 + 1).number() {
                return Err(format!("game {} has another seed than the schedule says", number + 1));
            }
            self.replay(replays, record, (number, one))?;
        }
        Ok(())
    }

    /// Plays the replay of a game again, if it has one, and compares it with the result.
    fn replay(&self, replays: &Path, record: &Record, (number, one): (usize, &Game)) -> Result<(), String> {
        let Some(named) = &one.replay else { return Ok(()) };
        if !is_name(&named.file) {
            return Err(format!("{:?} is no name of a replay", named.file));
        }
        let Tournament { setting, seed, .. } = self.tournament;
        let path = replays.join(&named.file);
        let opened = skirmish_matches::replays::open(self.venue, &path);
        let (file, mut playback) = opened.map_err(|error| skirmish_matches::error::in_full(&error))?;
        if file.id != named.id {
            return Err(format!("{} has the id {}, the ledger says {}", named.file, file.id, named.id));
        }
        let header = playback.header();
        if (header.game.as_str(), header.version) != (&setting.game, setting.version) {
            return Err(format!("{} is of another game", named.file));
        }
        let sat: Vec<&str> = header.players.iter().map(|seat| seat.player.as_str()).collect();
        let said: Vec<&str> = one.bots.iter().map(|&bot| self.bots[bot].player.as_str()).collect();
        if sat != said {
            return Err(format!(
                "{} was played by {}, the ledger says {}",
                named.file,
                sat.join(", "),
                said.join(", ")
            ));
        }
        let drawn = record.fixture.seed(*seed).of_game(number as u64 + 1);
        let mut start =
            setting.origin(record.fixture.start, *seed).table_of(self.game).map_err(|error| error.to_string())?;
        start.reseed(drawn);
        if playback.table().position() != start.position() {
            return Err(format!("{} begins elsewhere than the schedule says", named.file));
        }
        let mut heard = vec![Heard::default(); one.bots.len()];
        let wrong = |wrong: Wrong| format!("{}: {wrong}", named.file);
        while let Some(step) = playback.peek().map_err(wrong)? {
            for (seat, heard) in (0..).map(Seat).zip(&mut heard) {
                step.of(seat).into_iter().for_each(|said| heard.add(said.absence));
            }
            playback.play().map_err(wrong)?;
        }
        playback.finish().map_err(wrong)?;
        for (seat, (heard, said)) in heard.iter().zip(&one.seats).enumerate() {
            heard.fits(said).map_err(|why| format!("{}, seat {}: {why}", named.file, seat + 1))?;
        }
        let ending = playback.ending().ok_or("it has no end")?;
        if ending.void.is_some() || ending.seed != drawn.number() || one.seed != drawn.number() {
            return Err(format!("{} is void, or has another seed than the schedule says", named.file));
        }
        compare(playback.table(), one).map_err(|why| format!("{}: {why}", named.file))
    }
}

/// What a replay tells of one seat: how often it gave no list, and why.
#[derive(Clone, Default)]
struct Heard {
    asked: u32,
    absences: Vec<Absence>,
    /// Whether it gave none when it was asked last.
    is_gone: bool,
}

impl Heard {
    fn add(&mut self, absence: Option<Absence>) {
        self.asked += 1;
        self.is_gone = absence.is_some();
        self.absences.extend(absence);
    }

    /// Whether a seat can have gone as it is said. Every failure of an answer is an absence; a program that is gone is
    /// absent to the end. Whoever does not start, or not again, is absent when it is asked the next time, if it is.
    fn fits(&self, said: &SeatRecord) -> Result<(), String> {
        let ending = said.ending.as_str();
        if ending != "finished" && !self.is_gone && !(ending == "not_started" && self.asked == 0) {
            return Err(format!("it is said to have ended as {ending}, and gave orders to the end"));
        }
        let mut told = Vec::new();
        for (kind, &count) in said.faults.iter().filter(|(kind, _)| *kind != EXCEPTION) {
            let absence = absence_of(kind).ok_or_else(|| format!("there is no fault called {kind:?}"))?;
            told.extend((absence != Absence::NotStarted).then_some((absence, count)));
        }
        let disqualified = self.absences.iter().filter(|absence| **absence == Absence::Disqualified).count();
        for absence in Absence::ALL {
            let count: u64 = told.iter().filter(|(of, _)| *of == absence).map(|(_, count)| u64::from(*count)).sum();
            let heard = self.absences.iter().filter(|of| **of == absence).count() + disqualified;
            if count > heard as u64 {
                return Err(format!("{count} faults are told that are {absence:?}, the replay has {heard}"));
            }
        }
        if absence_of(ending).is_none() && ending != "finished" {
            return Err(format!("nothing ends as {ending:?}"));
        }
        if !self.absences.is_empty() && said.faults.is_empty() && ending == "finished" {
            return Err(format!("the replay has {} faults, and none is told", self.absences.len()));
        }
        match said.capsules.keys().find(|kind| !said.faults.contains_key(*kind)) {
            Some(kind) => Err(format!("there is a capsule of {kind:?}, and no such fault")),
            None => Ok(()),
        }
    }
}

/// What the rules are told of an ending, by its name in the ledger.
fn absence_of(ending: &str) -> Option<Absence> {
    Some(match ending {
        "late" => Absence::Late,
        "malformed" => Absence::Malformed,
        "flooded" => Absence::Flooded,
        "not_started" => Absence::NotStarted,
        "crashed" | "out_of_memory" => Absence::Crashed,
        "closed" | "deaf" => Absence::Closed,
        "resigned" => Absence::Resigned,
        _ => return None,
    })
}

/// Whether a file may be called so: it stays in its folder, and nobody overlooks it.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', '\\', '\0']) && !name.starts_with('.')
}

fn compare(table: &mut dyn AnyTable, one: &Game) -> Result<(), String> {
    let standings = table.standings();
    let winner = standings.winner.map(|seat| seat.index());
    if (winner, &standings.scores) != (one.winner, &one.scores) || standings.reason != one.reason.as_deref() {
        return Err("it ended otherwise than the ledger says".into());
    }
    if table.fingerprint() == one.hash { Ok(()) } else { Err("it is another game than the ledger says".into()) }
}

/// Looks whether all that was played was to be played, and how much of the schedule was not.
fn scheduled(found: &mut Verification, ledger: &Ledger, game: &dyn AnyGame) -> Result<(), Error> {
    let tournament = &ledger.tournament;
    let starts = Starts::of(&tournament.setting, game, tournament.seed)?;
    // The latest bot of each entrant, and each that was there before it.
    let mut scheduled: HashSet<String> = HashSet::new();
    let by_score = tournament.setting.by_score;
    let mut lineups: Vec<Vec<usize>> = Vec::new();
    for record in &ledger.records {
        let bots = &record.fixture.key.bots;
        if !lineups.iter().any(|lineup| bots.iter().all(|bot| lineup.contains(bot))) {
            lineups.push(lineup(ledger, bots));
        }
    }
    let latest = lineup(ledger, &[]);
    if !lineups.contains(&latest) {
        lineups.push(latest);
    }
    let mut best: Option<Extent> = None;
    for lineup in lineups {
        let ours = |record: &&Record| record.fixture.key.bots.iter().all(|bot| lineup.contains(bot));
        let known: HashMap<_, _> = ledger
            .records
            .iter()
            .filter(ours)
            .map(|record| (record.fixture.key.clone(), Tally::of(record, by_score)))
            .collect();
        let plan = Plan::new(tournament.clone(), starts.clone(), lineup.clone(), known)?;
        for record in ledger.records.iter().filter(ours) {
            if plan.knows(&record.fixture) {
                scheduled.insert(record.fixture.key.to_string());
            }
        }
        // Bots that have changed since leave what they had begun.
        let extent = Extent::of(&plan, ledger);
        if best.is_none_or(|best| extent.missing() < best.missing()) {
            best = Some(extent);
        }
    }
    if let Some(extent) = best {
        (found.scheduled, found.missing) = (extent.scheduled, extent.missing());
    }
    for record in &ledger.records {
        if !scheduled.contains(&record.fixture.key.to_string()) {
            found.wrong(format!("fixture {}: it is not in the schedule", record.fixture.key));
        }
    }
    Ok(())
}

/// How much of a schedule there is, and how much of it was played.
#[derive(Clone, Copy)]
struct Extent {
    scheduled: u64,
    played: u64,
}

impl Extent {
    fn of(plan: &Plan, ledger: &Ledger) -> Extent {
        let (scheduled, played) = plan.progress();
        if ledger.sessions.iter().any(|session| session.compares.is_some()) {
            // A test stops in the middle of its schedule; but it counts pairs in their order, so that none may be left out.
            let numbers = ledger.records.iter().filter(|record| plan.knows(&record.fixture));
            let numbers: HashSet<u64> = numbers.map(|record| record.fixture.number).collect();
            let last = numbers.iter().max().map_or(0, |last| last + 1);
            return Extent { scheduled: last, played: numbers.len() as u64 };
        }
        // Further pairs follow as long as somebody likes.
        let is_over = schedule::next(&ledger.tournament, plan.finished()).is_none();
        Extent { scheduled, played: if is_over { scheduled } else { played } }
    }

    fn missing(&self) -> u64 {
        self.scheduled.saturating_sub(self.played)
    }
}

/// For every entrant a bot: those given, else the latest.
fn lineup(ledger: &Ledger, bots: &[usize]) -> Vec<usize> {
    let of = |entrant: &Entrant| {
        let is_its = |&number: &usize| ledger.bots[number].entrant == entrant.name;
        let given = bots.iter().copied().find(is_its);
        given.or_else(|| (0..ledger.bots.len()).rev().find(is_its)).unwrap_or(ledger.bots.len())
    };
    ledger.tournament.entrants.iter().map(of).collect()
}

/// Compares the table that was published.
fn published(found: &mut Verification, ledger: &Ledger, folder: &Path) -> Result<(), Error> {
    let path = folder.join(table::NAME);
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(()) };
    found.has_table = true;
    let ours = serde_json::to_string(&Table::of(ledger)?).expect("tables serialise");
    let read = |text: &str| serde_json::from_str::<Value>(text);
    match (read(&text), read(&ours)) {
        (Ok(theirs), Ok(ours)) if theirs == ours => {}
        _ => found.wrong(format!("{} does not follow from the results", table::NAME)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(all: &[Option<Absence>]) -> Heard {
        let mut heard = Heard::default();
        all.iter().for_each(|absence| heard.add(*absence));
        heard
    }

    fn said(ending: &str, faults: &[(&str, u32)]) -> SeatRecord {
        let faults = faults.iter().map(|(kind, count)| (kind.to_string(), *count)).collect();
        SeatRecord { ending: ending.into(), faults, ..SeatRecord::default() }
    }

    #[test]
    fn a_bot_ended_as_its_replay_says() {
        let (well, crashed) = (heard(&[None, None]), heard(&[None, Some(Absence::Crashed), Some(Absence::Crashed)]));
        for (heard, ending, faults) in [
            (&well, "finished", &[][..]),
            (&crashed, "crashed", &[("crashed", 1)]),
            (&crashed, "out_of_memory", &[("out_of_memory", 1)]),
            (&heard(&[Some(Absence::Late), None]), "finished", &[("late", 1)]),
            (&heard(&[Some(Absence::Disqualified)]), "crashed", &[("crashed", 1)]),
            (&well, "finished", &[("exception", 2)]),
            (&heard(&[]), "not_started", &[("not_started", 1)]),
            (&heard(&[Some(Absence::NotStarted)]), "not_started", &[("not_started", 1)]),
            (&heard(&[None, Some(Absence::Resigned)]), "resigned", &[("resigned", 1)]),
        ] {
            assert_eq!(heard.fits(&said(ending, faults)), Ok(()), "{ending} {faults:?}");
        }
        for (heard, ending, faults) in [
            (&well, "crashed", &[("crashed", 1)][..]),
            (&well, "crashed", &[]),
            (&well, "finished", &[("late", 1)]),
            (&well, "finished", &[("bored", 1)]),
            (&well, "vanished", &[]),
            (&crashed, "vanished", &[("crashed", 1)]),
            (&crashed, "finished", &[]),
            (&crashed, "crashed", &[("crashed", 3)]),
            (&crashed, "crashed", &[("crashed", 1), ("malformed", 1)]),
            (&crashed, "crashed", &[("crashed", 2), ("out_of_memory", 1)]),
            (&heard(&[None]), "not_started", &[("not_started", 1)]),
        ] {
            assert!(heard.fits(&said(ending, faults)).is_err(), "{ending} {faults:?}");
        }
        let mut with_capsule = said("crashed", &[("crashed", 1)]);
        with_capsule.capsules.insert("crashed".into(), "x.capsule.json".into());
        assert_eq!(crashed.fits(&with_capsule), Ok(()));
        with_capsule.capsules.insert("late".into(), "x.capsule.json".into());
        assert!(crashed.fits(&with_capsule).is_err());
    }
}
