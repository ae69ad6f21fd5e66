//! `skirmish replay`

use crate::fail::DoesNotHold;
use crate::given::{read_text, with_game};
use crate::say;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use skirmish_core::Golden;
use skirmish_core::replay::{Wrong, verify};
use skirmish_games::Visit;
use std::path::PathBuf;

/// Work with replays: prove one by playing it again.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Play a replay again and compare every step; exit code 1 at the first difference.
    Verify {
        file: PathBuf,
        /// One JSON object.
        #[arg(long)]
        json: bool,
    },
}

pub fn run(command: Command) -> Result<()> {
    let Command::Verify { file, json } = command;
    let text = read_text(&file)?;
    let header: Value = serde_json::from_str(text.lines().next().unwrap_or_default())
        .with_context(|| format!("{}: not a replay", file.display()))?;
    let game = header["game"].as_str().with_context(|| format!("{}: names no game", file.display()))?;
    let verdict = with_game(game, Verify { text: &text })?;
    if json {
        let shown = match &verdict {
            Ok(steps) => json!({"ok": true, "game": game, "steps": steps}),
            Err(wrong) => json!({"ok": false, "game": game, "why": wrong.to_string()}),
        };
        say!("{shown}");
    }
    match verdict {
        Ok(steps) if !json => say!("{}: proved, {steps} steps of {game}", file.display()),
        Ok(_) => {}
        Err(_) if json => return Err(DoesNotHold(String::new()).into()),
        Err(wrong) => return Err(DoesNotHold(format!("{}: {wrong}", file.display())).into()),
    }
    Ok(())
}

struct Verify<'a> {
    text: &'a str,
}

impl Visit for Verify<'_> {
    type Output = Result<Result<usize, Wrong>>;

    fn visit<G: Golden>(self) -> Self::Output {
        Ok(verify::<G>(self.text))
    }
}
