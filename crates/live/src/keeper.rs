//! The keeper of one game: what is durable, what is being tried, and which requests were seen.
//!
//! Orders are judged on a draft. The draft becomes the game when its records are committed, and is thrown away when they
//! cannot be; nothing is answered before. So what was answered is durable, and what is not durable never happened.

use crate::driver::{Driver, Held, Made, Told};
use crate::head::Head;
use crate::logged::Logged;
use crate::refusal::Refusal;
use crate::request::{ActionResult, Answer, Posted, Request, Results};
use crate::requests::{Requests, Seen};
use serde_json::value::{RawValue, to_raw_value};
use skirmish_house::store::{Failure, Journal, RequestKey, Store, Stored, Write};
use std::sync::Arc;

/// A snapshot is made after so many records.
const SNAPSHOT_EVERY: i64 = 500;
/// How often a game that nothing happens in says that it is alive.
const HEARTBEAT_MS: i64 = 30_000;
/// Records are read in pages.
const PAGE: usize = 1000;

/// One game.
pub struct Keeper {
    journal: i64,
    head: Arc<Head>,
    durable: Driver,
    draft: Option<Driver>,
    writes: Vec<Write>,
    told: Vec<Told>,
    requests: Requests,
    snapshot_n: i64,
    /// The last sign of life that is stored, and the one that is about to be.
    alive_ms: i64,
    beat_ms: Option<i64>,
    /// The time that the game was down has not been made up for yet.
    was_down: bool,
}

/// What somebody wants of a game.
#[derive(Clone, Debug)]
pub enum Order {
    /// A player acts.
    Act(Request),
    /// Somebody joins.
    Join {
        seat: String,
    },
    /// A player gives up.
    Resign {
        seat: String,
        key: Option<RequestKey>,
    },
    Start,
    Pause {
        why: String,
    },
    Resume,
    Abort {
        why: String,
    },
}

/// Why a game cannot be played on. The others can.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Broken {
    #[error("record {n} of the log is damaged: {why}")]
    Record { n: i64, why: String },
    #[error("{0}")]
    Head(String),
    #[error(transparent)]
    Store(#[from] Failure),
}

/// What was found when a game was opened.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// Things that an operator should know.
    pub warnings: Vec<String>,
    /// Records played again.
    pub replayed: i64,
}

impl Keeper {
    /// A new game, and the first writes of its journal.
    pub fn create(journal: i64, head: Head) -> Result<(Keeper, Write), Refusal> {
        let durable = Driver::new(&head).map_err(|why| Refusal::new("bad_config", why))?;
        let text = serde_json::to_string(&head).expect("heads serialise");
        let created_ms = head.created_ms;
        let write = Write::Journal(Journal {
            id: journal,
            kind: "zords".into(),
            name: head.name.clone(),
            head: text,
            created_ms,
        });
        Ok((Keeper::holding(journal, head, durable, created_ms), write))
    }

    fn holding(journal: i64, head: Head, durable: Driver, alive_ms: i64) -> Keeper {
        let snapshot_n = durable.records();
        Keeper {
            journal,
            head: Arc::new(head),
            durable,
            draft: None,
            writes: Vec::new(),
            told: Vec::new(),
            requests: Requests::default(),
            snapshot_n,
            alive_ms,
            beat_ms: None,
            was_down: false,
        }
    }

