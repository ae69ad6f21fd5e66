//! A bot's folder as one blob, and back.
//!
//! A blob is a tar of the files that a build would see, packed by zstd: plain files and folders in the order of their names,
//! with nothing of the machine they came from, so the same files give the same bytes. It is known by the digest of its files,
//! which whoever unpacks it takes again of what has arrived: a blob is a stranger's until then.

use skirmish_referee::building::{is_left_out, keep_source, source_digest};
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tar::{Archive, Builder, Entry, EntryType, Header};

/// The most files and folders, and the most bytes, headers among them. A bot's folder may hold as much.
const MOST_ENTRIES: usize = 10_000;
const MOST_BYTES: u64 = 512 << 20;
/// The longest path that a system takes, and the deepest folder that a bot may have.
const LONGEST_PATH: u64 = 4096;
const DEEPEST: usize = 64;
/// What an entry is called that holds the name of the next one.
const LONG_LINK: &[u8] = b"././@LongLink";
/// The level of zstd, and the most it may look back (16 MiB), which is memory for whoever unpacks.
const LEVEL: i32 = 3;
const WINDOW_LOG: u32 = 24;

/// A bot's files.
#[derive(Clone, PartialEq, Debug)]
pub struct Bundle {
    /// The digest of the files, as `source_digest` gives it.
    pub digest: String,
    /// The blob.
    pub bytes: Vec<u8>,
}

/// Why there is no bundle, or nothing came out of one.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The disk's fault, or the folder's.
    #[error("{}: {error}", path.display())]
    Disk {
        /// What was read or written.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The folder has what cannot travel.
    #[error("{}: {why}", path.display())]
    Stays {
        /// The file in question, or the folder.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The blob is none that [`pack`] would make.
    #[error("a bundle was refused: {0}")]
    Refused(String),
    /// The blob has other files than was said.
    #[error("a bundle was refused: its files have the digest {found}, not {told}")]
    Digest {
        /// The digest that was asked for.
        told: String,
        /// The digest of what was in it.
        found: String,
    },
}

/// Packs the files of a bot's folder, as a build would see them.
pub fn pack(folder: &Path) -> Result<Bundle, BundleError> {
    let stage = Stage::new(&std::env::temp_dir(), "skirmish-bundle")?;
    let copy = stage.0.join("source");
    let digest = keep_source(folder, &copy).map_err(|error| disk(folder, error))?;
    let zstd = zstd::Encoder::new(Vec::new(), LEVEL).map_err(|error| disk(folder, error))?;
    let mut tar = Builder::new(Counted { inner: zstd, bytes: 0 });
    add(&mut tar, folder, &copy, Path::new(""))?;
    let counted = tar.into_inner().map_err(|error| disk(folder, error))?;
    if counted.bytes > MOST_BYTES {
        let why = format!("more than {} MiB in it, as a bundle", MOST_BYTES >> 20);
        return Err(BundleError::Stays { path: folder.to_owned(), why });
    }
    let bytes = counted.inner.finish().map_err(|error| disk(folder, error))?;
    Ok(Bundle { digest, bytes })
}

/// Unpacks a blob into the folder `into`, which is there afterwards with all its files or, after an error, as it was before. If it
/// has the right files already, it is left alone; if it has others, it is replaced.
pub fn unpack(bytes: &[u8], digest: &str, into: &Path) -> Result<(), BundleError> {
    let holds = || into.is_dir() && source_digest(into).is_ok_and(|found| found == digest);
    if holds() {
        return Ok(());
    }
    let (Some(above), Some(name)) = (into.parent(), into.file_name()) else {
        return Err(disk(into, io::Error::other("not a place for a folder")));
    };
    let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    // On the same file system, so that it can be moved into place at once.
    let stage = Stage::new(above, &format!(".{}", name.to_string_lossy()))?;
    extract(bytes, &stage.0)?;
    let found = source_digest(&stage.0).map_err(|error| BundleError::Refused(error.to_string()))?;
    if found != digest {
        return Err(BundleError::Digest { told: digest.to_owned(), found });
    }
    // Root's bots run as users of their own.
    set_mode(&stage.0, 0o755)?;
    if fs::rename(&stage.0, into).is_ok() || holds() {
        // Ours, or that of somebody who was faster.
        return Ok(());
    }
    match fs::remove_dir_all(into) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(disk(into, error)),
        _ => {}
    }
    match fs::rename(&stage.0, into) {
        Err(error) if !holds() => Err(disk(into, error)),
        _ => Ok(()),
    }
}

