//! Geometry that the games share. It knows no game.
//!
//! | room | what is in it |
//! |---|---|
//! | [`square`] | squares of a plane, their distances and neighbours |
//! | [`hex`] | hexes, and the diamond-shaped board of them |
//! | [`field`] | how far every square is from the nearest source |
//! | [`window`] | bounded searches, all squares of a row at once |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod field;
pub mod hex;
pub mod square;
pub mod window;

pub use square::Point;
