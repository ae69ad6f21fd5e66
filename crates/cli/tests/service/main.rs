//! The live service as a whole: the real program over real sockets and files.

mod client;
#[cfg(unix)]
mod killing;
mod seat;
mod server;

use client::Client;
use serde_json::{Value, json};
use server::Server;
use std::process::Command;

const GAMES: &str = "/api/v1/zords/games";

/// A game with two players on a clock that only moves when it is told to.
fn two_players(server: &Server, administrator: &Client) -> (Client, Client) {
    let made = administrator.post(
        GAMES,
        json!({"name": "spring", "seats": ["ann", "bob"], "config": {"board_size": 60, "max_players": 8}}),
    );
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let tokens = made.json()["tokens"].clone();
    let started = administrator.post(&format!("{GAMES}/spring/start"), json!({}));
    assert_eq!(started.status, 200);
    let player = |i: usize| server.with(tokens[i]["token"].as_str().unwrap());
    (player(0), player(1))
}

fn view(client: &Client) -> Value {
    client.get(&format!("{GAMES}/spring/view")).json()
}

/// The first zord of a seat.
fn zord(view: &Value, seat: &str) -> Value {
    view["zords"].as_array().unwrap().iter().find(|zord| zord["owner"] == seat).unwrap().clone()
}

fn skirmish(args: &[&str]) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish")).args(args).output().unwrap();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_default())
}

#[test]
fn a_game_goes_on_after_a_kill_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let stood = ["--clock", "virtual", "--speed", "0"];
    let server = Server::start(&data, &stood);
    let administrator = server.administrator();
    let (ann, _) = two_players(&server, &administrator);
    let before = view(&ann);
    assert_eq!((&before["day"], &before["you"]), (&json!(1), &json!("ann")));
    let unit = zord(&before, "ann");
    let (x, y) = (unit["x"].as_i64().unwrap(), unit["y"].as_i64().unwrap());
    let step = json!({"do": "move", "unit": unit["id"], "x": if x > 0 { x - 1 } else { 1 }, "y": y}).to_string();
    let actions = format!("{GAMES}/spring/actions");
    let keyed = [("Idempotency-Key", "first")];
    let done = ann.ask("POST", &actions, &keyed, Some(&step)).unwrap();
    assert_eq!(done.status, 200, "{}", String::from_utf8_lossy(&done.body));
    server.kill();

    let server = Server::start(&data, &stood);
    assert_eq!(server.up["administrator"], Value::Null);
    let ann = server.with(ann.token.as_deref().unwrap());
    let after = view(&ann);
    assert_eq!(after["seq"], done.json()["seq"]);
    assert_eq!(zord(&after, "ann")["x"], json!(if x > 0 { x - 1 } else { 1 }));
    let again = ann.ask("POST", &actions, &keyed, Some(&step)).unwrap();
    assert_eq!(again.json(), done.json());
    assert!(again.head.to_ascii_lowercase().contains("idempotency-replayed: true"), "{}", again.head);
    assert_eq!(view(&ann)["seq"], after["seq"]);
    let other = ann.ask("POST", &actions, &keyed, Some("{\"do\":\"shield\",\"unit\":3}")).unwrap();
    assert_eq!((other.status, &other.json()["reason"]), (409, &json!("key_reused")));
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn a_whole_game_of_bots_is_played_exported_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &["--clock", "virtual", "--speed", "0"]);
    let administrator = server.administrator();
    let bots = json!({"ada": "strong", "bo": "weak", "cleo": "medium"});
    let config = json!({"board_size": 40, "days": 3, "max_players": 4});
    let made = administrator.post(GAMES, json!({"name": "spring", "config": config, "bots": bots, "seed": 7}));
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    assert_eq!(administrator.post(&format!("{GAMES}/spring/start"), json!({})).status, 200);
    let replay = folder.path().join("game.skirmish");
    let export = |name: &std::path::Path| {
        let said = server.anyone().get(&format!("{GAMES}/spring/replay"));
        assert_eq!(said.status, 200);
        std::fs::write(name, said.body).unwrap();
    };
    for round in 0..24 {
        wait_for_bots(&server.anyone(), round);
        if round == 10 {
            export(&replay);
            let (code, verdict) = skirmish(&["replay", "verify", "--json", replay.to_str().unwrap()]);
            assert_eq!((code, &verdict["ok"]), (Some(0), &json!(true)), "{verdict}");
            let text = std::fs::read(&replay).unwrap();
            assert!(!text.is_empty());
            let result = server.anyone().get(&format!("{GAMES}/spring/result"));
            assert_eq!((result.status, &result.json()["reason"]), (409, &json!("still_running")));
        }
        assert_eq!(administrator.post("/api/v1/zords/clock", json!({"step_s": 10_800})).status, 200);
    }
    let result = until(|| {
        let said = server.anyone().get(&format!("{GAMES}/spring/result"));
        (said.status == 200).then(|| said.json())
    });
    assert_eq!((&result["status"], result["ranking"].as_array().unwrap().len()), (&json!("over"), 3));
    export(&replay);
    let (code, verdict) = skirmish(&["replay", "verify", "--json", replay.to_str().unwrap()]);
    assert_eq!((code, &verdict["ok"]), (Some(0), &json!(true)), "{verdict}");
    let steps = verdict["steps"].as_i64().unwrap();
    assert!(steps > 30, "{verdict}");
    // It is shown like any other, though nobody had joined when it began.
    let picture = folder.path().join("game.png");
    let (code, _) = skirmish(&["export", replay.to_str().unwrap(), "--png", picture.to_str().unwrap(), "--turn", "20"]);
    assert_eq!(code, Some(0));
    assert!(std::fs::metadata(&picture).unwrap().len() > 10_000);
}

