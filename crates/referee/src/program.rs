//! A running bot: its line, its log, its end.

use crate::Ending;
use crate::building::Built;
use crate::exchange::INTERRUPTED;
use crate::lines::{Filled, Lines};
use crate::log::{BotLog, Echo, Logged};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use skirmish_core::native::Transport;
use skirmish_jail::{
    Breach, Cores, Error, Jail, Language, Level, MIB, Network, Outcome, Policy, Prisoner, Runnable, Search, Usage,
    off_limits,
};
use std::ffi::{OsStr, OsString};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// How a program is started.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Start {
    /// A path relative to the folder, or a name on the search path.
    pub command: String,
    pub args: Vec<String>,
    /// The bot's own folder: where it starts, and all it sees beside its language's runtime.
    pub folder: PathBuf,
    /// The files that its command names.
    pub files: Vec<PathBuf>,
    /// Whether these files are all that it sees of its folder.
    pub files_only: bool,
    /// What it does not see, wherever it lies: other bots, replays and logs.
    pub hides: Vec<PathBuf>,
    /// What its building made, to be seen as well.
    pub out: Option<PathBuf>,
    /// What it was built of.
    pub built: Option<Built>,
    /// A runtime it claims to need, beside that of its command.
    pub language: Option<Language>,
    /// Whether it may reserve far more memory than it uses. Said by whoever plays it, never by the bot.
    pub reserves: bool,
    /// Bytes of memory it may use, in place of the usual.
    pub memory: Option<u64>,
}

impl Start {
    /// What it sees of its files: folders, or single files.
    pub fn own(&self) -> Vec<PathBuf> {
        let files = if self.files_only { self.files.as_slice() } else { &[] };
        self.folders().into_iter().chain(files.iter().cloned()).collect()
    }

    /// Whether its command names the program or script it is, as against code among its words.
    pub fn names_its_script(&self) -> bool {
        let script = self.args.iter().find(|word| !word.starts_with('-')).map(|word| self.folder.join(word));
        self.command.contains('/') || script.is_some_and(|script| self.files.contains(&script))
    }

    fn folders(&self) -> Vec<PathBuf> {
        let folder = (!self.files_only).then(|| self.folder.clone());
        folder.into_iter().chain(self.out.clone()).collect()
    }

    /// Lets it see no more of its folder than the files its command names, unless it names its own script there. Files
    /// that others may not read, or that lie where no bot has a folder, are not shown at all.
    pub fn see_little(&mut self) {
        let folder = self.folder.clone();
        let is_open = |file: &PathBuf| file.metadata().is_ok_and(|data| data.permissions().mode() & 0o004 != 0);
        let in_place = |file: &PathBuf| file.parent().is_some_and(|folder| off_limits(folder).is_none());
        self.files.retain(|file| file.starts_with(&folder) && in_place(file) && is_open(file));
        self.files_only |= !self.names_its_script();
    }
}

/// A program that sits on a seat, or one that was started elsewhere and has joined.
pub struct Program {
    /// The one we started, and have to end.
    prisoner: Option<Prisoner>,
    writer: Option<OwnedFd>,
    reader: OwnedFd,
    errors: Option<OwnedFd>,
    /// What a program that speaks over a socket prints on standard output is no more than a log.
    chatter: Option<OwnedFd>,
    pub lines: Lines,
    /// What was said to it and has not been read yet: a message is delivered whole, however slowly.
    outbox: Vec<u8>,
    /// Its input is to be closed once it has read everything.
    closing: bool,
    log: BotLog,
    frozen: bool,
}

/// Why a program could not be started, and whether that is its own fault.
#[derive(Debug)]
pub struct NotStarted {
    pub why: String,
    pub own_fault: bool,
    /// What it had printed.
    pub log: String,
}

impl NotStarted {
    pub fn ours(error: impl ToString) -> NotStarted {
        NotStarted { why: error.to_string(), own_fault: false, log: String::new() }
    }
}

impl Program {
    /// Starts a program in the sandbox. `limit` is the longest line that is taken.
    pub fn start(start: &Start, level: Level, limit: usize) -> Result<Program, NotStarted> {
        let mut prisoner = spawn(start, level, Network::None)?;
        let (writer, reader) = pipes(&mut prisoner);
        let errors = prisoner.stderr.take().map(OwnedFd::from);
        Program::over(Some(prisoner), Some(writer), reader, errors, None, limit).map_err(NotStarted::ours)
    }

