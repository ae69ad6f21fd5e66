//! Many matches: `compare`, `tournament`, and proving what came of them.

use crate::support::{Folder, SKIRMISH, bot, json_of, python, said, text};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Short games.
const SHORT: [&str; 4] = ["--set", "total_turns=40", "--seed", "5"];

fn compare(folder: &Folder, args: &[&str]) -> (Output, Value) {
    let output = folder.run(&[&["compare", "footsoldiers"][..], args, &SHORT, &["--json"]].concat());
    let told = json_of(&text(&output.stdout));
    (output, told)
}

#[test]
fn the_better_bot_is_found_and_the_exit_code_says_so() {
    let folder = Folder::new("compare");
    for (bots, code, verdict, sentence) in [
        (["strong", "weak"], 0, "better", "strong is better than weak: "),
        (["weak", "strong"], 1, "not_better", "weak is worse than strong: "),
    ] {
        let (output, told) = compare(&folder, &bots);
        assert_eq!((output.status.code(), &told["verdict"]), (Some(code), &json!(verdict)), "{}", said(&output));
        let words = told["sentence"].as_str().unwrap();
        assert!(words.starts_with(sentence) && words.ends_with("decided by SPRT."), "{words}");
        let report = told["report"].as_str().unwrap();
        assert!(
            report.starts_with(&format!("Results of {} vs {} (footsoldiers, seed 5):\nElo: ", bots[0], bots[1])),
            "{report}"
        );
        assert!(report.contains("\nPtnml(0-2): [") && report.contains("completed - H"), "{report}");
        assert_eq!(told["repeats"]["games"], told["repeats"]["distinct"]);
    }
    // Nothing decides in two pairs.
    let (output, told) = compare(&folder, &["strong", "medium", "--pairs", "2"]);
    assert_eq!((output.status.code(), &told["verdict"], &told["pairs"]), (Some(3), &json!("undecided"), &json!(2)));
    let text = folder.run(&[&["compare", "footsoldiers", "strong", "medium", "--pairs", "2"][..], &SHORT].concat());
    let shown = self::text(&text.stdout);
    assert!(
        shown.contains("It is not decided whether strong is better than medium") && shown.contains("as player1: "),
        "{shown}"
    );
}

/// The surprises of built-in bots are written down, and are the very games of the ledger.
#[test]
fn surprises_can_be_watched_and_proved() {
    let folder = Folder::new("surprises");
    let (_, told) =
        compare(&folder, &["medium", "weak", "--sprt", "elo0=0 elo1=200 alpha=0.001 beta=0.001", "--pairs", "12"]);
    let surprises = told["surprises"].as_array().unwrap();
    let replays: Vec<&str> = surprises
        .iter()
        .flat_map(|one| one["replays"].as_array().unwrap())
        .map(|file| file.as_str().unwrap())
        .collect();
    assert_eq!(replays.len(), 2 * surprises.len());
    let bits: Vec<f64> = surprises.iter().map(|one| one["bits"].as_f64().unwrap()).collect();
    assert!(bits.is_sorted_by(|a, b| a >= b), "{bits:?}");
    for replay in &replays {
        folder.ok(&["replay", "verify", replay]);
    }
}

