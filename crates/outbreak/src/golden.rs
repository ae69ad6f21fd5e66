//! How the golden vectors are played: each group is one submission, as the contract's own driver does it.

use crate::Outbreak;
use skirmish_core::Golden;

impl Golden for Outbreak {}
