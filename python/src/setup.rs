//! What Python says about games, players, rewards and scopes.

use crate::values::{from_python, object};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;
use skirmish_core::{MapChoice, Setup};
use skirmish_learn::batch::Opponent;
use skirmish_learn::reward::{NAMES, Reward};
use skirmish_learn::spaces::{self, Visit};
use skirmish_learn::{Policy, Scope, Space, npz};
use skirmish_replay::plain;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A setup in Python's words.
pub struct Given<'a, 'py> {
    pub config: Option<&'a Bound<'py, PyDict>>,
    pub map: Option<&'a Bound<'py, PyAny>>,
    pub seats: Option<Vec<String>>,
    pub seed: u64,
}

impl Given<'_, '_> {
    pub fn setup(self) -> PyResult<Setup> {
        let map = match self.map {
            None => None,
            Some(map) => Some(match map.cast::<PyString>() {
                Ok(name) => MapChoice::Named(name.extract()?),
                Err(_) => MapChoice::Json(from_python(map)?),
            }),
        };
        let config = self.config.map(object).transpose()?.unwrap_or_default();
        Ok(Setup { config, map, seats: self.seats.unwrap_or_default(), seed: self.seed })
    }
}

/// Who sits on a seat: a name, or a file of weights.
pub fn opponent(player: &Bound<'_, PyAny>) -> PyResult<Opponent> {
    let name = match player.cast::<PyString>() {
        Ok(name) => name.extract()?,
        Err(_) => player.extract::<PathBuf>()?.to_string_lossy().into_owned(),
    };
    Ok(match name.as_str() {
        "learner" => Opponent::Learner,
        "random" => Opponent::Random,
        file if file.ends_with(".npz") => {
            let wrong = |why: String| PyValueError::new_err(format!("{file}: {why}"));
            let bytes = plain::read_bytes(Path::new(file), npz::LARGEST).map_err(|fault| wrong(fault.to_string()))?;
            let policy = Arc::new(Policy::read(&bytes).map_err(wrong)?);
            Opponent::Chooser(Arc::new(move || Box::new(Arc::clone(&policy))))
        }
        _ => Opponent::Bot(name),
    })
}

/// A reward by name, or the weights of several.
pub fn reward(given: &Bound<'_, PyAny>) -> PyResult<Reward> {
    let unknown = |name: &str| PyValueError::new_err(skirmish_core::names::unknown("reward", name, NAMES));
    if let Ok(name) = given.cast::<PyString>() {
        let name: String = name.extract()?;
        return Reward::named(&name).ok_or_else(|| unknown(&name));
    }
    let mut reward = Reward { win: 0.0, score: 0.0, potential: 0.0 };
    for (name, weight) in given.cast::<PyDict>()?.iter() {
        let (name, weight): (String, f32) = (name.extract()?, weight.extract()?);
        match name.as_str() {
            "win" => reward.win = weight,
            "score" => reward.score = weight,
            "potential" => reward.potential = weight,
            _ => return Err(unknown(&name)),
        }
    }
    Ok(reward)
}

/// The scope that a game needs, with some of its sizes as they are given.
pub fn scope(game: &str, base: &Setup, given: &Bound<'_, PyDict>) -> PyResult<Scope> {
    struct Needed<'a>(&'a Setup);

    impl Visit for Needed<'_> {
        type Output = Result<Scope, String>;

        fn visit<G: Space>(self) -> Self::Output {
            Scope::of::<G>(self.0).map_err(|faults| faults.to_string())
        }
    }

    let needed = spaces::visit(game, Needed(base)).and_then(|scope| scope).map_err(PyValueError::new_err)?;
    let told = |fault: serde_json::Error| PyValueError::new_err(format!("scope: {fault}"));
    let mut sizes = serde_json::to_value(needed).map_err(told)?;
    if let Value::Object(sizes) = &mut sizes {
        sizes.extend(object(given)?);
    }
    serde_json::from_value(sizes).map_err(told)
}
