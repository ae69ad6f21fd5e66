//! Players made ready: names looked up, folders built, replays read. That is done once; then a team plays any number of
//! matches, side by side.

use crate::apart::{keep_apart, separate};
use crate::note::Note;
use crate::spelling::{must_play, read};
use crate::{Error, Venue, lobby, replays, sandbox};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::interpreter::Interpreters;
use skirmish_jail::{Brief, Level, MIB, off_limits};
use skirmish_referee::building::Workshop;
use skirmish_referee::desk::Desk;
use skirmish_referee::lobby::Lobby;
use skirmish_referee::player::NativeBot;
use skirmish_referee::program::Start;
use skirmish_referee::tape::Tape;
use skirmish_referee::{Player, SeatSpec, Sitter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

/// How players are made ready.
#[derive(Clone, Debug, Default)]
pub struct TeamOptions {
    /// How programs are kept in; without it the best level that works here.
    pub sandbox: Option<Level>,
    /// Memory that each program may use, in MiB; without it the usual.
    pub memory: Option<u64>,
    /// The file that the match is recorded in, if not in the venue's folder: no bot sees what lies beside it.
    pub record: Option<PathBuf>,
    /// Whose words the players are.
    pub trust: Trust,
    /// What the players are called in replays and reports, where that is not how they are spelled here.
    pub called: Option<Vec<String>>,
}

/// Whose words the players are.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Trust {
    /// All were named by whoever runs the match.
    #[default]
    All,
    /// Only these were. The others come out of somebody's file: code among the words of their commands sees no more of
    /// the folder than the files that the command names.
    Only(Vec<String>),
}

impl Trust {
    /// Whether whoever runs the match has named this player.
    pub fn has_named(&self, player: &str) -> bool {
        match self {
            Trust::All => true,
            Trust::Only(named) => named.iter().any(|named| named == player),
        }
    }
}

/// Players who can sit down. Clones are the same team.
#[derive(Clone)]
pub struct Team(Arc<Ready>);

struct Ready {
    players: Vec<Player>,
    sandbox: Brief,
    lobby: Option<Lobby>,
}

impl Team {
    /// Makes players ready for tables like this one, spelled as for `skirmish play`. There may be more seats than
    /// players: a match says who takes which.
    pub fn ready(
        venue: &Venue,
        table: &mut dyn AnyTable,
        spelled: &[String],
        options: &TeamOptions,
    ) -> Result<Team, Error> {
        let specs: Vec<SeatSpec> = spelled.iter().map(|one| read(one, table)).collect::<Result<_, _>>()?;
        let needed = specs.iter().any(SeatSpec::needs_sandbox);
        let sandbox = if needed { venue.sandbox(options.sandbox)? } else { sandbox::off() };
        let bots = folders(&specs);
        let mut players = Vec::with_capacity(specs.len());
        for (i, (spec, spelled)) in specs.into_iter().zip(spelled).enumerate() {
            let seat = Seat((i % table.seats().len()) as u8);
            let sitter = sitter(venue, spec, spelled, table, seat, &bots, sandbox.level)?;
            players.push(Player { sitter, spelled: spelled.clone() });
        }
        let starts = players.iter_mut().filter_map(|player| player.sitter.start_mut());
        starts.for_each(|start| start.memory = options.memory.map(|mib| mib * MIB));
        keep_apart(venue, &mut players, options.record.as_deref());
        let strange = players.iter_mut().filter(|player| !options.trust.has_named(&player.spelled));
        strange.filter_map(|player| player.sitter.start_mut()).for_each(Start::see_little);
        if let Some(called) = &options.called {
            players.iter_mut().zip(called).for_each(|(player, called)| player.spelled.clone_from(called));
        }
        let waits = players.iter().any(|player| matches!(player.sitter, Sitter::Attach));
        let lobby = if waits { Some(lobby::open(venue)?) } else { None };
        Ok(Team(Arc::new(Ready { players, sandbox, lobby })))
    }

    /// Who is in it.
    pub fn players(&self) -> &[Player] {
        &self.0.players
    }

    /// The players as they were spelled.
    pub fn names(&self) -> Vec<&str> {
        self.0.players.iter().map(|player| player.spelled.as_str()).collect()
    }

    /// What stands between its programs and the machine.
    pub fn sandbox(&self) -> &Brief {
        &self.0.sandbox
    }

    /// The desks of the people in it, by player.
    pub fn desks(&self) -> Vec<Option<Arc<Desk>>> {
        let desk = |player: &Player| match &player.sitter {
            Sitter::Hand(desk) => Some(Arc::clone(desk)),
            _ => None,
        };
        self.0.players.iter().map(desk).collect()
    }

