//! The mathematics of results: which bot is better, by how much, and how sure that is.
//!
//! It knows no game and does no I/O: counts and rankings go in, numbers and words come out. The same input gives the same
//! bits on every machine: the order in which results came never matters, and the functions that machines' own libraries
//! round differently (`exp`, `ln`, `erfc`) come from the crate `libm`.
//!
//! | room | what is in it |
//! |---|---|
//! | [`counts`] | what was won, drawn and lost, in games and in pairs |
//! | [`summary`] | two bots: score, Elo, normalized Elo, likelihood of superiority |
//! | [`report`] | the block of lines that users of fastchess know |
//! | [`sprt`] | the sequential test, and its state while pairs come in |
//! | [`duels`] | many bots, games of two: Bradley-Terry |
//! | [`tables`] | many bots, tables of many seats: Plackett-Luce |
//! | [`sides`] | games whose sides differ: how good a bot is on each |
//! | [`ratings`] | what a fit says: ratings, intervals of differences, ranks |
//! | [`chances`] | what a fit expected of a result, and how much of a surprise it was |
//! | [`plan`] | which further pairs tell most |
//! | [`golden`] | reference values, line by line |
//! | [`units`] | Elo and natural units, the normal distribution |
//!
//! ```
//! use skirmish_stats::{Counts, Pentanomial, Summary};
//!
//! // Pairs of games, from none to two points for the first bot.
//! let counts = Counts::from(Pentanomial([177, 1629, 3083, 1780, 221]));
//! let summary = Summary::of(&counts);
//! assert_eq!(format!("{:.2} +/- {:.2}", summary.elo.unwrap(), summary.elo_error.unwrap()), "6.03 +/- 3.49");
//! ```
//!
//! # What it does not promise
//!
//! Intervals are made for a number of pairs that was fixed beforehand. Where a test stopped because it looked good or bad,
//! the reported difference leans a little to where it stopped; a test of this crate bounds by how much.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod chances;
pub mod counts;
pub mod duels;
mod fault;
mod fit;
pub mod golden;
mod groups;
mod matrix;
mod place;
pub mod plan;
pub mod ratings;
pub mod report;
mod scatter;
pub mod sides;
pub mod sprt;
pub mod summary;
pub mod tables;
pub mod units;
mod walk;

pub use chances::Chances;
pub use counts::{Counts, Outcome, Pairs, Pentanomial, Trinomial};
pub use duels::Duels;
pub use fault::Fault;
pub use ratings::{Difference, Errors, Ratings, Standing};
pub use report::Report;
pub use sides::{Side, SideRatings, SidedDuels, Split};
pub use sprt::{Decision, Model, Sprt};
pub use summary::Summary;
pub use tables::{Ranking, Tables};
pub use walk::Walk;
