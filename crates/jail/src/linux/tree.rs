//! The private tree of a bot in namespaces: what it may see, read-only, and nothing else.
//!
//! Sources are taken as detached copies of mounts *before* the bot's user id is taken on. So a folder under a
//! private home can be shown without opening that home, and nothing depends on what the new root hides.

use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount, mount_bind, mount_change,
    mount_remount, move_mount, open_tree, unmount,
};
use rustix::process::Signal;

use super::sys::{self, MountAttr, Side};
use super::wall::{self, DEVICES};
use crate::error::Stage;
use crate::{Error, Network, Policy};

const READ_ONLY: u64 = 0x1;
const NO_SUID: u64 = 0x2;
const NO_DEVICES: u64 = 0x4;
const NO_EXEC: u64 = 0x8;
const ID_MAPPED: u64 = 0x10_0000;

/// Pieces to put together, ready to be attached.
pub struct Tree {
    pieces: Vec<Piece>,
    /// Names by which a piece is also known.
    links: Vec<(PathBuf, PathBuf)>,
}

struct Piece {
    place: PathBuf,
    what: What,
}

enum What {
    /// A folder of the host, or a file.
    Folder(OwnedFd),
    File(OwnedFd),
    /// Nothing, in place of something hidden.
    Nothing {
        is_folder: bool,
    },
    /// An empty folder to write in.
    Room,
}

/// What a tree came to.
pub struct Entered {
    /// The folders to write in, in the order of the policy.
    pub rooms: Vec<OwnedFd>,
}

impl Tree {
    /// Takes copies of everything the policy shows. With `slot`, the bot's own files appear as owned by that id.
    pub fn collect(policy: &Policy, program: &Path, slot: Option<u32>) -> Result<Self, Error> {
        let mut tree = Self { pieces: Vec::new(), links: Vec::new() };
        let mut reads: Vec<&Path> = policy.pack.reads.iter().chain(&policy.reads).map(PathBuf::as_path).collect();
        reads.push(program);
        let mut real: Vec<PathBuf> = Vec::new();
        for path in reads {
            // A path that is not there shows nothing; the program itself is checked when it is started.
            let Ok(target) = path.canonicalize() else { continue };
            if target != path {
                tree.link_hops(path, &target);
            }
            real.push(target);
        }
        real.sort_by_key(|path| path.components().count());
        // What is the bot's own is shown as such, owner and all.
        let mut taken: Vec<PathBuf> = policy.own().iter().filter_map(|own| own.canonicalize().ok()).collect();
        for path in real {
            let hidden = |above: &PathBuf| {
                policy.hides.iter().any(|hidden| hidden.starts_with(above) && path.starts_with(hidden))
            };
            if !taken.iter().any(|above| path.starts_with(above) && !hidden(above)) {
                tree.take(&path, READ_ONLY | NO_SUID | NO_DEVICES, None)?;
                taken.push(path);
            }
        }
        let zeros = (wall::available().abi > 0).then_some(&wall::ZEROS);
        for device in DEVICES.iter().chain(zeros).map(Path::new).filter(|device| device.exists()) {
            tree.take(device, NO_SUID | NO_EXEC, None)?;
        }
        for own in policy.own() {
            tree.take_own(own, READ_ONLY | NO_SUID | NO_DEVICES, slot)?;
        }
        if policy.only.is_some() {
            tree.put(&policy.folder, What::Nothing { is_folder: true });
        }
        for hidden in &policy.hides {
            let shows = |piece: &Piece| matches!(piece.what, What::Folder(_)) && hidden.starts_with(&piece.place);
            // Paths that are shown themselves are not hidden, and paths that are not shown need no hiding.
            let is_shown = tree.pieces.iter().any(shows) && !tree.pieces.iter().any(|piece| piece.place == *hidden);
            if let Ok(data) = hidden.symlink_metadata()
                && is_shown
            {
                tree.put(hidden, What::Nothing { is_folder: data.is_dir() });
            }
        }
        for folder in &policy.writes {
            tree.put(folder, What::Room);
        }
        tree.pieces.sort_by_key(|piece| piece.place.components().count());
        Ok(tree)
    }

