//! Play in rounds: who is asked, what absences do, and how the driver moves on.

use serde_json::{Value, json};
use skirmish_core::{Absence, Documents, Entry, Flaw, Orders, Record, Rules, Seat, Setup, Table, Telling};
use skirmish_zords::event::What;
use skirmish_zords::{Action, Command, Event, State, Zords};

fn duel(config: Value) -> (Zords, State) {
    let config = config.as_object().unwrap().clone();
    Zords::resolve(&Setup { config, ..Setup::seeded(3).with_map("duel") }).unwrap()
}

fn to_act(game: &Zords, state: &State) -> Seat {
    game.turn(state).to_act.iter().next().expect("somebody is to act")
}

fn position(game: &Zords, state: &State) -> Value {
    serde_json::to_value(game.position(state)).unwrap()
}

fn absent(game: &Zords, state: &mut State, absence: Absence) -> Record<Event> {
    let mut orders = Orders::new();
    orders.absent(to_act(game, state), absence);
    let mut record = Record::default();
    game.step(state, &orders, &mut record);
    record
}

fn reasons(record: &Record<Event>) -> Vec<&'static str> {
    record.rejections.iter().map(|rejection| rejection.reason.0).collect()
}

/// Lists what happened by the names of the events.
fn told(record: &Record<Event>) -> Vec<String> {
    let name = |event| serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_string();
    record.events.iter().map(name).collect()
}

#[test]
fn a_new_game_stands_at_the_first_turn_of_day_1() {
    let (game, state) = duel(json!({}));
    let position = position(&game, &state);
    assert_eq!((&position["day"], &position["round"], &position["turn"]), (&json!(1), &json!(0), &json!(0)));
    assert_eq!(position["seq"], 3);
    assert_eq!(game.turn(&state).number, 1);
    assert_eq!(game.seats(&state)[to_act(&game, &state).index()], position["order"][0]);
}

#[test]
fn passing_leads_through_rounds_and_days_in_the_order_of_the_rulebook() {
    let (game, mut state) = duel(json!({"days": 3}));
    let order = position(&game, &state)["order"].clone();
    let mut asked = String::new();
    let mut numbers = Vec::new();
    while !game.turn(&state).is_over() {
        let turn = game.turn(&state);
        numbers.push(turn.number);
        let name = &game.seats(&state)[to_act(&game, &state).index()];
        asked.push(if *name == order[0] { 'a' } else { 'b' });
        game.step(&mut state, &Orders::new(), &mut ());
    }
    let odd = "abbaabbaabbaabba";
    let even = "baabbaabbaabbaab";
    assert_eq!(asked, format!("{odd}{even}{odd}"));
    assert_eq!(numbers, (1..=48).collect::<Vec<i64>>());
    let end = position(&game, &state);
    assert_eq!((&end["status"], &end["round"], &end["turn"]), (&json!("over"), &json!(0), &json!(0)));
    assert_eq!((&end["day"], &end["time"]), (&json!(3), &json!(86400)));
}

#[test]
fn a_seat_without_action_points_is_passed_over() {
    let (game, mut state) = duel(json!({}));
    for _ in 0..2 {
        let seat = to_act(&game, &state);
        let mut rng = skirmish_core::Rng::new(1);
        while let Some(action) = game.sample(&state, seat, &mut rng) {
            game.act(&mut state, seat, &action, &mut ()).unwrap();
        }
        game.close(&mut state, &mut ());
    }
    let position = position(&game, &state);
    assert_eq!((&position["day"], &position["time"], &position["round"]), (&json!(2), &json!(0), &json!(0)));
}

#[test]
fn late_answers_are_faults_until_the_seat_is_retired() {
    let (game, mut state) = duel(json!({"max_faults": 3}));
    let seat = to_act(&game, &state);
    let absences = [Absence::Late, Absence::Malformed, Absence::Flooded];
    for (i, absence) in absences.into_iter().enumerate() {
        while to_act(&game, &state) != seat {
            game.step(&mut state, &Orders::new(), &mut ());
        }
        let record = absent(&game, &mut state, absence);
        let player = &position(&game, &state)["players"][seat.index()];
        assert_eq!((&player["faults"], &player["retired"]), (&json!(i + 1), &json!(i == 2)));
        assert_eq!(told(&record), if i == 2 { vec!["retired"] } else { vec![] });
    }
    for _ in 0..20 {
        assert_ne!(to_act(&game, &state), seat);
        game.step(&mut state, &Orders::new(), &mut ());
    }
}

