//! From what the user writes for a seat to a player who can sit down: names looked up, folders built, replays read.

use crate::cache;
use crate::fail::unknown;
use crate::hosting::REPLAYS;
use crate::tell;
use anyhow::{Context, Result, anyhow, bail};
use skirmish_core::any::AnyTable;
use skirmish_core::{Seat, names};
use skirmish_jail::{Brief, Level, off_limits};
use skirmish_referee::building::Workshop;
use skirmish_referee::lobby::{Lobby, VARIABLE};
use skirmish_referee::manifest::{self, Manifest};
use skirmish_referee::player::BadSpec;
use skirmish_referee::player::NativeBot;
use skirmish_referee::program::Start;
use skirmish_referee::tape::Tape;
use skirmish_referee::{Player, SeatSpec, Sitter};
use std::path::{Path, PathBuf};
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
        tell!("warning: only the sandbox level {level} works here; see skirmish doctor");
    }
    Ok(report.brief(level))
}

/// The program a user named, built if it has to be.
pub fn program(spelled: &str, level: Level, quiet: bool) -> Result<Start> {
    match bot(spelled, level, quiet)? {
        Bot { start, native: None } => Ok(start),
        _ => bail!("{spelled}: {WANTED}"),
    }
}

/// A bot to be started, and how it is spoken to.
pub struct Bot {
    pub start: Start,
    /// Speaks its game's native protocol, in the way that was asked for.
    pub native: Option<Option<String>>,
}

const WANTED: &str = "this wants a program (\"python3 bot.py\") or a folder with a skirmish.toml";

/// The bot a user named, native ones too.
pub fn bot(spelled: &str, level: Level, quiet: bool) -> Result<Bot> {
    let start = |bot| match bot {
        NativeBot::Program(start) => Ok(*start),
        NativeBot::Folder(folder) => built(&folder, &[], level, quiet),
    };
    let mut bot = match SeatSpec::read(spelled, |_| false)? {
        SeatSpec::Program(program) => Bot { start: program, native: None },
        SeatSpec::Folder(folder) => Bot { start: built(&folder, &[], level, quiet)?, native: None },
        SeatSpec::Native { bot, setting } => Bot { start: start(bot)?, native: Some(setting) },
        _ => bail!("{spelled}: {WANTED}"),
    };
    separate(&mut [(spelled.to_owned(), &mut bot.start)], Path::new(REPLAYS), quiet);
    Ok(bot)
}

/// The bot that a capsule or a replay names, spelled from the current folder. Who wrote it may be a stranger: code among
/// its words sees no more of the folder than the files beside it that the command names.
pub fn recorded(spelled: &str, level: Level, quiet: bool) -> Result<Bot> {
    let mut bot = bot(spelled, level, quiet)?;
    bot.start.see_little();
    Ok(bot)
}

/// Lets no bot see another one's files, nor where replays and logs are written.
pub fn keep_apart(players: &mut [Player], record: Option<&Path>, quiet: bool) {
    let records = record.map_or(Path::new(REPLAYS), |file| file.parent().unwrap_or(Path::new("")));
    let programs = players.iter_mut().filter_map(|player| match &mut player.sitter {
        Sitter::Program(start) | Sitter::Native { start, .. } => Some((player.spelled.clone(), start)),
        _ => None,
    });
    separate(&mut programs.collect::<Vec<_>>(), records, quiet);
}

/// A bot sees its folder, with replays, logs and the cache hidden in it. If another bot's files lie there, or the replay
/// itself, or if the folder is no bot's, it sees only the files that its command names.
fn separate(bots: &mut [(String, &mut Start)], records: &Path, quiet: bool) {
    let records = real_place(records);
    let always = [
        records.clone(),
        real_place(Path::new(REPLAYS)),
        cache::folder().map_or_else(|| records.clone(), |cache| real_place(cache)),
    ];
    let before: Vec<Start> = bots.iter().map(|(_, start)| (*start).clone()).collect();
    let is_same = |one: &Start, other: &Start| one.folder == other.folder && one.files == other.files;
    for (spelled, start) in bots.iter_mut() {
        let others = || before.iter().filter(|other| !is_same(start, other)).flat_map(|other| &other.files);
        let why = if let Some(why) = off_limits(&start.folder) {
            why
        } else if others().any(|file| file.starts_with(&start.folder)) {
            "another bot is in it"
        } else if always.contains(&start.folder) || records_in(&start.folder).len() > MOST_RECORDS {
            "replays, logs or the cache are kept in it"
        } else {
            continue;
        };
        start.files_only = true;
        if !quiet {
            let folder = start.folder.display();
            tell!(
                "note: `{spelled}` sees only the files that its command names, not the rest of {folder}: {why}. \
                 Give each bot a folder of its own to change that."
            );
        }
    }
    let after: Vec<Start> = bots.iter().map(|(_, start)| (*start).clone()).collect();
    for (_, start) in bots.iter_mut() {
        let others = after.iter().filter(|other| !is_same(start, other)).flat_map(Start::own);
        start.hides = others.chain(always.iter().cloned()).chain(records_in(&start.folder)).collect();
        start.hides.retain(|hidden| start.out.as_ref() != Some(hidden));
        start.hides.sort();
        start.hides.dedup();
    }
}

