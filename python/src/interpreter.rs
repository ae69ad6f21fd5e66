//! A seat at a referee's table, played by numbers.

use crate::values::{from_python, to_python};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use serde_json::value::RawValue;
use skirmish_learn::interpreter::{Interpreter, interpreter};
use skirmish_learn::page::Numbers;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Turns what a seat was told into decisions, and decisions into orders. See `skirmish_env.bot`.
#[pyclass(frozen, module = "skirmish_env")]
pub struct NativeInterpreter {
    inner: Mutex<Box<dyn Interpreter>>,
}

impl NativeInterpreter {
    fn lock(&self) -> MutexGuard<'_, Box<dyn Interpreter>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wrong(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

#[pymethods]
impl NativeInterpreter {
    #[new]
    fn new(hello: &str, key: &Bound<'_, PyAny>, arrays: Vec<String>) -> PyResult<NativeInterpreter> {
        let key = serde_json::from_value(from_python(key)?).map_err(wrong)?;
        let inner = interpreter(hello.as_bytes(), &key, &arrays).map_err(wrong)?;
        Ok(NativeInterpreter { inner: Mutex::new(inner) })
    }

    /// Begins a turn with a view, as text.
    fn turn(&self, view: String) -> PyResult<()> {
        let view = RawValue::from_string(view).map_err(wrong)?;
        self.lock().turn(&view).map_err(wrong)
    }

    /// Whether there is something to decide.
    fn open(&self) -> bool {
        self.lock().is_open()
    }

    /// The arrays that are observed now, each with one row.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        // Copied first: making objects may run Python's code, which must not find the lock taken.
        let seen: Vec<_> = {
            let mut inner = self.lock();
            inner.observe();
            let arrays = inner.layout().arrays.iter().map(|array| (array.name, array.shape.clone()));
            arrays.zip(inner.page().arrays.iter().cloned()).collect()
        };
        let arrays = PyDict::new(py);
        for ((name, shape), numbers) in seen {
            let flat = match numbers {
                Numbers::None => continue,
                Numbers::U8(bytes) => PyArray1::from_vec(py, bytes).into_any(),
                Numbers::I16(shorts) => PyArray1::from_vec(py, shorts).into_any(),
            };
            let shape: Vec<usize> = std::iter::once(1).chain(shape).collect();
            arrays.set_item(name, flat.call_method1("reshape", (shape,))?)?;
        }
        Ok(arrays)
    }

    /// What may be decided now: one row of bytes.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = {
            let inner = self.lock();
            let mut bytes = vec![0; inner.layout().numbers];
            inner.mask().write(&mut bytes);
            bytes
        };
        PyArray1::from_slice(py, &bytes).call_method1("reshape", ((1, bytes.len()),))
    }

    /// Takes a decision.
    fn decide(&self, number: usize) -> PyResult<()> {
        self.lock().decide(number).map_err(wrong)
    }

    /// The list so far.
    fn orders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let orders = self.lock().orders();
        to_python(py, &Value::Array(orders))
    }
}
