//! Many matches between many bots: who is better, proved, and gone on with after any interruption.
//!
//! | room | what is in it |
//! |---|---|
//! | [`setting`], [`starts`] | the game, and where its games begin, each start once |
//! | [`tournament`] | a tournament as it is described |
//! | [`schedule`] | who meets whom, round by round |
//! | [`fixture`] | what is played and counted as one: a pair, or a table whose seats rotate |
//! | [`plan`] | which fixture is next: a function of the description and the results |
//! | [`record`], [`ledger`] | what came of it, in a file that only grows |
//! | [`scores`], [`table`] | what the results say |
//! | [`field`], [`local`] | where fixtures are played: here, or anywhere else |
//! | [`driver`] | hands out fixtures, enters results, stops in time |
//! | [`comparison`] | which of two bots is better |
//! | [`simulation`], [`statistics`] | the same of built-in bots, game by game |
//! | [`fairness`] | how often each seat wins from one start, by a bot against itself |
//! | [`balance`], [`chart`] | the same game under several values of its constants, in numbers and as a picture |
//! | [`practice`] | what a bot's author wants to know at every save |
//! | [`verify`] | whether a table follows from what was played |
//! | [`again`] | games to look at, played once more where they were not kept |
//! | [`report`] | all that there is to say about a ledger |
//! | [`surprise`], [`trouble`] | results that nobody would have expected; what went wrong with bots |
//!
//! It knows no command line and prints nothing.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod again;
pub mod balance;
pub mod chart;
pub mod comparison;
pub mod driver;
mod error;
pub mod fairness;
pub mod field;
pub mod fixture;
pub mod ledger;
pub mod local;
pub mod plan;
pub mod practice;
pub mod record;
pub mod report;
pub mod schedule;
pub mod scores;
pub mod setting;
pub mod simulation;
pub mod starts;
pub mod statistics;
pub mod surprise;
pub mod table;
pub mod tournament;
pub mod trouble;
pub mod verify;

pub use comparison::Comparison;
pub use driver::{Driver, Limits, Stop};
pub use error::Error;
pub use fairness::Fairness;
pub use field::{Done, Field};
pub use fixture::{Fixture, Key};
pub use ledger::Ledger;
pub use local::Local;
pub use plan::Plan;
pub use record::Record;
pub use report::Report;
pub use schedule::Format;
pub use scores::Scores;
pub use setting::Setting;
pub use starts::Starts;
pub use table::Table;
pub use tournament::{Entrant, Tournament, Treatment};
