//! Faults of configs, maps, positions and setups: all of them at once, each with its place.

use serde::Serialize;
use std::cell::RefCell;
use std::fmt;

/// One thing that is wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// The rulebook's code: `bad_config`, `bad_formula`, `bad_map`, `bad_position`, ...
    pub code: &'static str,
    /// Where: a JSON pointer into the document, empty for the whole of it.
    pub pointer: String,
    /// What is there and what is allowed.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "(whole document)" } else { &self.pointer };
        write!(f, "{}: {}: {}", self.code, place, self.message)
    }
}

/// Everything that is wrong with a document. Never empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub fn one(code: &'static str, pointer: impl Into<String>, message: impl Into<String>) -> Faults {
        Faults(vec![Fault { code, pointer: pointer.into(), message: message.into() }])
    }

    pub fn list(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Collects faults while a document is read. Shared by reference, so that nested readers can all write.
#[derive(Default, Debug)]
pub struct Check {
    faults: RefCell<Vec<Fault>>,
}

impl Check {
    pub fn new() -> Check {
        Check::default()
    }

    pub fn fault(&self, code: &'static str, pointer: impl Into<String>, message: impl Into<String>) {
        self.faults.borrow_mut().push(Fault { code, pointer: pointer.into(), message: message.into() });
    }

    /// Takes over the faults of another reading.
    pub fn absorb(&self, faults: Faults) {
        self.faults.borrow_mut().extend(faults.0);
    }

    pub fn is_clean(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// `Ok(value)` if no fault was found, else all of them.
    pub fn finish<T>(self, value: T) -> Result<T, Faults> {
        let faults = self.faults.into_inner();
        if faults.is_empty() { Ok(value) } else { Err(Faults(faults)) }
    }
}
