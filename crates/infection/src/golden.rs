//! The golden vectors: every line is one phase, or a game in phases.

use crate::game::Infection;
use skirmish_core::Golden;

impl Golden for Infection {}