    fn put(&mut self, place: &Path, what: What) {
        self.pieces.push(Piece { place: place.to_owned(), what });
    }

    /// A link may go through others (a virtual environment's Python does): each of them must exist.
    fn link_hops(&mut self, path: &Path, target: &Path) {
        const MOST: usize = 16;
        let mut hop = path.to_owned();
        for _ in 0..MOST {
            self.links.push((hop.clone(), target.to_owned()));
            let (Ok(next), Some(folder)) = (fs::read_link(&hop), hop.parent()) else { return };
            // The folder is made plain, so that no name with `..` in it is ever created.
            let next = folder.join(next);
            let plain = next.parent().and_then(|folder| folder.canonicalize().ok()).zip(next.file_name());
            let Some((folder, name)) = plain else { return };
            hop = folder.join(name);
            if hop == target {
                return;
            }
        }
    }

    /// A folder of the bot's own, or a file.
    fn take_own(&mut self, own: &Path, flags: u64, slot: Option<u32>) -> Result<(), Error> {
        let bad = |error: io::Error| Error::BadFolder { folder: own.to_owned(), reason: error.to_string() };
        let real = own.canonicalize().map_err(bad)?;
        if real != own {
            self.link_hops(own, &real);
        }
        self.take(&real, flags, slot)
    }

    fn take(&mut self, path: &Path, flags: u64, slot: Option<u32>) -> Result<(), Error> {
        let stage = format!("take {}", path.display());
        let data = path.metadata().stage(&stage)?;
        let copy = || {
            let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
            open_tree(CWD, path, flags)
        };
        let what = if data.is_dir() { What::Folder } else { What::File };
        let mut mount = copy().stage(&stage)?;
        let plain = MountAttr { set: flags, clear: 0, propagation: libc::MS_PRIVATE, userns_fd: 0 };
        if let Some(slot) = slot.filter(|&slot| slot != data.uid()) {
            let map = user_map(data.uid(), data.gid(), slot).stage("map the owner of the folder")?;
            let mapped = MountAttr { set: flags | ID_MAPPED, userns_fd: map.as_raw_fd() as u64, ..plain };
            if sys::mount_setattr(mount.as_fd(), true, &mapped).is_ok() {
                self.put(path, what(mount));
                return Ok(());
            }
            // Some file systems cannot map owners: then file modes decide, as everywhere else.
            mount = copy().stage(&stage)?;
        }
        sys::mount_setattr(mount.as_fd(), true, &plain).stage(&stage)?;
        self.put(path, what(mount));
        Ok(())
    }

    /// Builds the tree and makes it the root of this mount namespace.
    pub fn enter(self, policy: &Policy) -> Result<Entered, Error> {
        mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE).stage("private mounts")?;
        let base = ["/tmp", "/var", "/proc"].into_iter().map(Path::new).find(|path| path.is_dir());
        let base = base.ok_or_else(|| io::Error::from_raw_os_error(libc::ENOENT)).stage("place for the tree")?;
        let quiet = MountFlags::NOSUID | MountFlags::NODEV;
        mount("tmpfs", base, "tmpfs", quiet, c"size=1m,nr_inodes=1024,mode=0755").stage("root of the tree")?;
        let at = |path: &Path| base.join(path.strip_prefix("/").unwrap_or(path));