    /// Opens a game from its log: the newest snapshot that can be read, and all records after it. A damaged last record is
    /// cut off; any other damage stops the game, whether a snapshot comes after it or not.
    pub fn open(store: &dyn Store, journal: &Journal) -> Result<(Keeper, Found), Broken> {
        let head = Head::read(&journal.head).map_err(Broken::Head)?;
        let mut found = Found::default();
        let mut driver = Driver::new(&head).map_err(Broken::Head)?;
        for stored in store.snapshots(journal.id)? {
            let (n, why) = match stored {
                Stored::Damaged { n, why } => (n, why),
                Stored::Good(snapshot) => match Driver::restore(&head, &snapshot) {
                    Ok(restored) if is_logged(store, journal.id, &restored)? => {
                        driver = restored;
                        break;
                    }
                    Ok(_) => (snapshot.n, "the log has no such record with its state".into()),
                    Err(why) => (snapshot.n, why),
                },
            };
            found.warnings.push(format!("the snapshot after record {n} is not used: {why}"));
        }
        let mut requests = known_requests(store, journal.id, driver.records())?;
        let snapshot_n = driver.records();
        loop {
            let page = store.records(journal.id, driver.records(), PAGE)?;
            let (count, full) = (page.len(), page.len() == PAGE);
            for (i, stored) in page.into_iter().enumerate() {
                match stored {
                    Stored::Good(record) => {
                        driver.fold(&record).map_err(|why| Broken::Record { n: record.n, why })?;
                        found.replayed += 1;
                        if let Some(key) = record.key {
                            requests.learn(record.n, key);
                        }
                    }
                    Stored::Damaged { n, why } if i + 1 == count && is_last(store, journal.id, n)? => {
                        store.commit(&[Write::Cut { journal: journal.id, n }])?;
                        found.warnings.push(format!("record {n}, the last one, was torn and is cut off: {why}"));
                    }
                    Stored::Damaged { n, why } => return Err(Broken::Record { n, why }),
                }
            }
            if !full {
                break;
            }
        }
        let alive_ms = store.heartbeat(journal.id)?.unwrap_or(head.created_ms);
        let keeper = Keeper { requests, snapshot_n, ..Keeper::holding(journal.id, head, driver, alive_ms) };
        Ok((keeper, found))
    }

    /// Opens the game again, because nobody knows what was stored of it. What only memory knows is taken over.
    pub fn open_again(&self, store: &dyn Store, journal: &Journal) -> Result<(Keeper, Found), Broken> {
        let (mut keeper, found) = Keeper::open(store, journal)?;
        // If anything was stored, making up for the time it was down came first.
        keeper.was_down = self.was_down && keeper.durable.records() == self.durable.records();
        keeper.durable.take_over(&self.durable);
        keeper.requests.take_over(&self.requests);
        Ok((keeper, found))
    }

    /// The service is up again.
    pub fn wake(&mut self, now_ms: i64) {
        self.durable.wake(self.alive_ms, now_ms);
        self.was_down = !self.was_held_by_clock();
    }

    /// Makes up for the time the game was down, before anything else happens. If that cannot be stored, it is due again.
    fn rise(&mut self, now_ms: i64) {
        if self.was_down && self.draft.is_none() {
            let shift = self.draft().rise(now_ms);
            self.keep(shift.into_iter().collect());
            self.beat(now_ms);
        }
    }

    /// Whether the clock was too far ahead to be believed when the service came up.
    pub fn was_held_by_clock(&self) -> bool {
        matches!(self.durable.held(), Some(Held::Clock { .. }))
    }

    pub fn journal(&self) -> i64 {
        self.journal
    }

    pub fn head(&self) -> &Arc<Head> {
        &self.head
    }

    /// The game as it is stored.
    pub fn driver(&self) -> &Driver {
        &self.durable
    }

    fn draft(&mut self) -> &mut Driver {
        self.draft.get_or_insert_with(|| self.durable.clone())
    }

    fn keep(&mut self, made: Vec<Made>) {
        for made in made {
            self.told.extend(made.told);
            self.writes.push(Write::Record { journal: self.journal, record: made.record });
        }
        // Time has not passed since the last record, so the state is that of the log.
        if self.draft().records() - self.snapshot_n >= SNAPSHOT_EVERY {
            let snapshot = self.draft().snapshot();
            self.snapshot_n = snapshot.n;
            self.writes.push(Write::Snapshot { journal: self.journal, snapshot });
        }
    }

    fn beat(&mut self, now_ms: i64) {
        let at_ms = self.alive_ms.max(now_ms);
        self.beat_ms = Some(at_ms);
        self.writes.push(Write::Heartbeat { journal: self.journal, at_ms });
    }

