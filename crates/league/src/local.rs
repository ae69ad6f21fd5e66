//! This machine's cores as a field. Every thread has a queue of its own; nothing is shared while games are played.

mod hall;
mod probe;

pub use hall::{Hall, Keep};
pub use probe::Probe;

use crate::field::{Done, Field, Outcome};
use crate::fixture::Fixture;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// So much work lies ready for a thread of built-in bots, so that it does not wait while the ledger is brought to the disk.
const READY: Duration = Duration::from_millis(150);
/// While nobody runs out of work, results are gathered for this long: waking up for each of them would take a core from those who
/// play, twice for every fixture.
const GATHER: Duration = Duration::from_millis(15);
/// Never more fixtures than this lie ready, nor fewer.
const AHEAD: std::ops::RangeInclusive<u32> = 2..=512;

/// Threads that play fixtures in a hall.
pub struct Local {
    queues: Vec<Queue>,
    back: Receiver<(usize, Done, Duration)>,
    /// How many fixtures a thread has at most.
    ahead: usize,
    /// How long a fixture takes, of late; `None` until one is back. Where programs play nobody asks: they are never kept waiting
    /// in a line.
    takes: Option<Duration>,
    programs: bool,
}

struct Queue {
    /// Gone when nothing more comes.
    give: Option<Sender<Fixture>>,
    held: usize,
    thread: Option<JoinHandle<()>>,
}

impl Local {
    /// So many threads at work.
    pub fn new(hall: &Arc<Hall>, threads: usize) -> Local {
        let (answer, back) = channel();
        // Where bots are timed, so is the machine.
        let probe = hall.has_programs().then(Probe::start);
        let queue = |number: usize| {
            let (give, take) = channel::<Fixture>();
            let (hall, answer, probe) = (Arc::clone(hall), answer.clone(), probe.clone());
            let thread = std::thread::spawn(move || {
                for fixture in take {
                    let began = Instant::now();
                    let mut done = play(&hall, fixture);
                    if let (Outcome::Played(record), Some(probe)) = (&mut done.outcome, &probe) {
                        record.latency_ms = probe.worst_since(began).as_millis() as u64;
                    }
                    if answer.send((number, done, began.elapsed())).is_err() {
                        return;
                    }
                }
            });
            Queue { give: Some(give), held: 0, thread: Some(thread) }
        };
        let programs = hall.has_programs();
        let ahead = if programs { 1 } else { *AHEAD.start() as usize };
        Local { queues: (0..threads.max(1)).map(queue).collect(), back, ahead, takes: None, programs }
    }

    /// Whether every thread has work for so long; never where programs play, whose results are few.
    fn is_busy_for(&self, long: Duration) -> bool {
        !self.programs
            && self.takes.is_some_and(|takes| self.queues.iter().all(|queue| takes * queue.held as u32 > long))
    }
}

/// Plays a fixture; a fault of ours is told, and ends no thread.
fn play(hall: &Hall, fixture: Fixture) -> Done {
    let outcome = catch_unwind(AssertUnwindSafe(|| hall.play(&fixture)))
        .unwrap_or_else(|_| Outcome::Hopeless(format!("the fixture {} broke the program; that is a bug", fixture.key)));
    Done { fixture, outcome }
}

impl Field for Local {
    fn room(&self) -> usize {
        (self.queues.len() * self.ahead).saturating_sub(self.held())
    }

    fn give(&mut self, fixture: Fixture) {
        let queue = self.queues.iter_mut().min_by_key(|queue| queue.held).expect("there is a thread");
        if queue.give.as_ref().is_some_and(|give| give.send(fixture).is_ok()) {
            queue.held += 1;
        }
    }

    fn take(&mut self, patience: Duration) -> Vec<Done> {
        let first = self.back.recv_timeout(patience).ok();
        if first.is_some() && self.is_busy_for(2 * GATHER) {
            std::thread::sleep(GATHER);
        }
        let mut all = Vec::new();
        for (number, done, took) in first.into_iter().chain(self.back.try_iter()) {
            self.queues[number].held -= 1;
            self.takes = Some(self.takes.map_or(took, |takes| (takes * 3 + took) / 4));
            all.push(done);
        }
        if let (Some(takes), false) = (self.takes, self.programs) {
            let fit = READY.as_nanos() / takes.as_nanos().max(1);
            self.ahead = fit.clamp(u128::from(*AHEAD.start()), u128::from(*AHEAD.end())) as usize;
        }
        all
    }

    fn held(&self) -> usize {
        self.queues.iter().map(|queue| queue.held).sum()
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.queues.iter_mut().for_each(|queue| drop(queue.give.take()));
        for queue in &mut self.queues {
            if let Some(thread) = queue.thread.take() {
                // It catches what breaks in it.
                let _ended = thread.join();
            }
        }
    }
}
