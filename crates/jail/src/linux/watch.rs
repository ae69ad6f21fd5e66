//! Watches a running bot: for its end, the runner's end, and limits that nothing else enforces.

use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};

use super::cgroup::Group;
use super::init::Death;
use super::proc::{self, Sample};
use super::wire::Order;
use crate::{Breach, Exit, Level, Limits, Outcome};

/// How often memory and tasks are checked where no control group limits them.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// Why watching stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The bot ended by itself, or by the kernel.
    Ended,
    /// The runner asked for its end, or is gone.
    Asked,
    /// It exceeded a limit that we enforce.
    Broke(Breach),
}

pub struct Watch {
    limits: Limits,
    level: Level,
    allow_processes: bool,
    child: i32,
    bot: Option<i32>,
    /// The private scratch folder: its files lie in memory.
    scratch: Option<OwnedFd>,
    peak: Sample,
}

impl Watch {
    pub fn new(order: &Order, child: i32, bot: Option<i32>, scratch: Option<OwnedFd>) -> Self {
        let policy = &order.policy;
        Self {
            limits: policy.limits.clone(),
            level: policy.level,
            allow_processes: policy.allow_processes,
            child,
            bot,
            scratch,
            peak: Sample::default(),
        }
    }

    /// Blocks until there is a reason to stop.
    pub fn until_end(&mut self, control: &UnixStream, child: &OwnedFd, group: Option<&Group>) -> Stop {
        // A control group limits memory and tasks better than polling does. But of several processes the kernel kills
        // only one, and it counts CPU time for its own limit in ticks, which is too coarse to be fair.
        let looks = match self.level {
            Level::Off => false,
            Level::Full => self.allow_processes || self.limits.cpu_seconds.is_some(),
            _ => true,
        };
        let mut next = Instant::now() + LOOK_EVERY;
        loop {
            let timeout = looks.then(|| timespec(next.saturating_duration_since(Instant::now())));
            let mut fds = [PollFd::new(child, PollFlags::IN), PollFd::new(control, PollFlags::IN)];
            // An interrupted poll says nothing; look again.
            let _interrupted = rustix::event::poll(&mut fds, timeout.as_ref());
            if !fds[0].revents().is_empty() {
                return Stop::Ended;
            }
            // The runner sends nothing after its order: whatever happens on the lifeline is the end of it.
            if !fds[1].revents().is_empty() {
                return Stop::Asked;
            }
            if looks && Instant::now() >= next {
                if let Some(breach) = self.look(group) {
                    return Stop::Broke(breach);
                }
                next = Instant::now() + LOOK_EVERY;
            }
        }
    }

    fn look(&mut self, group: Option<&Group>) -> Option<Breach> {
        if let Some(group) = group.filter(|group| group.memory_kills() > 0) {
            return Some(Breach::Memory { limit: self.limits.memory, seen: group.peak_memory() });
        }
        let mut pids = self.processes();
        let mut sample = proc::sample(&pids);
        sample.memory += self.scratch_used();
        if self.allow_processes {
            // Orphans end up with init, or with us.
            pids.push(if self.level.has_namespaces() { self.child } else { std::process::id() as i32 });
            sample.cpu += proc::reaped_cpu(&pids);
        }
        self.peak.memory = self.peak.memory.max(sample.memory);
        self.peak.cpu = self.peak.cpu.max(sample.cpu);
        let limits = &self.limits;
        if self.level < Level::Full && sample.memory > limits.memory {
            return Some(Breach::Memory { limit: limits.memory, seen: sample.memory });
        }
        if self.level < Level::Full && sample.tasks > limits.tasks {
            return Some(Breach::Tasks { limit: limits.tasks, seen: sample.tasks });
        }
        let limit_seconds = limits.cpu_seconds?;
        (sample.cpu > Duration::from_secs(limit_seconds)).then_some(Breach::Cpu { limit_seconds })
    }

