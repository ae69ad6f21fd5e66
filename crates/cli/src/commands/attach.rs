//! `skirmish attach`

use crate::fail::DoesNotHold;
use crate::place;
use anyhow::{Context, Result, bail};
use skirmish_matches::lobby::ticket_file;
use skirmish_referee::lobby::{VARIABLE, read_ticket};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Command, Stdio};

/// Join a waiting match with a bot that runs here.
///
/// First start a match with a seat `attach`; it waits and prints its ticket:
///
///   skirmish play golems attach builtin:medium
///
/// Then, in another terminal or as the launch command of an IDE or a debugger,
///
///   skirmish attach python3 bot.py
///
/// starts the bot outside the sandbox, with its log on this terminal. Without a command, you
/// are the bot: its messages come on standard output and you answer on standard input. A bot
/// made from a starter kit can also join by itself, with the ticket in the environment
/// variable SKIRMISH_ATTACH. An attached seat has no time limit unless `play` has --turn-ms.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The ticket of the waiting match. Default: the match that began to wait last.
    #[arg(long, value_name = "HOST:PORT/TOKEN")]
    to: Option<String>,
    /// The bot and its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub fn run(args: Args) -> Result<()> {
    let ticket = match args.to.or_else(|| std::env::var(VARIABLE).ok()) {
        Some(ticket) => ticket,
        None => std::fs::read_to_string(ticket_file(&place::venue(true))?).context(
            "no match is waiting; start one with a seat `attach`, as in `skirmish play golems attach builtin:medium`",
        )?,
    };
    let Some((address, introduction)) = read_ticket(&ticket) else {
        bail!("{ticket:?} is not a ticket; a waiting match prints one, HOST:PORT/TOKEN");
    };
    let mut socket = TcpStream::connect(address)
        .with_context(|| format!("no match is waiting at {address}; start one with a seat `attach`"))?;
    socket.set_nodelay(true)?;
    socket.write_all(introduction.as_bytes())?;
    match args.command.split_first() {
        None => {
            let incoming = socket.try_clone()?;
            std::thread::spawn(move || relay(std::io::stdin(), socket));
            copy(incoming, std::io::stdout());
            Ok(())
        }
        Some((program, words)) => {
            let mut bot = Command::new(program)
                .args(words)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .with_context(|| format!("cannot start {program}"))?;
            let (Some(input), Some(output)) = (bot.stdin.take(), bot.stdout.take()) else {
                unreachable!("both pipes were asked for");
            };
            let incoming = socket.try_clone()?;
            let writer = std::thread::spawn(move || copy(incoming, input));
            relay(output, socket);
            let status = bot.wait()?;
            // The match has ended or the bot has: either way nothing more will come.
            let _done = writer.join();
            if !status.success() {
                return Err(DoesNotHold(format!("the bot failed: {status}")).into());
            }
            Ok(())
        }
    }
}

/// Copies until either side is gone, and tells the other end of the socket.
fn relay(from: impl Read, socket: TcpStream) {
    copy(from, &socket);
    // If the match is over already there is nobody to tell.
    let _gone = socket.shutdown(Shutdown::Write);
}

/// Copies as it comes, without waiting for more.
fn copy(mut from: impl Read, mut to: impl Write) {
    let mut chunk = [0; 64 * 1024];
    while let Ok(n @ 1..) = from.read(&mut chunk) {
        if to.write_all(&chunk[..n]).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}