    /// Starts a program that speaks over TCP, and waits until it has connected, or until `stopped` says so.
    pub fn start_connecting(
        start: &Start,
        transport: Transport,
        level: Level,
        limit: usize,
        patience: Duration,
        stopped: impl Fn() -> bool,
    ) -> Result<Program, NotStarted> {
        let port = free_port().map_err(NotStarted::ours)?;
        let mut start = start.clone();
        transport.add_port(&mut start.args, port);
        let mut prisoner = spawn(&start, level, Network::Loopback(port))?;
        let (_, chatter) = pipes(&mut prisoner);
        let errors = prisoner.stderr.take().map(OwnedFd::from);
        let listener = prisoner.listener.take().ok_or_else(|| NotStarted::ours("the bot's port is not open"))?;
        // Until it has connected there is nothing to read but its log.
        let nothing = chatter.try_clone().map_err(NotStarted::ours)?;
        let mut program =
            Program::over(Some(prisoner), None, nothing, errors, Some(chatter), limit).map_err(NotStarted::ours)?;
        let socket = program.accept(&listener, patience, stopped)?;
        let (writer, reader) = halves(socket).map_err(NotStarted::ours)?;
        never_block(&writer).and_then(|()| never_block(&reader)).map_err(NotStarted::ours)?;
        (program.writer, program.reader) = (Some(writer), reader);
        Ok(program)
    }

    /// Waits for the program to connect, as long as it lives.
    fn accept(
        &mut self,
        listener: &TcpListener,
        patience: Duration,
        stopped: impl Fn() -> bool,
    ) -> Result<TcpStream, NotStarted> {
        listener.set_nonblocking(true).map_err(NotStarted::ours)?;
        let begun = Instant::now();
        loop {
            let came = listener.accept();
            self.fill_log();
            if let Ok((socket, from)) = came
                && self.comes_from(from)
            {
                return Ok(socket);
            }
            let why = match self.ended_within(Duration::from_millis(5)) {
                Some(Ending::Infrastructure { why }) => return Err(NotStarted::ours(why)),
                Some(ending) => format!("before it connected to its port: {ending}"),
                None if stopped() => return Err(NotStarted::ours(INTERRUPTED)),
                None if begun.elapsed() < patience => continue,
                None => format!("it did not connect to its port within {} ms", patience.as_millis()),
            };
            return Err(NotStarted { why, own_fault: true, log: self.log().text() });
        }
    }

    /// Whether a connection is the program's own. Without a network of its own every user of the machine can reach its port,
    /// and is told apart by the user that the socket belongs to.
    fn comes_from(&self, address: SocketAddr) -> bool {
        let Some(prisoner) = self.prisoner.as_ref().filter(|prisoner| prisoner.level() < Level::Namespaces) else {
            return true;
        };
        let status = prisoner.pid().and_then(|pid| std::fs::read_to_string(format!("/proc/{pid}/status")).ok());
        let (Some(status), Ok(sockets)) = (status, std::fs::read_to_string("/proc/net/tcp")) else {
            // Not every system tells.
            return !cfg!(target_os = "linux");
        };
        let user = status.lines().find_map(|line| line.strip_prefix("Uid:")?.split_whitespace().next());
        user.is_some() && owner_of(&sockets, address.port()) == user
    }

    /// A program that was started elsewhere and has connected to us.
    pub fn joined(socket: TcpStream, limit: usize) -> std::io::Result<Program> {
        let (writer, reader) = halves(socket)?;
        Program::over(None, Some(writer), reader, None, None, limit)
    }

    fn over(
        prisoner: Option<Prisoner>,
        writer: Option<OwnedFd>,
        reader: OwnedFd,
        errors: Option<OwnedFd>,
        chatter: Option<OwnedFd>,
        limit: usize,
    ) -> std::io::Result<Program> {
        for end in [writer.as_ref(), Some(&reader), errors.as_ref(), chatter.as_ref()].into_iter().flatten() {
            never_block(end)?;
        }
        let (lines, log) = (Lines::new(limit), BotLog::default());
        let (outbox, closing, frozen) = (Vec::new(), false, false);
        Ok(Program { prisoner, writer, reader, errors, chatter, lines, outbox, closing, log, frozen })
    }

