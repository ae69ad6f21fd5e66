//! Attacks on memory.

use std::fs::File;
use std::io::Write;
use std::os::fd::FromRawFd;
use std::thread;
use std::time::Duration;

use super::{Result, raw};

const MIB: usize = 1 << 20;

/// Takes memory until refused, at most so much, and tells how far it got.
fn take(most: usize) -> u64 {
    let mut taken = 0;
    while taken < most && raw::take_memory(4 * MIB).is_ok() {
        taken += 4 * MIB;
    }
    (taken / MIB) as u64
}

/// The limit in MiB that an attack tries to get past.
fn limit(value: &str) -> usize {
    value.parse().unwrap_or(256)
}

/// One process takes four times what it may; if it is only refused, it holds on to what it has.
pub fn one(value: &str) -> Result {
    let taken = take(4 * limit(value) * MIB);
    thread::sleep(Duration::from_secs(5));
    Result::beyond(taken, limit(value) as u64, "MiB")
}

/// Eight processes, each modest, together six times what they may take.
pub fn many(value: &str) -> Result {
    let each = limit(value) * 3 / 4;
    let mut made = 0;
    for _ in 0..8 {
        match raw::fork() {
            Ok(0) => {
                take(each * MIB);
                raw::pause()
            }
            Ok(_) => made += 1,
            Err(error) => return Result::refused(&error),
        }
    }
    thread::sleep(Duration::from_secs(5));
    Result::Yes(format!("{made} processes of {each} MiB"))
}

/// Memory in files that no process has mapped: no limit on processes sees it.
pub fn files(value: &str) -> Result {
    raw::ignore(libc::SIGXFSZ);
    let limit = limit(value);
    let block = vec![1_u8; MIB];
    let mut kept = Vec::new();
    let mut taken = 0;
    while taken < 4 * limit && kept.len() < 50 {
        let mut file = match raw::call(libc::SYS_memfd_create, [c"bad".as_ptr() as usize, 0, 0, 0, 0]) {
            Ok(fd) => own(fd as i32),
            Err(error) if taken == 0 => return Result::refused(&error),
            Err(_) => break,
        };
        // Each file only up to the limit on files.
        let before = taken;
        while taken - before < 16 && file.write_all(&block).is_ok() {
            taken += 1;
        }
        kept.push(file);
    }
    Result::beyond(taken as u64, limit as u64, "MiB")
}

#[allow(unsafe_code)]
fn own(fd: i32) -> File {
    // SAFETY: the kernel gave us this number a moment ago and nobody else holds it.
    unsafe { File::from_raw_fd(fd) }
}
