//! What a bot's author wants to know at every save: does it build, does it behave, do its old failures come back, and is it
//! better than before?
//!
//! Everything of the bot runs in the sandbox, as in a match. The last version that worked is a copy of its source files, in a
//! place that no bot sees but the copy itself.

mod cases;
mod watch;

pub use cases::{CaseRun, MOST_CASES};
pub use watch::Watch;

use crate::ledger::Ledger;
use crate::local::{Hall, Keep};
use crate::statistics::Rate;
use crate::tournament::Entrant;
use crate::{Driver, Error, Format, Limits, Local, Record, Setting, Starts, Tournament, Treatment, trouble};
use serde::Serialize;
use skirmish_core::hash::Hasher;
use skirmish_jail::Level;
use skirmish_matches::check::{Mark, Verdict, check_quickly};
use skirmish_matches::error::in_full;
use skirmish_matches::{Bot, Trust, Venue};
use skirmish_referee::building::{keep_packages, keep_source, source_digest};
use skirmish_referee::manifest::Manifest;
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// What the bot is called in its series.
const MINE: &str = "this version";
/// What the last version that worked is called.
const LAST: &str = "last";

/// What is practised.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The bot's folder.
    pub folder: PathBuf,
    /// How it is spelled where it speaks the protocol of its game's original: `native`, or with a setting `native+none`.
    pub native: Option<String>,
    /// The game and its starts.
    pub setting: Setting,
    /// What everything drawn comes from: the same in every round, so that rounds compare.
    pub seed: u64,
    /// Pairs against each opponent.
    pub pairs: u64,
    /// How programs are treated.
    pub treatment: Treatment,
    /// How programs are kept in; without it the best level that works here.
    pub sandbox: Option<Level>,
    /// How many matches at once.
    pub concurrency: usize,
}

/// A bot that is practised with. Nobody else practises with it meanwhile.
pub struct Practice {
    venue: Venue,
    plan: Plan,
    /// Where copies and replays of this bot are.
    place: PathBuf,
    _lock: File,
}

/// What came of one round. As JSON it is a line of `skirmish loop --json`.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Round {
    /// The game.
    pub game: String,
    /// Seconds since 1970, when it began.
    pub began: u64,
    /// How long it took.
    pub seconds: f64,
    /// A digest of the bot's files.
    pub source: String,
    /// Whether everything is well: it was built, and nothing failed. Losing is no failure.
    pub ok: bool,
    /// Somebody stopped it.
    pub interrupted: bool,
    /// The bot's files were changed meanwhile, so this is of no one version.
    pub changed: bool,
    /// Why there is no bot to start, if there is none.
    pub not_built: Option<String>,
    /// What else was in the way of going on, if anything was.
    pub stopped: Option<String>,
    /// The quick check.
    pub check: Checked,
    /// Failures that were kept, run again.
    pub cases: Vec<CaseRun>,
    /// The series, opponent by opponent.
    pub series: Vec<Series>,
    /// New failures that were kept, by the names of their files in the folder `cases`.
    pub kept: Vec<String>,
    /// Things worth knowing.
    pub notes: Vec<String>,
}

/// How the quick check went.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Checked {
    /// Cases in which the bot did as it should.
    pub passed: u64,
    /// Those in which it did not.
    pub failed: Vec<Verdict>,
}

/// How a series went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Series {
    /// `last`, or a built-in bot.
    pub opponent: String,
    /// The share of the points.
    pub score: Rate,
    /// What went wrong with the bot's answers, by kind.
    pub faults: BTreeMap<String, u64>,
    /// Actions that the rules refused.
    pub rejected: u64,
    /// Its slowest answer.
    pub longest_ms: u64,
}

