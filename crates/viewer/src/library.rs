//! A folder of replays: what is in it, as cards, and what has changed since somebody looked.
//!
//! Files are looked at, not played: a card has what the first and the last record of a replay say. Looking goes on in
//! small portions, the newest files first, so that a page has something to show at once however many there are. A picture
//! is made when a page asks for it, and then the match is played, once.

mod card;
mod changes;
mod pictures;

pub use card::{Card, Ending, Facts, Kind, Seen};
pub use changes::{Deleted, Left, Renamed};
pub use pictures::Picture;

use crate::error::Error;
use pictures::Pictures;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Registry;
use skirmish_core::scene::Theme;
use skirmish_referee::companions;
use skirmish_replay::glance::is_growing;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The page, among its files.
pub const PAGE: &str = "library/index.html";

/// The folder is read again after this, however many pages ask.
const REST: Duration = Duration::from_millis(400);
/// How long one answer may look at files.
const PORTION: Duration = Duration::from_millis(250);

/// A folder of replays.
pub struct Library {
    registry: Registry,
    /// As it was given: a match has the same path as for whoever names it on a command line.
    pub folder: PathBuf,
    shelf: Mutex<Shelf>,
    pictures: Pictures,
    /// Files are deleted and renamed one after the other.
    changing: Mutex<()>,
}

/// What is known of the folder.
#[derive(Default)]
struct Shelf {
    /// Grows with every change.
    version: u64,
    books: BTreeMap<String, Book>,
    /// What is there no more, and since when.
    gone: Vec<Gone>,
    read: Option<Instant>,
}

struct Gone {
    at: u64,
    name: String,
    /// Whoever may only watch never knew of it.
    foreign: bool,
}

struct Book {
    card: Card,
    path: PathBuf,
    /// The version of the shelf in which it changed last.
    changed: u64,
    /// Whether the file is to be looked at.
    due: bool,
}

/// What a page is told of a library: all that has changed since it asked last.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryShelf")]
pub struct Told {
    pub folder: String,
    pub version: u64,
    pub cards: Vec<Card>,
    /// Names that are there no more. What is among the cards is there again.
    pub gone: Vec<String>,
    /// How many files nobody has looked at yet.
    pub unread: usize,
}

impl Library {
    pub fn new(registry: &Registry, folder: PathBuf) -> Library {
        Library {
            registry: registry.clone(),
            folder,
            shelf: Mutex::default(),
            pictures: Pictures::default(),
            changing: Mutex::default(),
        }
    }

