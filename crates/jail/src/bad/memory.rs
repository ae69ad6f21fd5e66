//! Attacks on memory.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use super::raw::{self, Mapping};
use super::{Result, say};

const MIB: usize = 1 << 20;
const PAGE: usize = 4096;

/// Takes memory until refused, up to a limit, and says how far it got.
fn take(most: usize) -> usize {
    let mut taken = 0;
    while taken < most && raw::take_memory(4 * MIB).is_ok() {
        taken += 4 * MIB;
    }
    taken
}

/// An attack's argument: the limit in MiB to get past, and for how many seconds to hold on afterwards.
#[derive(Clone, Copy)]
struct Aim {
    limit: usize,
    seconds: u64,
}

impl Aim {
    /// From `LIMIT` or `LIMIT/SECONDS`.
    fn of(value: &str) -> Self {
        let (limit, seconds) = value.split_once('/').unwrap_or((value, "5"));
        Self { limit: limit.parse().unwrap_or(256), seconds: seconds.parse().unwrap_or(5) }
    }

    /// Twice the limit, in bytes: enough to tell.
    fn most(self) -> usize {
        2 * self.limit * MIB
    }

    /// Holds on to what was taken, for a judge that looks from time to time, and says how much it is.
    fn hold(self, bytes: usize) -> Result {
        let taken = bytes / MIB;
        if taken > self.limit {
            thread::sleep(Duration::from_secs(self.seconds));
        }
        Result::beyond(taken as u64, self.limit as u64, "MiB")
    }

    /// Takes steps until refused or at twice the limit, and holds on. Each step returns its bytes.
    fn collect(self, mut step: impl FnMut() -> io::Result<usize>) -> Result {
        let mut taken = 0;
        while taken < self.most() {
            match step() {
                Ok(bytes) => taken += bytes,
                Err(error) if taken == 0 => return Result::refused(&error),
                Err(_) => break,
            }
        }
        self.hold(taken)
    }
}

/// One process takes twice what it may; if it is only refused, it holds on to what it has.
pub fn one(value: &str) -> Result {
    let aim = Aim::of(value);
    aim.hold(take(aim.most()))
}

/// The first thread exits; the process then reports no memory.
pub fn leader(value: &str) -> Result {
    let value = value.to_owned();
    let taker = thread::spawn(move || {
        // The first thread exits meanwhile; it only has to happen before the end.
        thread::sleep(Duration::from_millis(20));
        say("memory_leader", &one(&value));
        raw::exit(0)
    });
    std::mem::forget(taker);
    raw::exit_thread()
}

/// Shared memory that is in no page table any more, with only one page mapped.
pub fn shared(value: &str) -> Result {
    const STEP: usize = 8 * MIB;
    Aim::of(value).collect(|| {
        let memory = Mapping::new(STEP, libc::MAP_SHARED | libc::MAP_ANONYMOUS)?;
        memory.write(PAGE);
        memory.advise(libc::MADV_DONTNEED)?;
        memory.shrink(PAGE)?;
        Ok(STEP)
    })
}

/// The same through /dev/zero.
pub fn zeros(value: &str) -> Result {
    const STEP: usize = 8 * MIB;
    let zeros = match File::options().read(true).write(true).open("/dev/zero") {
        Ok(zeros) => zeros,
        Err(error) => return Result::refused(&error),
    };
    Aim::of(value).collect(|| {
        let memory = Mapping::of(STEP, libc::PROT_READ, libc::MAP_SHARED, zeros.as_raw_fd())?;
        // Reading is enough to take a page.
        memory.read(PAGE);
        memory.advise(libc::MADV_DONTNEED)?;
        memory.shrink(PAGE)?;
        Ok(STEP)
    })
}

/// Page tables: reading a byte of each two megabytes of nothing takes a page that is not the process's own.
pub fn tables(value: &str) -> Result {
    const STEP: usize = 1 << 30;
    Aim::of(value).collect(|| {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let memory = Mapping::of(STEP, libc::PROT_READ, flags, -1)?;
        // Not every kernel has huge pages to turn off.
        let _small_anyway = memory.advise(libc::MADV_NOHUGEPAGE);
        memory.read(2 * MIB);
        Ok(STEP / (2 * MIB) * PAGE)
    })
}

