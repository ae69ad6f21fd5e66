//! Attacks on files: reading what is not ours, and filling the disk.

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use super::{Result, raw};

const MIB: u64 = 1 << 20;

pub fn read(path: &str) -> Result {
    let mut byte = [0];
    Result::of(File::open(path).and_then(|mut file| file.read_exact(&mut byte)))
}

/// Reads a file and looks for what the real one holds.
pub fn read_with(path: &str, word: &str) -> Result {
    match fs::read_to_string(path) {
        Ok(text) if text.contains(word) => Result::Yes(format!("{} bytes", text.len())),
        Ok(text) => Result::No(format!("another file of {} bytes", text.len())),
        Err(error) => Result::No(error.to_string()),
    }
}

pub fn list(folder: &str) -> Result {
    match fs::read_dir(folder) {
        Ok(entries) => Result::beyond(entries.count() as u64, 0, "entries"),
        Err(error) => Result::No(error.to_string()),
    }
}

/// Is it there, how large is it, when was it changed?
pub fn stat(path: &str) -> Result {
    Result::of(fs::metadata(path))
}

pub fn open(path: &str) -> Result {
    Result::of(File::open(path))
}

/// The first of several ways that works, or the first refusal.
fn any(ways: impl IntoIterator<Item = io::Result<i64>>) -> Result {
    let mut first = None;
    for done in ways {
        match done {
            Ok(_) => return Result::Yes("accepted".to_owned()),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    first.map_or_else(|| Result::Absent("no way to try".to_owned()), |error| Result::refused(&error))
}

/// Opens a file to others, or closes it.
pub fn mode(path: &str) -> Result {
    let Ok(name) = CString::new(path) else { return Result::Absent("no such name".to_owned()) };
    let (name, here) = (name.as_ptr() as usize, libc::AT_FDCWD as usize);
    const FCHMODAT2: i64 = 452;
    let by_file = || {
        let file = File::open(path)?;
        raw::call(libc::SYS_fchmod, [file.as_raw_fd() as usize, 0o644, 0, 0, 0])
    };
    any([
        raw::call(libc::SYS_fchmodat, [here, name, 0o644, 0, 0]),
        raw::call(FCHMODAT2, [here, name, 0o644, 0, 0]),
        by_file(),
    ])
}

/// Sets its time of change to 1970.
pub fn times(path: &str) -> Result {
    let Ok(name) = CString::new(path) else { return Result::Absent("no such name".to_owned()) };
    let times = [0_i64; 4];
    let args = [libc::AT_FDCWD as usize, name.as_ptr() as usize, times.as_ptr() as usize, 0, 0];
    any([raw::call(libc::SYS_utimensat, args)])
}

/// Writes an attribute beside its content.
pub fn attributes(path: &str) -> Result {
    const SETXATTRAT: i64 = 463;
    let Ok(name) = CString::new(path) else { return Result::Absent("no such name".to_owned()) };
    let (name, key, value) = (name.as_ptr() as usize, c"user.bad".as_ptr() as usize, c"x".as_ptr() as usize);
    let (set, here) = ([value as u64, 1], libc::AT_FDCWD as usize);
    let newest = raw::call6(SETXATTRAT, [here, name, 0, key, set.as_ptr() as usize, size_of_val(&set)]);
    match any([raw::call(libc::SYS_setxattr, [name, key, value, 1, 0]), newest]) {
        Result::No(why) if why.contains("not supported") => Result::Absent(why),
        other => other,
    }
}

/// Sets the flags of a file that `chattr` shows; needs no right to write it.
pub fn flags(path: &str) -> Result {
    const GET: usize = 0x8008_6601;
    const SET: usize = 0x4008_6602;
    const NO_DUMP: u64 = 0x40;
    let done = File::open(path).and_then(|file| {
        let mut flags = 0_u64;
        let address = std::ptr::from_mut(&mut flags) as usize;
        raw::call(libc::SYS_ioctl, [file.as_raw_fd() as usize, GET, address, 0, 0])?;
        flags = std::hint::black_box(flags) ^ NO_DUMP;
        raw::call(libc::SYS_ioctl, [file.as_raw_fd() as usize, SET, std::ptr::from_ref(&flags) as usize, 0, 0])
    });
    match done {
        // A file system without flags.
        Err(error) if error.raw_os_error() == Some(libc::ENOTTY) => Result::Absent(error.to_string()),
        done => Result::of(done),
    }
}

/// Empties a file: by its name, or by opening it for reading only, or for nothing at all.
pub fn truncate(path: &str) -> Result {
    let Ok(name) = CString::new(path) else { return Result::Absent("no such name".to_owned()) };
    let (name, here) = (name.as_ptr() as usize, libc::AT_FDCWD as usize);
    let open = |flags: i32| {
        let opened = raw::call(libc::SYS_openat, [here, name, (flags | libc::O_TRUNC) as usize, 0, 0]);
        opened.inspect(|&fd| drop(raw::own(fd)))
    };
    let new_open = || {
        let how = [libc::O_TRUNC as u64, 0, 0];
        raw::call(libc::SYS_openat2, [here, name, how.as_ptr() as usize, size_of_val(&how), 0])
            .inspect(|&fd| drop(raw::own(fd)))
    };
    any([raw::call(libc::SYS_truncate, [name, 0, 0, 0, 0]), open(libc::O_RDONLY), open(libc::O_ACCMODE), new_open()])
}

pub fn create(folder: &str) -> Result {
    let path = Path::new(folder).join(format!("bad-was-here-{}", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).open(&path);
    if made.is_ok() {
        // Leave no trace; it only matters that it could be made.
        let _kept = fs::remove_file(path);
    }
    Result::of(made)
}

/// Where this bot may be able to write: the folder it was given, its scratch folder, its own folder.
fn writable(told: &str) -> Option<PathBuf> {
    let candidates = [told.to_owned(), std::env::var("TMPDIR").unwrap_or_default(), ".".to_owned()];
    candidates.into_iter().filter(|folder| !folder.is_empty()).map(PathBuf::from).find(|folder| {
        let probe = folder.join(format!("bad-probe-{}", std::process::id()));
        let made = File::create(&probe).is_ok();
        let _kept = fs::remove_file(&probe);
        made
    })
}

/// Grows a file until it is refused; returns its size. Allocates real blocks, not holes.
fn grow(path: &Path, step: u64, most: u64) -> u64 {
    let Ok(file) = File::create(path) else { return 0 };
    let mut size = 0;
    while size < most {
        let args = [file.as_raw_fd() as usize, 0, size as usize, step as usize, 0];
        if raw::call(libc::SYS_fallocate, args).is_err() {
            break;
        }
        size += step;
    }
    size
}

/// One file of 10 GB.
pub fn big(told: &str) -> Result {
    raw::ignore(libc::SIGXFSZ);
    let Some(folder) = writable(told) else { return Result::No("nowhere to write".to_owned()) };
    let path = folder.join(format!("bad-big-{}", std::process::id()));
    let size = grow(&path, MIB, 10_000 * MIB);
    let _kept = fs::remove_file(&path);
    Result::beyond(size / MIB, 16, "MiB")
}

/// 25 files of 16 MiB.
pub fn many(told: &str) -> Result {
    raw::ignore(libc::SIGXFSZ);
    let Some(folder) = writable(told) else { return Result::No("nowhere to write".to_owned()) };
    let paths: Vec<PathBuf> =
        (0..25).map(|number| folder.join(format!("bad-{}-{number}", std::process::id()))).collect();
    let total: u64 = paths.iter().map(|path| grow(path, MIB, 16 * MIB)).sum();
    for path in &paths {
        let _kept = fs::remove_file(path);
    }
    Result::beyond(total / MIB, 64, "MiB")
}
