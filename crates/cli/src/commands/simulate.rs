//! `skirmish simulate`

use crate::given::SetupArgs;
use crate::{interrupt, place, say, tell};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use skirmish_matches::simulation::find_bot;
use skirmish_matches::statistics::Spread;
use skirmish_matches::{Simulation, Summary};

/// Play many games between built-in bots and report who is better, with confidence intervals.
///
/// Every start (a map, a generated map or an opening position) is played twice with the seats swapped: one pair. Pairs
/// are what counts, because the sides differ. Repeating a deterministic game proves nothing, so distinct games are
/// counted too. With more than two seats the bots take alternate seats and change places between the two games.
///
/// Ctrl-C stops early and reports the pairs played so far; the exit code is then 3.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    /// Two bots: weak, medium, strong, or their names in the rulebook.
    #[arg(long, value_delimiter = ',', default_value = "strong,medium")]
    bots: Vec<String>,
    /// The number of games; each start takes two.
    #[arg(long, default_value_t = 200)]
    games: u64,
    #[command(flatten)]
    setup: SetupArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(mut args: Args) -> Result<()> {
    args.setup.draw_seed()?;
    let venue = place::venue(args.json);
    let game = venue.game(&args.game)?;
    let Ok(bots) = <[String; 2]>::try_from(args.bots.clone()) else {
        bail!("--bots {}: name two bots, as in --bots strong,medium", args.bots.join(","));
    };
    let own = "simulate plays built-in bots only; for your own use `skirmish play GAME A B --swap`";
    bots.iter().try_for_each(|bot| find_bot(game, bot).map(drop)).context(own)?;
    let setup = args.setup.setup(game)?;
    if args.games < 2 {
        bail!("--games {}: a pair is two games", args.games);
    }
    let pairs = args.games.div_ceil(2);
    let stop = interrupt::watch();
    if !args.json {
        let ([one, two], seed) = (&bots, setup.seed);
        tell!("{}: {one} against {two}, {pairs} pairs = {} games, seed {seed}", args.game, 2 * pairs);
    }
    let bar = if args.json { ProgressBar::hidden() } else { ProgressBar::new(pairs) };
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {eta} left")?);
    let summary = Simulation { bots, pairs, setup }.run(game, &venue.cancel, || bar.inc(1))?;
    bar.abandon();
    if args.json {
        say!("{}", json!(summary));
    } else {
        print(&summary);
    }
    stop.verdict()
}

fn print(summary: &Summary) {
    let spread = |spread: &Option<Spread>| spread.map_or("none".into(), |spread| spread.to_string());
    let pairs = &summary.pairs;
    if pairs.played as u64 != pairs.asked {
        say!("interrupted: {} of {} pairs were played", pairs.played, pairs.asked);
    }
    say!("pairs decided: {}", pairs.decided);
    for (bot, won) in summary.bots.iter().zip(&pairs.won) {
        say!("  won by {:<8} {won}", bot.bot);
    }
    if summary.drawish {
        say!("  drawish: fewer than half of the pairs are decided");
    }
    say!("games: {}, draws {}, distinct {}", summary.games, summary.draws, summary.distinct_games);
    for bot in &summary.bots {
        say!("  {:<8} won {}", bot.bot, bot.wins);
        if summary.seats > 2 {
            say!("    rank: {}; score: {}", spread(&bot.rank), spread(&bot.score));
            continue;
        }
        for seat in &bot.by_seat {
            say!("    as {:<8} won {}; score {}", seat.seat, seat.wins, spread(&seat.score));
        }
    }
    say!("turns: {}", spread(&summary.turns));
    if summary.unfinished > 0 {
        say!("unfinished games: {}", summary.unfinished);
    }
}
