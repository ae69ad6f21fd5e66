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

/// A value of Python as JSON; refuses whatever JSON does not have.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
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
        return Ok(value.extract::<u64>()?.into());
    }
    if value.cast::<PyFloat>().is_ok() {
        let number = Number::from_f64(value.extract()?);
        return number.map(Value::Number).ok_or_else(|| PyValueError::new_err("JSON has no infinite numbers"));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.extract()?));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(Value::Object(object(dict)?));
    }
    if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
        return Ok(Value::Array(value.try_iter()?.map(|item| from_python(&item?)).collect::<PyResult<_>>()?));
    }
    // Numbers of numpy know how to become Python's.
    if let Ok(plain) = value.call_method0("item") {
        return from_python(&plain);
    }
    Err(PyValueError::new_err(format!("{} is not JSON", value.get_type().name()?)))
}

/// A dictionary as a JSON object.
pub fn object(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    dict.iter().map(|(key, item)| Ok((key.extract::<String>()?, from_python(&item)?))).collect()
}
