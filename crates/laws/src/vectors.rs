//! Golden transitions: one driver for all games. `vectors/README.md` describes the lines.
//!
//! Read the line, tell its kind, load `before`, run the groups, compare.

use crate::compare::{Extent, difference};
use crate::lines::Lines;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::golden::{Difference, Group, Line, LineResult, Refusal};
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Faults, Golden};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Why a line failed.
#[derive(Debug)]
pub enum Failure {
    /// The line is not a vector this driver can read.
    Unreadable(String),
    /// A position was refused.
    Position(Faults),
    /// Playing it gave something else. `part` is `after`, `rejected`, `view`, ...
    Differs { part: String, difference: Difference },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreadable(why) => write!(f, "unreadable line: {why}"),
            Failure::Position(faults) => write!(f, "the position is refused: {faults}"),
            Failure::Differs { part, difference } => {
                write!(f, "{part}{}: expected {}, got {}", difference.pointer, difference.expected, difference.got)
            }
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Unreadable(error.to_string())
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Failure {
        Failure::Position(faults)
    }
}

/// The name of a line, for messages.
pub fn name(line: &str) -> String {
    #[derive(Deserialize)]
    struct Named {
        name: Option<String>,
    }
    serde_json::from_str::<Named>(line).ok().and_then(|named| named.name).unwrap_or_else(|| "(no name)".into())
}

/// Runs one line.
pub fn run<G: Golden>(line: &str) -> Result<(), Failure> {
    if let Some(verdict) = G::own_kind(line) {
        return verdict.map_err(|difference| Failure::Differs { part: String::new(), difference });
    }
    let whole: Value = serde_json::from_str(line)?;
    if whole.get("view").is_some() {
        run_view::<G>(&whole)
    } else if whole.get("steps").is_some() {
        run_steps::<G>(line, &whole)
    } else if whole.get("before").is_some() {
        run_transition::<G>(line, &whole)
    } else {
        Err(Failure::Unreadable("a line of unknown kind: it has none of the keys view, steps, before".into()))
    }
}

/// How a file of vectors went.
#[derive(Debug)]
pub struct Tally<F = Failure> {
    pub passed: usize,
    /// Name and failure of each line that failed.
    pub failed: Vec<(String, F)>,
}

impl<F> Default for Tally<F> {
    fn default() -> Tally<F> {
        Tally { passed: 0, failed: Vec::new() }
    }
}

/// Runs an open file line by line until it is `stopped`: a game's by [`run`]. `path` is its name: `*.zst` is packed.
pub fn run_file<F>(
    file: File,
    path: &Path,
    tally: &mut Tally<F>,
    run: impl Fn(&str) -> Result<(), F>,
    stopped: impl Fn() -> bool,
) -> std::io::Result<()> {
    for line in Lines::new(file, is_packed(path))? {
        if stopped() {
            break;
        }
        let line = line?;
        match run(&line) {
            Ok(()) => tally.passed += 1,
            Err(failure) => tally.failed.push((name(&line), failure)),
        }
    }
    Ok(())
}

/// Runs all vectors of a game: those of the repository, of which there must be `at_least` that many, and whatever
/// `SKIRMISH_VECTORS` adds (paths as in `PATH`; a folder that holds `GAME/`, or a file). Panics with what failed.
pub fn check_all<G: Golden>(at_least: usize) {
    let home = workspace_path("vectors".as_ref()).join(G::ID);
    let ours = check_files(G::ID, &must_have(&home), run::<G>);
    assert!(ours >= at_least, "{}: {ours} vectors instead of at least {at_least}", home.display());
    check_added(G::ID, is_of::<G>, run::<G>);
}

/// Runs what `SKIRMISH_VECTORS` adds to the vectors called `id`: folders that hold a folder of that name, and files whose
/// first line `is_ours`. Panics with what failed.
pub fn check_added<F: fmt::Display>(
    id: &str,
    is_ours: impl Fn(&Path, &Value) -> bool,
    run: impl Fn(&str) -> Result<(), F>,
) {
    for path in named() {
        let files = if path.is_dir() { must_have(&path.join(id)) } else { vec![path] };
        let ours: Vec<PathBuf> = files.into_iter().filter(|file| is_ours(file, &first_line(file))).collect();
        check_files(id, &ours, &run);
    }
}

