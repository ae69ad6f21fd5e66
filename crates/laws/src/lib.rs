//! What every game must obey, written once and generic over [`Game`](skirmish_core::Game).
//!
//! | room | what is in it |
//! |---|---|
//! | [`vectors`] | golden transitions: plays a line and says the first difference |
//! | [`lines`] | the lines of a vector file, plain or packed, bounded |
//! | [`suite`] | the laws: round trips, legality, totality, no leaks, determinism |
//! | [`strain`] | numbers at the edge, and what a state must withstand with them |
//! | [`playthrough`] | a readable game that prints everything |
//! | [`perft`] | counts of orders and of distinct successors |
//! | [`compare`] | JSON values by value, in full or by the keys that are there |

#![forbid(unsafe_code)]

pub mod compare;
pub mod lines;
pub mod perft;
pub mod playthrough;
pub mod strain;
pub mod suite;
pub mod vectors;
