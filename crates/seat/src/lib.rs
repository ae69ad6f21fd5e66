//! A bot on a seat of a live game: asked at every round time as in a match, and its orders posted to the server.
//!
//! The referee plays with the bot as it always does. What is different is the table: [`LiveTable`] rebuilds the game from
//! what the server shows, and its steps are played there.
//!
//! | room | what is in it |
//! |---|---|
//! | [`address`], [`token`] | which game, and whose seat |
//! | `line` | requests that are asked until there is an answer |
//! | `afar` | the game on its server: looking, reading its log, posting |
//! | `seen`, `pace` | the game at one moment, and when to look again |
//! | [`table`], `edge` | the table of the referee |
//! | [`sitting`] | from an address to how it went |
//! | [`trouble`] | why a seat cannot be played |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod address;
mod afar;
mod edge;
mod line;
mod pace;
mod seen;
pub mod sitting;
pub mod table;
pub mod token;
pub mod trouble;

pub use address::Address;
pub use line::Hear;
pub use sitting::{Idle, Sat, Sitting};
pub use table::{Ending, Fate, LiveTable};
pub use token::Token;
pub use trouble::Trouble;
