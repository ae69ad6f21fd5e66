//! What every absence does in every game, through the real program with scripted bad bots.
//!
//! The bots are lines of shell: they answer every request with an empty list until they misbehave.

use crate::support::{fails, played, skirmish};
use serde_json::Value;

/// A bot that greets, answers `good` requests with an empty list, and then does `bad` instead of every further answer.
fn bot(good: u32, bad: &str) -> String {
    let script = format!(
        "read hello; echo '{{\"type\":\"ready\",\"name\":\"scripted\"}}'; n=0; \
         while read -r line; do n=$((n+1)); r=${{line#*request\\\":}}; r=${{r%%,*}}; if [ $n -gt {good} ]; then {bad}; \
         else echo \"{{\\\"type\\\":\\\"orders\\\",\\\"request\\\":$r,\\\"actions\\\":[]}}\"; fi; done"
    );
    format!("sh -c '{}'", script.replace('\'', "'\"'\"'"))
}

/// Plays a match of the bot on the first seat against a weak one, and gives the report.
fn play(game: &str, bot: &str, options: &[&str]) -> Value {
    // Shell scripts start other programs, which the sandbox refuses.
    let args = [&["play", game, bot, "weak", "--json", "--no-replay", "--sandbox", "off"], options].concat();
    played(|| skirmish(&args))["match"].clone()
}

const CRASH: &str = "exit 3";
const SIGNAL: &str = "kill -9 $$";
const CLOSE: &str = "exec 1>&-; sleep 600";
const GARBAGE: &str = "echo hello world";
const FLOOD: &str = "head -c 3000000 /dev/zero | tr \"\\\\0\" x";
const RESIGN: &str = "echo \"{\\\"type\\\":\\\"resign\\\",\\\"request\\\":$r}\"";
const STALL: &str = "sleep 600";

/// Every absence that a program can cause once it runs: what the bot does, and the ending that is reported first.
const ABSENCES: [(&str, &str); 7] = [
    (CRASH, "crashed"),
    (SIGNAL, "crashed"),
    (CLOSE, "closed"),
    (GARBAGE, "malformed"),
    (FLOOD, "flooded"),
    (RESIGN, "resigned"),
    (STALL, "late"),
];

fn options(ending: &str) -> &'static [&'static str] {
    if ending == "late" { &["--turn-ms", "150"] } else { &["--no-clock"] }
}

fn with<'a>(ending: &str, more: &[&'a str]) -> Vec<&'a str> {
    options(ending).iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn outbreak_is_lost_at_once() {
    for (bad, ending) in ABSENCES {
        let report = play("outbreak", &bot(0, bad), &with(ending, &[]));
        let reason = if ending == "late" { "humans_timeout" } else { "humans_crash" };
        assert_eq!(report["result"]["reason"], reason, "{bad}: {report}");
        assert_eq!(report["result"]["winner"], "zombies");
        assert_eq!(report["seats"][0]["faults"][0]["ending"], ending, "{report}");
    }
}

#[test]
fn infection_goes_on_without_the_seat() {
    let short = ["--set", "turn_limit=14", "--set", "max_faults=3"];
    for (bad, ending) in ABSENCES {
        let report = play("infection", &bot(1, bad), &with(ending, &short));
        assert_eq!(report["result"]["over"], true, "{bad}: {report}");
        assert_eq!(report["result"]["humans_ignored"], true, "{bad}: {report}");
        assert_eq!(report["result"]["zombies_ignored"], false, "{bad}: {report}");
        assert_eq!(report["seats"][0]["faults"][0]["ending"], ending, "{report}");
    }
}

#[test]
fn golems_is_forfeited() {
    for (bad, ending) in ABSENCES {
        let report = play("golems", &bot(2, bad), &with(ending, &[]));
        let reason = match ending {
            "late" => "timeout",
            "malformed" | "flooded" => "bad_output",
            _ => "crash",
        };
        let result = &report["result"];
        assert_eq!((&result["reason"], &result["forfeit_by"]), (&"forfeit".into(), &"p0".into()), "{bad}: {report}");
        assert_eq!(result["forfeit_reason"], reason, "{bad}: {report}");
        assert_eq!(report["seats"][0]["faults"][0]["ending"], ending, "{report}");
        assert_eq!(report["seats"][0]["requests"], 3, "{report}");
    }
}

