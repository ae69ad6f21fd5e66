//! Coming in: open games, invitations, late players, and many at once.

use crate::support::{Client, Home, at, home, small};
use serde_json::{Value, json};
use std::io::Write;

fn join(client: &Client, body: Value) -> crate::support::Said {
    client.post(&at("spring", "/join"), &body)
}

fn journal(home: &Home, game: &str) -> i64 {
    home.running().live.service.game(game).unwrap().game
}

fn code(home: &Home, wish: Value) -> String {
    let said = home.operator.post("/api/v1/invitations", &wish);
    assert_eq!(said.status, 201, "{said:?}");
    said.json()["code"].as_str().unwrap().into()
}

#[test]
fn an_open_game_takes_whoever_comes() {
    let home = home();
    home.game(json!({"name": "spring", "open": true, "config": {"max_players": 2}}));
    let said = join(&home.anyone, json!({"seat": "ann"}));
    assert_eq!((said.status, &said.json()["seat"]), (201, &json!("ann")));
    let ann = home.anyone.with(said.json()["token"].as_str().unwrap());
    assert_eq!(ann.get(&at("spring", "/view")).json()["you"], "ann");
    for seat in ["ann", "Ann"] {
        assert_eq!(join(&home.anyone, json!({"seat": seat})).refusal(), (409, "seat_taken".into()));
    }
    let long = "x".repeat(33);
    for seat in ["", "a b", "@clock", "@operator", "ünï", "a\"b", ".a", &long] {
        assert_eq!(join(&home.anyone, json!({"seat": seat})).refusal(), (400, "malformed".into()), "{seat:?}");
    }
    assert_eq!(join(&home.anyone, json!({"seat": "bob"})).status, 201);
    assert_eq!(join(&home.anyone, json!({"seat": "eve"})).refusal(), (409, "game_full".into()));
    // The first token is still good: nobody took the seat over.
    assert_eq!(ann.get("/api/v1/me").status, 200);
}

#[test]
fn a_running_game_takes_latecomers_only_if_it_says_so() {
    let home = home();
    let mut wish = small("spring");
    wish["open"] = json!(true);
    home.game(wish.clone());
    home.start("spring");
    assert_eq!(join(&home.anyone, json!({"seat": "eve"})).refusal(), (409, "already_started".into()));
    wish["name"] = json!("autumn");
    wish["config"]["late_join"] = json!(true);
    home.game(wish);
    home.start("autumn");
    let said = home.anyone.post(&at("autumn", "/join"), &json!({"seat": "eve"}));
    assert_eq!(said.status, 201);
    let eve = home.anyone.with(said.json()["token"].as_str().unwrap());
    assert_eq!(eve.get(&at("autumn", "/view")).json()["players"][2]["seat"], "eve");
    // She gets her zord when the next day opens.
    home.turn("autumn", 86_400);
    let zords = eve.get(&at("autumn", "/view")).json()["zords"].clone();
    assert!(zords.as_array().unwrap().iter().any(|zord| zord["owner"] == "eve"));
    home.turn("autumn", 4 * 86_400);
    let said = home.anyone.post(&at("autumn", "/join"), &json!({"seat": "zoe"}));
    assert_eq!(said.refusal(), (409, "game_over".into()));
}

