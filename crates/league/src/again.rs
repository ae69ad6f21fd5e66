//! Games to look at: the replays that were kept, and games of built-in bots, which are played once more and written down.

use crate::ledger::Ledger;
use crate::local::{Hall, Keep};
use crate::record::Record;
use crate::tournament::Entrant;
use crate::{Error, Tournament};
use skirmish_core::registry::AnyGame;
use skirmish_matches::Venue;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The folder for replays in that of a tournament.
pub const REPLAYS: &str = "replays";

/// Built-in bots that can play their games once more.
pub struct Again {
    hall: Hall,
    known: HashSet<usize>,
}

impl Again {
    /// Those of a ledger, if there are any. No program is started.
    pub fn of(venue: &Venue, ledger: &Ledger, game: &dyn AnyGame) -> Result<Option<Again>, Error> {
        let facts = game.facts();
        let name = |source: &str| {
            let name = source.strip_prefix(&format!("{} {} ", facts.id, facts.version))?;
            facts.bots.iter().find(|bot| bot.name == name).map(|bot| bot.name)
        };
        let known: Vec<(usize, &str)> = ledger
            .bots
            .iter()
            .enumerate()
            .filter_map(|(number, bot)| Some((number, name(&bot.identity.source)?)))
            .collect();
        if known.is_empty() {
            return Ok(None);
        }
        let entrant =
            |&(number, name): &(usize, &str)| Entrant { name: number.to_string(), player: format!("builtin:{name}") };
        let tournament = Tournament { entrants: known.iter().map(entrant).collect(), ..ledger.tournament.clone() };
        let hall = Hall::ready(venue.clone(), &tournament, None, Keep::None)?;
        let numbers: Vec<usize> = known.iter().map(|(number, _)| *number).collect();
        Ok(Some(Again { hall: hall.numbered(numbers.clone()), known: numbers.into_iter().collect() }))
    }

    /// Where they play, if a fixture is theirs alone.
    pub fn hall_of(&self, record: &Record) -> Option<&Hall> {
        record.fixture.key.bots.iter().all(|bot| self.known.contains(bot)).then_some(&self.hall)
    }
}

/// The replay of each game of a fixture in a folder of replays: the one that was kept, or one that is written now. Where
/// there is neither, `None`.
pub fn replays(hall: Option<&Hall>, record: &Record, folder: &Path) -> Result<Vec<Option<PathBuf>>, Error> {
    let kept = |game: &crate::record::Game| {
        let file = game.replay.as_ref().map(|replay| replay.file.as_str())?;
        crate::verify::is_name(file).then(|| folder.join(file)).filter(|path| path.is_file())
    };
    let known: Vec<Option<PathBuf>> = record.games.iter().map(kept).collect();
    match hall {
        Some(hall) if !hall.has_programs() && known.iter().all(Option::is_none) => {
            Ok(written(hall, record, folder)?.into_iter().map(Some).collect())
        }
        _ => Ok(known),
    }
}

/// Writes the games of a fixture of built-in bots down, if they are not yet.
fn written(hall: &Hall, record: &Record, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let name = |game: usize| folder.join(format!("pair-{}-{}.skirmish", record.fixture.number + 1, game + 1));
    let files: Vec<PathBuf> = (0..record.games.len()).map(name).collect();
    if files.iter().all(|file| file.exists()) {
        return Ok(files);
    }
    let wrong = |why| Error::File { doing: "create", path: folder.into(), why };
    std::fs::create_dir_all(folder).map_err(wrong)?;
    let games = hall.write_down(&record.fixture, &files)?;
    match games.into_iter().find_map(|game| game.unwritten) {
        Some(error) => Err(error.into()),
        None => Ok(files),
    }
}
