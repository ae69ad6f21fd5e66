//! Failures that are kept: capsules in the bot's folder `cases`, each with the replay of its match. Each is run again at
//! every save, so that nothing that was mended comes back unseen.

use super::{Plan, Round};
use crate::Error;
use serde::Serialize;
use skirmish_matches::error::in_full;
use skirmish_matches::{CASES, Rerun, RerunOptions, Trust, Venue, played, replays};
use skirmish_referee::capsule::Capsule;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// So many cases are kept and run; what fails beyond that waits until some are mended and removed.
pub const MOST_CASES: usize = 20;
/// The largest replay that is kept with a case.
const LARGEST_REPLAY: u64 = 32 << 20;
const ENDING: &str = ".capsule.json";

/// How a kept failure went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CaseRun {
    /// The name of its file, without what all of them end in.
    pub name: String,
    /// How it failed then: `late`, `crashed`, ...
    pub kind: String,
    /// Whether the bot comes through now; `None` if that cannot be told.
    pub passes: Option<bool>,
    /// What it does now, or why that cannot be told.
    pub why: String,
}

/// Runs all cases of the game, in the order of their names.
pub(super) fn run(venue: &Venue, plan: &Plan, player: &str, round: &mut Round) -> Result<(), Error> {
    let files = files(&plan.folder);
    if files.is_empty() {
        return Ok(());
    }
    let options = RerunOptions { sandbox: plan.sandbox, no_clock: plan.treatment.time.off, trust: Trust::All };
    let rerun = Rerun::ready(venue, player, &plan.setting.game, &options)?;
    if files.len() > MOST_CASES {
        round.notes.push(format!("of {} cases the first {MOST_CASES} are run", files.len()));
    }
    for file in files.iter().take(MOST_CASES) {
        if venue.cancel.is_cancelled() {
            return Ok(());
        }
        let name = name(file);
        let capsule = match replays::read_capsule(file) {
            Ok(capsule) => capsule,
            Err(error) => {
                let (kind, why) = (String::new(), in_full(&error));
                round.cases.push(CaseRun { name, kind, passes: None, why });
                continue;
            }
        };
        if capsule.game != plan.setting.game {
            continue;
        }
        let kind = played::kind(&capsule.ending).to_string();
        let (passes, why) = match rerun.capsule(venue, file, &capsule, false) {
            Ok(run) => (run.fails.map(|fails| !fails), run.missing.unwrap_or(run.is)),
            Err(error) => (None, in_full(&error)),
        };
        round.cases.push(CaseRun { name, kind, passes, why });
    }
    Ok(())
}

/// Keeps a new failure, unless one of its kind fails already or there are enough.
pub(super) fn keep(folder: &Path, capsule: &Path, kind: &str, round: &mut Round) {
    let is_known = round.cases.iter().any(|case| case.kind == kind && case.passes == Some(false));
    let is_kept = round.kept.iter().any(|name| name.starts_with(&format!("{kind}-")));
    if is_known || is_kept {
        return;
    }
    if files(folder).len() >= MOST_CASES {
        let note = format!("there are {MOST_CASES} cases already, so the new failure is not kept: {kind}");
        if !round.notes.contains(&note) {
            round.notes.push(note);
        }
        return;
    }
    match copy(folder, capsule, kind) {
        Ok(name) => round.kept.push(name),
        Err(why) => round.notes.push(format!("a failure cannot be kept ({kind}): {why}")),
    }
}

fn copy(folder: &Path, from: &Path, kind: &str) -> io::Result<String> {
    let cases = folder.join(CASES);
    match std::fs::create_dir(&cases) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // Whoever wrote the bot's folder does not choose where we write.
    if !cases.symlink_metadata()?.is_dir() {
        return Err(io::Error::other(format!("{} is not a folder", cases.display())));
    }
    let mut capsule: Capsule = replays::read_capsule(from).map_err(io::Error::other)?;
    let (name, mut file) = (1..)
        .map(|n| format!("{kind}-{n}"))
        .find_map(|name| {
            match OpenOptions::new().write(true).create_new(true).open(cases.join(name.clone() + ENDING)) {
                Ok(file) => Some(Ok((name, file))),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(error)),
            }
        })
        .expect("numbers do not end")?;
    let replay =
        capsule.replay_beside(from).filter(|path| path.metadata().is_ok_and(|data| data.len() <= LARGEST_REPLAY));
    capsule.replay = match replay {
        Some(path) => {
            let beside = format!("{name}.skirmish");
            let mut to = OpenOptions::new().write(true).create_new(true).open(cases.join(&beside))?;
            to.write_all(&std::fs::read(path)?)?;
            Some(beside)
        }
        None => None,
    };
    file.write_all(capsule.text().as_bytes())?;
    Ok(name)
}

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(ENDING).unwrap_or(&name).to_string()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.join(CASES).read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(ENDING)).collect();
    files.sort();
    files
}
