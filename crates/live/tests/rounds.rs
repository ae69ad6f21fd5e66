//! A match that was played in rounds is the same game when it is played live.

mod support;

use serde_json::{Value, json};
use skirmish_core::config::Config as _;
use skirmish_core::replay::commitment::hex;
use skirmish_core::{Answer, BotEntry, Documents, Entry, Seat, Setup, Table, Telling, arena};
use skirmish_live::head::Head;
use skirmish_live::writer::Task;
use skirmish_zords::Zords;
use skirmish_zords::digest::digest;
use support::*;

/// One turn: when it was, who acted how, and how the game stood then.
struct Turn {
    at: (i64, i64),
    seat: usize,
    actions: Vec<Value>,
    after: (i64, i64),
    digest: String,
}

/// Plays a match in rounds, and feeds its turns to a live game.
fn same(bots: &[&str], seed: u64, config: Value) {
    let seats: Vec<String> = (0..bots.len()).map(|i| format!("s{i}")).collect();
    let config = config.as_object().unwrap().clone();
    let (game, state) = Zords::resolve(&Setup { seats: seats.clone(), config, ..Setup::seeded(seed) }).unwrap();
    let mut table = Table::new(game, state);
    let overrides = table.game.config().differences();
    let entries: Vec<_> = bots.iter().map(|name| BotEntry::find(name).unwrap()).collect();
    let mut players = arena::seat_bots(&table, &entries, seed);
    let mut turns = Vec::new();
    let mut at = table.state.moment();
    let opening = hex(&digest(&table.game, &table.state));
    let played = arena::play_watched(&mut table, &mut players, 100_000, |table, orders| {
        for given in orders.iter() {
            let Answer::List(list) = given.answer else { panic!("somebody was absent") };
            let action = |entry: &Entry<_>| match entry {
                Entry::Action(action) => serde_json::to_value(table.game.wire(action)).unwrap(),
                Entry::Bad(flaw) => panic!("{flaw:?}"),
            };
            let Seat(seat) = given.seat;
            let (actions, after) = (list.iter().map(action).collect(), table.state.moment());
            let digest = hex(&digest(&table.game, &table.state));
            turns.push(Turn { at, seat: seat.into(), actions, after, digest });
            at = after;
        }
    });
    assert!(played.standings.over && played.rejected == 0);

    let mut house = House::empty();
    let head = Head::new("one", overrides, NINE, &mut || 0).seeded(seed);
    body(&house.do_task(Task::Create { head: Box::new(head), seats: seats.clone() }));
    house.at(SIX);
    assert_eq!(house.driver().hash(), opening);
    let mut accepted = 0;
    for (i, turn) in turns.iter().enumerate() {
        house.moment(turn.at.0, turn.at.1);
        if !turn.actions.is_empty() {
            let answer = body(&house.post(&seats[turn.seat], &i.to_string(), json!({"actions": turn.actions})));
            let results = answer["results"].as_array().unwrap();
            assert!(results.iter().all(|result| result["ok"] == true), "{answer}");
            accepted += results.len();
        }
        if i % 50 == 0 {
            house.restart(0, 0);
        }
        let days = house.driver().game().config().days;
        match turn.after {
            (day, _) if day == days && i + 1 == turns.len() => house.moment(days + 1, 0),
            (day, time) => house.moment(day, time),
        }
        assert_eq!((house.now(), house.driver().hash()), (turn.after, turn.digest.clone()), "turn {i}");
    }
    assert!(house.driver().is_over() && accepted as u64 == played.accepted && accepted > 20);
    assert_eq!(
        serde_json::to_value(house.driver().table().outcome()).unwrap()["ranking"],
        serde_json::to_value(table.outcome()).unwrap()["ranking"]
    );
}

#[test]
fn two_bots() {
    same(&["strong", "weak"], 3, json!({"board_size": 40, "days": 8, "max_players": 8}));
}

#[test]
fn five_bots_who_shoot_and_build() {
    let config = json!({"board_size": 24, "days": 9, "max_players": 8, "start_points": 30, "zord_hp": 1});
    same(&["medium", "strong", "weak", "medium", "medium"], 11, config);
}

#[test]
fn short_days_and_odd_rounds() {
    let config = json!({
        "board_size": 20, "days": 5, "max_players": 8, "live_day_s": 600, "day_length_s": 7000, "grace_s": 700,
        "rounds_per_day": 7, "placement": "mirrored", "totem_period_days": 2,
    });
    same(&["medium", "medium", "weak", "strong"], 5, config);
}
