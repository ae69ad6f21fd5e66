//! `skirmish position`

use crate::given::{SetupArgs, position};
use crate::say;
use anyhow::Result;
use skirmish_matches::Origin;
use std::path::PathBuf;

/// Print a starting position as JSON, or read one and print its canonical form.
///
/// `skirmish play GAME --position FILE` plays from it. docs/formats.md describes positions and maps.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    #[command(flatten)]
    setup: SetupArgs,
    /// Read this position (`-`: standard input) instead of making one, and list all its faults.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "preset", "set", "map", "seats"])]
    read: Option<PathBuf>,
    /// The N-th of the starts that `simulate` plays.
    #[arg(long, value_name = "N", conflicts_with = "read")]
    opening: Option<u64>,
    /// Print JSON on one line, as always.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let registry = skirmish_games::registry();
    let game = registry.game(&args.game)?;
    let origin = match (&args.read, args.opening) {
        (Some(path), _) => position(path, args.setup.seed())?,
        (None, Some(n)) => Origin::Opening(n, args.setup.setup(game)?),
        (None, None) => Origin::Setup(args.setup.setup(game)?),
    };
    say!("{}", origin.table_of(game)?.position());
    Ok(())
}
