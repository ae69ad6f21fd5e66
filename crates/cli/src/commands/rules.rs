//! `skirmish rules`

use crate::given::SetupArgs;
use crate::{output, say};
use anyhow::Result;
use serde_json::{Map, Value, json};

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
    let text = filled(facts.rules, &config);
    if args.json {
        say!("{}", json!({"game": facts.id, "rules": text, "config": config}));
        return Ok(());
    }
    output::block("", text.trim_end());
    say!("\n## Constants\n");
    for (key, (name, value)) in facts.keys.iter().zip(config) {
        let value = if table(&value).is_some() { "the table above".into() } else { value.to_string() };
        say!("- `{name}` = {value}: {}", key.doc.trim());
    }
    Ok(())
}

/// The text with every `{key}` replaced by the config's value.
fn filled(text: &str, config: &Map<String, Value>) -> String {
    let mut out = text.to_string();
    for (name, value) in config {
        let shown = table(value).unwrap_or_else(|| plain(value));
        out = out.replace(&format!("{{{name}}}"), &shown);
    }
    out
}

/// A value as people read it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// A list of objects with the same keys, as a Markdown table.
fn table(value: &Value) -> Option<String> {
    let rows: Vec<&Map<String, Value>> = value.as_array()?.iter().map(Value::as_object).collect::<Option<_>>()?;
    let keys: Vec<&String> = rows.first()?.keys().collect();
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let head = line(keys.iter().map(|key| key.to_string()).collect());
    let rule = format!("|{}", "---|".repeat(keys.len()));
    let rows = rows.iter().map(|row| line(keys.iter().map(|&key| plain(&row[key])).collect()));
    Some([head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n"))
}
