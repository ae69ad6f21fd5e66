//! System calls as an attacker makes them: by number, around every wrapper. All `unsafe` of the bad bots is here.

#![allow(unsafe_code)]

use std::io;

/// A call by number. Pointers are passed as numbers: what they point to must live across the call.
pub fn call(number: i64, args: [usize; 5]) -> io::Result<i64> {
    // SAFETY: callers pass plain numbers, or addresses of buffers they hold until this returns.
    let result = unsafe { libc::syscall(number, args[0], args[1], args[2], args[3], args[4]) };
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

/// Waits for ever, using nothing.
pub fn pause() -> ! {
    loop {
        std::thread::sleep(std::time::Duration::from_secs(3600));
    }
}

/// Memory straight from the kernel, every page of it touched, never given back.
pub fn take_memory(bytes: usize) -> io::Result<()> {
    // SAFETY: a fresh private mapping at an address of the kernel's choice overlaps nothing.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    for offset in (0..bytes).step_by(4096) {
        // SAFETY: the offset is inside the mapping made above, which is writable and nobody else's.
        unsafe { start.cast::<u8>().add(offset).write_volatile(1) };
    }
    Ok(())
}

/// `socket(AF_INET, SOCK_STREAM, 0)` by the 32-bit door, where the numbers mean other calls.
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
