//! `skirmish perft`

use crate::given::{SetupArgs, position_file, with_game};
use crate::say;
use anyhow::Result;
use serde_json::json;
use skirmish_core::Golden;
use skirmish_games::Visit;
use skirmish_laws::perft::perft;
use std::path::PathBuf;

/// Count orders and distinct successors from a position.
///
/// One ply is one step in which every seat to act gives nothing or one legal action.
#[derive(clap::Args)]
pub struct Args {
    /// Which game; `skirmish games` lists them.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// A position file (`-`: standard input) instead of a new game.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// How many plies.
    #[arg(long, default_value_t = 1)]
    depth: u32,
    /// One JSON object per depth.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    with_game(&args.game.clone(), args)
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Golden>(self) -> Result<()> {
        let (game, state) = match &self.position {
            Some(path) => position_file::<G>(path)?,
            None => self.setup.resolve::<G>()?,
        };
        for count in perft(&game, &state, self.depth) {
            if self.json {
                say!("{}", json!({"depth": count.depth, "orders": count.orders, "successors": count.successors}));
            } else {
                say!("depth {}: {} orders, {} distinct successors", count.depth, count.orders, count.successors);
            }
        }
        Ok(())
    }
}