    /// What lies in the scratch folder, with or without a name; an empty file takes memory too.
    fn scratch_used(&self) -> u64 {
        const EMPTY_FILE: u64 = 1536;
        let used = self.scratch.as_ref().and_then(|folder| rustix::fs::fstatfs(folder).ok());
        used.map_or(0, |disk| {
            let (blocks, files) =
                (disk.f_blocks.saturating_sub(disk.f_bfree), disk.f_files.saturating_sub(disk.f_ffree));
            blocks * disk.f_bsize as u64 + files * EMPTY_FILE
        })
    }

    /// The bot and its processes, where it may have any.
    fn processes(&self) -> Vec<i32> {
        if self.level.has_namespaces() {
            if !self.allow_processes {
                return self.bot.into_iter().collect();
            }
            return proc::descendants(self.child);
        }
        if self.level.has_filters() && !self.allow_processes {
            return vec![self.child];
        }
        // Orphans of the bot are our own children, so they are found here too.
        proc::descendants(std::process::id() as i32)
    }

    /// Puts the ending together from all the evidence.
    pub fn ending(
        &self,
        death: Option<Death>,
        stop: Stop,
        group: Option<&Group>,
        stragglers: u32,
        survivors: u32,
    ) -> Exit {
        let outcome = match &death {
            Some(death) if libc::WIFEXITED(death.status) => Outcome::Code(libc::WEXITSTATUS(death.status)),
            Some(death) => Outcome::Signal(libc::WTERMSIG(death.status)),
            None => Outcome::Unknown,
        };
        let told = death.as_ref();
        let cpu = told.map_or(Duration::ZERO, |death| Duration::from_nanos(death.cpu_nanos));
        let cpu = cpu.max(self.peak.cpu).max(group.and_then(Group::cpu).unwrap_or_default());
        let mut peak_memory = self.peak.memory.max(told.map_or(0, |death| death.peak_memory));
        if self.allow_processes || told.is_none() {
            peak_memory = peak_memory.max(group.map_or(0, Group::peak_memory));
        }
        let breach = match stop {
            Stop::Broke(breach) => Some(breach),
            _ if group.is_some_and(|group| group.memory_kills() > 0) => {
                let seen = group.map_or(0, Group::peak_memory);
                Some(Breach::Memory { limit: self.limits.memory, seen })
            }
            Stop::Ended => self.breach_of(outcome, cpu),
            Stop::Asked => None,
        };
        Exit { outcome, breach, killed: stop == Stop::Asked, cpu, peak_memory, stragglers, survivors }
    }

    /// Some limits have a signal of their own.
    fn breach_of(&self, outcome: Outcome, cpu: Duration) -> Option<Breach> {
        let Outcome::Signal(signal) = outcome else { return None };
        match (signal, self.limits.cpu_seconds) {
            (libc::SIGXCPU, Some(limit_seconds)) => Some(Breach::Cpu { limit_seconds }),
            (libc::SIGKILL, Some(limit_seconds)) if cpu >= Duration::from_secs(limit_seconds) => {
                Some(Breach::Cpu { limit_seconds })
            }
            (libc::SIGXFSZ, _) => Some(Breach::File { limit: self.limits.file }),
            (libc::SIGSYS, _) if self.level.has_filters() => Some(Breach::ForbiddenCall),
            _ => None,
        }
    }
}

/// Waits until the descriptor has something to tell; false when time runs out first.
pub fn wait_readable(fd: &impl AsFd, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let mut fds = [PollFd::new(fd, PollFlags::IN)];
        match rustix::event::poll(&mut fds, Some(&timespec(left))) {
            Ok(0) | Err(_) if left.is_zero() => return false,
            Ok(0) | Err(_) => {}
            Ok(_) => return true,
        }
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec { tv_sec: duration.as_secs() as i64, tv_nsec: i64::from(duration.subsec_nanos()) }
}
