//! The last steps of a process before it is the bot: give everything up, in the right order, and start.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;

use rustix::process::{Gid, Pid, Resource, Rlimit, Signal, Uid};
use rustix::thread::{CapabilitySet, CapabilitySets};

use super::sys;
use super::wall::Wall;
use super::wire::{self, Failure, Order, Word};
use super::{filter, wall};
use crate::error::Stage;
use crate::{Error, Level};

/// Becomes the bot. Reports to `birth` if it cannot; just closes it if it can.
pub fn run(order: &Order, stdio: &[OwnedFd], birth: UnixStream, parent: Option<Pid>) -> ! {
    let Err(error) = become_bot(order, stdio, &birth, parent);
    // The helper may be gone already; there is nobody else to tell.
    let _unheard = wire::send(&birth, &Word::Failed(Failure::from(error)), &[]);
    sys::exit(127)
}

fn become_bot(
    order: &Order,
    stdio: &[OwnedFd],
    birth: &UnixStream,
    parent: Option<Pid>,
) -> Result<std::convert::Infallible, Error> {
    let policy = &order.policy;
    let level = policy.level;
    for (number, fd) in stdio.iter().take(3).enumerate() {
        sys::place(fd.as_fd(), number as i32).stage("standard streams")?;
    }
    // A session of its own: no terminal, and group signals stay inside.
    let _already_leader = rustix::process::setsid();
    if level > Level::Off {
        drop_privileges(order).stage("give up privileges")?;
    }
    // After the change of user, which clears it. Second line of defence behind the lifeline.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).stage("death with the guard")?;
    if rustix::process::getppid() != parent {
        return Err(io::Error::other("the guard is gone")).stage("death with the guard");
    }
    rustix::process::chdir(&policy.folder)
        .map_err(|error| Error::BadFolder { folder: policy.folder.clone(), reason: why(error) })?;
    // If the whole machine runs out of memory, the bot should go first. Without /proc this cannot be set.
    let _no_proc = std::fs::write("/proc/self/oom_score_adj", "1000");
    if level > Level::Off {
        set_limits(order).stage("limits")?;
    }
    let wall = match level {
        Level::Off | Level::Limits => Wall::default(),
        Level::Filters => {
            let wall = wall::raise_on_host(policy, &order.program, wall::available().abi).stage("Landlock")?;
            if wall.abi == 0 {
                return Err(io::Error::from_raw_os_error(libc::EOPNOTSUPP)).stage("Landlock");
            }
            wall
        }
        // Best effort: the private tree is the real protection here.
        Level::Namespaces | Level::Full => wall::raise_in_tree(policy).stage("Landlock")?,
    };

    let program = text(order.program.as_os_str())?;
    let mut args = vec![program.clone()];
    for arg in &order.args {
        args.push(text(arg)?);
    }
    let mut env = Vec::new();
    for (key, value) in &order.env {
        env.push(text(OsStr::from_bytes(&[key.as_bytes(), b"=", value.as_bytes()].concat()))?);
    }
    sys::reset_signals();
    sys::close_all_but(birth.as_fd()).stage("descriptors")?;
    if level.has_filters() {
        let subject = filter::Subject { pid: std::process::id(), alone: level.has_namespaces(), wall };
        filter::install(policy, &subject).stage("seccomp")?;
    }
    let mut source = sys::exec(&program, &args, &env);
    if source.kind() == io::ErrorKind::PermissionDenied && order.slot.is_some() && !level.has_namespaces() {
        source = io::Error::new(source.kind(), format!("{source}; {REACH}"));
    }
    Err(Error::Exec { program: order.program.clone(), source })
}

fn drop_privileges(order: &Order) -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        // Newer names are unknown to older kernels, and without privilege there is nothing to drop.
        let _absent = rustix::thread::remove_capability_from_bounding_set(capability);
    }
    if let Some(slot) = order.slot.filter(|_| !order.policy.level.has_namespaces()) {
        let (uid, gid) = (Uid::from_raw(slot), Gid::from_raw(slot));
        rustix::thread::set_thread_groups(&[])?;
        rustix::thread::set_thread_res_gid(gid, gid, gid)?;
        rustix::thread::set_thread_res_uid(uid, uid, uid)?;
    }
    let _none_before = rustix::thread::clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    rustix::thread::set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    rustix::thread::set_no_new_privs(true)?;
    Ok(())
}

fn set_limits(order: &Order) -> io::Result<()> {
    let policy = &order.policy;
    let limits = &policy.limits;
    let mut list = vec![
        // Not 0 but 1: only that keeps the kernel from starting a crash handler for every dead bot.
        (Resource::Core, 1, 1),
        (Resource::Fsize, limits.file, limits.file),
        (Resource::Nofile, limits.descriptors, limits.descriptors),
        (Resource::Memlock, 0, 0),
        (Resource::Msgqueue, 0, 0),
        (Resource::Sigpending, 256, 256),
        // Real-time priority would starve the referee.
        (Resource::Rtprio, 0, 0),
        (Resource::Nice, 0, 0),
    ];
    // For honest bots, which learn early that they want too much. What counts is what the guard measures.
    if let Some(bytes) = policy.address_space() {
        list.push((Resource::As, bytes, bytes));
    }
    if let Some(seconds) = limits.cpu_seconds {
        // A backstop for the helper's exact clock: the kernel counts in ticks and may be early. First a signal
        // that names the reason, then a kill for bots that ignore it.
        let late = seconds + 1 + seconds / 4;
        list.push((Resource::Cpu, late, late + 1));
    }
    // Counted per user: without a user (or user namespace) of the bot's own, it would count the runner's processes.
    if policy.level.has_namespaces() {
        list.push((Resource::Nproc, limits.tasks + 1, limits.tasks + 1));
    } else if order.slot.is_some() {
        list.push((Resource::Nproc, limits.tasks, limits.tasks));
    }
    for (resource, soft, hard) in list {
        let inherited = rustix::process::getrlimit(resource).maximum;
        let most = inherited.map_or(hard, |most| most.min(hard));
        rustix::process::setrlimit(resource, Rlimit { current: Some(soft.min(most)), maximum: Some(most) })?;
    }
    Ok(())
}

/// What to do when a bot that is not root cannot reach what root can.
const REACH: &str = "below level namespaces it and every folder above it must be open to other users (chmod o+rx)";

/// Why a folder could not be entered, with the usual remedy.
fn why(error: rustix::io::Errno) -> String {
    let text = io::Error::from(error).to_string();
    if error == rustix::io::Errno::ACCESS { format!("{text}; {REACH}") } else { text }
}

fn text(word: impl AsRef<OsStr>) -> Result<CString, Error> {
    CString::new(word.as_ref().as_bytes()).map_err(io::Error::other).stage("command")
}
