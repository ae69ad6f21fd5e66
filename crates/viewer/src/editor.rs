//! A position that is being edited. It need not always be playable: it is shown as it stands, with all its faults.

use crate::beside;
use crate::error::Error;
use crate::organiser::{Organiser, Wish};
use crate::repair;
use crate::trial::{TrialState, Trials};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::any::AnyTable;
use skirmish_core::edit::{AreaEdit, Brush, BrushKind, Clip, Edit, Lie, Placed, Turn, things_at};
use skirmish_core::fault::Fault;
use skirmish_core::scene::Scene;
use skirmish_core::{Faults, Registry, Seed, Setup, Viewer};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    trials: Trials,
    inner: Mutex<Inner>,
}

/// A position as its page sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EditState {
    #[schemars(with = "Map<String, Value>")]
    pub position: Value,
    pub faults: Vec<Fault>,
    /// Of each fault: the cell it is about, if it is about one.
    pub places: Vec<Option<[i64; 2]>>,
    pub scene: Option<Scene>,
    pub drawn: Drawn,
    pub starts: Starts,
    /// Where it was saved last.
    pub saved: Option<PathBuf>,
}

/// How far the picture is the position.
#[derive(Clone, Default, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "as")]
pub enum Drawn {
    /// It can be played, and is drawn as the game draws it.
    Playable,
    /// It cannot be played, and is drawn all the same.
    Faulty {
        /// How many things are pale, because the rules refuse them.
        pale: usize,
        /// The values that the picture does not follow.
        unread: Vec<String>,
    },
    /// Not even that can be done: the last picture stays.
    #[default]
    Before,
}

/// What values may be, as JSON Schemas.
#[derive(Serialize, JsonSchema)]
pub struct EditSchemas {
    #[schemars(with = "Map<String, Value>")]
    pub position: Value,
    #[schemars(with = "Map<String, Value>")]
    pub config: Value,
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
    scene: Option<Scene>,
    drawn: Drawn,
    faults: Option<Faults>,
    /// How the board of the picture lies.
    lie: Option<Lie>,
    /// The last position that could be played; its values stand in for those that cannot be read.
    good: Value,
    saved: Option<Saved>,
}

impl Inner {
    fn lie(&self) -> Result<&Lie, Error> {
        self.lie.as_ref().ok_or_else(|| Error::Bad("how the board lies is not known before it was drawn once".into()))
    }
}

