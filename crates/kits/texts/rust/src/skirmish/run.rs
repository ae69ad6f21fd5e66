//! The loop: reads messages, asks the bot, writes its answers.

use super::json::{object, Json};
use super::selftest;
use super::session::{Player, Session};
use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::ExitCode;

/// Plays until the match is over; with the arguments `--test FILE` plays that recording instead.
///
/// The match is on standard input and output, or, with SKIRMISH_ATTACH=HOST:PORT/TOKEN, on a connection to there.
pub fn run<P: Player>() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ended = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => play_match::<P>(),
        ["--test", file] => selftest::play_sample::<P>(file),
        _ => Err("usage: bot [--test FILE]".into()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play_match<P: Player>() -> Result<(), Box<dyn Error>> {
    match std::env::var("SKIRMISH_ATTACH") {
        Ok(place) => {
            let (address, token) = place.split_once('/').ok_or("SKIRMISH_ATTACH is HOST:PORT/TOKEN")?;
            let mut stream = TcpStream::connect(address).map_err(|error| format!("{address}: {error}"))?;
            stream.set_nodelay(true)?;
            send(&mut stream, &object([("type", "attach".into()), ("token", token.into())]))?;
            play::<P>(BufReader::new(stream.try_clone()?), stream)
        }
        Err(_) => play::<P>(io::stdin().lock(), io::stdout().lock()),
    }
}

fn play<P: Player>(messages: impl BufRead, mut replies: impl Write) -> Result<(), Box<dyn Error>> {
    let mut session = Session::<P>::new();
    for line in messages.lines() {
        if let Some(reply) = session.handle(&Json::parse(&line?)?)? {
            send(&mut replies, &reply)?;
        }
        if session.over {
            break;
        }
    }
    Ok(())
}

/// Writes a message in one piece.
fn send(out: &mut impl Write, message: &Json) -> io::Result<()> {
    out.write_all(format!("{message}\n").as_bytes())?;
    out.flush()
}
