//! The runner's handle on a bot.

use std::io::{self, PipeReader, PipeWriter};
use std::net::{Shutdown, TcpListener};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::process::{Gid, Pid, Signal, Uid};

use super::cores::Cores;
use super::slot::Slot;
use super::wire::{self, Active, Order, Word};
use super::{cgroup, proc, sys, usage, watch};
use crate::error::Stage;
use crate::jail::{Jail, Start};
use crate::{Error, Exit, HELPER_ARGUMENT, Level, Outcome, Usage};

/// A bot in its sandbox. Dropping it kills it.
#[derive(Debug)]
pub struct Prisoner {
    /// What it reads. Take it and drop it to close.
    pub stdin: Option<PipeWriter>,
    pub stdout: Option<PipeReader>,
    pub stderr: Option<PipeReader>,
    /// Where its one allowed connection arrives, if its policy has one.
    pub listener: Option<TcpListener>,
    /// The folders its policy lets it write, in that order. What is in them is whatever it left there: trust no name, link
    /// or mode.
    pub outputs: Vec<OwnedFd>,
    level: Level,
    allow_processes: bool,
    /// A second core is of no use to it.
    one_at_a_time: bool,
    helper: Child,
    control: UnixStream,
    active: Active,
    pidfd: Option<OwnedFd>,
    group: String,
    ending: Option<Exit>,
}

