//! The terminal: replays and live matches as a film of characters, and playing by hand with keys.
//!
//! It knows no game. Boards are sketches (`skirmish_core::sketch`) that the games make, everything beside them comes from the
//! same scenes, reels and desks as on the page.
//!
//! | room | what is in it |
//! |---|---|
//! | [`watch`](mod@watch) | a replay or a running match as a film |
//! | [`film`] | which frame is shown, how fast it goes on, what has happened |
//! | [`play`](mod@play) | playing by hand |
//! | [`board`] | the board on the screen |
//! | [`panel`] | scores and facts beside it |
//! | [`words`] | lines, bars and boxes of text |
//! | [`stage`] | the loop that draws and waits for keys |
//! | [`door`] | the terminal itself: taken over and given back |
//! | [`keys`], [`ink`] | what terminals send, and the colours they have |

#![forbid(unsafe_code)]

mod board;
mod door;
mod film;
mod ink;
mod keys;
mod panel;
mod play;
mod stage;
#[cfg(test)]
mod tests;
mod watch;
mod words;

pub use door::{check, restore};
pub use play::{Left, play};
pub use watch::{Start, watch};

/// Why something cannot be shown on a terminal.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "--terminal needs a terminal, and {0} is none; without it the match is shown in the browser, and \
         `skirmish replay show FILE --every 40` prints boards"
    )]
    NoTerminal(&'static str),
    #[error(
        "this terminal cannot place its cursor (TERM=dumb); without --terminal the match is shown in the browser, and \
         `skirmish replay show FILE --every 40` prints boards"
    )]
    Dumb,
    #[error("the terminal does not answer: {0}")]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Viewer(#[from] skirmish_viewer::Error),
    #[error(transparent)]
    Wrong(#[from] skirmish_core::replay::Wrong),
}
