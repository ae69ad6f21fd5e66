//! Deleting and renaming matches, each with everything that belongs to it.

use super::{Kind, Library};
use crate::error::Error;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_referee::companions;
use skirmish_replay::glance::is_growing;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

/// How long a name may be, in bytes: there must be room for the names of what lies beside.
const LONGEST_NAME: usize = 160;

/// What was deleted.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "LibraryDeleted")]
pub struct Deleted {
    pub files: Vec<String>,
    /// What is still there, and why.
    pub left: Vec<Left>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryLeft")]
pub struct Left {
    pub name: String,
    pub why: String,
}

/// What a match is called now, and what else was renamed with it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryRenamed")]
pub struct Renamed {
    pub name: String,
    pub beside: Vec<String>,
}

impl Library {
    /// The files that are deleted or renamed with a match, the replay first.
    pub fn files_of(&self, name: &str) -> Result<Vec<PathBuf>, Error> {
        let (path, card) = self.find(name)?;
        if card.kind == Kind::Foreign {
            return Err(Error::Bad(format!("{name} is no replay; the library leaves it alone")));
        }
        if is_growing(&path) {
            return Err(Error::Bad(format!("{name} is still being played; wait for its end, or stop it first")));
        }
        let beside = companions::of(&path).map_err(|why| Error::Own(format!("the folder cannot be read: {why}")))?;
        Ok(std::iter::once(path).chain(beside).collect())
    }

    /// Deletes matches, each with what belongs to it. The replay goes last: as long as it is there, so is its card.
    pub fn delete(&self, names: &[String]) -> Deleted {
        let _alone = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut deleted = Deleted::default();
        for name in names {
            match self.files_of(name) {
                Ok(files) => deleted.remove(&files),
                Err(why) => deleted.left.push(Left { name: name.clone(), why: why.to_string() }),
            }
        }
        self.lock().read = None;
        deleted
    }

    /// Gives a match another name, and what belongs to it as well. Nothing is overwritten.
    pub fn rename(&self, name: &str, to: &str) -> Result<Renamed, Error> {
        let _alone = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let files = self.files_of(name)?;
        let to = plain_name(to)?;
        if to == name {
            return Err(Error::Bad(format!("that is its name already: {name}")));
        }
        let target = self.folder.join(&to);
        let moved = companions::rename(&files[0], &target, &files[1..]).map_err(|unmoved| {
            Error::Bad(match unmoved.why.kind() {
                io::ErrorKind::AlreadyExists => {
                    format!("there is a file {} already; nothing was renamed", file_name(&unmoved.path))
                }
                _ => format!("{} cannot be renamed, so nothing was: {}", file_name(&unmoved.path), unmoved.why),
            })
        })?;
        self.lock().read = None;
        Ok(Renamed { name: to, beside: moved.iter().map(|path| file_name(path)).collect() })
    }
}

impl Deleted {
    fn remove(&mut self, files: &[PathBuf]) {
        for path in files.iter().rev() {
            match std::fs::remove_file(path) {
                Ok(()) => self.files.push(file_name(path)),
                Err(why) if why.kind() == io::ErrorKind::NotFound => {}
                Err(why) => {
                    self.left.push(Left { name: file_name(path), why: why.to_string() });
                    return;
                }
            }
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Signs that cannot be seen, or that turn the others around.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// A name for a replay, with its ending: one file of this folder and nothing else.
fn plain_name(said: &str) -> Result<String, Error> {
    let said = said.trim();
    let bad = |why: &str| Err(Error::Bad(format!("a replay cannot be called {said:?}: {why}")));
    let stem = said.strip_suffix(".skirmish").unwrap_or(said);
    if stem.is_empty() {
        return bad("it needs a name");
    }
    if said.contains(['/', '\\']) {
        return bad("a name has no slashes; it stays in its folder");
    }
    if said.starts_with('.') {
        return bad("a name that begins with a dot is hidden");
    }
    if said.chars().any(is_unseen) {
        return bad("it has signs that cannot be shown");
    }
    if stem.len() > LONGEST_NAME {
        return bad(&format!("it is longer than {LONGEST_NAME} bytes"));
    }
    Ok(format!("{stem}.skirmish"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for (said, name) in [("final", "final.skirmish"), (" a b.skirmish ", "a b.skirmish"), ("x.y", "x.y.skirmish")] {
            assert_eq!(plain_name(said).unwrap(), name);
        }
        for said in [
            "",
            " ",
            ".skirmish",
            "a/b",
            "..",
            "../x",
            "a\\b",
            ".hidden",
            "a\nb",
            "a\u{202e}b",
            "a\u{200b}",
            &"x".repeat(200),
        ] {
            assert!(plain_name(said).is_err(), "{said:?}");
        }
    }
}
