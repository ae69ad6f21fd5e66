//! Keeping bots apart: what each may see of the folders around it.

use crate::Venue;
use crate::note::Note;
use skirmish_jail::off_limits;
use skirmish_referee::program::Start;
use skirmish_referee::{Player, Sitter};
use std::path::{Path, PathBuf};

/// Lets no bot see another one's files, nor where replays and logs are written.
pub(crate) fn keep_apart(venue: &Venue, players: &mut [Player], record: Option<&Path>) {
    let records = record.map_or(&*venue.replays, |file| file.parent().unwrap_or(Path::new("")));
    let programs = players.iter_mut().filter_map(|player| match &mut player.sitter {
        Sitter::Program(start) | Sitter::Native { start, .. } => Some((player.spelled.clone(), start)),
        _ => None,
    });
    separate(venue, &mut programs.collect::<Vec<_>>(), records);
}

/// A bot sees its folder, with replays, logs and the cache hidden in it. If another bot's files lie there, or the replay
/// itself, or if the folder is no bot's, it sees only the files that its command names.
pub(crate) fn separate(venue: &Venue, bots: &mut [(String, &mut Start)], records: &Path) {
    let records = real_place(records);
    let always = [
        records.clone(),
        real_place(&venue.replays),
        venue.cache.as_ref().map_or_else(|| records.clone(), |cache| real_place(cache)),
    ];
    let before: Vec<Start> = bots.iter().map(|(_, start)| (*start).clone()).collect();
    let is_same = |one: &Start, other: &Start| one.folder == other.folder && one.files == other.files;
    for (spelled, start) in bots.iter_mut() {
        let others = || before.iter().filter(|other| !is_same(start, other)).flat_map(|other| &other.files);
        let why = if let Some(why) = off_limits(&start.folder) {
            why
        } else if others().any(|file| file.starts_with(&start.folder)) {
            "another bot is in it"
        } else if always.contains(&start.folder) || records_in(&start.folder).len() > MOST_RECORDS {
            "replays, logs or the cache are kept in it"
        } else {
            continue;
        };
        start.files_only = true;
        venue.listener.tell(Note::FilesOnly { player: spelled, folder: &start.folder, why });
    }
    let after: Vec<Start> = bots.iter().map(|(_, start)| (*start).clone()).collect();
    for (_, start) in bots.iter_mut() {
        let others = after.iter().filter(|other| !is_same(start, other)).flat_map(Start::own);
        start.hides = others.chain(always.iter().cloned()).chain(records_in(&start.folder)).collect();
        start.hides.retain(|hidden| start.out.as_ref() != Some(hidden));
        start.hides.sort();
        start.hides.dedup();
    }
}

/// So many files of matches are hidden one by one in a bot's folder.
const MOST_RECORDS: usize = 100;

/// Where the author of a bot keeps failures, in its folder.
pub const CASES: &str = "cases";

/// Replays, logs and capsules of other matches that lie in a bot's folder itself, or are kept as its cases.
fn records_in(folder: &Path) -> Vec<PathBuf> {
    let is_record = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        [".skirmish", ".private.jsonl", ".capsule.json"].iter().any(|ending| name.ends_with(ending))
    };
    let folders = [folder.to_owned(), folder.join(CASES)];
    let entries = folders.iter().flat_map(|folder| folder.read_dir().into_iter().flatten().flatten());
    entries.map(|entry| entry.path()).filter(is_record).take(MOST_RECORDS + 1).collect()
}

/// The real path of something that need not be there yet.
fn real_place(path: &Path) -> PathBuf {
    // What has no folder in its name lies in the current one.
    let path = std::path::absolute(Path::new(".").join(path)).unwrap_or_else(|_| path.to_owned());
    let real = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match real {
        Some((above, real)) => path.strip_prefix(above).map_or_else(|_| real.clone(), |rest| real.join(rest)),
        None => path,
    }
}