#[test]
fn bad_input_is_told_before_anything_is_played() {
    let folder = Folder::new("bad-league");
    folder.write("bad.jsonl", "{\"x\":1}\nnot json\n");
    folder.write("odd.toml", "game = \"golems\"\nbots = [\"weak\", \"strong\"]\nparis = 3\n");
    let bots = "game = \"golems\"\nbots = [\"weak\", \"strong\"]\n";
    folder.write("own.toml", &format!("{bots}file = \"other.toml\"\n"));
    folder.write("option.toml", "game = \"golems\"\nbots = [\"weak\", \"--json\", \"strong\"]\n");
    folder.write("comma.toml", &format!("{bots}[[bot]]\nname = \"a,cmd=b\"\ncmd = \"weak\"\n"));
    folder.write("ca.toml", &format!("{bots}ca = \"ca.pem\"\n"));
    folder.write("fewer.toml", &format!("{bots}pairs = -3\n"));
    for (args, word) in [
        (&["compare", "golem", "weak", "weak"][..], "did you mean \"golems\""),
        (&["compare", "golems", "weak", "strng"], "did you mean \"strong\""),
        (&["compare", "golems", "weak", "human"], "many games are for bots"),
        (&["compare", "golems", "weak", "strong", "--sprt", "elo0=5 elo1=1"], "elo"),
        (&["compare", "golems", "weak", "strong", "--sprt", "model=fancy"], "neither normalized nor logistic"),
        (&["compare", "golems", "weak", "strong", "--minutes", "0"], "above 0"),
        (&["compare", "golems", "weak", "strong", "--pairs", "0"], "--pairs"),
        (&["compare", "golems", "weak", "strong", "--maps", "own_riges"], "own_ridges"),
        (&["compare", "golems", "weak", "strong", "--scenarios", "bad.jsonl"], "line 2"),
        (&["compare", "zords", "weak", "strong", "--seats", "3"], "even number of seats"),
        (&["tournament"], "name a game"),
        (&["tournament", "golems", "weak"], "at least two"),
        (&["tournament", "golems", "weak", "strong", "--format", "swis"], "did you mean \"swiss\""),
        (&["tournament", "golems", "weak", "strong", "--rounds", "3"], "only a Swiss tournament"),
        (
            &["tournament", "golems", "weak", "strong", "--format", "swiss", "--rounds", "9"],
            "before somebody meets again",
        ),
        (&["tournament", "golems", "weak", "--bot", "strong"], "name=NAME,cmd=PLAYER"),
        (&["tournament", "golems", "weak", "--bot", "name=weak,cmd=strong"], "two bots are called"),
        (&["tournament", "golems", "weak", "strong", "--each", "st=x"], "seconds"),
        (
            &["tournament", "zords", "weak", "weak", "weak", "weak", "--seats", "4", "--format", "knockout"],
            "two at a table",
        ),
        (&["tournament", "--file", "odd.toml"], "did you mean \"pairs\""),
        (&["tournament", "--file", "own.toml"], "there is no key \"file\""),
        (&["tournament", "--file", "option.toml"], "\"--json\" is neither a game nor a bot"),
        (&["tournament", "--file", "comma.toml"], "has a comma in it"),
        (&["tournament", "--file", "fewer.toml"], "invalid value '-3'"),
        (&["tournament", "golems", "weak", "strong", "--audit", "0.5"], "--audit is about a fleet"),
        (&["tournament", "golems", "weak", "strong", "--credentials", "key"], "--credentials is about a fleet"),
        (&["tournament", "golems", "weak", "strong", "--ca", "ca.pem"], "--ca is about a fleet"),
        (
            &["tournament", "golems", "weak", "strong", "--client-cert", "a.pem", "--client-key", "a.key"],
            "--client-cert is about a fleet",
        ),
        (&["tournament", "--file", "ca.toml"], "--ca is about a fleet"),
        (&["tournament", "verify", "nowhere"], "nowhere/results.jsonl"),
    ] {
        let output = folder.run(args);
        let told = said(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.contains(word), "{args:?}: {told}");
        assert!(!folder.file("replays").exists(), "{args:?} leaves something behind");
    }
}

fn tournament(folder: &Folder, args: &[&str]) -> Value {
    json_of(&folder.ok(&[&["tournament", "footsoldiers"][..], args, &SHORT, &["--json"]].concat()))
}

