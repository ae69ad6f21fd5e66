//! The few system calls that have no safe wrapper. All `unsafe` of the sandbox's Linux side is here.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::time::Duration;

use rustix::process::Pid;

/// Which side of a [`fork`] we woke up on.
pub enum Side {
    Child,
    Parent(Pid),
}

/// Forks, with the given namespace flags (`CLONE_NEW*`) or 0.
///
/// Must only be called where the process has one thread: the helper promises that by doing nothing but this.
pub fn fork(flags: libc::c_int) -> io::Result<Side> {
    // SAFETY: the helper has a single thread, so no lock of the allocator or of libc can be held by a
    // thread that does not exist in the child; without CLONE_VM the child has its own copy of the memory
    // and a null stack means "the same place in the copied stack". No pointer is passed.
    let pid = unsafe { libc::syscall(libc::SYS_clone, (flags | libc::SIGCHLD) as libc::c_ulong, 0, 0, 0, 0) };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Side::Child),
        pid => Ok(Side::Parent(Pid::from_raw(pid as i32).expect("clone gives a positive pid"))),
    }
}

/// Replaces this process. Comes back only with an error.
pub fn exec(program: &CStr, args: &[CString], env: &[CString]) -> io::Error {
    let terminated = |list: &[CString]| -> Vec<*const libc::c_char> {
        list.iter().map(|item| item.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let (args, env) = (terminated(args), terminated(env));
    // SAFETY: program and all elements are NUL-terminated and outlive the call; both arrays end in null.
    unsafe { libc::execve(program.as_ptr(), args.as_ptr(), env.as_ptr()) };
    io::Error::last_os_error()
}

/// Ends this process without running destructors or flushing buffers shared with the parent.
pub fn exit(code: i32) -> ! {
    // SAFETY: takes no pointer and does not return.
    unsafe { libc::_exit(code) }
}

/// What `wait4` tells about a child that ended.
pub struct Waited {
    pub pid: i32,
    pub status: i32,
    pub cpu: Duration,
    pub peak_memory: u64,
}

/// Waits for the child `pid` (or any, with -1). `None` when `block` is false and none has ended.
pub fn wait(pid: i32, block: bool) -> io::Result<Option<Waited>> {
    let mut status = 0;
    // SAFETY: an all-zero rusage is a valid value of that plain C struct.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let flags = if block { 0 } else { libc::WNOHANG };
    loop {
        // SAFETY: both pointers are to live, writable locals of the right type.
        let found = unsafe { libc::wait4(pid, &mut status, flags, &mut usage) };
        match found {
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
            0 => return Ok(None),
            pid => {
                let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
                let cpu = time(usage.ru_utime) + time(usage.ru_stime);
                return Ok(Some(Waited { pid, status, cpu, peak_memory: usage.ru_maxrss as u64 * 1024 }));
            }
        }
    }
}

/// CPU time of a whole process, all threads, in nanoseconds' resolution. `None` if it is gone.
pub fn process_cpu(pid: Pid) -> Option<Duration> {
    // The kernel's encoding of "CPU clock of that process": see clock_getcpuclockid(3).
    let clock = (!pid.as_raw_nonzero().get() << 3) | 2;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live, writable timespec; a clock of a dead process gives an error.
    let result = unsafe { libc::clock_gettime(clock, &mut time) };
    (result == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// Closes every descriptor above the standard three except one.
///
/// The Rust values that own them are dead weight from here on: the caller goes straight to exec or exit.
pub fn close_all_but(kept: BorrowedFd<'_>) -> io::Result<()> {
    let kept = kept.as_raw_fd() as libc::c_uint;
    for (first, last) in [(3, kept.saturating_sub(1)), (kept.max(2) + 1, libc::c_uint::MAX)] {
        // SAFETY: takes no pointer; nothing above 2 but `kept` is used again by this process.
        if first <= last && unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Gives every ignored or handled signal its default action back and unblocks all, as a fresh program expects.
pub fn reset_signals() {
    for signal in 1..=64 {
        // SAFETY: SIG_DFL installs no code; for KILL, STOP and the two libc keeps it fails, which is fine.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: sigemptyset initialises the local set that sigprocmask then reads.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
    }
}

/// `struct mount_attr` of `mount_setattr(2)`.
#[repr(C)]
pub struct MountAttr {
    pub set: u64,
    pub clear: u64,
    pub propagation: u64,
    pub userns_fd: u64,
}

/// Changes a detached tree of mounts as a whole.
pub fn mount_setattr(tree: BorrowedFd<'_>, recursive: bool, attr: &MountAttr) -> io::Result<()> {
    let flags = libc::AT_EMPTY_PATH | if recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is a NUL-terminated literal and `attr` is a live struct of the size that is told.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            tree.as_raw_fd(),
            c"".as_ptr(),
            flags,
            std::ptr::from_ref(attr),
            size_of::<MountAttr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Switches the loopback interface of this network namespace on.
pub fn loopback_up(socket: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: an all-zero ifreq is a valid value of that plain C struct.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    for (to, from) in request.ifr_name.iter_mut().zip(b"lo") {
        *to = *from as libc::c_char;
    }
    request.ifr_ifru.ifru_flags = libc::IFF_UP as libc::c_short;
    // SAFETY: SIOCSIFFLAGS reads the ifreq that lives across the call.
    let result = unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS, &request) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Places a descriptor at one of the standard numbers 0, 1, 2.
pub fn place(fd: BorrowedFd<'_>, number: RawFd) -> io::Result<()> {
    // SAFETY: dup2 takes no pointer; the numbers 0 to 2 are never owned by a Rust value in the helper.
    let result = unsafe { libc::dup2(fd.as_raw_fd(), number) };
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The version of Landlock's interface in this kernel, 0 if there is none or it is switched off.
pub fn landlock_abi() -> i32 {
    const VERSION: libc::c_uint = 1;
    // SAFETY: with the VERSION flag the attribute must be null and nothing is made.
    let abi = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, VERSION) };
    abi.max(0) as i32
}

/// Leaves a namespace for a new one.
pub fn unshare(flags: rustix::thread::UnshareFlags) -> rustix::io::Result<()> {
    // SAFETY: only namespaces are unshared, never the descriptor table that other owners rely on.
    unsafe { rustix::thread::unshare_unsafe(flags) }
}

/// Closes a standard stream of a process that has no use for it.
pub fn close_standard(number: RawFd) {
    // SAFETY: 0 to 2 are owned by no Rust value here, and this process prints nothing any more.
    unsafe { libc::close(number) };
}
