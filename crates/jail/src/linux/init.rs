//! Process 1 of a sandbox with namespaces: builds the tree, starts the bot, reaps, and ends with it.
//!
//! When it ends, the kernel kills everything in its process namespace. No other cleanup is needed.

use std::io::PipeReader;
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::fs::{Mode, OFlags};
use rustix::process::{DumpableBehavior, Gid, Pid, Signal, Uid};
use rustix::thread::UnshareFlags;

use super::bot;
use super::sys::{self, Side, Waited};
use super::tree::Tree;
use super::wire::{self, Failure, Order, Word};
use crate::error::Stage;
use crate::{Error, Network};

/// The user and group id the bot has inside.
pub const INNER_ID: u32 = 1000;

/// What init holds: everything else was closed when it was made.
pub struct Init<'a> {
    pub order: &'a Order,
    pub stdio: Vec<OwnedFd>,
    /// The tree, if the helper was allowed to collect it; otherwise init does.
    pub tree: Option<Tree>,
    /// Held until user map and control group are in place.
    pub go: PipeReader,
    /// Says how the start went; closed by success.
    pub birth: UnixStream,
    /// Says how the bot ended.
    pub death: UnixStream,
}

/// How the bot ended, as init saw it.
#[derive(serde::Serialize, serde::Deserialize)]
pub struct Death {
    pub status: i32,
    pub cpu_nanos: u64,
    pub peak_memory: u64,
}

impl From<Waited> for Death {
    fn from(waited: Waited) -> Self {
        Self { status: waited.status, cpu_nanos: waited.cpu.as_nanos() as u64, peak_memory: waited.peak_memory }
    }
}

impl Init<'_> {
    pub fn run(mut self) -> ! {
        if let Err(error) = self.prepare() {
            // If the helper is gone, there is nobody to tell.
            let _unheard = wire::send(&self.birth, &Word::Failed(Failure::from(error)), &[]);
            sys::exit(127);
        }
        match sys::fork(0) {
            Ok(Side::Child) => {
                let Self { order, stdio, birth, death, .. } = self;
                drop(death);
                // The parent is process 1 of this namespace.
                bot::run(order, &stdio, birth, Some(Pid::INIT))
            }
            Ok(Side::Parent(bot)) => {
                let Self { stdio, birth, death, .. } = self;
                drop((stdio, birth));
                reap_until(bot, &death)
            }
            Err(error) => {
                let _unheard = wire::send(&self.birth, &Word::Failed(Failure::new("start the bot", &error)), &[]);
                sys::exit(127)
            }
        }
    }

    fn prepare(&mut self) -> Result<(), Error> {
        let mut byte = [0];
        if rustix::io::read(&self.go, &mut byte).stage("wait for the helper")? == 0 {
            return Err(std::io::Error::other("the helper is gone")).stage("wait for the helper");
        }
        // Before mounting: a tmpfs belongs to whoever mounts it.
        let (uid, gid) = (Uid::from_raw(INNER_ID), Gid::from_raw(INNER_ID));
        rustix::thread::set_thread_res_gid(gid, gid, gid).stage("group id")?;
        rustix::thread::set_thread_res_uid(uid, uid, uid).stage("user id")?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).stage("death with the helper")?;
        // After the helper has moved us: the group we are in becomes the top of what the bot can name.
        let _older_kernel = unshare_cgroup();
        let tree = match self.tree.take() {
            Some(tree) => tree,
            None => Tree::collect(&self.order.policy, &self.order.program, None)?,
        };
        let rooms = tree.enter(&self.order.policy)?.rooms;
        if !rooms.is_empty() {
            let rooms: Vec<_> = rooms.iter().map(|room| room.as_fd()).collect();
            wire::send(&self.birth, &Word::Writing, &rooms).stage("folders to write in")?;
        }
        if let Network::Loopback(port) = self.order.policy.network {
            let listener = open_loopback(port).stage("loopback")?;
            wire::send(&self.birth, &Word::Listening, &[listener.as_fd()]).stage("loopback")?;
        }
        if self.order.policy.scratch > 0 {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let scratch = rustix::fs::open("/tmp", flags, Mode::empty()).stage("scratch")?;
            wire::send(&self.birth, &Word::Scratch, &[scratch.as_fd()]).stage("scratch")?;
        }
        // The bot must not look into our memory, where the policy is.
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable).stage("hide init")?;
        Ok(())
    }
}

fn unshare_cgroup() -> rustix::io::Result<()> {
    super::sys::unshare(UnshareFlags::NEWCGROUP)
}

/// The namespace's own loopback, with the one socket that waits in it. The runner gets the socket, so no relay
/// is needed and nothing else listens there.
fn open_loopback(port: u16) -> std::io::Result<TcpListener> {
    let socket = rustix::net::socket(rustix::net::AddressFamily::INET, rustix::net::SocketType::DGRAM, None)?;
    sys::loopback_up(socket.as_fd())?;
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Reaps everyone, reports how the bot ended, and ends.
fn reap_until(bot: Pid, death: &UnixStream) -> ! {
    for number in 0..3 {
        // The helper's streams are not ours to hold open.
        sys::close_standard(number);
    }
    loop {
        match sys::wait(-1, true) {
            Ok(Some(waited)) if waited.pid == bot.as_raw_nonzero().get() => {
                let status = waited.status;
                // If the helper is gone, there is nobody to tell, and all that is left is to end.
                let _unheard = wire::send(death, &Death::from(waited), &[]);
                sys::exit(if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 128 });
            }
            Ok(_) => {}
            Err(_) => sys::exit(126),
        }
    }
}