/// So many files of matches are hidden one by one in a bot's folder.
const MOST_RECORDS: usize = 100;

/// Replays, logs and capsules of other matches that lie in a bot's folder itself.
fn records_in(folder: &Path) -> Vec<PathBuf> {
    let is_record = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        [".skirmish", ".private.jsonl", ".capsule.json"].iter().any(|ending| name.ends_with(ending))
    };
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_record).take(MOST_RECORDS + 1).collect()
}

/// The real path of something that need not be there yet.
fn real_place(path: &Path) -> PathBuf {
    // What has no folder in its name lies in the current one.
    let path = std::path::absolute(Path::new(".").join(path)).unwrap_or_else(|_| path.to_owned());
    let real = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match real {
        Some((above, real)) => path.strip_prefix(above).map_or_else(|_| real.clone(), |rest| real.join(rest)),
        None => path,
    }
}

fn built(folder: &Path, bots: &[PathBuf], level: Level, quiet: bool) -> Result<Start> {
    let workshop = Workshop { cache: cache::path("builds")?, level, bots: bots.to_vec() };
    Ok(workshop.ready(folder, |command| {
        if !quiet {
            tell!("building {}: {command}", folder.display());
        }
    })?)
}

/// Reads how the seats of a table are spelled; medium bots sit where nothing is said at all.
pub fn read(spelled: &[String], table: &dyn AnyTable) -> Result<Vec<(String, SeatSpec)>> {
    let seats = table.seats();
    let spelled = match spelled.len() {
        0 => vec!["medium".to_string(); seats.len()],
        n if n == seats.len() => spelled.to_vec(),
        n => bail!(
            "{n} players for {} seats: {} (a command of several words is one player: quote it, as in \"python3 bot.py\" \
             or \"native:python3 bot.py\")",
            seats.len(),
            seats.join(", ")
        ),
    };
    let read = |spelled: String| {
        let spec = SeatSpec::read(&spelled, |name| table.is_bot(name)).map_err(|error| meant(error, table))?;
        if let SeatSpec::Builtin(name) = &spec
            && !table.is_bot(name)
        {
            return Err(unknown("built-in bot", name, &table.bots()));
        }
        Ok((spelled, spec))
    };
    spelled.into_iter().map(read).collect()
}

/// A word that is no program may be a slip in the name of a bot.
fn meant(error: BadSpec, table: &dyn AnyTable) -> anyhow::Error {
    let BadSpec::NoProgram(word) = &error else { return error.into() };
    let folders = std::fs::read_dir(".").into_iter().flatten().flatten().take(1000);
    let folders = folders.filter(|entry| entry.path().join(manifest::FILE).is_file());
    let folders: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let known = table.bots().into_iter().chain(["human", "attach"]).chain(folders.iter().map(String::as_str));
    match names::nearest(word, known) {
        Some(near) => anyhow!("there is no program {word}; did you mean \"{near}\"?"),
        None => error.into(),
    }
}

/// A bot that says which games it plays is not asked to play another.
pub fn must_play(spelled: &str, game: &str) -> Result<()> {
    let (folder, start) = match SeatSpec::read(spelled, |_| false)? {
        SeatSpec::Folder(folder) => (folder, None),
        SeatSpec::Program(start) => (start.folder.clone(), Some(start)),
        _ => return Ok(()),
    };
    let Ok(manifest) = Manifest::of(&folder) else { return Ok(()) };
    // A program is the folder's bot if it is started as the folder would start it.
    let is_its_bot = |start: Start| manifest.run.iter().eq([&start.command].into_iter().chain(&start.args));
    if manifest.plays(game) || !start.is_none_or(is_its_bot) {
        return Ok(());
    }
    let (folder, games) = (folder.display(), manifest.games.join(", "));
    bail!(
        "{folder} is a bot for {games}, not for {game}; if it plays {game} too, say so in `games` of its {}",
        manifest::FILE
    )
}

