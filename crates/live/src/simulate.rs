//! A simulator that runs the core of the service over a store, a network and clocks that fail on purpose.
//!
//! Everything that happens follows from a seed: who plays what, what is lost, doubled or late, when the power fails, how the
//! clocks jump. Time is virtual, so months of play take milliseconds. After every step a [`model`] of what must hold is
//! held against what is stored, answered and told. A seed that fails once fails always.
//!
//! | room | what is in it |
//! |---|---|
//! | [`world`] | one run: time, trouble, and the service in between |
//! | [`model`] | what must hold |
//! | [`store`], [`hands`], [`network`] | the disk, the clocks and the wires, all of them unreliable |
//! | [`client`], [`reader`] | who sends requests, and who follows the events |

pub mod client;
pub mod hands;
pub mod model;
pub mod network;
pub mod reader;
pub mod store;
pub mod world;

use std::ops::{AddAssign, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How a simulation goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// Days of each game.
    pub days: i64,
    /// About how often a day the service is looked at.
    pub looks_per_day: i64,
    /// Whether anything goes wrong at all.
    pub trouble: bool,
    /// A defect that is put in, to prove that it is found.
    pub bug: Option<Bug>,
}

impl Default for Options {
    fn default() -> Options {
        Options { days: 28, looks_per_day: 12, trouble: true, bug: None }
    }
}

/// A defect that is put in on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bug {
    /// The store says that it has stored something, and has not.
    StoresNothing,
    /// The store lets go of what it has not flushed when the power fails.
    FlushesLate,
    /// The store forgets by which key a request is recognised.
    ForgetsKeys,
    /// The store forgets when a game was last alive.
    ForgetsHeartbeats,
    /// Players are answered before the commit.
    AnswersEarly,
    /// Streams are told before the commit.
    TellsEarly,
    /// A stream leaves an event out.
    SkipsEvents,
    /// A stream tells an event twice.
    RepeatsEvents,
    /// A request that comes again is taken for a new one.
    DoesAgain,
    /// The service believes every clock.
    BelievesClocks,
}

/// What happened in a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub games: u64,
    pub steps: u64,
    pub records: u64,
    pub events: u64,
    pub answers: u64,
    pub restarts: u64,
    /// Commits that failed, one way or another.
    pub failures: u64,
    /// Jumps of the clock.
    pub jumps: u64,
}

impl AddAssign for Summary {
    fn add_assign(&mut self, more: Summary) {
        let Summary { games, steps, records, events, answers, restarts, failures, jumps } = more;
        self.games += games;
        self.steps += steps;
        self.records += records;
        self.events += events;
        self.answers += answers;
        self.restarts += restarts;
        self.failures += failures;
        self.jumps += jumps;
    }
}

/// Something that must hold does not.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("seed {seed}, step {step}: {what}")]
pub struct Failed {
    pub seed: u64,
    pub step: u64,
    pub what: String,
}

/// Simulates one service from its first game to the end of the last.
pub fn run(seed: u64, options: &Options) -> Result<Summary, Failed> {
    let mut world = world::World::new(seed, options);
    let result = catch_unwind(AssertUnwindSafe(|| world.run()));
    let failed = |what| Failed { seed, step: world.step(), what };
    match result {
        Ok(Ok(())) => Ok(world.summary()),
        Ok(Err(what)) => Err(failed(what)),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word");
            Err(failed(format!("a panic: {text}")))
        }
    }
}

/// Simulates many seeds on several threads, until they are used up, one of them fails, or `enough` says so.
pub fn many(
    seeds: Range<u64>,
    threads: usize,
    options: &Options,
    enough: &(dyn Fn() -> bool + Sync),
) -> Result<Summary, Failed> {
    let next = AtomicU64::new(seeds.start);
    let all: Mutex<Result<Summary, Failed>> = Mutex::new(Ok(Summary::default()));
    let work = || {
        while !enough() && all.lock().unwrap_or_else(PoisonError::into_inner).is_ok() {
            let seed = next.fetch_add(1, Relaxed);
            if seed >= seeds.end {
                break;
            }
            let ran = run(seed, options);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *all, ran) {
                (Ok(sum), Ok(more)) => *sum += more,
                (Ok(_), Err(failed)) => *all = Err(failed),
                (Err(first), Err(failed)) if failed.seed < first.seed => *first = failed,
                (Err(_), _) => {}
            }
        }
    };
    std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| _ = scope.spawn(work)));
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}
