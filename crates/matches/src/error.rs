//! Everything that keeps a match from being played, in words for people.

use skirmish_core::native::NativeError;
use skirmish_core::registry::UnknownGame;
use skirmish_core::replay::Wrong;
use skirmish_core::{Faults, names};
use skirmish_referee::building::NotBuilt;
use skirmish_referee::capsule::BadCapsule;
use skirmish_referee::manifest::BadManifest;
use skirmish_referee::player::BadSpec;
use skirmish_referee::tape::NoTape;
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Why something was not done. Where there is a cause it is the `source`, and not part of the text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No game has that name.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// Nothing has that name: the text lists what there is, and the nearest.
    #[error("{0}")]
    Unknown(String),
    /// A config, a map or a position has faults.
    #[error("{what} is refused")]
    Refused {
        /// Of what they are the faults.
        what: String,
        /// All of them.
        #[source]
        faults: Faults,
    },
    /// The game has no presets at all.
    #[error("{0} has no presets")]
    NoPresets(&'static str),
    /// The game cannot be played by so many.
    #[error("{n} seats: {game} has {}", range(seats))]
    Seats {
        /// Which game.
        game: &'static str,
        /// What was asked for.
        n: usize,
        /// What is possible.
        seats: RangeInclusive<usize>,
    },
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be renamed.
    #[error("cannot rename {}", path.display())]
    Rename {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file or a text is no JSON.
    #[error("{name}: not JSON")]
    NotJson {
        /// The file, or what the text is.
        name: String,
        /// Why not.
        source: serde_json::Error,
    },
    /// A file is no TOML.
    #[error("{name}: not TOML")]
    NotToml {
        /// The file, or what the text is.
        name: String,
        /// Why not.
        source: Box<toml::de::Error>,
    },
    /// A config is something else than keys and values.
    #[error("{0}: a config is an object of keys and values")]
    NoConfig(String),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    NoSecrets(#[source] io::Error),
    /// There is nowhere to keep what is built.
    #[error("there is no folder to keep anything in; set XDG_CACHE_HOME to one that you can write to")]
    NoCache,
    /// The sandbox level that was asked for does not hold here.
    #[error(transparent)]
    Sandbox(#[from] skirmish_jail::Error),
    /// A seat is spelled in a way that means nobody.
    #[error(transparent)]
    Spelling(#[from] BadSpec),
    /// There is no such program, but there is something with a name like that.
    #[error("there is no program {word}; did you mean \"{near}\"?")]
    NoProgram {
        /// What was asked for.
        word: String,
        /// What was probably meant.
        near: String,
    },
    /// The game does not say how a person plays it.
    #[error("nobody can play {0} by hand; seat a bot")]
    NotByHand(&'static str),
    /// Only a program will do.
    #[error("{0}: this must be a program (\"python3 bot.py\") or a folder with a skirmish.toml")]
    NotAProgram(String),
    /// Many games need a bot that can be started for each of them.
    #[error("{0}: many games are for bots that can be started for each of them: a built-in bot, a program or a folder")]
    NoBot(String),
    /// There are more or fewer players than seats.
    #[error("{players} player{} for {} seats: {}", if *players == 1 { "" } else { "s" }, seats.len(), seats.join(", "))]
    Players {
        /// How many were named.
        players: usize,
        /// The seats of the table.
        seats: Vec<String>,
        /// How many seats the game can have.
        possible: RangeInclusive<usize>,
    },
    /// The bot says that it plays other games.
    #[error(
        "{folder} is a bot for {games}, not for {game}; if it plays {game} too, add that to `games` in its skirmish.toml"
    )]
    OtherGame {
        /// The folder of the bot.
        folder: String,
        /// What it plays.
        games: String,
        /// What it was to play.
        game: String,
    },
    /// A native bot cannot take the seat.
    #[error("{player} (games with native bots: {games})")]
    Native {
        /// The bot as it was spelled.
        player: String,
        /// The games that have native bots.
        games: String,
        /// What is in the way.
        source: NativeError,
    },
    /// A folder could not be built.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// A folder's `skirmish.toml` is bad.
    #[error(transparent)]
    Manifest(#[from] BadManifest),
    /// A recorded seat cannot be played.
    #[error("{file}")]
    Tape {
        /// The replay.
        file: String,
        /// What is wrong with it.
        source: NoTape,
    },
    /// No bot can join.
    #[error("cannot open a port on this machine for bots to join")]
    Door(#[source] io::Error),
    /// A time limit below one millisecond.
    #[error("a time limit of {0} ms: it must be at least 1 ms")]
    NoTime(i64),
    /// The replay would overwrite another one.
    #[error("{} exists; replays are never overwritten", .0.display())]
    Taken(PathBuf),
    /// A replay cannot be written.
    #[error(transparent)]
    Unwritten(skirmish_replay::Error),
    /// A replay file is no good.
    #[error("{}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        source: skirmish_replay::Error,
    },
    /// A replay cannot be played.
    #[error("{}", path.display())]
    Replay {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        source: Wrong,
    },
    /// A capsule is no good.
    #[error("{}", path.display())]
    Capsule {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        source: BadCapsule,
    },
    /// A replay has no such turn.
    #[error("{}: there is no turn {turn}; it goes from turn {first} to turn {last}", path.display())]
    NoTurn {
        /// Which replay.
        path: PathBuf,
        /// What was asked for.
        turn: i64,
        /// The first turn there is.
        first: i64,
        /// And the last.
        last: i64,
    },
    /// There is nothing left to play from that turn on.
    #[error("{}: the game is over at turn {turn}; fork it earlier", path.display())]
    OverAt {
        /// Which replay.
        path: PathBuf,
        /// What was asked for.
        turn: i64,
    },
    /// A recorded seat was to go on in the middle of a match.
    #[error("a recorded seat starts with its first turn and cannot take over in the middle")]
    LateTape,
    /// Seats cannot be swapped.
    #[error("a fair match needs an even number of seats; there are {0}")]
    OddSeats(usize),
    /// A program cannot be started.
    #[error("{command} cannot be started: {why}")]
    NotStarted {
        /// How it was to be started.
        command: String,
        /// Why not.
        why: String,
    },
    /// The game has no native bots.
    #[error("{0} has no native bots")]
    NoNatives(&'static str),
    /// A native bot was to be compared on a whole match.
    #[error("{0}: only bots that speak the protocol of all games can be compared on a whole match, not native ones")]
    NativeReplay(String),
    /// What somebody else in this program says.
    #[error("{0}")]
    Other(String),
}

impl Error {
    pub(crate) fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Error {
        Error::Unknown(names::unknown(kind, name, known))
    }

    pub(crate) fn refused(what: impl Into<String>) -> impl FnOnce(Faults) -> Error {
        let what = what.into();
        |faults| Error::Refused { what, faults }
    }
}

/// An error with all its causes, on one line. A cause that an error tells itself is not told twice.
pub fn in_full(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    for cause in std::iter::successors(error.source(), |cause| cause.source()) {
        let more = cause.to_string();
        if !text.ends_with(&more) {
            text.push_str(&format!(": {more}"));
        }
    }
    text
}

fn range(seats: &RangeInclusive<usize>) -> String {
    if seats.start() == seats.end() {
        format!("{}", seats.start())
    } else {
        format!("{} to {}", seats.start(), seats.end())
    }
}

#[cfg(test)]
mod tests {
    use super::in_full;
    use std::io;

    #[derive(Debug, thiserror::Error)]
    enum Outer {
        #[error("it cannot be read")]
        Silent(#[source] io::Error),
        #[error("it cannot be read: {0}")]
        Telling(#[source] io::Error),
    }

    #[test]
    fn every_cause_is_told_once() {
        for outer in [Outer::Silent, Outer::Telling] {
            assert_eq!(in_full(&outer(io::Error::other("the disk is full"))), "it cannot be read: the disk is full");
        }
    }
}
