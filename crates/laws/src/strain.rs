//! Numbers at the edge: put into documents wherever a number stands, and what a playable state must withstand with them.
//!
//! A document with such a number is either refused or playable. Playing it means everything that is done with a state: it is
//! written and read back, told to every seat, drawn, listed, handed to a person and to the built-in bots, and stepped.

use crate::suite::{position_text, some_orders};
use serde_json::{Number, Value};
use skirmish_core::hand::{AnyHand, March, Pace};
use skirmish_core::table::Timing;
use skirmish_core::{Entry, Game, Hello, Orders, Rng, Seat, Table, Viewer};
use std::collections::HashSet;

/// Numbers at which some type, bound or product ends, as JSON.
pub const EXTREMES: [&str; 22] = [
    "-9223372036854775808",
    "-9007199254740992",
    "-9007199254740991",
    "-2147483649",
    "-2147483648",
    "-1000000000",
    "-1",
    "0",
    "1",
    "0.0001",
    "65536",
    "1000000",
    "1000000000",
    "2147483647",
    "2147483648",
    "4294967296",
    "900719925474",
    "9007199254740991",
    "9007199254740992",
    "9223372036854775807",
    "18446744073709551615",
    "1e300",
];

/// The `n`-th extreme as a value, starting over after the last.
pub fn extreme(n: usize) -> Value {
    let number: Number = serde_json::from_str(EXTREMES[n % EXTREMES.len()]).expect("the extremes are numbers");
    Value::Number(number)
}

/// Pointers to the numbers of a document. Of those that differ only in the place of their element in a list, the first
/// and the last.
pub fn numbers(document: &Value) -> Vec<String> {
    let mut all = Vec::new();
    collect(document, String::new(), String::new(), &mut all);
    let mut met = HashSet::new();
    let mut firsts: Vec<bool> = all.iter().map(|(shape, _)| met.insert(shape.clone())).collect();
    met.clear();
    for ((shape, _), first) in all.iter().zip(&mut firsts).rev() {
        *first |= met.insert(shape.clone());
    }
    all.into_iter().zip(firsts).filter(|(_, kept)| *kept).map(|((_, pointer), _)| pointer).collect()
}

/// Every number below `value`, as its shape (the pointer without places in lists) and its pointer.
fn collect(value: &Value, shape: String, pointer: String, out: &mut Vec<(String, String)>) {
    match value {
        Value::Number(_) => out.push((shape, pointer)),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                collect(item, format!("{shape}/*"), format!("{pointer}/{i}"), out);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                let join = |to: &str| skirmish_core::read::join(to, key);
                collect(item, join(&shape), join(&pointer), out);
            }
        }
        _ => {}
    }
}

/// The longest list that a built-in bot may answer with, whatever the numbers of its game are.
const LONGEST_ANSWER: usize = 100_000;

/// Does everything with a state that is ever done with one, and plays `steps` more, alternately at random and as the bots say.
pub fn endure<G: Game>(game: G, state: G::State, steps: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut table = Table::new(game, state);
    for step in 0..steps {
        if !comes_back(&table) {
            break;
        }
        is_shown(&mut table);
        let decided = decide(&table, &mut rng);
        if table.turn().is_over() {
            break;
        }
        let orders = if step % 2 == 0 { some_orders(&table, &mut rng) } else { decided };
        table.step(&orders);
    }
    comes_back(&table);
}

/// A written state is read back as the same state. False if the numbers for new things are used up: nothing can be
/// added to such a game, and reading it says so. No other number grows until it cannot be written.
fn comes_back<G: Game>(table: &Table<G>) -> bool {
    let text = position_text(&table.game, &table.state);
    let json = serde_json::from_str(&text).expect("positions are JSON");
    let read = G::read_position(&json).and_then(|position| G::from_position(&position));
    let (game, state) = match read {
        Ok(read) => read,
        Err(faults) => {
            let counts = |at: &str| at.ends_with("/id") || at == "/next_id";
            assert!(
                faults.list().iter().all(|fault| counts(&fault.pointer)),
                "own position is refused: {faults}\n{text}"
            );
            return false;
        }
    };
    assert_eq!(position_text(&game, &state), text);
    assert_eq!(game.hash(&state), table.game.hash(&table.state));
    true
}

/// Everything that is told and drawn.
fn is_shown<G: Game>(table: &mut Table<G>) {
    let seats = table.game.seats(&table.state).len();
    drop(table.sketch(Viewer::Omniscient).to_string());
    table.game.standings(&table.state);
    table.scene(Viewer::Omniscient);
    serde_json::to_string(&table.outcome()).expect("results serialise");
    let to_act = table.turn().to_act;
    for seat in (0..seats).map(|i| Seat(i as u8)).filter(|&seat| to_act.contains(seat)) {
        let mut view = G::View::default();
        let message = table.message(seat, true, Timing::default(), &mut view);
        serde_json::to_string(&message).expect("messages serialise");
        table.scene(Viewer::Seat(seat));
        let Some(hand) = table.hand(seat) else { continue };
        let considered = hand.consider(&[], None);
        let units: Vec<i64> = considered.actors.iter().filter_map(|(unit, _)| *unit).take(2).collect();
        for pace in [Pace::Go, Pace::Fight, Pace::Hold] {
            hand.march(&[], &[March { units: units.clone(), goal: Some([0, 0]), pace }]);
        }
        units.iter().for_each(|&unit| drop(hand.reach(&[], unit)));
    }
}

/// What the bots would do: one of them, drawn anew for each seat.
fn decide<G: Game>(table: &Table<G>, rng: &mut Rng) -> Orders<G::Action> {
    let mut table = table.clone();
    let seats = table.game.seats(&table.state);
    let mut orders = Orders::new();
    for seat in table.turn().to_act.iter() {
        let mut view = G::View::default();
        table.ask(seat, &mut view);
        let Some(chosen) = G::BOTS.len().checked_sub(1).map(|last| rng.index(last + 1)) else { continue };
        for (i, entry) in G::BOTS.iter().enumerate() {
            let hello = Hello { config: table.game.config(), seat, seats: &seats, random: rng.next_u64() };
            let mut list = Vec::new();
            (entry.make)(&hello).turn(&view, &mut list);
            assert!(list.len() <= LONGEST_ANSWER, "{} of {} answers with {} actions", entry.name, G::ID, list.len());
            if i == chosen {
                orders.list(seat, list.into_iter().map(Entry::Action));
            }
        }
    }
    orders
}