/// What `SKIRMISH_VECTORS` names.
fn named() -> Vec<PathBuf> {
    let paths = std::env::var_os("SKIRMISH_VECTORS").unwrap_or_default();
    std::env::split_paths(&paths).filter(|path| path != Path::new("")).map(|path| workspace_path(&path)).collect()
}

/// A file beside the folders of `SKIRMISH_VECTORS` that the repository may not hold, such as a map of a game's original;
/// `None`, with a message, where nothing is named.
pub fn beside(file: &str) -> Option<PathBuf> {
    let found = named().first().map(|folder| folder.join("..").join(file));
    if found.is_none() {
        eprintln!("SKIRMISH_VECTORS is not set: {file} was NOT read");
    }
    found
}

/// The first line of a file, if it is JSON.
fn first_line(path: &Path) -> Value {
    let first = open(path).next().unwrap_or_else(|| panic!("{}: no line in it", path.display()));
    first.ok().and_then(|line| serde_json::from_str(&line).ok()).unwrap_or_default()
}

/// Whether the first line of a file is of this game. Lines with a tolerance are of no game.
fn is_of<G: Golden>(path: &Path, first: &Value) -> bool {
    let game = ["before", "position", "start"].iter().find_map(|key| first[key]["game"].as_str());
    if game.is_none() && first.get("tol").is_some() {
        return false;
    }
    game.unwrap_or_else(|| panic!("{}: the first line names no game", path.display())) == G::ID
}

/// Runs files and returns how many lines passed. Panics if one fails.
fn check_files<F: fmt::Display>(id: &str, files: &[PathBuf], run: impl Fn(&str) -> Result<(), F>) -> usize {
    let mut tally = Tally::default();
    for path in files {
        let file = File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        run_file(file, path, &mut tally, &run, || false).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    for (name, failure) in tally.failed.iter().take(20) {
        eprintln!("{name}: {failure}");
    }
    println!("{id}: {} files, {} passed, {} failed", files.len(), tally.passed, tally.failed.len());
    assert!(tally.failed.is_empty(), "{} of {} lines failed", tally.failed.len(), tally.failed.len() + tally.passed);
    tally.passed
}

/// Tests run in their crate's folder; a relative path means the workspace's.
fn workspace_path(path: &Path) -> PathBuf {
    if path.is_absolute() { path.into() } else { Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path) }
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "zst")
}

fn open(path: &Path) -> Lines {
    File::open(path)
        .and_then(|file| Lines::new(file, is_packed(path)))
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The vectors under a folder, which must have some.
fn must_have(folder: &Path) -> Vec<PathBuf> {
    let files = files_under(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    assert!(!files.is_empty(), "{}: no vectors in it", folder.display());
    files
}

/// All `*.jsonl` and `*.jsonl.zst` under a folder, in the order of their names.
pub fn files_under(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files)?;
        } else if name.ends_with(".jsonl") || name.ends_with(".jsonl.zst") {
            files.push(path);
        }
    }
    Ok(())
}

/// Loads a position of a line.
pub fn load<G: Golden>(position: &Value) -> Result<(G, G::State), Failure> {
    let position = G::read_position(position)?;
    Ok(G::from_position(&position)?)
}

fn run_view<G: Golden>(whole: &Value) -> Result<(), Failure> {
    let (game, state) = load::<G>(&whole["before"])?;
    let seat = game
        .seat_called(&state, whole["seat"].as_str().unwrap_or_default())
        .ok_or_else(|| Failure::Unreadable(format!("no seat {}", whole["seat"])))?;
    let memory = game.begin(&state);
    let news = News { first: false, rejected: &[], events: &[], memory: &memory };
    let mut view = G::View::default();
    game.view(&state, Viewer::Seat(seat), &news, &mut view);
    compare("view", &whole["view"], &serde_json::to_value(&view)?, Extent::Full)
}