/// Huge pages that only a pipe still holds, by one byte of each.
pub fn spliced(value: &str) -> Result {
    const HUGE: usize = 2 * MIB;
    let resident = || -> usize {
        let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
        text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0)
    };
    let mut pipes = Vec::new();
    Aim::of(value).collect(|| {
        if pipes.len() == 28 {
            return Err(io::Error::other("no more descriptors"));
        }
        let (reader, writer) = io::pipe()?;
        let mut bytes = 0;
        for _ in 0..16 {
            let memory = Mapping::new(2 * HUGE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS)?;
            memory.advise(libc::MADV_HUGEPAGE)?;
            let before = resident();
            memory.write(HUGE);
            let huge = resident() > before + HUGE / PAGE / 2;
            let byte = [memory.start.next_multiple_of(HUGE), 1];
            let done = raw::call(libc::SYS_vmsplice, [writer.as_raw_fd() as usize, byte.as_ptr() as usize, 1, 0, 0]);
            bytes += if huge { HUGE } else { PAGE };
            memory.shrink(0)?;
            done?;
        }
        pipes.push((reader, writer));
        Ok(bytes)
    })
}

/// What the kernel keeps for sockets nobody reads from, with a table of descriptors for every thread.
pub fn sockets(value: &str) -> Result {
    let aim = Aim::of(value);
    let each = aim.most() / 16;
    let fillers: Vec<_> = (0..16).map(|_| thread::spawn(move || fill_own_sockets(each))).collect();
    aim.hold(fillers.into_iter().filter_map(|filler| filler.join().ok()).sum())
}

fn fill_own_sockets(most: usize) -> usize {
    const UNSHARE_RANGE: usize = 2;
    let alone = raw::call(libc::SYS_unshare, [libc::CLONE_FILES as usize, 0, 0, 0, 0])
        .or_else(|_| raw::call(libc::SYS_close_range, [3, 2, UNSHARE_RANGE, 0, 0]));
    drop(alone);
    fill_sockets(most)
}

/// Fills as many pairs as can be had, and keeps them.
fn fill_sockets(most: usize) -> usize {
    let mut taken = 0;
    let block = [1_u8; PAGE];
    while taken < most {
        let Ok((one, other)) = UnixStream::pair() else { break };
        for mut socket in [&one, &other] {
            let size = 16 * MIB as i32;
            let address = std::ptr::from_ref(&size) as usize;
            let args = [socket.as_raw_fd() as usize, libc::SOL_SOCKET as usize, libc::SO_SNDBUF as usize, address, 4];
            // The usual size will do where this is refused.
            let _usual = raw::call(libc::SYS_setsockopt, args);
            if socket.set_nonblocking(true).is_err() {
                continue;
            }
            while let Ok(bytes) = socket.write(&block) {
                taken += bytes;
            }
        }
        std::mem::forget((one, other));
    }
    taken
}

/// The same with eight processes.
pub fn socket_family(value: &str) -> Result {
    let aim = Aim::of(value);
    let Ok((mut reader, writer)) = io::pipe() else { return Result::No("no pipe".to_owned()) };
    for _ in 0..8 {
        match raw::fork() {
            Ok(0) => {
                let taken = fill_sockets(aim.most() / 8) as u64;
                // If the parent is gone, nobody needs an answer.
                let _unheard = (&writer).write_all(&taken.to_le_bytes());
                raw::pause()
            }
            Ok(_) => {}
            Err(error) => return Result::refused(&error),
        }
    }
    drop(writer);
    let mut taken = 0;
    for _ in 0..8 {
        let mut answer = [0; 8];
        if io::Read::read_exact(&mut reader, &mut answer).is_ok() {
            taken += u64::from_le_bytes(answer);
        }
    }
    aim.hold(taken as usize)
}

