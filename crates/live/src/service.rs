//! The service around the writer: a thread that works in rounds, and a handle for everybody else.

use crate::hosted::Hosted;
use crate::keeper::Order;
use crate::refusal::Refusal;
use crate::request::Answer;
use crate::writer::{Job, Notice, Slot, Task, Writer};
use skirmish_house::clock::Clock;
use skirmish_house::store::{Failure, Store, Write};
use std::collections::BTreeMap;
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
    /// Look at the clock.
    Look,
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

/// A game that cannot be played on.
#[derive(Clone, PartialEq, Debug)]
pub struct BrokenGame {
    pub game: i64,
    pub name: String,
    pub why: String,
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
        let running = thread.spawn(move || own.write(writer, &inbox, tick));
        let running = running.map_err(|why| Failure::Unusable(format!("cannot start a thread: {why}")))?;
        *service.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
        service.look();
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

    /// Has the writer look at the clock, because it was turned.
    pub fn look(&self) {
        // If the queue is full, it looks at the clock anyway.
        let _ = self.letters.try_send(Letter::Look);
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
        let mut stopping = false;
        let mut jobs = Vec::new();
        while !stopping {
            match inbox.recv_timeout(tick) {
                Ok(letter) => take(letter, &mut jobs, &mut stopping),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => stopping = true,
            }
            // Whatever has come in meanwhile shares the commit.
            while jobs.len() < TOGETHER || stopping {
                match inbox.try_recv() {
                    Ok(letter) => take(letter, &mut jobs, &mut stopping),
                    Err(_) => break,
                }
            }
            self.figures.orders.fetch_add(jobs.len() as u64, Relaxed);
            match writer.round(std::mem::take(&mut jobs)) {
                Ok(round) => {
                    self.figures.commits.fetch_add(1, Relaxed);
                    self.figures.clock_jump_ms.store(round.reading.jump_ms.unwrap_or(0), Relaxed);
                    let mut told: BTreeMap<i64, Vec<_>> = round.told.into_iter().collect();
                    self.publish(&writer, round.reading.ms, &mut told);
                    for (ticket, answer) in round.answers {
                        // Who does not wait any more has gone away.
                        let _ = ticket.send(answer);
                    }
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
                Slot::Broken { name, why } => {
                    broken.push(BrokenGame { game, name: name.clone(), why: why.clone() });
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

fn take(letter: Letter, jobs: &mut Vec<Job<Ticket>>, stopping: &mut bool) {
    match letter {
        Letter::Job(job) => jobs.push(job),
        Letter::Look => {}
        Letter::Stop => *stopping = true,
    }
}
