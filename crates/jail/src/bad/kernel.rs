//! Attacks on kernel objects that everyone shares, on rights, and on the filter itself.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

use super::{Result, raw};

pub fn keyring() -> Result {
    const USER_SESSION: usize = -5_i32 as usize;
    let (kind, name, load) = (c"user", c"bad", b"x");
    let args = [kind.as_ptr() as usize, name.as_ptr() as usize, load.as_ptr() as usize, 1, USER_SESSION];
    Result::of(raw::call(libc::SYS_add_key, args))
}

pub fn sysv_memory() -> Result {
    let made = raw::call(libc::SYS_shmget, [libc::IPC_PRIVATE as usize, 4096, 0o600 | libc::IPC_CREAT as usize, 0, 0]);
    if let Ok(id) = made {
        // It only matters that it could be made; it would outlive us.
        let _kept = raw::call(libc::SYS_shmctl, [id as usize, libc::IPC_RMID as usize, 0, 0, 0]);
    }
    Result::of(made)
}

pub fn message_queue() -> Result {
    let made = raw::call(libc::SYS_msgget, [libc::IPC_PRIVATE as usize, 0o600 | libc::IPC_CREAT as usize, 0, 0, 0]);
    if let Ok(id) = made {
        let _kept = raw::call(libc::SYS_msgctl, [id as usize, libc::IPC_RMID as usize, 0, 0, 0]);
    }
    Result::of(made)
}

/// Asynchronous requests: the whole machine shares one limit on them.
pub fn aio() -> Result {
    let mut context = 0_usize;
    let address = std::ptr::from_mut(&mut context) as usize;
    let made = raw::call(libc::SYS_io_setup, [128, address, 0, 0, 0]);
    if made.is_ok() {
        let _kept = raw::call(libc::SYS_io_destroy, [std::hint::black_box(context), 0, 0, 0, 0]);
    }
    Result::of(made)
}

/// A filter of its own, with a descriptor that is notified of every call.
pub fn own_filter() -> Result {
    const NEW_LISTENER: usize = 8;
    // Return, allow; and a program of this one instruction.
    let allow: [u64; 1] = [u64::from_ne_bytes([6, 0, 0, 0, 0, 0, 0xff, 0x7f])];
    let program = [1_usize, allow.as_ptr() as usize];
    let args = [libc::SECCOMP_SET_MODE_FILTER as usize, NEW_LISTENER, program.as_ptr() as usize, 0, 0];
    let made = raw::call(libc::SYS_seccomp, args);
    if let Ok(listener) = made {
        drop(raw::own(listener));
    }
    Result::of(made)
}

/// Which pages of a shared file are in memory: a channel between all who can read it.
pub fn page_cache(path: &str) -> Result {
    const CACHESTAT: i64 = 451;
    let (range, mut counts) = ([0_u64, 4096], [0_u64; 5]);
    let asked = File::open(path).and_then(|file| {
        let args = [file.as_raw_fd() as usize, range.as_ptr() as usize, counts.as_mut_ptr() as usize, 0, 0];
        raw::call(CACHESTAT, args)
    });
    Result::of(asked)
}

/// What is mounted where.
pub fn mounts() -> Result {
    const LISTMOUNT: i64 = 458;
    // Size, root of the namespace, from the beginning.
    let request = [32_u64, u64::MAX, 0, 0];
    let mut ids = [0_u64; 64];
    let asked = raw::call(LISTMOUNT, [request.as_ptr() as usize, ids.as_mut_ptr() as usize, ids.len(), 0, 0]);
    // The compiler does not know that the kernel wrote here.
    std::hint::black_box(ids);
    Result::of(asked)
}

/// A cookie that keeps everyone else off the other half of its core.
pub fn core_cookie() -> Result {
    const SCHED_CORE: usize = 62;
    const CREATE: usize = 1;
    let mine = std::process::id() as usize;
    match raw::call(libc::SYS_prctl, [SCHED_CORE, CREATE, mine, 1, 0]) {
        Err(error) if error.raw_os_error() == Some(libc::ENODEV) => Result::Absent("no core is shared".to_owned()),
        done => Result::of(done),
    }
}

