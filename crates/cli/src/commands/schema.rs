//! `skirmish schema`

use crate::given::with_game;
use crate::{output, say};
use anyhow::Result;
use serde_json::json;
use skirmish_core::schema::written;
use skirmish_core::{Config, Game};
use skirmish_games::Visit;

/// Print the JSON Schemas of a game: position, view, actions, config, events, result.
#[derive(clap::Args)]
pub struct Args {
    /// Which game; `skirmish games` lists them.
    game: String,
    /// Only one of them.
    #[arg(value_parser = ["position", "view", "action", "config", "event", "result"])]
    part: Option<String>,
    /// On one line.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    with_game(&args.game.clone(), args)
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let all = json!({
            "game": G::ID,
            "version": G::VERSION,
            "position": written::<G::Position>(),
            "view": written::<G::View>(),
            "action": written::<G::Wire>(),
            "config": G::Config::schema(),
            "event": written::<G::Event>(),
            "result": written::<G::Outcome>(),
        });
        let shown = self.part.as_deref().map_or(&all, |part| &all[part]);
        if self.json {
            say!("{shown}");
        } else {
            output::block("", &serde_json::to_string_pretty(shown)?);
        }
        Ok(())
    }
}
