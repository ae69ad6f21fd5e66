//! The match: starts programs, talks to them, keeps time and writes down what happened.
//!
//! A [`Contest`] is a match to be played: a table, a [`Player`] for each seat, [`Options`], and a [`Witness`] that is told
//! what happens. [`Contest::play`] plays it and says how it went.
//!
//! Everything here is synchronous: one thread plays a match and waits in `poll` with absolute deadlines. Any number of
//! matches may be played at once, each on its own thread; all they share is the leases of cores and what was found out
//! about programs, and both may be used from any thread. A [`Cancel`] token stops a match from outside.
//!
//! Two things are asked of the process. It must ignore `SIGPIPE`, as Rust programs do: a bot may be gone when it is
//! written to. And its `main` must begin with [`skirmish_jail::helper_main_if_asked`], because the sandbox starts its
//! helper as the very program that plays.
//!
//! | room | what is in it |
//! |---|---|
//! | [`contest`] | a match to be played: table, players, options |
//! | `bout` | a match in play: start, ask, answer, step, part |
//! | `chair` | one seat of it: player, program, clock, faults |
//! | `dialect` | how a program is spoken to: protocol 1, or that of the game's original |
//! | `telling` | what the witness is told, and in which order |
//! | `quota` | how much the orders of a match may come to |
//! | `times` | what the answers of a seat took |
//! | [`cancel`] | stopping a match from outside |
//! | [`report`] | how a match went |
//! | [`ending`] | the closed list of how a seat's part can end |
//! | [`player`] | who sits on a seat, and how that is spelled |
//! | [`manifest`] | `skirmish.toml`, in which a bot's folder describes the bot |
//! | [`building`] | building a bot in the sandbox, once |
//! | `copying` | copying files that somebody else wrote |
//! | `store` | a folder that is ours alone |
//! | [`program`] | a running bot: how it is started, its pipes, its end |
//! | [`log`] | what it prints on standard error |
//! | [`desk`] | where a person sits who plays by hand |
//! | [`story`] | what a person saw happen between two turns |
//! | [`lobby`] | where bots join that were started elsewhere |
//! | [`tape`] | a seat that does what was recorded |
//! | [`tally`] | what is counted of a seat besides its failures |
//! | [`witness`] | who is told what happens |
//! | [`scribe`] | who writes it down: the replay, and its notebook |
//! | [`notebook`] | what is kept of each seat: private files, capsules |
//! | [`capsule`] | everything about one failure |
//! | [`companions`] | what lies beside a replay and belongs to it |
//! | [`secret`] | numbers that nobody can guess: seeds, match names, tokens |
//! | [`exchange`] | asking several programs at once, each with its own clock |
//! | [`lease`] | a core for each bot that is asked, among all matches on this machine |
//! | `huddle` | fast bots on the referee's core |
//! | `delay` | how long other programs kept a bot from running |
//! | [`lines`] | bounded reading of lines from a pipe that never blocks |
//! | [`protocol`] | the messages of protocol 1 |
//! | [`speaker`] | who speaks for programs that decide by numbers |
//! | [`clock`] | how long a seat may think |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bout;
pub mod building;
pub mod cancel;
pub mod capsule;
mod chair;
pub mod clock;
pub mod companions;
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
pub mod notebook;
pub mod player;
pub mod program;
pub mod protocol;
mod quota;
pub mod report;
pub mod scribe;
pub mod secret;
pub mod speaker;
mod store;
pub mod story;
pub mod tally;
pub mod tape;
mod telling;
mod times;
pub mod witness;

pub use cancel::Cancel;
pub use contest::{Contest, Options, Played};
pub use ending::Ending;
pub use notebook::Notebook;
pub use player::{Player, SeatSpec, Sitter};
pub use report::Report;
pub use scribe::Scribe;
pub use witness::Witness;
