//! The guard of one bot: a process with one thread that builds the sandbox, watches it, and cleans it up.
//!
//! It lives exactly as long as the bot or the runner, whichever ends first. Its lifeline is the socket the order
//! came through: when the runner closes its end, or dies, the helper reads the end of it and kills.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal};

use super::cgroup::Group;
use super::init::{Death, INNER_ID, Init};
use super::proc;
use super::sys::{self, Side};
use super::tree::Tree;
use super::watch::Watch;
use super::wire::{self, Active, Failure, Order, Word};
use super::{bot, watch};
use crate::error::Stage;
use crate::{Error, Exit, Level, Network};

/// How long a killed process may take to end before the next, harsher step.
const PATIENCE: Duration = Duration::from_secs(2);

/// The helper's whole life.
pub fn main() -> ! {
    let code = match attend() {
        Ok(()) => 0,
        Err(_) => 1,
    };
    sys::exit(code)
}

fn attend() -> io::Result<()> {
    let control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    sys::place(fs::File::open("/dev/null")?.as_fd(), 0)?;
    let Some((order, mut stdio)) = wire::receive::<Order>(&control)? else { return Ok(()) };
    // Held until we end: while any part of the bot can be alive, nobody else gets its user id.
    let _slot_lock = stdio.split_off(stdio.len().min(3));
    // Out of the runner's session: we obey the lifeline, not its Ctrl-C.
    rustix::process::setsid()?;
    // Orphans of the bot become our children, so that they can be found and killed.
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let group = match order.policy.level {
        Level::Full => match Group::create(&order.group, &order.policy.limits).stage("control group") {
            Ok(group) => Some(group),
            Err(error) => return wire::send(&control, &Word::Failed(error.into()), &[]),
        },
        _ => None,
    };
    let told = match start(&order, stdio, &control, group.as_ref()) {
        Ok(sandbox) => {
            let ending = sandbox.guard(&order, &control, group.as_ref());
            wire::send(&control, &Word::Ended(ending), &[])
        }
        Err(error) => {
            clear(group.as_ref(), &mut BTreeSet::new());
            wire::send(&control, &Word::Failed(Failure::from(error)), &[])
        }
    };
    if let Some(group) = group {
        group.remove();
    }
    told
}

/// A bot that runs.
struct Sandbox {
    /// Our child: init, or the bot itself.
    child: Pid,
    child_fd: OwnedFd,
    /// The bot, if it was still there when we looked.
    bot: Option<(Pid, OwnedFd)>,
    /// Where init tells how the bot ended.
    death: Option<UnixStream>,
    /// Its private scratch folder, if it has one.
    scratch: Option<OwnedFd>,
}

fn start(order: &Order, stdio: Vec<OwnedFd>, control: &UnixStream, group: Option<&Group>) -> Result<Sandbox, Error> {
    let (birth, birth_theirs) = UnixStream::pair().stage("line to the bot")?;
    let inside = order.policy.level.has_namespaces();
    let (child, death) = if inside {
        let (child, death) = start_inside(order, stdio, birth_theirs, group)?;
        (child, Some(death))
    } else {
        (start_outside(order, stdio, birth_theirs, control)?, None)
    };
    let child_fd = rustix::process::pidfd_open(child, PidfdFlags::empty()).stage("watch the bot")?;

    // The line closes when the bot's program starts. The runner may still die before that, but every step up to there
    // is short and our own.
    let mut scratch = None;
    while let Some((word, mut fds)) = wire::receive::<Word>(&birth).stage("line to the bot")? {
        match word {
            Word::Failed(failure) => {
                let _reaped = kill_child(child, &child_fd);
                return Err(failure.into_error(order));
            }
            word @ (Word::Listening | Word::Writing) => {
                let fds: Vec<_> = fds.iter().map(|fd| fd.as_fd()).collect();
                wire::send(control, &word, &fds).stage("line to the runner")?;
            }
            Word::Scratch => scratch = fds.pop(),
            Word::Started(_) | Word::Ended(_) => {}
        }
    }
    let pid = if inside { proc::children(raw(child)).first().and_then(|&pid| Pid::from_raw(pid)) } else { Some(child) };
    // A bot that has ended already has no descriptor; its ending follows at once.
    let bot = pid.and_then(|pid| Some((pid, rustix::process::pidfd_open(pid, PidfdFlags::empty()).ok()?)));
    let active = Active {
        pid: bot.as_ref().map_or(0, |(pid, _)| raw(*pid)),
        root: if inside { raw(child) } else { std::process::id() as i32 },
    };
    let fds: Vec<_> = bot.iter().map(|(_, fd)| fd.as_fd()).collect();
    wire::send(control, &Word::Started(active), &fds).stage("line to the runner")?;
    Ok(Sandbox { child, child_fd, bot, death, scratch })
}