/// Adds what is in a folder of our copy, in the order of names.
fn add(tar: &mut Builder<impl Write>, origin: &Path, copy: &Path, inside: &Path) -> Result<(), BundleError> {
    let folder = copy.join(inside);
    let entries = fs::read_dir(&folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let mut names: Vec<_> = entries.map_err(|error| disk(&folder, error))?.iter().map(|e| e.file_name()).collect();
    names.sort();
    for name in names {
        let (inside, path) = (inside.join(&name), folder.join(&name));
        let failed = |error| disk(&path, error);
        let data = path.symlink_metadata().map_err(failed)?;
        let mut header = plain();
        if data.is_dir() {
            header.set_entry_type(EntryType::Directory);
            header.set_mode(0o755);
            header.set_size(0);
            append(tar, header, &inside, io::empty()).map_err(failed)?;
            add(tar, origin, copy, &inside)?;
        } else if data.is_file() {
            let file = File::open(&path).map_err(failed)?;
            header.set_entry_type(EntryType::Regular);
            header.set_mode(if data.permissions().mode() & 0o111 == 0 { 0o644 } else { 0o755 });
            header.set_size(data.len());
            append(tar, header, &inside, file).map_err(failed)?;
        } else {
            let why = "a link does not travel to other machines; put the file itself in its place".into();
            return Err(BundleError::Stays { path: origin.join(inside), why });
        }
    }
    Ok(())
}

/// Adds an entry. The library's own way stumbles over long names that are no text.
fn append(tar: &mut Builder<impl Write>, mut header: Header, path: &Path, data: impl Read) -> io::Result<()> {
    let path = path.as_os_str().as_bytes();
    let name = &mut header.as_old_mut().name;
    let fits = path.len().min(name.len());
    name[..fits].copy_from_slice(&path[..fits]);
    if fits < path.len() {
        let mut long = plain();
        long.as_old_mut().name[..LONG_LINK.len()].copy_from_slice(LONG_LINK);
        long.set_entry_type(EntryType::GNULongName);
        long.set_mode(0o644);
        long.set_size(path.len() as u64 + 1);
        long.set_cksum();
        tar.append(&long, path.chain(&b"\0"[..]))?;
    }
    header.set_cksum();
    tar.append(&header, data)
}

/// A header with nothing of this machine in it.
fn plain() -> Header {
    let mut header = Header::new_gnu();
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header
}

/// Takes a blob apart. Every size is judged before anything of that size is read, and nothing is written over.
fn extract(bytes: &[u8], to: &Path) -> Result<(), BundleError> {
    let bad = |error: io::Error| BundleError::Refused(error.to_string());
    let mut zstd = zstd::Decoder::with_buffer(bytes).map_err(bad)?;
    zstd.window_log_max(WINDOW_LOG).map_err(bad)?;
    let mut archive = Archive::new(zstd.take(MOST_BYTES));
    let mut long_path = None;
    let (mut count, mut room) = (0, MOST_BYTES);
    // Raw: what the library would understand by itself (long names of any length, holes, attributes) is up to us.
    for entry in archive.entries().map_err(bad)?.raw(true) {
        let mut entry = entry.map_err(bad)?;
        let (kind, size) = (entry.header().entry_type(), entry.size());
        if kind == EntryType::GNULongName && long_path.is_none() {
            long_path = Some(read_path(&mut entry)?);
            continue;
        }
        let path = long_path.take().unwrap_or_else(|| entry.header().path_bytes().into_owned());
        let is_folder = match kind {
            EntryType::Directory if size == 0 => true,
            EntryType::Regular => false,
            _ => return Err(refused(&path, "is neither a plain file nor a folder")),
        };
        count += 1;
        room = room.checked_sub(size).filter(|_| count <= MOST_ENTRIES).ok_or_else(|| {
            BundleError::Refused(format!("more than {MOST_ENTRIES} files or {} MiB", MOST_BYTES >> 20))
        })?;
        let target = to.join(checked(&path, is_folder)?);
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => refused(&path, "is there twice"),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => refused(&path, "is in no folder"),
            _ => disk(&target, error),
        };
        if is_folder {
            fs::create_dir(&target).map_err(failed)?;
            set_mode(&target, 0o755)?;
        } else {
            let runs = entry.header().mode().map_err(bad)? & 0o111 != 0;
            let file = File::create_new(&target).map_err(failed)?;
            fill(file, &mut entry, &target)?;
            set_mode(&target, if runs { 0o755 } else { 0o644 })?;
        }
    }
    Ok(())
}

