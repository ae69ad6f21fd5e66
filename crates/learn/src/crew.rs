//! The threads of a batch: each has a part of the games, and works when it is told to. Whoever waits for them does what
//! nobody has begun yet, so that nothing waits for a thread that has no core to run on.
//!
//! A step of a batch is so short that it matters how often a line of memory goes from one core to another. So an order is one
//! line that all look at, and each part has one that says how far it is; there are no locks where nobody sleeps.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a thread looks for work before it goes to sleep. Waking up takes about as long, so that whoever waits loses
/// at most twice what it would have lost at best.
const LOOKING: Duration = Duration::from_micros(100);

/// Looks between two looks at the clock.
const LOOKS: usize = 64;

/// Looks for a while whether something has come; tells whether it has.
#[inline]
fn look(come: impl Fn() -> bool) -> bool {
    let mut begun = None;
    loop {
        for _ in 0..LOOKS {
            if come() {
                return true;
            }
            std::hint::spin_loop();
        }
        if begun.get_or_insert_with(Instant::now).elapsed() > LOOKING {
            return false;
        }
    }
}

/// What is done, as a number that is not the highest one.
pub trait Code: Copy {
    /// Its number.
    fn code(self) -> u32;
    /// What has this number.
    fn of(code: u32) -> Self;
}

/// What is done with a part; tells whether what comes after it in the same order may be done.
type Work<J> = Arc<dyn Fn(usize, J) -> bool + Send + Sync>;

/// An order: something that all parts do first, if there is such a thing, and what they do when all have done it and none
/// of them said no.
pub type Jobs<J> = (Option<J>, J);

/// No job.
const NONE: u32 = u32::MAX;

/// Threads that all do the same, each for its own part.
pub struct Crew<J> {
    shared: Arc<Shared<J>>,
    /// The first part that a thread has.
    first: usize,
    threads: Vec<JoinHandle<()>>,
    /// The process that the threads are in. One that is forked from it has none of them.
    process: u32,
}

/// What has its lines of memory for itself: whoever looks at it slows down nobody who writes to another one.
#[repr(align(128))]
#[derive(Default)]
struct Apart<T>(T);

struct Shared<J> {
    work: Work<J>,
    order: Apart<Order>,
    /// How far each part is.
    parts: Vec<Apart<AtomicUsize>>,
    /// The latest order of which some part said no.
    refused: Apart<AtomicUsize>,
    sleep: Apart<Sleep>,
}

/// The latest order.
#[derive(Default)]
struct Order {
    number: AtomicUsize,
    /// Its jobs by their codes. They are written before the number; whoever reads those of the next order is late: its own
    /// order is over, so nothing of it is left to be begun.
    jobs: AtomicU64,
}

/// For those who sleep until there is an order, and for those who sleep until a part is further.
#[derive(Default)]
struct Sleep {
    /// How many those are.
    sleepers: AtomicUsize,
    is_over: Mutex<bool>,
    changed: Condvar,
}

/// A part is as far as this when it is begun for a job of an order; one further when that is done.
fn begun(number: usize, stage: usize) -> usize {
    4 * number + 2 * stage
}

impl<J> Crew<J> {
    /// Whether the threads are in this process. Elsewhere nobody may be given anything to do.
    pub fn is_here(&self) -> bool {
        self.process == std::process::id()
    }
}

impl<J: Code + 'static> Crew<J> {
    /// Starts one thread for each of some parts. `work` is called with the number of the part and the job.
    pub fn new(parts: Range<usize>, work: Work<J>) -> std::io::Result<Crew<J>> {
        let shared = Arc::new(Shared {
            work,
            order: Apart::default(),
            parts: (0..parts.end).map(|_| Apart::default()).collect(),
            refused: Apart::default(),
            sleep: Apart::default(),
        });
        let threads = Vec::with_capacity(parts.len());
        let mut crew = Crew { shared, first: parts.start, threads, process: std::process::id() };
        for part in parts {
            let shared = Arc::clone(&crew.shared);
            let thread = std::thread::Builder::new().name(format!("learn-{part}")).spawn(move || {
                let mut last = 0;
                while let Some(number) = shared.next(last) {
                    last = number;
                    shared.work(number, part..part + 1);
                }
            })?;
            crew.threads.push(thread);
        }
        Ok(crew)
    }

    /// Whether threads have all parts.
    pub fn is_complete(&self) -> bool {
        self.first == 0
    }

    /// Has all parts done, and waits.
    pub fn order(&self, jobs: Jobs<J>) {
        self.send(jobs);
        self.recv();
    }

    /// Tells all threads what to do, and does not wait. They must have finished what they were told before.
    pub fn send(&self, jobs: Jobs<J>) {
        self.shared.tell(jobs);
    }

    /// Does what nobody has begun, and waits until all parts are finished.
    pub fn recv(&self) {
        let number = self.shared.order.0.number.load(Ordering::SeqCst);
        self.shared.work(number, 0..self.shared.parts.len());
    }
}

impl<J: Code> Shared<J> {
    /// Gives an order.
    fn tell(&self, jobs: Jobs<J>) {
        let (first, then) = (jobs.0.map_or(NONE, Code::code), jobs.1.code());
        self.order.0.jobs.store(u64::from(first) << 32 | u64::from(then), Ordering::SeqCst);
        self.order.0.number.fetch_add(1, Ordering::SeqCst);
        self.sleep.0.wake();
    }