/// With namespaces: our child is init.
fn start_inside(
    order: &Order,
    stdio: Vec<OwnedFd>,
    birth: UnixStream,
    group: Option<&Group>,
) -> Result<(Pid, UnixStream), Error> {
    let tree = match order.slot {
        // Root collects before the bot's user id is taken on; where it may not, init tries.
        Some(slot) => match Tree::collect(&order.policy, &order.program, Some(slot)) {
            Err(Error::Setup { source, .. }) if source.kind() == io::ErrorKind::PermissionDenied => None,
            other => Some(other?),
        },
        None => None,
    };
    if order.slot.is_some() {
        rustix::thread::set_thread_groups(&[]).stage("groups")?;
    }
    let (go, mut start) = io::pipe().stage("line to init")?;
    let (death, death_theirs) = UnixStream::pair().stage("line to init")?;
    let flags = libc::CLONE_NEWUSER
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS;
    let child = match sys::fork(flags).stage("namespaces")? {
        Side::Child => {
            drop((death, start));
            Init { order, stdio, tree, go, birth, death: death_theirs }.run()
        }
        Side::Parent(child) => child,
    };
    let pid = raw(child);
    let ready = map_ids(pid, order.slot).stage("user map").and_then(|()| {
        group.map_or(Ok(()), |group| group.add(pid).stage("join the control group"))?;
        start.write_all(&[1]).stage("line to init")
    });
    if let Err(error) = ready {
        // Init waits for our message; closing the line ends it.
        drop(start);
        let _ended = sys::wait(pid, true);
        return Err(error);
    }
    Ok((child, death))
}

/// Without namespaces: our child is the bot.
fn start_outside(order: &Order, stdio: Vec<OwnedFd>, birth: UnixStream, control: &UnixStream) -> Result<Pid, Error> {
    if let Network::Loopback(port) = order.policy.network {
        if order.policy.level == Level::Filters && !super::wall::available().ports_guarded {
            return Err(Error::Unavailable {
                level: Level::Filters,
                reason: "this kernel cannot allow a single port (that needs Landlock version 4)".to_owned(),
            });
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).stage("loopback")?;
        wire::send(control, &Word::Listening, &[listener.as_fd()]).stage("loopback")?;
    }
    let parent = rustix::process::getpid();
    match sys::fork(0).stage("start the bot")? {
        Side::Child => bot::run(order, &stdio, birth, Some(parent)),
        Side::Parent(child) => Ok(child),
    }
}

/// Maps one id inside to one outside, and no more.
fn map_ids(pid: i32, slot: Option<u32>) -> io::Result<()> {
    let uid = slot.unwrap_or_else(|| rustix::process::geteuid().as_raw());
    let gid = slot.unwrap_or_else(|| rustix::process::getegid().as_raw());
    fs::write(format!("/proc/{pid}/setgroups"), "deny")?;
    fs::write(format!("/proc/{pid}/gid_map"), format!("{INNER_ID} {gid} 1"))?;
    fs::write(format!("/proc/{pid}/uid_map"), format!("{INNER_ID} {uid} 1"))
}

impl Sandbox {
    /// Watches until the bot or the runner ends, cleans up, and says how it went.
    fn guard(mut self, order: &Order, control: &UnixStream, group: Option<&Group>) -> Exit {
        let bot = self.bot.as_ref().map(|(pid, _)| raw(*pid));
        let mut watch = Watch::new(order, raw(self.child), bot, self.scratch.take());
        let stop = watch.until_end(control, &self.child_fd, group);
        if stop != watch::Stop::Ended {
            self.kill();
        }
        let child = wait_within(self.child, &self.child_fd, PATIENCE).unwrap_or_else(|| {
            // Init did not end with its bot; it cannot resist this.
            kill_child(self.child, &self.child_fd)
        });
        // Only init knows about a bot in namespaces; it reported before it ended.
        let told = self.death.as_ref().and_then(|death| wire::receive::<Death>(death).ok().flatten());
        let death = match (self.death.is_some(), told) {
            (_, Some((death, _))) => Some(death),
            (true, None) => None,
            (false, None) => child,
        };
        let mut stragglers = BTreeSet::new();
        let survivors = clear(group, &mut stragglers);
        watch.ending(death, stop, group, stragglers.len() as u32, survivors)
    }

    /// First kills only the bot, so that its guard can still report what it used.
    fn kill(&self) {
        match &self.bot {
            // It may already be gone, which is fine.
            Some((_, fd)) => drop(rustix::process::pidfd_send_signal(fd, Signal::KILL)),
            None => drop(rustix::process::pidfd_send_signal(&self.child_fd, Signal::KILL)),
        }
    }
}

/// Kills whatever is left: our descendants, and the group. Returns how many could not be killed.
fn clear(group: Option<&Group>, stragglers: &mut BTreeSet<i32>) -> u32 {
    let me = std::process::id() as i32;
    let deadline = Instant::now() + PATIENCE;
    loop {
        while let Ok(Some(_)) = sys::wait(-1, false) {}
        if let Some(group) = group {
            group.kill();
        }
        let mut left: Vec<i32> = proc::descendants(me);
        left.extend(group.map(Group::processes).unwrap_or_default());
        left.retain(|&pid| proc::is_alive(pid));
        if left.is_empty() {
            while let Ok(Some(_)) = sys::wait(-1, false) {}
            return 0;
        }
        stragglers.extend(&left);
        proc::signal_all(&left, Signal::KILL);
        if Instant::now() > deadline {
            return left.len() as u32;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// Waits for our child to end, up to a time limit.
fn wait_within(child: Pid, fd: &OwnedFd, patience: Duration) -> Option<Option<Death>> {
    watch::wait_readable(fd, patience).then(|| sys::wait(raw(child), true).ok().flatten().map(Death::from))
}

fn kill_child(child: Pid, fd: &OwnedFd) -> Option<Death> {
    // Already gone is what we want; the wait below tells.
    let _gone = rustix::process::pidfd_send_signal(fd, Signal::KILL);
    sys::wait(raw(child), true).ok().flatten().map(Death::from)
}

fn raw(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}
