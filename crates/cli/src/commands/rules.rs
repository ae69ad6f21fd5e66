//! `skirmish rules`

use crate::given::SetupArgs;
use crate::{output, say};
use anyhow::Result;
use serde_json::json;
use skirmish_core::brief;

/// Show the rules of a game in short, with every action as a line of JSON and every constant.
///
/// With --set, --config or --preset it shows the constants that they give.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// Print one JSON object: the text and the complete config.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let registry = skirmish_games::registry();
    let game = registry.game(&args.game)?;
    let facts = game.facts();
    let config = game.config(&args.setup.setup(game)?.config)?;
    let text = brief::filled(facts.rules, &config);
    if args.json {
        say!("{}", json!({"game": facts.id, "rules": text, "config": config}));
        return Ok(());
    }
    output::block("", text.trim_end());
    say!("\n## Constants\n");
    for (key, (name, value)) in facts.keys.iter().zip(config) {
        let value = if brief::table(&value).is_some() { "the table above".into() } else { value.to_string() };
        say!("- `{name}` = {value}: {}", key.doc.trim());
    }
    Ok(())
}