/// Long access lists on empty files: the file system's own limit does not see them.
pub fn rights(value: &str) -> Result {
    const ENTRIES: u32 = 8000;
    // An entry: whose rights, which, and for users and groups by number their number.
    let entry = |list: &mut Vec<u8>, whose: u16, number: u32| {
        list.extend(whose.to_le_bytes());
        list.extend(7_u16.to_le_bytes());
        list.extend(number.to_le_bytes());
    };
    let me = raw::call(libc::SYS_getuid, [0; 5]).unwrap_or(0) as u32;
    let mut list = 2_u32.to_le_bytes().to_vec();
    entry(&mut list, 1, u32::MAX);
    (0..ENTRIES).for_each(|_| entry(&mut list, 2, me));
    [4, 0x10, 0x20].into_iter().for_each(|whose| entry(&mut list, whose, u32::MAX));
    let (folder, mut made) = (std::env::temp_dir(), Vec::new());
    let result = Aim::of(value).collect(|| {
        let path = folder.join(format!("bad-rights-{}-{}", std::process::id(), made.len()));
        let file = File::create(&path)?;
        made.push(path);
        let (key, fd) = (c"system.posix_acl_access".as_ptr() as usize, file.as_raw_fd() as usize);
        raw::call(libc::SYS_fsetxattr, [fd, key, list.as_ptr() as usize, list.len(), 0])?;
        Ok(list.len())
    });
    for path in made {
        // What is left vanishes with the scratch folder.
        let _kept = fs::remove_file(path);
    }
    result
}

/// A table for waiting threads, of any size.
pub fn waiting_table(value: &str) -> Result {
    const FUTEX_HASH: usize = 78;
    const SET_SLOTS: usize = 1;
    const SLOT: usize = 64;
    let aim = Aim::of(value);
    let slots = (aim.most() / SLOT).next_power_of_two();
    match raw::call(libc::SYS_prctl, [FUTEX_HASH, SET_SLOTS, slots, 0, 0]) {
        Ok(_) => aim.hold(slots * SLOT),
        Err(error) if error.raw_os_error() == Some(libc::ENOMEM) => Result::No(error.to_string()),
        Err(error) => Result::refused(&error),
    }
}

/// Huge pages that were set aside for others, which no per-process count shows.
pub fn reserved_pages() -> Result {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_HUGETLB;
    match Mapping::new(2 * MIB, flags) {
        Err(error) if error.raw_os_error() == Some(libc::ENOMEM) => Result::Absent("none are set aside".to_owned()),
        done => Result::of(done),
    }
}

/// Merging pages with equal ones of other processes reveals what those hold.
pub fn merged() -> Result {
    let memory = Mapping::new(MIB, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    match memory.and_then(|memory| memory.advise(libc::MADV_MERGEABLE)) {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => Result::Absent(error.to_string()),
        done => Result::of(done),
    }
}

/// Files in the scratch folder and memory: each within the limit, together beyond.
pub fn scratch(value: &str) -> Result {
    let aim = Aim::of(value);
    let share = aim.limit * 3 / 4;
    let path = std::env::temp_dir().join(format!("bad-scratch-{}", std::process::id()));
    let block = vec![1_u8; MIB];
    let mut files = Vec::new();
    let mut taken = 0;
    while taken < share {
        let Ok(mut file) = File::create(path.with_extension(files.len().to_string())) else { break };
        // Kept open without a name, so that nothing is left behind.
        let _nameless = fs::remove_file(path.with_extension(files.len().to_string()));
        let before = taken;
        while taken - before < 15 && taken < share && file.write_all(&block).is_ok() {
            taken += 1;
        }
        if taken == before {
            break;
        }
        files.push(file);
    }
    if files.is_empty() {
        return Result::No("nowhere to write".to_owned());
    }
    aim.hold(taken * MIB + take(share * MIB))
}

/// Eight processes, each modest, together six times what they may take.
pub fn many(value: &str) -> Result {
    let each = Aim::of(value).limit * 3 / 4;
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

/// Memory in files that no process has mapped: no per-process limit sees it.
pub fn files(value: &str) -> Result {
    raw::ignore(libc::SIGXFSZ);
    let block = vec![1_u8; MIB];
    let mut kept = Vec::new();
    Aim::of(value).collect(|| {
        // Each file only up to the limit on files, and no more of them than there are descriptors.
        let mut file = raw::own(raw::call(libc::SYS_memfd_create, [c"bad".as_ptr() as usize, 0, 0, 0, 0])?);
        let written = (0..16).take_while(|_| file.write_all(&block).is_ok()).count();
        kept.push(file);
        if kept.len() > 50 { Err(io::Error::other("no more descriptors")) } else { Ok(written * MIB) }
    })
}
