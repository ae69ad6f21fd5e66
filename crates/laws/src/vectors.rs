//! Golden transitions: one driver for all games (rules common to all games, section 11).
//!
//! Read the line, tell its kind, load `before`, run the groups, compare.

use crate::compare::{Extent, difference};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::golden::{Difference, Group, Line, LineResult, Refusal};
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Faults, Golden};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Why a line failed.
#[derive(Debug)]
pub enum Failure {
    /// The line is no vector this driver can read.
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
        Err(Failure::Unreadable("a line of no known kind: it has none of the keys view, steps, before".into()))
    }
}

/// How a file of vectors went.
#[derive(Default, Debug)]
pub struct Tally {
    pub passed: usize,
    /// Name and failure of each line that failed.
    pub failed: Vec<(String, Failure)>,
}

/// Runs a file line by line, as long as nobody `stopped` it; blank lines are passed over.
pub fn run_file<G: Golden>(path: &Path, tally: &mut Tally, stopped: impl Fn() -> bool) -> std::io::Result<()> {
    for line in BufReader::new(File::open(path)?).lines() {
        if stopped() {
            break;
        }
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match run::<G>(&line) {
            Ok(()) => tally.passed += 1,
            Err(failure) => tally.failed.push((name(&line), failure)),
        }
    }
    Ok(())
}

/// Runs all vectors of a game under the folder that `SKIRMISH_VECTORS` names, and panics with what failed.
///
/// Without the variable nothing runs, and says so; a folder that is set but missing is a failure.
pub fn check_all<G: Golden>() {
    let Some(root) = std::env::var_os("SKIRMISH_VECTORS").map(|root| workspace_path(root.as_ref())) else {
        eprintln!("SKIRMISH_VECTORS is not set: the golden vectors of {} were NOT run", G::ID);
        return;
    };
    let mut files = Vec::new();
    collect(&root.join(G::ID), &mut files).unwrap_or_else(|e| panic!("{}: {e}", root.join(G::ID).display()));
    let examples = root.join("../maps").join(G::ID).join("worked_examples.jsonl");
    files.extend(examples.exists().then_some(examples));
    files.sort();
    let mut tally = Tally::default();
    for file in &files {
        run_file::<G>(file, &mut tally, || false).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
    for (name, failure) in tally.failed.iter().take(20) {
        eprintln!("{name}: {failure}");
    }
    println!("{}: {} passed, {} failed", G::ID, tally.passed, tally.failed.len());
    assert!(tally.failed.is_empty(), "{} of {} lines failed", tally.failed.len(), tally.failed.len() + tally.passed);
    assert!(tally.passed > 0, "no vectors under {}", root.display());
}

/// Tests run in their crate's folder; a relative path means the workspace's.
pub fn workspace_path(path: &Path) -> PathBuf {
    if path.is_absolute() { path.into() } else { Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path) }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "jsonl") {
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

/// Compares a position with what is expected, in the extent the game's vectors use.
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