#[test]
fn a_seat_whose_program_is_gone_is_retired_at_once() {
    for (absence, why) in [
        (Absence::Crashed, "crash"),
        (Absence::Closed, "crash"),
        (Absence::NotStarted, "crash"),
        (Absence::Disqualified, "crash"),
        (Absence::Resigned, "resigned"),
    ] {
        let (game, mut state) = duel(json!({}));
        let seat = to_act(&game, &state);
        let record = absent(&game, &mut state, absence);
        let What::Retired { seat: name, why: given } = record.events[0].what else { panic!("{record:?}") };
        assert_eq!((json!(name), json!(given)), (json!(game.seats(&state)[seat.index()]), json!(why)));
        assert_eq!(position(&game, &state)["players"][seat.index()]["faults"], 0);
        assert_ne!(to_act(&game, &state), seat);
    }
}

#[test]
fn when_all_are_retired_the_remaining_days_are_played() {
    let (game, mut state) = duel(json!({}));
    absent(&game, &mut state, Absence::Crashed);
    let record = absent(&game, &mut state, Absence::Resigned);
    assert!(game.turn(&state).is_over() && game.standings(&state).over);
    assert_eq!(record.events.iter().filter(|event| event.what == What::DayClosed).count(), 14);
    assert!(matches!(record.events.last().unwrap().what, What::GameOver { ref winners } if winners.len() == 2));
    assert_eq!(game.standings(&state).winner, None);
}

#[test]
fn entries_are_judged_by_limit_form_seat_and_turn() {
    let (game, mut state) = duel(json!({"max_actions": 2}));
    let (seat, other) = (to_act(&game, &state), to_act(&game, &state).other());
    let shield: Action = Command::Shield { unit: 99 }.into();
    let clocks: Action = Command::Advance { day: 9, time: 0 }.into();
    let list = [Entry::Action(shield), Entry::Bad(Flaw::UnknownAction), Entry::Bad(Flaw::NotObject)];
    let mut orders = Orders::new();
    orders.list(other, list);
    orders.list(Seat(9), [Entry::Action(shield)]);
    orders.list(Seat::CLOCK, [Entry::Action(shield), Entry::Action(clocks)]);
    orders.list(seat, [Entry::Action(clocks), Entry::Action(shield), Entry::Action(shield)]);
    let mut record = Record::default();
    let before = position(&game, &state);
    game.step(&mut state, &orders, &mut record);
    let wanted = [
        "not_your_turn",
        "unknown_action",
        "too_many_actions",
        "unknown_seat",
        "unknown_seat",
        "wrong_seat",
        "wrong_seat",
        "no_such_unit",
        "too_many_actions",
    ];
    assert_eq!(reasons(&record), wanted);
    let after = position(&game, &state);
    assert_eq!(
        (&before["zords"], &before["players"], after["turn"].clone()),
        (&after["zords"], &after["players"], json!(1))
    );
}

#[test]
fn nobody_acts_before_the_start() {
    let waiting = json!({"game": "zords", "schema": 1, "config": {}, "status": "waiting", "day": 0, "time": 0,
        "next_id": 3, "players": [{"seat": "ann", "actions": 0, "points": 0}], "zords": [], "totems": []});
    let (game, mut state) = Zords::from_position(&Zords::read_position(&waiting).unwrap()).unwrap();
    assert!(game.turn(&state).is_over() && !game.standings(&state).over);
    let mut record = Record::default();
    game.step(&mut state, &Orders::of(Seat(0), [Entry::Action(Command::Build { x: 1, y: 1 }.into())]), &mut record);
    assert_eq!(reasons(&record), ["game_not_started"]);
}

#[test]
fn a_live_position_is_taken_up_in_the_round_of_its_time() {
    let (game, state) = duel(json!({}));
    let mut live = position(&game, &state);
    let fields = live.as_object_mut().unwrap();
    fields.remove("round");
    fields.remove("turn");
    fields.insert("time".into(), json!(30000));
    let (game, mut state) = Zords::from_position(&Zords::read_position(&live).unwrap()).unwrap();
    assert_eq!(position(&game, &state), live);
    assert_eq!(game.turn(&state).number, 2 * 2 + 1);
    let seat = to_act(&game, &state);
    let zord = state_zord(&game, &state, seat);
    let all: Vec<Entry<Action>> = vec![Entry::Action(Command::Shield { unit: zord }.into()); 6];
    let mut record = Record::default();
    game.step(&mut state, &Orders::of(seat, all), &mut record);
    assert_eq!(reasons(&record), ["not_enough_actions"]);
    assert_eq!((to_act(&game, &state), position(&game, &state)["round"].clone()), (seat.other(), json!(2)));
}

