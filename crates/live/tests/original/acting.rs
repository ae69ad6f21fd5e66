//! The six actions: what they do, and every text of a refusal.

use crate::support::{DAY_MS, HOUR_MS, Port, told};
use serde_json::json;
use skirmish_live::keeper::Order;

fn below([x, y]: [i64; 2], by: i64) -> [i64; 2] {
    [x, y + by]
}

#[test]
fn a_zord_moves() {
    let port = Port::running(json!({}));
    let (ann, bob) = (port.cell("ann"), port.cell("bob"));
    let travel = |from, to| port.act("ann", "/move", json!({"from": from, "to": to}));
    assert_eq!(travel([1, 1], [2, 2]), "Couldn't find zord at (1, 1)");
    assert_eq!(travel([20, 20], [2, 2]), "Couldn't find zord at (20, 20)", "a totem is no zord");
    assert_eq!(travel(bob, [2, 2]), format!("You don't own the zord in {}", told(bob)));
    assert_eq!(travel(ann, [-1, 0]), "(-1, 0) is out of bounds");
    assert_eq!(travel(ann, [0, 140]), "(0, 140) is out of bounds");
    assert_eq!(travel(ann, bob), format!("The cell {} is occupied", told(bob)));
    assert_eq!(travel(ann, [20, 20]), "The cell (20, 20) is occupied");
    assert_eq!(travel(ann, [100, 100]), format!("(100, 100) is not in range of {}", told(ann)));
    assert_eq!(port.cell("ann"), ann, "what was refused changed nothing");
    let there = below(ann, 20);
    assert_eq!(travel(ann, there), "ok");
    assert_eq!(port.cell("ann"), there);
    let further = below(there, 1);
    assert_eq!(travel(there, further), format!("{} is not in range of {}", told(further), told(there)));
}

#[test]
fn a_zord_shoots() {
    let port = Port::running(json!({}));
    let (ann, bob) = (port.cell("ann"), port.cell("bob"));
    let shoot = |from, to| port.act("ann", "/shoot", json!({"from": from, "to": to}));
    assert_eq!(shoot([1, 1], bob), "Couldn't find zord at (1, 1)");
    assert_eq!(shoot(bob, ann), format!("You don't own the zord in {}", told(bob)));
    assert_eq!(shoot(ann, [2, 2]), "Couldn't find zord at (2, 2)");
    assert_eq!(shoot(ann, [-5, 2]), "Couldn't find zord at (-5, 2)");
    assert_eq!(shoot(ann, bob), "You tried shooting within the grace period");
    assert_eq!(shoot(ann, ann), "You can't shoot your own zord");
    port.pass(3 * HOUR_MS);
    assert_eq!(shoot(ann, bob), "ok");
    assert_eq!(port.read("/map")["zords"].as_array().unwrap().iter().find(|z| z["owner"] == "bob").unwrap()["hp"], 1);
    let away = below(bob, 6);
    assert_eq!(port.act("bob", "/move", json!({"from": bob, "to": away})), "ok");
    assert_eq!(shoot(ann, away), format!("{} is not in range of {}", told(away), told(ann)));
    assert_eq!(port.act("ann", "/increase-range", json!({"coord": ann})), "ok");
    for _ in 0..3 {
        assert_eq!(port.act("ann", "/shield", json!({"coord": ann})), "ok");
    }
    assert_eq!(shoot(ann, away), "Not enough actions");
}

#[test]
fn a_zord_is_shielded_and_sees_further() {
    let port = Port::running(json!({}));
    let (ann, bob) = (port.cell("ann"), port.cell("bob"));
    for (path, left, times) in [("/shield", 4, 4), ("/increase-range", 0, 2)] {
        let act = |coord| port.act("ann", path, json!({"coord": coord}));
        assert_eq!(act([1, 1]), "Couldn't find zord at (1, 1)");
        assert_eq!(act(bob), format!("You don't own the zord in {}", told(bob)));
        for _ in 0..times {
            assert_eq!(act(ann), "ok");
        }
        let leaders = port.read("/leaderboard");
        let line =
            leaders["leaderboard"].as_array().unwrap().iter().find(|line| line["name"] == "ann").unwrap().clone();
        assert_eq!(line["actions"], left);
    }
    for path in ["/shield", "/increase-range"] {
        assert_eq!(port.act("ann", path, json!({"coord": ann})), "Not enough actions");
    }
    let map = port.read("/map");
    let own = map["zords"].as_array().unwrap().iter().find(|zord| zord["owner"] == "ann").unwrap();
    assert_eq!((&own["shields"], &own["range"]), (&json!(4), &json!(7)));
}

#[test]
fn zords_are_built() {
    let port = Port::running(json!({"start_points": 45}));
    let (ann, bob) = (port.cell("ann"), port.cell("bob"));
    let build = |seat: &str, coord| port.act(seat, "/build-zord", json!({"coord": coord}));
    assert_eq!(build("ann", [140, 0]), "(140, 0) is out of bounds");
    assert_eq!(build("ann", [1, 1]), "There's no zord nearby (1, 1)");
    assert_eq!(build("ann", ann), format!("The cell {} is occupied", told(ann)));
    let spots = [below(ann, 1), below(ann, -1), [ann[0] - 1, ann[1]]];
    assert_eq!(build("ann", spots[0]), "ok");
    assert_eq!(build("ann", spots[1]), "ok");
    assert_eq!(build("ann", spots[2]), "You already own 3 zords");
    assert_eq!(port.act("ann", "/shoot", json!({"from": ann, "to": spots[0]})), "You can't shoot your own zord");
    // 20 action points buy five shields, and then there is none left to build with.
    for _ in 0..5 {
        assert_eq!(port.act("bob", "/shield", json!({"coord": bob})), "ok");
    }
    assert_eq!(build("bob", below(bob, 1)), "Not enough actions");
    let poor = Port::running(json!({"start_points": 9}));
    let ann = poor.cell("ann");
    let refused = poor.act("ann", "/build-zord", json!({"coord": below(ann, 1)}));
    assert_eq!(refused, "You have 9 points but need 10");
}

