//! Leases of cores: a bot that is to answer has a core to itself, among all matches of all processes on this machine.
//!
//! A core is a locked file in a folder that all users share. Whoever dies gives its locks back. A lease says nothing
//! about where the system runs a bot; it sees to it that no more bots think at a time than there are cores.

use crate::cancel::Cancel;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use skirmish_jail::Cores;
use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// Whoever has stood in line for so long goes ahead without a lease: somebody may hold one and stand still.
const PATIENCE: Duration = Duration::from_secs(120);

/// A match whose answers come at once keeps its lease for so long, and then stands in line again.
const SLICE: Duration = Duration::from_millis(10);

/// Whoever answers within this has not used a core worth the name.
pub(crate) const AT_ONCE: Duration = Duration::from_millis(1);

/// The file of whoever is first in line.
const LINE: &str = "line";

/// Where cores are given out.
struct Office {
    cores: Vec<Place>,
    /// Held by whoever is first in line.
    line: Place,
}

/// Something that one match has at a time.
struct Place {
    /// Within this process.
    taken: AtomicBool,
    /// Among all processes; nothing where no file can be shared.
    file: Option<File>,
}

impl Place {
    fn new(folder: Option<&Path>, name: &str) -> Place {
        Place { taken: AtomicBool::new(false), file: folder.and_then(|folder| shared_file(&folder.join(name)).ok()) }
    }

    fn take(&self) -> bool {
        if self.taken.swap(true, Ordering::Acquire) {
            return false;
        }
        let lock = |file| flock(file, FlockOperation::NonBlockingLockExclusive);
        // Where the system knows no locks, this process alone keeps count.
        let free = self.file.as_ref().map(lock) != Some(Err(Errno::WOULDBLOCK));
        if !free {
            self.taken.store(false, Ordering::Release);
        }
        free
    }

    fn give_back(&self) {
        if let Some(file) = &self.file {
            // It was locked, so it can be unlocked.
            let _unlocked = flock(file, FlockOperation::Unlock);
        }
        self.taken.store(false, Ordering::Release);
    }
}

impl Office {
    /// The office of this machine.
    fn here() -> &'static Office {
        static HERE: LazyLock<Office> = LazyLock::new(|| {
            // A quota may allow less than there are.
            let most = std::thread::available_parallelism().map_or(1, usize::from);
            let cores = Cores::of_this_thread().map_or_else(|| (0..most).collect(), |cores| cores.numbers());
            Office::new(shared_folder().as_deref(), cores.into_iter().take(most))
        });
        &HERE
    }

    fn new(folder: Option<&Path>, cores: impl Iterator<Item = usize>) -> Office {
        let cores = cores.map(|core| Place::new(folder, &format!("core-{core}"))).collect();
        Office { cores, line: Place::new(folder, LINE) }
    }
}

/// A core, as long as somebody holds this.
pub(crate) struct Lease {
    core: &'static Place,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.core.give_back();
    }
}

/// A lease, or leave to go ahead without.
pub(crate) type Pass = Option<Arc<Lease>>;

/// One match at the office.
pub struct Leases {
    office: &'static Office,
    /// Since when it stands in line.
    waits: Option<Instant>,
    /// Whether it is the first there.
    first: bool,
    /// Its patience has come to an end, and that of others who hold a lease has not.
    gave_up: bool,
    /// What is kept from one question to the next, and since when.
    kept: Option<(Arc<Lease>, Instant)>,
}

impl Default for Leases {
    fn default() -> Leases {
        Leases { office: Office::here(), waits: None, first: false, gave_up: false, kept: None }
    }
}

impl Leases {
    /// A core, if there is one and nobody stands in line before us. Whoever gets none stands in line, and asks again.
    /// Those who are `fast` share one, which the match keeps from question to question as long as it comes at once.
    pub(crate) fn take(&mut self, fast: bool) -> Option<Pass> {
        match &self.kept {
            Some((lease, _)) if fast => return Some(Some(Arc::clone(lease))),
            // Whoever takes its time takes it over.
            Some((lease, _)) if Arc::strong_count(lease) == 1 => return self.kept.take().map(|(lease, _)| Some(lease)),
            _ => {}
        }
        self.first = self.first || self.office.line.take();
        if self.first
            && let Some(core) = self.office.cores.iter().find(|core| core.take())
        {
            self.leave_line();
            self.gave_up = false;
            let lease = Arc::new(Lease { core });
            if fast {
                self.kept = Some((Arc::clone(&lease), Instant::now()));
            }
            return Some(Some(lease));
        }
        let waits = *self.waits.get_or_insert_with(Instant::now);
        if self.gave_up || waits.elapsed() > PATIENCE {
            self.gave_up = true;
            self.leave_line();
            return Some(None);
        }
        None
    }

