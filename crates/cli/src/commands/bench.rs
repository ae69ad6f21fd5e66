//! `skirmish bench`

#[cfg(feature = "service")]
mod fleet;
mod growth;
mod league;
#[cfg(feature = "service")]
mod live;
mod referee;
mod train;

use crate::given::{self, with_game};
use crate::interrupt::{self, Interrupt};
use crate::say;
use anyhow::{Result, bail};
use serde_json::{Value, json};
use skirmish_core::arena;
use skirmish_core::rules::legal_actions;
use skirmish_core::{BotEntry, Game, Rng, Setup, Table, rollout};
use skirmish_games::Visit;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Measure how fast a game runs on one core, what the referee and the league cost, or what the live service takes.
///
/// Random play picks every action with `sample`; rejected ones do not count. Compare figures of one run only: machines
/// differ and are noisy.
///
/// Ctrl-C stops it and keeps the games that were measured whole; the exit code is then 3.
#[derive(clap::Args)]
pub struct Args {
    /// One game; `referee`: what a question to a program costs compared with a bare pipe; `league`: what a tournament costs
    /// compared with its games; `train`: decisions with observations and masks; `live`: what the live service takes; or
    /// `fleet`: what a worker on this machine makes of a tournament. Default: all games.
    game: Option<String>,
    /// With `train`: only this game. With `league`: only the built-in bots of this game.
    #[arg(long = "game", value_name = "GAME")]
    only: Option<String>,
    /// Seconds for each measurement of a game.
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// Matches for each case of the referee; medians are reported.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1, value_parser = given::seed)]
    seed: u64,
    /// With `live` or `fleet`: play over disks, wires, machines and clocks that fail on purpose, and see that nothing is lost.
    #[cfg(feature = "service")]
    #[arg(long)]
    simulate: bool,
    /// With `live`: measure on this PostgreSQL database. Default: SQLite in a folder for temporary files.
    #[cfg(feature = "service")]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Print one JSON object per game, or per case of the others.
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number from 0.01 to 600".into()),
    }
}

pub fn run(args: Args) -> Result<()> {
    if args.only.is_some() && !matches!(args.game.as_deref(), Some("league" | "train")) {
        bail!(
            "--game is for `skirmish bench league` and `train`; elsewhere name the game itself: skirmish bench golems"
        );
    }
    if args.game.as_deref() == Some("referee") {
        return referee::run(args.rounds, args.json);
    }
    if args.game.as_deref() == Some("league") {
        return league::run(args.seconds, args.seed, args.only.as_deref(), args.json);
    }
    if args.game.as_deref() == Some("train") {
        return train::run(args.seconds, args.only.as_deref(), args.json);
    }
    #[cfg(feature = "service")]
    if args.game.as_deref() == Some("fleet") {
        return fleet::run(&args);
    }
    #[cfg(feature = "service")]
    if args.game.as_deref() == Some("live") {
        return live::run(&args);
    }
    let games: Vec<&str> = match &args.game {
        Some(game) => vec![game.as_str()],
        None => skirmish_games::IDS.to_vec(),
    };
    let stop = interrupt::watch();
    for game in games {
        with_game(game, Bench { seconds: args.seconds, seed: args.seed, json: args.json, stop })?;
    }
    stop.verdict()
}

struct Bench {
    seconds: f64,
    seed: u64,
    json: bool,
    stop: Interrupt,
}

/// What was done in how long.
#[derive(Default)]
struct Done {
    actions: u64,
    unit_turns: u64,
    steps: u64,
    games: u64,
    seconds: f64,
}

impl Done {
    fn json(&self) -> Value {
        let per_second = |n: u64| (n as f64 / self.seconds).round();
        json!({
            "actions_per_s": per_second(self.actions),
            "unit_turns_per_s": per_second(self.unit_turns),
            "steps_per_s": per_second(self.steps),
            "games_per_s": (10.0 * self.games as f64 / self.seconds).round() / 10.0,
        })
    }
}

/// How many different starts the measurements go through.
const STARTS: u64 = 8;

impl Visit for Bench {
    type Output = Result<()>;

    fn visit<G: Game>(self) -> Result<()> {
        let setup = Setup::seeded(self.seed);
        let starts: Vec<(G, G::State)> = (0..STARTS).map(|n| G::opening(n, &setup)).collect::<Result<_, _>>()?;
        let random = self.games(&starts, |game, state, rng| {
            let count = rollout::step(game, state, rng);
            count.actions
        });
        let listed = self.games(&starts, |game, state, rng| {
            let mut actions = 0;
            for seat in game.turn(state).to_act.iter() {
                while let Some(&action) = rng.choose(&legal_actions(game, state, seat)) {
                    if game.act(state, seat, &action, &mut ()).is_err() {
                        break;
                    }
                    actions += 1;
                    if rng.chance(1, rollout::STOP_ONE_IN) {
                        break;
                    }
                }
            }
            game.close(state, &mut ());
            actions
        });
        let medium = self.medium(&starts)?;
        let (game, state) = middle(&starts[0], self.seed);
        let mut table = Table::new(game.clone(), state.clone());
        let mut view = G::View::default();
        let seat = table.turn().to_act.iter().next();
        let mut copy = state.clone();
        let position = serde_json::to_string(&game.position(&state))?;
        let result = json!({
            "game": G::ID,
            "random": random.json(),
            "random_with_lists": listed.json(),
            "medium_bots": medium.json(),
            "clones_per_s": self.rate(|| copy.clone_from(black_box(&state))),
            "views_per_s": self.rate(|| if let Some(seat) = seat { black_box(table.ask(seat, &mut view)); }),
            "saves_per_s": self.rate(|| { black_box(serde_json::to_string(&game.position(&state)).map(|s| s.len()).ok()); }),
            "loads_per_s": self.rate(|| { black_box(load::<G>(&position)); }),
            "position_bytes": position.len(),
            "growth": growth::measure::<G>(Duration::from_secs_f64(self.seconds), self.seed, self.stop)?,
        });
        if self.stop.was_pressed() {
            return Ok(());
        }
        if self.json {
            say!("{result}");
        } else {
            print(&result);
        }
        Ok(())
    }
}

