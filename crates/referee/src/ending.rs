//! The closed list of how a seat's part in a match can end, each with its numbers.

use serde::{Deserialize, Serialize};
use skirmish_core::Absence;
use std::fmt;

/// How a seat's part ended, or what went wrong with one of its answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case")]
pub enum Ending {
    /// The game was played to its end.
    Finished,
    /// It gave up.
    Resigned,
    /// No complete answer when the time was up.
    Late {
        /// The time it had.
        limit_ms: u64,
        /// The time it used.
        used_ms: u64,
    },
    /// The program ended.
    Crashed {
        /// Its exit code, if it ended by itself.
        exit: Option<i32>,
        /// The signal that ended it, if one did.
        signal: Option<i32>,
    },
    /// It closed its standard input or output and lives on.
    Closed,
    /// It wrote more than is allowed.
    Flooded {
        /// How much it wrote.
        #[serde(alias = "bytes")]
        count: usize,
        /// How much is allowed.
        limit: usize,
        /// Of what.
        #[serde(default)]
        of: Flood,
    },
    /// It does not read what it is sent.
    Deaf {
        /// Bytes of earlier messages that wait for it.
        bytes: usize,
        /// The most that may wait.
        limit: usize,
    },
    /// It said something that is not an answer.
    Malformed {
        /// What is wrong with it, in words for the author.
        why: String,
        /// The beginning of what it said.
        line: String,
    },
    /// Its code failed, and its kit answered for it, without orders. That ends nothing.
    Exception {
        /// What the kit says about it.
        message: String,
    },
    /// It used more memory than it may.
    OutOfMemory {
        /// How that was found out.
        evidence: String,
    },
    /// It could not be started, or was not ready in time.
    NotStarted {
        /// What went wrong.
        why: String,
    },
    /// The referee's own fault: it costs nobody anything.
    Infrastructure {
        /// What went wrong.
        why: String,
    },
}

/// What it wrote too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flood {
    /// Bytes without an answer.
    #[default]
    Bytes,
    /// Answers to requests that were over.
    OldAnswers,
    /// Entries of a list.
    Entries,
    /// Bytes of a whole match.
    Match,
}

impl Ending {
    /// The absence that the rules are told; `None` if there is nothing to tell.
    pub fn absence(&self) -> Option<Absence> {
        Some(match self {
            Ending::Finished | Ending::Exception { .. } | Ending::Infrastructure { .. } => return None,
            Ending::Resigned => Absence::Resigned,
            Ending::Late { .. } => Absence::Late,
            Ending::Crashed { .. } | Ending::OutOfMemory { .. } => Absence::Crashed,
            Ending::Closed | Ending::Deaf { .. } => Absence::Closed,
            Ending::Flooded { .. } => Absence::Flooded,
            Ending::Malformed { .. } => Absence::Malformed,
            Ending::NotStarted { .. } => Absence::NotStarted,
        })
    }

    /// Whether it is the seat's own failure to answer: neither the end of the game, nor a decision, nor the referee's fault.
    pub fn is_failure(&self) -> bool {
        use Ending::{Exception, Finished, Infrastructure, Resigned};
        !matches!(self, Finished | Resigned | Exception { .. } | Infrastructure { .. })
    }

    /// Whether the program may go on after it: `late` and `malformed` keep it.
    pub fn keeps_the_program(&self) -> bool {
        matches!(self, Ending::Finished | Ending::Late { .. } | Ending::Malformed { .. } | Ending::Exception { .. })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished => write!(f, "played to the end"),
            Ending::Resigned => write!(f, "resigned"),
            Ending::Late { limit_ms, used_ms } => {
                write!(f, "late: no complete answer after {used_ms} ms, the limit was {limit_ms} ms")
            }
            Ending::Crashed { exit: Some(code), .. } => write!(f, "the program ended with exit code {code}"),
            Ending::Crashed { signal: Some(signal), .. } => {
                write!(f, "the program was ended by signal {signal} ({})", signal_name(*signal))
            }
            Ending::Crashed { .. } => write!(f, "the program ended"),
            Ending::Closed => write!(f, "closed its standard input or output and lives on"),
            Ending::Flooded { count, limit, of } => match of {
                Flood::Bytes => write!(f, "flooded: {count} bytes without an answer, {limit} are taken"),
                Flood::OldAnswers => write!(f, "flooded: {count} answers to old requests, {limit} are taken"),
                Flood::Entries => write!(f, "flooded: a list of {count} entries, {limit} are taken"),
                Flood::Match => write!(f, "flooded: {count} bytes of orders in one match, {limit} are its share"),
            },
            Ending::Deaf { bytes, limit } => {
                write!(f, "does not read its input: {bytes} bytes of earlier messages wait, {limit} are kept for it")
            }
            Ending::Malformed { why, line } if why.contains(line) => write!(f, "not an answer: {why}"),
            Ending::Malformed { why, line } => write!(f, "not an answer: {why}; the line was: {line}"),
            Ending::Exception { message } => {
                write!(f, "its code failed, and its kit answered without orders: {message}")
            }
            Ending::OutOfMemory { evidence } => write!(f, "out of memory: {evidence}"),
            Ending::NotStarted { why } => write!(f, "did not start: {why}"),
            Ending::Infrastructure { why } => write!(f, "the referee's own fault, which costs nobody: {why}"),
        }
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => "a signal",
    }
}
