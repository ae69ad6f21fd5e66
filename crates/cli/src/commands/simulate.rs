//! `skirmish simulate`

use crate::fail::unknown;
use crate::given::{SetupArgs, with_game};
use crate::interrupt::{self, Interrupt};
use crate::statistics::{Share, Spread};
use crate::{say, tell};
use anyhow::{Context, Result, bail};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Value, json};
use skirmish_core::arena::{self, Pair, Played};
use skirmish_core::{BotEntry, Game, Setup};
use skirmish_games::Visit;
use std::collections::HashSet;

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

/// A game runs out of patience after this many steps; no game of ours takes as many.
const MOST_STEPS: u64 = 1_000_000;

pub fn run(mut args: Args) -> Result<()> {
    args.setup.draw_seed()?;
    with_game(&args.game.clone(), args)
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let players = self.players::<G>()?;
        let setup = self.setup.setup::<G>()?;
        if self.games < 2 {
            bail!("--games {}: a pair is two games", self.games);
        }
        let pairs = self.games.div_ceil(2);
        let stop = interrupt::watch();
        if !self.json {
            let (one, two, seed) = (&self.bots[0], &self.bots[1], setup.seed);
            tell!("{}: {one} against {two}, {pairs} pairs = {} games, seed {seed}", G::ID, 2 * pairs);
        }
        let bar = if self.json { ProgressBar::hidden() } else { ProgressBar::new(pairs) };
        bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {eta} left")?);
        let outcomes: Vec<Pair> = (0..pairs)
            .into_par_iter()
            .map(|n| play_pair::<G>(n, &setup, players, stop).transpose())
            .while_some()
            .progress_with(bar)
            .collect::<Result<_>>()?;
        let summary = summarise::<G>(&self, &outcomes, pairs)?;
        if self.json {
            say!("{summary}");
        } else {
            print(&self, &summary);
        }
        stop.verdict()
    }
}

impl Args {
    fn players<G: Game>(&self) -> Result<[&'static BotEntry<G>; 2]> {
        let [one, two] = self.bots.as_slice() else {
            bail!("--bots {}: two bots play against each other", self.bots.join(","));
        };
        let own = "simulate plays built-in bots; your own play with `skirmish play GAME A B --swap`";
        Ok([find_bot::<G>(one).context(own)?, find_bot::<G>(two).context(own)?])
    }
}

/// A built-in bot by name or alias, `builtin:` before it or not.
pub fn find_bot<G: Game>(name: &str) -> Result<&'static BotEntry<G>> {
    let plain = name.strip_prefix("builtin:").unwrap_or(name);
    BotEntry::<G>::find(plain).ok_or_else(|| {
        let known: Vec<&str> =
            G::BOTS.iter().flat_map(|bot| [bot.name].into_iter().chain(bot.aliases.iter().copied())).collect();
        unknown(&format!("bot of {}", G::ID), plain, &known)
    })
}

