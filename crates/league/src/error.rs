//! Everything that keeps a tournament from being played or read, in words for people.

use skirmish_stats::Fault;
use std::io;
use std::path::PathBuf;

/// Why something was not done. Where there is a cause it is the `source`, and not part of the text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A match cannot be played, or a player is nobody.
    #[error(transparent)]
    Matches(#[from] skirmish_matches::Error),
    /// Numbers that mean nothing.
    #[error(transparent)]
    Statistics(#[from] Fault),
    /// One bot alone.
    #[error("{}: a tournament needs at least two", if *.0 == 1 { "one bot" } else { "no bots" })]
    TooFew(usize),
    /// Two bots of one name.
    #[error("two bots are called {0:?}; give one another name: --bot name=NAME,cmd=...")]
    SameName(String),
    /// Seats that two cannot share.
    #[error(
        "{seats} seats for {bots} bots: two bots share an even number of seats, or there are at least as many bots as seats"
    )]
    OddSeats {
        /// How many seats.
        seats: usize,
        /// How many bots.
        bots: usize,
    },
    /// A map or position is for other seats than the first one.
    #[error("start {start} has the seats {}, the first one {}", seats.join(", "), first.join(", "))]
    OtherSeats {
        /// Which one, from 1.
        start: usize,
        /// Its seats.
        seats: Vec<String>,
        /// Those of the first.
        first: Vec<String>,
    },
    /// What was played could not be played on.
    #[error("{0}")]
    Hopeless(String),
    /// Nothing to play.
    #[error("no pairs: at least one must be played")]
    NoPairs,
    /// Nothing to play, either.
    #[error("no rounds: at least one must be played")]
    NoRounds,
    /// More rounds than opponents.
    #[error("{rounds} Swiss rounds for {bots} bots: there are {most} before somebody meets again")]
    TooManyRounds {
        /// What was asked for.
        rounds: u32,
        /// For how many.
        bots: usize,
        /// What is possible.
        most: usize,
    },
    /// The format is one of two.
    #[error("{format} is for two at a table, not for {seats}; use round-robin or swiss")]
    NotForTables {
        /// Its name.
        format: &'static str,
        /// How many sit at a table.
        seats: usize,
    },
    /// A file or folder cannot be read or written.
    #[error("cannot {doing} {}", path.display())]
    File {
        /// What was tried.
        doing: &'static str,
        /// Which one.
        path: PathBuf,
        /// Why not.
        #[source]
        why: io::Error,
    },
    /// A game was played but not written down.
    #[error("a game cannot be written down: {0}")]
    Unwritten(String),
    /// Somebody else writes in it.
    #[error("another process plays the tournament in {}; wait for it, or choose another folder with --out", .0.display())]
    Busy(PathBuf),
    /// Somebody else practises with it.
    #[error("another `skirmish loop` is at work on {}", .0.display())]
    Practised(PathBuf),
    /// It is no ledger of ours.
    #[error("{}: this is no ledger of skirmish: {why}", path.display())]
    NoLedger {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A newer program wrote it.
    #[error("{}: a ledger of format {format}; this program reads format {known}", path.display())]
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// What it says.
        format: u32,
        /// What we know.
        known: u32,
    },
    /// A line in it is bad.
    #[error("{}: line {line} is damaged: {why}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// It is of another tournament.
    #[error("{} holds another tournament: {} differ{}; say the same, or choose another folder with --out", path.display(), keys.join(", "), if keys.len() == 1 { "s" } else { "" })]
    OtherTournament {
        /// The ledger.
        path: PathBuf,
        /// In what they differ.
        keys: Vec<String>,
    },
    /// What is there would not be in the schedule any more.
    #[error("{}: this tournament has {had} pairs of every meeting, and --pairs {asked} is fewer: they can only become more", path.display())]
    FewerPairs {
        /// The ledger.
        path: PathBuf,
        /// What it has.
        had: u64,
        /// What was asked for.
        asked: u64,
    },
    /// The schedule is over.
    #[error("{}: further pairs were played after the schedule of {had} pairs, so it cannot have {asked} any more; use --pairs {had}, or another folder with --out", path.display())]
    GrownTooLate {
        /// The ledger.
        path: PathBuf,
        /// What it has.
        had: u64,
        /// What was asked for.
        asked: u64,
    },
    /// Somebody stopped it.
    #[error("stopped before it was done")]
    Stopped,
    /// The rules have changed since.
    #[error("{}: played by version {version} of the rules of {game}; this program has version {known}", path.display())]
    OtherRules {
        /// The ledger.
        path: PathBuf,
        /// The game.
        game: String,
        /// Of the ledger.
        version: u32,
        /// Ours.
        known: u32,
    },
}
