//! The organiser's side of a fleet, without any wire: which jobs are to be put into the queue, what an answer is worth, who is
//! looked at once more and who is not believed any more. It reads no clock and does no I/O, so it runs under the simulator
//! as it runs over NATS.

use crate::audit::{Audit, Dispute, Verdict};
use crate::wire::{Answer, Audits, Job, One, Parcel, Status, What};
use skirmish_core::Rng;
use skirmish_league::field::{Distrust, Done, Outcome};
use skirmish_league::{Fixture, Key, Record};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::Duration;

/// How long the games of a job of built-in bots are to take: long beside what it costs to send it.
const JOB_MS: f64 = 400.0;
/// The most fixtures in a job.
const MOST: usize = 256;
/// So many jobs lie in the queue for every fixture that can be played at once.
const AHEAD: usize = 2;
/// An auditor who has not been heard of for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// When nobody who is there can play, that is not waited out for longer.
const HOPE: Duration = Duration::from_secs(10);

/// To whom a job goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// Whoever has the walls for it.
    Anybody,
    /// One worker.
    Worker(String),
}

/// How an organiser goes about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The tournament.
    pub charter: String,
    /// Whether programs take part: then every fixture is a job of its own.
    pub programs: bool,
    /// The share of fixtures that is played again elsewhere.
    pub audit: f64,
    /// What decides which ones. Workers must not know it.
    pub secret: u64,
    /// The number of the first job: higher than any of an earlier run, whose jobs and answers may still be on their way.
    pub first: u64,
    /// Who was not believed in an earlier run, and why.
    pub quarantined: BTreeMap<String, String>,
}

/// A job that has no answer yet.
struct Open {
    job: Job,
    route: Route,
    is_sent: bool,
}

/// A tournament as its organiser sees it.
pub struct Organiser {
    options: Options,
    random: Rng,
    /// What the tournament waits for.
    held: HashMap<Key, Fixture>,
    /// Those that are in no job.
    waiting: VecDeque<Fixture>,
    /// Fixtures that are sent by themselves, because a job with them was lost.
    alone: HashSet<Key>,
    open: BTreeMap<u64, Open>,
    next: u64,
    /// What is to be played again, and not in a job yet.
    to_audit: VecDeque<Audit>,
    /// What is played again, by job, and since when.
    audits: BTreeMap<u64, (Audit, Duration)>,
    disputes: VecDeque<Dispute>,
    /// How many of them are being decided.
    deciding: usize,
    done: Vec<Done>,
    distrusted: Vec<Distrust>,
    quarantined: BTreeMap<String, String>,
    workers: Vec<Status>,
    declined: BTreeMap<String, String>,
    helpless_since: Option<Duration>,
    batch: usize,
    fixture_ms: f64,
    counted: Audits,
    came: u64,
}

impl Organiser {
    /// One with nothing to do.
    pub fn new(options: Options) -> Organiser {
        Organiser {
            random: Rng::new(options.secret),
            held: HashMap::new(),
            waiting: VecDeque::new(),
            alone: HashSet::new(),
            open: BTreeMap::new(),
            next: options.first,
            to_audit: VecDeque::new(),
            audits: BTreeMap::new(),
            disputes: VecDeque::new(),
            deciding: 0,
            done: Vec::new(),
            distrusted: Vec::new(),
            quarantined: options.quarantined.clone(),
            workers: Vec::new(),
            declined: BTreeMap::new(),
            helpless_since: None,
            batch: if options.programs { 1 } else { 4 },
            fixture_ms: 0.0,
            counted: Audits::default(),
            came: 0,
            options,
        }
    }

    /// How many more fixtures it would like to have.
    pub fn room(&self) -> usize {
        let slots: usize = self.believed().map(|status| status.concurrency).sum();
        ((AHEAD * slots).max(8) * self.batch).saturating_sub(self.held.len())
    }

    /// Takes a fixture; one that it has already is not taken twice. Where results were withdrawn the same bots may meet on
    /// another start: then what came of the old one is of no use.
    pub fn give(&mut self, fixture: Fixture) {
        if self.held.insert(fixture.key.clone(), fixture.clone()).as_ref() != Some(&fixture) {
            self.waiting.push_back(fixture);
        }
    }

    /// Fixtures that are not back yet, audits and disputes that are not over.
    pub fn held(&self) -> usize {
        self.held.len()
            + self.to_audit.len()
            + self.audits.len()
            + self.disputes.len()
            + self.deciding
            + self.done.len()
    }

