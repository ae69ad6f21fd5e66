//! `bunker` and `horde`.

pub(super) use super::medium::{Barricade as Bunker, Sniff as Horde};
