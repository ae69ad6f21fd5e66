//! A running bot: its line, its log, its end.

mod connecting;
mod outbox;
mod start;

pub use start::{NotStarted, Start};

use crate::Ending;
use crate::lines::{Filled, Lines};
use crate::log::{BotLog, Echo, Logged};
use outbox::Outbox;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use skirmish_jail::{Breach, Cores, Level, MIB, Network, Outcome, Prisoner, Usage};
use start::spawn;
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// A program that sits on a seat, or one that was started elsewhere and has joined.
pub struct Program {
    /// The one we started, and have to end.
    prisoner: Option<Prisoner>,
    outbox: Outbox,
    reader: OwnedFd,
    errors: Option<OwnedFd>,
    /// The standard output of a program that speaks over a socket: just another log.
    chatter: Option<OwnedFd>,
    /// The lines it has written.
    pub lines: Lines,
    log: BotLog,
    frozen: bool,
}

impl Program {
    /// Starts a program in the sandbox. `limit` is the longest line that is taken.
    pub fn start(start: &Start, level: Level, limit: usize) -> Result<Program, NotStarted> {
        let mut prisoner = spawn(start, level, Network::None)?;
        let (writer, reader) = pipes(&mut prisoner);
        let errors = prisoner.stderr.take().map(OwnedFd::from);
        Program::over(Some(prisoner), Some(writer), reader, errors, None, limit).map_err(NotStarted::ours)
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
        Ok(Program { prisoner, outbox: Outbox::new(writer), reader, errors, chatter, lines, log, frozen: false })
    }

    /// Where it is written to, unless its input is closed.
    pub fn writer(&self) -> Option<BorrowedFd<'_>> {
        self.outbox.writer()
    }

    /// Where its answers come from.
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

    /// Reads what is there of its log. Returns whether that was so much that there may be more.
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
        self.outbox.tell(line)
    }

    /// Goes on with what was said and not read, as far as there is room.
    pub fn deliver(&mut self) -> std::io::Result<()> {
        self.outbox.deliver()
    }

    /// Bytes of messages that its pipe has no room for yet.
    pub fn unread(&self) -> usize {
        self.outbox.unread()
    }

    /// Closes its input once everything is delivered.
    pub fn close_input(&mut self) {
        self.outbox.close();
    }

    /// Adds what it still says on its line to its log: nobody asks it any more.
    pub fn log_the_rest(&mut self) {
        // However the read ended, what is there is there.
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

    /// Its log, with everything that is there by now.
    pub fn log(&mut self) -> &mut BotLog {
        self.fill_log();
        &mut self.log
    }

    /// What it has logged since the last look, as far as it was read while waiting for its answer.
    pub fn take_log(&mut self) -> Option<String> {
        self.log.take_fresh()
    }

    /// Whether we started it, so that it runs on this machine's cores.
    pub fn is_ours(&self) -> bool {
        self.prisoner.is_some()
    }

    /// How much it has run and stood in line so far.
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

    /// Whether the program may be kept on one core.
    pub fn is_one_at_a_time(&self) -> bool {
        self.prisoner.as_ref().is_some_and(Prisoner::is_one_at_a_time)
    }

    /// Keeps the program on these cores. Returns whether that worked.
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

    /// How the program ended, if it does so within this time: a pipe closes a little before its process is gone.
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

    /// Waits for the program to read everything and leave; returns whether it left. Its log is read meanwhile, so that it
    /// does not block on it.
    pub fn leaves_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            self.fill_log();
            let gone = self.deliver().is_err();
            let Some(prisoner) = &mut self.prisoner else {
                // Nobody can tell when it has left, but it is told everything.
                if gone || self.outbox.unread() == 0 || Instant::now() >= deadline {
                    return true;
                }
                std::thread::sleep(Duration::from_millis(5));
                continue;
            };
            let pause = Duration::from_millis(if self.outbox.unread() == 0 { 20 } else { 1 });
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

fn never_block(end: impl AsFd) -> std::io::Result<()> {
    let flags = fcntl_getfl(&end)?;
    fcntl_setfl(&end, flags | OFlags::NONBLOCK)?;
    Ok(())
}