#[test]
fn a_tournament_is_played_proved_and_gone_on_with() {
    let folder = Folder::new("cup");
    let first = tournament(&folder, &["weak", "medium", "strong", "--pairs", "2", "--out", "cup"]);
    assert_eq!((&first["complete"], &first["fixtures"], &first["games"]), (&json!(true), &json!(6), &json!(12)));
    let names: Vec<&str> = first["rows"].as_array().unwrap().iter().map(|row| row["bot"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 3);
    let proved = folder.ok(&["tournament", "verify", "cup"]);
    assert!(
        proved.contains("All games are proved. The table follows from the results.")
            && proved.contains("played again: 12"),
        "{proved}"
    );
    // The same command has nothing left to do, and more pairs of it go on.
    assert_eq!(tournament(&folder, &["weak", "medium", "strong", "--pairs", "2", "--out", "cup"])["fixtures"], 6);
    let more = folder.run(
        &[&["tournament", "footsoldiers", "weak", "medium", "strong", "--pairs", "3", "--out", "cup"][..], &SHORT]
            .concat(),
    );
    assert!(
        more.status.success() && said(&more).contains("going on: already in the ledger: 6 pairs"),
        "{}",
        said(&more)
    );
    assert!(said(&more).contains("3 pairings x 3 pairs = 18 games"), "{}", said(&more));
    // Another one does not fit.
    let other = folder.fails(&["tournament", "golems", "weak", "strong", "--out", "cup"], 2);
    assert!(other.contains("holds another tournament: entrants, setting differ"), "{other}");
    // Whoever changes the table is found out.
    let path = folder.file("cup/table.json");
    let table = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, table.replacen("\"wins\":", "\"wins\":1", 1)).unwrap();
    assert!(said(&folder.run(&["tournament", "verify", "cup"])).contains("does not follow from the results"));
}

/// The first games tell how long the whole takes.
#[test]
fn the_schedule_says_how_long_it_takes() {
    let folder = Folder::new("schedule");
    let play = |more: &[&str]| {
        let args = ["tournament", "footsoldiers", "weak", "medium", "strong", "--pairs", "2", "--out", "cup"];
        said(&folder.run(&[&args[..], more, &SHORT].concat()))
    };
    let about = |told: &str, begin: &str, end: &str| {
        let line = told.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("{told}"));
        let number =
            line.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end)).unwrap_or_else(|| panic!("{line}"));
        number.parse::<u64>().unwrap_or_else(|_| panic!("{line}"))
    };
    let schedule = "3 pairings x 2 pairs = 12 games";
    assert!(play(&["--dry-run"]).lines().any(|line| line == schedule));
    assert!(about(&play(&["--budget", "3"]), &format!("{schedule}, about "), " s") < 60);
    assert!(play(&["--budget", "3"]).contains("the budget is used up already"));
    assert!(about(&play(&[]), &format!("{schedule}, about "), " s more") < 60);
    let again = play(&[]);
    assert!(again.contains("everything is played already") && !again.contains("about"), "{again}");
    let swiss = [
        "tournament",
        "footsoldiers",
        "weak",
        "medium",
        "strong",
        "--format",
        "swiss",
        "--rounds",
        "2",
        "--pairs",
        "1",
    ];
    let told = said(&folder.run(&[&swiss[..], &SHORT].concat()));
    assert!(about(&told, "the first round: 1 pairing x 1 pair = 2 games, about ", " s") < 60);
}

/// Where nothing comes in for long, the schedule is told without a time, and the time when it is known.
#[test]
fn a_slow_schedule_is_told_at_once() {
    if !python() {
        return;
    }
    let folder = Folder::new("slow-schedule");
    folder.write("slow.py", &bot("{}", "time.sleep(3 if n == 1 else 0)"));
    let args = ["tournament", "footsoldiers", "python3 slow.py", "weak", "--pairs", "1", "--turn-ms", "60000"];
    let told = said(&folder.run(&[&args[..], &["--set", "total_turns=3", "--seed", "5"]].concat()));
    let first = told.find("1 pairing x 1 pair = 2 games; the first results will tell how long that takes");
    let then = told.find("that takes about ");
    assert!(first.is_some() && first < then, "{told}");
}

