//! `skirmish position`

use crate::given::{SetupArgs, position};
use crate::{interrupt, place, say};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use serde_json::json;
use skirmish_core::any::AnyTable;
use skirmish_core::names;
use skirmish_league::Fairness;
use skirmish_league::fairness::MOST_PAIRS;
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
    /// Have this built-in bot play against itself from the position, and say how often each side wins. With --json as one
    /// object.
    #[arg(long, value_name = "BOT")]
    fairness: Option<String>,
    /// How many pairs it plays.
    #[arg(long, value_name = "N", default_value_t = 40, requires = "fairness", value_parser = clap::value_parser!(u64).range(1..=MOST_PAIRS))]
    pairs: u64,
    /// Print JSON on one line, as positions always are.
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
    let table = origin.table_of(game)?;
    match &args.fairness {
        None => say!("{}", table.position()),
        Some(bot) => return fairness(&args, bot, &*table),
    }
    Ok(())
}

/// Says how often each side wins from here.
fn fairness(args: &Args, bot: &str, table: &dyn AnyTable) -> Result<()> {
    let plain = bot.strip_prefix("builtin:").unwrap_or(bot);
    if !table.is_bot(plain) {
        bail!("{}", names::unknown(&format!("bot of {}", args.game), plain, table.bots()));
    }
    let position = serde_json::from_str(&table.position())?;
    let bar = if args.json { ProgressBar::hidden() } else { ProgressBar::new(args.pairs) };
    let stop = interrupt::watch();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let start = (args.game.as_str(), &position);
    let look = |done| bar.set_position(done);
    let found = Fairness::find(&place::venue(true), start, plain, args.pairs, (args.setup.seed(), threads), look);
    bar.finish_and_clear();
    let found = found?;
    if args.json {
        say!("{}", json!(found));
    } else {
        say!("{}", found.sentence());
    }
    stop.verdict()
}
