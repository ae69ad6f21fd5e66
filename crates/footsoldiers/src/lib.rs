//! `footsoldiers`: two bases on an endless plane dotted with rocks send soldiers at each other.
//!
//! Every turn both players give one command at the same time; then all soldiers walk on their own, then all of them
//! strike at once. Both players see everything, and nothing is random.
//!
//! | room | what is in it |
//! |---|---|
//! | [`config`] | every constant, in our own form and the original's |
//! | [`map`], [`position`] | where things stand: map files, random maps, positions and what is wrong with them |
//! | [`field`] | squares, and which of them are taken |
//! | [`state`], [`event`] | what changes, and what is told about it |
//! | [`action`], [`native`] | commands as JSON, and the text protocol of the original |
//! | [`game`], `stages`, [`legal`] | the rules: a turn in its stages, and what may be commanded |
//! | [`view`], [`outcome`] | what a seat is told, and how it ended |
//! | `show`, `scene`, `hand`, `brushes`, `sketch` | what is to be seen, played by hand and put on the board |
//! | `bots` | the built-in players |

#![forbid(unsafe_code)]

pub mod action;
mod bots;
mod brushes;
pub mod config;
pub mod event;
pub mod field;
pub mod game;
mod golden;
mod hand;
pub mod legal;
pub mod map;
pub mod native;
mod odd;
pub mod outcome;
pub mod position;
pub mod reason;
mod scene;
mod show;
mod sketch;
mod stages;
pub mod state;
pub mod view;

pub use action::{Action, Who, Wire};
pub use config::Config;
pub use event::Event;
pub use field::Square;
pub use game::Footsoldiers;
pub use map::Map;
pub use outcome::Outcome;
pub use position::Position;
pub use state::{Facing, Kind, Soldier, State, Team};
pub use view::View;
