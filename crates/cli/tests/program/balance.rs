//! `skirmish balance`: the numbers of each value, and what cannot be varied.

use crate::support::{Folder, SKIRMISH, bot, fails, json_of, ok, python};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Two ways to play the same pairs count the same.
#[test]
fn a_value_has_the_numbers_that_simulate_tells() {
    let seed = ["--seed", "5", "--json"];
    let simulate = ["simulate", "golems", "--bots", "strong,weak", "--games", "8", "--set", "max_turns=30"];
    let told = json_of(&ok(&[&simulate[..], &seed].concat()));
    let balance = ["balance", "golems", "--bots", "strong,weak", "--pairs", "4", "--vary", "max_turns=15,30"];
    let swept = json_of(&ok(&[&balance[..], &seed].concat()));
    let points = swept["points"].as_array().unwrap();
    let values: Vec<&serde_json::Value> = points.iter().map(|point| &point["values"]["max_turns"]).collect();
    assert_eq!((values, &swept["complete"], &swept["seed"]), (vec![&json!(15), &json!(30)], &json!(true), &json!(5)));
    let point = &points[1];
    assert_eq!((&point["pairs"], &point["decided"]), (&json!(4), &told["pairs"]["decided"]));
    assert_eq!((&point["turns"]["mean"], &point["distinct_games"]), (&told["turns"]["mean"], &told["distinct_games"]));
    for bot in 0..2 {
        assert_eq!(point["bots"][bot]["share"], told["bots"][bot]["wins"]["share"], "{point}");
        let won: f64 = (0..2).map(|of| told["bots"][of]["by_seat"][bot]["wins"]["count"].as_f64().unwrap()).sum();
        assert_eq!(point["sides"][bot]["share"], json!(won / 8.0), "{point}");
    }
    for rate in [&point["sides"][0], &point["bots"][1], &point["draws"]] {
        let number = |key: &str| rate[key].as_f64().unwrap();
        assert!(
            number("low") <= number("share") && number("share") <= number("high") && number("low") < number("high")
        );
    }
    // The same pairs under both values: the mean difference is that of the means.
    assert_eq!(points[0]["differences"], serde_json::Value::Null);
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let differences = &point["differences"];
    let turns = number(&point["turns"]["mean"]) - number(&points[0]["turns"]["mean"]);
    assert!((number(&differences["turns"]["mean"]) - turns).abs() < 1e-9 && differences["turns"]["pairs"] == 4);
    let side = number(&point["sides"][1]["share"]) - number(&points[0]["sides"][1]["share"]);
    let told = &differences["sides"][1];
    assert!((number(&told["mean"]) - side).abs() < 1e-9, "{differences}");
    assert!(
        number(&told["low"]) <= side && side <= number(&told["high"]) && number(&told["low"]) < number(&told["high"])
    );
    // The sweep says the same whenever it is asked the same.
    assert_eq!(json_of(&ok(&[&balance[..], &seed].concat())), swept);
}

