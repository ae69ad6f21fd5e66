//! Runs matches: makes players ready, hosts games, checks bots, runs them again.
//!
//! It knows no command line and prints nothing. What is asked for comes as plain structs, what came of it is told as
//! types, a [`Cancel`] stops it, and any number of threads can play at one [`Venue`]. The games come from a
//! [`Registry`](skirmish_core::Registry) that the caller brings.
//!
//! A program that starts bots begins its `main` with `skirmish_jail::helper_main_if_asked()`: the guard of every bot is
//! the program itself, started once more.
//!
//! | room | what is in it |
//! |---|---|
//! | [`venue`] | where matches are played: games, folders, who hears of it |
//! | [`terms`], [`files`], [`origin`], [`fork`] | how a game is set up, and where a match begins |
//! | [`spelling`], [`team`], [`identity`] | from what people write for a seat to players who can sit down, and who they are |
//! | `apart`, [`lobby`], [`sandbox`], [`cache`] | what a bot sees; bots that join; walls; what is kept |
//! | [`playing`], `followed`, [`played`], [`pair`] | a match, what came of it, and two of them that are judged together |
//! | [`people`], [`logs`] | people at the table; what bots print on standard error |
//! | [`mod@check`], [`rerun`] | what a bot will meet sooner or later; the very messages of an old match |
//! | [`replays`] | replay files |
//! | [`note`], [`error`] | things worth knowing, things that went wrong |
//!
//! Two players are made ready once, and then play as often as anybody likes. They are spelled as for `skirmish play`: a
//! built-in bot (`strong`), a command in one text (`python3 bot.py`) or a folder with a `skirmish.toml`.
//!
//! ```
//! use skirmish_core::Setup;
//! use skirmish_matches::{Match, MatchOptions, Origin, Record, Team, TeamOptions, Venue};
//!
//! # fn main() -> Result<(), skirmish_matches::Error> {
//! let venue = Venue::new(skirmish_games::registry());
//! let origin = Origin::Setup(Setup::seeded(7));
//! let table = || origin.table(&venue, "footsoldiers");
//! let players = ["strong".to_string(), "weak".to_string()];
//! let team = Team::ready(&venue, &mut *table()?, &players, &TeamOptions::default())?;
//!
//! let options = MatchOptions { record: Record::Nowhere, ..MatchOptions::default() };
//! let played = Match::new(&venue, &team).with(options).play(&table)?;
//! assert!(played.counts() && played.standings().over);
//! for seat in played.seats() {
//!     println!("{}: {} points, rank {}", seat.player, seat.points, seat.rank);
//! }
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod apart;
pub mod cache;
pub mod check;
pub mod error;
pub mod files;
mod followed;
pub mod fork;
pub mod identity;
pub mod lobby;
pub mod logs;
pub mod note;
pub mod origin;
pub mod pair;
pub mod people;
pub mod played;
pub mod playing;
pub mod replays;
pub mod rerun;
pub mod sandbox;
pub mod spelling;
pub mod team;
pub mod terms;
pub mod venue;

pub use apart::CASES;
pub use error::Error;
pub use fork::Fork;
pub use identity::Identity;
pub use note::{Listener, Note};
pub use origin::Origin;
pub use pair::{FairMatch, PairOptions};
pub use played::{Played, SeatResult};
pub use playing::{Follow, Match, MatchOptions, Record};
pub use rerun::{Rerun, RerunOptions};
pub use team::{Bot, Team, TeamOptions, Trust};
pub use terms::Terms;
pub use venue::Venue;

pub use skirmish_referee::Cancel;