    /// Lets time pass: changes of days that are due, a few at a time so that others are served in between, and a sign of
    /// life now and then.
    pub fn tick(&mut self, now_ms: i64) {
        self.rise(now_ms);
        for _ in 0..4 {
            match self.draft().due(now_ms) {
                Some(made) => self.keep(vec![made]),
                None => break,
            }
        }
        self.draft().pass(now_ms);
        let lives = !self.durable.is_over() && !self.was_held_by_clock();
        if lives && now_ms - self.beat_ms.unwrap_or(self.alive_ms) >= HEARTBEAT_MS {
            self.beat(now_ms);
        }
    }

    /// Judges an order. The answer holds once the next commit is made; if the order is done, `with` becomes true as well.
    pub fn handle(&mut self, store: &dyn Store, now_ms: i64, order: Order, with: Vec<Write>) -> Answer {
        let answer = self.judge(store, now_ms, order);
        if matches!(answer, Answer::Done { again: false, .. }) {
            self.writes.extend(with);
        }
        answer
    }

    fn judge(&mut self, store: &dyn Store, now_ms: i64, order: Order) -> Answer {
        self.rise(now_ms);
        // All days that are due change before anybody acts on the new one.
        while let Some(made) = self.draft().due(now_ms) {
            self.keep(vec![made]);
        }
        match order {
            Order::Act(request) => self.act(store, now_ms, request),
            Order::Resign { seat, key } => self.resign(store, now_ms, seat, key),
            Order::Join { seat } => {
                let made = self.draft().join(now_ms, &seat);
                self.simply(made.map(|made| vec![made]))
            }
            Order::Start => {
                let made = self.draft().start(now_ms);
                self.simply(made.map(|made| vec![made]))
            }
            Order::Pause { why } => {
                let made = self.draft().pause(now_ms, &why);
                self.simply(made.map(|made| vec![made]))
            }
            Order::Resume => {
                let made = self.draft().resume(now_ms);
                if made.is_ok() {
                    self.beat(now_ms);
                }
                self.simply(made)
            }
            Order::Abort { why } => {
                let made = self.draft().abort(now_ms, &why);
                self.simply(made.map(|made| vec![made]))
            }
        }
    }

    /// The answer to an order that is done or not.
    fn simply(&mut self, made: Result<Vec<Made>, Refusal>) -> Answer {
        let made = match made {
            Ok(made) => made,
            Err(refusal) => return self.refused(refusal, None),
        };
        self.keep(made);
        let seq = self.draft().state().seq();
        let body = to_raw_value(&serde_json::json!({"ok": true, "seq": seq})).expect("answers serialise");
        Answer::Done { body, again: false }
    }

    fn refused(&mut self, refusal: Refusal, index: Option<usize>) -> Answer {
        Answer::refused(refusal, self.draft().state().seq(), index)
    }

    /// The answer that a request had before, if it was seen before.
    fn answered(&mut self, store: &dyn Store, key: Option<&RequestKey>) -> Option<Answer> {
        match self.requests.find(key?) {
            Seen::Never => None,
            Seen::Answered(answer) => Some(answer.repeated()),
            Seen::Reused(refusal) => Some(self.refused(refusal, None)),
            Seen::Stored(n) => Some(match stored_answer(store, self.journal, n) {
                Ok(answer) => answer,
                Err(why) => self.refused(Refusal::new("not_stored", why), None),
            }),
        }
    }

    fn resign(&mut self, store: &dyn Store, now_ms: i64, seat: String, key: Option<RequestKey>) -> Answer {
        if let Some(answer) = self.answered(store, key.as_ref()) {
            return answer;
        }
        let mut made = match self.draft().resign(now_ms, &seat) {
            Ok(made) => made,
            Err(refusal) => return self.refused(refusal, None),
        };
        let body = to_raw_value(&serde_json::json!({"ok": true, "seq": made.logged.seq})).expect("answers serialise");
        let answer = Answer::Done { body: body.clone(), again: false };
        if let Some(key) = key {
            made.remember(key.clone(), body);
            self.requests.await_commit(key, made.record.n, answer.clone());
        }
        self.keep(vec![made]);
        answer
    }