/// A bot that is not built runs where its files are. Whoever changes them in the middle is told what that makes of the results.
#[test]
fn files_that_change_in_the_middle_are_named() {
    if !python() {
        return;
    }
    let folder = Folder::new("midway");
    folder.write("mine/skirmish.toml", "run = [\"python3\", \"bot.py\"]\n");
    let text = bot("{}", "time.sleep(1 if n == 1 else 0)");
    folder.write("mine/bot.py", &text);
    let args = ["tournament", "footsoldiers", "mine", "weak", "--pairs", "1", "--turn-ms", "60000", "--out", "cup"];
    let play = |change: bool| {
        let mut command = folder.command(&[&args[..], &["--set", "total_turns=3", "--seed", "5"]].concat());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let ledger = folder.file("cup/results.jsonl");
        while change && !std::fs::read_to_string(&ledger).is_ok_and(|text| text.contains("\"session\"")) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if change {
            folder.write("mine/bot.py", &format!("{text}# another version\n"));
        }
        said(&child.wait_with_output().expect("it ends"))
    };
    let told = play(true);
    assert!(
        told.contains("note: the files of mine changed while it played: its results are of no one version"),
        "{told}"
    );
    let told = play(false);
    assert!(
        told.contains("the files of mine have changed: it is another bot now") && !told.contains("no one version"),
        "{told}"
    );
}

/// Results may lie beside the bot that plays: they are no part of it.
#[test]
fn results_beside_a_bot_do_not_change_it() {
    if !python() {
        return;
    }
    let folder = Folder::new("beside");
    folder.write("bot.py", &bot("{}", ""));
    let args = ["tournament", "footsoldiers", "python3 bot.py", "weak", "--pairs", "1", "--out", "cup"];
    let play = || said(&folder.run(&[&args[..], &["--set", "total_turns=3", "--seed", "5"]].concat()));
    let (first, again) = (play(), play());
    assert!(!first.contains("changed") && !again.contains("changed"), "{first}{again}");
    assert!(first.contains("1 pair played") && again.contains("already in the ledger: 1 pair"), "{first}{again}");
}

