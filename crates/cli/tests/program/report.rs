//! `skirmish report`: the page, what goes to spreadsheets and people, and what is refused.

use crate::support::{Folder, json_of, said};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

const SHORT: [&str; 4] = ["--set", "total_turns=40", "--seed", "5"];

fn cup(folder: &Folder, pairs: &str) {
    let args = ["tournament", "footsoldiers", "weak", "medium", "strong", "--pairs", pairs, "--out", "cup", "--json"];
    folder.ok(&[&args[..], &SHORT].concat());
}

#[test]
fn a_tournament_becomes_a_page_and_texts() {
    let folder = Folder::new("report");
    cup(&folder, "3");
    let told = folder.ok(&["report", "cup"]);
    assert!(told.starts_with("cup/report.html: ") && told.contains(" games inside"), "{told}");
    let page = std::fs::read_to_string(folder.file("cup/report.html")).unwrap();
    assert!(page.contains("name=\"generator\" content=\"skirmish report\"") && page.len() < 20_000_000);
    assert!(
        !page.contains("src=\"") && !page.contains("http://") || !page.contains("<script src"),
        "it needs no network"
    );
    // Our own page is written anew, another file is not.
    folder.ok(&["report", "cup", "--no-games"]);
    assert!(std::fs::metadata(folder.file("cup/report.html")).unwrap().len() < page.len() as u64);
    folder.write("notes.html", "<p>mine</p>");
    let refused = folder.fails(&["report", "cup", "--out", "notes.html"], 2);
    assert!(refused.contains("is no report; --force overwrites it"), "{refused}");
    assert_eq!(std::fs::read_to_string(folder.file("notes.html")).unwrap(), "<p>mine</p>");
    folder.ok(&["report", "cup", "--out", "notes.html", "--force", "--no-games"]);

    let report = json_of(&folder.ok(&["report", "cup", "--json"]));
    assert_eq!((&report["game"], &report["tested"]), (&json!("footsoldiers"), &Value::Null));
    assert_eq!((&report["table"]["fixtures"], &report["table"]["games"]), (&json!(9), &json!(18)));
    assert_eq!(report["matrix"].as_array().unwrap().len(), 6);
    let csv = folder.ok(&["report", "cup", "--csv"]);
    assert_eq!(csv.split("\r\n").filter(|line| line.contains("medium")).count(), 1 + 4, "{csv}");
    let markdown = folder.ok(&["report", "cup", "--markdown"]);
    assert!(markdown.starts_with("# footsoldiers: ") && markdown.contains("| strong |"), "{markdown}");
}

#[test]
fn a_comparison_is_reported_with_its_test() {
    let folder = Folder::new("report-test");
    let args = ["compare", "footsoldiers", "strong", "weak", "--sprt", "elo0=0 elo1=60", "--out", "duel", "--json"];
    let compared = json_of(&folder.ok(&[&args[..], &SHORT].concat()));
    let report = json_of(&folder.ok(&["report", "duel", "--json"]));
    for key in ["verdict", "sentence", "pairs", "pentanomial", "summary", "test", "report", "bots"] {
        assert_eq!(report["tested"][key], compared[key], "{key}");
    }
    assert_eq!((&report["tested"]["verdict"], &report["tested"]["test"]["elo1"]), (&json!("better"), &json!(60.0)));
    let markdown = folder.ok(&["report", "duel", "--markdown"]);
    assert!(markdown.contains("strong is better than weak: ") && markdown.contains("    LLR: "), "{markdown}");
    folder.ok(&["tournament", "verify", "duel"]);
}

#[test]
fn what_is_no_ledger_is_refused() {
    let folder = Folder::new("report-bad");
    cup(&folder, "1");
    let ledger = std::fs::read_to_string(folder.file("cup/results.jsonl")).unwrap();
    folder.write("empty/results.jsonl", "");
    folder.write("other/results.jsonl", "{\"hello\":1}\n");
    folder.write("new/results.jsonl", &ledger.replacen("\"format\":1", "\"format\":9", 1));
    folder.write("game/results.jsonl", &ledger.replacen("\"game\":\"footsoldiers\"", "\"game\":\"chess\"", 1));
    let damaged: Vec<String> = ledger
        .lines()
        .map(|line| line.replace("\"winner\":0", "\"winner\":7").replace("\"winner\":1", "\"winner\":7"))
        .collect();
    folder.write("damaged/results.jsonl", &(damaged.join("\n") + "\n"));
    for (name, word) in [
        ("nowhere", "nowhere/results.jsonl"),
        ("empty", "no whole line"),
        ("other", "no ledger of skirmish"),
        ("new", "format 9"),
        ("damaged", "is damaged"),
    ] {
        let told = folder.fails(&["report", name], 2);
        assert!(told.contains(word), "{name}: {told}");
        assert!(!folder.file(name).join("report.html").exists(), "{name}");
    }
    // Numbers of a game that this program does not know are numbers all the same; its games cannot be shown.
    folder.ok(&["report", "game", "--json"]);
    assert!(said(&folder.run(&["report", "cup", "--out", "no/such/folder.html"])).contains("cannot write"));
    assert!(folder.fails(&["report", "cup", "--csv", "--json"], 2).contains("cannot be used with"));
}

/// Every game of the ledger opens, not only those that the page lists.
#[test]
fn a_live_report_opens_any_game() {
    let folder = Folder::new("report-live");
    cup(&folder, "12");
    let mut child = folder
        .command(&["report", "cup", "--watch", "--no-browser", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let share = json_of(&line)["share"].as_str().expect("an address").to_string();
    let get = |path: &str| -> (u16, Value) {
        let rest = share.strip_prefix("http://").expect("our own address");
        let (host, place) = rest.split_once('/').expect("a path");
        let mut stream = TcpStream::connect(host).expect("it listens");
        write!(stream, "GET /{place}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let body = if head.to_lowercase().contains("chunked") {
            body.lines().filter(|line| line.starts_with('{')).collect::<String>()
        } else {
            body.to_string()
        };
        (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(&body).unwrap_or(Value::Null))
    };
    let first = get("api/games").1;
    let all = |page: &Value| {
        page["fixtures"].as_array().unwrap().iter().map(|one| one["at"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let mut seen = all(&first);
    let mut next = first["before"].clone();
    while let Some(before) = next.as_u64() {
        let page = get(&format!("api/games?before={before}")).1;
        seen.extend(all(&page));
        next = page["before"].clone();
    }
    assert!(seen.iter().copied().eq((0..36).rev()), "{seen:?}");
    let mine = get("api/games?bot=0&against=2").1;
    assert!(mine["fixtures"].as_array().unwrap().iter().all(|one| one["bots"] == json!(["weak", "strong"])), "{mine}");
    // The first and the last of them, whatever the page tells of them.
    for at in [0, 35] {
        let (status, told) = get(&format!("api/game?at={at}&game=1"));
        assert!(status == 200 && told["url"].as_str().is_some(), "{status} {told}");
    }
    assert_eq!(get("api/game?at=36&game=0").0, 400);
    child.kill().expect("our child");
    child.wait().expect("our child");
}
