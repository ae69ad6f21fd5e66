//! The writer: all games of a service, and the one place where they are written.
//!
//! It works in rounds. Everything that has come in is judged, all records of all games go to the store in one commit, and
//! then everybody is answered. The more comes in, the more share a commit.

use crate::driver::Told;
use crate::head::Head;
use crate::keeper::{Broken, Keeper, Order};
use crate::logged::Logged;
use crate::refusal::Refusal;
use crate::request::Answer;
use crate::timekeeper::{Reading, Timekeeper};
use serde_json::Value;
use skirmish_house::clock::Clock;
use skirmish_house::store::{Failure, Journal, Store, Stored, Write};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All games of a service.
pub struct Writer {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    timekeeper: Timekeeper,
    games: BTreeMap<i64, Slot>,
    next: i64,
    /// A commit was lost on its way, and the games were not read again yet. Nothing is judged until they are.
    in_doubt: bool,
}

/// A game, or why it cannot be played on.
pub enum Slot {
    Kept(Box<Keeper>),
    Broken(BrokenGame),
}

/// A game that cannot be played on.
#[derive(Clone, PartialEq, Debug)]
pub struct BrokenGame {
    pub game: i64,
    pub name: String,
    /// Whether only players and operators may know of it.
    pub private: bool,
    /// What is damaged, for those who can mend it.
    pub why: String,
}

impl BrokenGame {
    fn new(journal: Journal, why: &Broken) -> BrokenGame {
        let private = crate::head::is_private(&journal.head);
        BrokenGame { game: journal.id, name: journal.name, private, why: why.to_string() }
    }
}

/// What somebody wants, with whatever the answer is to be found by.
pub struct Job<T> {
    pub ticket: T,
    pub task: Task,
    /// What becomes true with it, if it is done.
    pub with: Vec<Write>,
}

pub enum Task {
    /// A new game, with those who are in it from the start.
    Create {
        head: Box<Head>,
        seats: Vec<String>,
    },
    Order {
        game: i64,
        order: Order,
    },
}

/// What came of a round.
pub struct Round<T> {
    pub answers: Vec<(T, Answer)>,
    /// What is durable now, and is to be told, by game.
    pub told: Vec<(i64, Vec<Told>)>,
    pub reading: Reading,
}

/// What an operator should know of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Notice {
    pub game: i64,
    pub text: String,
}