fn state_zord(game: &Zords, state: &State, seat: Seat) -> i32 {
    let position = game.position(state);
    let owner = position.players[seat.index()].seat;
    position.zords.iter().find(|zord| zord.owner == owner).unwrap().id as i32
}

#[test]
fn openings_differ() {
    for seats in [0, 3, 8, 12] {
        let names: Vec<String> = (0..seats).map(|i| format!("s{i}")).collect();
        let setup = Setup { seats: names, ..Setup::seeded(5) };
        let mut seen = Vec::new();
        for n in 0..60 {
            let (game, state) = Zords::opening(n, &setup).unwrap();
            let (again, same) = Zords::opening(n, &setup).unwrap();
            assert!(game == again && state == same);
            let mut start = position(&game, &state);
            start.as_object_mut().unwrap().remove("order");
            assert!(!seen.contains(&start), "{seats} seats, opening {n}");
            seen.push(start);
        }
    }
}

#[test]
fn setups_are_checked() {
    let refused = |setup: Setup| {
        let faults = Zords::resolve(&setup).expect_err("refused");
        faults.list().iter().map(|fault| format!("{} {}", fault.code, fault.pointer)).collect::<Vec<_>>()
    };
    let seats = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    let bad = Setup { seats: seats(&["ann", "Ann", "b ad"]), ..Setup::default() };
    assert_eq!(refused(bad), ["bad_setup /seats/1", "bad_setup /seats/2"]);
    let full = Setup { seats: seats(&["a", "b", "c"]), ..Setup::default().with_map("duel") };
    assert_eq!(refused(full), ["bad_setup /seats"]);
    let config = json!({"rounds_per_day": 1, "days": 3}).as_object().unwrap().clone();
    assert_eq!(refused(Setup { config, ..Setup::default() }), ["bad_config /rounds_per_day"]);
    let players = |setup: Setup| Zords::resolve(&setup).map(|(game, state)| game.seats(&state)).unwrap();
    assert_eq!(players(Setup::default()), ["p1", "p2"]);
    assert_eq!(players(Setup::default().with_map("skirmish")), ["p1", "p2", "p3", "p4"]);
}

#[test]
fn a_view_tells_everything_but_the_key() {
    let (game, state) = duel(json!({}));
    let mut table = Table::new(game, state);
    let mut view = skirmish_zords::View::default();
    let seat = table.turn().to_act.iter().next().unwrap();
    table.ask(seat, &mut view);
    let first = serde_json::to_value(&view).unwrap();
    assert_eq!(first["config"].as_object().unwrap().len(), 41);
    assert_eq!(
        (&first["you"], &first["turn_id"], &first["events"]),
        (&json!(seat_name(&table, seat)), &json!(1), &json!([]))
    );
    assert!(first.get("rng").is_none());
    let unit = state_zord(&table.game, &table.state, seat);
    table.step(&Orders::of(seat, [Entry::Action(Command::Shield { unit }.into())]));
    table.step(&Orders::new());
    table.step(&Orders::new());
    table.ask(seat, &mut view);
    let second = serde_json::to_value(&view).unwrap();
    assert!(second.get("config").is_none());
    assert_eq!(second["events"][0]["event"], "shielded");
    assert_eq!(second["events"][0]["seq"], 4);
    assert_eq!(
        second["leaderboard"],
        json!([{"rank": 1, "seat": "p1", "points": 0}, {"rank": 1, "seat": "p2", "points": 0}])
    );
    let keys: Vec<&String> = second.as_object().unwrap().keys().collect();
    let wanted = "game schema status day time seq next_id players zords totems order round turn you shooting_allowed days \
        leaderboard turn_id round_order events";
    assert_eq!(keys, wanted.split_whitespace().collect::<Vec<_>>());
}

fn seat_name(table: &Table<Zords>, seat: Seat) -> String {
    table.game.seats(&table.state)[seat.index()].clone()
}
