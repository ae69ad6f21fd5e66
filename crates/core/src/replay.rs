//! Replays: orders, not states. Playing them again proves them.
//!
//! A replay is lines of JSON ([`records`]): a header with the first position and a commitment to the seed, one record
//! per step with the orders and 32 bits of the state's hash, and an ending with the result and the seed. Everything
//! else is derived by running it.
//!
//! | room | what is in it |
//! |---|---|
//! | [`records`] | the records as data |
//! | [`recording`] | writing them while a table is played |
//! | [`playback`] | playing them again |
//! | [`commitment`] | the promise about the seed |
//!
//! Nothing here knows how lines are kept in files.

pub mod commitment;
pub mod playback;
pub mod recording;
pub mod records;

pub use commitment::Salt;
pub use playback::{AnyPlayback, Playback};
pub use recording::Recording;
pub use records::{About, EndRecord, Forked, Header, SeatRecord, SeatedPlayer, StepRecord};

use crate::Game;

/// The format of the records.
pub const FORMAT: u32 = 3;
/// The oldest format that can still be read. Before format 3, seeds were mixed instead of hashed, and matches had no
/// id.
pub const OLDEST: u32 = 2;

/// What replays of games need that are played by the clock, with its commands among the orders.
pub const LIVE: &str = "live";

/// What replays may need beyond their format.
pub const KNOWN: &[&str] = &[LIVE];

/// Why a replay was refused or found wrong.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum Wrong {
    /// A line is not a record of its place.
    #[error("line {line}: not a replay record: {why}")]
    Unreadable {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The records are of a format that this program does not read.
    #[error("a replay of format {format}; this program reads formats {OLDEST} to {FORMAT}")]
    OtherFormat {
        /// The format that the header names.
        format: u32,
    },
    /// The header asks for something that this program does not know.
    #[error("this replay needs {what}, which this program does not know; a newer version may")]
    Needs {
        /// The first thing it asks for.
        what: String,
    },
    /// No game of the registry has that name.
    #[error("a replay of {game}; this program plays {known}")]
    UnknownGame {
        /// The game of the replay.
        game: String,
        /// The games there are.
        known: String,
    },
    /// The replay is of another game than the one that was asked to play it.
    #[error("a replay of {game}, not of {wanted}")]
    OtherGame {
        /// The game of the replay.
        game: String,
        /// The game that was asked.
        wanted: &'static str,
    },
    /// The rules have changed since. Playing it by other rules would prove nothing.
    #[error("a replay of {game} version {version}; this program plays version {ours}")]
    OtherVersion {
        /// The game of the replay.
        game: String,
        /// Its version in the replay.
        version: u32,
        /// Its version in this program.
        ours: u32,
    },
    /// Seed, key and salt of the ending do not open the commitment.
    #[error("the seed of the ending is not the one that the header promised")]
    OtherSeed,
    /// A step leads to another state than the recorded one.
    #[error("step {step} (turn {turn}): the recorded state is {recorded}, playing it again gives {replayed}")]
    Differs {
        /// The step, counted from 1.
        step: usize,
        /// The turn it belongs to.
        turn: i64,
        /// 32 bits of the recorded state's hash.
        recorded: String,
        /// The same bits of the state that came of playing it again.
        replayed: String,
    },
    /// The recorded draws of a step do not follow from the key, or do not fit the rules.
    #[error("step {step} (turn {turn}): the recorded draws do not fit: {why}")]
    OtherDraws {
        /// The step, counted from 1.
        step: usize,
        /// The turn it belongs to.
        turn: i64,
        /// What does not fit.
        why: String,
    },
    /// All steps are as recorded, but the result is not.
    #[error("the recorded result is {recorded}, playing it again gives {replayed}")]
    OtherResult {
        /// The recorded result.
        recorded: String,
        /// The result of playing it again.
        replayed: String,
    },
    /// It has an ending, but the game was still running and the match is not void.
    #[error("the replay ends before the game is over, and does not say why")]
    NotOver,
    /// The last record is missing: the match still runs, or its host died.
    #[error("the replay has no ending")]
    Torn,
}

impl Wrong {
    /// The step and the turn of the first difference, if there is one.
    pub fn place(&self) -> Option<(usize, i64)> {
        match *self {
            Wrong::Differs { step, turn, .. } | Wrong::OtherDraws { step, turn, .. } => Some((step, turn)),
            _ => None,
        }
    }
}

/// Plays a replay again, compares every step and the result, and returns the number of steps.
pub fn verify<G: Game>(text: &str) -> Result<usize, Wrong> {
    let mut playback = Playback::<G>::open(text.into())?;
    playback.finish()?;
    Ok(playback.played())
}
