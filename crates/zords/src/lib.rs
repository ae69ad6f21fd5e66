//! `zords`: many players share one open board for four weeks of days. Two totems pay points at the end of each day to
//! whoever stands near them.
//!
//! | room | what is in it |
//! |---|---|
//! | [`config`] | every constant of the game, and what may not be combined |
//! | [`map`] | map files: reading, the shipped ones, drawing new ones |
//! | [`name`] | names of seats |
//! | [`position`], [`state`] | the game as data, and as the value that is played on |
//! | [`action`], [`event`] | what is commanded, and what is told of it |
//! | [`draws`] | the three random draws: from the game's key, or from a script |
//! | [`stages`] | the rules core: one command at a time, and the change of days. It knows no mode |
//! | [`rounds`], [`live`] | the two drivers around the core: turns in rounds, and commands out of turn |
//! | [`calendar`], [`digest`] | live games: real days, and the hash that their logs carry |
//! | [`legal`], [`view`], [`outcome`] | what may be done, what is seen, how it stands |
//! | `show`, `scene`, `hand`, `brushes`, `sketch` | what is to be seen, played by hand, and placed in an editor |
//! | [`game`], [`golden`] | the contract with the rest of Skirmish |
//! | [`bots`] | the built-in players |

#![forbid(unsafe_code)]

pub mod action;
pub mod bots;
mod brushes;
pub mod calendar;
pub mod config;
pub mod digest;
pub mod draws;
pub mod event;
pub mod game;
pub mod golden;
mod hand;
pub mod legal;
pub mod live;
pub mod map;
pub mod name;
mod odd;
pub mod outcome;
pub mod position;
pub mod reason;
pub mod rounds;
mod scene;
mod show;
mod sketch;
pub mod stages;
pub mod state;
pub mod view;

pub use action::{Action, Command};
pub use config::Config;
pub use event::Event;
pub use game::Zords;
pub use name::Name;
pub use position::Position;
pub use state::State;
pub use view::View;
