//! System calls as an attacker makes them: by number, around every wrapper. All `unsafe` of the bad bots is here.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;

/// A call by number. Pointers are passed as numbers: what they point to must live across the call.
pub fn call(number: i64, args: [usize; 5]) -> io::Result<i64> {
    call6(number, [args[0], args[1], args[2], args[3], args[4], 0])
}

/// The few calls with six arguments.
pub fn call6(number: i64, args: [usize; 6]) -> io::Result<i64> {
    // SAFETY: callers pass plain numbers, or addresses of buffers they hold until this returns.
    let result = unsafe { libc::syscall(number, args[0], args[1], args[2], args[3], args[4], args[5]) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Forks by the oldest call there is; `Ok(0)` in the child.
pub fn fork() -> io::Result<i64> {
    call(libc::SYS_clone, [libc::SIGCHLD as usize, 0, 0, 0, 0])
}

pub fn exit(code: i32) -> ! {
    // SAFETY: takes no pointer and does not return.
    unsafe { libc::_exit(code) }
}

/// Ignores a signal for good.
pub fn ignore(signal: i32) {
    // SAFETY: SIG_IGN installs no code.
    unsafe { libc::signal(signal, libc::SIG_IGN) };
}

/// Sleeps forever.
pub fn pause() -> ! {
    loop {
        std::thread::sleep(std::time::Duration::from_secs(3600));
    }
}

/// Ends only this thread: of a first thread an empty shell remains, which says nothing about the others.
pub fn exit_thread() -> ! {
    loop {
        // SAFETY: takes no pointer and does not return; what the thread owned is never freed.
        unsafe { libc::syscall(libc::SYS_exit, 0) };
    }
}

/// A thread that shares everything but the table of descriptors.
pub fn thread_with_own_descriptors() -> io::Result<i64> {
    const STACK: usize = 64 << 10;
    extern "C" fn end(_: *mut libc::c_void) -> i32 {
        exit_thread()
    }
    let stack = Mapping::new(STACK, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS)?;
    let flags = libc::CLONE_VM | libc::CLONE_FS | libc::CLONE_SIGHAND | libc::CLONE_THREAD;
    // SAFETY: the stack is a mapping of its own that is never given back; the thread only ends itself.
    let made = unsafe { libc::clone(end, (stack.start + STACK) as *mut _, flags, std::ptr::null_mut()) };
    if made < 0 { Err(io::Error::last_os_error()) } else { Ok(i64::from(made)) }
}

/// Memory straight from the kernel. Never given back, unless by [`Mapping::shrink`].
pub struct Mapping {
    pub start: usize,
    bytes: usize,
}

impl Mapping {
    /// Readable and writable.
    pub fn new(bytes: usize, flags: i32) -> io::Result<Self> {
        Self::of(bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1)
    }

    pub fn of(bytes: usize, protection: i32, flags: i32, file: i32) -> io::Result<Self> {
        // SAFETY: a fresh mapping at an address of the kernel's choice overlaps nothing.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, file, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { start: start as usize, bytes })
    }

    /// Writes one byte every `step`.
    pub fn write(&self, step: usize) {
        for offset in (0..self.bytes).step_by(step) {
            // SAFETY: the offset is inside the mapping, which is writable and nobody else's.
            unsafe { ((self.start + offset) as *mut u8).write_volatile(1) };
        }
    }

    /// Reads one byte every `step`.
    pub fn read(&self, step: usize) {
        for offset in (0..self.bytes).step_by(step) {
            // SAFETY: the offset is inside the mapping, which is readable.
            unsafe { ((self.start + offset) as *const u8).read_volatile() };
        }
    }

    pub fn advise(&self, advice: i32) -> io::Result<i64> {
        call(libc::SYS_madvise, [self.start, self.bytes, advice as usize, 0, 0])
    }

    /// Gives all but the first bytes back.
    pub fn shrink(self, kept: usize) -> io::Result<i64> {
        call(libc::SYS_munmap, [self.start + kept, self.bytes - kept, 0, 0, 0])
    }
}

/// Private memory, every page of it touched.
pub fn take_memory(bytes: usize) -> io::Result<()> {
    Mapping::new(bytes, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS).map(|memory| memory.write(4096))
}

/// Owns a descriptor that a call by number gave.
pub fn own(fd: i64) -> File {
    // SAFETY: the kernel gave us this number a moment ago and nobody else holds it.
    unsafe { File::from_raw_fd(fd as i32) }
}

/// `socket(AF_INET, SOCK_STREAM, 0)` through the 32-bit interface, where the numbers mean other calls.
#[cfg(target_arch = "x86_64")]
pub fn socket_by_int80() -> i64 {
    let result: i64;
    // SAFETY: `int 0x80` with numbers only. ebx is saved by hand because the compiler keeps it for itself; the
    // kernel clobbers r8 to r11, which is told; the stack is used, so it is not declared otherwise.
    unsafe {
        std::arch::asm!(
            "push rbx",
            "mov ebx, 2",
            "int 0x80",
            "pop rbx",
            inlateout("rax") 359_i64 => result,
            in("rcx") 1, in("rdx") 0,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
        );
    }
    i64::from(result as i32)
}

#[cfg(not(target_arch = "x86_64"))]
pub fn socket_by_int80() -> i64 {
    -i64::from(libc::ENODEV)
}
