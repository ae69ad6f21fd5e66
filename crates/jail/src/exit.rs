//! How a prisoner ended, and what it used.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What the operating system says about the bot's own process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It returned this exit code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// Its guard vanished before it could say (the machine's fault, never the bot's).
    Unknown,
}

/// A limit the bot ran into, with the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breach {
    /// All memory held for it; `seen` is what was measured when it was stopped.
    Memory { limit: u64, seen: u64 },
    /// Processes and threads together.
    Tasks { limit: u64, seen: u64 },
    /// CPU time over its whole life.
    Cpu { limit_seconds: u64 },
    /// It tried to grow a file past the limit.
    File { limit: u64 },
    /// It made a call that only makes sense as an attempt to bypass the filter.
    ForbiddenCall,
}

/// The final report on a prisoner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    pub outcome: Outcome,
    pub breach: Option<Breach>,
    /// Did the jail kill it because the runner asked, or went away?
    pub killed: bool,
    /// CPU time, user and system, of all its processes as far as they could be counted.
    pub cpu: Duration,
    /// Most memory seen, in bytes.
    pub peak_memory: u64,
    /// Processes that were still there after the bot ended and had to be killed one by one.
    pub stragglers: u32,
    /// Processes that could not be killed. Anything but 0 is a fault of the sandbox.
    pub survivors: u32,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Code(code) => write!(f, "exit code {code}"),
            Outcome::Signal(signal) => write!(f, "signal {signal}"),
            Outcome::Unknown => f.write_str("unknown end"),
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: &u64| bytes.div_ceil(crate::MIB);
        match self {
            Breach::Memory { limit, seen } => write!(f, "used {} MiB of memory, {} allowed", mib(seen), mib(limit)),
            Breach::Tasks { limit, seen } => write!(f, "ran {seen} processes and threads, {limit} allowed"),
            Breach::Cpu { limit_seconds } => write!(f, "used its {limit_seconds} s of CPU time"),
            Breach::File { limit } => write!(f, "grew a file past {} MiB", mib(limit)),
            Breach::ForbiddenCall => f.write_str("made a forbidden system call"),
        }
    }
}