pub fn io_uring() -> Result {
    let mut parameters = [0_u64; 15];
    Result::of(raw::call(libc::SYS_io_uring_setup, [4, parameters.as_mut_ptr() as usize, 0, 0, 0]))
}

pub fn user_namespace() -> Result {
    Result::of(raw::call(libc::SYS_unshare, [libc::CLONE_NEWUSER as usize, 0, 0, 0, 0]))
}

pub fn userfaultfd() -> Result {
    const USER_MODE_ONLY: usize = 1;
    Result::of(raw::call(libc::SYS_userfaultfd, [USER_MODE_ONLY, 0, 0, 0, 0]))
}

/// A lock on a file that the opponent can also read is a channel to it.
pub fn file_lock(path: &str) -> Result {
    let locked = File::open(path).and_then(|file| {
        raw::call(libc::SYS_flock, [file.as_raw_fd() as usize, (libc::LOCK_SH | libc::LOCK_NB) as usize, 0, 0, 0])
    });
    Result::of(locked)
}

/// Becomes root and checks whether that gives any rights; a root in name only has none.
pub fn setuid() -> Result {
    const VERSION_3: u32 = 0x2008_0522;
    if let Err(error) = raw::call(libc::SYS_setresuid, [0, 0, 0, 0, 0]) {
        return Result::refused(&error);
    }
    let (header, mut rights) = ([VERSION_3, 0], [0_u32; 6]);
    let asked = raw::call(libc::SYS_capget, [header.as_ptr() as usize, rights.as_mut_ptr() as usize, 0, 0, 0]);
    // The compiler does not know that the kernel wrote here.
    let rights = std::hint::black_box(rights);
    match asked {
        Ok(_) if rights[0] == 0 && rights[3] == 0 => Result::No("a root without rights".to_owned()),
        done => Result::of(done),
    }
}

pub fn mount() -> Result {
    let (kind, place) = (c"tmpfs", c"/");
    let args = [kind.as_ptr() as usize, place.as_ptr() as usize, kind.as_ptr() as usize, 0, 0];
    Result::of(raw::call(libc::SYS_mount, args))
}

pub fn bpf() -> Result {
    const MAP_CREATE: usize = 0;
    // An array of one: kind, key size, value size, entries.
    let attributes = [2_u32, 4, 4, 1];
    Result::of(raw::call(libc::SYS_bpf, [MAP_CREATE, attributes.as_ptr() as usize, 16, 0, 0]))
}

pub fn perf() -> Result {
    // A software event counting our own CPU time; size 64 is the oldest version of the struct.
    let mut attributes = [0_u64; 8];
    attributes[0] = 1 | 64 << 32;
    Result::of(raw::call(libc::SYS_perf_event_open, [attributes.as_ptr() as usize, 0, usize::MAX, usize::MAX, 0]))
}

/// Opening files by number instead of by name bypasses every tree.
pub fn handle() -> Result {
    let handle = [8_u32, 1, 2, 0];
    match raw::call(libc::SYS_open_by_handle_at, [libc::AT_FDCWD as usize, handle.as_ptr() as usize, 0, 0, 0]) {
        // It looked for the file, so it would have opened one.
        Err(error) if error.raw_os_error() == Some(libc::ESTALE) => Result::Yes("searched".to_owned()),
        done => Result::of(done),
    }
}

/// A socket through the 32-bit call interface. A filter that checks the architecture kills us here.
pub fn int80() -> Result {
    match raw::socket_by_int80() {
        fd if fd >= 0 => Result::Yes("accepted".to_owned()),
        error => Result::refused(&io::Error::from_raw_os_error(-error as i32)),
    }
}

/// The x32 twin of `socket`.
pub fn x32() -> Result {
    let args = [libc::AF_INET as usize, libc::SOCK_STREAM as usize, 0, 0, 0];
    match raw::call(libc::SYS_socket | 0x4000_0000, args) {
        Err(error) if error.raw_os_error() == Some(libc::ENOSYS) => Result::Absent(error.to_string()),
        done => Result::of(done),
    }
}
