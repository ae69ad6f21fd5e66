//! The Landlock wall: which files a bot may open, and whom it may signal.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, NetPort, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::{Network, Policy};

/// The newest interface whose rights were tried with this code. Older kernels get what they know.
const NEWEST: i32 = 7;

/// Devices every runtime may use.
pub const DEVICES: &[&str] = &["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];
/// A read-only device: writing it would give shared memory that nobody counts. So it is absent without Landlock.
pub const ZEROS: &str = "/dev/zero";

/// What the kernel put in force.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wall {
    /// Number of the interface, 0 when there is no Landlock.
    pub abi: i32,
    pub truncation_guarded: bool,
    pub ports_guarded: bool,
    pub signals_scoped: bool,
}

impl Wall {
    fn of(abi: i32) -> Self {
        Self { abi, truncation_guarded: abi >= 3, ports_guarded: abi >= 4, signals_scoped: abi >= 6 }
    }
}

/// The wall this kernel can build, without building it.
pub fn available() -> Wall {
    Wall::of(super::sys::landlock_abi().min(NEWEST))
}

/// Everything the bot may reach when its tree is the host's: the lists of policy and pack. `version` is that of the
/// interface, this kernel's or an older one.
pub fn raise_on_host(policy: &Policy, program: &Path, version: i32) -> io::Result<Wall> {
    let mut reads: Vec<PathBuf> = policy.pack.reads.clone();
    reads.extend(policy.reads.iter().cloned());
    reads.extend(policy.own().iter().cloned());
    reads.push(program.to_owned());
    // Its own entry under /proc, and of the machine only what runtimes ask for.
    reads.push(PathBuf::from(format!("/proc/{}", std::process::id())));
    reads.extend(["/proc/meminfo", "/proc/cpuinfo", "/proc/stat"].map(PathBuf::from));
    if policy.network != Network::None {
        // What makes an address of `localhost`.
        reads.extend(["/etc/hosts", "/etc/nsswitch.conf"].map(PathBuf::from));
    }
    let (reads, lists) = around(reads, &policy.hides);
    raise(policy, &reads, &lists, &policy.writes, version)
}

/// What may be read of these paths without the hidden ones, and the folders whose names can still be listed: whoever may
/// list a folder may list every folder below.
fn around(paths: Vec<PathBuf>, hides: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut reads, mut lists, mut open) = (Vec::new(), Vec::new(), paths);
    while let Some(path) = open.pop() {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        if hides.iter().any(|hidden| hidden.starts_with(&real) && *hidden != real) {
            open.extend(real.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()));
            lists.push(real);
        } else if !hides.contains(&real) {
            reads.push(path);
        }
    }
    (reads, lists)
}

/// Inside a private tree everything there may be read; this wall adds the scopes and guards writing.
pub fn raise_in_tree(policy: &Policy) -> io::Result<Wall> {
    let mut writes = policy.writes.clone();
    writes.push(PathBuf::from("/tmp"));
    raise(policy, &[PathBuf::from("/")], &[], &writes, available().abi)
}

fn raise(policy: &Policy, reads: &[PathBuf], lists: &[PathBuf], writes: &[PathBuf], version: i32) -> io::Result<Wall> {
    // Of a version this kernel does not know, the crate uses what the kernel does know.
    let abi = ABI::from(version);
    let mut ruleset = Ruleset::default().handle_access(AccessFs::from_all(abi)).map_err(io::Error::other)?;
    if version >= 4 {
        ruleset = ruleset.handle_access(AccessNet::from_all(abi)).map_err(io::Error::other)?;
    }
    if version >= 6 {
        ruleset = ruleset.scope(Scope::from_all(abi)).map_err(io::Error::other)?;
    }
    let mut rules = ruleset.create().map_err(io::Error::other)?;
    for path in reads {
        rules = allow(rules, path, AccessFs::from_read(abi), abi)?;
    }
    for path in lists {
        rules = allow(rules, path, AccessFs::ReadDir.into(), abi)?;
    }
    for path in writes {
        rules = allow(rules, path, AccessFs::from_all(abi), abi)?;
    }
    for device in DEVICES {
        rules = allow(rules, Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile, abi)?;
    }
    rules = allow(rules, Path::new(ZEROS), AccessFs::ReadFile.into(), abi)?;
    if let Network::Loopback(port) = policy.network {
        rules = rules.add_rule(NetPort::new(port, AccessNet::ConnectTcp)).map_err(io::Error::other)?;
    }
    let status = rules.restrict_self().map_err(io::Error::other)?;
    match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, _) | (_, LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) => {
            Ok(Wall::default())
        }
        _ => Ok(Wall::of(version)),
    }
}

/// Allows a path that exists. One that does not, or that this user cannot reach, needs no permission.
fn allow(rules: RulesetCreated, path: &Path, access: BitFlags<AccessFs>, abi: ABI) -> io::Result<RulesetCreated> {
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(abi) };
    rules.add_rule(PathBeneath::new(fd, access)).map_err(io::Error::other)
}
