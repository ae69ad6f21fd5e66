//! The service around the writer: a thread that works in rounds, and a handle for everybody else.

use crate::hosted::Hosted;
use crate::keeper::Order;
use crate::refusal::Refusal;
use crate::request::Answer;
use crate::writer::{BrokenGame, Job, Notice, Slot, Task, Writer};
use skirmish_house::clock::Clock;
use skirmish_house::points::{self, Point};
use skirmish_house::store::{Failure, Store, Write};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// So many orders may wait; more are refused at once.
const WAITING: usize = 2048;
/// So many orders share a commit at most.
const TOGETHER: usize = 512;

type Ticket = oneshot::Sender<Answer>;

enum Letter {
    Job(Job<Ticket>),
    /// Look at the clock, and say when that is done if somebody waits for it.
    Look(Option<oneshot::Sender<()>>),
    Stop,
}

/// All live games of a house.
pub struct Service {
    letters: SyncSender<Letter>,
    games: RwLock<BTreeMap<i64, Arc<Hosted>>>,
    broken: RwLock<Vec<BrokenGame>>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Why the writer has stopped, if the store failed.
    failed: RwLock<Option<Failure>>,
    pub figures: Figures,
}

/// What the service has done, for whoever measures it.
#[derive(Default)]
pub struct Figures {
    pub commits: AtomicU64,
    pub orders: AtomicU64,
    pub refused_busy: AtomicU64,
    /// How far the calendar's clock is off, in milliseconds; 0 if it is believed.
    pub clock_jump_ms: AtomicI64,
}

impl Figures {
    /// As Prometheus reads them.
    pub fn prometheus(&self, service: &Service) -> String {
        let [commits, orders, busy] = [&self.commits, &self.orders, &self.refused_busy].map(|n| n.load(Relaxed));
        let (games, broken) = (service.games().len(), service.broken().len());
        let jump = self.clock_jump_ms.load(Relaxed) as f64 / 1000.0;
        format!(
            "# TYPE skirmish_live_rounds_total counter\nskirmish_live_rounds_total {commits}\n\
             # TYPE skirmish_live_orders_total counter\nskirmish_live_orders_total {orders}\n\
             # TYPE skirmish_live_orders_refused_busy_total counter\nskirmish_live_orders_refused_busy_total {busy}\n\
             # TYPE skirmish_live_games gauge\nskirmish_live_games {games}\n\
             # TYPE skirmish_live_games_stopped gauge\nskirmish_live_games_stopped {broken}\n\
             # TYPE skirmish_live_clock_jump_seconds gauge\nskirmish_live_clock_jump_seconds {jump}\n"
        )
    }
}

