//! The game as pictures: any moment of it, what somebody missed, and the table of points.

use crate::support::{Client, act, at, home, shield, small, view, zord};
use serde_json::{Value, json};

fn film(client: &Client, rest: &str) -> Value {
    let said = client.get(&at("spring", &format!("/film{rest}")));
    assert_eq!(said.status, 200, "{said:?}");
    said.json()
}

#[test]
fn a_film_grows_with_its_game_and_knows_its_days() {
    let home = home();
    home.game(small("spring"));
    let waiting = film(&home.anyone, "/index");
    assert_eq!((&waiting["steps"], &waiting["live"], &waiting["days"]), (&json!(2), &json!(true), &json!([])));
    home.start("spring");
    let first = film(&home.anyone, "/index");
    assert_eq!((&first["steps"], &first["days"]), (&json!(3), &json!([3])));
    home.turn("spring", 86_400);
    assert_eq!(film(&home.anyone, "/index")["days"], json!([3, 4]));
    // A picture of how it stands has the zords of the view.
    let frames = film(&home.anyone, "/frames?from=4&count=9&seat=all");
    let items = frames["first"]["items"].as_array().unwrap();
    for zord in view(&home.anyone)["zords"].as_array().unwrap() {
        let item = items.iter().find(|item| item["id"].as_str() == Some(zord["id"].to_string().as_str())).unwrap();
        assert_eq!(item["cell"], json!([zord["x"], zord["y"]]));
    }
    home.turn("spring", 4 * 86_400);
    let over = film(&home.anyone, "/index");
    assert_eq!((&over["live"], over["days"].as_array().unwrap().len()), (&json!(false), 3));
    assert!(over["summary"].is_string());
    assert!(!film(&home.anyone, "/charts")["charts"].as_array().unwrap().is_empty());
    assert_eq!(home.anyone.get(&at("spring", "/film/frames?from=99")).refusal().0, 404);
}

#[test]
fn who_joins_late_is_in_the_film_from_then_on() {
    let home = home();
    let mut wish = small("spring");
    wish["config"]["late_join"] = json!(true);
    wish["open"] = json!(true);
    home.game(wish);
    home.start("spring");
    let names = |session: Value| -> Vec<String> {
        session["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap().into()).collect()
    };
    assert_eq!(names(film(&home.anyone, "/session")), ["ann", "bob"]);
    assert_eq!(home.anyone.post(&at("spring", "/join"), &json!({"seat": "cy"})).status, 201);
    assert_eq!(names(film(&home.anyone, "/session")), ["ann", "bob", "cy"]);
    assert_eq!(film(&home.anyone, "/index")["steps"], 4);
}

#[test]
fn a_film_tells_nothing_of_chance_before_the_end() {
    let home = home();
    home.started();
    let hosted = home.running().live.service.game("spring").unwrap();
    let rest = ["/session", "/index", "/frames?from=0&count=64", "/log?to=64", "/charts", "/away/ann?from=0"];
    for rest in rest {
        let told = film(&home.anyone, rest).to_string();
        for secret in [hosted.head.seed.to_string(), hosted.head.key.clone()] {
            assert!(!told.contains(&secret), "{rest}");
        }
    }
}

#[test]
fn the_log_says_when_it_happened() {
    let home = home();
    let [ann, _] = home.started();
    home.turn("spring", 3600);
    act(&ann, &shield(&ann, "ann"));
    let log = film(&home.anyone, "/log?from=3&to=4");
    assert!(log["lines"][0]["text"].as_str().unwrap().contains("now has 1 shield"), "{log}");
    let at_ms = log["times"][0][1].as_i64().unwrap();
    let now: jiff::Timestamp = view(&ann)["now"].as_str().unwrap().parse().unwrap();
    assert_eq!((&log["times"][0][0], at_ms / 1000), (&json!(4), now.as_second()));
}

#[test]
fn what_somebody_missed_is_told_in_numbers_words_and_pictures() {
    let home = home();
    let config = json!({"board_size": 40, "max_players": 4, "days": 3, "start_points": 30, "grace_s": 0,
                        "fixed_totems": [{"x": 3, "y": 3}, {"x": 36, "y": 36}],
                        "fixed_spawns": [{"x": 20, "y": 20}, {"x": 22, "y": 20}]});
    let players = home.game(json!({"name": "spring", "seats": ["ann", "bob"], "config": config}));
    let [ann, bob] = <[Client; 2]>::try_from(players).unwrap_or_else(|_| unreachable!());
    home.start("spring");
    let seen = film(&ann, "/index")["steps"].as_u64().unwrap();
    let target = zord(&ann, "ann")["id"].clone();
    let shot = json!({"do": "shoot", "unit": zord(&bob, "bob")["id"], "target": target});
    assert_eq!(act(&bob, &json!({"do": "donate", "to": "ann", "amount": 5})).status, 200);
    assert_eq!(act(&bob, &shot).status, 200);
    assert_eq!(act(&bob, &shot).status, 200);
    home.turn("spring", 86_400);
    let away = film(&ann, &format!("/away/ann?from={seen}"));
    let sum = &away["sum"];
    let told = ["days", "given", "hits", "lost", "wiped", "points_before"].map(|key| sum[key].as_i64().unwrap());
    assert_eq!(told, [1, 5, 2, 1, 1, 30]);
    assert_eq!(sum["points"], view(&ann)["players"][0]["points"]);
    let lines: Vec<&str> =
        away["lines"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    for words in ["bob gives ann 5 points", "is destroyed", "loses its last zord", "Day 2 begins", "appears at"] {
        assert!(lines.iter().any(|line| line.contains(words)), "{words}: {lines:?}");
    }
    let steps = away["story"]["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["change"]["effects"].as_array().is_some_and(|all| !all.is_empty())));
    // For the other one it is another story.
    assert_eq!(film(&bob, &format!("/away/bob?from={seen}"))["sum"]["lost"], 0);
    // Who has seen everything missed nothing.
    let nothing = film(&ann, &format!("/away/ann?from={}", away["to"]));
    assert_eq!((nothing["lines"].as_array().unwrap().len(), &nothing["sum"]["hits"]), (0, &json!(0)));
}

#[test]
fn the_table_of_points_tells_what_totems_may_pay() {
    let home = home();
    let config = json!({"board_size": 40, "max_players": 4, "days": 3,
                        "fixed_totems": [{"x": 3, "y": 3}, {"x": 36, "y": 36}],
                        "fixed_spawns": [{"x": 4, "y": 4}, {"x": 30, "y": 3}]});
    home.game(json!({"name": "spring", "seats": ["ann", "bob"], "config": config}));
    home.start("spring");
    let table = film(&home.anyone, "/points");
    let mut rows: Vec<[i64; 3]> = table
        .as_array()
        .unwrap()
        .iter()
        .map(|row| ["worst", "due", "best"].map(|key| row[key].as_i64().unwrap()))
        .collect();
    rows.sort_unstable();
    // Who is far away is 22 cells from either area, and can go 20.
    assert_eq!(rows, [[0, 0, 0], [50, 50, 50]]);
}