    /// Gives up whatever is not over: somebody wants to end.
    pub fn let_go(&mut self) {
        self.held.clear();
        self.waiting.clear();
        self.open.clear();
        self.to_audit.clear();
        self.audits.clear();
        self.disputes.clear();
        self.deciding = 0;
    }

    /// Takes in what an earlier run was told. It may have died before it looked at that once more, so a share of it is looked
    /// at now.
    pub fn resume(&mut self, records: &[Record]) {
        for record in records {
            if let Some(worker) = &record.worker
                && self.is_drawn()
            {
                self.to_audit.push_back(Audit::of(record, worker));
            }
        }
    }

    /// Whether a result is one of those that are looked at once more.
    fn is_drawn(&mut self) -> bool {
        (self.random.below(1 << 32) as f64) < self.options.audit * (1u64 << 32) as f64
    }

    /// Jobs that are to be put into the queue, until they are said to be [`sent`](Self::sent).
    pub fn unsent(&mut self, now: Duration) -> Vec<(Route, Job)> {
        while let Some(audit) = self.to_audit.pop_front() {
            self.audit(audit, now);
        }
        while !self.waiting.is_empty() {
            let first = self.waiting.pop_front();
            let mut fixtures: Vec<Fixture> = first.into_iter().collect();
            while fixtures.len() < self.batch
                && !self.alone.contains(&fixtures[0].key)
                && self.waiting.front().is_some_and(|next| !self.alone.contains(&next.key))
            {
                fixtures.extend(self.waiting.pop_front());
            }
            self.post(fixtures, Route::Anybody, false);
        }
        let unsent = self.open.values().filter(|open| !open.is_sent);
        unsent.map(|open| (open.route.clone(), open.job.clone())).collect()
    }

    /// A job lies in the queue.
    pub fn sent(&mut self, number: u64) {
        if let Some(open) = self.open.get_mut(&number) {
            open.is_sent = true;
        }
    }

    fn post(&mut self, fixtures: Vec<Fixture>, route: Route, audit: bool) -> u64 {
        let number = self.next;
        self.next += 1;
        let job = Job { charter: self.options.charter.clone(), number, fixtures, audit };
        self.open.insert(number, Open { job, route, is_sent: false });
        number
    }

    /// Jobs in the queue that were not answered.
    pub fn out(&self) -> usize {
        self.open.values().filter(|open| open.is_sent).count()
    }

    /// The queue has lost what was in it.
    pub fn queue_is_lost(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        for Open { job, .. } in open.values_mut() {
            match self.audits.remove(&job.number) {
                Some((audit, _)) => self.disputes.push_back(Dispute { audit, other: None }),
                None => self.wait_again(std::mem::take(&mut job.fixtures)),
            }
        }
    }

    /// Who is there now.
    pub fn workers(&mut self, workers: Vec<Status>, now: Duration) {
        self.declined.retain(|name, _| workers.iter().any(|status| status.worker == *name));
        self.workers = workers;
        let is_there = |name: &str| self.workers.iter().any(|status| status.worker == name);
        let late: Vec<u64> = self
            .audits
            .iter()
            .filter(|(_, (audit, since))| {
                now.saturating_sub(*since) > PATIENCE && !audit.auditor.as_deref().is_some_and(is_there)
            })
            .map(|(number, _)| *number)
            .collect();
        for number in late {
            self.open.remove(&number);
            if let Some((audit, _)) = self.audits.remove(&number) {
                self.disputes.push_back(Dispute { audit, other: None });
            }
        }
        self.look_for_hope(now);
    }

    /// Where everybody who is there has said no, and nobody ever played, nothing will come. Whoever has played may come back.
    fn look_for_hope(&mut self, now: Duration) {
        let can = self.believed().any(|status| !self.declined.contains_key(&status.worker));
        if can || self.declined.is_empty() || self.held.is_empty() || self.came > 0 {
            self.helpless_since = None;
            return;
        }
        let since = *self.helpless_since.get_or_insert(now);
        if now.saturating_sub(since) >= HOPE
            && let Some(fixture) = self.held.values().next().cloned()
        {
            let said: Vec<String> = self.declined.iter().map(|(name, why)| format!("{name}: {why}")).collect();
            let why = format!("no worker can play it: {}", said.join("; "));
            self.done.push(Done { fixture, outcome: Outcome::Hopeless(why) });
            self.let_go();
        }
    }

    fn believed(&self) -> impl Iterator<Item = &Status> {
        self.workers.iter().filter(|status| !self.quarantined.contains_key(&status.worker))
    }