    /// What the folder is called.
    pub fn name(&self) -> String {
        let folder = std::path::absolute(self.place()).unwrap_or_else(|_| self.folder.clone());
        folder.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned())
    }

    /// What has changed since a version. `owner` is told of files that are no replays, and where the folder is.
    pub fn since(&self, version: u64, owner: bool) -> Result<Told, Error> {
        let mut shelf = self.lock();
        self.survey(&mut shelf)?;
        self.look(&mut shelf);
        let news = |book: &&Book| book.changed > version && (owner || book.card.kind != Kind::Foreign);
        let unread = shelf.books.values().filter(|book| book.due).count();
        Ok(Told {
            folder: if owner { self.place().display().to_string() } else { self.name() },
            version: shelf.version,
            cards: shelf.books.values().filter(news).map(|book| book.card.clone()).collect(),
            gone: shelf
                .gone
                .iter()
                .filter(|gone| gone.at > version && (owner || !gone.foreign))
                .map(|gone| gone.name.clone())
                .collect(),
            unread,
        })
    }

    /// Where a match is that may be shown; an error says why it is not. Of what is no replay nobody learns that it is there.
    pub fn open(&self, name: &str) -> Result<PathBuf, Error> {
        let (path, card) = self.find(name)?;
        match card.facts {
            Some(facts) if facts.by_hand => Err(Error::NotYet),
            Some(_) => Ok(path),
            None if card.kind == Kind::Foreign => Err(nothing(name)),
            None => Err(Error::Bad(format!("{name}: {}", card.why.unwrap_or_default()))),
        }
    }

    /// What is wrong with a file, for whoever need not know where it is.
    pub fn unopened(&self, name: &str, error: Error) -> Error {
        match error {
            Error::File(_) if !self.folder.join(name).exists() => nothing(name),
            Error::File(error) => Error::Bad(format!("{name}: {}", card::reason(&error))),
            other => other,
        }
    }

    /// The match to show after one of them, if there is another that may be shown: the next older one, and after the
    /// oldest the newest.
    pub fn after(&self, name: &str) -> Result<Option<PathBuf>, Error> {
        let mut names: Vec<(u64, String)> = {
            let mut shelf = self.lock();
            self.survey(&mut shelf)?;
            shelf.books.values().map(|book| (book.card.written, book.card.name.clone())).collect()
        };
        names.sort_by(|a, b| b.cmp(a));
        let at = names.iter().position(|(_, other)| other == name).map_or(0, |at| at + 1);
        let others = names[at..].iter().chain(&names[..at]).filter(|(_, other)| other != name);
        Ok(others.map(|(_, other)| self.open(other)).find_map(Result::ok))
    }

    /// The last picture of a match.
    pub fn picture(&self, name: &str, theme: Theme) -> Result<Picture, Error> {
        let path = self.open(name)?;
        let (_, card) = self.find(name)?;
        let made = self.pictures.of(&self.registry, &path, &card.stamp, theme);
        let (picture, seen) = made.map_err(|error| self.unopened(name, error))?;
        if let Some(seen) = seen {
            let mut shelf = self.lock();
            let version = shelf.version + 1;
            if let Some(book) = shelf.books.get_mut(name).filter(|book| book.card.stamp == card.stamp) {
                (book.card.seen, book.changed) = (Some(seen), version);
                shelf.version = version;
            }
        }
        Ok(picture)
    }

    /// How many matches were played for pictures.
    pub fn played(&self) -> usize {
        self.pictures.made()
    }

    /// A file by its name, which has been looked at.
    fn find(&self, name: &str) -> Result<(PathBuf, Card), Error> {
        let mut shelf = self.lock();
        // It may be another file by now, and one that must not be shown.
        let is_the_same = |book: &Book| std::fs::metadata(&book.path).is_ok_and(|data| stamp(&data) == book.card.stamp);
        if !shelf.books.get(name).is_some_and(is_the_same) {
            shelf.read = None;
            self.survey(&mut shelf)?;
        }
        let version = shelf.version + 1;
        let book = shelf.books.get_mut(name).ok_or_else(|| nothing(name))?;
        let looked = book.due;
        if looked {
            book.look(&self.registry, version);
        }
        let found = (book.path.clone(), book.card.clone());
        if looked {
            shelf.version = version;
        }
        Ok(found)
    }

    /// The folder for whoever opens it.
    fn place(&self) -> &Path {
        if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder }
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads which files there are.
    fn survey(&self, shelf: &mut Shelf) -> Result<(), Error> {
        if shelf.read.is_some_and(|read| read.elapsed() < REST) {
            return Ok(());
        }
        let unread = |why| Error::Own(format!("the folder cannot be read: {why}"));
        let files = std::fs::read_dir(self.place()).map_err(unread)?;
        let found: Vec<(String, PathBuf, Option<Metadata>)> = files
            .flatten()
            .map(|file| {
                let (name, path) = (file.file_name(), self.folder.join(file.file_name()));
                // Through links; one that leads nowhere is listed without.
                (told_name(&name), path, std::fs::metadata(file.path()).ok())
            })
            .filter(|(name, _, data)| !data.as_ref().is_some_and(Metadata::is_dir) && !is_draft(name))
            .collect();
        let plain = found.iter().filter(|(name, _, _)| !companions::is_named_so(name));
        let stems: HashSet<String> = plain.map(|(name, _, _)| stem(name)).collect();
        // `NAME.SEAT.private.jsonl`, where both may have dots in them.
        let has_owner = |name: &str| name.match_indices('.').any(|(at, _)| stems.contains(&name[..at]));
        let is_beside = |name: &str| companions::is_named_so(name) && has_owner(name);
        let version = shelf.version + 1;
        let mut changed = false;
        let mut seen = BTreeMap::new();
        for (name, path, data) in found.iter().filter(|(name, _, _)| !is_beside(name)) {
            let stamp = data.as_ref().map_or_else(String::new, stamp);
            let mut book = match shelf.books.remove(name) {
                Some(book) if book.card.stamp == stamp => book,
                known => {
                    changed = true;
                    let mut card = known.map_or_else(|| unread_card(name), |book| book.card);
                    card.stamp = stamp;
                    card.written = data.as_ref().map_or(0, written);
                    card.bytes = data.as_ref().map_or(0, Metadata::len);
                    Book { card, path: path.clone(), changed: version, due: true }
                }
            };
            // Its program may have been killed: then nothing more is written.
            let running = book.card.facts.as_ref().is_some_and(|facts| facts.ending == Ending::Running);
            book.due |= running && !is_growing(path);
            seen.insert(name.clone(), book);
        }
        let gone = std::mem::replace(&mut shelf.books, seen);
        changed |= !gone.is_empty();
        let foreign = |book: Book| book.card.kind == Kind::Foreign;
        shelf.gone.extend(gone.into_iter().map(|(name, book)| Gone { at: version, name, foreign: foreign(book) }));
        shelf.version += u64::from(changed);
        shelf.read = Some(Instant::now());
        Ok(())
    }

    /// Looks at files that nobody has looked at, the newest first, for a while.
    fn look(&self, shelf: &mut Shelf) {
        let mut due: Vec<&mut Book> = shelf.books.values_mut().filter(|book| book.due).collect();
        if due.is_empty() {
            return;
        }
        due.sort_by_key(|book| std::cmp::Reverse(book.card.written));
        let (began, version) = (Instant::now(), shelf.version + 1);
        for book in due {
            book.look(&self.registry, version);
            if began.elapsed() > PORTION {
                break;
            }
        }
        shelf.version = version;
    }
}