/// Makes ready whoever is to sit down at a table like this one.
pub fn players(
    specs: Vec<(String, SeatSpec)>,
    table: &mut dyn AnyTable,
    level: Level,
    quiet: bool,
) -> Result<Vec<Player>> {
    let folders = specs.iter().filter_map(|(_, spec)| match spec {
        SeatSpec::Folder(folder) | SeatSpec::Native { bot: NativeBot::Folder(folder), .. } => Some(folder.clone()),
        SeatSpec::Program(start) => Some(start.folder.clone()),
        SeatSpec::Native { bot: NativeBot::Program(start), .. } => Some(start.folder.clone()),
        _ => None,
    });
    // Of what is nobody's folder, a bot has only the files it names.
    let bots: Vec<PathBuf> = folders.filter(|folder| off_limits(folder).is_none()).collect();
    let ready = |(i, (spelled, spec)): (usize, (String, SeatSpec))| {
        if matches!(spec, SeatSpec::Program(_) | SeatSpec::Folder(_)) {
            must_play(&spelled, table.game())?;
        }
        let sitter = match spec {
            SeatSpec::Builtin(name) => Sitter::Builtin(name),
            SeatSpec::Program(start) => Sitter::Program(start),
            SeatSpec::Folder(folder) => Sitter::Program(built(&folder, &bots, level, quiet)?),
            SeatSpec::Native { bot, setting } => {
                // Told now rather than when the match begins.
                let seated = table.seat_native(Seat(i as u8), setting.as_deref());
                let games = native_games().join(" and ");
                seated.with_context(|| format!("{spelled} (native bots are there for {games})"))?;
                let start = match bot {
                    NativeBot::Program(start) => *start,
                    NativeBot::Folder(folder) => built(&folder, &bots, level, quiet)?,
                };
                Sitter::Native { start, setting }
            }
            SeatSpec::Attach => Sitter::Attach,
            SeatSpec::Human => Sitter::Hand(Arc::default()),
            SeatSpec::Recorded { file, seat } => {
                Sitter::Recorded(tape(&file, &seat, table.game()).with_context(|| file.display().to_string())?)
            }
        };
        Ok(Player { sitter, spelled })
    };
    specs.into_iter().enumerate().map(ready).collect()
}

/// What a seat said in a replay.
fn tape(file: &Path, seat: &str, game: &str) -> Result<Tape> {
    let mut playback = skirmish_games::registry().playback(skirmish_replay::ReplayFile::read(file)?.text)?;
    Ok(Tape::of(&mut *playback, seat, game)?)
}

/// Opens the door for bots that are started elsewhere, if a seat waits for one, and says how to come in.
pub fn lobby(players: &[Player]) -> Result<Option<Lobby>> {
    if !players.iter().any(|player| matches!(player.sitter, Sitter::Attach)) {
        return Ok(None);
    }
    let lobby = Lobby::open().context("cannot open a port on this machine for bots to join")?;
    let ticket = lobby.ticket();
    tell!("waiting for a bot to join; start it with one of");
    match keep_ticket(&ticket) {
        Ok(()) => tell!("  skirmish attach COMMAND"),
        Err(_) => tell!("  skirmish attach --to {ticket} COMMAND"),
    }
    tell!("  {VARIABLE}={ticket} COMMAND     (a bot made with `skirmish new`, in an IDE or a debugger)");
    Ok(Some(lobby))
}

/// Keeps a ticket where `skirmish attach` finds it and nobody else.
fn keep_ticket(ticket: &str) -> Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let path = cache::path("attach")?;
    // A new file, so that its mode is ours whatever was there before.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?.write_all(ticket.as_bytes())?;
    Ok(())
}

/// The games that have a native protocol.
fn native_games() -> Vec<&'static str> {
    let registry = skirmish_games::registry();
    registry.iter().map(|game| game.facts()).filter(|facts| facts.native.is_some()).map(|facts| facts.id).collect()
}
