//! Real time and the time of the game: starts, days, pauses, downtime, clocks that are wrong.

mod support;

use serde_json::{Value, json};
use skirmish_live::driver::Held;
use skirmish_live::keeper::Order;
use skirmish_live::simulate::store::Fate;
use skirmish_zords::state::Status;
use support::*;

const YEAR: i64 = 365 * DAY;

fn shifting() -> Value {
    json!({"downtime_policy": "shift"})
}

fn pause() -> Order {
    Order::Pause { why: "a storm".into() }
}

#[test]
fn day_1_opens_at_the_next_time_of_day() {
    let mut house = House::with(json!({}));
    assert_eq!(house.driver().next_change_ms(), Some(SIX));
    house.at(SIX - 1);
    assert_eq!((house.driver().state().status(), house.now()), (Status::Waiting, (0, 0)));
    house.at(SIX);
    assert_eq!((house.driver().state().status(), house.now()), (Status::Running, (1, 0)));
    assert_eq!(house.driver().next_change_ms(), Some(SIX + DAY));
}

#[test]
fn a_named_start_is_kept_and_an_operator_may_start_at_once() {
    let mut house = House::with(json!({"start_at": "2026-03-02T12:00:00Z"}));
    house.at(NINE + 3 * HOUR);
    assert_eq!(house.now(), (1, 0));
    assert_eq!(reason(&house.order(Order::Start)), "already_started");

    let mut house = House::with(json!({}));
    house.at(NINE + 17 * SECOND);
    body(&house.order(Order::Start));
    house.restart(SECOND, 0);
    assert_eq!(house.driver().next_change_ms(), Some(NINE + 17 * SECOND + DAY));
}

#[test]
fn a_start_without_players_is_put_off_whether_or_not_the_service_is_restarted() {
    for restarts in [false, true] {
        for paused in [false, true] {
            let mut house = House::empty();
            house.create("one", json!({}), &["ann"]);
            assert_eq!(reason(&house.order(Order::Start)), "not_enough_players");
            house.at(SIX + HOUR);
            assert_eq!(house.driver().next_change_ms(), Some(SIX + DAY));
            if paused {
                body(&house.order(pause()));
            }
            body(&house.order(Order::Join { seat: "bob".into() }));
            if paused {
                body(&house.order(Order::Resume));
            }
            if restarts {
                house.restart(0, 0);
            }
            house.at(SIX + 2 * HOUR);
            assert_eq!(house.driver().state().status(), Status::Waiting, "{restarts} {paused}");
            house.at(SIX + DAY);
            assert_eq!(house.now(), (1, 0), "{restarts} {paused}");
        }
    }
}

#[test]
fn a_day_changes_once_however_many_timers_run() {
    let mut house = House::started(json!({}));
    house.hands.pass(DAY);
    for _ in 0..5 {
        house.tick();
    }
    house.restart(0, 0);
    house.tick();
    assert_eq!(house.changes(), [1, 2]);
    assert_eq!(house.events("day_opened").len(), 2);
}

#[test]
fn jumps_of_a_running_clock_are_not_believed() {
    for jump in [HOUR, 10 * YEAR, -HOUR] {
        let mut house = House::started(json!({}));
        house.hands.jump(jump);
        house.at(SIX + 2 * HOUR);
        assert_eq!(house.now(), (1, 7200), "{jump}");
        house.hands.jump(-jump);
        house.at(SIX + 3 * HOUR);
        assert_eq!(house.now(), (1, 10_800), "{jump}");
    }
    let mut house = House::started(json!({}));
    for i in 0..100 {
        house.hands.jump(-SECOND);
        house.at(SIX + HOUR + SECOND + i * 10);
        assert_eq!(house.now(), (1, 3601));
    }
}

#[test]
fn after_a_restart_the_clock_is_believed_up_to_two_days_ahead() {
    let mut house = House::started(json!({}));
    house.restart(0, 2 * DAY);
    assert!(!house.keeper().was_held_by_clock());
    assert_eq!(house.now().0, 3);

    let mut house = House::started(json!({}));
    house.restart(0, 2 * DAY + 1);
    assert!(house.keeper().was_held_by_clock());
    assert_eq!(house.now().0, 1);
    assert!(house.notices[0].text.contains("far ahead"), "{:?}", house.notices);
}

#[test]
fn nothing_is_written_by_a_clock_that_is_not_believed() {
    let mut house = House::started(json!({}));
    let records = house.log().len();
    house.restart(0, 10 * YEAR);
    for _ in 0..5 {
        house.hands.pass(HOUR);
        house.tick();
    }
    let go = house.a_move("ann");
    assert_eq!(reason(&house.post("ann", "go", go.clone())), "paused");
    assert_eq!(reason(&house.order(Order::Join { seat: "cy".into() })), "paused");
    assert_eq!(reason(&house.order(Order::Resign { seat: "ann".into(), key: None })), "paused");
    assert_eq!(reason(&house.order(pause())), "already_paused");
    assert_eq!(house.log().len(), records);
    // The clock is set right, and nothing is left of it all: no day is lost.
    house.restart(0, 0);
    assert!(house.driver().held().is_none());
    assert_eq!(house.now(), (1, 6 * 3600 + 1));
    body(&house.post("ann", "go", go));
}