/// The `n`-th pair; `None` if it was interrupted.
fn play_pair<G: Game>(
    n: u64,
    setup: &Setup,
    players: [&'static BotEntry<G>; 2],
    stop: Interrupt,
) -> Result<Option<Pair>> {
    let start = G::opening(n, setup)?;
    let seed = skirmish_core::hash::mix(setup.seed ^ skirmish_core::hash::mix(n + 1));
    Ok(arena::pair_unless(&start, players, seed, MOST_STEPS, || stop.was_pressed()))
}

fn summarise<G: Game>(args: &Args, outcomes: &[Pair], asked: u64) -> Result<Value> {
    // Which of the two games of its pair each game is, and how it went.
    let games: Vec<(usize, &Played)> = outcomes.iter().flat_map(|pair| pair.games.iter().enumerate()).collect();
    let total = games.len() as u64;
    let (game, state) = G::opening(0, &args.setup.setup::<G>()?)?;
    let seats = game.seats(&state);
    let decided = |player: usize| outcomes.iter().filter(|pair| pair.winner() == Some(player)).count() as u64;
    let (first, second) = (decided(0), decided(1));
    let won = |played: &Played, seat: usize| played.standings.winner.is_some_and(|winner| winner.index() == seat);
    let bots: Vec<Value> = (0..2)
        .map(|player| {
            // Every seat this player sat on, game by game.
            let sat: Vec<(usize, &Played)> = games
                .iter()
                .flat_map(|&(game, played)| (0..seats.len()).map(move |seat| (game, seat, played)))
                .filter(|&(game, seat, _)| Pair::player(game, seat) == player)
                .map(|(_, seat, played)| (seat, played))
                .collect();
            let by_seat: Vec<Value> = seats
                .iter()
                .enumerate()
                .map(|(at, name)| {
                    let there: Vec<&Played> = sat.iter().filter(|(seat, _)| *seat == at).map(|(_, p)| *p).collect();
                    let wins = there.iter().filter(|played| won(played, at)).count() as u64;
                    json!({
                        "seat": name,
                        "wins": Share::new(wins, there.len() as u64),
                        "score": Spread::of(there.iter().map(|played| played.standings.scores[at])),
                    })
                })
                .collect();
            json!({
                "bot": args.bots[player],
                "wins": Share::new(sat.iter().filter(|(seat, played)| won(played, *seat)).count() as u64, total),
                "rank": Spread::of(sat.iter().map(|(seat, played)| played.standings.ranks()[*seat] as i64)),
                "score": Spread::of(sat.iter().map(|(seat, played)| played.standings.scores[*seat])),
                "by_seat": by_seat,
            })
        })
        .collect();
    let distinct: HashSet<u64> = games.iter().map(|(_, played)| played.fingerprint).collect();
    Ok(json!({
        "game": G::ID,
        "version": G::VERSION,
        "seed": args.setup.seed(),
        "seats": seats.len(),
        "pairs": {
            "asked": asked,
            "played": outcomes.len(),
            "decided": Share::new(first + second, outcomes.len() as u64),
            "won": [Share::new(first, first + second), Share::new(second, first + second)],
        },
        "games": total,
        "draws": games.iter().filter(|game| game.1.standings.winner.is_none()).count(),
        "unfinished": games.iter().filter(|game| !game.1.standings.over).count(),
        "distinct_games": distinct.len(),
        "turns": Spread::of(games.iter().map(|game| game.1.turns)),
        "rejected_entries": games.iter().map(|game| game.1.rejected).sum::<u64>(),
        "drawish": 2 * (first + second) < outcomes.len() as u64,
        "bots": bots,
    }))
}

fn print(args: &Args, summary: &Value) {
    let share = |value: &Value| -> String {
        let of = value["of"].as_u64().unwrap_or(0);
        Share::new(value["count"].as_u64().unwrap_or(0), of).to_string()
    };
    let spread = |value: &Value| -> String {
        match (value["mean"].as_f64(), value["min"].as_i64(), value["max"].as_i64()) {
            (Some(mean), Some(min), Some(max)) => Spread { mean, min, max }.to_string(),
            _ => "none".into(),
        }
    };
    let pairs = &summary["pairs"];
    if pairs["played"] != pairs["asked"] {
        say!("interrupted: {} of {} pairs were played", pairs["played"], pairs["asked"]);
    }
    say!("pairs decided: {}", share(&pairs["decided"]));
    for player in 0..2 {
        say!("  won by {:<8} {}", args.bots[player], share(&pairs["won"][player]));
    }
    if summary["drawish"] == true {
        say!("  drawish: fewer than half of the pairs are decided");
    }
    say!("games: {}, draws {}, distinct {}", summary["games"], summary["draws"], summary["distinct_games"]);
    for bot in summary["bots"].as_array().into_iter().flatten() {
        say!("  {:<8} won {}", bot["bot"].as_str().unwrap_or_default(), share(&bot["wins"]));
        if summary["seats"].as_u64() > Some(2) {
            say!("    rank: {}; score: {}", spread(&bot["rank"]), spread(&bot["score"]));
            continue;
        }
        for seat in bot["by_seat"].as_array().into_iter().flatten() {
            say!(
                "    as {:<8} won {}; score {}",
                seat["seat"].as_str().unwrap_or_default(),
                share(&seat["wins"]),
                spread(&seat["score"])
            );
        }
    }
    say!("turns: {}", spread(&summary["turns"]));
    if summary["unfinished"].as_u64() > Some(0) {
        say!("unfinished games: {}", summary["unfinished"]);
    }
}
