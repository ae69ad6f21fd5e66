//! How the work of a built-in bot grows with the table: the same bot where few units play and where many do.

use crate::interrupt::Interrupt;
use anyhow::Result;
use serde_json::{Value, json};
use skirmish_core::{Bot, BotEntry, Entry, Game, Orders, Setup, Table, arena};
use std::time::{Duration, Instant};

/// A start of a game: how it is called, how many seats it has if one may choose, and its config.
struct Case {
    name: &'static str,
    seats: usize,
    config: Value,
}

/// The cases of a game, fewest units first.
fn cases(game: &str) -> Vec<Case> {
    let case = |name, seats, config| Case { name, seats, config };
    match game {
        "outbreak" => vec![
            case("20 zombies", 0, json!({"max_turns": 60})),
            case("300 zombies", 0, json!({"max_turns": 60, "zombie_cap": 300, "spawn_rate": 20})),
        ],
        "infection" => vec![
            case("26 units", 0, json!({"turn_limit": 20})),
            case("130 units", 0, json!({"turn_limit": 20, "starting_humans": 100, "starting_zombies": 30})),
        ],
        "golems" => vec![
            case("usual build points", 0, json!({"max_turns": 60})),
            case("100 build points", 0, json!({"max_turns": 60, "start_bonus_points": 100, "zone_points": 100})),
        ],
        "footsoldiers" => vec![
            case("usual bases", 0, json!({})),
            case("bases that hold", 0, json!({"base_health": 100_000, "money_per_turn": 12})),
        ],
        "zords" => {
            let days = json!({"days": 4});
            vec![case("2 seats", 2, days.clone()), case("8 seats", 8, days.clone()), case("64 seats", 64, days)]
        }
        _ => Vec::new(),
    }
}

/// Measures the decisions of `strong` in whole games of every case, for about `limit` each.
///
/// `of_linear` compares a case with the first: how many times as long a decision takes, over how many times as many units
/// there are. Up to 1 the work grows no faster than the units.
pub fn measure<G: Game>(limit: Duration, seed: u64, stop: Interrupt) -> Result<Vec<Value>> {
    let mut rows: Vec<Value> = Vec::new();
    let mut first = None;
    for Case { name, seats, config } in cases(G::ID) {
        let Value::Object(config) = config else { continue };
        let setup = Setup { config, seats: (1..=seats).map(|i| format!("p{i}")).collect(), ..Setup::seeded(seed) };
        let mut done = Decided::default();
        for n in 0.. {
            done.play_game(G::opening(n, &setup)?, seed ^ n, stop);
            if stop.was_pressed() || done.time > limit {
                break;
            }
        }
        let (micros, units) = (done.micros(), done.units());
        let (few_micros, few_units) = *first.get_or_insert((micros, units));
        rows.push(json!({
            "case": name,
            "units": (10.0 * units).round() / 10.0,
            "us_per_decision": (10.0 * micros).round() / 10.0,
            "of_linear": (100.0 * (micros / few_micros) / (units / few_units)).round() / 100.0,
        }));
    }
    Ok(rows)
}

#[derive(Default)]
struct Decided {
    decisions: u64,
    time: Duration,
    /// Units of the seats to act, and all seats for each one to act, both summed over the steps.
    units_to_act: u64,
    seats_each: f64,
    steps: u64,
}

impl Decided {
    /// Plays a game of `strong` on every seat and takes the time of its decisions alone.
    fn play_game<G: Game>(&mut self, (game, state): (G, G::State), seed: u64, stop: Interrupt) {
        let strong = BotEntry::<G>::find("strong").expect("every game has a strong bot");
        let mut table = Table::new(game, state);
        let seats = table.game.seats(&table.state).len();
        let mut bots: Vec<Box<dyn Bot<G>>> = arena::seat_bots(&table, &vec![strong; seats], seed);
        let (mut view, mut list, mut orders) = (G::View::default(), Vec::new(), Orders::new());
        while !table.turn().is_over() && !stop.was_pressed() {
            let to_act = table.turn().to_act;
            self.units_to_act += table.game.units(&table.state) as u64;
            self.seats_each += seats as f64 / to_act.len() as f64;
            self.steps += 1;
            orders.clear();
            for seat in to_act.iter() {
                table.ask(seat, &mut view);
                list.clear();
                let begun = Instant::now();
                bots[seat.index()].turn(&view, &mut list);
                self.time += begun.elapsed();
                self.decisions += 1;
                orders.list(seat, list.iter().map(|&action| Entry::Action(action)));
            }
            table.step(&orders);
        }
    }

    fn micros(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.decisions.max(1) as f64
    }

    /// How many units are on the board, on average.
    fn units(&self) -> f64 {
        let steps = self.steps.max(1) as f64;
        (self.units_to_act as f64 / steps) * (self.seats_each / steps)
    }
}