#[test]
fn points_are_donated() {
    let port = Port::running(json!({}));
    let (ann, bob) = (port.cell("ann"), port.cell("bob"));
    let donate = |to: &str, amount: u16| port.act("ann", "/donate-points", json!({"receiver": to, "amount": amount}));
    for amount in [0, 11, 65535] {
        assert_eq!(donate("bob", amount), "You can donate at most 10 points with each action");
    }
    assert_eq!(donate("cy", 1), "Couldn't find player named cy");
    assert_eq!(donate("<img src=x>", 1), "Couldn't find player named &lt;img src=x&gt;", "texts become HTML");
    assert_eq!(donate("ann", 1), "You can't donate to yourself");
    assert_eq!(donate("bob", 10), "ok");
    assert_eq!(donate("bob", 10), "ok");
    assert_eq!(donate("bob", 6), "You have 5 points but need 6");
    let board = port.read("/leaderboard");
    assert_eq!(
        board,
        json!({"leaderboard": [
            {"name": "bob", "actions": 20, "points": 45},
            {"name": "ann", "actions": 12, "points": 5},
        ]})
    );
    for _ in 0..3 {
        assert_eq!(donate("bob", 1), "ok");
    }
    assert_eq!(donate("bob", 1), "Not enough actions");
    // Who has no zord left has nothing to give points with.
    port.pass(3 * HOUR_MS);
    for _ in 0..2 {
        assert_eq!(port.act("bob", "/shoot", json!({"from": bob, "to": ann})), "ok");
    }
    assert_eq!(donate("bob", 1), "You have no zords");
}

#[test]
fn donations_need_range_where_the_game_says_so() {
    let port = Port::running(json!({"donation_needs_range": true}));
    let bob = port.cell("bob");
    let donate = || port.act("ann", "/donate-points", json!({"receiver": "bob", "amount": 1}));
    assert_eq!(donate(), "ok");
    assert_eq!(port.act("bob", "/move", json!({"from": bob, "to": below(bob, 20)})), "ok");
    assert_eq!(donate(), "Out of range for a donation");
}

/// A cell means whoever stands there when the action is judged, not when somebody read the map.
#[test]
fn cells_are_looked_up_when_it_is_their_turn() {
    let port = Port::running(json!({}));
    let (ann, bob) = (port.cell("ann"), port.cell("bob"));
    let away = below(ann, 5);
    assert_eq!(port.act("ann", "/move", json!({"from": ann, "to": away})), "ok");
    assert_eq!(port.act("bob", "/move", json!({"from": bob, "to": ann})), "ok");
    let taken = format!("You don't own the zord in {}", told(ann));
    assert_eq!(port.act("ann", "/shield", json!({"coord": ann})), taken);
    assert_eq!(port.act("bob", "/shield", json!({"coord": ann})), "ok");
    assert_eq!(port.act("ann", "/shield", json!({"coord": bob})), format!("Couldn't find zord at {}", told(bob)));
}

#[test]
fn who_it_is_comes_before_how_the_game_stands_and_that_before_the_rules() {
    let port = Port::waiting(json!({}));
    let deeds = [
        ("/shoot", json!({"from": [0, 0], "to": [0, 0]})),
        ("/move", json!({"from": [0, 0], "to": [0, 0]})),
        ("/shield", json!({"coord": [0, 0]})),
        ("/increase-range", json!({"coord": [0, 0]})),
        ("/build-zord", json!({"coord": [-1, 0]})),
        ("/donate-points", json!({"receiver": "ann", "amount": 0})),
    ];
    let all = |wanted: &str| {
        for (path, body) in &deeds {
            assert_eq!(port.act("ann", path, body.clone()), wanted, "{path}");
            let headers = [("username", "ann"), ("token", "wrong")];
            let stranger = port.send(&format!("POST {path}"), &headers, &body.to_string());
            assert_eq!((stranger.status, stranger.json()), (200, json!({"error": "Couldn't authenticate"})), "{path}");
        }
    };
    all("Game hasn't started yet");
    port.pass(28 * DAY_MS + DAY_MS);
    assert_eq!(port.read("/day")["day"], 29);
    all("Game has ended");
}

#[test]
fn an_aborted_game_has_ended() {
    let port = Port::running(json!({}));
    let ann = port.cell("ann");
    port.done(Order::Abort { why: "a storm".into() });
    assert_eq!(port.act("ann", "/shield", json!({"coord": ann})), "Game has ended");
    assert_eq!(port.read("/day")["day"], 29);
}

/// A refusal that the original has no text for is still an object with `error`: anything else would look like success.
#[test]
fn refusals_of_our_own_have_a_text() {
    let port = Port::running(json!({}));
    let ann = port.cell("ann");
    port.done(Order::Pause { why: "<b>a storm</b>".into() });
    let paused = port.post_as("ann", "/shield", &json!({"coord": ann}));
    let text = "the game is paused: &lt;b&gt;a storm&lt;/b&gt;";
    assert_eq!((paused.status, paused.json()), (503, json!({"error": text})));
    port.done(Order::Resume);
    port.done(Order::Resign { seat: "ann".into(), key: None });
    assert_eq!(port.act("ann", "/shield", json!({"coord": ann})), "You have retired from this game.");
    assert_eq!(port.act("cy", "/shield", json!({"coord": ann})), "Couldn't authenticate");
}
