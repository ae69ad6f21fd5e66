//! What every game must obey, written once and generic over [`Game`](skirmish_core::Game).
//!
//! | room | what is in it |
//! |---|---|
//! | [`vectors`] | golden transitions: plays a line and says the first difference |
//! | [`compare`] | JSON values by value, in full or by the keys that are there |

#![forbid(unsafe_code)]

pub mod compare;
pub mod vectors;
