//! Readable playthroughs: a game that prints everything the contract returns, reviewed like code.

use crate::suite::{position_text, some_orders};
use skirmish_core::table::Timing;
use skirmish_core::view::Viewer;
use skirmish_core::{Answer, Entry, Game, Orders, Rng, Table};
use std::fmt::Write;

/// Plays at most `steps` steps of a random game from a start and prints them.
pub fn playthrough<G: Game>((game, state): (G, G::State), seed: u64, steps: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut table = Table::new(game, state);
    let mut out = format!("game: {}\nversion: {}\n", G::ID, G::VERSION);
    let mut step = 0;
    while step < steps && !table.turn().is_over() {
        print_state(&mut out, step, &table);
        let turn = table.turn();
        for seat in turn.to_act.iter() {
            print_message(&mut out, &mut table, seat);
        }
        let orders = some_orders(&table, &mut rng);
        print_orders(&mut out, &table, &orders);
        table.step(&orders);
        for rejection in &table.record().rejections {
            let _ = writeln!(
                out,
                "rejected {} {} {}",
                seat_name(&table, rejection.seat),
                rejection.index,
                rejection.reason
            );
        }
        for event in &table.record().events {
            let _ = writeln!(out, "event {}", json(event));
        }
        for draw in &table.record().draws {
            let _ = writeln!(out, "draw {draw}");
        }
        step += 1;
    }
    print_state(&mut out, step, &table);
    let _ = writeln!(out, "outcome {}", json(&table.outcome()));
    out
}

fn print_state<G: Game>(out: &mut String, step: u64, table: &Table<G>) {
    let turn = table.turn();
    let _ = writeln!(
        out,
        "\n# step {step}, turn {}{}",
        turn.number,
        turn.phase.map_or(String::new(), |p| format!(", {p}"))
    );
    let _ = writeln!(out, "position {}", position_text(&table.game, &table.state));
    let _ = writeln!(out, "hash {:016x}", table.game.hash(&table.state));
    let standings = table.game.standings(&table.state);
    let winner = standings.winner.map_or("nobody".into(), |seat| seat_name(table, seat));
    let _ = writeln!(
        out,
        "standings over={} winner={winner} scores={:?} reason={}",
        standings.over,
        standings.scores,
        standings.reason.unwrap_or("-")
    );
    let mut view = G::View::default();
    table.look(Viewer::Omniscient, &mut view);
    let _ = writeln!(out, "omniscient {}", json(&view));
}

fn print_message<G: Game>(out: &mut String, table: &mut Table<G>, seat: skirmish_core::Seat) {
    let name = seat_name(table, seat);
    let mut view = G::View::default();
    let message = table.message(seat, true, Timing::default(), &mut view);
    let legal = message.legal.as_ref().map_or(0, Vec::len);
    let shown: Vec<String> = message.legal.iter().flatten().take(6).map(json).collect();
    let _ = writeln!(out, "legal {name} {legal}: {}{}", shown.join(" "), if legal > 6 { " ..." } else { "" });
    let rejected = message.rejected.iter().map(json).collect::<Vec<_>>().join(" ");
    let _ = writeln!(out, "request {name} {} rejected [{rejected}] view {}", message.request, json(message.view));
}

fn print_orders<G: Game>(out: &mut String, table: &Table<G>, orders: &Orders<G::Action>) {
    for given in orders.iter() {
        let name = seat_name(table, given.seat);
        match given.answer {
            Answer::Absent(absence) => {
                let _ = writeln!(out, "orders {name} {absence:?}");
            }
            Answer::List(list) => {
                let _ = writeln!(out, "orders {name} {}", list.len());
                for entry in list {
                    let _ = match entry {
                        Entry::Action(action) => writeln!(out, "  {}", json(&table.game.wire(action))),
                        Entry::Bad(flaw) => writeln!(out, "  (bad entry: {flaw:?})"),
                    };
                }
            }
        }
    }
}

fn seat_name<G: Game>(table: &Table<G>, seat: skirmish_core::Seat) -> String {
    table.game.seats(&table.state).get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("values serialise")
}