impl Practice {
    /// Makes the place ready. Nothing of the bot is run yet.
    pub fn new(venue: &Venue, mut plan: Plan) -> Result<Practice, Error> {
        let file = |doing, path: &Path| {
            let path = path.to_owned();
            move |why| Error::File { doing, path, why }
        };
        plan.folder = plan.folder.canonicalize().map_err(file("read", &plan.folder))?;
        let cache = venue.cache.as_ref().ok_or(skirmish_matches::Error::NoCache)?;
        // Beside the cache, which is hidden from every bot: the copy is a bot itself.
        let mut name = cache.file_name().unwrap_or_default().to_owned();
        name.push("-loop");
        let mut key = Hasher::new();
        key.text(&plan.folder.to_string_lossy());
        let place = cache.with_file_name(name).join(format!("{:016x}", key.finish()));
        std::fs::create_dir_all(&place).map_err(file("make", &place))?;
        let place = place.canonicalize().map_err(file("read", &place))?;
        let lock = place.join("lock");
        let held = File::create(&lock).map_err(file("write", &lock))?;
        match held.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Practised(plan.folder)),
            Err(TryLockError::Error(why)) => return Err(file("lock", &lock)(why)),
        }
        let mut venue = venue.clone();
        venue.replays = place.join("replays");
        Ok(Practice { venue, plan, place, _lock: held })
    }

    /// Plays one round. `tell` hears what is being done.
    pub fn round(&self, mut tell: impl FnMut(&str)) -> Round {
        let began = Instant::now();
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let mut round = Round { game: self.plan.setting.game.clone(), began: seconds, ..Round::default() };
        let next = self.place.join("next");
        match keep_source(&self.plan.folder, &next) {
            Ok(digest) => round.source = digest,
            Err(why) => round.not_built = Some(format!("its files cannot be copied: {why}")),
        }
        if round.not_built.is_none() {
            tell("building");
            let player = self.spelled(&self.plan.folder);
            // Whatever is in the way of a round is told in it; the next save may be better.
            match self.bot(&player) {
                Err(error) => round.not_built = Some(in_full(&error)),
                Ok(bot) => {
                    let played = self.play(&bot, &player, &mut round, &mut tell);
                    let stopped = played.err().filter(|_| !self.venue.cancel.is_cancelled());
                    round.stopped = stopped.map(|error| in_full(&error));
                }
            }
        }
        round.interrupted = self.venue.cancel.is_cancelled();
        round.changed = source_digest(&self.plan.folder).ok().as_ref() != Some(&round.source);
        let is_clean = round.series.iter().all(|series| series.faults.is_empty());
        let cases_hold = round.cases.iter().all(|case| case.passes != Some(false));
        let went_on = round.not_built.is_none() && round.stopped.is_none();
        round.ok = went_on && round.check.failed.is_empty() && cases_hold && is_clean;
        if round.ok && !round.changed && !round.interrupted {
            // A bot that is not built runs where its source is, and may need more than that.
            if Manifest::of(&self.plan.folder).is_ok_and(|manifest| manifest.build.is_none())
                && let Err(why) = keep_packages(&self.plan.folder, &next)
            {
                round.notes.push(format!("this version is not kept whole and may not play as the last one: {why}"));
            }
            let _none_yet = std::fs::remove_dir_all(self.last());
            if let Err(why) = std::fs::rename(&next, self.last()) {
                round.notes.push(format!("this version cannot be kept: {why}"));
            }
        }
        round.seconds = began.elapsed().as_secs_f64();
        round
    }

    /// Where the last version that worked is.
    fn last(&self) -> PathBuf {
        self.place.join(LAST)
    }

    /// How a version of the bot in this folder is spelled.
    fn spelled(&self, folder: &Path) -> String {
        let prefix = self.plan.native.as_ref().map_or(String::new(), |native| format!("{native}:"));
        format!("{prefix}{}", folder.display())
    }

    fn bot(&self, player: &str) -> Result<Bot, Error> {
        let level = self.venue.sandbox(self.plan.sandbox)?.level;
        let mut bot = Bot::ready(&self.venue, player, level, &Trust::All)?;
        bot.start.memory = self.plan.treatment.memory.map(|mib| mib * skirmish_jail::MIB);
        Ok(bot)
    }

    fn play(&self, bot: &Bot, player: &str, round: &mut Round, tell: &mut dyn FnMut(&str)) -> Result<(), Error> {
        let (venue, game) = (&self.venue, &self.plan.setting.game);
        let _none_yet = std::fs::remove_dir_all(&venue.replays);
        // The check speaks the protocol of all games, and no other.
        if self.plan.native.is_none() {
            tell("checking");
            check_quickly(venue, bot, game, |verdict| match verdict.mark {
                Mark::Passed => round.check.passed += 1,
                Mark::Failed => round.check.failed.push(verdict.clone()),
                Mark::Skipped => {}
            })?;
        }
        if venue.cancel.is_cancelled() {
            return Ok(());
        }
        tell("running the kept cases");
        cases::run(venue, &self.plan, player, round)?;
        // A bot that does nothing well would only be waited for.
        if round.check.passed == 0 && !round.check.failed.is_empty() {
            return Ok(());
        }
        for (name, opponent) in self.opponents(round)? {
            if venue.cancel.is_cancelled() {
                return Ok(());
            }
            match self.series((&name, &opponent), player, round, tell) {
                Ok(series) => round.series.extend(series),
                // An old version that cannot be started any more is no fault of the new one.
                Err(error) if name == LAST => {
                    round.notes.push(format!("the last version cannot play: {}", in_full(&error)));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whom it plays against: what they are called, and how they are spelled.
    fn opponents(&self, round: &mut Round) -> Result<Vec<(String, String)>, Error> {
        let last = self.last();
        let mut opponents = Vec::new();
        match source_digest(&last) {
            Ok(digest) if digest == round.source => round.notes.push("this is the last version that worked".into()),
            Ok(_) => opponents.push((LAST.to_string(), self.spelled(&last))),
            Err(_) => round.notes.push("no version has worked before".into()),
        }
        let facts = self.venue.game(&self.plan.setting.game)?.facts();
        opponents.extend(facts.bots.iter().map(|bot| (bot.name.to_string(), format!("builtin:{}", bot.name))));
        Ok(opponents)
    }

    /// Plays against an opponent, who is called so and spelled so.
    fn series(
        &self,
        (name, opponent): (&str, &str),
        player: &str,
        round: &mut Round,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Option<Series>, Error> {
        let entrant = |name: &str, player: &str| Entrant { name: name.into(), player: player.into() };
        let tournament = Tournament {
            setting: self.plan.setting.clone(),
            seed: self.plan.seed,
            format: Format::RoundRobin,
            pairs: self.plan.pairs,
            entrants: vec![entrant(MINE, player), entrant(name, opponent)],
            treatment: self.plan.treatment.clone(),
            until_separated: false,
        };
        tournament.check()?;
        let game = self.venue.game(&tournament.setting.game)?;
        let hall = Hall::ready(self.venue.clone(), &tournament, self.plan.sandbox, Keep::Faults)?;
        let identities = hall.team().identities(&game.facts())?;
        let starts = Starts::of(&tournament.setting, game, tournament.seed)?;
        let mut ledger = Ledger::in_memory(tournament.clone());
        let bots = ledger.enrol(&tournament.entrants.iter().cloned().zip(identities).collect::<Vec<_>>())?;
        let hall = Arc::new(hall.numbered(bots.clone()));
        let mut driver = Driver::new(ledger, starts, bots.clone(), None)?;
        let mut field = Local::new(&hall, self.plan.concurrency);
        let stop = driver.run(&mut field, &Limits::default(), &self.venue.cancel, |driver| {
            tell(&format!("against {name}: {} of {} pairs", driver.ledger.records.len(), self.plan.pairs));
        })?;
        drop(field);
        if let crate::Stop::Hopeless(why) = stop {
            round.notes.push(format!("the series against {name} could not go on: {why}"));
        }
        let parked = driver.plan().parked.len();
        if parked > 0 {
            round.notes.push(format!("{parked} pairs against {name} could not be played, which was no bot's fault"));
        }
        let ledger = &driver.ledger;
        let all = trouble::of_bots(ledger);
        let (mine, theirs) = (&all[bots[0]], &all[bots[1]]);
        if !theirs.endings.is_empty() {
            let endings: Vec<&str> = theirs.endings.keys().map(String::as_str).collect();
            round.notes.push(format!("{name} failed, too ({}): its series says little", endings.join(", ")));
        }
        let capsules = mine.faults.iter().filter_map(|(kind, fault)| Some((kind.as_str(), fault.capsule.as_deref()?)));
        for (kind, capsule) in capsules {
            cases::keep(&self.plan.folder, &self.venue.replays.join(capsule), kind, round);
        }
        if ledger.records.is_empty() {
            return Ok(None);
        }
        let by_score = ledger.tournament.setting.by_score;
        let points = |record: &Record| record.counted(by_score).iter().map(|one| *one as usize).sum::<usize>() as f64;
        let shares: Vec<f64> = ledger.records.iter().map(|record| points(record) / 4.0).collect();
        Ok(Some(Series {
            opponent: name.into(),
            score: Rate::of(&shares, 2),
            faults: mine.faults.iter().map(|(kind, fault)| (kind.clone(), fault.count)).collect(),
            rejected: mine.rejected.values().sum(),
            longest_ms: mine.longest_ms,
        }))
    }
}
