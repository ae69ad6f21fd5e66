//! The native part of `skirmish_env`.
//!
//! | room | what is in it |
//! |---|---|
//! | `batch` | many games at once, with Rust's buffers as numpy's arrays |
//! | `interpreter` | a seat at a referee's table, played by numbers |
//! | `state` | states for search |
//! | `setup`, `values` | what Python says, as the games understand it |

mod batch;
mod interpreter;
mod setup;
mod state;
mod values;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    skirmish_games::IDS.to_vec()
}

/// The versions of a game: of its rules, and of its arrays and numbers.
#[pyfunction]
fn versions(game: &str) -> PyResult<(u32, u32)> {
    struct Versions;

    impl skirmish_learn::spaces::Visit for Versions {
        type Output = (u32, u32);

        fn visit<G: skirmish_learn::Space>(self) -> (u32, u32) {
            (G::VERSION, G::LAYOUT)
        }
    }

    skirmish_learn::spaces::visit(game, Versions).map_err(PyValueError::new_err)
}

/// Says what is wrong with the bytes of a file of weights, as whoever plays them without Python would.
#[pyfunction]
fn check_weights(py: Python<'_>, weights: &[u8]) -> PyResult<()> {
    py.detach(|| skirmish_learn::Policy::read(weights)).map(drop).map_err(PyValueError::new_err)
}

/// Measures how fast a game is in Rust; see `skirmish_env.bench`.
#[pyfunction]
fn speed<'py>(py: Python<'py>, game: &str, seconds: f64, threads: usize) -> PyResult<Bound<'py, PyAny>> {
    let measured = py.detach(|| skirmish_learn::speed::measure(game, seconds, threads, &|| true));
    let speed = measured.map_err(PyValueError::new_err)?;
    values::to_python(py, &serde_json::to_value(speed).map_err(|fault| PyValueError::new_err(fault.to_string()))?)
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(versions, module)?)?;
    module.add_function(wrap_pyfunction!(check_weights, module)?)?;
    module.add_function(wrap_pyfunction!(speed, module)?)?;
    module.add_class::<batch::NativeBatch>()?;
    module.add_class::<interpreter::NativeInterpreter>()?;
    module.add_class::<state::State>()
}
