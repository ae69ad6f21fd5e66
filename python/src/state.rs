//! States for search.

use crate::setup::Given;
use crate::values::{from_python, object, to_python};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skirmish_learn::search::{self, AnyState, Source};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a game stands. See `skirmish_env.State`.
#[pyclass(frozen, name = "State", module = "skirmish_env")]
pub struct State {
    state: Mutex<Box<dyn AnyState>>,
}

impl State {
    fn of(made: Result<Box<dyn AnyState>, String>) -> PyResult<State> {
        Ok(State { state: Mutex::new(made.map_err(PyValueError::new_err)?) })
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyState>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl State {
    #[staticmethod]
    #[pyo3(signature = (game, seed=0, config=None, map=None, seats=None, opening=None))]
    fn new(
        game: &str,
        seed: u64,
        config: Option<&Bound<'_, PyDict>>,
        map: Option<&Bound<'_, PyAny>>,
        seats: Option<Vec<String>>,
        opening: Option<u64>,
    ) -> PyResult<State> {
        let setup = Given { config, map, seats, seed }.setup()?;
        State::of(match opening {
            Some(n) => search::state(game, Source::Opening(n, &setup)),
            None => search::state(game, Source::Setup(&setup)),
        })
    }

    #[staticmethod]
    fn from_position(game: &str, position: &Bound<'_, PyAny>) -> PyResult<State> {
        State::of(search::state(game, Source::Position(&from_python(position)?)))
    }

    #[staticmethod]
    fn from_views(game: &str, first: &Bound<'_, PyAny>, latest: &Bound<'_, PyAny>) -> PyResult<State> {
        State::of(search::state(game, Source::Views(&from_python(first)?, &from_python(latest)?)))
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.lock().game()
    }

    #[getter]
    fn seats(&self) -> Vec<String> {
        self.lock().seats()
    }

    #[getter]
    fn over(&self) -> bool {
        self.lock().is_over()
    }

    fn clone(&self) -> State {
        State { state: Mutex::new(self.lock().copy()) }
    }

    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.lock().turn())
    }

    fn legal<'py>(&self, py: Python<'py>, seat: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let actions = self.lock().legal(seat).map_err(PyValueError::new_err)?;
        actions.iter().map(|action| to_python(py, action)).collect()
    }

    #[pyo3(signature = (seat, random=0))]
    fn sample<'py>(&self, py: Python<'py>, seat: &str, random: u64) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.lock().sample(seat, random).map_err(PyValueError::new_err)?)
    }

    fn act(&self, seat: &str, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.lock().act(seat, &from_python(action)?).map_err(PyValueError::new_err)
    }

    fn close(&self) {
        self.lock().close();
    }

    fn step<'py>(&self, py: Python<'py>, orders: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let refused = self.lock().step(&object(orders)?).map_err(PyValueError::new_err)?;
        to_python(py, &refused)
    }

    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.lock().view(seat).map_err(PyValueError::new_err)?)
    }

    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.lock().position())
    }

    fn hash(&self) -> u64 {
        self.lock().hash()
    }

    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.lock().outcome())
    }

    fn __repr__(&self) -> String {
        let state = self.lock();
        format!("<State of {} {:016x}>", state.game(), state.hash())
    }
}
