//! `skirmish simulate`

use crate::given::SetupArgs;
use crate::{interrupt, place, say, tell};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use skirmish_matches::simulation::find_bot;
use skirmish_matches::statistics::Spread;
use skirmish_matches::{Simulation, Summary};

/// Play many games between built-in bots and say who is better, with intervals.
///
/// Every start (other maps, generated maps, opening positions) is played twice with the seats swapped: one pair. Pairs
/// are what counts: sides differ, and deterministic games repeated are not evidence, so distinct games are counted too.
/// With more than two seats the bots take the seats in turn and change places between the two games of a pair.
///
/// Ctrl-C ends early and reports the pairs that were played; the exit code is 3 then.
#[derive(clap::Args)]
pub struct Args {
    /// Which game; `skirmish games` lists them.
    game: String,
    /// Two bots: weak, medium, strong, or their names in the rulebook.
    #[arg(long, value_delimiter = ',', default_value = "strong,medium")]
    bots: Vec<String>,
    /// How many games; two for each start.
    #[arg(long, default_value_t = 200)]
    games: u64,
    #[command(flatten)]
    setup: SetupArgs,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(mut args: Args) -> Result<()> {
    args.setup.draw_seed()?;
    let venue = place::venue(args.json);
    let game = venue.game(&args.game)?;
    let Ok(bots) = <[String; 2]>::try_from(args.bots.clone()) else {
        bail!("--bots {}: two bots play against each other", args.bots.join(","));
    };
    let own = "simulate plays built-in bots; your own play with `skirmish play GAME A B --swap`";
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