fn run_transition<G: Golden>(line: &str, whole: &Value) -> Result<(), Failure> {
    let parts: Line<'_> = serde_json::from_str(line)?;
    let (game, mut state) = load::<G>(&whole["before"])?;
    let mut told = LineResult::default();
    game.play(&mut state, &parts, &mut told).map_err(Failure::Unreadable)?;
    let mut expected = whole["rejected"].clone();
    if let Value::Array(refusals) = &mut expected {
        refusals.retain(|refusal| G::refused_in_actions(whole, refusal));
    }
    compare_refusals("rejected", &expected, &told.refusals)?;
    if let Some(trace) = whole.get("trace") {
        compare("trace", trace, &json!(told.traces), Extent::Full)?;
    }
    compare_position("after", &whole["after"], &game, &state)?;
    if let Some(result) = whole.get("result") {
        let memory = game.begin(&state);
        let outcome = serde_json::to_value(game.outcome(&state, &memory))?;
        compare("result", result, &outcome, Extent::Present)?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct Step<'a> {
    turn: Option<i64>,
    phase: Option<String>,
    seat: String,
    #[serde(borrow)]
    actions: Vec<&'a RawValue>,
    #[serde(default)]
    rejected: Vec<Value>,
}

fn run_steps<G: Golden>(line: &str, whole: &Value) -> Result<(), Failure> {
    #[derive(Deserialize)]
    struct Steps<'a> {
        #[serde(borrow)]
        steps: Vec<Step<'a>>,
    }
    let parts: Steps<'_> = serde_json::from_str(line)?;
    let (game, mut state) = load::<G>(&whole["before"])?;
    let none = Vec::new();
    let checkpoints = whole["checkpoints"].as_array().unwrap_or(&none);
    for (i, step) in parts.steps.iter().enumerate() {
        for checkpoint in checkpoints.iter().filter(|c| c["step"].as_u64() == Some(i as u64)) {
            compare_position(&format!("checkpoints at step {i}: position"), &checkpoint["position"], &game, &state)?;
        }
        let part = format!("steps/{i}");
        let turn = game.turn(&state);
        let seats = game.seats(&state);
        let to_act = turn.to_act.iter().next().map(|seat| seats[seat.index()].clone());
        let got = json!({"turn": turn.number, "phase": turn.phase, "seat": to_act});
        let mut expected = json!({"seat": step.seat});
        if let Some(turn) = step.turn {
            expected["turn"] = turn.into();
        }
        if let Some(phase) = &step.phase {
            expected["phase"] = phase.as_str().into();
        }
        compare(&part, &expected, &got, Extent::Present)?;
        let group = Group { seat: step.seat.clone(), actions: step.actions.clone(), turn: None, time: None };
        let mut told = LineResult::default();
        game.play_group(&mut state, (0, &group), &mut told).map_err(Failure::Unreadable)?;
        compare_refusals(&format!("{part}/rejected"), &json!(step.rejected), &told.refusals)?;
    }
    compare_position("after", &whole["after"], &game, &state)
}

/// Compares a position with the expected one, as far as the game's vectors do.
pub fn compare_position<G: Golden>(part: &str, expected: &Value, game: &G, state: &G::State) -> Result<(), Failure> {
    let got = serde_json::to_value(game.position(state))?;
    compare(part, expected, &got, if G::PARTIAL { Extent::Present } else { Extent::Full })
}

/// Of each rejection the keys that the expected one has; number and order of all.
fn compare_refusals(part: &str, expected: &Value, got: &[Refusal]) -> Result<(), Failure> {
    let got: Vec<Value> = got
        .iter()
        .map(|r| json!({"group": r.group, "turn": r.turn, "seat": r.seat, "index": r.index, "reason": r.reason}))
        .collect();
    compare(part, expected, &Value::Array(got), Extent::Present)
}

fn compare(part: &str, expected: &Value, got: &Value, extent: Extent) -> Result<(), Failure> {
    match difference(expected, got, extent) {
        Some(difference) => Err(Failure::Differs { part: part.into(), difference }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "no/such/folder")]
    fn a_folder_that_is_missing_is_a_failure() {
        must_have(Path::new("no/such/folder"));
    }

    #[test]
    #[should_panic(expected = "no vectors in it")]
    fn a_folder_without_vectors_is_a_failure() {
        must_have(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    }
}
