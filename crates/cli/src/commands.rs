//! One file per command.

pub mod attach;
pub mod bench;
pub mod check;
pub mod completions;
pub mod doctor;
pub mod edit;
pub mod export;
pub mod fork;
pub mod games;
pub mod man;
pub mod new;
pub mod perft;
pub mod play;
pub mod position;
pub mod replay;
pub mod rerun;
pub mod rules;
pub mod schema;
#[cfg(feature = "service")]
pub mod seat;
#[cfg(feature = "service")]
pub mod serve;
pub mod simulate;
pub mod vectors;
pub mod watch;
