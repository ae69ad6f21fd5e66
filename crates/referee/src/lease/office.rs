//! Where cores are given out: locks among all processes on this machine.

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use skirmish_jail::Cores;
use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The file of whoever is first in line.
const LINE: &str = "line";

/// Where cores are given out.
pub(super) struct Office {
    pub cores: Vec<Place>,
    /// Held by whoever is first in line.
    pub line: Place,
}

/// Something that one match holds at a time.
pub(super) struct Place {
    /// Held within this process.
    taken: AtomicBool,
    /// Locked among all processes; `None` where no file can be shared.
    file: Option<File>,
}

impl Place {
    fn new(folder: Option<&Path>, name: &str) -> Place {
        Place { taken: AtomicBool::new(false), file: folder.and_then(|folder| shared_file(&folder.join(name)).ok()) }
    }

    pub fn take(&self) -> bool {
        if self.taken.swap(true, Ordering::Acquire) {
            return false;
        }
        let lock = |file| flock(file, FlockOperation::NonBlockingLockExclusive);
        // Where the system has no locks, only this process keeps count.
        let free = self.file.as_ref().map(lock) != Some(Err(Errno::WOULDBLOCK));
        if !free {
            self.taken.store(false, Ordering::Release);
        }
        free
    }

    pub fn give_back(&self) {
        if let Some(file) = &self.file {
            // It was locked, so it can be unlocked.
            let _unlocked = flock(file, FlockOperation::Unlock);
        }
        self.taken.store(false, Ordering::Release);
    }
}

impl Office {
    /// The office of this machine.
    pub fn here() -> &'static Office {
        static HERE: LazyLock<Office> = LazyLock::new(|| {
            // A quota may allow fewer cores than there are.
            let most = std::thread::available_parallelism().map_or(1, usize::from);
            let cores = Cores::of_this_thread().map_or_else(|| (0..most).collect(), |cores| cores.numbers());
            Office::new(shared_folder().as_deref(), cores.into_iter().take(most))
        });
        &HERE
    }

    pub fn new(folder: Option<&Path>, cores: impl Iterator<Item = usize>) -> Office {
        let cores = cores.map(|core| Place::new(folder, &format!("core-{core}"))).collect();
        Office { cores, line: Place::new(folder, LINE) }
    }
}

/// The folder of the locks. Every user may add to it, and nobody can remove what belongs to another.
fn shared_folder() -> Option<PathBuf> {
    // What all users of the machine share comes first, this user's own comes last.
    let own = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let places = [Some("/run/lock".into()), Some("/dev/shm".into()), Some(std::env::temp_dir()), own];
    let folders = places.into_iter().flatten().map(|place| place.join("skirmish-cores"));
    folders.into_iter().find(|folder| make_shared(folder).and_then(|()| shared_file(&folder.join(LINE))).is_ok())
}

pub(super) fn make_shared(folder: &Path) -> io::Result<()> {
    if DirBuilder::new().mode(0o700).create(folder).is_ok() {
        std::fs::set_permissions(folder, Permissions::from_mode(0o1777))?;
    }
    if std::fs::symlink_metadata(folder)?.is_dir() { Ok(()) } else { Err(io::Error::other("no folder")) }
}

/// A file to lock. Opening it for reading is enough; nothing is read from it, so it does not matter who made it.
fn shared_file(path: &Path) -> io::Result<File> {
    // A link must not lead elsewhere, and a pipe must not keep us waiting.
    let flags = (rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits() as i32;
    let open = || OpenOptions::new().read(true).custom_flags(flags).open(path);
    let file = match open() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
            if let Ok(made) = &made {
                made.set_permissions(Permissions::from_mode(0o444))?;
            }
            // Somebody may have been faster.
            open()?
        }
        file => file?,
    };
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("no plain file")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_pipes_are_no_locks() {
        let folder = std::env::temp_dir().join(format!("skirmish-links-{}", std::process::id()));
        make_shared(&folder).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", folder.join("core-0")).unwrap();
        std::fs::create_dir(folder.join("core-1")).unwrap();
        assert!(shared_file(&folder.join("core-0")).is_err() && shared_file(&folder.join("core-1")).is_err());
        assert!(shared_file(&folder.join("core-2")).is_ok() && shared_file(&folder.join("core-2")).is_ok());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