    pub fn writer(&self) -> Option<BorrowedFd<'_>> {
        self.writer.as_ref().map(AsFd::as_fd)
    }

    pub fn reader(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }

    /// Where its log comes from, as long as it is open.
    pub fn log_ends(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        [&self.errors, &self.chatter].into_iter().flatten().map(AsFd::as_fd)
    }

    /// Reads what is there.
    pub fn fill(&mut self) -> Filled {
        self.lines.fill(&self.reader)
    }

    /// Reads what is there of its log. Tells whether that was so much that there may be more.
    pub fn fill_log(&mut self) -> bool {
        let mut more = false;
        for end in [&mut self.errors, &mut self.chatter] {
            if let Some(open) = end {
                match self.log.fill(open) {
                    Logged::All => {}
                    Logged::Some => more = true,
                    Logged::Closed => *end = None,
                }
            }
        }
        more
    }

    /// Says something to the program, as much at once as its pipe takes; the rest is for [`Program::deliver`].
    pub fn tell(&mut self, line: &[u8]) -> std::io::Result<()> {
        if self.outbox.is_empty() {
            let written = self.write(line)?;
            self.outbox.extend_from_slice(&line[written..]);
            return Ok(());
        }
        self.outbox.extend_from_slice(line);
        self.deliver()
    }

    /// Goes on with what was said and not read, as far as there is room.
    pub fn deliver(&mut self) -> std::io::Result<()> {
        if !self.outbox.is_empty() {
            let written = self.write(&self.outbox)?;
            self.outbox.drain(..written);
        }
        if self.closing && self.outbox.is_empty() {
            self.writer = None;
        }
        Ok(())
    }

    /// Counts what it still says on its line as log: nobody asks it any more.
    pub fn log_the_rest(&mut self) {
        // Whatever came of the reading, what is there is there.
        let _end = self.fill();
        while let Some(line) = self.lines.take() {
            self.log.push(&line);
            self.log.push(b"\n");
        }
        let rest = self.lines.begun();
        self.log.push(&rest);
    }

    /// Passes its log on as it comes, or does so no longer.
    pub fn echo(&mut self, echo: Option<Echo>) {
        self.log.echo = echo;
    }

    /// Bytes of messages that it has not read yet, as far as its pipe has no room for them.
    pub fn unread(&self) -> usize {
        self.outbox.len()
    }

    fn write(&self, bytes: &[u8]) -> std::io::Result<usize> {
        let Some(writer) = &self.writer else { return Ok(bytes.len()) };
        let mut written = 0;
        while written < bytes.len() {
            match rustix::io::write(writer, &bytes[written..]) {
                Ok(n) => written += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(written)
    }

    /// Closes its input once everything is delivered.
    pub fn close_input(&mut self) {
        self.closing = true;
        // One who is gone has read what it wanted.
        let _gone = self.deliver();
    }

    /// Its log, with everything that is there by now.
    pub fn log(&mut self) -> &mut BotLog {
        self.fill_log();
        &mut self.log
    }

    /// What it has logged since the last look, as far as it was read while waiting for its answer.
    pub fn take_log(&mut self) -> Option<String> {
        self.log.take_fresh()
    }

    /// Whether it runs on this machine's cores at our behest.
    pub fn is_ours(&self) -> bool {
        self.prisoner.is_some()
    }

    /// How much it ran and stood in line so far.
    pub fn usage(&self) -> Option<Usage> {
        self.prisoner.as_ref().and_then(Prisoner::usage)
    }

    /// Whether it could run at this moment, and is not just asleep.
    pub fn could_run(&self) -> bool {
        self.prisoner.as_ref().is_some_and(Prisoner::could_run)
    }

    /// Whether it has made itself less urgent than other programs.
    pub fn stands_back(&self) -> bool {
        self.prisoner.as_ref().is_some_and(Prisoner::stands_back)
    }

    /// CPU time used so far; nothing is known of a program that was started elsewhere.
    pub fn cpu(&self) -> Duration {
        self.prisoner.as_ref().and_then(Prisoner::cpu).unwrap_or_default()
    }

    /// May the program be kept to one core?
    pub fn is_one_at_a_time(&self) -> bool {
        self.prisoner.as_ref().is_some_and(Prisoner::is_one_at_a_time)
    }

    /// Keeps the program to these cores. Tells whether that worked.
    pub fn pin(&self, cores: &Cores) -> bool {
        self.prisoner.as_ref().is_some_and(|prisoner| prisoner.pin(cores))
    }

    /// Lets the program run on these cores again.
    pub fn unpin(&self, cores: &Cores) {
        if let Some(prisoner) = &self.prisoner {
            prisoner.unpin(cores);
        }
    }

    /// Stops the program where it stands, or lets it go on.
    pub fn freeze(&mut self, frozen: bool) {
        if self.frozen == frozen {
            return;
        }
        if let Some(prisoner) = &mut self.prisoner {
            if frozen {
                prisoner.freeze()
            } else {
                prisoner.thaw()
            }
            self.frozen = frozen;
        }
    }

    /// How the program ended, given a moment to do so: a pipe is closed a little before its process is gone.
    pub fn ended_within(&mut self, patience: Duration) -> Option<Ending> {
        let end = self.prisoner.as_mut()?.wait_timeout(patience)?;
        if let Some(Breach::Memory { limit, seen }) = end.breach {
            let evidence = format!("{} MiB were in use, {} are allowed", seen.div_ceil(MIB), limit / MIB);
            return Some(Ending::OutOfMemory { evidence });
        }
        Some(match end.outcome {
            Outcome::Code(code) => Ending::Crashed { exit: Some(code), signal: None },
            Outcome::Signal(signal) => Ending::Crashed { exit: None, signal: Some(signal) },
            Outcome::Unknown => Ending::Infrastructure { why: "the bot's guard vanished".into() },
        })
    }

    /// Waits for the program to leave, with everything that it still has to read. Its log is read meanwhile, so that it
    /// does not stand still because of it.
    /// Tells whether it left.
    pub fn leaves_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            self.fill_log();
            let gone = self.deliver().is_err();
            let Some(prisoner) = &mut self.prisoner else {
                // Nobody can tell when it has left; but it is told everything.
                if gone || self.outbox.is_empty() || Instant::now() >= deadline {
                    return true;
                }
                std::thread::sleep(Duration::from_millis(5));
                continue;
            };
            let pause = Duration::from_millis(if self.outbox.is_empty() { 20 } else { 1 });
            let wait = deadline.saturating_duration_since(Instant::now()).min(pause);
            if prisoner.wait_timeout(wait).is_some() {
                return true;
            }
            if wait.is_zero() {
                return false;
            }
        }
    }

    /// Ends the program and everything it has started, and waits until nothing is left.
    pub fn kill(&mut self) {
        if let Some(prisoner) = &mut self.prisoner {
            prisoner.kill();
            prisoner.wait();
        }
        self.fill_log();
    }
}

