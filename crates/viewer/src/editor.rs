//! A position that is being edited. It need not always be playable; its faults are shown at once.

use crate::beside;
use crate::error::Error;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::any::AnyTable;
use skirmish_core::edit::{Brush, Edit, Placed, things_at};
use skirmish_core::fault::Fault;
use skirmish_core::scene::Scene;
use skirmish_core::{Faults, Registry, Seed, Setup, Viewer};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where scenarios are saved.
const FOLDER: &str = "scenarios";
/// How many changes can be undone, if the positions are not too large.
const MOST_UNDO: usize = 500;
/// How many bytes of serialized positions are kept for that.
const MOST_UNDO_BYTES: usize = 64 << 20;

/// A position that somebody edits.
pub struct Editor {
    registry: Registry,
    pub game: &'static str,
    maps: Vec<&'static str>,
    inner: Mutex<Inner>,
}

/// A position as its page sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EditState {
    #[schemars(with = "Map<String, Value>")]
    pub position: Value,
    pub faults: Vec<Fault>,
    /// The last position that could be played.
    pub scene: Option<Scene>,
    pub starts: Starts,
    /// Where it was saved last.
    pub saved: Option<PathBuf>,
}

/// What one can begin with.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Starts {
    pub maps: Vec<&'static str>,
}

struct Inner {
    position: Value,
    /// Serialized, which takes a tenth of the memory.
    before: Vec<String>,
    after: Vec<String>,
    /// The picture of the last position that could be played.
    scene: Option<Scene>,
    faults: Option<Faults>,
    saved: Option<Saved>,
}

/// A file that was written here.
struct Saved {
    path: PathBuf,
    text: String,
}

impl Saved {
    /// Whether the file is still as it was written.
    fn is_there(&self) -> bool {
        beside::read(&self.path, self.text.len()).is_ok_and(|bytes| bytes == self.text.as_bytes())
    }
}

impl Editor {
    /// Begins with a position, playable or not.
    pub fn new(registry: &Registry, game: &str, position: Value) -> Result<Editor, Error> {
        let facts = registry.game(game)?.facts();
        let maps = facts.maps.iter().map(|map| map.name).collect();
        let inner = Inner { position, before: Vec::new(), after: Vec::new(), scene: None, faults: None, saved: None };
        let editor = Editor { registry: registry.clone(), game: facts.id, maps, inner: Mutex::new(inner) };
        editor.judge(&mut editor.lock());
        Ok(editor)
    }

    /// Begins with a fresh game, on a map of the program if one is named.
    pub fn start(registry: &Registry, game: &str, map: Option<&str>) -> Result<Editor, Error> {
        Editor::new(registry, game, start(registry, game, map)?)
    }

    /// Begins with a fresh game of the same kind.
    pub fn fresh(&self) -> Result<Editor, Error> {
        Editor::start(&self.registry, self.game, None)
    }

    pub fn state(&self) -> EditState {
        self.told(&self.lock())
    }

    fn told(&self, inner: &Inner) -> EditState {
        EditState {
            position: inner.position.clone(),
            faults: inner.faults.as_ref().map_or(&[][..], Faults::list).to_vec(),
            scene: inner.scene.clone(),
            starts: Starts { maps: self.maps.clone() },
            saved: inner.saved.as_ref().map(|saved| saved.path.clone()),
        }
    }

    /// Makes changes, all or none.
    pub fn apply(&self, edits: &[Edit]) -> Result<EditState, Error> {
        let mut inner = self.lock();
        let mut position = inner.position.clone();
        for edit in edits {
            let brushes = self.brushes(&position);
            edit.apply(&mut position, &brushes).map_err(Error::Bad)?;
        }
        Ok(self.become_position(&mut inner, position))
    }

    /// Continues with another position.
    pub fn replace(&self, position: Value) -> Result<EditState, Error> {
        if position["game"] != self.game {
            return Err(Error::Bad(format!("this is not a position of {}", self.game)));
        }
        Ok(self.become_position(&mut self.lock(), position))
    }

    /// Continues with a fresh game on a map.
    pub fn restart(&self, map: &str) -> Result<EditState, Error> {
        self.replace(start(&self.registry, self.game, Some(map))?)
    }

    fn become_position(&self, inner: &mut Inner, position: Value) -> EditState {
        if position != inner.position {
            let was = std::mem::replace(&mut inner.position, position);
            inner.before.push(was.to_string());
            let kept = |before: &[String]| before.iter().map(String::len).sum::<usize>();
            while inner.before.len() > MOST_UNDO || kept(&inner.before) > MOST_UNDO_BYTES {
                inner.before.remove(0);
            }
            inner.after.clear();
            self.judge(inner);
        }
        self.told(inner)
    }