    /// Takes in an answer. `prove` says whether a result is what its files say, and keeps them.
    pub fn answer(&mut self, answer: Answer, mut prove: impl FnMut(&mut Record, &[Parcel]) -> Result<(), String>) {
        let Answer { job, worker, what } = answer;
        // Our own word for what was asked, where we still know it: an answer may come from before a restart.
        let ours = match self.open.get(&job.number) {
            Some(open) if open.job.fixtures == job.fixtures && open.job.audit == job.audit => {
                self.open.remove(&job.number)
            }
            _ => None,
        };
        if job.audit {
            let audited = ours.and_then(|open| self.audits.remove(&open.job.number));
            return audited.into_iter().for_each(|(audit, _)| self.audited(audit, &worker, &what));
        }
        let asked = ours.map_or(job.fixtures, |open| open.job.fixtures);
        if self.quarantined.contains_key(&worker) {
            return self.wait_again(asked);
        }
        match what {
            What::Played(all) => {
                self.declined.remove(&worker);
                if let Err(why) = self.played(&asked, all, &worker, &mut prove) {
                    self.quarantine(&worker, why);
                }
                self.wait_again(asked);
            }
            What::Declined(why) => {
                self.declined.insert(worker, why);
                self.wait_again(asked);
            }
            What::Lost(_) if asked.len() > 1 => {
                self.alone.extend(asked.iter().map(|fixture| fixture.key.clone()));
                self.wait_again(asked);
            }
            What::Lost(why) => {
                for fixture in asked {
                    if self.let_in(&fixture) {
                        let outcome = Outcome::Parked { why: why.clone(), worker: Some(worker.clone()) };
                        self.done.push(Done { fixture, outcome });
                    }
                }
            }
        }
    }

    /// Whether a fixture is waited for; then it is so no more.
    fn let_in(&mut self, fixture: &Fixture) -> bool {
        let is_held = self.held.get(&fixture.key) == Some(fixture);
        if is_held {
            self.held.remove(&fixture.key);
            self.alone.remove(&fixture.key);
            self.came += 1;
        }
        is_held
    }

    /// Sends out again what is still waited for and in no other job.
    fn wait_again(&mut self, fixtures: Vec<Fixture>) {
        for fixture in fixtures {
            let is_elsewhere = |open: &Open| !open.job.audit && open.job.fixtures.contains(&fixture);
            if self.held.get(&fixture.key) == Some(&fixture)
                && !self.open.values().any(is_elsewhere)
                && !self.waiting.contains(&fixture)
            {
                self.waiting.push_back(fixture);
            }
        }
    }

    /// Takes in what was played; an error is a lie.
    fn played(
        &mut self,
        asked: &[Fixture],
        all: Vec<One>,
        worker: &str,
        prove: &mut impl FnMut(&mut Record, &[Parcel]) -> Result<(), String>,
    ) -> Result<(), String> {
        if all.len() != asked.len() {
            return Err(format!("{} results for {} fixtures", all.len(), asked.len()));
        }
        for (fixture, one) in asked.iter().zip(all) {
            if self.held.get(&fixture.key) != Some(fixture) {
                continue;
            }
            let outcome = match one {
                One::Failed(why) => Outcome::Failed { why, worker: Some(worker.into()) },
                One::Record { mut record, files } => {
                    if record.fixture != *fixture {
                        return Err(format!("asked for the fixture {}, it played {}", fixture.key, record.fixture.key));
                    }
                    record.worker = Some(worker.into());
                    prove(&mut record, &files).map_err(|why| format!("fixture {}: {why}", fixture.key))?;
                    self.learn_pace(&record);
                    if self.is_drawn() {
                        self.to_audit.push_back(Audit::of(&record, worker));
                    }
                    Outcome::Played(record)
                }
            };
            self.let_in(fixture);
            self.done.push(Done { fixture: fixture.clone(), outcome });
        }
        Ok(())
    }

    fn learn_pace(&mut self, record: &Record) {
        if self.options.programs {
            return;
        }
        let ms = record.games.iter().map(|game| game.ms as f64).sum::<f64>().max(0.1);
        self.fixture_ms = if self.fixture_ms > 0.0 { 0.9 * self.fixture_ms + 0.1 * ms } else { ms };
        self.batch = ((JOB_MS / self.fixture_ms) as usize).clamp(1, MOST);
    }

