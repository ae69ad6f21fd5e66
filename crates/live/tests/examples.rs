//! Worked examples of the rulebook, live.

mod support;

use serde_json::{Value, json};
use skirmish_live::keeper::Order;
use skirmish_zords::state::Status;
use support::*;

/// Three players close to each other and to the first totem, with weak zords.
fn close_together() -> Value {
    json!({
        "zord_hp": 1,
        "totem_period_days": 100,
        "fixed_totems": [{"x": 5, "y": 5}, {"x": 18, "y": 18}],
        "fixed_spawns": [{"x": 6, "y": 6}, {"x": 7, "y": 7}, {"x": 8, "y": 8}],
    })
}

fn three() -> House {
    let mut house = House::empty();
    house.create("one", close_together(), &["ann", "bob", "cy"]);
    house.at(SIX);
    house
}

#[test]
fn example_22_the_last_day() {
    let mut house = three();
    house.moment(28, 80_000);
    let (bob, ..) = house.zord("bob");
    let (ann, ..) = house.zord("ann");
    body(&house.post("ann", "kill", json!({"do": "shoot", "unit": ann, "target": bob})));
    body(&house.post("ann", "shield", json!({"do": "shield", "unit": ann})));
    let before = house.points("ann");
    house.at(SIX + 28 * DAY);
    assert_eq!((house.driver().state().status(), house.now()), (Status::Over, (28, 86_400)));
    assert_eq!(house.points("ann"), before + 25, "ann and cy share the last payment");
    let view = house.view();
    assert!(view.zords.iter().all(|zord| zord.owner.as_str() != "bob"), "who is down stays down");
    assert_eq!(view.zords.iter().find(|zord| zord.id == ann).unwrap().shields, 1);
    for what in [json!({"do": "shield", "unit": ann}), json!({"actions": [{"do": "shield", "unit": ann}]})] {
        assert_eq!(reason(&house.post("ann", "", what)), "game_over");
    }
    assert_eq!(reason(&house.order(Order::Join { seat: "dan".into() })), "game_over");
    assert_eq!(reason(&house.order(Order::Pause { why: "?".into() })), "game_over");
    assert_eq!(house.changes(), (1..=29).collect::<Vec<_>>());
    assert_eq!(house.driver().next_change_ms(), None);
}

#[test]
fn example_23_two_shooters() {
    let mut house = three();
    house.moment(1, 20_000);
    let (target, ..) = house.zord("bob");
    let shot = |house: &House, seat| json!({"do": "shoot", "unit": house.zord(seat).0, "target": target});
    let (ann, cy) = (shot(&house, "ann"), shot(&house, "cy"));
    assert_eq!(body(&house.post("ann", "a", ann))["points"], 3);
    assert_eq!(reason(&house.post("cy", "c", cy)), "no_such_target");
    assert_eq!((house.actions("ann"), house.actions("cy")), (16, 20));
}

#[test]
fn example_24_a_late_command() {
    let mut house = three();
    house.moment(5, 86_399);
    let shot = json!({"do": "shoot", "unit": house.zord("ann").0, "target": house.zord("bob").0});
    // Nothing ticks in between: the command itself finds the new day.
    house.hands.pass(3 * SECOND);
    assert_eq!(reason(&house.post("ann", "late", shot.clone())), "shooting_banned");
    assert_eq!((house.now(), house.actions("ann")), ((6, 2), 20));
    let mut guarded = shot.clone();
    guarded["day"] = json!(5);
    assert_eq!(reason(&house.post("ann", "guarded", guarded.clone())), "wrong_day");
    let results = body(&house.post("ann", "list", json!({"actions": [shot], "day": 5})));
    assert_eq!(results["results"][0]["reason"], "wrong_day");
    assert_eq!(house.changes(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn example_25_a_clock_that_goes_back() {
    let mut house = three();
    house.moment(5, 40_000);
    let there = house.a_move("ann");
    body(&house.post("ann", "1", there));
    house.restart(SECOND, -1000 * SECOND);
    assert_eq!(house.now(), (5, 40_000));
    let back = house.a_move("bob");
    body(&house.post("bob", "2", back));
    house.restart(SECOND, -2 * DAY);
    assert_eq!((house.now(), house.changes()), ((5, 40_000), vec![1, 2, 3, 4, 5]));
    let moved = house.events("moved");
    assert!(moved.iter().all(|event| event["time"] == 40_000), "{moved:?}");
}

#[test]
fn example_26_catching_up() {
    let mut house = three();
    house.moment(9, 43_200);
    let before = house.points("ann");
    house.restart(2 * DAY + 12 * HOUR, 0);
    // More than two days: an operator has to say that the clock is right.
    assert_eq!((house.now().0, house.keeper().was_held_by_clock()), (9, true));
    body(&house.order(Order::Resume));
    assert_eq!(house.now(), (12, 0));
    assert_eq!(house.changes(), (1..=12).collect::<Vec<_>>());
    assert_eq!(house.points("ann"), before + 3 * 16, "three payments, shared by three");
    let closed: Vec<Value> = house.events("day_closed").iter().map(|event| event["day"].clone()).collect();
    assert_eq!(closed, (1..=11).map(Value::from).collect::<Vec<_>>());
}

#[test]
fn example_31_the_same_move_twice() {
    let mut house = three();
    let go = house.a_move("cy");
    let first = house.post("cy", "go", go.clone());
    let second = house.post("cy", "go", go.clone());
    assert_eq!(bytes(&first), (bytes(&second).0, false));
    assert!(bytes(&second).1);
    assert_eq!((house.actions("cy"), house.events("moved").len()), (19, 1));
    assert_eq!(reason(&house.post("cy", "", go)), "occupied");
}