impl Service {
    /// Opens all games and begins to write. `tick` is how often the clock is looked at when nothing comes in.
    pub fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        tick: Duration,
    ) -> Result<(Arc<Service>, Vec<Notice>), Failure> {
        let (writer, notices) = Writer::open(Arc::clone(&store), Arc::clone(&clock))?;
        let (letters, inbox) = sync_channel(WAITING);
        let service = Arc::new(Service {
            letters,
            games: RwLock::default(),
            broken: RwLock::default(),
            store,
            clock,
            thread: Mutex::default(),
            failed: RwLock::default(),
            figures: Figures::default(),
        });
        // Whoever asks first finds the games there.
        service.publish(&writer, service.now_ms(), &mut BTreeMap::new());
        let own = Arc::clone(&service);
        let thread = std::thread::Builder::new().name("live writer".into());
        let running = thread.spawn(move || {
            // Whoever goes on without a writer answers nothing, and nobody knows why.
            let written = catch_unwind(AssertUnwindSafe(|| own.write(writer, &inbox, tick)));
            if written.is_err() {
                let why = Failure::Broken("the writer has panicked".into());
                *own.failed.write().unwrap_or_else(PoisonError::into_inner) = Some(why);
            }
        });
        let running = running.map_err(|why| Failure::Unusable(format!("cannot start a thread: {why}")))?;
        *service.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
        let _ = service.letters.try_send(Letter::Look(None));
        Ok((service, notices))
    }

    /// Gives an order, and waits until what came of it is durable.
    pub async fn order(&self, game: i64, order: Order, with: Vec<Write>) -> Answer {
        self.ask(Task::Order { game, order }, with).await
    }

    /// Gives a task, and waits until what came of it is durable.
    pub async fn ask(&self, task: Task, with: Vec<Write>) -> Answer {
        let (ticket, answer) = oneshot::channel();
        let refuse = |reason, message: &str| {
            let refusal = Refusal::new(reason, message);
            Answer::refused(refusal, 0, None)
        };
        match self.letters.try_send(Letter::Job(Job { ticket, task, with })) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                self.figures.refused_busy.fetch_add(1, Relaxed);
                return refuse("busy", "too many orders are waiting; try again in a second");
            }
            Err(TrySendError::Disconnected(_)) => return refuse("stopping", "the server is stopping"),
        }
        answer.await.unwrap_or_else(|_| refuse("stopping", "the server stopped before this was done"))
    }

    /// The same for a thread that may wait.
    pub fn order_and_wait(&self, game: i64, order: Order) -> Answer {
        let (ticket, answer) = oneshot::channel();
        let job = Job { ticket, task: Task::Order { game, order }, with: Vec::new() };
        let sent = self.letters.send(Letter::Job(job)).is_ok();
        let answered = if sent { answer.blocking_recv().ok() } else { None };
        answered.unwrap_or_else(|| Answer::refused(Refusal::new("stopping", "the server is stopping"), 0, None))
    }

    /// The clock was turned: waits until all games have come to its time, or for so long.
    pub async fn catch_up(&self, patience: Duration) {
        let records = || self.games().iter().filter_map(|game| Some(game.published()?.driver.records())).sum::<i64>();
        let all = async {
            loop {
                let (before, (ticket, looked)) = (records(), oneshot::channel());
                // If the queue is full, it looks at the clock anyway.
                let sent = self.letters.try_send(Letter::Look(Some(ticket))).is_ok();
                // Missed days change a few at a time.
                if !sent || looked.await.is_err() || records() == before {
                    break;
                }
            }
        };
        // Games with very many days go on by themselves.
        let _late = tokio::time::timeout(patience, all).await;
    }

    /// Answers everything that was accepted, and ends. Waits for it, so not on a thread that serves requests.
    pub fn stop(&self) {
        let _ = self.letters.send(Letter::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Why nothing can be written any more, if so.
    pub fn failed(&self) -> Option<Failure> {
        self.failed.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// All games, oldest first.
    pub fn games(&self) -> Vec<Arc<Hosted>> {
        self.games.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// A game by its name.
    pub fn game(&self, name: &str) -> Option<Arc<Hosted>> {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        games.values().find(|hosted| hosted.head.name == name).cloned()
    }

    /// A game by its journal.
    pub fn hosted(&self, game: i64) -> Option<Arc<Hosted>> {
        self.games.read().unwrap_or_else(PoisonError::into_inner).get(&game).cloned()
    }

    /// The games that cannot be played on.
    pub fn broken(&self) -> Vec<BrokenGame> {
        self.broken.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The time of the games.
    pub fn now_ms(&self) -> i64 {
        self.clock.wall_ms()
    }

    fn write(&self, mut writer: Writer, inbox: &Receiver<Letter>, tick: Duration) {
        let mut taken = Taken::default();
        while !taken.stopping {
            match inbox.recv_timeout(tick) {
                Ok(letter) => taken.take(letter),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => taken.stopping = true,
            }
            // Whatever has come in meanwhile shares the commit.
            while taken.jobs.len() < TOGETHER || taken.stopping {
                match inbox.try_recv() {
                    Ok(letter) => taken.take(letter),
                    Err(_) => break,
                }
            }
            let jobs = std::mem::take(&mut taken.jobs);
            self.figures.orders.fetch_add(jobs.len() as u64, Relaxed);
            // A round in which nobody asks for anything is no way of an order.
            let pass: fn(Point) = if jobs.is_empty() { |_| () } else { points::at };
            pass(Point::Taken);
            match writer.round(jobs) {
                Ok(round) => {
                    self.figures.commits.fetch_add(1, Relaxed);
                    self.figures.clock_jump_ms.store(round.reading.jump_ms.unwrap_or(0), Relaxed);
                    let mut told = BTreeMap::<i64, Vec<_>>::new();
                    for (game, more) in round.told {
                        told.entry(game).or_default().extend(more);
                    }
                    self.publish(&writer, round.reading.ms, &mut told);
                    pass(Point::Published);
                    for (ticket, answer) in round.answers {
                        // Who does not wait any more has gone away.
                        let _ = ticket.send(answer);
                    }
                    pass(Point::Answered);
                    taken.looks.drain(..).for_each(|ticket| _ = ticket.send(()));
                }
                Err(failure) => {
                    *self.failed.write().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                    return;
                }
            }
        }
    }

    fn publish(&self, writer: &Writer, now_ms: i64, told: &mut BTreeMap<i64, Vec<crate::driver::Told>>) {
        let mut broken = Vec::new();
        for (&game, slot) in writer.games() {
            let keeper = match slot {
                Slot::Kept(keeper) => keeper,
                Slot::Broken(found) => {
                    broken.push(found.clone());
                    self.games.write().unwrap_or_else(PoisonError::into_inner).remove(&game);
                    continue;
                }
            };
            let known = self.games.read().unwrap_or_else(PoisonError::into_inner).get(&game).cloned();
            let hosted = known.unwrap_or_else(|| {
                let hosted = Arc::new(Hosted::new(game, Arc::clone(keeper.head()), Arc::clone(&self.store)));
                self.games.write().unwrap_or_else(PoisonError::into_inner).insert(game, Arc::clone(&hosted));
                hosted
            });
            let told = told.remove(&game).unwrap_or_default();
            let changed = hosted.published().is_none_or(|published| {
                let (old, new) = (&published.driver, keeper.driver());
                // A start that is put off is no record.
                let moved = old.calendar() != new.calendar() || old.state().moment() != new.state().moment();
                !told.is_empty() || old.records() != new.records() || moved
            });
            if changed {
                hosted.publish(keeper.driver(), now_ms, told);
            }
        }
        let mut known = self.broken.write().unwrap_or_else(PoisonError::into_inner);
        if *known != broken {
            *known = broken;
        }
    }
}

/// What has come in for a round.
#[derive(Default)]
struct Taken {
    jobs: Vec<Job<Ticket>>,
    looks: Vec<oneshot::Sender<()>>,
    stopping: bool,
}

impl Taken {
    fn take(&mut self, letter: Letter) {
        match letter {
            Letter::Job(job) => self.jobs.push(job),
            Letter::Look(waits) => self.looks.extend(waits),
            Letter::Stop => self.stopping = true,
        }
    }
}
