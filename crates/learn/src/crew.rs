//! The threads of a batch: each has a part of the games, and works when it is told to. Whoever waits for them does what
//! nobody has begun yet, so that nothing waits for a thread that has no core to run on.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
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

/// What is done with a part.
type Work<J> = Arc<dyn Fn(usize, J) + Send + Sync>;

/// Threads that all do the same job, each for its own part.
pub struct Crew<J> {
    shared: Arc<Shared<J>>,
    /// The first part that a thread has.
    first: usize,
    work: Work<J>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared<J> {
    job: Mutex<Order<J>>,
    told: Condvar,
    finished: Condvar,
    /// The number of the latest order, for threads that look without a lock.
    number: AtomicUsize,
    /// Parts of it that are not finished.
    busy: AtomicUsize,
    /// For each part the number of the latest order for which somebody has begun it.
    begun: Vec<AtomicUsize>,
}

struct Order<J> {
    number: usize,
    job: Option<J>,
    stop: bool,
}

impl<J: Copy + Send + 'static> Crew<J> {
    /// Starts one thread for each of some parts. `work` is called with the number of the part and the job.
    pub fn new(parts: Range<usize>, work: Work<J>) -> std::io::Result<Crew<J>> {
        let shared = Arc::new(Shared {
            job: Mutex::new(Order { number: 0, job: None, stop: false }),
            told: Condvar::new(),
            finished: Condvar::new(),
            number: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            begun: (0..parts.end).map(|_| AtomicUsize::new(0)).collect(),
        });
        let mut crew = Crew { shared, first: parts.start, threads: Vec::with_capacity(parts.len()), work };
        for part in parts {
            let (shared, work) = (Arc::clone(&crew.shared), Arc::clone(&crew.work));
            let thread = std::thread::Builder::new().name(format!("learn-{part}")).spawn(move || {
                let mut last = 0;
                while let Some((number, job)) = shared.next(last) {
                    last = number;
                    shared.take(part, number, || work(part, job));
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
    pub fn order(&self, job: J) {
        self.send(job);
        self.recv();
    }

    /// Tells all threads what to do, and does not wait. They must have finished what they were told before.
    pub fn send(&self, job: J) {
        self.shared.busy.store(self.shared.begun.len(), Ordering::SeqCst);
        let mut order = self.shared.lock();
        order.number += 1;
        order.job = Some(job);
        self.shared.number.store(order.number, Ordering::SeqCst);
        drop(order);
        self.shared.told.notify_all();
    }

    /// Does what nobody has begun, and waits until all parts are finished.
    pub fn recv(&self) {
        let (number, job) = {
            let order = self.shared.lock();
            (order.number, order.job)
        };
        for part in 0..self.shared.begun.len() {
            self.shared.take(part, number, || job.iter().for_each(|&job| (self.work)(part, job)));
        }
        if look(|| self.shared.busy.load(Ordering::SeqCst) == 0) {
            return;
        }
        let mut order = self.shared.lock();
        while self.shared.busy.load(Ordering::SeqCst) > 0 {
            order = self.shared.finished.wait(order).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }
}

impl<J: Copy> Shared<J> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Order<J>> {
        self.job.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The next order after a number; `None` when there will be no more.
    fn next(&self, last: usize) -> Option<(usize, J)> {
        look(|| self.number.load(Ordering::SeqCst) != last);
        let mut order = self.lock();
        loop {
            if order.stop {
                return None;
            }
            if order.number != last {
                return order.job.map(|job| (order.number, job));
            }
            order = self.told.wait(order).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    /// Does a part of an order, unless somebody else has begun it.
    #[inline]
    fn take(&self, part: usize, number: usize, work: impl FnOnce()) {
        if self.begun[part].fetch_max(number, Ordering::SeqCst) >= number {
            return;
        }
        work();
        if self.busy.fetch_sub(1, Ordering::SeqCst) == 1 {
            // Whoever is about to wait holds the lock until it does.
            drop(self.lock());
            self.finished.notify_all();
        }
    }
}

impl<J> Drop for Crew<J> {
    fn drop(&mut self) {
        self.shared.job.lock().unwrap_or_else(std::sync::PoisonError::into_inner).stop = true;
        self.shared.told.notify_all();
        // Threads that are looking find the stop when they take the lock.
        self.shared.number.fetch_add(1, Ordering::SeqCst);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
