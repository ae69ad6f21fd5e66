//! The match: starts programs, talks to them, keeps time and writes down what happened.
//!
//! Everything here is synchronous: one thread plays a match and waits in `poll` with absolute deadlines.
//!
//! | room | what is in it |
//! |---|---|
//! | [`contest`] | a match to be played: table, players, terms |
//! | `bout` | a match in play: start, ask, step, end |
//! | `chair` | one seat of it: player, program, clock, faults |
//! | `dialect` | how a program is spoken to: protocol 1, or that of the game's original |
//! | [`cancel`] | stopping a match from outside |
//! | [`report`] | how it went |
//! | [`player`] | who sits on a seat, and how that is spelled |
//! | [`manifest`] | `skirmish.toml`, what a bot's folder says of it |
//! | [`building`] | building a bot in the sandbox, once |
//! | [`copying`] | copying files that somebody else wrote |
//! | [`store`] | a folder that is ours alone |
//! | [`program`] | a running bot program and its pipes |
//! | [`log`] | what it prints on standard error |
//! | [`desk`] | where a person sits who plays by hand |
//! | [`lobby`] | where bots join that were started elsewhere |
//! | [`tally`] | what is counted of a seat beside its failures |
//! | [`tape`] | a seat that does what was recorded |
//! | [`witness`] | who is told what happens |
//! | `telling` | in which order |
//! | [`scribe`] | who writes it down: replay, private files, capsules |
//! | [`secret`] | numbers that nobody can guess: seeds, match names, tokens |
//! | [`capsule`] | everything about one failure |
//! | [`exchange`] | asking several seats at once, each with its own clock |
//! | [`lease`] | a core for each who is asked, among all matches on this machine |
//! | [`delay`] | how long other programs kept a bot from running |
//! | [`lines`] | bounded reading of lines from a pipe that never blocks |
//! | [`quota`] | how much the orders of a match may come to |
//! | [`protocol`] | the messages of protocol 1 |
//! | [`clock`] | how long a seat may think |
//! | [`ending`] | the closed list of how a seat's part can end |

#![forbid(unsafe_code)]

mod bout;
pub mod building;
pub mod cancel;
pub mod capsule;
mod chair;
pub mod clock;
pub mod contest;
mod copying;
mod delay;
pub mod desk;
mod dialect;
pub mod ending;
pub mod exchange;
mod huddle;
pub mod lease;
pub mod lines;
pub mod lobby;
pub mod log;
pub mod manifest;
pub mod player;
pub mod program;
pub mod protocol;
mod quota;
pub mod report;
pub mod scribe;
pub mod secret;
mod store;
pub mod tally;
pub mod tape;
mod telling;
mod times;
pub mod witness;

pub use cancel::Cancel;
pub use contest::{Contest, Options, Played};
pub use ending::Ending;
pub use player::{Player, SeatSpec, Sitter};
pub use report::Report;
pub use scribe::Scribe;
pub use witness::Witness;
