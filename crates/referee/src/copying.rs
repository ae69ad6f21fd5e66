//! Copying files that somebody else wrote: plain files and folders, links that stay inside, and nothing else.
//!
//! No link is followed, no pipe or device is opened, sizes are checked before anything is read, and every copy is a new
//! file with a plain mode. The digest is of what was copied, so that it cannot be of anything else.

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use sha2::{Digest, Sha256};
use std::ffi::{CString, OsStr};
use std::fs::{File, Permissions};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

/// The deepest folder in a folder.
const DEEPEST: usize = 64;

/// What is copied.
pub struct Copying<'a> {
    /// The most entries and bytes there may be.
    pub most_entries: usize,
    pub most_bytes: u64,
    /// Which names are skipped; the second argument says whether it is a folder.
    pub passes_over: fn(&OsStr, bool) -> bool,
    /// Which folders are skipped for what is in them.
    pub passes_by: fn(&OwnedFd) -> bool,
    /// Where the copy goes; without it the files are only read.
    pub to: Option<&'a Path>,
}

/// What was copied.
#[derive(Debug, Default)]
pub struct Copied {
    /// A hash over names, modes and bytes, in hexadecimal digits.
    pub digest: String,
    pub entries: usize,
    pub bytes: u64,
    /// What is neither a file nor a folder nor a link that stays inside.
    pub left_out: Vec<PathBuf>,
}

struct Walk<'a> {
    copying: &'a Copying<'a>,
    copied: Copied,
    hash: Sha256,
}

impl Copying<'_> {
    /// Copies what is in a folder.
    pub fn run(&self, from: impl AsFd) -> io::Result<Copied> {
        let mut walk = Walk { copying: self, copied: Copied::default(), hash: Sha256::new() };
        walk.folder(from.as_fd().try_clone_to_owned()?, Path::new(""), 0)?;
        let mut copied = walk.copied;
        copied.digest = hexadecimal(&walk.hash.finalize());
        Ok(copied)
    }
}

impl Walk<'_> {
    fn folder(&mut self, folder: OwnedFd, path: &Path, depth: usize) -> io::Result<()> {
        if depth > DEEPEST {
            return Err(refused(format!("folders in it are more than {DEEPEST} deep")));
        }
        for name in self.names(&folder)? {
            let data = rustix::fs::statat(&folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
            let kind = FileType::from_raw_mode(data.st_mode);
            let word = OsStr::from_bytes(name.as_bytes());
            if (self.copying.passes_over)(word, kind.is_dir()) {
                continue;
            }
            let path = path.join(word);
            match kind {
                FileType::Directory => {
                    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                    let inner = rustix::fs::openat(&folder, &name, flags, Mode::empty())?;
                    if (self.copying.passes_by)(&inner) {
                        continue;
                    }
                    self.note(b"folder", &path, &[]);
                    if let Some(to) = self.copying.to {
                        std::fs::create_dir(to.join(&path))?;
                        std::fs::set_permissions(to.join(&path), Permissions::from_mode(0o755))?;
                    }
                    self.folder(inner, &path, depth + 1)?;
                }
                FileType::RegularFile => self.file(&folder, &name, &path)?,
                FileType::Symlink => {
                    let target = rustix::fs::readlinkat(&folder, &name, Vec::new())?;
                    let target = Path::new(OsStr::from_bytes(target.as_bytes()));
                    if !stays_inside(target, depth) {
                        self.copied.left_out.push(path);
                        continue;
                    }
                    self.note(b"link", &path, target.as_os_str().as_bytes());
                    if let Some(to) = self.copying.to {
                        symlink(target, to.join(&path))?;
                    }
                }
                _ => self.copied.left_out.push(path),
            }
        }
        Ok(())
    }

    /// The names in a folder, in an order that is always the same.
    fn names(&mut self, folder: &OwnedFd) -> io::Result<Vec<CString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            self.copied.entries += 1;
            if self.copied.entries > self.copying.most_entries {
                return Err(refused(format!("more than {} files in it", self.copying.most_entries)));
            }
            names.push(name.to_owned());
        }
        names.sort();
        Ok(names)
    }

    fn file(&mut self, folder: &OwnedFd, name: &CString, path: &Path) -> io::Result<()> {
        // If it has become a pipe meanwhile, this does not wait for its other end.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut from = File::from(rustix::fs::openat(folder, name, flags, Mode::empty())?);
        let data = from.metadata()?;
        if !data.is_file() {
            self.copied.left_out.push(path.to_owned());
            return Ok(());
        }
        let room = self.copying.most_bytes - self.copied.bytes;
        let too_much = || refused(format!("more than {} MiB in it", self.copying.most_bytes >> 20));
        if data.len() > room {
            return Err(too_much());
        }
        let runs = data.permissions().mode() & 0o111 != 0;
        let mut to = match self.copying.to {
            Some(to) => Some(File::create_new(to.join(path))?),
            None => None,
        };
        let mut hash = Sha256::new();
        let mut chunk = [0; 64 * 1024];
        let mut length = 0;
        loop {
            let n = from.read(&mut chunk)?;
            if n == 0 {
                break;
            }
            length += n as u64;
            if length > room {
                return Err(too_much());
            }
            hash.update(&chunk[..n]);
            if let Some(to) = &mut to {
                to.write_all(&chunk[..n])?;
            }
        }
        self.copied.bytes += length;
        self.note(if runs { b"program" } else { b"file" }, path, &hash.finalize());
        match to {
            Some(to) => to.set_permissions(Permissions::from_mode(if runs { 0o755 } else { 0o644 })),
            None => Ok(()),
        }
    }

    fn note(&mut self, kind: &[u8], path: &Path, content: &[u8]) {
        for part in [kind, path.as_os_str().as_bytes(), content] {
            self.hash.update((part.len() as u64).to_le_bytes());
            self.hash.update(part);
        }
    }
}

