//! `skirmish position`

use crate::given::{SetupArgs, position_file, with_game};
use crate::say;
use anyhow::Result;
use skirmish_core::Game;
use skirmish_games::Visit;
use std::path::PathBuf;

/// Print a starting position as JSON, or read one and print its canonical form.
///
/// `skirmish play GAME --position FILE` plays from it. docs/formats.md describes positions and maps.
#[derive(clap::Args)]
pub struct Args {
    /// Which game; `skirmish games` lists them.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// Read this position (`-`: standard input) instead of making one; all its faults are listed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "preset", "set", "map", "seats"])]
    read: Option<PathBuf>,
    /// The n-th of the different starts that `simulate` plays.
    #[arg(long, value_name = "N", conflicts_with = "read")]
    opening: Option<u64>,
    /// JSON on one line; there is no other form.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    with_game(&args.game.clone(), args)
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let (game, state) = match (&self.read, self.opening) {
            (Some(path), _) => position_file::<G>(path)?,
            (None, Some(n)) => G::opening(n, &self.setup.setup::<G>()?)?,
            (None, None) => self.setup.resolve::<G>()?,
        };
        say!("{}", serde_json::to_string(&game.position(&state))?);
        Ok(())
    }
}