    /// Has a fixture played again by somebody else.
    fn audit(&mut self, mut audit: Audit, now: Duration) {
        let others: Vec<String> = self
            .believed()
            .filter(|status| status.worker != audit.by && !self.declined.contains_key(&status.worker))
            .map(|status| status.worker.clone())
            .collect();
        if others.is_empty() {
            return self.disputes.push_back(Dispute { audit, other: None });
        }
        let auditor = others[self.random.index(others.len())].clone();
        audit.auditor = Some(auditor.clone());
        let number = self.post(vec![audit.fixture.clone()], Route::Worker(auditor), true);
        self.audits.insert(number, (audit, now));
    }

    fn audited(&mut self, audit: Audit, auditor: &str, what: &What) {
        let hashes = match what {
            What::Played(all) => match all.as_slice() {
                [One::Record { record, .. }] if record.fixture == audit.fixture => Some(audit_hashes(record)),
                _ => None,
            },
            _ => None,
        };
        match hashes {
            Some(hashes) if hashes == audit.hashes => self.counted.same += 1,
            Some(hashes) => self.disputes.push_back(Dispute { audit, other: Some((auditor.into(), hashes)) }),
            None => self.disputes.push_back(Dispute { audit, other: None }),
        }
    }

    /// Something that is to be decided here, by playing it once more.
    pub fn dispute(&mut self) -> Option<Dispute> {
        let dispute = self.disputes.pop_front()?;
        self.deciding += 1;
        Some(dispute)
    }

    /// How that came out. `None` if it could not be decided.
    pub fn decided(&mut self, dispute: Dispute, verdict: Option<&Verdict>) {
        self.deciding = self.deciding.saturating_sub(1);
        let Some(verdict) = verdict else {
            self.counted.undecided += 1;
            return;
        };
        let wrong = dispute.wrong(verdict);
        if wrong.is_empty() {
            let counted = if verdict.ours == dispute.audit.hashes {
                &mut self.counted.same
            } else if verdict.decides_the_same {
                &mut self.counted.rerun
            } else {
                &mut self.counted.undecided
            };
            *counted += 1;
        }
        for worker in wrong {
            self.counted.wrong += 1;
            let key = &dispute.audit.fixture.key;
            self.quarantine(&worker, format!("fixture {key}: played again it is another game"));
        }
    }

    fn quarantine(&mut self, worker: &str, why: String) {
        if self.quarantined.contains_key(worker) {
            return;
        }
        self.quarantined.insert(worker.into(), why.clone());
        // Nothing of it is waited for, nor looked at.
        self.done.retain(
            |done| !matches!(&done.outcome, Outcome::Played(record) if record.worker.as_deref() == Some(worker)),
        );
        let (theirs, rest) =
            std::mem::take(&mut self.audits).into_iter().partition(|(_, (audit, _))| audit.by == worker);
        self.audits = rest;
        let theirs: BTreeMap<u64, (Audit, Duration)> = theirs;
        theirs.keys().for_each(|number| drop(self.open.remove(number)));
        self.disputes.retain(|dispute| dispute.audit.by != worker);
        self.to_audit.retain(|audit| audit.by != worker);
        let own: Vec<u64> = self
            .open
            .iter()
            .filter(|(_, open)| open.route == Route::Worker(worker.into()))
            .map(|(number, _)| *number)
            .collect();
        for number in own {
            self.open.remove(&number);
            if let Some((audit, _)) = self.audits.remove(&number) {
                self.disputes.push_back(Dispute { audit, other: None });
            }
        }
        self.distrusted.push(Distrust { worker: worker.into(), why });
    }

    /// What has come back.
    pub fn take(&mut self) -> Vec<Done> {
        std::mem::take(&mut self.done)
    }

    /// Who has turned out to be wrong since this was asked last.
    pub fn take_distrusted(&mut self) -> Vec<Distrust> {
        std::mem::take(&mut self.distrusted)
    }

    /// Who is not believed, and why.
    pub fn quarantined(&self) -> &BTreeMap<String, String> {
        &self.quarantined
    }

    /// Who is there and has said no, and why.
    pub fn declined(&self) -> &BTreeMap<String, String> {
        &self.declined
    }

    /// Who is there.
    pub fn present(&self) -> &[Status] {
        &self.workers
    }

    /// How audits came out, and how many fixtures came back.
    pub fn counted(&self) -> (Audits, u64) {
        (self.counted, self.came)
    }
}

fn audit_hashes(record: &Record) -> Vec<u64> {
    record.games.iter().map(|game| game.hash).collect()
}
