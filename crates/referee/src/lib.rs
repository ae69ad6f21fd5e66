//! The match: starts programs, talks to them, keeps time and writes down what happened.
//!
//! Everything here is synchronous: one thread plays a match and waits in `poll` with absolute deadlines; each program
//! has one more thread that drains its log.
//!
//! | room | what is in it |
//! |---|---|
//! | [`contest`] | a whole match: start, ask, step, end |
//! | [`player`] | who sits on a seat, and how that is spelled |
//! | [`program`] | a running bot program and its pipes |
//! | [`exchange`] | asking several seats at once, each with its own deadline |
//! | [`lines`] | bounded reading of lines from a pipe that never blocks |
//! | [`protocol`] | the messages of protocol 1 |
//! | [`clock`] | how long a seat may think |
//! | [`ending`] | the closed list of how a seat's part can end |

#![forbid(unsafe_code)]

pub mod clock;
pub mod contest;
pub mod ending;
pub mod exchange;
pub mod lines;
pub mod player;
pub mod program;
pub mod protocol;

pub use contest::{Contest, Options, Report};
pub use ending::Ending;
pub use player::{Player, SeatSpec};
