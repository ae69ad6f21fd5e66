//! `skirmish rules`

use crate::given::{SetupArgs, with_game};
use crate::say;
use anyhow::Result;
use serde_json::Value;
use skirmish_core::{Config, Golden};
use skirmish_games::Visit;

/// Show the rules of a game in short, with the constants of the config at hand.
#[derive(clap::Args)]
pub struct Args {
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

    fn visit<G: Golden>(self) -> Result<()> {
        let setup = self.setup.setup::<G>()?;
        let config = G::read_config(&setup.config)?;
        let text = filled(G::RULES, &config);
        if self.json {
            let keys: serde_json::Map<String, Value> = config.complete();
            say!("{}", serde_json::json!({"game": G::ID, "rules": text, "config": keys}));
            return Ok(());
        }
        say!("{}", text.trim_end());
        say!("\n## Constants\n");
        for (key, (name, value)) in
            <G::Config as skirmish_core::config::ConfigTable>::KEYS.iter().zip(config.complete())
        {
            say!("- `{name}` = {}: {}", skirmish_core::read::shown(&value), key.doc.trim());
        }
        Ok(())
    }
}

/// The text with every `{key}` replaced by the config's value.
fn filled<C: Config>(text: &str, config: &C) -> String {
    let mut out = text.to_string();
    for (name, value) in config.complete() {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        out = out.replace(&format!("{{{name}}}"), &shown);
    }
    out
}
