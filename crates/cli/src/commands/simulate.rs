//! `skirmish simulate`

use crate::given::SetupArgs;
use crate::league::{self, ManyArgs};
use crate::{interrupt, place, say, tell};
use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use skirmish_core::names;
use skirmish_league::local::Keep;
use skirmish_league::simulation::Summary;
use skirmish_league::statistics::Spread;
use skirmish_league::{Format, Limits, Local, Tournament, Treatment, tournament};

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
    if args.bots.len() != 2 {
        bail!("--bots {}: name two bots, as in --bots strong,medium", args.bots.join(","));
    }
    let facts = game.facts();
    for bot in &args.bots {
        let plain = bot.strip_prefix("builtin:").unwrap_or(bot);
        if !facts.bots.iter().any(|known| known.name == plain || known.aliases.contains(&plain)) {
            let known = facts.bots.iter().flat_map(|bot| [bot.name].into_iter().chain(bot.aliases.iter().copied()));
            let unknown = names::unknown(&format!("bot of {}", facts.id), plain, known);
            bail!("{unknown} (simulate plays built-in bots only; for your own use `skirmish compare GAME A B`)");
        }
    }
    if args.games < 2 {
        bail!("--games {}: a pair is two games", args.games);
    }
    let pairs = args.games.div_ceil(2);
    let league = ManyArgs::plain(args.json);
    let description = Tournament {
        setting: league.setting(game, &args.setup)?,
        seed: args.setup.seed(),
        format: Format::RoundRobin,
        pairs,
        entrants: tournament::named(&args.bots),
        treatment: Treatment::default(),
        until_separated: false,
    };
    let mut ready = league::ready(&venue, &league, Keep::default(), description, None, None)?;
    let stop = interrupt::watch();
    if !args.json {
        let seed = args.setup.seed();
        let [one, two] = [&args.bots[0], &args.bots[1]];
        tell!("{}: {one} against {two}, {pairs} pairs = {} games, seed {seed}", args.game, 2 * pairs);
        if let Some(count) = ready.starts.count().filter(|count| *count < pairs) {
            tell!("note: there are only {count} different starts here, and none is used twice");
        }
    }
    let bar = if args.json { ProgressBar::hidden() } else { ProgressBar::new(pairs) };
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {eta} left")?);
    let mut field = Local::new(&ready.hall, ready.concurrency);
    ready.driver.run(&mut field, &Limits::default(), &venue.cancel, |driver| {
        bar.set_position(driver.ledger.records.len() as u64);
    })?;
    bar.abandon();
    let summary = Summary::of(&ready.driver.ledger, pairs);
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
