//! The organiser's side of a fleet, without any wire: which jobs are to be put into the queue, what an answer is worth, who is
//! looked at once more and who is not believed any more. It reads no clock and does no I/O, so it runs under the simulator
//! as it runs over NATS.

use crate::audit::{Audit, Dispute, Mark, Verdict};
use crate::seal::Seal;
use crate::wire::{self, Answer, Audits, Job, One, Parcel, Status, What};
use skirmish_core::Rng;
use skirmish_league::field::{Distrust, Done, Outcome};
use skirmish_league::{Fixture, Key, Record};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::time::Duration;

/// How long the games of a job of built-in bots are to take: long beside what it costs to send it.
const JOB_MS: f64 = 400.0;
/// The most fixtures in a job.
const MOST: usize = 256;
/// So many jobs lie in the queue for every fixture that can be played at once.
const AHEAD: usize = 2;
/// Whoever has a job for it alone and has not been heard of for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// Nor is whoever is there and says nothing to it for so long, or for so many times the longest fixture so far.
const SILENCE: Duration = Duration::from_secs(120);
const SILENCE_TIMES: u32 = 10;
/// When nobody who is there can play, that is not waited out for longer.
const HOPE: Duration = Duration::from_secs(10);
/// A worker that brings nothing back so often in a row is on the bench: what it says of a fixture does not count against the
/// fixture, and it is given nothing by name, until it plays one.
const BENCH: u32 = 3;
/// The most that a worker plays at once.
const MOST_AT_ONCE: usize = 1024;

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
    /// What its jobs are known by.
    pub seal: Seal,
    /// The entrants, by their numbers in the ledger.
    pub bots: Vec<usize>,
    /// The number of the first job: higher than any of an earlier run, whose jobs and answers may still be on their way.
    pub first: u64,
    /// Who was not believed in an earlier run, and why.
    pub quarantined: BTreeMap<String, String>,
}

/// Why a result is not taken in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not so: whoever said it lies.
    Untrue(String),
    /// It cannot be looked at or kept here, which is nobody's fault but this machine's.
    Here(String),
}

/// A job that has no answer yet.
struct Open {
    job: Job,
    is_sent: bool,
    since: Duration,
}

/// How a worker has done.
#[derive(Default)]
struct Form {
    /// How often in a row it has brought nothing back.
    misses: u32,
    /// What it said last.
    why: String,
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
    /// Who has had a fixture and not brought it back.
    tried: HashMap<Key, BTreeSet<String>>,
    open: BTreeMap<u64, Open>,
    next: u64,
    /// What is to be played again, and not in a job yet.
    to_audit: VecDeque<Audit>,
    /// What is played again, by job.
    audits: BTreeMap<u64, Audit>,
    disputes: VecDeque<Dispute>,
    /// How many of them are being decided.
    deciding: usize,
    done: Vec<Done>,
    distrusted: Vec<Distrust>,
    quarantined: BTreeMap<String, String>,
    workers: Vec<Status>,
    declined: BTreeMap<String, String>,
    forms: BTreeMap<String, Form>,
    /// Whose jobs are not waited for any more.
    abandoned: BTreeSet<String>,
    helpless_since: Option<Duration>,
    is_hopeless: bool,
    batch: usize,
    fixture_ms: f64,
    longest: Duration,
    counted: Audits,
    came: u64,
    strays: u64,
}

impl Organiser {
    /// One with nothing to do.
    pub fn new(options: Options) -> Organiser {
        Organiser {
            random: Rng::new(options.secret),
            held: HashMap::new(),
            waiting: VecDeque::new(),
            alone: HashSet::new(),
            tried: HashMap::new(),
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
            forms: BTreeMap::new(),
            abandoned: BTreeSet::new(),
            helpless_since: None,
            is_hopeless: false,
            batch: if options.programs { 1 } else { 4 },
            fixture_ms: 0.0,
            longest: Duration::ZERO,
            counted: Audits::default(),
            came: 0,
            strays: 0,
            options,
        }
    }

