//! User ids for bots when the runner is root: one per bot, held by a lock while it lives.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;
use rustix::thread::CapabilitySet;

/// Ids no distribution hands out: below systemd's dynamic users, above its home and greeter users.
const FIRST: u32 = 60706;
const LAST: u32 = 61183;

/// An id of its own for one bot. The lock goes when the last holder of the file does.
pub struct Slot {
    pub id: u32,
    pub lock: File,
}

impl Slot {
    /// Are we a root that may change ids, and are the ids there? ("root" of a container may have few ids or no
    /// rights; to us it is an ordinary user.)
    pub fn available() -> bool {
        let needed = CapabilitySet::SETUID | CapabilitySet::SETGID;
        rustix::process::geteuid().is_root()
            && rustix::thread::capabilities(None).is_ok_and(|sets| sets.effective.contains(needed))
            && is_mapped("/proc/self/uid_map")
            && is_mapped("/proc/self/gid_map")
    }

    /// Takes a free id; `None` if there are none for us.
    pub fn take() -> io::Result<Option<Self>> {
        if !Self::available() {
            return Ok(None);
        }
        let folder = lock_folder()?;
        for id in FIRST..=LAST {
            let lock = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .mode(0o600)
                .custom_flags(libc::O_NOFOLLOW)
                .open(folder.join(id.to_string()))?;
            match rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Some(Self { id, lock })),
                Err(rustix::io::Errno::WOULDBLOCK) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(io::Error::other("all user ids for bots are in use"))
    }
}

/// Where the locks are: a folder that only root can write to. Someone who could plant files here could hold or share every id.
fn lock_folder() -> io::Result<PathBuf> {
    let mut last = io::Error::other("no place for locks");
    for place in ["/run", "/var/tmp"] {
        let folder = Path::new(place).join("skirmish-jail");
        match fs::DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                last = error;
                continue;
            }
            _ => {}
        }
        let data = fs::symlink_metadata(&folder)?;
        if data.is_dir() && data.uid() == 0 && data.mode() & 0o022 == 0 {
            return Ok(folder);
        }
        last = io::Error::other(format!("{} is not a folder that only root can write to", folder.display()));
    }
    Err(last)
}

/// Does the map of this user namespace reach the whole range?
fn is_mapped(map: &str) -> bool {
    let Ok(text) = fs::read_to_string(map) else { return false };
    text.lines().any(|line| {
        let mut numbers = line.split_ascii_whitespace().filter_map(|word| word.parse::<u64>().ok());
        let (Some(inside), Some(_), Some(count)) = (numbers.next(), numbers.next(), numbers.next()) else {
            return false;
        };
        inside <= u64::from(FIRST) && inside + count > u64::from(LAST)
    })
}