        fs::create_dir(at(Path::new("/tmp"))).stage("scratch")?;
        if policy.scratch > 0 {
            let inodes = (policy.scratch / 4096).max(64);
            let options = format!("size={},nr_inodes={inodes},mode=0700", policy.scratch);
            let options = std::ffi::CString::new(options).expect("numbers hold no NUL");
            mount("tmpfs", at(Path::new("/tmp")), "tmpfs", quiet, &*options).stage("scratch")?;
        }
        let mut rooms = Vec::new();
        for Piece { place, what } in &self.pieces {
            let stage = format!("show {}", place.display());
            let place = at(place);
            make_place(&place, !matches!(what, What::File(_) | What::Nothing { is_folder: false })).stage(&stage)?;
            match what {
                What::Folder(mount) | What::File(mount) => {
                    let empty = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
                    move_mount(mount, "", CWD, &place, empty).stage(&stage)?;
                }
                What::Nothing { is_folder: true } => {
                    mount("tmpfs", &place, "tmpfs", quiet, c"size=64k,nr_inodes=256,mode=0755").stage(&stage)?;
                }
                What::Nothing { is_folder: false } => {
                    let nothing = at(Path::new("/.nothing"));
                    make_place(&nothing, false).stage(&stage)?;
                    mount_bind(&nothing, &place).stage(&stage)?;
                }
                What::Room => {
                    let options = format!("size={},nr_inodes={},mode=0700", policy.room.bytes, policy.room.entries + 1);
                    let options = std::ffi::CString::new(options).expect("numbers hold no NUL");
                    mount("tmpfs", &place, "tmpfs", quiet, &*options).stage(&stage)?;
                    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                    rooms.push(rustix::fs::open(&place, flags, Mode::empty()).stage(&stage)?);
                }
            }
        }
        for (name, target) in &self.links {
            let name = at(name);
            if fs::symlink_metadata(&name).is_err() {
                fs::create_dir_all(name.parent().unwrap_or(base)).stage("link")?;
                symlink(target, &name).stage("link")?;
            }
        }
        if policy.network != Network::None {
            fs::create_dir_all(at(Path::new("/etc"))).stage("hosts")?;
            fs::write(at(Path::new("/etc/hosts")), "127.0.0.1 localhost\n").stage("hosts")?;
            fs::write(at(Path::new("/etc/nsswitch.conf")), "hosts: files\n").stage("hosts")?;
        }
        if mount_proc(&at(Path::new("/proc"))) {
            for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
                symlink(format!("/proc/self/fd{target}"), at(Path::new("/dev")).join(name)).stage("device links")?;
            }
        }

        rustix::process::chdir(base).stage("enter the tree")?;
        // The same folder twice: the old root ends up on top of the new one and is then taken off.
        rustix::process::pivot_root(".", ".").stage("enter the tree")?;
        unmount(".", UnmountFlags::DETACH).stage("leave the old tree")?;
        rustix::process::chdir("/").stage("enter the tree")?;
        // What is empty stays so. Whatever was put below it is there by now.
        let empty = self.pieces.iter().filter(|piece| matches!(piece.what, What::Nothing { .. }));
        for place in empty.map(|piece| piece.place.as_path()).chain([Path::new("/")]) {
            mount_remount(place, MountFlags::BIND | MountFlags::RDONLY | quiet, "").stage("make the tree read-only")?;
        }
        Ok(Entered { rooms })
    }
}

/// A process table with only what the bot may know. None at all where the outer one is masked (containers).
fn mount_proc(place: &Path) -> bool {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    fs::create_dir(place).is_ok() && mount("proc", place, "proc", flags, c"hidepid=invisible,subset=pid").is_ok()
}

fn make_place(place: &Path, is_folder: bool) -> io::Result<()> {
    if fs::symlink_metadata(place).is_ok() {
        return Ok(());
    }
    if is_folder {
        return fs::create_dir_all(place);
    }
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create(place).map(drop)
}

/// A user namespace that only serves as a map from the folder's owner to the bot's id.
fn user_map(uid: u32, gid: u32, slot: u32) -> io::Result<OwnedFd> {
    let (reader, writer) = std::io::pipe()?;
    let child = match sys::fork(libc::CLONE_NEWUSER)? {
        Side::Child => {
            drop(writer);
            // Waits for the parent to close its end: by then the namespace is held by a descriptor.
            let _end = rustix::io::read(&reader, &mut [0; 1]);
            sys::exit(0);
        }
        Side::Parent(child) => child,
    };
    let pid = child.as_raw_nonzero().get();
    let made = (|| {
        fs::write(format!("/proc/{pid}/uid_map"), format!("{uid} {slot} 1"))?;
        fs::write(format!("/proc/{pid}/gid_map"), format!("{gid} {slot} 1"))?;
        fs::File::open(format!("/proc/{pid}/ns/user")).map(OwnedFd::from)
    })();
    drop(writer);
    if made.is_err() {
        // Nothing can hold it up, but an error must not leave a child behind.
        let _gone = rustix::process::kill_process(child, Signal::KILL);
    }
    sys::wait(pid, true)?;
    made
}