/// On a terminal there is a table, no higher than the terminal.
#[test]
fn a_terminal_shows_the_table_as_it_grows() {
    if !python() {
        return;
    }
    let folder = Folder::new("terminal");
    folder.write(
        "terminal.py",
        r#"
import fcntl, os, pty, struct, sys, termios
rows, columns = int(sys.argv[1]), int(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[3], sys.argv[3:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
while True:
    try:
        told = os.read(terminal, 65536)
    except OSError:
        break
    if not told:
        break
    os.write(1, told)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"#,
    );
    let bots: Vec<String> =
        (0..9).map(|n| format!("name=bot {n},cmd={}", ["weak", "medium", "strong"][n % 3])).collect();
    let mut args =
        vec!["terminal.py", "10", "60", SKIRMISH, "tournament", "footsoldiers", "--pairs", "100", "--seed", "5"];
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    args.extend(["--set", "total_turns=300", "--minutes", "0.05", "--out", "cup"]);
    let output = Command::new("python3").args(&args).current_dir(&folder.0).output().expect("python starts");
    let told = text(&output.stdout);
    assert!(output.status.success(), "{}", said(&output));
    assert!(told.contains("36 pairings x 100 pairs = 7200 games, about "), "{told}");
    // Between two drawings the cursor goes up to the first line, and no further than the terminal is high.
    let drawings: Vec<&str> = told.split("rank  bot").collect();
    assert!(drawings.len() > 4, "{told}");
    let live = drawings[2];
    assert!(live.contains("and 3 more") && live.contains(" of 3600 pairs, ") && live.contains("games/s"), "{live:?}");
    assert!(live.contains("+/-") && live.contains("score") && live.contains("bot "), "{live:?}");
    assert!(live.matches('\n').count() < 10, "{live:?}");
    // At the end the whole table stands there.
    let last = drawings.last().unwrap();
    assert!((0..9).all(|n| last.contains(&format!("bot {n}"))) && last.contains("Prove it"), "{last}");
}

/// The file says what the options say.
#[test]
fn one_file_describes_a_tournament() {
    let folder = Folder::new("file");
    folder.write(
        "cup.toml",
        "game = \"footsoldiers\"\nbots = [\"weak\", \"medium\"]\npairs = 1\nformat = \"swiss\"\nrounds = 2\nseed = 5\nout = \"cup\"\n\
         [set]\ntotal_turns = 40\n[[bot]]\nname = \"best\"\ncmd = \"strong\"\n",
    );
    let told = json_of(&folder.ok(&["tournament", "--file", "cup.toml", "--json"]));
    assert_eq!((&told["format"], &told["seed"]), (&json!({"swiss": {"rounds": 2}}), &json!(5)));
    let names: Vec<&str> = told["rows"].as_array().unwrap().iter().map(|row| row["bot"].as_str().unwrap()).collect();
    assert!(names.contains(&"best") && names.contains(&"weak"), "{names:?}");
    let other = json_of(&folder.ok(&["tournament", "--file", "cup.toml", "--json", "--rounds", "1", "--out", "other"]));
    assert_eq!(other["format"], json!({"swiss": {"rounds": 1}}));
    // What is about a fleet may be said here and the fleet named there.
    folder
        .write("fleet.toml", "game = \"golems\"\nbots = [\"weak\", \"strong\"]\nfleet = \"nats://nowhere.example\"\n");
    folder.ok(&["tournament", "--file", "fleet.toml", "--audit", "0.5", "--ca", "ca.pem", "--dry-run"]);
}

/// A bot that crashes is scored and named, with a capsule to look at; its games can be proved.
#[test]
fn a_bot_that_crashes_loses_and_is_named() {
    if !python() {
        return;
    }
    let folder = Folder::new("crashes");
    folder.write("bad/bot.py", &bot("{}", "if n == 3:\n    sys.exit(7)"));
    let (output, told) =
        compare(&folder, &["python3 bad/bot.py", "weak", "--pairs", "2", "--out", "duel", "--turn-ms", "60000"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let trouble = &told["trouble"][0];
    assert_eq!((&trouble["bot"], &trouble["games"]), (&json!("python3 bad/bot.py"), &json!(4)));
    assert!(trouble["faults"]["crashed"]["count"].as_u64().unwrap() >= 4, "{trouble}");
    let capsule = folder.file("duel/replays").join(trouble["faults"]["crashed"]["capsule"].as_str().unwrap());
    assert!(capsule.exists());
    assert_eq!(told["pentanomial"], json!([2, 0, 0, 0, 0]));
    folder.ok(&["tournament", "verify", "duel"]);
    // Without replays nobody can prove games of programs.
    let kept =
        ["compare", "footsoldiers", "python3 bad/bot.py", "weak", "--pairs", "1", "--replays", "none", "--out", "bare"];
    folder.run(&[&kept[..], &SHORT].concat());
    assert_eq!(folder.run(&["tournament", "verify", "bare"]).status.code(), Some(3));
}

/// Killed at any moment, it goes on from where it was, and ends in the same table.
#[test]
fn a_killed_tournament_goes_on() {
    let folder = Folder::new("killed");
    let args = [
        &["tournament", "footsoldiers", "weak", "medium", "strong", "--pairs", "4", "--replays", "all", "--json"][..],
        &SHORT,
    ]
    .concat();
    let whole = json_of(&folder.ok(&[&args[..], &["--out", "whole"]].concat()));
    let begin = || {
        let mut command = Command::new(SKIRMISH);
        command.args(&args).args(["--out", "cup"]).current_dir(&folder.0).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().expect("the program starts")
    };
    let lines =
        || std::fs::read_to_string(folder.file("cup/results.jsonl")).unwrap_or_default().matches("\"played\"").count();
    for wanted in [1, 4, 8] {
        let mut child = begin();
        while lines() < wanted && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        if wanted == 4 {
            // A second one is refused while the first one plays.
            if child.try_wait().unwrap().is_none() {
                let second = folder.run(&[&args[..], &["--out", "cup"]].concat());
                let still = child.try_wait().unwrap().is_none();
                assert!(
                    !still || second.status.code() == Some(2) && said(&second).contains("another process"),
                    "{}",
                    said(&second)
                );
            }
        }
        kill_process(Pid::from_child(&child), Signal::KILL).ok();
        child.wait().expect("the child is ours");
    }
    let end = begin().wait_with_output().expect("it ends");
    let told = json_of(&text(&end.stdout));
    assert_eq!((&told["rows"], &told["complete"]), (&whole["rows"], &json!(true)));
    let proved = folder.ok(&["tournament", "verify", "cup"]);
    assert!(proved.contains("proved by their replays: 24"), "{proved}");
}

/// An author sees what went wrong with a bot, how to run it again, and where to look.
#[test]
fn what_a_kit_catches_and_what_is_refused_leads_to_its_turn() {
    if !python() {
        return;
    }
    let folder = Folder::new("compare-caught");
    let turn = "actions = [{'do': 'move', 'unit': 999, 'to': [0, 0]}]\nif n == 5: notes = [{'exception': 'boom'}]";
    folder.write("caught/skirmish.toml", "run = [\"python3\", \"bot.py\"]\ngames = [\"footsoldiers\"]\n");
    folder.write("caught/bot.py", &bot("{}", turn));
    let output = folder
        .run(&[&["compare", "footsoldiers", "caught", "weak", "--pairs", "1", "--out", "duel"][..], &SHORT].concat());
    let told = said(&output);
    let line = |word: &str| told.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("{word}: {told}"));
    assert!(line("exception 2 times").contains("the first: skirmish rerun duel/replays/"), "{told}");
    assert!(line("actions refused: ").contains("; the first: skirmish watch duel/replays/"), "{told}");
    // The commands that are printed do what they say.
    let (_, command) = line("exception 2 times").split_once("skirmish ").unwrap();
    let again = folder.run(&command.split_whitespace().collect::<Vec<_>>());
    assert_eq!(again.status.code(), Some(1), "{}", said(&again));
    assert!(said(&again).contains("boom"), "{}", said(&again));
}

/// Without a folder of its own the same command goes on, too, until it is over.
#[test]
fn the_same_command_goes_on_without_a_folder() {
    let folder = Folder::new("goes-on-alone");
    let args =
        |pairs| [&["tournament", "footsoldiers", "weak", "medium", "strong", "--pairs", pairs][..], &SHORT].concat();
    let budget = folder.run(&[&args("4")[..], &["--budget", "5"]].concat());
    assert!(budget.status.success(), "{}", said(&budget));
    let folders = || folder.file("replays").read_dir().unwrap().count();
    let on = folder.run(&args("4"));
    assert!(said(&on).contains("which was not finished") && said(&on).contains("5 pairs"), "{}", said(&on));
    assert_eq!(folders(), 1);
    // What is over is played anew, and what is described otherwise, too.
    for (pairs, count) in [("4", 2), ("2", 3)] {
        let anew = folder.run(&args(pairs));
        assert!(anew.status.success() && !said(&anew).contains("not finished"), "{}", said(&anew));
        assert_eq!(folders(), count);
    }
}

/// A table of chosen pairs proves nothing, and that is said.
#[test]
fn pairs_that_were_taken_out_are_missed() {
    let folder = Folder::new("taken-out");
    tournament(&folder, &["weak", "medium", "strong", "--pairs", "2", "--out", "cup"]);
    tournament(&folder, &["weak", "medium", "strong", "--pairs", "4", "--out", "cup"]);
    folder.ok(&["tournament", "verify", "cup"]);
    let path = folder.file("cup/results.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    let kept: Vec<&str> = whole.lines().filter(|line| !line.contains("\"nth\":1}")).collect();
    std::fs::write(&path, kept.join("\n") + "\n").unwrap();
    std::fs::remove_file(folder.file("cup/table.json")).unwrap();
    let output = folder.run(&["tournament", "verify", "cup"]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(
        said(&output).contains("It is not proved.") && said(&output).contains("3 of 12 pairs"),
        "{}",
        said(&output)
    );
}
