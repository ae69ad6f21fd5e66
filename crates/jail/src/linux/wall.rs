//! The Landlock wall: which files a bot may open, and whom it may signal.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, NetPort, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::{Network, Policy};

/// The newest interface whose rights were tried with this code. Older kernels get what they know.
const ABI_TRIED: ABI = ABI::V7;

/// Devices every runtime may use.
pub const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What the kernel put in force.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wall {
    /// Number of the interface, 0 when there is no Landlock.
    pub abi: i32,
    pub signals_scoped: bool,
    pub ports_guarded: bool,
}

/// The wall this kernel can build, without building it.
pub fn available() -> Wall {
    let abi = super::sys::landlock_abi();
    Wall { abi, signals_scoped: abi >= 6, ports_guarded: abi >= 4 }
}

/// Everything the bot may reach when its tree is the host's: the lists of policy and pack.
pub fn raise_on_host(policy: &Policy, program: &Path) -> io::Result<Wall> {
    let mut reads: Vec<PathBuf> = policy.pack.reads.clone();
    reads.extend(policy.reads.iter().cloned());
    reads.extend([policy.folder.clone(), program.to_owned()]);
    // Its own entry under /proc, and of the machine only what runtimes ask for.
    reads.push(PathBuf::from(format!("/proc/{}", std::process::id())));
    reads.extend(["/proc/meminfo", "/proc/cpuinfo", "/proc/stat"].map(PathBuf::from));
    if policy.network != Network::None {
        // What makes an address of `localhost`.
        reads.extend(["/etc/hosts", "/etc/nsswitch.conf"].map(PathBuf::from));
    }
    raise(policy, &reads, &policy.writes)
}

/// Inside a private tree everything there may be read; this wall adds the scopes and guards writing.
pub fn raise_in_tree(policy: &Policy) -> io::Result<Wall> {
    let mut writes = policy.writes.clone();
    writes.push(PathBuf::from("/tmp"));
    raise(policy, &[PathBuf::from("/")], &writes)
}

fn raise(policy: &Policy, reads: &[PathBuf], writes: &[PathBuf]) -> io::Result<Wall> {
    let wall = available();
    let mut ruleset = Ruleset::default().handle_access(AccessFs::from_all(ABI_TRIED)).map_err(io::Error::other)?;
    ruleset = ruleset.handle_access(AccessNet::from_all(ABI_TRIED)).map_err(io::Error::other)?;
    ruleset = ruleset.scope(Scope::from_all(ABI_TRIED)).map_err(io::Error::other)?;
    let mut rules = ruleset.create().map_err(io::Error::other)?;
    let read = AccessFs::from_read(ABI_TRIED);
    for path in reads {
        rules = allow(rules, path, read)?;
    }
    for path in writes {
        rules = allow(rules, path, AccessFs::from_all(ABI_TRIED))?;
    }
    for device in DEVICES {
        rules = allow(rules, Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    if let Network::Loopback(port) = policy.network {
        rules = rules.add_rule(NetPort::new(port, AccessNet::ConnectTcp)).map_err(io::Error::other)?;
    }
    let status = rules.restrict_self().map_err(io::Error::other)?;
    match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, _) | (_, LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) => {
            Ok(Wall::default())
        }
        _ => Ok(wall),
    }
}

/// Allows a path that exists. One that does not, or that this user cannot reach, needs no permission.
fn allow(rules: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> io::Result<RulesetCreated> {
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI_TRIED) };
    rules.add_rule(PathBeneath::new(fd, access)).map_err(io::Error::other)
}
