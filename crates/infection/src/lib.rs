//! `infection`: survivors with classes against zombies on a square grid.
//!
//! Zombies act on odd turns, humans on even turns; a human without health joins the zombies. Everything is visible
//! and nothing is random.
//!
//! | room | what is in it |
//! |---|---|
//! | [`game`] | the tables of a game, and the contract |
//! | [`config`], [`map`], [`position`] | what a game is made of, read and checked |
//! | [`class`], [`terrain`], [`reach`], [`state`] | the pieces: units, ground, and how far one gets |
//! | [`action`], `stages`, `legal` | what one may do, and a turn stage by stage |
//! | [`view`], [`event`], [`outcome`] | what is told |
//! | `show`, `scene`, `hand`, `brushes`, `sketch` | what is to be seen, how one plays by hand, what an editor can place |
//! | `native` | the wire format of the original |
//! | `bots` | the built-in bots |
//! | `golden` | the golden vectors |

#![forbid(unsafe_code)]

pub mod action;
mod bots;
mod brushes;
pub mod class;
pub mod config;
pub mod event;
pub mod game;
mod golden;
mod hand;
mod legal;
pub mod map;
mod native;
mod odd;
pub mod outcome;
pub mod position;
pub mod reach;
pub mod reason;
mod scene;
mod show;
mod sketch;
mod stages;
pub mod state;
pub mod terrain;
mod unit_set;
pub mod view;

pub use action::Action;
pub use class::{Class, Side};
pub use config::Config;
pub use game::Infection;
pub use legal::Options;
pub use map::Map;
pub use position::Position;
pub use state::{Phase, State};
pub use view::View;