    /// The number of an order after this one; `None` when there will be no more.
    fn next(&self, last: usize) -> Option<usize> {
        let number = || self.order.0.number.load(Ordering::SeqCst);
        let is_over = self.sleep.0.until(|| number() != last);
        (!is_over).then(number)
    }

    /// Does some parts of an order, as far as nobody else has begun them, one job after the other. It returns when there is
    /// nothing more for these parts; for those who have all parts, that is when everything is finished.
    #[inline]
    fn work(&self, number: usize, parts: Range<usize>) {
        let jobs = self.order.0.jobs.load(Ordering::SeqCst);
        let (first, then) = ((jobs >> 32) as u32, jobs as u32);
        if first != NONE {
            parts.clone().for_each(|part| self.take(part, number, 0, J::of(first)));
            self.wait(number, 0);
        }
        if self.refused.0.load(Ordering::SeqCst) >= number {
            return;
        }
        parts.clone().for_each(|part| self.take(part, number, 1, J::of(then)));
        if parts.len() == self.parts.len() {
            self.wait(number, 1);
        }
    }

    /// Does a part of an order, unless somebody else has begun it.
    #[inline]
    fn take(&self, part: usize, number: usize, stage: usize, job: J) {
        let (far, begun) = (&self.parts[part].0, begun(number, stage));
        if far.load(Ordering::SeqCst) >= begun || far.fetch_max(begun, Ordering::SeqCst) >= begun {
            return;
        }
        if !(self.work)(part, job) {
            self.refused.0.fetch_max(number, Ordering::SeqCst);
        }
        far.store(begun + 1, Ordering::SeqCst);
        self.sleep.0.wake();
    }

    /// Waits until all parts have done a job of an order. For whoever is late they are further than that.
    #[inline]
    fn wait(&self, number: usize, stage: usize) {
        let done = begun(number, stage) + 1;
        self.sleep.0.until(|| self.parts.iter().all(|part| part.0.load(Ordering::SeqCst) >= done));
    }
}

impl Sleep {
    fn lock(&self) -> MutexGuard<'_, bool> {
        self.is_over.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something has come, awake at first, or until all is over; tells whether it is.
    #[inline]
    fn until(&self, come: impl Fn() -> bool) -> bool {
        if look(&come) {
            return false;
        }
        let mut is_over = self.lock();
        // Whoever lets something come looks for sleepers after that, so one of both sees the other.
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        while !come() && !*is_over {
            is_over = self.changed.wait(is_over).unwrap_or_else(PoisonError::into_inner);
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
        *is_over
    }

    /// Wakes whoever sleeps: something may have come.
    #[inline]
    fn wake(&self) {
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            // Whoever is about to wait holds the lock until it does.
            drop(self.lock());
            self.changed.notify_all();
        }
    }
}

impl<J> Drop for Crew<J> {
    fn drop(&mut self) {
        if !self.is_here() {
            // The threads are in another process: nobody is to be woken or waited for, and a lock may be held by one of them.
            return self.threads.drain(..).for_each(std::mem::forget);
        }
        *self.shared.sleep.0.lock() = true;
        self.shared.sleep.0.changed.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Add(u32);

    impl Code for Add {
        fn code(self) -> u32 {
            self.0
        }

        fn of(code: u32) -> Add {
            Add(code)
        }
    }

    /// What was done with each part.
    type Notes = Arc<Vec<Mutex<Vec<u32>>>>;

    /// A crew that notes it.
    fn crew(threads: Range<usize>, refuses: Option<usize>) -> (Crew<Add>, Notes) {
        let done: Notes = Arc::new((0..threads.end).map(|_| Mutex::default()).collect());
        let notes = Arc::clone(&done);
        let work = move |part: usize, job: Add| {
            notes[part].lock().unwrap().push(job.0);
            Some(part) != refuses
        };
        (Crew::new(threads, Arc::new(work)).unwrap(), done)
    }

    fn taken(done: &[Mutex<Vec<u32>>]) -> Vec<Vec<u32>> {
        done.iter().map(|part| std::mem::take(&mut *part.lock().unwrap())).collect()
    }

    #[test]
    fn every_part_does_every_job_once_and_in_order() {
        for first in [0, 1] {
            let (crew, done) = crew(first..4, None);
            for n in 0..20_000 {
                if n % 5000 == 4999 {
                    // Long enough that they are asleep.
                    std::thread::sleep(LOOKING * 20);
                }
                crew.order((Some(Add(2 * n)), Add(2 * n + 1)));
                assert_eq!(taken(&done), vec![vec![2 * n, 2 * n + 1]; 4]);
                crew.order((None, Add(n)));
                assert_eq!(taken(&done), vec![vec![n]; 4]);
            }
        }
    }

    #[test]
    fn what_is_sent_is_done_without_waiting() {
        let (crew, done) = crew(0..3, None);
        for n in 0..2000 {
            crew.send((None, Add(n)));
            crew.recv();
            assert_eq!(taken(&done), vec![vec![n]; 3]);
        }
        crew.send((None, Add(7)));
        drop(crew);
        assert!(taken(&done).iter().all(|part| part.len() <= 1), "nothing is done twice");
    }

    #[test]
    fn nothing_comes_after_a_job_that_a_part_refused() {
        let (crew, done) = crew(1..3, Some(2));
        for n in 0..20_000 {
            crew.order((Some(Add(n)), Add(1_000_000)));
            assert_eq!(taken(&done), vec![vec![n]; 3]);
        }
    }
}
