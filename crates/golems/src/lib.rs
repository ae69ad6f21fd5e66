//! `golems`: four-colour units that fight, build and combine.
//!
//! Two rival makers of golems share a walled grid. A unit's four colours decide everything it can do; it earns build points on
//! zones, spends full stores of them on rotated copies of itself, merges into bigger units, and fights. The
//! seat that has earned more points when the game ends wins. Both see everything; only the choice of the map is random.
//!
//! | room | what is in it |
//! |---|---|
//! | [`formula`], [`config`], [`stats`] | the formula language, all constants, and what a unit's colours make of them |
//! | [`map`] | boards: map files, shipped maps, generated maps |
//! | [`position`], [`state`] | the game as data, and as the value the rules work on |
//! | [`action`], `stages`, `legal` | what seats may do, how it is done, and what may be done now |
//! | [`report`], [`view`], [`outcome`] | what a turn told, what a seat is told, how a game stands |
//! | `show`, `scene`, `hand`, `brushes`, `sketch` | the game in pictures, in a person's hands, and in the editor of positions |
//! | [`game`] | the contract, which hands everything on to the other rooms |
//! | `bots` | three players that come with the game |

#![forbid(unsafe_code)]

pub mod action;
mod bots;
mod brushes;
pub mod config;
pub mod formula;
pub mod game;
mod golden;
mod hand;
mod legal;
pub mod map;
mod odd;
pub mod outcome;
pub mod position;
pub mod reason;
pub mod report;
mod scene;
mod show;
mod sketch;
mod stages;
pub mod state;
pub mod stats;
pub mod view;

pub use action::Action;
pub use config::GolemsConfig;
pub use game::Golems;
