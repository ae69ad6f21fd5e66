//! `skirmish vectors`

use crate::fail::{DoesNotHold, unknown};
use crate::interrupt;
use crate::say;
use anyhow::{Context, Result};
use serde_json::json;
use skirmish_core::Golden;
use skirmish_core::golden::Difference;
use skirmish_games::golden::Visit;
use skirmish_laws::lines::MOST_TEXT;
use skirmish_laws::vectors::{self, Failure, Tally, files_under, run_file};
use skirmish_replay::plain;
use skirmish_stats::golden;
use std::path::PathBuf;

/// What stands in place of a game for reference values of the statistics.
const STATISTICS: &str = "statistics";

/// Run golden vectors: transitions that must come out exactly as written, or reference values of the statistics.
///
/// A line that fails is shown with its name and the first difference (JSON pointer, expected, got). The last line is
/// `N passed, M failed`; the exit code is 1 if anything failed or nothing ran. Ctrl-C stops early and reports what was
/// run; the exit code is then 3, unless something failed. docs/formats.md describes the files.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them. Or `statistics`.
    game: String,
    /// Files of vectors, one JSON object per line; packed with zstd if you like (`*.jsonl.zst`). Or folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object per failing line, and one at the end.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    if args.game == STATISTICS {
        return args.run(STATISTICS, |line| golden::run(line).map_err(as_of_a_game));
    }
    let game = args.game.clone();
    let known: Vec<&str> = skirmish_games::IDS.iter().copied().chain([STATISTICS]).collect();
    skirmish_games::golden::visit(&game, args).unwrap_or_else(|| Err(unknown("game", &game, &known)))
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Golden>(self) -> Result<()> {
        self.run(G::ID, vectors::run::<G>)
    }
}

impl Args {
    fn run(&self, id: &str, line: impl Fn(&str) -> Result<(), Failure>) -> Result<()> {
        let (mut passed, mut failed) = (0, 0);
        let stop = interrupt::watch();
        for file in self.files()? {
            let mut tally = Tally::default();
            plain::open(&file, MOST_TEXT)
                .and_then(|open| run_file(open, &file, &mut tally, &line, || stop.was_pressed()))
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
            say!("{}", json!({"game": id, "passed": passed, "failed": failed}));
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

    /// The files that are named, and those in the folders that are named.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.files {
            if path.is_dir() {
                files.extend(files_under(path).with_context(|| format!("cannot read {}", path.display()))?);
            } else {
                files.push(path.clone());
            }
        }
        Ok(files)
    }
}

/// A failure of the statistics, told like one of a game.
fn as_of_a_game(failure: golden::Failure) -> Failure {
    match failure {
        golden::Failure::Unreadable(why) => Failure::Unreadable(why),
        golden::Failure::Differs { pointer, expected, got } => Failure::Differs {
            part: pointer.trim_start_matches('/').into(),
            difference: Difference { pointer: String::new(), expected: expected.to_string(), got: got.to_string() },
        },
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