#[test]
fn a_game_by_invitation_needs_a_code_that_is_good_here() {
    let home = home();
    home.game(json!({"name": "spring"}));
    home.game(json!({"name": "autumn"}));
    let (spring, autumn) = (journal(&home, "spring"), journal(&home, "autumn"));
    assert_eq!(join(&home.anyone, json!({"seat": "ann"})).refusal(), (403, "invitation_needed".into()));
    assert_eq!(join(&home.anyone, json!({"seat": "ann", "code": "in_wrong"})).refusal().0, 403);
    let elsewhere = code(&home, json!({"role": "player", "journal": autumn}));
    assert_eq!(join(&home.anyone, json!({"seat": "ann", "code": elsewhere})).refusal().0, 403);
    let for_bob = code(&home, json!({"role": "player", "journal": spring, "seat": "bob"}));
    let said = join(&home.anyone, json!({"seat": "ann", "code": for_bob}));
    assert_eq!((said.refusal().0, &said.json()["message"]), (403, &json!("this invitation is for the seat bob")));
    // What was refused used nothing up.
    assert_eq!(join(&home.anyone, json!({"seat": "bob", "code": for_bob})).status, 201);
    let twice = code(&home, json!({"role": "player", "journal": spring, "uses": 2}));
    assert_eq!(join(&home.anyone, json!({"seat": "bob", "code": twice})).refusal(), (409, "seat_taken".into()));
    assert_eq!(join(&home.anyone, json!({"seat": "cleo", "code": twice})).status, 201);
    assert_eq!(join(&home.anyone, json!({"seat": "dan", "code": twice})).status, 201);
    assert_eq!(join(&home.anyone, json!({"seat": "eve", "code": twice})).refusal().0, 403);
    assert_eq!(home.anyone.post(&at("autumn", "/join"), &json!({"seat": "eve", "code": elsewhere})).status, 201);
}

/// Runs all at once, and gives what came of them.
fn together<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let barrier = std::sync::Barrier::new(count);
    std::thread::scope(|scope| {
        let run = |i| {
            barrier.wait();
            work(i)
        };
        let threads: Vec<_> = (0..count).map(|i| scope.spawn(move || run(i))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn one_seat_is_won_by_one() {
    let home = home();
    home.game(json!({"name": "spring", "open": true}));
    let said = together(16, |_| join(&home.anyone, json!({"seat": "ann"})));
    let won: Vec<_> = said.iter().filter(|said| said.status == 201).collect();
    assert_eq!(won.len(), 1);
    assert!(said.iter().all(|said| said.status == 201 || said.refusal() == (409, "seat_taken".into())));
    let ann = home.anyone.with(won[0].json()["token"].as_str().unwrap());
    assert_eq!(ann.get(&at("spring", "/view")).json()["you"], "ann");
}

#[test]
fn the_last_seats_are_not_given_out_twice() {
    let home = home();
    home.game(json!({"name": "spring", "open": true, "config": {"max_players": 3}}));
    let said = together(12, |i| join(&home.anyone, json!({"seat": format!("s{i}")})));
    assert_eq!(said.iter().filter(|said| said.status == 201).count(), 3);
    assert!(said.iter().all(|said| said.status == 201 || said.refusal() == (409, "game_full".into())));
}

#[test]
fn a_code_for_two_lets_two_in() {
    let home = home();
    home.game(json!({"name": "spring"}));
    let code = code(&home, json!({"role": "player", "journal": journal(&home, "spring"), "uses": 2}));
    let said = together(12, |i| join(&home.anyone, json!({"seat": format!("s{i}"), "code": code})));
    assert_eq!(said.iter().filter(|said| said.status == 201).count(), 2, "{said:?}");
    assert!(said.iter().all(|said| said.status == 201 || said.refusal() == (403, "forbidden".into())), "{said:?}");
    let view = home.anyone.get(&at("spring", "/view")).json();
    assert_eq!(view["players"].as_array().unwrap().len(), 2);
}

#[test]
fn who_hangs_up_while_joining_harms_nobody_else() {
    let home = home();
    home.game(json!({"name": "spring"}));
    let code = code(&home, json!({"role": "player", "journal": journal(&home, "spring")}));
    for round in 0..40 {
        // The same code by many who do not wait for their answer, and an operator beside them.
        let statuses = together(5, |i| {
            if i == 0 {
                let wish = small(&format!("other{round}"));
                return home.operator.post(crate::support::GAMES, &wish).status;
            }
            let body = json!({"seat": format!("s{round}x{i}"), "code": code}).to_string();
            let mut stream = home.anyone.connect();
            stream.write_all(home.anyone.request("POST", &at("spring", "/join"), Some(&body)).as_bytes()).unwrap();
            0
        });
        assert_eq!(statuses[0], 201, "round {round}");
    }
    let view = home.anyone.get(&at("spring", "/view")).json();
    assert!(view["players"].as_array().unwrap().len() <= 1, "{view}");
}
