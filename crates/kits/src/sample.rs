//! The recorded sample of a kit: real messages of real games, so that a bot can be tried, and ported, without a match.

use serde_json::{Value, json};
use skirmish_core::arena::seat_bots;
use skirmish_core::table::Timing;
use skirmish_core::{BotEntry, Config, Entry, Game, Orders, Seat, Seed, Setup, Table};
use skirmish_games::Visit;
use skirmish_referee::protocol::{EndMessage, HelloMessage, PROTOCOL};

/// The most bytes for the messages of one recorded game.
const ROOM: usize = 90_000;
/// This many first turns are always kept; the others are sampled evenly.
const FIRST: usize = 6;
/// A game that does not end is cut off here.
const MOST_STEPS: u64 = 20_000;
const SEED: u64 = 1;

/// Two games of the game called `id`, the recorded bot on the first seat and then on the second, as JSON lines: what it
/// was sent, and after each turn what it answered. `None` if there is no such game.
pub fn sample(id: &str) -> Option<String> {
    skirmish_games::visit(id, Sample)
}

struct Sample;

impl Visit for Sample {
    type Output = String;

    fn visit<G: Game>(self) -> String {
        let (game, state) = G::resolve(&Setup::seeded(SEED)).expect("the default setup is good");
        [Seat(0), Seat(1)].map(|seat| recorded(game.clone(), state.clone(), seat)).concat()
    }
}

/// One game of two good bots, as `seat` saw it.
fn recorded<G: Game>(game: G, state: G::State, recorded: Seat) -> String {
    let mut table = Table::new(game, state);
    let seats = table.game.seats(&table.state);
    let good = BotEntry::<G>::find("medium").expect("every game has a medium bot");
    let mut bots = seat_bots(&table, &vec![good; seats.len()], SEED);
    let hello = line(&HelloMessage {
        r#type: "hello",
        protocol: PROTOCOL,
        game: G::ID,
        game_version: G::VERSION,
        r#match: &format!("{}-sample", G::ID),
        seat: &seats[recorded.index()],
        seats: &seats,
        config: table.game.config().complete(),
        map: table.game.map_info(&table.state),
        random: format!("{:016x}", Seed::new(SEED).of_seat(recorded)),
        clock: table.game.host().clock,
    });
    let mut turns = Vec::new();
    let (mut view, mut list, mut orders) = (G::View::default(), Vec::new(), Orders::new());
    for _ in 0..MOST_STEPS {
        let turn = table.turn();
        if turn.is_over() {
            break;
        }
        orders.clear();
        for seat in turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)) {
            let mut lines = String::new();
            let mut request = 0;
            if seat == recorded {
                let (limit, bank) = (table.game.turn_ms(&table.state), table.game.host().clock.bank_ms);
                let timing = Timing { last_ms: Some(1), limit_ms: Some(limit), bank_ms: bank };
                let message = table.message(seat, false, timing, &mut view);
                request = message.request;
                lines = line(&message);
            } else {
                table.ask(seat, &mut view);
            }
            list.clear();
            bots[seat.index()].turn(&view, &mut list);
            if seat == recorded {
                let actions: Vec<_> = list.iter().map(|action| table.game.wire(action)).collect();
                lines += &line(&json!({"type": "orders", "request": request, "actions": json(&actions)}));
                turns.push(lines);
            }
            orders.list(seat, list.iter().map(|&action| Entry::Action(action)));
        }
        table.step(&orders);
    }
    let again = recorded == Seat(0);
    let end = EndMessage { r#type: "end", result: json(&table.outcome()), rejected: json!([]), again };
    let ready = line(&json!({"type": "ready", "name": "medium"}));
    [hello, ready, thinned(turns).concat(), line(&end)].concat()
}

/// The first turns, and as many others as fit, evenly spread.
fn thinned(turns: Vec<String>) -> Vec<String> {
    let (first, rest) = turns.split_at(FIRST.min(turns.len()));
    let taken: usize = first.iter().map(String::len).sum();
    let mean = rest.iter().map(String::len).sum::<usize>() / rest.len().max(1);
    let count = (ROOM.saturating_sub(taken) / mean.max(1)).min(rest.len());
    let spread = (0..count).map(|i| &rest[i * rest.len() / count]);
    first.iter().chain(spread).cloned().collect()
}

fn line(message: &impl serde::Serialize) -> String {
    let mut line = serde_json::to_string(message).expect("messages serialise");
    line.push('\n');
    line
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("messages serialise")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_small_and_hold_two_whole_games() {
        for game in skirmish_games::IDS {
            let text = sample(game).expect("a game");
            assert!(text.len() < 200_000, "{game}: {} bytes", text.len());
            let messages: Vec<Value> =
                text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
            let of = |kind: &str| messages.iter().filter(|message| message["type"] == kind).collect::<Vec<_>>();
            let (hellos, turns, ends) = (of("hello"), of("turn"), of("end"));
            assert_eq!((hellos.len(), ends.len()), (2, 2), "{game}");
            assert_ne!(hellos[0]["seat"], hellos[1]["seat"], "{game}");
            assert_eq!((&ends[0]["again"], &ends[1]["again"]), (&json!(true), &json!(false)), "{game}");
            assert!(ends.iter().all(|end| end["result"]["over"] == true), "{game}");
            assert!(turns.len() >= 10 && of("orders").len() == turns.len(), "{game}: {} turns", turns.len());
        }
        assert_eq!(sample("chess"), None);
    }
}
