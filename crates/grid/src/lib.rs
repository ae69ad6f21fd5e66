//! Geometry that the games share: squares, hexes, bit boards and searches. It knows no game.

#![forbid(unsafe_code)]

pub mod canvas;
pub mod field;
pub mod hex;
pub mod square;
pub mod window;

pub use square::Point;
