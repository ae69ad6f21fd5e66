//! `outbreak`: survivors against a growing horde on a diamond of hexes.
//!
//! | room | what is in it |
//! |---|---|
//! | [`config`], [`decimal`], [`words`] | the constants and the weapon table; exact decimals; seats, zones, endings |
//! | [`map`], [`position`] | boards and complete games as data, read with all their faults |
//! | [`state`], [`sight`] | a game as the rules hold it; who sees what |
//! | [`action`], `stages`, [`legal`] | what a seat may do; a turn in small stages; lists of what is allowed |
//! | [`view`], [`event`], [`outcome`], `reshuffle` | what is told, and what must not be |
//! | `belief`, `hand`, `brushes`, `scene` | what a seat may think; playing by hand, positions by hand; pictures |
//! | [`bots`] | the built-in players |

#![forbid(unsafe_code)]

pub mod action;
mod belief;
pub mod bots;
mod brushes;
pub mod config;
pub mod decimal;
pub mod event;
mod game;
mod golden;
mod hand;
pub mod legal;
pub mod map;
mod odd;
pub mod outcome;
pub mod position;
pub mod reason;
mod reshuffle;
mod scene;
mod show;
pub mod sight;
mod sketch;
mod stages;
pub mod state;
pub mod view;
mod weapons;
pub mod words;

pub use action::{Action, Wire};
pub use config::{Config, Weapon};
pub use decimal::{Decimal, Scent};
pub use event::Event;
pub use game::Outbreak;
pub use outcome::Outcome;
pub use position::Position;
pub use state::State;
pub use view::View;
