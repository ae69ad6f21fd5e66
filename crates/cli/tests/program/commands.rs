//! The commands by themselves.

use crate::support::{Folder, GAMES, SKIRMISH, fails, json_of, ok, python, skirmish};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A file of this test run.
fn scratch(name: &str, content: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{}-{name}", std::process::id()));
    std::fs::write(&path, content).expect("the scratch folder can be written");
    path
}

#[test]
fn games_lists_all_games() {
    let text = ok(&["games"]);
    let lines = ok(&["games", "--json"]);
    for (game, line) in GAMES.iter().zip(lines.lines()) {
        assert!(text.contains(game));
        let about = json_of(line);
        assert_eq!(about["game"], *game);
        let bots: Vec<&str> =
            about["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
        assert_eq!(bots, ["weak", "medium", "strong"]);
    }
}

#[test]
fn the_bare_program_and_help_teach() {
    assert!(fails(&[], 2).contains("Usage"));
    assert!(ok(&["--help"]).contains("Exit codes"));
    assert!(ok(&["simulate", "--help"]).contains("swapped"));
}

#[test]
fn unknown_names_list_what_exists_and_the_nearest() {
    let said = fails(&["rules", "golem"], 2);
    assert!(said.contains("did you mean \"golems\"") && said.contains("footsoldiers"), "{said}");
    let said = fails(&["position", "golems", "--map", "own_riges"], 2);
    assert!(said.contains("did you mean \"own_ridges\"") && said.contains("own_ruins"), "{said}");
    let said = fails(&["simulate", "golems", "--bots", "stron,weak"], 2);
    assert!(said.contains("did you mean \"strong\"") && said.contains("warden"), "{said}");
    let said = fails(&["position", "infection", "--preset", "orginal"], 2);
    assert!(said.contains("\"original\""), "{said}");
    let said = fails(&["position", "golems", "--set", "max_turn=3"], 2);
    assert!(said.contains("/max_turn") && said.contains("max_turns"), "{said}");
}

#[test]
fn what_is_not_near_is_not_suggested() {
    for args in [
        &["rules", "chess"][..],
        &["position", "golems", "--map", "x"],
        &["simulate", "golems", "--bots", "grandmaster,weak"],
        &["play", "golems", "builtin:best", "weak"],
        &["play", "golems", "weak", "weak", "--sandbox", "jail"],
        &["new", "golems", "--lang", "cobol", "no-such-folder"],
    ] {
        let said = fails(args, 2);
        assert!(!said.contains("did you mean") && said.contains("There are: "), "{args:?}: {said}");
    }
    for (args, near) in [
        (&["play", "golems", "stron", "weak"][..], "strong"),
        (&["play", "golems", "weak", "humna"], "human"),
        (&["play", "golems", "builtin:stron", "weak"], "strong"),
        (&["play", "golems", "true", "true", "--sandbox", "namespace"], "namespaces"),
        (&["new", "golems", "--lang", "pyton", "no-such-folder"], "python"),
    ] {
        let said = fails(args, 2);
        assert!(said.contains(&format!("did you mean \"{near}\"?")), "{args:?}: {said}");
    }
    assert!(!fails(&["position", "golems", "--set", "nonsense=3"], 2).contains("nearest"));
}

#[test]
fn a_slip_is_told_as_what_it_is() {
    let said = fails(&["check", "no-such-folder"], 2);
    assert!(said.contains("there is no program no-such-folder") && !said.contains("name the games"), "{said}");
    let said = fails(&["play", "golems", "strong"], 2);
    assert!(said.contains("1 player for 2 seats"), "{said}");
    for args in [&["position", "golems", "--seed", "lucky"][..], &["bench", "--seed", "lucky"]] {
        assert!(fails(args, 2).contains("a whole number from 0 to"), "{args:?}");
    }
    let said = fails(&["replay", "verify", "no-such-file"], 2);
    assert_eq!(said.matches("no-such-file").count(), 1, "{said}");
}

#[test]
fn the_rules_show_every_weapon_whole() {
    let text = ok(&["rules", "outbreak"]);
    assert!(text.contains("| grenade_launcher | 4 | 12 | 3 | 0 | 45 | 45 | 1 | true | true |"), "{text}");
    for game in GAMES {
        let text = ok(&["rules", game]);
        assert!(!text.contains("...") && !text.contains("{weapons}"), "{game}: {text}");
        assert!(text.contains("{\"do\":\"move\""), "{game}: {text}");
    }
}

#[test]
fn a_game_of_many_seats_says_how_many() {
    let text = ok(&["games"]);
    assert!(text.contains("seats: 2 to 64") && text.contains("seats: player1, player2"), "{text}");
    let zords = ok(&["games", "--json"]).lines().map(json_of).find(|game| game["game"] == "zords").unwrap();
    assert_eq!((&zords["min_seats"], &zords["max_seats"]), (&json!(2), &json!(64)));
}

#[test]
fn a_bad_config_lists_all_its_faults() {
    let file = scratch("bad.toml", "max_turns = 0\nzone_points = 'x'\nnonsense = 1\nmax_health = '1+'\n");
    let said = fails(&["position", "golems", "--config", file.to_str().unwrap()], 2);
    for part in ["/max_turns", "/zone_points", "/nonsense", "bad_formula: /max_health", "4 faults"] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    assert!(fails(&["position", "golems", "--config", "no-such-file.json"], 2).contains("cannot read"));
    let file = scratch("list.json", "[]");
    assert!(fails(&["position", "golems", "--config", file.to_str().unwrap()], 2).contains("an object"));
    assert!(fails(&["position", "golems", "--set", "max_turns"], 2).contains("KEY=VALUE"));
}

#[test]
fn configs_come_from_files_presets_and_options() {
    let file = scratch("good.json", r#"{"turn_limit": 30, "stun_turns": 2}"#);
    let text = ok(&[
        "position",
        "infection",
        "--preset",
        "original",
        "--config",
        file.to_str().unwrap(),
        "--set",
        "turn_limit=40",
    ]);
    let config = &json_of(&text)["config"];
    assert_eq!(
        (&config["turn_limit"], &config["stun_turns"], &config["ability_cooldown"]),
        (&json!(40), &json!(2), &json!(12))
    );
    assert!(ok(&["rules", "golems", "--set", "max_turns=77"]).contains("77"));
}

#[test]
fn positions_come_back_byte_for_byte_and_bad_ones_name_every_fault() {
    for game in GAMES {
        let text = ok(&["position", game, "--seed", "3"]);
        let file = scratch(&format!("{game}.json"), &text);
        assert_eq!(ok(&["position", game, "--read", file.to_str().unwrap()]), text, "{game}");
        let mut broken = json_of(&text);
        broken["surplus"] = json!(1);
        broken["next_id"] = json!("x");
        broken.as_object_mut().unwrap().remove("turn");
        broken.as_object_mut().unwrap().remove("turns_remaining");
        let file = scratch(&format!("{game}-broken.json"), &broken.to_string());
        let said = fails(&["position", game, "--read", file.to_str().unwrap()], 2);
        assert!(said.contains("/surplus") && said.contains("faults"), "{game}: {said}");
    }
    let file = scratch("cut.json", "{\"game\":");
    assert!(fails(&["position", "golems", "--read", file.to_str().unwrap()], 2).contains("not JSON"));
}

#[test]
fn schemas_are_schemas() {
    for game in GAMES {
        let schema = json_of(&ok(&["schema", game]));
        for part in ["position", "view", "action", "config", "event", "result"] {
            assert!(schema[part].is_object(), "{game} {part}");
        }
        assert!(json_of(&ok(&["schema", game, "config"]))["properties"].as_object().unwrap().len() > 10);
    }
}

#[test]
fn a_match_is_played_to_its_end() {
    for game in GAMES {
        let report = json_of(&ok(&["play", game, "weak", "weak", "--seed", "2", "--json", "--no-replay"]));
        assert_eq!(report["match"]["result"]["over"], true, "{game}");
        assert_eq!(report["match"]["seats"][0]["ending"], "finished", "{game}");
        assert_eq!(report["replay"], Value::Null);
    }
    assert!(fails(&["play", "golems", "weak"], 2).contains("2 seats"));
}

#[test]
fn a_match_is_shown() {
    for game in GAMES {
        let args = ["play", game, "weak", "weak", "--no-replay", "--seed", "2"];
        let text = ok(&args);
        let report = json_of(&ok(&[&args[..], &["--json"]].concat()));
        let summary = report["match"]["summary"].as_str().unwrap();
        assert!(text.lines().count() > 10 && text.contains(summary), "{game}: {text}");
        assert!(text.contains("\nscores: ") && !text.contains("turn_limit"), "{game}: {text}");
    }
}

#[test]
fn simulations_repeat_and_count_distinct_games() {
    let args = ["simulate", "footsoldiers", "--bots", "medium,weak", "--games", "8", "--seed", "4", "--json"];
    let (one, two) = (json_of(&ok(&args)), json_of(&ok(&args)));
    assert_eq!(one, two);
    assert_eq!((&one["games"], &one["pairs"]["played"]), (&json!(8), &json!(4)));
    assert_eq!(one["distinct_games"], 8);
    assert!(fails(&["simulate", "golems", "--games", "1"], 2).contains("a pair is two games"));
    assert!(fails(&["simulate", "golems", "--bots", "weak"], 2).contains("two bots"));
    let table = json_of(&ok(&["simulate", "zords", "--bots", "medium,weak", "--seats", "8", "--games", "2", "--json"]));
    assert_eq!(table["seats"], 8);
}

#[test]
fn counts_are_counted() {
    let line = ok(&["perft", "golems", "--map", "own_ruins", "--json"]);
    let count = json_of(line.lines().next().unwrap());
    assert_eq!(count["depth"], 1);
    assert!(count["orders"].as_u64().unwrap() >= count["successors"].as_u64().unwrap());
}

#[test]
fn bench_measures_every_game() {
    for game in GAMES {
        let result = json_of(&ok(&["bench", game, "--seconds", "0.05", "--json"]));
        assert!(result["random"]["actions_per_s"].as_f64().unwrap() > 0.0, "{result}");
        assert!(result["loads_per_s"].as_f64().unwrap() > 0.0, "{result}");
    }
    assert!(ok(&["bench", "golems", "--seconds", "0.05"]).contains("actions/s"));
}

#[test]
fn bench_measures_training() {
    let lines = ok(&["bench", "train", "--seconds", "0.05", "--json"]);
    let games: Vec<Value> = lines.lines().map(json_of).collect();
    assert_eq!(games.iter().map(|it| it["game"].as_str().unwrap()).collect::<Vec<_>>(), GAMES);
    for game in games {
        for figure in ["bare", "masks", "decisions", "small", "with_board", "writing", "threaded"] {
            assert!(game[figure].as_f64().unwrap() > 0.0, "{game}");
        }
        let bytes = |which: &str| game[which].as_u64().unwrap();
        assert!(0 < bytes("bytes_small") && bytes("bytes_small") < bytes("bytes"), "{game}");
        assert!(bytes("bytes") < bytes("bytes_with_board") && bytes("bytes_mask") > 0, "{game}");
    }
    let one = ok(&["bench", "train", "--game", "golems", "--seconds", "0.02"]);
    assert!(one.starts_with("golems\n") && one.contains("with me and globals alone"), "{one}");
}

#[test]
fn bench_measures_the_referee() {
    let lines = ok(&["bench", "referee", "--rounds", "1", "--json"]);
    let cases: Vec<Value> = lines.lines().map(json_of).collect();
    assert!(cases.len() >= 2, "{lines}");
    for case in cases {
        assert!(case["bytes"].as_u64().unwrap() > 500, "{case}");
        for figure in ["wall_us", "our_cpu_us", "bot_cpu_us"] {
            assert!(case["bare"][figure].as_f64().unwrap() > 0.0, "{case}");
            assert!(case["referee"][figure].as_f64().unwrap() > 0.0, "{case}");
        }
        assert!(case["cpu_ratio"].as_f64().unwrap() > 0.0 && case["wall_ratio"].as_f64().unwrap() > 0.0, "{case}");
    }
}

#[test]
fn vectors_say_what_differs() {
    let before = json_of(&ok(&["position", "golems", "--map", "own_ruins"]));
    let mut after = before.clone();
    after["units"][0]["x"] = json!(1);
    let line = |after: &Value| {
        json!({"name": "stand still", "before": before, "actions": [{"seat": "p0", "actions": []}], "end_turn": false,
            "after": after, "rejected": []})
        .to_string()
    };
    let file = scratch("vectors.jsonl", &format!("{}\n{}\n", line(&before), line(&after)));
    let said = fails(&["vectors", "golems", file.to_str().unwrap()], 1);
    assert!(said.contains("stand still: after/units/0/x: expected 1, got 0"), "{said}");
    assert_eq!(said.trim_end().lines().last(), Some("1 passed, 1 failed"));
    let output = skirmish(&["vectors", "golems", file.to_str().unwrap(), "--json"]);
    let lines: Vec<Value> = String::from_utf8_lossy(&output.stdout).lines().map(json_of).collect();
    assert_eq!((&lines[0]["pointer"], &lines[1]["failed"]), (&json!("/after/units/0/x"), &json!(1)));
    let file = scratch("one.jsonl", &format!("{}\n", line(&before)));
    assert_eq!(ok(&["vectors", "golems", file.to_str().unwrap()]), "1 passed, 0 failed\n");
    let file = scratch("none.jsonl", "\n");
    assert!(fails(&["vectors", "golems", file.to_str().unwrap()], 1).contains("0 passed, 0 failed"));
    assert!(fails(&["vectors", "golems", "missing.jsonl"], 2).contains("missing.jsonl"));
    let file = scratch("garbage.jsonl", "{\"name\":\n");
    assert!(fails(&["vectors", "golems", file.to_str().unwrap()], 1).contains("unreadable line"));
}

/// Reference values of the statistics, from files and from folders.
#[test]
fn statistics_have_vectors_too() {
    let folder = Folder::new("statistics");
    let line = |elo: f64| json!({"name": "two to one", "bots": 2, "results": [[0, 1, 2, 0, 1]], "elo": [elo, -elo], "tol": 1e-6});
    let half = 200.0 * 2f64.log10();
    folder.write("all/right.jsonl", &format!("{}\n", line(half)));
    folder.write("all/deep/more.jsonl", &format!("{}\n{}\n", line(half), line(half)));
    folder.write("all/notes.txt", "no vector\n");
    assert_eq!(folder.ok(&["vectors", "statistics", "all"]), "3 passed, 0 failed\n");
    folder.write("wrong.jsonl", &format!("{}\n{}\n{{\"name\": \"none\"}}\n", line(half), line(60.0)));
    let said = folder.fails(&["vectors", "statistics", "all", "wrong.jsonl"], 1);
    assert!(said.contains("wrong.jsonl: two to one: elo/0: expected 60.0, got 60.2059991"), "{said}");
    assert!(said.contains("wrong.jsonl: none: unreadable line: it has none of the keys penta"), "{said}");
    assert!(said.contains("4 passed, 2 failed"), "{said}");
    let output = folder.run(&["vectors", "statistics", "wrong.jsonl", "--json"]);
    let lines: Vec<Value> = String::from_utf8_lossy(&output.stdout).lines().map(json_of).collect();
    assert_eq!((&lines[0]["pointer"], &lines[2]["game"]), (&json!("/elo/0"), &json!("statistics")));
    assert!(folder.fails(&["vectors", "statistic", "all"], 2).contains("statistics"));
}

/// Packed vectors are run like plain ones; what is no archive is called so.
#[test]
fn vectors_may_be_packed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors");
    let said = ok(&["vectors", "zords", &format!("{folder}/zords/examples.jsonl.zst")]);
    assert_eq!(said, "44 passed, 0 failed\n");
    let archive = std::fs::read(format!("{folder}/zords/examples.jsonl.zst")).unwrap();
    let file = scratch("torn.jsonl.zst", "");
    for bytes in [&archive[..archive.len() / 2], b"{}", b""] {
        std::fs::write(&file, bytes).unwrap();
        let said = fails(&["vectors", "zords", file.to_str().unwrap()], 2);
        assert!(said.contains("torn.jsonl.zst") && said.contains("a broken zstd archive"), "{said}");
    }
}

#[test]
fn the_config_file_of_the_original_footsoldiers_is_read() {
    let file =
        scratch("game-config.json", r#"{"initial-money": 33, "speed": {"scout": 2}, "bot-initialisation-time": 1.5}"#);
    let position = json_of(&ok(&["position", "footsoldiers", "--config", file.to_str().unwrap()]));
    assert_eq!(position["bases"][0]["money"], 33);
    assert_eq!(position["config"], json!({"initial_money": 33, "scout_speed": 2}));
    let file = scratch("bad-config.json", r#"{"initial-money": 33, "no-such-key": 1}"#);
    assert!(fails(&["position", "footsoldiers", "--config", file.to_str().unwrap()], 2).contains("/no-such-key"));
}

/// The bot printed in the book, played in every game as it stands there.
#[test]
fn the_first_bot_of_the_book_plays_every_game() {
    if !python() {
        return;
    }
    let book = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md")).unwrap();
    let code =
        book.split("```python bot.py\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the book has a bot");
    let file = scratch("first_bot.py", code);
    let bot = format!("python3 {}", file.display());
    for (game, more) in [
        ("outbreak", ["--set", "max_turns=40"]),
        ("infection", ["--set", "turn_limit=12"]),
        ("golems", ["--set", "max_turns=30"]),
        ("footsoldiers", ["--set", "total_turns=12"]),
        ("zords", ["--set", "days=2"]),
    ] {
        let args = [&["play", game, &bot, &bot, "--json", "--no-clock", "--no-replay"][..], &more[..]].concat();
        let report = json_of(&ok(&args));
        for seat in report["match"]["seats"].as_array().unwrap() {
            assert_eq!((&seat["ending"], &seat["faults"]), (&json!("finished"), &json!([])), "{game}: {seat}");
            assert_eq!(seat["name"], "first bot");
            assert!(seat["requests"].as_u64() > Some(0), "{game}: {seat}");
        }
        assert_eq!(report["match"]["result"]["over"], true, "{game}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_program_quietly() {
    let mut child =
        Command::new(SKIRMISH).args(["rules", "golems"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    // Nobody hears its messages either, and that changes nothing.
    let mut child = Command::new(SKIRMISH)
        .args(["simulate", "footsoldiers", "--games", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && !output.stdout.is_empty());
    let mut child = Command::new(SKIRMISH).args(["rules", "chess"]).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(SKIRMISH).args(["rules", "golems"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}
