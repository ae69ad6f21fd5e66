//! States for search.

use crate::setup::Given;
use crate::values::{from_python, object, to_python};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skirmish_learn::search::{self, AnyState, Source};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a game stands. See `skirmish_env.State`.
///
/// Whatever runs Python's code (turning values into JSON and back) is done while the state is not locked: that code may use
/// the same state, and would wait for itself.
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

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// As its position: what has been told of the game before is no part of it, as with `from_position`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, Bound<'py, PyAny>))> {
        let (game, position) = {
            let state = self.lock();
            (state.game(), if state.is_between() { None } else { Some(state.position()) })
        };
        let between = "actions were carried out and the turn is not closed, which no position tells: close it first";
        let position = to_python(py, &position.ok_or_else(|| PyValueError::new_err(between))?)?;
        let restore = py.import("skirmish_env.search")?.getattr("restored")?;
        Ok((restore, (game, position)))
    }

    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let turn = self.lock().turn();
        to_python(py, &turn)
    }

    fn legal<'py>(&self, py: Python<'py>, seat: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let actions = self.lock().legal(seat);
        let actions = actions.map_err(PyValueError::new_err)?;
        actions.iter().map(|action| to_python(py, action)).collect()
    }

    #[pyo3(signature = (seat, random=0))]
    fn sample<'py>(&self, py: Python<'py>, seat: &str, random: u64) -> PyResult<Bound<'py, PyAny>> {
        let sampled = self.lock().sample(seat, random);
        to_python(py, &sampled.map_err(PyValueError::new_err)?)
    }

    fn act(&self, seat: &str, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = from_python(action)?;
        self.lock().act(seat, &action).map_err(PyValueError::new_err)
    }

    fn close(&self) {
        self.lock().close();
    }

    fn step<'py>(&self, py: Python<'py>, orders: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let orders = object(orders)?;
        let refused = self.lock().step(&orders);
        to_python(py, &refused.map_err(PyValueError::new_err)?)
    }

    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.lock().view(seat);
        to_python(py, &view.map_err(PyValueError::new_err)?)
    }

    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let position = self.lock().position();
        to_python(py, &position)
    }

    fn hash(&self) -> u64 {
        self.lock().hash()
    }

    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outcome = self.lock().outcome();
        to_python(py, &outcome)
    }

    fn __repr__(&self) -> String {
        let state = self.lock();
        format!("<State of {} {:016x}>", state.game(), state.hash())
    }
}