    fn act(&mut self, store: &dyn Store, now_ms: i64, request: Request) -> Answer {
        if let Some(answer) = self.answered(store, request.key.as_ref()) {
            return answer;
        }
        let Request { seat, key, if_seq, posted } = request;
        let seq = self.draft().state().seq();
        if if_seq.is_some_and(|wanted| wanted != seq) {
            let message = format!("the game has gone on: its seq is {seq}");
            let answer = self.refused(Refusal::new("stale", message), None);
            // A copy that comes late must not be done after its sender was told that it is stale.
            if let Some(key) = key {
                self.requests.refuse(key, answer.clone(), now_ms);
            }
            return answer;
        }
        let before = self.draft().clone();
        let (answer, mut made) = match posted {
            Posted::One(action) => self.act_once(now_ms, &seat, &action),
            Posted::Wish(wish) => {
                let action = wish.action(self.draft());
                match self.act_once(now_ms, &seat, &action) {
                    (Answer::Refused { refusal, .. }, made) => {
                        let refusal = wish.refusal(self.draft(), &seat, refusal);
                        (self.refused(refusal, None), made)
                    }
                    done => done,
                }
            }
            Posted::List { actions, day, atomic } => self.act_all(now_ms, &seat, &actions, day, atomic),
        };
        if made.is_empty() {
            // Nothing happened but the passage of time, which is kept.
            let mut undone = before;
            undone.pass(now_ms);
            self.draft = Some(undone);
            // Who is asked to come again later is then judged anew.
            let later = matches!(&answer, Answer::Refused { refusal, .. } if refusal.status() == 503);
            if let Some(key) = key.filter(|_| !later) {
                self.requests.refuse(key, answer.clone(), now_ms);
            }
            return answer;
        }
        if let (Some(key), Answer::Done { body, .. }) = (key, &answer) {
            made[0].remember(key.clone(), body.clone());
            self.requests.await_commit(key, made[0].record.n, answer.clone());
        }
        self.keep(made);
        answer
    }

    fn act_once(&mut self, now_ms: i64, seat: &str, action: &RawValue) -> (Answer, Vec<Made>) {
        match self.draft().act(now_ms, seat, action, None) {
            Ok(made) => {
                let body = to_raw_value(&accepted(self.draft(), seat, &made)).expect("results serialise");
                (Answer::Done { body, again: false }, vec![made])
            }
            Err(refusal) => (self.refused(refusal, None), Vec::new()),
        }
    }

    fn act_all(
        &mut self,
        now_ms: i64,
        seat: &str,
        actions: &[Box<RawValue>],
        day: Option<i32>,
        atomic: bool,
    ) -> (Answer, Vec<Made>) {
        if let Some(refusal) = self.not_running() {
            return (self.refused(refusal, None), Vec::new());
        }
        let most = usize::try_from(self.draft().game().max_actions()).unwrap_or(usize::MAX);
        let seq = self.draft().state().seq();
        let (mut results, mut all) = (Vec::new(), Vec::new());
        for (i, action) in actions.iter().enumerate() {
            let judged = match i < most {
                true => self.draft().act(now_ms, seat, action, day),
                false => Err(skirmish_core::Reason::TOO_MANY_ACTIONS.into()),
            };
            match judged {
                Ok(made) => {
                    results.push(accepted(self.draft(), seat, &made));
                    all.push(made);
                }
                // Nothing of it will have happened, so the game's seq is that of before.
                Err(refusal) if atomic => return (Answer::refused(refusal, seq, Some(i)), Vec::new()),
                Err(refusal) => {
                    let seq = self.draft().state().seq();
                    results.push(ActionResult::rejected(refusal, seq));
                }
            }
        }
        let body = Results { ok: true, seq: self.draft().state().seq(), results }.body();
        (Answer::Done { body, again: false }, all)
    }