    pub(crate) fn lobby(&self) -> Option<&Lobby> {
        self.0.lobby.as_ref()
    }
}

/// The folders of all bots, as far as they are anybody's: of others a bot has only the files it names.
fn folders(specs: &[SeatSpec]) -> Vec<PathBuf> {
    let folders = specs.iter().filter_map(|spec| match spec {
        SeatSpec::Folder(folder) | SeatSpec::Native { bot: NativeBot::Folder(folder), .. } => Some(folder.clone()),
        SeatSpec::Program(start) => Some(start.folder.clone()),
        SeatSpec::Native { bot: NativeBot::Program(start), .. } => Some(start.folder.clone()),
        _ => None,
    });
    folders.filter(|folder| off_limits(folder).is_none()).collect()
}

fn sitter(
    venue: &Venue,
    spec: SeatSpec,
    spelled: &str,
    table: &mut dyn AnyTable,
    seat: Seat,
    bots: &[PathBuf],
    level: Level,
) -> Result<Sitter, Error> {
    if matches!(spec, SeatSpec::Program(_) | SeatSpec::Folder(_)) {
        must_play(spelled, table.game())?;
    }
    Ok(match spec {
        SeatSpec::Builtin(name) => Sitter::Builtin(name),
        SeatSpec::Program(start) => Sitter::Program(start),
        SeatSpec::Folder(folder) => Sitter::Program(built(venue, &folder, bots, level)?),
        SeatSpec::Native { bot, setting } => {
            // Told now rather than when the match begins.
            table.seat_native(seat, setting.as_deref()).map_err(|source| {
                let native = venue.registry.iter().map(|game| game.facts()).filter(|facts| facts.native.is_some());
                let games = native.map(|facts| facts.id).collect::<Vec<_>>().join(", ");
                Error::Native { player: spelled.into(), games, source }
            })?;
            Sitter::Native { start: native_start(venue, bot, bots, level)?, setting }
        }
        SeatSpec::Attach => Sitter::Attach,
        SeatSpec::Human if table.verbs().is_empty() => return Err(Error::NotByHand(table.game())),
        SeatSpec::Human => Sitter::Hand(Arc::default()),
        SeatSpec::Recorded { file, seat } => {
            let (_, mut playback) = replays::open(venue, &file)?;
            let tape = Tape::of(&mut *playback, &seat, table.game());
            Sitter::Recorded(tape.map_err(|source| Error::Tape { file: file.display().to_string(), source })?)
        }
    })
}

fn native_start(venue: &Venue, bot: NativeBot, bots: &[PathBuf], level: Level) -> Result<Start, Error> {
    match bot {
        NativeBot::Program(start) => Ok(*start),
        NativeBot::Folder(folder) => built(venue, &folder, bots, level),
    }
}

fn built(venue: &Venue, folder: &Path, bots: &[PathBuf], level: Level) -> Result<Start, Error> {
    let workshop = Workshop { cache: venue.kept("builds")?, level, bots: bots.to_vec() };
    let _one_at_a_time = venue.building.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(workshop.ready(folder, |command| venue.listener.tell(Note::Building { folder, command }))?)
}

/// One bot by itself, to be checked or run again.
#[derive(Clone, Debug)]
pub struct Bot {
    /// As it was spelled.
    pub spelled: String,
    /// How it is started.
    pub start: Start,
    /// Speaks its game's native protocol, in the way that was asked for.
    pub native: Option<Option<String>>,
    /// How it is kept in.
    pub level: Level,
    /// Who speaks for it if it decides by numbers.
    pub interpreters: Option<Interpreters>,
}

impl Bot {
    /// Makes a bot ready: a program, or a folder with a `skirmish.toml`, native ones too.
    pub fn ready(venue: &Venue, spelled: &str, level: Level, trust: &Trust) -> Result<Bot, Error> {
        let (start, native) = match SeatSpec::read(spelled, |_| false)? {
            SeatSpec::Program(program) => (program, None),
            SeatSpec::Folder(folder) => (built(venue, &folder, &[], level)?, None),
            SeatSpec::Native { bot, setting } => (native_start(venue, bot, &[], level)?, Some(setting)),
            _ => return Err(Error::NotAProgram(spelled.into())),
        };
        let mut bot = Bot { spelled: spelled.into(), start, native, level, interpreters: venue.interpreters };
        separate(venue, &mut [(spelled.to_owned(), &mut bot.start)], &venue.replays);
        if !trust.has_named(spelled) {
            bot.start.see_little();
        }
        Ok(bot)
    }
}