fn spawn(start: &Start, level: Level, network: Network) -> Result<Prisoner, NotStarted> {
    let refused = |error: Error| NotStarted { own_fault: error.is_the_bots(), ..NotStarted::ours(error) };
    let Runnable { program, mut pack } = found(start).map_err(refused)?;
    pack.reserves |= start.reserves;
    let mut policy = Policy::play(level, &start.folder, pack);
    policy.network = network;
    policy.limits.memory = start.memory.unwrap_or(policy.limits.memory);
    policy.reads.extend(start.out.clone());
    policy.reads.extend(start.files.clone());
    policy.only = start.files_only.then(|| start.files.clone());
    policy.hides.clone_from(&start.hides);
    let env = start.out.iter().map(|out| (OsString::from("OUT"), out.clone().into_os_string()));
    Jail::new().spawn(&policy, &program, &start.args, env).map_err(refused)
}

/// The program of a command with its language pack. Finding one may mean to ask a launcher where it leads, which takes
/// longer than starting the bot, so every answer is kept.
fn found(start: &Start) -> Result<Runnable, Error> {
    static KNOWN: LazyLock<Mutex<Vec<(Start, Runnable)>>> = LazyLock::new(Mutex::default);
    let asked = Start { args: Vec::new(), ..start.clone() };
    if let Ok(known) = KNOWN.lock()
        && let Some((_, found)) = known.iter().find(|(known, _)| *known == asked)
    {
        return Ok(found.clone());
    }
    let search = Search::of(&start.folder, start.folders()).with_files(&start.files).apart_from(&start.hides);
    let found = Runnable::of(&search, OsStr::new(&start.command), start.language)?;
    if let Ok(mut known) = KNOWN.lock() {
        known.push((asked, found.clone()));
    }
    Ok(found)
}

/// What a fresh prisoner reads and what it writes.
fn pipes(prisoner: &mut Prisoner) -> (OwnedFd, OwnedFd) {
    match (prisoner.stdin.take(), prisoner.stdout.take()) {
        (Some(stdin), Some(stdout)) => (stdin.into(), stdout.into()),
        _ => unreachable!("a fresh prisoner has its pipes"),
    }
}

fn halves(socket: TcpStream) -> std::io::Result<(OwnedFd, OwnedFd)> {
    // Every message is a whole one: waiting for more to send would only cost time.
    socket.set_nodelay(true)?;
    Ok((socket.try_clone()?.into(), socket.into()))
}

/// A port that nobody uses at this moment.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// The user whose socket has this port of `127.0.0.1`, as the system's table of sockets has it.
fn owner_of(sockets: &str, port: u16) -> Option<&str> {
    let local = format!("0100007F:{port:04X}");
    sockets.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.nth(1) == Some(local.as_str())).then(|| words.nth(5)).flatten()
    })
}

fn never_block(end: impl AsFd) -> std::io::Result<()> {
    let flags = fcntl_getfl(&end)?;
    fcntl_setfl(&end, flags | OFlags::NONBLOCK)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::owner_of;

    #[test]
    fn the_owner_of_a_socket_is_found_by_its_port() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
            0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0 100 0 0 10 0\n   \
            1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 60701        0 112 1 0 20 4 30 10 -1";
        assert_eq!(owner_of(table, 8080), Some("1000"));
        assert_eq!(owner_of(table, 50000), Some("60701"));
        assert_eq!(owner_of(table, 1), None);
    }
}
