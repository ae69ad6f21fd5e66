//! `skirmish rules`

use crate::given::{SetupArgs, with_game};
use crate::{output, say};
use anyhow::Result;
use serde_json::Value;
use skirmish_core::{Config, Game};
use skirmish_games::Visit;

/// Show the rules of a game in short, with every action as a line of JSON and the constants of the config at hand.
///
/// With --set, --config or --preset the text has the constants that they make.
#[derive(clap::Args)]
pub struct Args {
    /// Which game; `skirmish games` lists them.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// One JSON object: the text and the complete config.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    with_game(&args.game.clone(), args)
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let setup = self.setup.setup::<G>()?;
        let config = G::read_config(&setup.config)?;
        let text = filled(G::RULES, &config);
        if self.json {
            let keys: serde_json::Map<String, Value> = config.complete();
            say!("{}", serde_json::json!({"game": G::ID, "rules": text, "config": keys}));
            return Ok(());
        }
        output::block("", text.trim_end());
        say!("\n## Constants\n");
        for (key, (name, value)) in
            <G::Config as skirmish_core::config::ConfigTable>::KEYS.iter().zip(config.complete())
        {
            let value = if table(&value).is_some() { "the table above".into() } else { value.to_string() };
            say!("- `{name}` = {value}: {}", key.doc.trim());
        }
        Ok(())
    }
}

/// The text with every `{key}` replaced by the config's value.
fn filled<C: Config>(text: &str, config: &C) -> String {
    let mut out = text.to_string();
    for (name, value) in config.complete() {
        let shown = table(&value).unwrap_or_else(|| plain(&value));
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
    let rows: Vec<&serde_json::Map<String, Value>> =
        value.as_array()?.iter().map(Value::as_object).collect::<Option<_>>()?;
    let keys: Vec<&String> = rows.first()?.keys().collect();
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let head = line(keys.iter().map(|key| key.to_string()).collect());
    let rule = format!("|{}", "---|".repeat(keys.len()));
    let rows = rows.iter().map(|row| line(keys.iter().map(|&key| plain(&row[key])).collect()));
    Some([head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n"))
}