impl Bench {
    /// Plays games over and over with `step`, which plays one step and counts its actions.
    fn games<G: Game>(
        &self,
        starts: &[(G, G::State)],
        mut step: impl FnMut(&G, &mut G::State, &mut Rng) -> u64,
    ) -> Done {
        let mut done = Done::default();
        let mut rng = Rng::new(self.seed);
        let mut state = starts[0].1.clone();
        let begun = Instant::now();
        let limit = Duration::from_secs_f64(self.seconds);
        'all: loop {
            for (game, start) in starts {
                state.clone_from(start);
                while !game.turn(&state).is_over() {
                    done.unit_turns += game.units(&state) as u64;
                    done.actions += step(game, &mut state, &mut rng);
                    done.steps += 1;
                    // The clock is asked seldom, so that it does not cost what it measures.
                    if done.steps.is_multiple_of(64) && (begun.elapsed() > limit || self.stop.was_pressed()) {
                        break 'all;
                    }
                }
                done.games += 1;
            }
        }
        done.seconds = begun.elapsed().as_secs_f64();
        done
    }

    fn medium<G: Game>(&self, starts: &[(G, G::State)]) -> Result<Done> {
        let entry = BotEntry::<G>::find("medium").expect("every game has a medium bot");
        let mut done = Done::default();
        let begun = Instant::now();
        let limit = Duration::from_secs_f64(self.seconds);
        for round in 0.. {
            let (game, state) = &starts[round as usize % starts.len()];
            let mut table = Table::new(game.clone(), state.clone());
            let seats = game.seats(state).len();
            let mut bots = arena::seat_bots(&table, &vec![entry; seats], self.seed ^ round);
            let played = arena::play_watched(&mut table, &mut bots, u64::MAX, |table, _| {
                done.unit_turns += table.game.units(&table.state) as u64;
            });
            done.actions += played.accepted;
            done.steps += played.steps;
            done.games += 1;
            if begun.elapsed() > limit || self.stop.was_pressed() {
                break;
            }
        }
        done.seconds = begun.elapsed().as_secs_f64();
        Ok(done)
    }

    /// How often per second `work` can be done.
    fn rate(&self, mut work: impl FnMut()) -> f64 {
        let limit = Duration::from_secs_f64(self.seconds / 4.0);
        let (begun, mut times) = (Instant::now(), 0u64);
        while begun.elapsed() < limit && !self.stop.was_pressed() {
            for _ in 0..16 {
                work();
            }
            times += 16;
        }
        (times as f64 / begun.elapsed().as_secs_f64()).round()
    }
}

/// A state from the middle of a random game.
fn middle<G: Game>((game, start): &(G, G::State), seed: u64) -> (G, G::State) {
    let mut rng = Rng::new(seed);
    let mut state = start.clone();
    for _ in 0..40 {
        let mut next = state.clone();
        rollout::step(game, &mut next, &mut rng);
        if game.turn(&next).is_over() {
            break;
        }
        state = next;
    }
    (game.clone(), state)
}

fn load<G: Game>(text: &str) -> bool {
    let Ok(json) = serde_json::from_str(text) else { return false };
    G::read_position(&json).and_then(|position| G::from_position(&position)).is_ok()
}

fn print(result: &Value) {
    let number = |value: &Value| {
        let n = value.as_f64().unwrap_or(0.0);
        let digits = if n < 100.0 { format!("{n:.1}") } else { format!("{n:.0}") };
        let (whole, rest) = digits.split_once('.').map_or((digits.as_str(), None), |(w, r)| (w, Some(r)));
        let mut out = String::new();
        for (i, c) in whole.chars().enumerate() {
            if i > 0 && (whole.len() - i).is_multiple_of(3) {
                out.push(' ');
            }
            out.push(c);
        }
        rest.map_or(out.clone(), |rest| format!("{out}.{rest}"))
    };
    say!("{}", result["game"].as_str().unwrap_or_default());
    say!("  {:<22} {:>14} {:>14} {:>14} {:>10}", "", "actions/s", "unit-turns/s", "steps/s", "games/s");
    for (name, key) in
        [("random play", "random"), ("with full legal lists", "random_with_lists"), ("medium bots", "medium_bots")]
    {
        let row = &result[key];
        say!(
            "  {name:<22} {:>14} {:>14} {:>14} {:>10}",
            number(&row["actions_per_s"]),
            number(&row["unit_turns_per_s"]),
            number(&row["steps_per_s"]),
            number(&row["games_per_s"])
        );
    }
    say!(
        "  per second: {} clones, {} views, {} positions saved, {} loaded ({} bytes)",
        number(&result["clones_per_s"]),
        number(&result["views_per_s"]),
        number(&result["saves_per_s"]),
        number(&result["loads_per_s"]),
        result["position_bytes"]
    );
    for row in result["growth"].as_array().into_iter().flatten() {
        say!(
            "  strong, {:<22} {:>14} us a decision, {} units, {} of linear growth",
            row["case"].as_str().unwrap_or_default(),
            number(&row["us_per_decision"]),
            row["units"],
            row["of_linear"]
        );
    }
}
