//! The kit's library: the protocol loop, the game's types, geometry and paths. Standard library only.

/// Prints a line to standard error, which is kept and shown to you alone: `log!("{} units", n)`.
macro_rules! log {
    ($($text:tt)*) => { eprintln!($($text)*) };
}

/// Standard output is the protocol's: what a bot prints goes to the log.
macro_rules! println {
    ($($text:tt)*) => { eprintln!($($text)*) };
}

macro_rules! print {
    ($($text:tt)*) => { eprint!($($text)*) };
}

pub mod hexes;
pub mod json;
pub mod messages;
#[rustfmt::skip]
pub mod model;
pub mod paths;
pub mod random;
pub mod reading;
mod run;
mod selftest;
pub mod session;
pub mod square;

pub use json::Json;
pub use messages::{End, Hello, Order, Rejected, Turn};
pub use random::Random;
pub use run::run;
pub use session::{note, resign, Player};
