//! The public log: every event, as it is written.

use serde_json::{Value, json};
use skirmish_core::{Absence, Documents, Entry, Orders, Record, Rules, Seat};
use skirmish_zords::{Action, Command, State, Zords};

/// Ann and bob near a totem on day 6 of 7, in round 1; ann is to act.
fn board(config: Value) -> (Zords, State) {
    let position = json!({
        "game": "zords", "schema": 1, "config": config, "status": "running", "day": 6, "time": 10800, "seq": 40, "next_id": 6,
        "players": [{"seat": "ann", "actions": 20, "points": 12}, {"seat": "bob", "actions": 20, "points": 31}],
        "zords": [
            {"id": 3, "owner": "ann", "x": 20, "y": 20, "hp": 2, "shields": 0, "range": 5},
            {"id": 4, "owner": "bob", "x": 22, "y": 26, "hp": 1, "shields": 1, "range": 5},
        ],
        "totems": [{"id": 1, "x": 21, "y": 21}, {"id": 2, "x": 118, "y": 118}],
        "order": ["ann", "bob"], "round": 1, "turn": 0,
    });
    Zords::from_position(&Zords::read_position(&position).unwrap()).unwrap()
}

fn events(record: &Record<skirmish_zords::Event>) -> Vec<Value> {
    record.events.iter().map(|event| serde_json::to_value(event).unwrap()).collect()
}

fn written(event: &Value) -> String {
    event.to_string()
}

#[test]
fn actions_are_told_in_order() {
    let (game, mut state) = board(json!({}));
    let list: [Command; 7] = [
        Command::Range { unit: 3 },
        Command::Shoot { unit: 3, target: 4 },
        Command::ShootCell { unit: 3, x: 22, y: 26 },
        Command::Donate { to: skirmish_zords::Name::of("bob"), amount: 2 },
        Command::Build { x: 19, y: 20 },
        Command::Move { unit: 6, x: 18, y: 21 },
        Command::Range { unit: 6 },
    ];
    let mut record = Record::default();
    let entries = list.map(|command| Entry::Action(Action::from(command)));
    game.step(&mut state, &Orders::of(Seat(0), entries), &mut record);
    assert_eq!(record.rejections.len(), 1, "{:?}", record.rejections);
    let at = |seq: i64| format!(r#"{{"seq":{seq},"day":6,"time":10800,"event":"#);
    let wanted = [
        at(41) + r#""range_raised","seat":"ann","unit":3,"x":20,"y":20,"range":6}"#,
        at(42)
            + r#""shot","seat":"ann","unit":3,"from_x":20,"from_y":20,"target":4,"to":"bob","x":22,"y":26,"effect":"shield","hp":1,"shields":0}"#,
        at(43)
            + r#""shot","seat":"ann","unit":3,"from_x":20,"from_y":20,"target":4,"to":"bob","x":22,"y":26,"effect":"kill","hp":0,"shields":0}"#,
        at(43) + r#""killed","seat":"ann","unit":3,"target":4,"owner":"bob","reward":3}"#,
        at(43) + r#""wiped","seat":"bob","by":"ann","points_before":31,"points":20}"#,
        at(44) + r#""donated","seat":"ann","to":"bob","amount":2}"#,
        at(45) + r#""built","seat":"ann","unit":6,"x":19,"y":20,"points_spent":10}"#,
        at(46) + r#""moved","seat":"ann","unit":6,"from_x":19,"from_y":20,"x":18,"y":21,"cost":1}"#,
    ];
    let told = events(&record);
    assert_eq!(told.iter().map(written).collect::<Vec<_>>(), wanted);
}

#[test]
fn a_shield_and_a_retirement_are_told() {
    let (game, mut state) = board(json!({}));
    let mut record = Record::default();
    game.step(&mut state, &Orders::of(Seat(0), [Entry::Action(Command::Shield { unit: 3 }.into())]), &mut record);
    let mut orders = Orders::new();
    orders.absent(Seat(1), Absence::Resigned);
    game.step(&mut state, &orders, &mut record);
    let wanted = [
        r#"{"seq":41,"day":6,"time":10800,"event":"shielded","seat":"ann","unit":3,"x":20,"y":20,"shields":1}"#,
        r#"{"seq":42,"day":6,"time":10800,"event":"retired","seat":"bob","why":"resigned"}"#,
    ];
    assert_eq!(events(&record).iter().map(written).collect::<Vec<_>>(), wanted);
}

/// Lets everyone pass until the day or the game is over.
fn pass_the_day(game: &Zords, state: &mut State) -> Vec<Value> {
    let mut record = Record::default();
    while record.events.is_empty() {
        game.step(state, &Orders::new(), &mut record);
    }
    events(&record)
}

#[test]
fn a_day_change_is_told_from_closing_to_opening() {
    let (game, mut state) = board(json!({"totem_period_days": 3}));
    let told = pass_the_day(&game, &mut state);
    let totem = |id: i64| told.iter().find(|event| event["id"] == id).expect("both totems are placed").clone();
    let evening = r#"{"seq":41,"day":6,"time":86400,"event":"#;
    let morning = r#"{"seq":41,"day":7,"time":0,"event":"#;
    let placed =
        |id: i64| format!("{morning}\"totem_placed\",\"id\":{id},\"x\":{},\"y\":{}}}", totem(id)["x"], totem(id)["y"]);
    let paid = |seat: &str| {
        format!(
            "{evening}\"totem_paid\",\"seat\":\"{seat}\",\"totem\":1,\"x\":21,\"y\":21,\"zords\":1,\"total\":2,\"points\":25}}"
        )
    };
    let wanted = [
        format!("{evening}\"day_closed\"}}"),
        paid("ann"),
        paid("bob"),
        format!("{morning}\"day_opened\"}}"),
        placed(1),
        placed(2),
    ];
    assert_eq!(told.iter().map(written).collect::<Vec<_>>(), wanted);
}

#[test]
fn the_last_day_ends_with_the_winners() {
    let (game, mut state) = board(json!({"days": 6}));
    let told = pass_the_day(&game, &mut state);
    let last = r#"{"seq":41,"day":6,"time":86400,"event":"game_over","winners":["bob"]}"#;
    assert_eq!((told.len(), written(told.last().unwrap())), (4, last.to_string()));
}

#[test]
fn those_who_were_down_are_told_to_be_back() {
    let (game, mut state) = board(json!({}));
    let shots =
        [Command::Range { unit: 3 }, Command::Shoot { unit: 3, target: 4 }, Command::Shoot { unit: 3, target: 4 }];
    game.step(&mut state, &Orders::of(Seat(0), shots.map(|command| Entry::Action(command.into()))), &mut ());
    let told = pass_the_day(&game, &mut state);
    let spawned = told.last().unwrap();
    assert_eq!(
        (&spawned["event"], &spawned["seat"], &spawned["unit"], &spawned["hp"]),
        (&json!("spawned"), &json!("bob"), &json!(6), &json!(2))
    );
    assert_eq!((&spawned["day"], &spawned["time"]), (&json!(7), &json!(0)));
}