#[test]
fn footsoldiers_is_restarted_and_then_disqualified() {
    for (bad, ending) in ABSENCES {
        let report = play("footsoldiers", &bot(0, bad), &with(ending, &["--set", "total_turns=9"]));
        let seat = &report["seats"][0];
        assert_eq!(seat["faults"][0]["ending"], ending, "{report}");
        if ending == "late" || ending == "malformed" {
            // The program lives on, any number of times.
            assert_eq!(report["result"]["reason"], "turn_limit", "{bad}: {report}");
            assert_eq!((&seat["restarts"], &report["result"]["turns_played"]), (&0.into(), &9.into()), "{report}");
        } else {
            assert_eq!(report["result"]["reason"], "disqualified", "{bad}: {report}");
            assert_eq!((&seat["restarts"], &report["result"]["turns_remaining"]), (&4.into(), &5.into()), "{report}");
        }
    }
}

#[test]
fn zords_is_retired() {
    let short = ["--map", "duel", "--set", "days=3", "--set", "max_faults=2"];
    for (bad, ending) in ABSENCES {
        let report = play("zords", &bot(0, bad), &with(ending, &short));
        assert_eq!(report["result"]["over"], true, "{bad}: {report}");
        let ranking = report["result"]["ranking"].as_array().unwrap();
        let mine = ranking.iter().find(|row| row["seat"] == "p1").unwrap();
        assert_eq!(mine["retired"], true, "{bad}: {report}");
        let asked = if matches!(ending, "late" | "malformed") { 2 } else { 1 };
        assert_eq!(report["seats"][0]["requests"], asked, "{bad}: {report}");
        assert_eq!(report["seats"][0]["faults"][0]["ending"], ending, "{report}");
    }
}

#[test]
fn a_program_that_never_gets_ready_did_not_start() {
    for (bot, why) in [
        ("sh -c 'exit 7'", "exit code 7"),
        ("sh -c 'echo Ready; sleep 600'", "'Ready'"),
        ("sh -c 'sleep 600'", "not ready after 200 ms"),
    ] {
        for (game, key, value) in [
            ("outbreak", "reason", "humans_crash"),
            ("golems", "forfeit_reason", "crash"),
            ("infection", "humans_ignored", "true"),
            ("footsoldiers", "reason", "disqualified"),
            ("zords", "over", "true"),
        ] {
            let more: &[&str] = match game {
                "infection" => &["--set", "turn_limit=14"],
                "zords" => &["--map", "duel", "--set", "days=1"],
                _ => &[],
            };
            let report = play(game, bot, &[&["--init-ms", "200"], more].concat());
            let fault = &report["seats"][0]["faults"][0];
            assert_eq!(fault["ending"], "not_started", "{game}: {report}");
            assert!(fault["message"].as_str().unwrap().contains(why), "{game}: {report}");
            let got = &report["result"][key];
            assert_eq!(got.as_str().map_or(got.to_string(), str::to_string), value, "{game}: {report}");
        }
    }
}

#[test]
fn a_good_program_plays_to_the_end_and_late_answers_cost_one_request() {
    let report = play("footsoldiers", &bot(1000, "true"), &["--no-clock", "--set", "total_turns=5"]);
    let seat = &report["seats"][0];
    assert_eq!(
        (&seat["ending"], &seat["requests"], &seat["name"]),
        (&"finished".into(), &5.into(), &"scripted".into())
    );
    assert_eq!(seat["faults"], serde_json::json!([]));
    // Answers the first request late and twice, then goes on: the stale line is thrown away.
    let slow = "sh -c 'read hello; echo \"{\\\"type\\\":\\\"ready\\\"}\"; n=0; while read line; do n=$((n+1)); \
                if [ $n -eq 1 ]; then sleep 0.6; fi; \
                echo \"{\\\"type\\\":\\\"orders\\\",\\\"request\\\":$n,\\\"actions\\\":[]}\"; done'";
    let report = play("footsoldiers", slow, &["--turn-ms", "400", "--set", "total_turns=6"]);
    let faults = report["seats"][0]["faults"].as_array().unwrap();
    assert_eq!(faults[0]["ending"], "late", "{report}");
    assert!(faults.iter().all(|fault| fault["ending"] == "late"), "{report}");
    assert_eq!(report["result"]["turns_played"], 6, "{report}");
}

#[test]
fn what_a_bot_printed_is_explained_and_its_log_is_shown() {
    let noisy = bot(0, "echo thinking hard; echo to the log >&2");
    let text = fails(&["play", "golems", &noisy, "weak", "--no-clock", "--no-replay", "--sandbox", "off"], 1);
    assert!(text.contains("your bot printed 'thinking hard' on standard output"), "{text}");
    assert!(text.contains("to the log"), "{text}");
    assert!(text.contains("p1 wins: p0 forfeited on turn 1: it sent an unreadable answer."), "{text}");
    assert!(text.contains("failed: not an answer"), "{text}");
}
