//! JSON and Python's own values.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// A JSON value as Python has it.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().unwrap_or_default().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(list) => {
            let items = list.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, item) in map {
                dict.set_item(key, to_python(py, item)?)?;
            }
            dict.into_any()
        }
    })
}

/// How deep values may be nested. Deeper ones are no documents of ours, and may hold themselves.
const DEEPEST: usize = 128;

/// A value of Python as JSON; refuses whatever JSON does not have.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    nested(value, 0)
}

/// The same of what is in so many others.
fn nested(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("nested more than {DEEPEST} deep, or holds itself")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Value::Bool(truth.is_true()));
    }
    if value.cast::<PyInt>().is_ok() {
        if let Ok(number) = value.extract::<i64>() {
            return Ok(number.into());
        }
        let number = value.extract::<u64>();
        return Ok(number.map_err(|_| PyValueError::new_err("an integer that has more than 64 bits"))?.into());
    }
    if value.cast::<PyFloat>().is_ok() {
        let number = Number::from_f64(value.extract()?);
        return number.map(Value::Number).ok_or_else(|| PyValueError::new_err("JSON has no infinite numbers"));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.extract()?));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(Value::Object(entries(dict, depth + 1)?));
    }
    if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
        return Ok(Value::Array(value.try_iter()?.map(|item| nested(&item?, depth + 1)).collect::<PyResult<_>>()?));
    }
    // Numbers of numpy know how to become Python's.
    if let Ok(plain) = value.call_method0("item") {
        return nested(&plain, depth + 1);
    }
    Err(PyValueError::new_err(format!("{} is not JSON", value.get_type().name()?)))
}

/// A dictionary as a JSON object.
pub fn object(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    entries(dict, 0)
}

fn entries(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map<String, Value>> {
    // A copy: what is converted may run Python's code, which may change the dictionary.
    dict.copy()?.iter().map(|(key, item)| Ok((key.extract::<String>()?, nested(&item, depth)?))).collect()
}
