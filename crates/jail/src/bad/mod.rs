//! The bad bots: every attack by name, and how each went.

pub mod files;
pub mod kernel;
pub mod memory;
pub mod network;
pub mod processes;
pub mod raw;
pub mod streams;

use std::io::Write;

/// How an attack went.
pub enum Result {
    /// It worked.
    Yes(String),
    /// It was refused.
    No(String),
    /// This kernel has nothing to attack here.
    Absent(String),
}

impl Result {
    /// Worked if the call did. A call the kernel does not know was not refused.
    pub fn of<T>(done: std::io::Result<T>) -> Self {
        match done {
            Ok(_) => Result::Yes("accepted".to_owned()),
            Err(error) => Result::refused(&error),
        }
    }

    pub fn refused(error: &std::io::Error) -> Self {
        let absent = [libc::EAFNOSUPPORT, libc::EPROTONOSUPPORT, libc::ENODEV];
        match error.raw_os_error() {
            Some(errno) if absent.contains(&errno) => Result::Absent(error.to_string()),
            _ => Result::No(error.to_string()),
        }
    }

    /// Worked if it got past a limit.
    pub fn beyond(reached: u64, limit: u64, unit: &str) -> Self {
        let text = format!("{reached} {unit}");
        if reached > limit { Result::Yes(text) } else { Result::No(text) }
    }
}

/// Runs the attacks named on the command line, one line of answer each.
pub fn main(words: impl Iterator<Item = String>) {
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((&word, ""));
        say(name, &attack(name, value));
    }
}

/// Prints the answer of one attack.
fn say(name: &str, result: &Result) {
    let (verdict, text) = match result {
        Result::Yes(text) => ("yes", text),
        Result::No(text) => ("no", text),
        Result::Absent(text) => ("absent", text),
    };
    // If our stdout is closed, nobody will miss the line.
    let _unread = writeln!(std::io::stdout(), "{name} {verdict} {}", text.replace('\n', " "));
}

fn attack(name: &str, value: &str) -> Result {
    match name {
        "shadow" => files::read("/etc/shadow"),
        "passwd" => files::read_with("/etc/passwd", "root:"),
        "sys" => files::list("/sys/class"),
        "secret" => files::read(value),
        "own_folder" => files::create("."),
        "shared_memory_folder" => files::create("/dev/shm"),
        "stat" => files::stat(value),
        "mode" => files::mode(value),
        "times" => files::times(value),
        "attributes" => files::attributes(value),
        "flags" => files::flags(value),
        "truncate" => files::truncate(value),
        "terminal" => files::open("/dev/ptmx"),
        "big_file" => files::big(value),
        "many_files" => files::many(value),
        "tcp" => network::tcp(value),
        "udp" => network::udp(value),
        "unix_path" => network::unix_path(value),
        "unix_abstract" => network::unix_abstract(value),
        "unix_pair" => network::unix_pair(value),
        "unix_name" => network::unix_name(),
        "in_flight" => network::in_flight(),
        "vsock" => network::family(libc::AF_VSOCK, libc::SOCK_STREAM),
        "netlink" => network::family(libc::AF_NETLINK, libc::SOCK_RAW),
        "raw_socket" => network::raw_ip(),
        "ptrace" => processes::trace(value),
        "kill" => processes::kill(value),
        "kill_by_pipe" => processes::kill_by_pipe(value),
        "renice" => processes::renice(value),
        "prlimit" => processes::limit(value),
        "proc_secrets" => processes::look(value, &["environ", "maps", "fd"]),
        "proc_cmdline" => processes::look(value, &["cmdline"]),
        "proc_others" => processes::others(),
        "proc_machine" => processes::machine(),
        "probe" => processes::probe(value),
        "orphan" => processes::orphan(),
        "thread_files" => Result::of(raw::thread_with_own_descriptors()),
        "fork_bomb" => processes::fork_bomb(value),
        "thread_bomb" => processes::thread_bomb(value),
        "double_fork" => processes::double_fork(),
        "descriptors" => processes::descriptors(),
        "memory_one" => memory::one(value),
        "memory_many" => memory::many(value),
        "memory_files" => memory::files(value),
        "memory_leader" => memory::leader(value),
        "memory_shared" => memory::shared(value),
        "memory_zeros" => memory::zeros(value),
        "memory_tables" => memory::tables(value),
        "memory_spliced" => memory::spliced(value),
        "memory_sockets" => memory::sockets(value),
        "memory_rights" => memory::rights(value),
        "memory_waiting" => memory::waiting_table(value),
        "memory_scratch" => memory::scratch(value),
        "memory_socket_family" => memory::socket_family(value),
        "reserved_pages" => memory::reserved_pages(),
        "merged_pages" => memory::merged(),
        "keyring" => kernel::keyring(),
        "sysv_memory" => kernel::sysv_memory(),
        "message_queue" => kernel::message_queue(),
        "aio" => kernel::aio(),
        "own_filter" => kernel::own_filter(),
        "page_cache" => kernel::page_cache(value),
        "mounts" => kernel::mounts(),
        "core_cookie" => kernel::core_cookie(),
        "io_uring" => kernel::io_uring(),
        "user_namespace" => kernel::user_namespace(),
        "userfaultfd" => kernel::userfaultfd(),
        "file_lock" => kernel::file_lock(value),
        "setuid" => kernel::setuid(),
        "mount" => kernel::mount(),
        "bpf" => kernel::bpf(),
        "perf" => kernel::perf(),
        "handle" => kernel::handle(),
        "int80" => kernel::int80(),
        "x32" => kernel::x32(),
        "flood" => streams::flood(),
        "deaf" => streams::deaf(),
        "mute" => streams::mute(),
        "stubborn" => streams::stubborn(),
        "sleepy" => streams::sleepy(),
        "echo" => streams::echo(),
        "burn" => streams::burn(value),
        _ => Result::Absent("no such attack".to_owned()),
    }
}