    /// How many more fixtures it would like to have.
    pub fn room(&self) -> usize {
        let slots: usize = self.believed().map(|status| status.concurrency.min(MOST_AT_ONCE)).sum();
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
    /// at now. Bots that were other bots then cannot be asked again.
    pub fn resume(&mut self, records: &[Record]) {
        for record in records {
            if let Some(worker) = &record.worker
                && record.fixture.key.bots.iter().all(|bot| self.options.bots.contains(bot))
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
    pub fn unsent(&mut self, now: Duration) -> Vec<Job> {
        while let Some(audit) = self.to_audit.pop_front() {
            self.audit(audit, now);
        }
        while let Some(first) = self.waiting.pop_front() {
            // Whoever did not bring it back is not asked again, as long as there are others.
            if self.tried.contains_key(&first.key)
                && let Some(other) = self.another(&first.key)
            {
                self.post(vec![first], Some(other), false, now);
                continue;
            }
            let is_single = |key: &Key| self.alone.contains(key) || self.tried.contains_key(key);
            let mut fixtures = vec![first];
            while fixtures.len() < self.batch
                && !is_single(&fixtures[0].key)
                && self.waiting.front().is_some_and(|next| !is_single(&next.key))
            {
                fixtures.extend(self.waiting.pop_front());
            }
            self.post(fixtures, None, false, now);
        }
        self.open.values().filter(|open| !open.is_sent).map(|open| open.job.clone()).collect()
    }

    /// A job lies in the queue.
    pub fn sent(&mut self, number: u64) {
        if let Some(open) = self.open.get_mut(&number) {
            open.is_sent = true;
        }
    }

    /// A job cannot be put into the queue, however often that is tried.
    pub fn unsendable(&mut self, number: u64) {
        if let Some(Open { job, .. }) = self.open.remove(&number) {
            self.back_from(job);
        }
    }

    fn post(&mut self, fixtures: Vec<Fixture>, to: Option<String>, audit: bool, now: Duration) -> u64 {
        let number = self.next;
        self.next += 1;
        let mut job = Job { charter: self.options.charter.clone(), number, nonce: String::new(), fixtures, to, audit };
        job.nonce = self.options.seal.nonce(&job);
        self.open.insert(number, Open { job, is_sent: false, since: now });
        number
    }

    /// Jobs in the queue that were not answered.
    pub fn out(&self) -> usize {
        self.open.values().filter(|open| open.is_sent).count()
    }

    /// The queue has lost what was in it, or some of it. What only one worker was to play may still lie there: if that one
    /// never answers, it would stand for whatever is lost next, and nobody would see that anything is missing.
    pub fn queue_is_lost(&mut self) {
        for (_, Open { job, .. }) in std::mem::take(&mut self.open) {
            self.abandoned.extend(job.to.clone());
            self.back_from(job);
        }
    }

    /// A job that is not out any more, and was not answered.
    fn back_from(&mut self, job: Job) {
        match self.audits.remove(&job.number) {
            Some(audit) => self.disputes.push_back(Dispute { audit, other: None }),
            None => self.wait_again(job.fixtures),
        }
    }

    /// Who is there now.
    pub fn workers(&mut self, workers: Vec<Status>, now: Duration) {
        self.declined.retain(|name, _| workers.iter().any(|status| status.worker == *name));
        self.workers = workers;
        for status in self.workers.iter().filter(|status| status.wire != wire::VERSION) {
            let theirs = if status.wire.is_empty() { "v1" } else { status.wire.as_str() };
            let why = format!("it speaks {theirs} of the fleet's language, the organiser {}", wire::VERSION);
            self.declined.insert(status.worker.clone(), why);
        }
        let late = self.open.values().filter(|open| self.is_late(open, now)).map(|open| open.job.number);
        for number in late.collect::<Vec<u64>>() {
            let Some(Open { job, .. }) = self.open.remove(&number) else { continue };
            let silent = job.to.clone().unwrap_or_default();
            self.abandoned.insert(silent.clone());
            if job.audit {
                self.note_miss(&silent, "it says nothing to what it is asked to play again");
                self.back_from(job);
                continue;
            }
            for fixture in job.fixtures {
                self.missed(fixture, &silent, "no word came of it".into(), false);
            }
        }
        // What lies in the queue is what is waited for, or nobody could tell whether something is missing.
        for worker in self.abandoned.clone() {
            self.take_back(&worker);
        }
        self.look_for_hope(now);
    }

    /// Takes back what only one worker was to play.
    fn take_back(&mut self, worker: &str) {
        let own = self.open.values().filter(|open| open.job.to.as_deref() == Some(worker));
        for number in own.map(|open| open.job.number).collect::<Vec<u64>>() {
            if let Some(Open { job, .. }) = self.open.remove(&number) {
                self.back_from(job);
            }
        }
        self.abandoned.insert(worker.into());
    }

    /// Whether something that is out is neither in the queue nor answered, where so many jobs and answers are.
    pub fn misses(&self, jobs: u64, answers: u64) -> bool {
        jobs + answers < self.out() as u64
    }

    /// Workers whose own jobs are to be taken out of the queue, since this was asked last.
    pub fn take_abandoned(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.abandoned)
    }

    /// Whether a job for one worker has been waited for long enough.
    fn is_late(&self, open: &Open, now: Duration) -> bool {
        let Some(to) = &open.job.to else { return false };
        let waited = now.saturating_sub(open.since);
        let Some(status) = self.workers.iter().find(|status| status.worker == *to) else { return waited > PATIENCE };
        // Whatever it was given before comes first.
        let before = self.open.range(..open.job.number).filter(|(_, other)| other.job.to.as_ref() == Some(to)).count();
        let rounds = 1 + before / status.concurrency.max(1);
        waited > SILENCE.max(self.longest * SILENCE_TIMES) * rounds.min(1000) as u32
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
            self.give_up(fixture, why);
        }
    }

    /// Somebody else organises the tournament now.
    pub fn oust(&mut self) {
        let in_question = self.to_audit.iter().chain(self.audits.values()).map(|audit| &audit.fixture);
        let in_question = in_question.chain(self.disputes.iter().map(|dispute| &dispute.audit.fixture));
        if let Some(fixture) = self.held.values().chain(in_question).next().cloned() {
            self.give_up(fixture, "another organiser has taken this tournament over".into());
        }
        self.let_go();
    }

    /// Nothing will come of it.
    fn give_up(&mut self, fixture: Fixture, why: String) {
        self.done.push(Done { fixture, outcome: Outcome::Hopeless(why) });
        self.is_hopeless = true;
        self.let_go();
    }

    fn believed(&self) -> impl Iterator<Item = &Status> {
        self.workers.iter().filter(|status| !self.quarantined.contains_key(&status.worker))
    }

    /// Those who can be given something by name.
    fn able(&self) -> impl Iterator<Item = &str> {
        let names = self.believed().map(|status| status.worker.as_str());
        names.filter(|name| !self.declined.contains_key(*name) && !self.is_benched(name))
    }

    /// Somebody who has not tried a fixture yet.
    fn another(&mut self, key: &Key) -> Option<String> {
        let tried = self.tried.get(key);
        let others: Vec<String> =
            self.able().filter(|name| !tried.is_some_and(|tried| tried.contains(*name))).map(String::from).collect();
        (!others.is_empty()).then(|| others[self.random.index(others.len())].clone())
    }

    fn is_benched(&self, worker: &str) -> bool {
        self.forms.get(worker).is_some_and(|form| form.misses >= BENCH)
    }

    fn note_miss(&mut self, worker: &str, why: &str) {
        let form = self.forms.entry(worker.into()).or_default();
        form.misses += 1;
        form.why = why.into();
    }

    /// Whether an answer is one to a job of ours, from somebody whose job it was. Nothing else is heard.
    pub fn expects(&self, Answer { job, worker, .. }: &Answer) -> bool {
        job.charter == self.options.charter
            && self.options.seal.is_on(job)
            && job.to.as_ref().is_none_or(|to| to == worker)
    }

    /// Whether files of an answer are looked at: those of an audit are not, nor of somebody who is not believed, nor of what
    /// is not waited for.
    pub fn wants_files(&self, answer: &Answer) -> bool {
        self.expects(answer)
            && !answer.job.audit
            && !self.quarantined.contains_key(&answer.worker)
            && answer.job.fixtures.iter().any(|fixture| self.held.get(&fixture.key) == Some(fixture))
    }

    /// Takes in an answer. `prove` says whether a result is what its files say, and keeps them.
    pub fn answer(&mut self, answer: Answer, mut prove: impl FnMut(&mut Record, &[Parcel]) -> Result<(), Refusal>) {
        if !self.expects(&answer) {
            self.strays += 1;
            return;
        }
        let Answer { job, worker, what } = answer;
        // An answer may come from before a restart; then nobody waits for the job, but its fixtures may be wanted.
        let is_open = self.open.remove(&job.number).is_some();
        if job.audit {
            let audit = self.audits.remove(&job.number).filter(|_| is_open);
            return audit.into_iter().for_each(|audit| self.audited(audit, &worker, &what));
        }
        let asked = job.fixtures;
        if self.quarantined.contains_key(&worker) {
            return self.wait_again(asked);
        }
        match what {
            What::Played(all) => {
                self.declined.remove(&worker);
                match self.played(&asked, all, &worker, &mut prove) {
                    Ok(()) => {}
                    Err((_, Refusal::Untrue(why))) => self.quarantine(&worker, why),
                    Err((fixture, Refusal::Here(why))) => return self.give_up(fixture, why),
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
            What::Lost(why) => asked.into_iter().for_each(|fixture| self.missed(fixture, &worker, why.clone(), true)),
        }
    }

    /// A worker did not bring a fixture back. That counts against the fixture once for every worker, so that nobody alone can
    /// have it given up where there are others.
    fn missed(&mut self, fixture: Fixture, worker: &str, why: String, is_lost: bool) {
        if self.held.get(&fixture.key) != Some(&fixture) {
            return;
        }
        let tried = self.tried.entry(fixture.key.clone()).or_default();
        let is_first = tried.insert(worker.into());
        if tried.len() == 1 {
            // Where others failed before, it may be the fixture.
            self.note_miss(worker, &why);
        }
        let has_others = self.another(&fixture.key).is_some();
        if has_others && (!is_first || self.is_benched(worker)) {
            return self.wait_again(vec![fixture]);
        }
        self.let_in(&fixture);
        let worker = Some(worker.to_string());
        let outcome = match is_lost && !has_others {
            true => Outcome::Parked { why, worker },
            false => Outcome::Failed { why, worker },
        };
        self.done.push(Done { fixture, outcome });
    }

    /// Whether a fixture is waited for; then it is so no more.
    fn let_in(&mut self, fixture: &Fixture) -> bool {
        let is_held = self.held.get(&fixture.key) == Some(fixture);
        if is_held {
            self.held.remove(&fixture.key);
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

    /// Takes in what was played, until something is refused.
    fn played(
        &mut self,
        asked: &[Fixture],
        all: Vec<One>,
        worker: &str,
        prove: &mut impl FnMut(&mut Record, &[Parcel]) -> Result<(), Refusal>,
    ) -> Result<(), (Fixture, Refusal)> {
        if let (Some(first), true) = (asked.first(), all.len() != asked.len()) {
            let why = format!("{} results for {} fixtures", all.len(), asked.len());
            return Err((first.clone(), Refusal::Untrue(why)));
        }
        for (fixture, one) in asked.iter().zip(all) {
            if self.held.get(&fixture.key) != Some(fixture) {
                continue;
            }
            let (mut record, files) = match one {
                One::Record { record, files } => (record, files),
                One::Failed(why) => {
                    self.missed(fixture.clone(), worker, why, false);
                    continue;
                }
            };
            let untrue = |why: String| (fixture.clone(), Refusal::Untrue(why));
            if record.fixture != *fixture {
                let theirs = &record.fixture.key;
                return Err(untrue(format!("asked for the fixture {}, it played {theirs}", fixture.key)));
            }
            record.worker = Some(worker.into());
            prove(&mut record, &files).map_err(|refusal| match refusal {
                Refusal::Untrue(why) => untrue(format!("fixture {}: {why}", fixture.key)),
                Refusal::Here(why) => (fixture.clone(), Refusal::Here(why)),
            })?;
            self.learn_pace(&record);
            self.forms.remove(worker);
            if self.is_drawn() {
                self.to_audit.push_back(Audit::of(&record, worker));
            }
            self.let_in(fixture);
            self.alone.remove(&fixture.key);
            self.tried.remove(&fixture.key);
            self.done.push(Done { fixture: fixture.clone(), outcome: Outcome::Played(record) });
        }
        Ok(())
    }

    fn learn_pace(&mut self, record: &Record) {
        // Times are a worker's own word: none makes us wait for ever.
        let took: u64 = record.games.iter().map(|game| game.ms.min(600_000)).sum();
        self.longest = self.longest.max(Duration::from_millis(took.min(600_000)));
        if self.options.programs {
            return;
        }
        let ms = record.games.iter().map(|game| game.ms as f64).sum::<f64>().max(0.1);
        self.fixture_ms = if self.fixture_ms > 0.0 { 0.9 * self.fixture_ms + 0.1 * ms } else { ms };
        self.batch = ((JOB_MS / self.fixture_ms) as usize).clamp(1, MOST);
    }

    /// Has a fixture played again by somebody else.
    fn audit(&mut self, audit: Audit, now: Duration) {
        let others: Vec<String> = self.able().filter(|name| *name != audit.by).map(String::from).collect();
        if others.is_empty() {
            return self.disputes.push_back(Dispute { audit, other: None });
        }
        let auditor = others[self.random.index(others.len())].clone();
        let number = self.post(vec![audit.fixture.clone()], Some(auditor), true, now);
        self.audits.insert(number, audit);
    }

    fn audited(&mut self, audit: Audit, auditor: &str, what: &What) {
        let marks = match what {
            What::Played(all) => match all.as_slice() {
                [One::Record { record, .. }] if record.fixture == audit.fixture => Some(Mark::of(record)),
                _ => None,
            },
            _ => None,
        };
        match marks {
            Some(marks) if marks == audit.marks => self.counted.same += 1,
            Some(marks) => self.disputes.push_back(Dispute { audit, other: Some((auditor.into(), marks)) }),
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
            let counted = if verdict.ours == dispute.audit.marks {
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
        // What is out stays open: it lies in the queue until it is answered, or until its auditor is late.
        self.audits.retain(|_, audit| audit.by != worker);
        self.disputes.retain(|dispute| dispute.audit.by != worker);
        self.to_audit.retain(|audit| audit.by != worker);
        self.take_back(worker);
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

    /// Who is there and does not play, because it has said no or brings nothing back, and why.
    pub fn idle(&self) -> BTreeMap<String, String> {
        let benched = self.workers.iter().filter(|status| self.is_benched(&status.worker)).filter_map(|status| {
            let form = self.forms.get(&status.worker)?;
            Some((
                status.worker.clone(),
                format!("it brought nothing back {} times in a row: {}", form.misses, form.why),
            ))
        });
        benched.chain(self.declined.clone()).collect()
    }

    /// Whether it was given up.
    pub fn is_hopeless(&self) -> bool {
        self.is_hopeless
    }

    /// Answers that nobody had asked for.
    pub fn strays(&self) -> u64 {
        self.strays
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