impl Prisoner {
    pub(crate) fn start(jail: &Jail, start: Start<'_>) -> Result<Self, Error> {
        // A program that forgot the call would start itself again and again.
        if std::env::args_os().nth(1).is_some_and(|first| first == HELPER_ARGUMENT) {
            let why = "this process was started as a helper and went on as itself; `main` must begin with `helper_main_if_asked`";
            return Err(io::Error::other(why)).stage("start the helper");
        }
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let policy = start.policy.clone();
        let (level, allow_processes) = (policy.level, policy.allow_processes);
        let one_at_a_time = policy.runs_one_thread_at_a_time();
        let slot = if level > Level::Off { Slot::take().stage("user id for the bot")? } else { None };
        let outputs = if level.has_namespaces() {
            Vec::new()
        } else {
            policy.writes.iter().map(|folder| open_output(folder, slot.as_ref())).collect::<Result<_, _>>()?
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let group = format!("{}{}-{number}", cgroup::PREFIX, std::process::id());
        let order = Order {
            policy,
            program: start.program,
            args: start.args,
            env: start.env,
            slot: slot.as_ref().map(|slot| slot.id),
            group: group.clone(),
        };
        let (control, theirs) = UnixStream::pair().stage("lifeline")?;
        let (stdin_out, stdin) = io::pipe().stage("pipes")?;
        let (stdout, stdout_in) = io::pipe().stage("pipes")?;
        let (stderr, stderr_in) = io::pipe().stage("pipes")?;
        // No pre-exec step, so this is `posix_spawn`: cheap and safe in a program with many threads.
        let helper = Command::new(jail.helper())
            .arg(HELPER_ARGUMENT)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .stage("start the helper")?;
        let mut prisoner = Self {
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            listener: None,
            outputs,
            level,
            allow_processes,
            one_at_a_time,
            helper,
            control,
            active: Active { pid: 0, root: 0 },
            pidfd: None,
            group,
            ending: None,
        };
        let mut fds = vec![stdin_out.as_fd(), stdout_in.as_fd(), stderr_in.as_fd()];
        // The helper holds the lock as long as the bot can be alive, even if we are gone.
        fds.extend(slot.as_ref().map(|slot| slot.lock.as_fd()));
        wire::send(&prisoner.control, &order, &fds).stage("order to the helper")?;
        drop((stdin_out, stdout_in, stderr_in, slot));
        loop {
            let word = wire::receive::<Word>(&prisoner.control).stage("answer of the helper")?;
            let (word, mut fds) = word
                .ok_or_else(|| {
                    io::Error::other(
                        "the helper ended without a message; does its `main` begin with `helper_main_if_asked`?",
                    )
                })
                .stage("answer of the helper")?;
            match word {
                Word::Listening => prisoner.listener = fds.pop().map(TcpListener::from),
                Word::Writing => prisoner.outputs = fds,
                Word::Started(active) => {
                    prisoner.active = active;
                    prisoner.pidfd = fds.pop();
                    return Ok(prisoner);
                }
                Word::Failed(failure) => {
                    prisoner.ending = Some(Exit::unknown());
                    // It has sent its last message; reap it.
                    let _ended = prisoner.helper.wait();
                    return Err(failure.into_error(&order));
                }
                Word::Scratch | Word::Ended(_) => {
                    return Err(io::Error::other("the bot ended before it started")).stage("answer of the helper");
                }
            }
        }
    }

    pub fn level(&self) -> Level {
        self.level
    }

    /// The bot's process id on this machine, unless it had ended before anyone looked.
    pub fn pid(&self) -> Option<u32> {
        u32::try_from(self.active.pid).ok().filter(|&pid| pid > 0)
    }

    /// The sandbox's name, unique on this machine; its control group, if it has one, bears it.
    pub fn name(&self) -> &str {
        &self.group
    }

    /// The helper's process id.
    pub fn helper_pid(&self) -> u32 {
        self.helper.id()
    }

    /// Ends it, with everything it started. Returns at once; [`Prisoner::wait`] says how it ended.
    pub fn kill(&mut self) {
        // If the helper is gone already, so is the bot.
        let _gone = self.control.shutdown(Shutdown::Write);
    }

    /// Waits for the end.
    pub fn wait(&mut self) -> Exit {
        self.finish(None).expect("without a time limit there is an ending")
    }

    /// Waits for the end, but not longer than this.
    pub fn wait_timeout(&mut self, patience: Duration) -> Option<Exit> {
        self.finish(Some(patience))
    }

    fn finish(&mut self, patience: Option<Duration>) -> Option<Exit> {
        if let Some(ending) = &self.ending {
            return Some(ending.clone());
        }
        if let Some(patience) = patience
            && !watch::wait_readable(&self.control, patience)
        {
            return None;
        }
        let ending = match wire::receive::<Word>(&self.control) {
            Ok(Some((Word::Ended(ending), _))) => ending,
            _ => self.without_helper(),
        };
        let _reaped = self.helper.wait();
        self.ending = Some(ending.clone());
        Some(ending)
    }

    /// Someone killed the helper. The bot died with it (the kernel sees to that); this makes sure, and cleans up.
    fn without_helper(&mut self) -> Exit {
        if let Some(pidfd) = &self.pidfd {
            let _gone = rustix::process::pidfd_send_signal(pidfd, Signal::KILL);
        }
        if self.level == Level::Full
            && let Ok(group) = cgroup::Group::open(&self.group)
        {
            group.kill();
            group.remove();
        }
        Exit::unknown()
    }

    /// Stops the whole sandbox until [`Prisoner::thaw`]. It can be killed meanwhile.
    pub fn freeze(&mut self) {
        self.signal(Signal::STOP);
        if !self.may_have_family() {
            return;
        }
        // New processes can appear meanwhile: go on until all of them have stopped.
        for _ in 0..50 {
            if self.family().iter().all(|&pid| !proc::is_alive(pid) || proc::is_stopped(pid)) {
                return;
            }
            self.signal(Signal::STOP);
        }
    }

    pub fn thaw(&mut self) {
        self.signal(Signal::CONT);
    }

    /// May the bot be kept to one core, because a second one is of no use to it?
    pub fn is_one_at_a_time(&self) -> bool {
        self.one_at_a_time
    }

    /// Keeps a bot that runs one thread at a time to these cores. Says whether that worked; it does not with more than
    /// one thread, because a library may run threads of its own.
    pub fn pin(&self, cores: &Cores) -> bool {
        self.one_at_a_time && self.is_there() && matches!(*proc::threads(self.active.pid), [only] if cores.keep(only))
    }

    /// Lets the bot run on these cores again, with all its threads: those it started meanwhile are kept where it was.
    pub fn unpin(&self, cores: &Cores) {
        let mut freed = Vec::new();
        while self.is_there() {
            let mut threads = proc::threads(self.active.pid);
            threads.retain(|thread| !freed.contains(thread));
            if threads.is_empty() {
                return;
            }
            for thread in threads {
                // A thread that has ended does not matter.
                cores.keep(thread);
                freed.push(thread);
            }
        }
    }

    /// While this is true, its process id belongs to nobody else.
    fn is_there(&self) -> bool {
        self.pidfd.as_ref().is_some_and(|pidfd| !watch::wait_readable(pidfd, Duration::ZERO))
    }

    /// CPU time used so far.
    pub fn cpu(&self) -> Option<Duration> {
        if let Some(ending) = &self.ending {
            return Some(ending.cpu);
        }
        if self.may_have_family() {
            let mut family = self.family();
            let living = proc::sample(&family).cpu;
            family.push(self.active.root);
            return Some(living + proc::reaped_cpu(&family));
        }
        let pid = Pid::from_raw(self.active.pid)?;
        let cpu = sys::process_cpu(pid)?;
        self.is_there().then_some(cpu)
    }

    /// How long it has run and waited for a core so far; nothing once it has ended.
    pub fn usage(&self) -> Option<Usage> {
        if self.ending.is_some() || !self.is_there() {
            return None;
        }
        let looked = usage::look(&self.family());
        Some(Usage { cpu: self.cpu()?, ..looked })
    }

    /// Whether any of its threads could run now, and is not just asleep.
    pub fn could_run(&self) -> bool {
        usage::could_run(&self.family())
    }

    /// Whether it has made itself less urgent than other programs, so that its waiting for a core proves nothing.
    pub fn stands_back(&self) -> bool {
        usage::stands_back(&self.family())
    }

    /// Memory of its processes now, in bytes.
    pub fn memory(&self) -> u64 {
        proc::sample(&self.family()).memory
    }

    fn signal(&self, signal: Signal) {
        let Some(pidfd) = &self.pidfd else { return };
        // It may have ended already.
        let _ended = rustix::process::pidfd_send_signal(pidfd, signal);
        if self.may_have_family() {
            proc::signal_all(&self.family(), signal);
        }
    }

    fn family(&self) -> Vec<i32> {
        if self.ending.is_some() || self.active.pid == 0 {
            return Vec::new();
        }
        if self.may_have_family() { proc::descendants(self.active.root) } else { vec![self.active.pid] }
    }

    /// Below `filters` nothing keeps a bot from starting processes, whether it may or not.
    fn may_have_family(&self) -> bool {
        self.allow_processes || !self.level.has_filters()
    }
}

/// A folder of the host to write in. It becomes the bot's, where the bot has a user id of its own.
fn open_output(folder: &Path, slot: Option<&Slot>) -> Result<OwnedFd, Error> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let output = rustix::fs::open(folder, flags, Mode::empty()).stage("folder to write in")?;
    if let Some(slot) = slot {
        let (user, group) = (Uid::from_raw(slot.id), Gid::from_raw(slot.id));
        rustix::fs::fchown(&output, Some(user), Some(group)).stage("folder to write in")?;
    }
    Ok(output)
}

impl Drop for Prisoner {
    fn drop(&mut self) {
        self.kill();
        self.finish(None);
    }
}

impl Exit {
    fn unknown() -> Self {
        Self {
            outcome: Outcome::Unknown,
            breach: None,
            killed: false,
            cpu: Duration::ZERO,
            peak_memory: 0,
            stragglers: 0,
            survivors: 0,
        }
    }
}