impl Book {
    fn look(&mut self, registry: &Registry, version: u64) {
        (self.due, self.changed) = (false, version);
        let name = &self.card.name;
        if companions::is_named_so(name) {
            self.card.kind = Kind::Foreign;
            self.card.why = Some("it belongs to a replay that is not here".into());
        } else if self.path.file_name().is_some_and(|name| name.to_str().is_none()) {
            self.card.kind = Kind::Damaged;
            self.card.why = Some("its name is not UTF-8; rename it to open it".into());
        } else {
            self.card.take(&self.path, registry);
        }
    }
}

/// A file that nobody has looked at.
fn unread_card(name: &str) -> Card {
    Card {
        name: name.into(),
        written: 0,
        bytes: 0,
        stamp: String::new(),
        kind: Kind::Unread,
        why: None,
        facts: None,
        seen: None,
    }
}

fn nothing(name: &str) -> Error {
    Error::Bad(format!("there is no replay {name} here"))
}

/// What a file is called here: no two are called the same, whatever bytes their names are made of.
fn told_name(name: &OsStr) -> String {
    name.to_str().map_or_else(|| name.as_encoded_bytes().escape_ascii().to_string(), str::to_string)
}

/// What a recorder has not finished yet: `NAME.NUMBER.part`.
fn is_draft(name: &str) -> bool {
    let number = name.strip_suffix(".part").and_then(|name| name.rsplit_once('.'));
    number.is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn stem(name: &str) -> String {
    Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Changes with the file.
fn stamp(data: &Metadata) -> String {
    format!("{:x}-{:x}-{:x}{:09}", data.ino(), data.len(), data.mtime(), data.mtime_nsec())
}

fn written(data: &Metadata) -> u64 {
    u64::try_from(data.mtime() * 1000 + data.mtime_nsec() / 1_000_000).unwrap_or(0)
}
