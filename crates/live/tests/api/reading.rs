//! What everybody may see: view, leaderboard, log, result, position.

use crate::support::{GAMES, act, at, home, shield, small, view};
use serde_json::{Value, json};

#[test]
fn the_view_is_the_same_for_everybody_but_for_who_looks() {
    let home = home();
    let [ann, bob] = home.started();
    let mut views = [&home.anyone, &ann, &bob, &home.operator].map(view);
    let you = views.each_mut().map(|view| view["you"].take());
    assert_eq!(you, [Value::Null, json!("ann"), json!("bob"), Value::Null]);
    assert!(views.iter().all(|view| *view == views[0]));
    let seen = &views[0];
    for key in ["seq", "n", "now", "day_ends_at", "shooting_opens_at", "players", "zords", "totems", "leaderboard"] {
        assert!(!seen[key].is_null(), "{key}");
    }
    assert_eq!((&seen["status"], &seen["day"], &seen["days"]), (&json!("running"), &json!(1), &json!(3)));
    assert_eq!(seen["config"]["board_size"], 40);
    assert!(seen["config"].get("kill_reward").is_some(), "the config is complete");
    assert!(seen.get("rng").is_none() && !seen.to_string().contains("seed"));
}

#[test]
fn a_tag_tells_whether_anything_has_changed() {
    let home = home();
    let [ann, _] = home.started();
    for path in [at("spring", "/view"), at("spring", "/leaderboard")] {
        let said = ann.get(&path);
        let tag = said.header("etag").unwrap().to_string();
        assert_eq!(tag, format!("\"{}\"", said.json()["seq"]));
        for held in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".into()] {
            let same = ann.header("If-None-Match", &held).get(&path);
            assert_eq!((same.status, same.body.len(), same.header("etag")), (304, 0, Some(&*tag)), "{held}");
        }
        assert_eq!(act(&ann, &shield(&ann, "ann")).status, 200);
        assert_eq!(ann.header("If-None-Match", &tag).get(&path).status, 200);
        // Who looks is in the view, so what one was told is not for another.
        let vary = said.header("vary").unwrap_or_default().to_ascii_lowercase();
        assert!(vary.contains("authorization") && vary.contains("cookie"), "{vary:?}");
    }
}

#[test]
fn the_leaderboard_is_by_points() {
    let home = home();
    home.started();
    let table = home.anyone.get(&at("spring", "/leaderboard")).json();
    let rows = table["leaderboard"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["seat"], &rows[0]["rank"]), (2, &json!("ann"), &json!(1)));
    assert_eq!((&table["day"], &rows[1]["points"]), (&json!(1), &json!(0)));
}

#[test]
fn the_log_is_gapless_and_comes_in_pages() {
    let home = home();
    let [ann, bob] = home.started();
    for _ in 0..5 {
        act(&ann, &shield(&ann, "ann"));
        act(&bob, &shield(&bob, "bob"));
    }
    home.turn("spring", 2 * 86_400);
    let log = |query: &str| home.anyone.get(&at("spring", &format!("/log{query}")));
    let all = log("?limit=1000").json();
    let events = all["events"].as_array().unwrap();
    let numbers: Vec<i64> = events.iter().map(|event| event["n"].as_i64().unwrap()).collect();
    assert_eq!(numbers, (1..=all["n"].as_i64().unwrap()).collect::<Vec<_>>());
    let moments: Vec<[i64; 3]> =
        events.iter().map(|event| ["seq", "day", "time"].map(|key| event[key].as_i64().unwrap())).collect();
    assert!(moments.is_sorted(), "{moments:?}");
    assert!(events.iter().all(|event| event["event"].is_string() && event["at"].is_string()));
    let mut paged = Vec::new();
    while let Some(more) = log(&format!("?after={}&limit=3", paged.len())).json()["events"].as_array() {
        assert!(more.len() <= 3);
        if more.is_empty() {
            break;
        }
        paged.extend(more.clone());
    }
    assert_eq!(&paged, events);
    assert_eq!(log("").json()["events"].as_array().unwrap().len(), events.len().min(100));
    assert_eq!(log("?after=9223372036854775807").json()["events"], json!([]));
    for query in [
        "?limit=0",
        "?limit=1001",
        "?limit=-1",
        "?after=-1",
        "?after=x",
        "?after=1.5",
        "?after=9223372036854775808",
        "?after=1&after=2",
        "?before=1",
        "?limit",
    ] {
        assert_eq!(log(query).refusal(), (400, "bad_query".into()), "{query}");
    }
}

#[test]
fn the_result_and_the_seed_come_after_the_end() {
    let home = home();
    let mut wish = small("spring");
    wish["seed"] = json!(424_242_424_242_u64);
    home.game(wish);
    let result = || home.anyone.get(&at("spring", "/result"));
    assert_eq!(result().refusal(), (409, "still_running".into()));
    home.start("spring");
    assert_eq!(result().refusal(), (409, "still_running".into()));
    let key = home.running().live.service.game("spring").unwrap().head.key.clone();
    for path in ["", "/view", "/log", "/leaderboard"] {
        let path = if path.is_empty() { GAMES.to_string() } else { at("spring", path) };
        let said = format!("{:?}", home.anyone.get(&path));
        assert!(!said.contains("424242424242") && !said.contains(&key), "{path}");
    }
    home.turn("spring", 4 * 86_400);
    let said = result();
    assert_eq!(said.status, 200, "{said:?}");
    let told = said.json();
    assert_eq!((&told["game"], &told["status"], &told["over"]), (&json!("zords"), &json!("over"), &json!(true)));
    assert_eq!(told["seed"], json!(key));
    let ranking = told["ranking"].as_array().unwrap();
    assert_eq!(ranking.len(), 2);
    for key in ["rank", "seat", "points", "kills", "wipes", "zords", "retired"] {
        assert!(!ranking[0][key].is_null(), "{key}");
    }
    assert_eq!(told["scores"].as_object().unwrap().len(), 2);
}

#[test]
fn the_position_with_its_key_is_for_operators() {
    let home = home();
    let [ann, _] = home.started();
    let path = at("spring", "/position");
    assert_eq!(home.anyone.get(&path).refusal().0, 401);
    assert_eq!(ann.get(&path).refusal().0, 403);
    let position = home.operator.get(&path).json();
    assert_eq!((&position["game"], &position["seq"]), (&json!("zords"), &view(&ann)["seq"]));
    let rng = position["rng"].as_str().unwrap();
    for path in ["/view", "/log", "/leaderboard"] {
        assert!(!format!("{:?}", ann.get(&at("spring", path))).contains(rng));
    }
}

#[test]
fn a_private_game_is_for_its_players_and_operators() {
    let home = home();
    let mut wish = small("spring");
    wish["private"] = json!(true);
    let ann = home.game(wish).remove(0);
    let other = home.game(small("autumn")).remove(0);
    for path in ["/view", "/leaderboard", "/log", "/result", "/replay", "/stream"] {
        let path = at("spring", path);
        assert_eq!(home.anyone.get(&path).refusal(), (401, "unauthorized".into()), "{path}");
        assert_eq!(other.get(&path).refusal(), (403, "forbidden".into()), "{path}");
    }
    for path in ["/view", "/leaderboard", "/log", "/replay"] {
        assert_eq!(ann.get(&at("spring", path)).status, 200, "{path}");
        assert_eq!(home.operator.get(&at("spring", path)).status, 200, "{path}");
    }
}
