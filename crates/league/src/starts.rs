//! The starts of a setting, each of them once.
//!
//! Most games draw as many starts as anybody likes. Some settings have few: a list of positions, or a map that leaves
//! nothing to draw. Playing one of them twice proves nothing.

use crate::{Error, Setting};
use skirmish_core::registry::AnyGame;
use std::collections::HashSet;
use std::ops::Range;

/// So many starts are looked at; if all of them differ, there is no end to them.
const LOOK: u64 = 64;
/// Where they do not, so many are, to find those there are.
const SEARCH: u64 = 2048;

/// The different starts of a setting.
#[derive(Clone, PartialEq, Debug)]
pub struct Starts {
    /// Their numbers; `None` if they do not end.
    numbers: Option<Vec<u64>>,
}

impl Starts {
    /// Finds the different starts.
    pub fn of(setting: &Setting, game: &dyn AnyGame, seed: u64) -> Result<Starts, Error> {
        let mut seen = HashSet::new();
        let mut different = |n: &u64| -> Result<bool, Error> {
            // The state alone does not tell the map.
            Ok(seen.insert(setting.origin(*n, seed).table_of(game)?.position()))
        };
        let mut among = |numbers: Range<u64>| -> Result<Vec<u64>, Error> {
            let all = numbers.map(|n| Ok((n, different(&n)?)));
            let all: Vec<(u64, bool)> = all.collect::<Result<_, Error>>()?;
            Ok(all.into_iter().filter(|(_, is_new)| *is_new).map(|(n, _)| n).collect())
        };
        if !setting.scenarios.is_empty() {
            return Ok(Starts { numbers: Some(among(0..setting.scenarios.len() as u64)?) });
        }
        let mut numbers = among(0..LOOK)?;
        if numbers.len() as u64 == LOOK {
            return Ok(Starts { numbers: None });
        }
        numbers.extend(among(LOOK..SEARCH)?);
        Ok(Starts { numbers: Some(numbers) })
    }

    /// Starts without end.
    pub fn endless() -> Starts {
        Starts { numbers: None }
    }

    /// How many there are; `None` if they do not end.
    pub fn count(&self) -> Option<u64> {
        self.numbers.as_ref().map(|numbers| numbers.len() as u64)
    }

    /// The number of the `n`-th one.
    pub fn number(&self, n: u64) -> Option<u64> {
        match &self.numbers {
            None => Some(n),
            Some(numbers) => numbers.get(n as usize).copied(),
        }
    }
}
