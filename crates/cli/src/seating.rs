//! From what the user writes for a seat to a player who can sit down: names looked up, folders built, replays read.

use crate::cache;
use crate::fail::unknown;
use anyhow::{Context, Result, bail};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_jail::{Brief, Level};
use skirmish_referee::building::Workshop;
use skirmish_referee::lobby::{Lobby, VARIABLE};
use skirmish_referee::program::Start;
use skirmish_referee::tape::Tape;
use skirmish_referee::{Player, SeatSpec, Sitter};
use std::path::Path;
use std::sync::Arc;

/// What stands between programs and the machine: the level asked for, or the best that holds here. Matches without
/// programs need none.
pub fn sandbox(asked: Option<Level>, needed: bool, quiet: bool) -> Result<Brief> {
    let off = Brief { level: Level::Off, as_root: false, kernel: String::new(), landlock: 0, cgroup: 0 };
    if asked == Some(Level::Off) || !needed {
        return Ok(off);
    }
    let report = crate::sandbox::report();
    let level = report.choose(asked)?;
    if asked.is_none() && level < Level::Filters && !quiet {
        eprintln!("warning: only the sandbox level {level} works here; see skirmish doctor");
    }
    Ok(report.brief(level))
}

/// The program a user named, built if it has to be.
pub fn program(spelled: &str, level: Level, quiet: bool) -> Result<Start> {
    match SeatSpec::read(spelled, |_| false)? {
        SeatSpec::Program(start) => Ok(start),
        SeatSpec::Folder(folder) => built(&folder, level, quiet),
        _ => bail!("{spelled}: this wants a program (\"python3 bot.py\") or a folder with a skirmish.toml"),
    }
}

fn built(folder: &Path, level: Level, quiet: bool) -> Result<Start> {
    let workshop = Workshop { cache: cache::path("builds"), level };
    Ok(workshop.ready(folder, |command| {
        if !quiet {
            eprintln!("building {}: {command}", folder.display());
        }
    })?)
}

/// Reads how the seats of a table are spelled; medium bots sit where nothing is said at all.
pub fn read(spelled: &[String], table: &dyn AnyTable) -> Result<Vec<(String, SeatSpec)>> {
    let seats = table.seats();
    let spelled = match spelled.len() {
        0 => vec!["medium".to_string(); seats.len()],
        n if n == seats.len() => spelled.to_vec(),
        n => bail!("{n} players for {} seats: {}", seats.len(), seats.join(", ")),
    };
    let read = |spelled: String| {
        let spec = SeatSpec::read(&spelled, |name| table.is_bot(name))?;
        if let SeatSpec::Builtin(name) = &spec
            && !table.is_bot(name)
        {
            return Err(unknown("built-in bot", name, &["weak", "medium", "strong"]));
        }
        Ok((spelled, spec))
    };
    spelled.into_iter().map(read).collect()
}

/// Makes ready whoever is to sit down at a table like this one.
pub fn players(
    specs: Vec<(String, SeatSpec)>,
    table: &mut dyn AnyTable,
    level: Level,
    quiet: bool,
) -> Result<Vec<Player>> {
    let ready = |(i, (spelled, spec)): (usize, (String, SeatSpec))| {
        let sitter = match spec {
            SeatSpec::Builtin(name) => Sitter::Builtin(name),
            SeatSpec::Program(start) => Sitter::Program(start),
            SeatSpec::Folder(folder) => Sitter::Program(built(&folder, level, quiet)?),
            SeatSpec::Native { start, setting } => {
                // Told now rather than when the match begins.
                let seated = table.seat_native(Seat(i as u8), setting.as_deref());
                let games = skirmish_games::native_ids().join(" and ");
                seated.with_context(|| format!("{spelled} (native bots are there for {games})"))?;
                Sitter::Native { start, setting }
            }
            SeatSpec::Attach => Sitter::Attach,
            SeatSpec::Human => Sitter::Hand(Arc::default()),
            SeatSpec::Recorded { file, seat } => {
                Sitter::Recorded(Tape::of(&file, &seat, table.game()).with_context(|| file.display().to_string())?)
            }
        };
        Ok(Player { sitter, spelled })
    };
    specs.into_iter().enumerate().map(ready).collect()
}

/// Opens the door for bots that are started elsewhere, if a seat waits for one, and says how to come in.
pub fn lobby(players: &[Player]) -> Result<Option<Lobby>> {
    if !players.iter().any(|player| matches!(player.sitter, Sitter::Attach)) {
        return Ok(None);
    }
    let lobby = Lobby::open().context("cannot open a port on this machine for bots to join")?;
    let ticket = lobby.ticket();
    keep_ticket(&ticket).context("cannot keep the ticket for `skirmish attach`")?;
    eprintln!("waiting for a bot to join; start it with one of");
    eprintln!("  skirmish attach COMMAND");
    eprintln!("  {VARIABLE}={ticket} COMMAND     (a bot made with `skirmish new`, in an IDE or a debugger)");
    Ok(Some(lobby))
}

/// Keeps a ticket where `skirmish attach` finds it and nobody else.
fn keep_ticket(ticket: &str) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let path = cache::path("attach");
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // A new file, so that its mode is ours whatever was there before.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?.write_all(ticket.as_bytes())
}