/// The path that an entry of its own holds, because it does not fit into a header.
fn read_path(entry: &mut Entry<'_, impl Read>) -> Result<Vec<u8>, BundleError> {
    if entry.size() > LONGEST_PATH {
        return Err(BundleError::Refused(format!("a path of {} bytes", entry.size())));
    }
    let mut path = Vec::new();
    entry.read_to_end(&mut path).map_err(|error| BundleError::Refused(error.to_string()))?;
    path.pop_if(|last| *last == 0);
    Ok(path)
}

/// A path that stays inside, of names that are part of a bot.
fn checked(path: &[u8], is_folder: bool) -> Result<PathBuf, BundleError> {
    let inner = path.strip_suffix(b"/").filter(|_| is_folder).unwrap_or(path);
    let parts: Vec<&OsStr> = inner.split(|byte| *byte == b'/').map(OsStr::from_bytes).collect();
    let folders = parts.len() - usize::from(!is_folder);
    if folders > DEEPEST {
        return Err(refused(path, "is too deep"));
    }
    for (i, part) in parts.iter().enumerate() {
        // `.` and `..` are left out by their first character, as all hidden files are.
        if part.is_empty() || part.as_bytes().contains(&0) || is_left_out(part, i < folders) {
            return Err(refused(path, "is not the path of a bot's file"));
        }
    }
    Ok(parts.iter().collect())
}

/// Copies an entry into its file. What the disk says and what the blob says are not the same fault.
fn fill(mut file: File, entry: &mut Entry<'_, impl Read>, path: &Path) -> Result<(), BundleError> {
    let mut left = entry.size();
    let mut chunk = [0; 64 * 1024];
    while left > 0 {
        match entry.read(&mut chunk) {
            Ok(0) => return Err(BundleError::Refused("it ends in the middle of a file".into())),
            Ok(n) => {
                file.write_all(&chunk[..n]).map_err(|error| disk(path, error))?;
                left -= n as u64;
            }
            Err(error) => return Err(BundleError::Refused(error.to_string())),
        }
    }
    Ok(())
}

fn set_mode(path: &Path, mode: u32) -> Result<(), BundleError> {
    fs::set_permissions(path, Permissions::from_mode(mode)).map_err(|error| disk(path, error))
}

fn disk(path: &Path, error: io::Error) -> BundleError {
    BundleError::Disk { path: path.to_owned(), error }
}

fn refused(path: &[u8], why: &str) -> BundleError {
    BundleError::Refused(format!("{:?} {why}", String::from_utf8_lossy(path)))
}

/// A new folder of ours, which is gone when this is, unless it was moved.
struct Stage(PathBuf);

impl Stage {
    fn new(above: &Path, name: &str) -> Result<Stage, BundleError> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let folder = above.join(format!("{name}.{}-{count}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&folder) {
                Ok(()) => return Ok(Stage(folder)),
                // Of an earlier process with our number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(disk(&folder, error)),
            }
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _moved = fs::remove_dir_all(&self.0);
    }
}

/// Counts what is written.
struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(bytes)?;
        self.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