impl Writer {
    /// Opens all games of a store. Those that cannot be played on are kept apart and said.
    pub fn open(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Result<(Writer, Vec<Notice>), Failure> {
        let timekeeper = Timekeeper::new(&*clock);
        let (mut games, mut notices, mut next) = (BTreeMap::new(), Vec::new(), 1);
        let now_ms = clock.wall_ms();
        for journal in store.journals()? {
            next = next.max(journal.id + 1);
            if journal.kind != "zords" {
                continue;
            }
            let mut notice = |text: String| notices.push(Notice { game: journal.id, text });
            let slot = match Keeper::open(&*store, &journal) {
                Ok((mut keeper, found)) => {
                    found.warnings.into_iter().for_each(&mut notice);
                    keeper.wake(now_ms);
                    if keeper.was_held_by_clock() {
                        notice(
                            "the clock is far ahead of the log: the game is paused until an operator confirms".into(),
                        );
                    }
                    Slot::Kept(Box::new(keeper))
                }
                Err(Broken::Store(failure)) => return Err(failure),
                Err(why) => {
                    notice(format!("the game is stopped: {why}"));
                    Slot::Broken(BrokenGame::new(journal.clone(), &why))
                }
            };
            games.insert(journal.id, slot);
        }
        Ok((Writer { store, clock, timekeeper, games, next, in_doubt: false }, notices))
    }

    /// All games by number.
    pub fn games(&self) -> &BTreeMap<i64, Slot> {
        &self.games
    }

    /// A game that can be played on.
    pub fn game(&self, game: i64) -> Option<&Keeper> {
        match self.games.get(&game)? {
            Slot::Kept(keeper) => Some(keeper),
            Slot::Broken(_) => None,
        }
    }

    /// Whether nobody knows what was stored last.
    pub fn is_in_doubt(&self) -> bool {
        self.in_doubt
    }

    /// Judges all jobs, lets time pass in all games, and commits. An error means that the service must stop; nothing of the
    /// round was answered.
    pub fn round<T>(&mut self, jobs: Vec<Job<T>>) -> Result<Round<T>, Failure> {
        let reading = self.timekeeper.now(&*self.clock);
        let mut told = match self.find_out() {
            Ok(told) => told,
            Err(failure) => {
                let tickets = jobs.into_iter().map(|job| job.ticket);
                return Ok(Round { answers: nothing_stored(tickets, &passing(failure)?), told: Vec::new(), reading });
            }
        };
        let mut answers: Vec<(T, Answer)> = Vec::with_capacity(jobs.len());
        let (mut writes, mut created) = (Vec::new(), Vec::new());
        for Job { ticket, task, with } in jobs {
            let answer = match task {
                Task::Order { game, order } => self.order(reading.ms, game, order, with),
                Task::Create { head, seats } => match self.create(reading.ms, *head, &seats) {
                    Ok((game, journal)) => {
                        created.push(game);
                        writes.push(journal);
                        writes.extend(with);
                        done(serde_json::json!({"ok": true, "game": game}))
                    }
                    Err(refusal) => refused(refusal),
                },
            };
            answers.push((ticket, answer));
        }
        for slot in self.games.values_mut() {
            if let Slot::Kept(keeper) = slot {
                keeper.tick(reading.ms);
                writes.extend_from_slice(keeper.writes());
            }
        }
        let committed = if writes.is_empty() { Ok(()) } else { self.store.commit(&writes) };
        match committed {
            Ok(()) => {
                told.extend(self.settle());
                Ok(Round { answers, told, reading })
            }
            Err(failure) => {
                if matches!(failure, Failure::Unknown(_)) {
                    self.in_doubt = true;
                    // If the store does not answer now, it is asked again before the next round.
                    match self.find_out() {
                        Ok(more) => told.extend(more),
                        Err(failure) => _ = passing(failure)?,
                    }
                } else {
                    self.kept().for_each(Keeper::dropped);
                    created.iter().for_each(|game| _ = self.games.remove(game));
                }
                let tickets = answers.into_iter().map(|(ticket, _)| ticket);
                Ok(Round { answers: nothing_stored(tickets, &passing(failure)?), told, reading })
            }
        }
    }

    fn kept(&mut self) -> impl Iterator<Item = &mut Keeper> {
        self.games.values_mut().filter_map(|slot| match slot {
            Slot::Kept(keeper) => Some(&mut **keeper),
            Slot::Broken(_) => None,
        })
    }

    fn order(&mut self, now_ms: i64, game: i64, order: Order, with: Vec<Write>) -> Answer {
        match self.games.get_mut(&game) {
            None => refused(Refusal::new("no_such_game", "there is no such game")),
            Some(Slot::Broken(broken)) => {
                refused(Refusal::new("broken", format!("the game is stopped: {}", broken.why)))
            }
            Some(Slot::Kept(keeper)) => keeper.handle(&*self.store, now_ms, order, with),
        }
    }

    fn create(&mut self, now_ms: i64, head: Head, seats: &[String]) -> Result<(i64, Write), Refusal> {
        let taken = self.games.values().any(|slot| match slot {
            Slot::Kept(keeper) => keeper.head().name == head.name,
            Slot::Broken(broken) => broken.name == head.name,
        });
        if taken {
            return Err(Refusal::new("name_taken", format!("there is a game called \"{}\" already", head.name)));
        }
        let game = self.next;
        let (mut keeper, journal) = Keeper::create(game, head)?;
        for seat in seats {
            let joins = Order::Join { seat: seat.clone() };
            if let Answer::Refused { refusal, .. } = keeper.handle(&*self.store, now_ms, joins, Vec::new()) {
                return Err(Refusal::new(refusal.reason, format!("{seat}: {}", refusal.message)));
            }
        }
        self.next += 1;
        self.games.insert(game, Slot::Kept(Box::new(keeper)));
        Ok((game, journal))
    }

    fn settle(&mut self) -> Vec<(i64, Vec<Told>)> {
        let told = self.kept().map(|keeper| (keeper.journal(), keeper.committed()));
        told.filter(|(_, told)| !told.is_empty()).collect()
    }

    /// If nobody knows what was stored, reads all games again, and returns what was stored after all. An error changes
    /// nothing.
    fn find_out(&mut self) -> Result<Vec<(i64, Vec<Told>)>, Failure> {
        let (mut told, mut games) = (Vec::new(), BTreeMap::new());
        if !self.in_doubt {
            return Ok(told);
        }
        for journal in self.store.journals()? {
            let old = match self.games.get(&journal.id) {
                Some(Slot::Kept(old)) => old,
                Some(Slot::Broken(broken)) => {
                    games.insert(journal.id, Slot::Broken(broken.clone()));
                    continue;
                }
                None => continue,
            };
            let slot = match old.open_again(&*self.store, &journal) {
                Ok((keeper, found)) => {
                    found.warnings.iter().for_each(|warning| tracing::warn!(game = journal.name, "{warning}"));
                    let more = told_after(&*self.store, journal.id, old.driver().records())?;
                    if !more.is_empty() {
                        told.push((journal.id, more));
                    }
                    Slot::Kept(Box::new(keeper))
                }
                Err(Broken::Store(failure)) => return Err(failure),
                Err(why) => Slot::Broken(BrokenGame::new(journal.clone(), &why)),
            };
            games.insert(journal.id, slot);
        }
        (self.games, self.in_doubt) = (games, false);
        Ok(told)
    }
}

/// Why nothing was stored this time, or the failure if it is one for ever.
fn passing(failure: Failure) -> Result<String, Failure> {
    match failure {
        Failure::Refused(why) | Failure::Unknown(why) => Ok(why),
        broken => Err(broken),
    }
}

/// The events of all records after one.
fn told_after(store: &dyn Store, journal: i64, mut n: i64) -> Result<Vec<Told>, Failure> {
    let mut all = Vec::new();
    loop {
        let page = store.records(journal, n, 1000)?;
        if page.is_empty() {
            return Ok(all);
        }
        for stored in page {
            let Stored::Good(record) = stored else { return Ok(all) };
            n = record.n;
            let Ok(logged) = Logged::read(&record.body) else { return Ok(all) };
            all.extend(told_by(&logged, record.first_event));
        }
    }
}

/// The events of a record, the first of which has the number `first`.
pub fn told_by(logged: &Logged, first: i64) -> impl Iterator<Item = Told> {
    (first..).zip(&logged.events).map(|(n, event)| {
        let kind =
            serde_json::from_str::<Value>(event.get()).ok().and_then(|value| Some(value["event"].as_str()?.into()));
        Told { n, event: kind.unwrap_or_default(), data: event.get().into() }
    })
}

fn done(body: Value) -> Answer {
    let body = serde_json::value::to_raw_value(&body).expect("answers serialise");
    Answer::Done { body, again: false }
}

fn refused(refusal: Refusal) -> Answer {
    Answer::refused(refusal, 0, None)
}

/// Nobody is told that something was done.
fn nothing_stored<T>(tickets: impl Iterator<Item = T>, why: &str) -> Vec<(T, Answer)> {
    let message = format!("the server could not store this; send it again with the same key ({why})");
    let refusal = Refusal::new("not_stored", message);
    tickets.map(|ticket| (ticket, refused(refusal.clone()))).collect()
}
