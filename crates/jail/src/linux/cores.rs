//! Which cores a thread or a bot may run on.

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// Some of the machine's cores.
#[derive(Clone, Copy, Debug)]
pub struct Cores(CpuSet);

impl Cores {
    /// Those this thread may run on; nothing if the system does not say.
    pub fn of_this_thread() -> Option<Cores> {
        sched_getaffinity(None).ok().map(Cores)
    }

    /// The number of the core this thread runs on just now.
    pub fn here() -> usize {
        sched_getcpu()
    }

    /// The one core with this number.
    pub fn only(number: usize) -> Cores {
        let mut set = CpuSet::new();
        set.set(number);
        Cores(set)
    }

    /// The numbers of the cores.
    pub fn numbers(&self) -> Vec<usize> {
        (0..CpuSet::MAX_CPU).filter(|&number| self.0.is_set(number)).collect()
    }

    pub fn count(&self) -> u32 {
        self.0.count()
    }

    /// Keeps this thread, and what it starts from now on, to these cores. Says whether that worked.
    pub fn keep_this_thread(&self) -> bool {
        sched_setaffinity(None, &self.0).is_ok()
    }

    pub(super) fn keep(&self, thread: i32) -> bool {
        Pid::from_raw(thread).is_some_and(|thread| sched_setaffinity(Some(thread), &self.0).is_ok())
    }
}
