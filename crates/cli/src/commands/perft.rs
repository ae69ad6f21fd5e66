//! `skirmish perft`

use crate::given::{SetupArgs, position_file, with_game};
use crate::interrupt;
use crate::say;
use anyhow::Result;
use serde_json::json;
use skirmish_core::Game;
use skirmish_games::Visit;
use skirmish_laws::perft::perft;
use std::path::PathBuf;

/// Count orders and distinct successors from a position.
///
/// One ply is one step in which every seat to act gives one legal action or none. Every depth is printed as soon as it is
/// counted; Ctrl-C stops the count, and the exit code is then 3.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// A position file (`-`: standard input) instead of a new game.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// The number of plies.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: u32,
    /// Print one JSON object per depth.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    with_game(&args.game.clone(), args)
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let (game, state) = match &self.position {
            Some(path) => position_file::<G>(path)?,
            None => self.setup.resolve::<G>()?,
        };
        let stop = interrupt::watch();
        let counts = (1..=self.depth).map_while(|depth| perft(&game, &state, depth, &|| stop.was_pressed()));
        for count in counts {
            if self.json {
                say!("{}", json!({"depth": count.depth, "orders": count.orders, "successors": count.successors}));
            } else {
                say!("depth {}: {} orders, {} distinct successors", count.depth, count.orders, count.successors);
            }
        }
        stop.verdict()
    }
}