#[test]
fn a_grid_is_a_table_a_chart_and_csv() {
    let folder = Folder::new("balance");
    let args =
        ["balance", "golems", "--vary", "max_turns=4,6", "--vary", "zone_points=1,2,3", "--pairs", "2", "--seed", "1"];
    let said = folder.ok(&[&args[..], &["--chart", "grid.svg", "--page", "grid.html"]].concat());
    for part in [
        "difference",
        "Differences are to 4, 1, over the pairs that both have.",
        "max_turns, zone_points",
        "p0 wins",
        "strong#2 wins",
        "pairs decided",
        "score spread",
        "6, 3",
        "*",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let svg = std::fs::read_to_string(folder.file("grid.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("prefers-color-scheme:dark"));
    assert_eq!(svg.matches("<circle").count(), 6 * 8, "eight measures of six points");
    assert!(!svg.contains("<script") && !svg.contains("href"));
    let page = std::fs::read_to_string(folder.file("grid.html")).unwrap();
    assert!(page.contains(&svg) && page.contains("prefers-color-scheme:dark") && !page.contains("<script"), "{page}");
    assert_eq!((page.matches("<table>").count(), page.matches("<tr>").count()), (8, 8 * 7), "{page}");
    assert_eq!(page.matches("<td></td>").count(), 8, "the first value differs from nothing: {page}");
    // What is ours is written anew, what is not is left alone.
    folder.ok(&[&args[..], &["--page", "grid.html"]].concat());
    folder.write("mine.html", "<p>mine</p>");
    for option in ["--page", "--chart"] {
        let refused = folder.fails(&[&args[..], &[option, "mine.html"]].concat(), 2);
        assert!(refused.contains("mine.html exists and is something else") && !refused.contains("games,"), "{refused}");
    }
    assert_eq!(std::fs::read_to_string(folder.file("mine.html")).unwrap(), "<p>mine</p>");
    let csv = folder.ok(&[&args[..], &["--csv"]].concat());
    let lines: Vec<&str> = csv.lines().collect();
    let head =
        "max_turns,zone_points,pairs,side_1,side_1_low,side_1_high,side_1_diff,side_1_diff_low,side_1_diff_high,";
    assert!(lines[0].starts_with(head), "{csv}");
    assert!(lines.len() == 7 && lines[6].starts_with("6,3,2,"), "{csv}");
    assert!(lines.iter().all(|line| line.matches(',').count() == lines[0].matches(',').count()), "{csv}");
}

#[test]
fn all_that_is_wrong_is_told_before_anything_is_played() {
    let said = fails(&["balance", "golems", "--vary", "max_turns=10,0,x", "--vary", "zone_point=1,2"], 2);
    for part in ["max_turns=0: ", "max_turns=x: ", "from 1 to 100000", "zone_point=1: ", "unknown key", "zone_points"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("max_turns=10") && !said.contains("zone_point=2") && !said.contains("games,"), "{said}");
    for (args, part) in [
        (&["--vary", "max_turns"][..], "KEY=VALUE"),
        (&["--vary", "max_turns=1,,2"], "KEY=VALUE"),
        (&["--vary", "max_turns=5,5"], "twice"),
        (&["--vary", "max_turns=5", "--vary", "max_turns=6"], "varied twice"),
        (&["--vary", "max_turns=5", "--bots", "strong"], "two bots"),
        (&["--vary", "max_turns=5", "--bots", "stron,weak"], "did you mean \"strong\""),
        (&["--vary", "max_turns=5", "--set", "zone_points=x"], "/zone_points"),
        (&["--vary", "max_turns=5", "--chart", "no-such-folder/x.svg"], "cannot write"),
        (&["--vary", "max_turns=5", "--page", "x.html", "--chart", "x.html"], "different files"),
        (&["--pairs", "3"], "--vary"),
    ] {
        let said = fails(&[&["balance", "golems"], args].concat(), 2);
        assert!(said.contains(part), "{args:?}: {said}");
    }
    let many: Vec<String> = (1..=257).map(|n| n.to_string()).collect();
    let said = fails(&["balance", "golems", "--vary", &format!("max_turns={}", many.join(","))], 2);
    assert!(said.contains("257 combinations") && said.contains("at most 256"), "{said}");
}

#[test]
fn programs_are_swept_too() {
    if !python() {
        return;
    }
    let folder = Folder::new("balance-programs");
    folder.write("idle/skirmish.toml", "run = [\"python3\", \"bot.py\"]\ngames = [\"golems\"]\n");
    folder.write("idle/bot.py", &bot("{}", "pass"));
    let args = ["balance", "golems", "--vary", "max_turns=3,5", "--bots", "idle,strong", "--pairs", "1", "--json"];
    let told = json_of(&folder.ok(&args));
    let turns: Vec<&serde_json::Value> = (0..2).map(|n| &told["points"][n]["turns"]["mean"]).collect();
    assert_eq!(turns, [&json!(3.0), &json!(5.0)]);
    assert_eq!(told["points"][0]["faulty_games"], json!(0));
}

/// Ctrl-C reports the values that were reached.
#[test]
fn an_interrupted_sweep_tells_what_it_has() {
    // The second value would take years.
    let args = ["balance", "zords", "--seats", "64", "--vary", "days=1,1000000", "--pairs", "2"];
    let mut command = Command::new(SKIRMISH);
    let mut child =
        command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut err = BufReader::new(child.stderr.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    assert!(err.any(|line| line.starts_with("2 of 4 pairs, days=1000000 (2 of 2)")), "it never came so far");
    kill_process(Pid::from_child(&child), Signal::INT).expect("our child");
    let mut told = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut told).expect("text");
    assert_eq!(child.wait().expect("our child").code(), Some(3), "{told}");
    assert!(
        told.contains("\n1     ") && !told.contains("1000000 ") && told.contains("2 pairs for each value"),
        "{told}"
    );
    assert!(err.any(|line| line.contains("1 of 2 values were reached")));
}
