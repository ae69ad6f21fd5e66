//! Attacks on files: reading what is not ours, filling the disk.

use std::fs::{self, File, OpenOptions};
use std::io::Read;
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

pub fn create(folder: &str) -> Result {
    let path = Path::new(folder).join(format!("bad-was-here-{}", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).open(&path);
    if made.is_ok() {
        // Leave no trace; what counts is that it could be made.
        let _kept = fs::remove_file(path);
    }
    Result::of(made)
}

/// Where this bot can write: the folder it was told, its scratch, its own folder.
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
