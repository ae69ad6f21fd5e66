//! Control groups, versions 1 and 2, written by hand: two limits, a count of kills, and a way to end a group.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Signal;

use super::proc;
use crate::Limits;

/// Prefix of every group we make, followed by the runner's pid and a number.
pub const PREFIX: &str = "skirmish-";

/// Where groups can be made on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parents {
    /// Version 1 has one tree per controller.
    V1 {
        memory: PathBuf,
        pids: PathBuf,
    },
    V2(PathBuf),
}

impl Parents {
    /// Looks for a place where a group with memory and pids controllers could be made.
    pub fn find() -> io::Result<Self> {
        let mounts = fs::read_to_string("/proc/self/mountinfo")?;
        let own = fs::read_to_string("/proc/self/cgroup")?;
        let v1 = |controller: &str| {
            let mount = mounts
                .lines()
                .filter_map(Mount::parse)
                .find(|mount| mount.kind == "cgroup" && mount.options.split(',').any(|option| option == controller))?;
            let path = own.lines().find_map(|line| {
                let (_, rest) = line.split_once(':')?;
                let (controllers, path) = rest.split_once(':')?;
                controllers.split(',').any(|name| name == controller).then_some(path)
            })?;
            Some(mount.folder_of(path))
        };
        if let (Some(memory), Some(pids)) = (v1("memory"), v1("pids")) {
            return Ok(Parents::V1 { memory, pids });
        }
        let mount = mounts.lines().filter_map(Mount::parse).find(|mount| mount.kind == "cgroup2");
        let mount = mount.ok_or_else(|| io::Error::other("no control groups are mounted"))?;
        let own = own.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
        Self::find_v2(&mount, &mount.folder_of(own))
    }

    /// A version 2 group can only have limited children while it holds no process itself. So a delegated group
    /// with the runner in a subgroup of it comes first, then our own, then (for root) the top.
    fn find_v2(mount: &Mount<'_>, own: &Path) -> io::Result<Self> {
        let top = Path::new(mount.point);
        let mut candidates = vec![own];
        if let Some(above) = own.parent().filter(|above| above.starts_with(top)) {
            candidates.insert(0, above);
        }
        candidates.push(top);
        let mut last = io::Error::other("no control group here can have limited children");
        for folder in candidates {
            let control = folder.join("cgroup.subtree_control");
            let ready = |text: &str| ["memory", "pids"].iter().all(|name| text.split_whitespace().any(|w| w == *name));
            if fs::read_to_string(&control).is_ok_and(|text| ready(&text)) {
                match rustix::fs::access(folder, rustix::fs::Access::WRITE_OK) {
                    Ok(()) => return Ok(Parents::V2(folder.to_owned())),
                    Err(error) => last = error.into(),
                }
            } else {
                match fs::write(&control, "+memory +pids") {
                    Ok(()) => return Ok(Parents::V2(folder.to_owned())),
                    Err(error) => last = error,
                }
            }
        }
        Err(last)
    }

    fn folders(&self) -> Vec<&Path> {
        match self {
            Parents::V1 { memory, pids } => vec![memory, pids],
            Parents::V2(folder) => vec![folder],
        }
    }

    /// Removes empty groups whose runner is gone: left over when runner and helper were both killed.
    pub fn sweep(&self) {
        for folder in self.folders() {
            let Ok(entries) = fs::read_dir(folder) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let pid = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse().ok());
                if pid.is_some_and(|pid: i32| !proc::is_alive(pid)) {
                    // A group that still holds a process refuses, and is left for its own helper.
                    let _in_use = fs::remove_dir(entry.path());
                }
            }
        }
    }
}

/// One line of `mountinfo`.
struct Mount<'a> {
    root: &'a str,
    point: &'a str,
    kind: &'a str,
    options: &'a str,
}

impl<'a> Mount<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (left, right) = line.split_once(" - ")?;
        let mut left = left.split(' ').skip(3);
        let mut right = right.split(' ');
        let (root, point) = (left.next()?, left.next()?);
        let (kind, _, options) = (right.next()?, right.next()?, right.next()?);
        Some(Self { root, point, kind, options })
    }

    /// The folder of a group under this mount; the mount itself when the group is outside of what is mounted.
    fn folder_of(&self, group: &str) -> PathBuf {
        let inside = group.strip_prefix(self.root.trim_end_matches('/')).unwrap_or("");
        let folder = Path::new(self.point).join(inside.trim_start_matches('/'));
        if folder.is_dir() { folder } else { PathBuf::from(self.point) }
    }
}

