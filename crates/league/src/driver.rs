//! Plays a tournament: hands out fixtures, enters what comes back, and stops when there is nothing left or enough is known.

use crate::Error;
use crate::field::{Distrust, Done, Field, Outcome};
use crate::fixture::Key;
use crate::ledger::{Failed, Ledger, Withdrawn};
use crate::plan::Plan;
use crate::record::Record;
use crate::scores::{Kind, Tally};
use crate::starts::Starts;
use skirmish_matches::Cancel;
use skirmish_stats::{Decision, Sprt, Walk};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long the driver waits before it looks at its clocks again.
const LOOK: Duration = Duration::from_millis(100);

/// When to stop before the schedule is over.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After so many fixtures in the ledger.
    pub fixtures: Option<u64>,
    /// After so long.
    pub time: Option<Duration>,
}

/// Why it stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The schedule is over.
    Over,
    /// The test has decided.
    Decided,
    /// The budget of fixtures is used up.
    Fixtures,
    /// The time is.
    Time,
    /// Somebody stopped it.
    Interrupted,
    /// It cannot go on.
    Hopeless(String),
}

/// A tournament that is played.
pub struct Driver {
    /// Everything that came of it.
    pub ledger: Ledger,
    plan: Plan,
    test: Option<Walk>,
    by_score: bool,
    /// Fixtures that were in the ledger when it began.
    pub resumed: usize,
    began: Instant,
}

impl Driver {
    /// Goes on with a ledger in which `bots` are the entrants' numbers. With a test, the two entrants are compared.
    pub fn new(ledger: Ledger, starts: Starts, bots: Vec<usize>, test: Option<Sprt>) -> Result<Driver, Error> {
        let by_score = ledger.tournament.setting.by_score;
        let resumed = ledger.records.len();
        let (test, known) = count(&ledger, &bots, test);
        let plan = Plan::new(ledger.tournament.clone(), starts, bots, known)?;
        Ok(Driver { ledger, plan, test, by_score, resumed, began: Instant::now() })
    }

    /// Plays until something stops it. `look` sees it after everything that comes back, and ten times a second.
    pub fn run(
        &mut self,
        field: &mut dyn Field,
        limits: &Limits,
        cancel: &Cancel,
        mut look: impl FnMut(&Driver),
    ) -> Result<Stop, Error> {
        self.began = Instant::now();
        let mut stop = None;
        loop {
            stop = stop.or_else(|| self.stops(limits, cancel));
            while stop.is_none() && field.room() > 0 && !self.is_enough(limits, field.held()) {
                match self.plan.hand_out() {
                    Some(fixture) => field.give(fixture),
                    None => break,
                }
            }
            if field.held() == 0 {
                self.ledger.sync()?;
                field.stored();
                look(self);
                // What may not be handed out any more is what the budget leaves out.
                return Ok(stop.unwrap_or(if self.plan.is_over() { Stop::Over } else { Stop::Fixtures }));
            }
            for done in field.take(LOOK) {
                if let Some(why) = self.enter(done)? {
                    stop = Some(why);
                }
            }
            for distrust in field.distrusted() {
                self.withdraw(distrust)?;
            }
            if self.ledger.sync_in_time()? {
                field.stored();
            }
            look(self);
        }
    }

    /// What is known of the test, if there is one.
    pub fn test(&self) -> Option<&Walk> {
        self.test.as_ref()
    }

    /// Where it stands.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Fixtures a second since it began, and how many were played in that time.
    pub fn rate(&self) -> (f64, usize) {
        let played = self.ledger.records.len().saturating_sub(self.resumed);
        (played as f64 / self.began.elapsed().as_secs_f64().max(1e-9), played)
    }

    /// How long it has been played.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Takes out of the count what a worker has played, and everything that was scheduled by it. What is to be played
    /// follows from what is left, as it would for somebody who goes on with the ledger.
    fn withdraw(&mut self, Distrust { worker, why }: Distrust) -> Result<(), Error> {
        let theirs = |record: &&Record| record.worker.as_deref() == Some(&*worker);
        let first = self.ledger.records.iter().filter(theirs).map(|record| record.fixture.key.round).min();
        let falls = |record: &&Record| theirs(record) || first.is_some_and(|first| record.fixture.key.round > first);
        let keys = self.ledger.records.iter().filter(falls).map(|record| record.fixture.key.clone()).collect();
        self.ledger.withdraw(Withdrawn { worker, why, keys })?;
        let test = self.test.as_ref().map(|walk| *walk.test());
        let (test, known) = count(&self.ledger, self.plan.bots(), test);
        self.plan = self.plan.anew(known)?;
        self.test = test;
        Ok(())
    }

    fn is_enough(&self, limits: &Limits, held: usize) -> bool {
        limits.fixtures.is_some_and(|most| (self.ledger.records.len() + held) as u64 >= most)
    }

    fn stops(&self, limits: &Limits, cancel: &Cancel) -> Option<Stop> {
        if cancel.is_cancelled() {
            return Some(Stop::Interrupted);
        }
        if self.test.as_ref().is_some_and(|walk| walk.decision() != Decision::Continue) {
            return Some(Stop::Decided);
        }
        limits.time.is_some_and(|time| self.began.elapsed() >= time).then_some(Stop::Time)
    }

    fn enter(&mut self, done: Done) -> Result<Option<Stop>, Error> {
        let Done { fixture, outcome } = done;
        match outcome {
            Outcome::Interrupted => return Ok(Some(Stop::Interrupted)),
            Outcome::Hopeless(why) => return Ok(Some(Stop::Hopeless(why))),
            // Whatever comes a second time is dropped, and so is what is not on the schedule any more.
            _ if !self.plan.wants(&fixture) => {}
            Outcome::Played(record) => {
                let tally = Tally::of(&record, self.by_score);
                if self.ledger.add(*record)? {
                    walk(&mut self.test, fixture.number, &tally);
                    self.plan.learn(&fixture, &tally)?;
                }
            }
            Outcome::Failed { why, worker } => {
                self.plan.again(&fixture)?;
                self.ledger.fail(Failed { key: fixture.key, why, worker })?;
            }
            Outcome::Parked { why, worker } => {
                self.plan.park(&fixture)?;
                self.ledger.fail(Failed { key: fixture.key, why, worker })?;
            }
        }
        Ok(None)
    }
}

/// What the ledger has of these bots, for the test and for the plan. Bots that were other bots then have no part in this.
fn count(ledger: &Ledger, bots: &[usize], test: Option<Sprt>) -> (Option<Walk>, HashMap<Key, Tally>) {
    let mut test = test.map(Walk::new);
    let ours = |record: &&Record| record.fixture.key.bots.iter().all(|bot| bots.contains(bot));
    let mut known = HashMap::with_capacity(ledger.records.len());
    for record in ledger.records.iter().filter(ours) {
        let tally = Tally::of(record, ledger.tournament.setting.by_score);
        walk(&mut test, record.fixture.number, &tally);
        known.insert(record.fixture.key.clone(), tally);
    }
    (test, known)
}

/// A pair that has come in, for the test: it counts by its place in the schedule.
fn walk(test: &mut Option<Walk>, number: u64, tally: &Tally) {
    if let (Some(walk), Kind::Pair { counted, .. }) = (test, &tally.kind) {
        walk.arrive(number, *counted);
    }
}