    pub fn undo(&self) -> EditState {
        let mut inner = self.lock();
        if let Some(was) = inner.before.pop() {
            let is = std::mem::replace(&mut inner.position, unfolded(&was));
            inner.after.push(is.to_string());
            self.judge(&mut inner);
        }
        self.told(&inner)
    }

    pub fn redo(&self) -> EditState {
        let mut inner = self.lock();
        if let Some(next) = inner.after.pop() {
            let is = std::mem::replace(&mut inner.position, unfolded(&next));
            inner.before.push(is.to_string());
            self.judge(&mut inner);
        }
        self.told(&inner)
    }

    /// What stands on a cell.
    pub fn at(&self, x: i64, y: i64) -> Vec<Placed> {
        let position = &self.lock().position;
        things_at(position, &self.brushes(position), x, y)
    }

    /// The position as a file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(&self.lock().position).expect("positions serialise") + "\n"
    }

    /// Saves the position under a name. Files that somebody else saved or changed are never overwritten.
    pub fn save(&self, name: &str) -> Result<PathBuf, Error> {
        let name: String =
            name.trim().chars().map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' }).collect();
        if name.is_empty() || name.len() > 100 {
            return Err(Error::Bad("a name has 1 to 100 letters, digits or dashes".into()));
        }
        let text = self.text();
        let failed = |path: &Path, why: std::io::Error| Error::Own(format!("cannot write {}: {why}", path.display()));
        let folder = Path::new(FOLDER);
        std::fs::create_dir_all(folder).map_err(|why| failed(folder, why))?;
        if folder.is_symlink() {
            return Err(Error::Bad(format!("{FOLDER} is a symbolic link; scenarios are only saved in a plain folder")));
        }
        let mut inner = self.lock();
        for n in 1.. {
            let number = if n == 1 { String::new() } else { format!("-{n}") };
            let path = folder.join(format!("{name}{number}.json"));
            let ours = inner.saved.as_ref().is_some_and(|saved| saved.path == path && saved.is_there());
            if ours {
                std::fs::remove_file(&path).map_err(|why| failed(&path, why))?;
            }
            // A new file, so that nothing is written through a link.
            let opened = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
            match opened.and_then(|mut file| file.write_all(text.as_bytes())) {
                Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(failed(&path, why)),
                Ok(()) => {
                    inner.saved = Some(Saved { path: path.clone(), text });
                    return Ok(path);
                }
            }
        }
        unreachable!("some number is free")
    }

    /// Makes the table of a match that begins here.
    pub fn table(&self) -> Result<Box<dyn AnyTable>, Faults> {
        seated(&self.registry, self.game, &self.lock().position)
    }

    /// Makes tables of matches that begin at the present position.
    pub fn tables(&self) -> impl Fn() -> Result<Box<dyn AnyTable>, Faults> + Send + use<> {
        let (registry, game, position) = (self.registry.clone(), self.game, self.lock().position.clone());
        move || seated(&registry, game, &position)
    }

    fn judge(&self, inner: &mut Inner) {
        match seated(&self.registry, self.game, &inner.position) {
            Ok(table) => {
                inner.scene = Some(table.scene(Viewer::Omniscient));
                inner.faults = None;
            }
            Err(faults) => inner.faults = Some(faults),
        }
    }

    /// What can be placed under the config of a position.
    fn brushes(&self, position: &Value) -> Vec<Brush> {
        let overrides = position["config"].as_object().cloned().unwrap_or_default();
        self.registry.game(self.game).expect("the game was found before").brushes(&overrides)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A position that was written out here.
fn unfolded(text: &str) -> Value {
    serde_json::from_str(text).expect("what was written can be read")
}

/// The table of a match that begins at a position.
fn seated(registry: &Registry, game: &str, position: &Value) -> Result<Box<dyn AnyTable>, Faults> {
    registry.game(game).expect("the game was found before").at(position, Seed::new(1))
}

/// The first position of a fresh game, on a map of the program if one is named.
fn start(registry: &Registry, game: &str, map: Option<&str>) -> Result<Value, Error> {
    let mut setup = Setup::seeded(1);
    if let Some(map) = map {
        setup = setup.with_map(map);
    }
    Ok(unfolded(&registry.game(game)?.set_up(&setup)?.position()))
}