/// Waits until the bots have had their say in a round: everybody who could act has, or has passed.
fn wait_for_bots(client: &Client, round: i64) {
    let asked = until(|| {
        let view = view(client);
        let now = (view["day"].as_i64()? - 1) * 8 + view["time"].as_i64()? / 10_800;
        (now == round).then_some(view)
    });
    // Nothing more happens once two looks a while apart are the same.
    let mut seq = asked["seq"].clone();
    loop {
        std::thread::sleep(std::time::Duration::from_millis(150));
        let now = view(client)["seq"].clone();
        if now == seq {
            return;
        }
        seq = now;
    }
}

/// Asks until there is an answer.
fn until<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    for _ in 0..3000 {
        if let Some(answer) = ask() {
            return answer;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it never came");
}

#[test]
fn a_backup_is_made_while_the_game_goes_on_and_restored_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let stood = ["--clock", "virtual", "--speed", "0"];
    let server = Server::start(&data, &stood);
    let administrator = server.administrator();
    let (ann, _) = two_players(&server, &administrator);
    let made = administrator.post("/api/v1/backup", json!({}));
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let file = data.join("backups").join(made.json()["file"].as_str().unwrap());
    let kept = view(&ann);
    let shield = json!({"do": "shield", "unit": zord(&kept, "ann")["id"]});
    assert_eq!(ann.post(&format!("{GAMES}/spring/actions"), shield).status, 200);
    assert_eq!(server.stop(), Some(0));
    let restore = |to: &std::path::Path| {
        skirmish(&["serve", "--restore", file.to_str().unwrap(), "--data", to.to_str().unwrap()]).0
    };
    assert_eq!(restore(&data), Some(2), "a backup never replaces data");
    assert_eq!(restore(&other), Some(0));
    let server = Server::start(&other, &stood);
    let restored = view(&server.with(ann.token.as_deref().unwrap()));
    assert_eq!(
        ["seq", "zords", "players"].map(|key| &restored[key]),
        ["seq", "zords", "players"].map(|key| &kept[key])
    );
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let _first = Server::start(&data, &[]);
    let args = ["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()];
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish")).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(data.to_str().unwrap()), "{said}");
}

#[test]
fn all_faults_of_the_settings_are_told_at_once() {
    let args = ["serve", "--listen", "nowhere", "--clock", "sundial", "--speed", "fast"];
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish")).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for flag in ["--listen", "--clock", "--speed"] {
        assert!(said.contains(flag), "{said}");
    }
}