    /// Why no list can be judged at all.
    fn not_running(&mut self) -> Option<Refusal> {
        use skirmish_zords::state::Status;
        let draft = self.draft();
        match (draft.held(), draft.state().status()) {
            (_, Status::Waiting) => Some(crate::refusal::not_started()),
            (_, Status::Over | Status::Aborted) => Some(crate::refusal::over()),
            (Some(held), Status::Running) => Some(held.refusal()),
            (None, Status::Running) => None,
        }
    }

    /// What must be committed; empty if nothing must.
    pub fn writes(&self) -> &[Write] {
        &self.writes
    }

    /// The writes are durable: the draft becomes the game. Returns what is to be told of it.
    pub fn committed(&mut self) -> Vec<Told> {
        if let Some(draft) = self.draft.take() {
            self.durable = draft;
        }
        self.was_down = false;
        self.alive_ms = self.beat_ms.take().unwrap_or(self.alive_ms);
        self.writes.clear();
        self.requests.committed();
        std::mem::take(&mut self.told)
    }

    /// The writes came to nothing: the game is as it was.
    pub fn dropped(&mut self) {
        self.draft = None;
        self.beat_ms = None;
        self.writes.clear();
        self.told.clear();
        self.requests.forget_pending();
        self.snapshot_n = self.snapshot_n.min(self.durable.records());
    }
}

/// The result of an action that was accepted.
fn accepted(driver: &Driver, seat: &str, made: &Made) -> ActionResult {
    let number = driver.state().seat_called(skirmish_zords::Name::of(seat));
    let (actions, points) = number.and_then(|seat| driver.state().means(seat)).unwrap_or_default();
    ActionResult::Accepted { ok: true, seq: made.logged.seq, actions, points, events: made.logged.events.clone() }
}

/// Whether the log leads to the state of a snapshot. The record may have been cut off since, or be another one.
fn is_logged(store: &dyn Store, journal: i64, driver: &Driver) -> Result<bool, Failure> {
    let stored = store.records(journal, driver.records() - 1, 1)?.into_iter().next();
    Ok(match stored {
        Some(Stored::Good(record)) => {
            (record.n, record.first_event + record.events) == (driver.records(), driver.events() + 1)
                && Logged::read(&record.body).is_ok_and(|logged| logged.hash == driver.hash())
        }
        _ => false,
    })
}

/// The requests of all records up to number `upto`. They are not played again, but they must be whole: streams, replays and
/// answers to requests that come again are made from them.
fn known_requests(store: &dyn Store, journal: i64, upto: i64) -> Result<Requests, Broken> {
    let (mut requests, mut n) = (Requests::default(), 0);
    while n < upto {
        let page = store.records(journal, n, PAGE.min((upto - n) as usize))?;
        if page.is_empty() {
            return Err(Broken::Record { n: n + 1, why: "it is missing".into() });
        }
        for stored in page {
            match stored {
                Stored::Good(record) => {
                    n = record.n;
                    if let Some(key) = record.key {
                        requests.learn(n, key);
                    }
                }
                Stored::Damaged { n, why } => return Err(Broken::Record { n, why }),
            }
        }
    }
    Ok(requests)
}

/// Whether a record is the last of its journal.
fn is_last(store: &dyn Store, journal: i64, n: i64) -> Result<bool, Failure> {
    Ok(store.records(journal, n, 1)?.is_empty())
}

/// The answer that is stored with a record.
fn stored_answer(store: &dyn Store, journal: i64, n: i64) -> Result<Answer, String> {
    match store.records(journal, n - 1, 1).map_err(|why| why.to_string())?.into_iter().next() {
        Some(Stored::Good(record)) if record.n == n => {
            let body = Logged::read(&record.body)?.answer.ok_or("the record has no answer")?;
            Ok(Answer::Done { body, again: true })
        }
        _ => Err(format!("record {n} cannot be read")),
    }
}
