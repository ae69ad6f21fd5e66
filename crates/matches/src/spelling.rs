//! What people write for a seat: read, and compared with what there is.

use crate::Error;
use skirmish_core::any::AnyTable;
use skirmish_core::names;
use skirmish_core::registry::AnyGame;
use skirmish_referee::SeatSpec;
use skirmish_referee::manifest::{self, Manifest};
use skirmish_referee::player::BadSpec;
use skirmish_referee::program::Start;

/// One spelling for each seat of a table; medium bots sit where nothing is said at all.
pub fn one_each(spelled: &[String], table: &dyn AnyTable, game: &dyn AnyGame) -> Result<Vec<String>, Error> {
    let seats = table.seats();
    match spelled.len() {
        // A game may have no bots of its own.
        0 if table.is_bot("medium") => Ok(vec!["medium".to_string(); seats.len()]),
        n if n == seats.len() => Ok(spelled.to_vec()),
        players => Err(Error::Players { players, seats: seats.to_vec(), possible: game.facts().seats }),
    }
}

/// Reads how one who is to sit at a table like this is spelled.
pub fn read(spelled: &str, table: &dyn AnyTable) -> Result<SeatSpec, Error> {
    let spec = SeatSpec::read(spelled, |name| table.is_bot(name)).map_err(|error| meant(error, table))?;
    match &spec {
        SeatSpec::Builtin(name) if !table.is_bot(name) => Err(Error::unknown("built-in bot", name, table.bots())),
        _ => Ok(spec),
    }
}

/// A word that is no program may be a slip in the name of a bot.
fn meant(error: BadSpec, table: &dyn AnyTable) -> Error {
    let BadSpec::NoProgram(word) = &error else { return error.into() };
    let folders = std::fs::read_dir(".").into_iter().flatten().flatten().take(1000);
    let folders = folders.filter(|entry| entry.path().join(manifest::FILE).is_file());
    let folders: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let known = table.bots().into_iter().chain(["human", "attach"]).chain(folders.iter().map(String::as_str));
    match names::nearest(word, known) {
        Some(near) => Error::NoProgram { word: word.clone(), near: near.into() },
        None => error.into(),
    }
}

/// A bot that says which games it plays is not asked to play another.
pub fn must_play(spelled: &str, game: &str) -> Result<(), Error> {
    let (folder, start) = match SeatSpec::read(spelled, |_| false)? {
        SeatSpec::Folder(folder) => (folder, None),
        SeatSpec::Program(start) => (start.folder.clone(), Some(start)),
        _ => return Ok(()),
    };
    let Ok(manifest) = Manifest::of(&folder) else { return Ok(()) };
    // A program is the folder's bot if it is started as the folder would start it.
    let is_its_bot = |start: Start| manifest.run.iter().eq([&start.command].into_iter().chain(&start.args));
    if manifest.plays(game) || !start.is_none_or(is_its_bot) {
        return Ok(());
    }
    let (folder, games) = (folder.display().to_string(), manifest.games.join(", "));
    Err(Error::OtherGame { folder, games, game: game.into() })
}
