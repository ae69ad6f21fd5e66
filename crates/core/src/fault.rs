//! Faults in configs, maps, positions and setups: all of them at once, each with its place.

use crate::read::join;
use schemars::JsonSchema;
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt::{self, Display};

/// One thing that is wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Fault {
    /// The rulebook's code: `bad_config`, `bad_formula`, `bad_map`, `bad_position`, ...
    pub code: &'static str,
    /// Where: a JSON pointer into the document, empty for the whole of it.
    pub pointer: String,
    /// What is there and what is allowed.
    pub message: String,
}

impl Display for Fault {
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
    /// A single fault.
    pub fn one(code: &'static str, pointer: impl Into<String>, message: impl Into<String>) -> Faults {
        Faults(vec![Fault { code, pointer: pointer.into(), message: message.into() }])
    }

    /// The faults, in the order they were found.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }
}

impl Display for Faults {
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

/// Collects faults while a document is read and judged. Shared by reference, so that nested readers can all write.
///
/// A value that cannot be read is a fault of form, and something harmless stands in for it. Judging a stand-in would
/// say nothing about the document, so ask first whether the check [`knows`](Check::knows) a value. That way faults of
/// form and of value are listed together, and none is just a consequence of another.
///
/// Only the first [`MOST`] faults are listed and the rest counted, so that no document can make us list millions.
#[derive(Default, Debug)]
pub struct Check {
    faults: RefCell<Vec<Fault>>,
    /// How many faults are not listed.
    more: Cell<usize>,
    /// Where the stand-ins are.
    doubts: RefCell<HashSet<String>>,
}

/// How many faults of one document are listed.
pub const MOST: usize = 1000;

impl Check {
    /// A check that has found nothing yet.
    pub fn new() -> Check {
        Check::default()
    }

    /// Adds a fault of a value that could be read.
    pub fn fault(&self, code: &'static str, pointer: impl Into<String>, message: impl Into<String>) {
        self.list(Fault { code, pointer: pointer.into(), message: message.into() });
    }

    fn list(&self, fault: Fault) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < MOST {
            faults.push(fault);
        } else {
            self.more.set(self.more.get() + 1);
        }
    }

    /// Adds a fault of a value that could not be read: the value at `pointer` stays unknown.
    pub fn misread(&self, code: &'static str, pointer: impl Into<String>, message: impl Into<String>) {
        let pointer = pointer.into();
        self.doubt(pointer.clone());
        self.fault(code, pointer, message);
    }

    /// From now on the value at `pointer` is unknown, and so is everything in it.
    pub fn doubt(&self, pointer: impl Into<String>) {
        // Once faults are only counted, everything is unknown.
        if self.more.get() == 0 {
            self.doubts.borrow_mut().insert(pointer.into());
        }
    }

    /// Whether these values of the object or list at `at` are the document's own: none is a stand-in or inside one.
    /// This says nothing about what is inside them.
    pub fn knows<K: Display>(&self, at: &str, keys: impl IntoIterator<Item = K>) -> bool {
        if self.more.get() > 0 {
            return false;
        }
        let doubts = self.doubts.borrow();
        // The place itself, and everything that encloses it, up to the whole document.
        let is_doubted = |pointer: &str| {
            let around = pointer.match_indices('/').map(|(end, _)| &pointer[..end]);
            doubts.contains(pointer) || around.into_iter().any(|around| doubts.contains(around))
        };
        doubts.is_empty() || keys.into_iter().all(|key| !is_doubted(&join(at, &key.to_string())))
    }

    /// Adds the faults of another reading.
    pub fn absorb(&self, faults: Faults) {
        faults.0.into_iter().for_each(|fault| self.list(fault));
    }

    /// How many faults there are so far.
    pub fn count(&self) -> usize {
        self.faults.borrow().len() + self.more.get()
    }

    /// Whether no fault was found so far.
    pub fn is_clean(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// `Ok(value)` if there are no faults, else all of them.
    pub fn finish<T>(self, value: T) -> Result<T, Faults> {
        let mut faults = self.faults.into_inner();
        let Some(code) = faults.last().map(|last| last.code) else { return Ok(value) };
        if self.more.get() > 0 {
            let message = format!("and {} more faults", self.more.get());
            faults.push(Fault { code, pointer: String::new(), message });
        }
        Err(Faults(faults))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_misread_is_not_known_nor_is_what_is_in_it() {
        let check = Check::new();
        assert!(check.knows("", ["units"]));
        check.misread("bad_position", "/units/1", "is no object");
        check.misread("bad_position", "/units/10/hp", "is missing");
        check.fault("bad_position", "/turn", "is too late");
        assert!(check.knows("", ["turn", "units"]) && check.knows("/units", [0, 10, 11]));
        assert!(!check.knows("/units", [0, 1]) && !check.knows("/units/1", ["hp"]));
        assert!(check.knows("/units/10", ["x", "hpp"]) && !check.knows("/units/10", ["x", "hp"]));
        check.doubt("");
        assert!(!check.knows("", ["turn"]));
        assert_eq!(check.count(), 3);
    }

    #[test]
    fn millions_of_faults_are_counted_and_not_listed() {
        let check = Check::new();
        for i in 0..2_000_000 {
            check.misread("bad_position", format!("/units/{i}"), "is no object");
            assert!(!check.knows("/units", [i]));
        }
        assert_eq!(check.count(), 2_000_000);
        assert!(check.doubts.borrow().len() <= MOST + 1);
        let faults = check.finish(()).unwrap_err();
        assert_eq!(faults.list().len(), MOST + 1);
        assert!(faults.to_string().ends_with("and 1999000 more faults"), "{faults}");
    }
}
