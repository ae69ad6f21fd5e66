//! What each level promises against each attack. The self-test tries it, the tests assert it, the book prints it.

use serde::{Deserialize, Serialize};

use crate::Level;

/// A promise about one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Refused, or held at its limit.
    Stopped,
    /// Noticed by a check every 25 ms and stopped; it can exceed the limit before that.
    Noticed,
    /// It works. This level does not protect against it.
    Open,
    /// Open unless the machine's settings, or the bot's own user id, forbid it; nothing is promised.
    Machine,
}

impl Cell {
    /// The word in the book.
    pub fn word(self) -> &'static str {
        match self {
            Cell::Stopped => "stopped",
            Cell::Noticed => "noticed",
            Cell::Open => "**open**",
            Cell::Machine => "**open**\\*",
        }
    }

    pub fn is_promise(self) -> bool {
        matches!(self, Cell::Stopped | Cell::Noticed)
    }
}

/// How an attack is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Many in one process; the attacker is believed, because it gains nothing by lying about a refusal.
    Together,
    /// In a process of its own.
    Alone,
    /// In a process of its own, under a policy that allows processes.
    Family,
    /// Needs a runner to kill or streams to starve: only the test suite tries it, not the self-test.
    Suite,
}

/// One attack.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub attack: &'static str,
    pub title: &'static str,
    pub trial: Trial,
    /// `limits` for an ordinary user, `limits` for root, `filters`, `namespaces`, `full`.
    cells: [Cell; 5],
    pub stopped_by: &'static str,
}

impl Row {
    /// The promise of a level. Only `limits` differs between root and an ordinary user.
    pub fn cell(&self, level: Level, as_root: bool) -> Cell {
        match level {
            Level::Off => Cell::Open,
            Level::Limits if !as_root => self.cells[0],
            Level::Limits => self.cells[1],
            Level::Filters => self.cells[2],
            Level::Namespaces => self.cells[3],
            Level::Full => self.cells[4],
        }
    }
}

use Cell::{Machine as M, Noticed as N, Open as O, Stopped as S};
use Trial::{Alone, Family, Suite, Together};

const fn row(
    attack: &'static str,
    trial: Trial,
    cells: [Cell; 5],
    title: &'static str,
    stopped_by: &'static str,
) -> Row {
    Row { attack, title, trial, cells, stopped_by }
}

