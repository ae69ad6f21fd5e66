//! `skirmish vectors`

use crate::fail::{DoesNotHold, unknown};
use crate::interrupt;
use crate::say;
use anyhow::{Context, Result};
use serde_json::json;
use skirmish_core::Golden;
use skirmish_games::golden::Visit;
use skirmish_laws::lines::MOST_TEXT;
use skirmish_laws::vectors::{Failure, Tally, run_file};
use skirmish_replay::plain;
use std::path::PathBuf;

/// Run golden vectors: transitions that must come out exactly as written.
///
/// A line that fails is shown with its name and the first difference (JSON pointer, expected, got). The last line is
/// `N passed, M failed`; the exit code is 1 if anything failed or nothing ran. Ctrl-C stops early and reports what was
/// run; the exit code is then 3, unless something failed. docs/formats.md describes the files.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    /// Files of vectors, one JSON object per line; packed with zstd if you like (`*.jsonl.zst`).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object per failing line, and one at the end.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let game = args.game.clone();
    skirmish_games::golden::visit(&game, args).unwrap_or_else(|| Err(unknown("game", &game, skirmish_games::IDS)))
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Golden>(self) -> Result<()> {
        let (mut passed, mut failed) = (0, 0);
        let stop = interrupt::watch();
        for file in &self.files {
            let mut tally = Tally::default();
            plain::open(file, MOST_TEXT)
                .and_then(|open| run_file::<G>(open, file, &mut tally, || stop.was_pressed()))
                .with_context(|| format!("cannot read {}", file.display()))?;
            passed += tally.passed;
            failed += tally.failed.len();
            for (name, failure) in &tally.failed {
                if self.json {
                    say!("{}", failure_json(&file.display().to_string(), name, failure));
                } else {
                    say!("{}: {name}: {failure}", file.display());
                }
            }
        }
        if self.json {
            say!("{}", json!({"game": G::ID, "passed": passed, "failed": failed}));
        } else {
            say!("{passed} passed, {failed} failed");
        }
        if failed > 0 || passed == 0 && !stop.was_pressed() {
            return Err(
                DoesNotHold(if passed + failed == 0 { "no vector was run".into() } else { String::new() }).into()
            );
        }
        stop.verdict()
    }
}

fn failure_json(file: &str, name: &str, failure: &Failure) -> serde_json::Value {
    match failure {
        Failure::Differs { part, difference } => json!({
            "file": file, "name": name, "pointer": format!("/{part}{}", difference.pointer),
            "expected": difference.expected, "got": difference.got,
        }),
        other => json!({"file": file, "name": name, "fault": other.to_string()}),
    }
}