/// A group for one sandbox.
pub struct Group {
    memory: PathBuf,
    pids: PathBuf,
    v2: bool,
}

impl Group {
    pub fn create(name: &str, limits: &Limits) -> io::Result<Self> {
        let group = Self::open(name)?;
        let made = group.make(limits);
        if made.is_err() {
            group.remove();
        }
        made.map(|()| group)
    }

    /// The group of that name, whether or not it has been made.
    pub fn open(name: &str) -> io::Result<Self> {
        Ok(match Parents::find()? {
            Parents::V1 { memory, pids } => Self { memory: memory.join(name), pids: pids.join(name), v2: false },
            Parents::V2(folder) => Self { memory: folder.join(name), pids: folder.join(name), v2: true },
        })
    }

    fn make(&self, limits: &Limits) -> io::Result<()> {
        for folder in self.folders() {
            fs::create_dir(folder)?;
        }
        // One more than the bot's share, for init.
        fs::write(self.pids.join("pids.max"), (limits.tasks + 1).to_string())?;
        let memory = limits.memory.to_string();
        // With swap, a bot could slow everyone down long past its limit. Not every kernel counts it.
        if self.v2 {
            fs::write(self.memory.join("memory.max"), memory)?;
            let _not_counted = fs::write(self.memory.join("memory.swap.max"), "0");
            let _older_kernel = fs::write(self.memory.join("memory.oom.group"), "1");
        } else {
            fs::write(self.memory.join("memory.limit_in_bytes"), &memory)?;
            let _not_counted = fs::write(self.memory.join("memory.memsw.limit_in_bytes"), &memory);
        }
        Ok(())
    }

    fn folders(&self) -> Vec<&Path> {
        if self.v2 { vec![&self.memory] } else { vec![&self.memory, &self.pids] }
    }

    pub fn add(&self, pid: i32) -> io::Result<()> {
        self.folders().into_iter().try_for_each(|folder| fs::write(folder.join("cgroup.procs"), pid.to_string()))
    }

    /// Processes in the group now.
    pub fn processes(&self) -> Vec<i32> {
        let text = fs::read_to_string(self.pids.join("cgroup.procs")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }

    /// Sends SIGKILL to whatever is in the group.
    pub fn kill(&self) {
        if self.v2 && fs::write(self.memory.join("cgroup.kill"), "1").is_ok() {
            return;
        }
        proc::signal_all(&self.processes(), Signal::KILL);
    }

    /// How many times the kernel killed in this group for lack of memory.
    pub fn memory_kills(&self) -> u64 {
        let file = if self.v2 { "memory.events" } else { "memory.oom_control" };
        self.number_after(file, "oom_kill ")
    }

    pub fn peak_memory(&self) -> u64 {
        let file = if self.v2 { "memory.peak" } else { "memory.max_usage_in_bytes" };
        fs::read_to_string(self.memory.join(file)).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
    }

    /// CPU time of everything that ever ran in the group; version 2 always counts it.
    pub fn cpu(&self) -> Option<Duration> {
        self.v2.then(|| Duration::from_micros(self.number_after("cpu.stat", "usage_usec ")))
    }

    fn number_after(&self, file: &str, key: &str) -> u64 {
        let text = fs::read_to_string(self.memory.join(file)).unwrap_or_default();
        text.lines().find_map(|line| line.strip_prefix(key)?.trim().parse().ok()).unwrap_or(0)
    }

    /// Removes the group. The kernel lets go of the last process a moment after it was reaped.
    pub fn remove(&self) {
        for folder in self.folders() {
            for _ in 0..200 {
                match fs::remove_dir(folder) {
                    Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    // Gone, or never made: either way there is nothing left to do.
                    _ => break,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_mountinfo_leads_to_the_group() {
        let line = "35 30 0:31 / / rw,relatime shared:5 - cgroup cgroup rw,memory";
        let mount = Mount::parse(line).unwrap();
        assert_eq!((mount.root, mount.point, mount.kind, mount.options), ("/", "/", "cgroup", "rw,memory"));
        assert_eq!(mount.folder_of("/proc/self"), Path::new("/proc/self"));
        assert_eq!(mount.folder_of("/no/such/group"), Path::new("/"));
    }

    #[test]
    fn a_group_of_a_mounted_part_is_found_below_it() {
        let line = "35 30 0:31 /docker/abc / rw - cgroup2 cgroup rw";
        let mount = Mount::parse(line).unwrap();
        assert_eq!(mount.folder_of("/docker/abc/proc/self"), Path::new("/proc/self"));
    }
}