/// Every attack. Names are those of the bad bots.
#[rustfmt::skip]
pub const TABLE: &[Row] = &[
    // First: later attacks leave descriptors open themselves.
    row("descriptors", Together, [S, S, S, S, S], "inherited descriptors above 2", "close_range"),
    row("shadow", Together, [S, S, S, S, S], "read /etc/shadow", "file mode; Landlock; not in the tree"),
    row("passwd", Together, [O, O, S, S, S], "read /etc/passwd", "Landlock; not in the tree"),
    row("secret", Together, [O, O, S, S, S], "read a world-readable file elsewhere", "Landlock; not in the tree"),
    row("stat", Together, [O, O, O, S, S], "learn that a file elsewhere is there, its size and times", "not in the tree"),
    row("sys", Together, [O, O, S, S, S], "list /sys", "Landlock; not in the tree"),
    row("own_folder", Together, [O, S, S, S, S], "write in its own folder", "own user id; Landlock; read-only mount"),
    row("mode", Together, [O, S, S, S, S], "change the mode of your files", "own user id; seccomp; read-only mount"),
    row("times", Together, [O, S, S, S, S], "change the times of your files", "own user id; seccomp; read-only mount"),
    row("attributes", Together, [M, S, S, S, S], "write attributes of your files", "own user id; seccomp"),
    row("flags", Together, [M, S, S, S, S], "set flags of your files (chattr)", "own user id; seccomp; read-only mount"),
    row("truncate", Together, [O, S, S, S, S], "empty your files", "own user id; Landlock, seccomp where it is older; read-only mount"),
    row("mode_family", Family, [O, S, M, S, S], "change the mode of your files where processes are allowed", "own user id; read-only mount"),
    row("terminal", Together, [M, M, S, S, S], "take a terminal of the machine's", "Landlock; not in the tree"),
    row("shared_memory_folder", Together, [O, O, S, S, S], "write in /dev/shm", "Landlock; not in the tree"),
    row("big_file", Together, [S, S, S, S, S], "one file of 10 GB", "file size limit; nowhere to write"),
    row("many_files", Alone, [O, O, S, S, S], "400 MiB in many files", "nowhere to write (filters); 64 MiB of scratch"),
    row("tcp", Together, [O, O, S, S, S], "TCP to 127.0.0.1", "seccomp; empty network"),
    row("udp", Together, [O, O, S, S, S], "UDP to 127.0.0.1", "seccomp; empty network"),
    row("unix_path", Together, [O, O, S, S, S], "Unix socket by path", "seccomp; not in the tree"),
    row("unix_pair", Together, [O, O, S, S, S], "Unix socket by path, from a pair of its own", "seccomp: pairs of streams only"),
    row("unix_name", Together, [O, O, S, S, S], "take a name others find taken", "seccomp"),
    row("in_flight", Together, [O, O, S, S, S], "descriptors beyond the limit, sent to itself", "seccomp"),
    row("unix_abstract", Together, [O, O, S, S, S], "Unix socket by abstract name", "seccomp; Landlock scope; empty network"),
    row("vsock", Together, [O, O, S, S, S], "vsock socket", "seccomp"),
    row("netlink", Together, [O, O, S, S, S], "netlink socket", "seccomp"),
    row("raw_socket", Together, [S, S, S, S, S], "raw IP socket", "no capabilities; seccomp"),
    row("ptrace", Together, [M, S, S, S, S], "trace the opponent", "own user id; seccomp; not in sight"),
    row("kill", Alone, [O, S, S, S, S], "kill the opponent", "own user id; seccomp and Landlock scope; not in sight"),
    row("kill_by_pipe", Alone, [O, S, S, S, S], "kill the opponent by a pipe's signal", "own user id; seccomp and Landlock scope; not in sight"),
    row("kill_family", Family, [O, S, M, S, S], "kill the opponent where processes are allowed", "own user id; Landlock scope (version 6); not in sight"),
    row("renice", Together, [O, S, S, S, S], "slow the opponent down", "own user id; seccomp; not in sight"),
    row("prlimit", Together, [O, S, S, S, S], "set the opponent's limits", "own user id; seccomp; not in sight"),
    row("proc_secrets", Together, [O, S, S, S, S], "opponent's environment, maps, files in /proc", "own user id; Landlock; own process table"),
    row("proc_cmdline", Together, [M, M, S, S, S], "opponent's command line in /proc", "Landlock; own process table"),
    row("proc_others", Together, [M, M, S, S, S], "see other processes", "Landlock; own process table"),
    row("proc_machine", Together, [O, O, O, S, S], "sockets and mounts of the machine in its own /proc entry", "own network, own tree"),
    row("probe", Together, [O, O, O, S, S], "try process numbers: who is there, for how long has it worked", "own process table"),
    row("orphan", Together, [O, O, S, S, S], "outlive its guard", "seccomp"),
    row("thread_files", Together, [O, O, S, S, S], "a table of descriptors for every thread", "seccomp"),
    // Before a new user namespace could give rights that lead nowhere.
    row("setuid", Together, [S, S, S, S, S], "become root", "no capabilities, no new privileges"),
    row("mount", Together, [S, S, S, S, S], "mount", "no capabilities; seccomp"),
    row("handle", Together, [S, S, S, S, S], "open files by handle", "no capabilities; seccomp"),
    row("keyring", Together, [O, O, S, S, S], "kernel keyring", "seccomp"),
    row("sysv_memory", Together, [O, O, S, S, S], "System V shared memory", "seccomp"),
    row("message_queue", Together, [O, O, S, S, S], "System V message queue", "seccomp"),
    row("aio", Together, [M, M, S, S, S], "use up the machine's asynchronous requests", "seccomp"),
    row("io_uring", Together, [M, M, S, S, S], "io_uring", "seccomp"),
    row("user_namespace", Together, [M, M, S, S, S], "new user namespace", "seccomp"),
    row("userfaultfd", Together, [M, M, S, S, S], "userfaultfd", "seccomp"),
    row("file_lock", Together, [O, O, S, S, S], "lock on a shared file", "seccomp"),
    row("page_cache", Together, [M, M, S, S, S], "see which pages of a file are in memory", "seccomp"),
    row("mounts", Together, [M, M, S, S, S], "list mounts by system call", "seccomp"),
    row("core_cookie", Together, [M, M, S, S, S], "keep others off its core", "seccomp"),
    row("merged_pages", Together, [M, M, S, S, S], "merge pages with those of others", "seccomp"),
    row("reserved_pages", Together, [M, M, S, S, S], "take huge pages set aside for others", "seccomp"),
    row("own_filter", Together, [O, O, S, S, S], "a filter of its own", "seccomp"),
    row("bpf", Together, [M, M, S, S, S], "load BPF", "seccomp"),
    row("perf", Together, [M, M, S, S, S], "performance counters", "seccomp"),
    row("x32", Together, [M, M, S, S, S], "x32 call past the filter", "seccomp, range of numbers"),
    row("int80", Alone, [M, M, S, S, S], "32-bit call past the filter", "seccomp, architecture: killed"),
    row("memory_files", Alone, [O, O, S, S, S], "memory outside of all processes (memfd)", "seccomp"),
    row("memory_shared", Alone, [O, O, S, S, S], "shared memory that is in no page table", "seccomp"),
    row("memory_zeros", Alone, [O, O, S, S, S], "the same by /dev/zero", "Landlock: to read only; not in the tree"),
    row("memory_spliced", Alone, [M, M, S, S, S], "huge pages that only a pipe holds", "seccomp"),
    row("memory_sockets", Alone, [O, O, S, S, S], "memory in sockets, with descriptors for every thread", "seccomp, descriptor limit"),
    row("memory_rights", Alone, [M, M, S, S, S], "memory in lists of rights beside empty files", "nowhere to write; seccomp"),
    row("memory_waiting", Alone, [M, M, S, S, S], "memory in a table of waiting threads", "seccomp"),
    row("memory_scratch", Alone, [M, M, S, N, S], "memory and files in scratch, together too much", "nowhere to write; looking; control group"),
    row("memory_tables", Alone, [N, N, N, N, S], "memory in page tables", "looking; control group"),
    row("memory_leader", Alone, [N, N, N, N, S], "memory after the first thread has left", "looking; control group"),
    row("memory_one", Alone, [N, N, N, N, S], "memory bomb, one process", "looking; control group"),
    row("memory_many", Family, [N, N, N, N, S], "memory bomb, 8 processes", "looking; control group"),
    row("memory_socket_family", Family, [O, O, O, O, S], "memory in sockets of 8 processes", "control group"),
    row("fork_bomb", Alone, [N, S, S, S, S], "fork bomb", "looking; process count per user; seccomp"),
    row("fork_family", Family, [N, S, N, S, S], "fork bomb where processes are allowed", "looking; process count; control group"),
    row("thread_bomb", Alone, [N, S, N, S, S], "thread bomb", "looking; process count; control group"),
    row("double_fork", Family, [S, S, S, S, S], "double fork and setsid, then its end", "helper reaps and kills; end of process 1"),
    row("runner_killed", Suite, [S, S, S, S, S], "the runner killed with -9", "lifeline"),
    row("helper_killed", Suite, [S, S, S, S, S], "the helper killed with -9", "death signal"),
    row("flood", Suite, [S, S, S, S, S], "1 GB to stdout without a newline", "pipe; reader stops and kills"),
    row("deaf", Suite, [S, S, S, S, S], "never reads stdin", "pipe; writer does not block, then kills"),
    row("mute", Suite, [S, S, S, S, S], "closes stdout", "end of file at once"),
    row("stubborn", Suite, [S, S, S, S, S], "ignores every signal", "SIGKILL only"),
    row("sleepy", Suite, [S, S, S, S, S], "sleeps for ever", "the runner's clock"),
];

/// The table as the book prints it.
pub fn markdown() -> String {
    let mut text = String::from(
        "| attack | limits, as user | limits, as root | filters | namespaces | full | by what |\n|---|---|---|---|---|---|---|\n",
    );
    for row in TABLE {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.word()).collect();
        text.push_str(&format!("| {} | {} | {} |\n", row.title, cells.join(" | "), row.stopped_by));
    }
    text
}