    /// Waits for a core; goes ahead without one if the match is cancelled.
    pub(crate) fn wait(&mut self, cancel: &Cancel) -> Pass {
        loop {
            match self.take(false) {
                Some(pass) => return pass,
                None if cancel.is_cancelled() => {
                    self.leave_line();
                    return None;
                }
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    pub(crate) fn leave_line(&mut self) {
        self.waits = None;
        if std::mem::take(&mut self.first) {
            self.office.line.give_back();
        }
    }

    /// After questions that were asked at `asked` and answered by `now`: what was kept is given back unless the answers
    /// came at once.
    pub(crate) fn settle(&mut self, asked: Instant, now: Instant) {
        if self.kept.as_ref().is_some_and(|(_, since)| now - asked >= AT_ONCE || now - *since >= SLICE) {
            self.kept = None;
        }
    }

    /// Gives back what was kept: something else than a question comes next.
    pub(crate) fn release(&mut self) {
        self.kept = None;
    }
}

impl Drop for Leases {
    fn drop(&mut self) {
        self.leave_line();
    }
}

/// The folder of the locks. Every user may add to it, and nobody can take away what is another's.
fn shared_folder() -> Option<PathBuf> {
    // What all users of the machine share comes first, what this one has alone comes last.
    let own = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let places = [Some("/run/lock".into()), Some("/dev/shm".into()), Some(std::env::temp_dir()), own];
    let folders = places.into_iter().flatten().map(|place| place.join("skirmish-cores"));
    folders.into_iter().find(|folder| make_shared(folder).and_then(|()| shared_file(&folder.join(LINE))).is_ok())
}

fn make_shared(folder: &Path) -> io::Result<()> {
    if DirBuilder::new().mode(0o700).create(folder).is_ok() {
        std::fs::set_permissions(folder, Permissions::from_mode(0o1777))?;
    }
    if std::fs::symlink_metadata(folder)?.is_dir() { Ok(()) } else { Err(io::Error::other("no folder")) }
}

/// A file to lock. Reading is enough for that, and whoever else made it, nothing is read from it.
fn shared_file(path: &Path) -> io::Result<File> {
    // Neither does a link lead elsewhere, nor does a pipe keep us waiting.
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

    /// An office of its own, as another process would see the same folder.
    fn office(folder: &Path, cores: usize) -> &'static Office {
        Box::leak(Box::new(Office::new(Some(folder), 0..cores)))
    }

    fn leases(office: &'static Office) -> Leases {
        Leases { office, waits: None, first: false, gave_up: false, kept: None }
    }

    #[test]
    fn a_core_is_leased_once_among_all_processes() {
        let folder = std::env::temp_dir().join(format!("skirmish-leases-{}", std::process::id()));
        make_shared(&folder).unwrap();
        let (here, there) = (office(&folder, 2), office(&folder, 2));
        let (mut a, mut b, mut c) = (leases(here), leases(there), leases(here));
        let first = a.take(false).expect("a free core");
        let second = b.take(false).expect("another one");
        assert!(a.take(false).is_none() && b.take(false).is_none(), "there are two");
        drop(first);
        assert!(c.take(false).is_none() && b.take(false).is_none(), "the first in line goes first");
        let third = a.take(false).expect("it is the first in line");
        drop(second);
        let fourth = b.take(false).or_else(|| c.take(false)).expect("one of the others is next");
        assert!(a.take(false).is_none());
        drop((third, fourth, a, b, c));
        let mut alone = leases(there);
        let both = (alone.take(false), alone.take(false));
        assert!(both.0.is_some() && both.1.is_some(), "everything was given back");
        drop((both, alone));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn fast_answers_keep_their_lease_for_a_while() {
        let office = office(Path::new("/no/such/folder"), 1);
        let (mut fast, mut other) = (leases(office), leases(office));
        drop(fast.take(true).expect("a free core"));
        assert!(other.take(false).is_none(), "it is kept");
        let both = (fast.take(true), fast.take(true));
        assert!(both.0.is_some() && both.1.is_some(), "and shared by the one who has it");
        drop(both);
        let now = Instant::now();
        fast.settle(now, now);
        assert!(other.take(false).is_none());
        fast.settle(now + 2 * SLICE, now + 2 * SLICE);
        assert!(other.take(false).is_some(), "not for long");
        drop(fast.take(true).expect("a free core"));
        fast.settle(now, now + 2 * AT_ONCE);
        assert!(other.take(false).is_some(), "and not after an answer that took its time");
        drop(fast.take(true).expect("a free core"));
        drop(fast.take(false).expect("the one that was kept"));
        assert!(other.take(false).is_some(), "one who takes its time gives it back at once");
    }

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
