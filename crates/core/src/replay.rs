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
//! How the lines are kept in files is not known here.

pub mod commitment;
pub mod playback;
pub mod recording;
pub mod records;

pub use commitment::Salt;
pub use playback::{AnyPlayback, Playback};
pub use recording::Recording;
pub use records::{About, EndRecord, Header, SeatRecord, SeatedPlayer, StepRecord};

use crate::Game;

/// The format of the records.
pub const FORMAT: u32 = 3;
/// The oldest format that is still read. Before format 3 seeds were mixed, not hashed, and matches had no id.
pub const OLDEST: u32 = 2;

/// Why a replay was refused or found wrong.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum Wrong {
    #[error("line {line}: not a replay record: {why}")]
    Unreadable { line: usize, why: String },
    #[error("a replay of format {format}; this program reads formats {OLDEST} to {FORMAT}")]
    OtherFormat { format: u32 },
    #[error("to read this replay a program must know {what}, and this one does not; a newer one may")]
    Needs { what: String },
    #[error("a replay of {game}; this program plays {known}")]
    UnknownGame { game: String, known: String },
    #[error("a replay of {game}, not of {wanted}")]
    OtherGame { game: String, wanted: &'static str },
    #[error("a replay of {game} version {version}; this program plays version {ours}")]
    OtherVersion { game: String, version: u32, ours: u32 },
    #[error("the seed of the ending is not the one that the header promised")]
    OtherSeed,
    #[error("step {step} (turn {turn}): the recorded state is {recorded}, playing it again gives {replayed}")]
    Differs { step: usize, turn: i64, recorded: String, replayed: String },
    #[error("step {step} (turn {turn}): the recorded draws do not fit: {why}")]
    OtherDraws { step: usize, turn: i64, why: String },
    #[error("the recorded result is {recorded}, playing it again gives {replayed}")]
    OtherResult { recorded: String, replayed: String },
    #[error("the replay ends before the game is over, and does not say why")]
    NotOver,
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

/// Plays a replay again and compares every step and the result. Gives the number of steps.
pub fn verify<G: Game>(text: &str) -> Result<usize, Wrong> {
    let mut playback = Playback::<G>::open(text.into())?;
    playback.finish()?;
    Ok(playback.played())
}