/// Whether a link, this many folders deep, stays inside. It may go up first and then down; going up after a name would mean
/// trusting that the name is not a link.
fn stays_inside(target: &Path, depth: usize) -> bool {
    let mut parts = target.components().filter(|part| *part != Component::CurDir).peekable();
    let mut up = 0;
    while parts.next_if_eq(&Component::ParentDir).is_some() {
        up += 1;
    }
    up <= depth && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Whether there is more in a folder at this moment than is allowed. Files come and go while we look.
pub fn is_overfull(folder: impl AsFd, most_entries: usize, most_bytes: u64) -> bool {
    fn add(folder: &OwnedFd, depth: usize, entries: &mut usize, bytes: &mut u64) {
        let Ok(names) = Dir::read_from(folder) else { return };
        for entry in names.flatten().filter(|entry| entry.file_name() != c"." && entry.file_name() != c"..") {
            *entries += 1;
            let Ok(data) = rustix::fs::statat(folder, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW) else { continue };
            *bytes = bytes.saturating_add((data.st_blocks as u64).saturating_mul(512));
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            if depth < DEEPEST
                && FileType::from_raw_mode(data.st_mode).is_dir()
                && let Ok(inner) = rustix::fs::openat(folder, entry.file_name(), flags, Mode::empty())
            {
                add(&inner, depth + 1, entries, bytes);
            }
        }
    }
    let (mut entries, mut bytes) = (0, 0);
    if let Ok(folder) = folder.as_fd().try_clone_to_owned() {
        add(&folder, 0, &mut entries, &mut bytes);
    }
    entries > most_entries || bytes > most_bytes
}

fn refused(why: String) -> io::Error {
    io::Error::other(why)
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_may_go_up_and_then_down_inside() {
        for (target, depth, inside) in [
            ("x", 0, true),
            ("./x/y", 0, true),
            ("../x", 1, true),
            ("../x", 0, false),
            ("../../x", 1, false),
            ("x/../y", 3, false),
            ("/etc/passwd", 3, false),
            ("..", 0, false),
        ] {
            assert_eq!(stays_inside(Path::new(target), depth), inside, "{target} at {depth}");
        }
    }

    #[test]
    fn nothing_but_plain_files_and_links_inside_is_copied() {
        let folder = std::env::temp_dir().join(format!("skirmish-copying-{}", std::process::id()));
        let (from, to) = (folder.join("from"), folder.join("to"));
        std::fs::create_dir_all(from.join("sub")).unwrap();
        std::fs::create_dir_all(&to).unwrap();
        std::fs::write(from.join("bot"), "x").unwrap();
        std::fs::set_permissions(from.join("bot"), Permissions::from_mode(0o6755)).unwrap();
        std::fs::write(from.join(OsStr::from_bytes(b"odd\n\xff")), "y").unwrap();
        symlink("../bot", from.join("sub/inside")).unwrap();
        symlink("/etc/hostname", from.join("outside")).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, from.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
        let copying = |most_entries, most_bytes, to| {
            let all = Copying { most_entries, most_bytes, passes_over: |_, _| false, passes_by: |_| false, to };
            all.run(File::open(&from).unwrap())
        };
        let copied = copying(100, 100, Some(&to)).unwrap();
        assert_eq!(copied.left_out, [PathBuf::from("outside"), PathBuf::from("pipe")]);
        assert_eq!(to.join("bot").metadata().unwrap().permissions().mode() & 0o7777, 0o755, "no set-user-id bit");
        assert_eq!(std::fs::read(to.join(OsStr::from_bytes(b"odd\n\xff"))).unwrap(), b"y");
        assert_eq!(std::fs::read_to_string(to.join("sub/inside")).unwrap(), "x");
        assert_eq!(copying(100, 100, None).unwrap().digest, copied.digest, "the digest is of what is there");

        // A file of four gigabytes that takes no room is refused by its size, before it is read.
        File::create(from.join("sparse")).unwrap().set_len(4 << 30).unwrap();
        assert!(copying(100, 1 << 30, None).unwrap_err().to_string().contains("1024 MiB"));
        assert!(copying(3, 1 << 40, None).unwrap_err().to_string().contains("3 files"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
