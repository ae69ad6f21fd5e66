//! `skirmish schema`

use crate::{output, say};
use anyhow::Result;
use serde_json::json;

/// Print the JSON Schemas of a game: position, view, actions, config, events, result.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    /// Print only this one.
    #[arg(value_parser = ["position", "view", "action", "config", "event", "result"])]
    part: Option<String>,
    /// Print it on one line.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let registry = skirmish_games::registry();
    let game = registry.game(&args.game)?;
    let (facts, schemas) = (game.facts(), game.schemas());
    let all = json!({
        "game": facts.id,
        "version": facts.version,
        "position": schemas.position,
        "view": schemas.view,
        "action": schemas.action,
        "config": schemas.config,
        "event": schemas.event,
        "result": schemas.result,
    });
    let shown = args.part.as_deref().map_or(&all, |part| &all[part]);
    if args.json {
        say!("{shown}");
    } else {
        output::block("", &serde_json::to_string_pretty(shown)?);
    }
    Ok(())
}
