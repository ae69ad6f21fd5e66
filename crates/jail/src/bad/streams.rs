//! Attacks on the referee: by what is written, not read, or not done.

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::{Duration, Instant};

use super::{Result, raw};

/// 1 GB without a line end.
pub fn flood() -> Result {
    let block = vec![b'x'; 1 << 20];
    let mut stdout = io::stdout().lock();
    for _ in 0..1000 {
        if let Err(error) = stdout.write_all(&block).and_then(|()| stdout.flush()) {
            return Result::No(error.to_string());
        }
    }
    Result::Yes("all written".to_owned())
}

/// Says it is ready and never reads.
pub fn deaf() -> Result {
    announce("deaf");
    raw::pause()
}

/// Closes its output and lives on.
pub fn mute() -> Result {
    let _closed = raw::call(libc::SYS_close, [1, 0, 0, 0, 0]);
    raw::pause()
}

/// Ignores every signal that can be ignored.
pub fn stubborn() -> Result {
    for signal in 1..32 {
        raw::ignore(signal);
    }
    announce("stubborn");
    raw::pause()
}

/// Never answers.
pub fn sleepy() -> Result {
    announce("sleepy");
    raw::pause()
}

/// Echoes each line: not an attack, but a baseline for the others.
pub fn echo() -> Result {
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        announce(&line);
    }
    Result::No("end of input".to_owned())
}

/// Burns CPU time for so many milliseconds, then sleeps.
pub fn burn(value: &str) -> Result {
    let end = Instant::now() + Duration::from_millis(value.parse().unwrap_or(0));
    let mut number = 1_u64;
    while Instant::now() < end {
        number = std::hint::black_box(number.wrapping_mul(6364136223846793005).wrapping_add(1));
    }
    announce("burnt");
    thread::sleep(Duration::from_millis(100));
    Result::No("rested".to_owned())
}

fn announce(word: &str) {
    // If the pipe is closed, nobody can be told.
    let _unread = writeln!(io::stdout(), "{word}").and_then(|()| io::stdout().flush());
}
