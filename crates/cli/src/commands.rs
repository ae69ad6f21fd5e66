//! One file per command.

pub mod bench;
pub mod doctor;
pub mod games;
pub mod perft;
pub mod play;
pub mod position;
pub mod replay;
pub mod rules;
pub mod schema;
pub mod simulate;
pub mod vectors;