#[test]
fn a_paused_game_does_not_believe_a_wrong_clock_either() {
    let mut house = House::started(json!({}));
    body(&house.order(pause()));
    house.restart(HOUR, 10 * YEAR);
    assert!(house.keeper().was_held_by_clock());
    assert_eq!(reason(&house.order(Order::Join { seat: "cy".into() })), "paused");
    house.restart(HOUR, 0);
    assert!(matches!(house.driver().held(), Some(Held::Operator { .. })));
    body(&house.order(Order::Resume));
    assert_eq!((house.now(), house.driver().state().shift_s()), ((1, 3601), 2 * 3600));
}

#[test]
fn a_refused_commit_changes_nothing_about_a_doubted_clock() {
    for fate in [Fate::Refused, Fate::Unknown { done: false }, Fate::Unknown { done: true }] {
        let mut house = House::started(json!({}));
        house.reopen(0, 10 * YEAR);
        house.store.doom(fate);
        body_or_refusal(&mut house);
        house.tick();
        assert!(house.keeper().was_held_by_clock(), "{fate:?}");
        assert_eq!(house.changes(), [1], "{fate:?}");
        house.restart(0, 0);
        assert_eq!(house.now(), (1, 3601), "{fate:?}");
    }
}

/// An order that is refused, whatever the store says.
fn body_or_refusal(house: &mut House) {
    assert!(["paused", "not_stored"].contains(&reason(&house.order(Order::Start))));
}

#[test]
fn an_operator_confirms_a_clock_and_the_policy_decides() {
    let mut house = House::started(json!({}));
    house.restart(3 * DAY, 0);
    body(&house.order(Order::Resume));
    assert_eq!((house.now(), house.changes()), ((4, 3601), vec![1, 2, 3, 4]));

    let mut house = House::started(shifting());
    house.restart(3 * DAY, 0);
    assert_eq!(house.driver().state().shift_s(), 0);
    body(&house.order(Order::Resume));
    assert_eq!((house.now(), house.changes()), ((1, 3601), vec![1]));
    assert_eq!(house.driver().state().shift_s(), 3 * 86_400);
    assert_eq!(reason(&house.order(Order::Resume)), "not_paused");
}

#[test]
fn lost_days_are_caught_up_or_shifted() {
    let mut house = House::started(json!({}));
    house.restart(DAY + HOUR, 0);
    assert_eq!((house.now(), house.changes()), ((2, 7201), vec![1, 2]));

    let mut house = House::started(shifting());
    house.restart(DAY + HOUR, 0);
    assert_eq!((house.now(), house.changes()), ((1, 3601), vec![1]));
    let shifts = house.events("clock_shift");
    assert_eq!((shifts.len(), &shifts[0]["seconds"]), (1, &json!(90_000)));
    house.at(SIX + 2 * DAY + HOUR);
    assert_eq!(house.now(), (2, 0));
}

#[test]
fn downtime_is_counted_from_the_last_sign_of_life() {
    let mut house = House::started(shifting());
    // The last heartbeat was an hour and a second into the day; 20 s later there is none yet.
    house.hands.pass(20 * SECOND);
    house.tick();
    assert_eq!(house.now(), (1, 3621));
    house.restart(40 * SECOND, 0);
    assert_eq!(house.driver().state().shift_s(), 60);
    house.hands.pass(10 * SECOND);
    house.tick();
    assert_eq!(house.now(), (1, 3611));
}

#[test]
fn making_up_for_lost_time_is_not_lost_with_a_commit() {
    for fate in [Fate::Refused, Fate::Unknown { done: false }, Fate::Unknown { done: true }] {
        let mut house = House::started(shifting());
        house.reopen(DAY + HOUR, 0);
        house.store.doom(fate);
        house.tick();
        house.tick();
        house.tick();
        assert_eq!(house.events("clock_shift").len(), 1, "{fate:?}");
        assert_eq!((house.now(), house.driver().state().shift_s()), ((1, 3601), 90_000), "{fate:?}");
    }
}

#[test]
fn time_stands_still_in_a_pause() {
    for config in [json!({}), shifting()] {
        let mut house = House::started(config);
        body(&house.order(pause()));
        assert_eq!(reason(&house.order(pause())), "already_paused");
        house.at(SIX + 5 * HOUR);
        house.restart(DAY, 0);
        house.at(SIX + 40 * HOUR);
        assert_eq!((house.now(), house.driver().next_change_ms()), ((1, 3601), None));
        let go = house.a_move("ann");
        assert_eq!(reason(&house.post("ann", "go", go.clone())), "paused");
        body(&house.order(Order::Resume));
        assert_eq!(house.now(), (1, 3601));
        assert_eq!(house.events("clock_shift").len(), 1);
        // Who was told to come later comes with the same key.
        body(&house.post("ann", "go", go));
        house.at(SIX + 41 * HOUR);
        assert_eq!(house.now(), (1, 7201));
    }
}

#[test]
fn a_pause_holds_the_start_back() {
    let mut house = House::with(json!({}));
    body(&house.order(pause()));
    assert_eq!(reason(&house.order(Order::Start)), "paused");
    house.at(SIX + HOUR);
    body(&house.order(Order::Resume));
    let pause_s = 22 * 3600;
    assert_eq!(house.driver().next_change_ms(), Some(SIX + pause_s * SECOND));
    house.restart(HOUR, 0);
    assert_eq!(house.driver().next_change_ms(), Some(SIX + pause_s * SECOND));
}

#[test]
fn an_aborted_game_stays_so() {
    let mut house = House::started(json!({}));
    body(&house.order(Order::Abort { why: "enough".into() }));
    house.restart(DAY, 0);
    assert_eq!((house.driver().state().status(), house.changes()), (Status::Aborted, vec![1]));
    assert_eq!(reason(&house.order(Order::Abort { why: "again".into() })), "game_over");
}