fn lie(table: &dyn AnyTable, scene: &Scene) -> Lie {
    Lie { grid: scene.grid, frame: scene.frame, seats: table.seats().to_vec() }
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
        let inner = Inner {
            position,
            before: Vec::new(),
            after: Vec::new(),
            scene: None,
            drawn: Drawn::Before,
            faults: None,
            lie: None,
            good: start(registry, game, None)?,
            saved: None,
        };
        let editor = Editor {
            registry: registry.clone(),
            game: facts.id,
            maps,
            trials: Trials::default(),
            inner: Mutex::new(inner),
        };
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
        let faults = inner.faults.as_ref().map_or(&[][..], Faults::list).to_vec();
        EditState {
            position: inner.position.clone(),
            places: faults.iter().map(|fault| repair::place_of(&inner.position, &fault.pointer)).collect(),
            faults,
            scene: inner.scene.clone(),
            drawn: inner.drawn.clone(),
            starts: Starts { maps: self.maps.clone() },
            saved: inner.saved.as_ref().map(|saved| saved.path.clone()),
        }
    }

    /// What values may be. Words without a list of choices have those that the brushes use as examples.
    pub fn schemas(&self) -> EditSchemas {
        let schemas = self.registry.game(self.game).expect("the game was found before").schemas();
        let mut position = schemas.position;
        for brush in self.brushes(&self.lock().position) {
            let BrushKind::Thing { list, entry, .. } = &brush.kind else { continue };
            let of = format!("/properties/{list}/items/$ref");
            let Some(name) =
                position.pointer(&of).and_then(Value::as_str).map(|name| name.trim_start_matches('#').to_string())
            else {
                continue;
            };
            for (key, value) in entry.as_object().into_iter().flatten().filter(|(_, value)| value.is_string()) {
                let Some(schema) = position.pointer_mut(&format!("{name}/properties/{key}")) else { continue };
                if schema["type"] != "string" && schema.get("$ref").is_none() {
                    continue;
                }
                if schema.get("examples").is_none() {
                    schema["examples"] = Value::Array(Vec::new());
                }
                if let Some(examples) = schema["examples"].as_array_mut().filter(|list| !list.contains(value)) {
                    examples.push(value.clone());
                }
            }
        }
        EditSchemas { position, config: schemas.config }
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

    /// Changes many cells at once.
    pub fn change(&self, change: &AreaEdit) -> Result<EditState, Error> {
        let mut inner = self.lock();
        let (mut position, brushes) = (inner.position.clone(), self.brushes(&inner.position));
        change.apply(&mut position, &brushes, inner.lie()?).map_err(Error::Bad)?;
        if inner.faults.is_none() {
            let judged = |position: &Value| seated(&self.registry, self.game, position);
            position = repair::settled(&position, &brushes, judged).unwrap_or(position);
        }
        Ok(self.become_position(&mut inner, position))
    }

    /// What is between two cells, to be put elsewhere.
    pub fn copy(&self, from: [i64; 2], to: [i64; 2]) -> Result<Clip, Error> {
        let inner = self.lock();
        let cells = inner.lie()?.between(from, to).map_err(Error::Bad)?;
        Ok(Clip::of(&inner.position, &self.brushes(&inner.position), cells))
    }

    /// Turns what was copied.
    pub fn turned(&self, clip: &Clip, turn: Turn, swap: bool) -> Result<Clip, Error> {
        let inner = self.lock();
        let lie = inner.lie()?;
        clip.turned(lie, turn, swap.then_some(&lie.seats[..])).map_err(Error::Bad)
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

    /// Has a built-in bot play the position against itself.
    pub fn try_out(&self, organiser: &Arc<dyn Organiser>, bot: &str, pairs: u64) -> Result<TrialState, Error> {
        let table = self.table()?;
        if !table.is_bot(bot) {
            return Err(Error::Bad(skirmish_core::names::unknown("bot", bot, table.bots())));
        }
        let wish = Wish { game: self.game, position: self.lock().position.clone(), bot: bot.into(), pairs };
        self.trials.begin(organiser, wish)
    }

    /// How that stands.
    pub fn trial(&self) -> Option<TrialState> {
        self.trials.state(&self.lock().position)
    }

    /// Ends it.
    pub fn stop_trial(&self) -> Option<TrialState> {
        self.trials.stop();
        self.trial()
    }

    fn judge(&self, inner: &mut Inner) {
        let judged = |position: &Value| seated(&self.registry, self.game, position);
        match judged(&inner.position) {
            Ok(table) => {
                let scene = table.scene(Viewer::Omniscient);
                inner.lie = Some(lie(&*table, &scene));
                inner.scene = Some(scene);
                inner.drawn = Drawn::Playable;
                inner.faults = None;
                inner.good.clone_from(&inner.position);
            }
            Err(faults) => {
                inner.drawn = Drawn::Before;
                if let Some(repaired) = repair::repaired(&inner.position, &inner.good, judged) {
                    let mut scene = repaired.table.scene(Viewer::Omniscient);
                    inner.lie = Some(lie(&*repaired.table, &scene));
                    let (brushes, symbols) = (self.brushes(&inner.position), repaired.table.symbols());
                    let pale = repair::draw(&mut scene, &inner.position, &repaired, &brushes, symbols);
                    repair::make_room(&mut scene, &inner.position, faults.list());
                    inner.scene = Some(scene);
                    inner.drawn = Drawn::Faulty { pale, unread: repaired.stood_in };
                }
                inner.faults = Some(faults);
            }
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
