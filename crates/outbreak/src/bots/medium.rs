//! `barricade` and `sniff`: simple players that do the obvious well.

mod barricade;
mod sniff;

pub(super) use barricade::Barricade;
pub(super) use sniff::Sniff;
