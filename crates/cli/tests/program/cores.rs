//! Which cores bots run on: one that answers at once is kept to the referee's, but never to its disadvantage.

use crate::support::{Folder, bot, files, python};
use serde_json::Value;

/// What a bot of these tests says of itself: on how many cores it may run when it starts.
const READY: &str = "{'version': str(len(os.sched_getaffinity(0)))}";

/// A long match, whatever the other side does.
const LONG: [&str; 4] = ["--set", "total_turns=2000", "--set", "base_health=2000000000"];

/// How many cores there are, if these tests mean anything here.
fn cores(folder: &Folder) -> Option<usize> {
    if !python() {
        return None;
    }
    let level = folder.ok(&["doctor", "--json"]);
    let level: Value = serde_json::from_str(&level).unwrap();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 || level["chosen"] == "limits" {
        eprintln!("*** SKIPPED: {cores} cores, level {}: bots are not kept to one core here", level["chosen"]);
        return None;
    }
    Some(cores)
}

#[test]
fn a_bot_that_takes_its_time_is_let_go_with_its_threads() {
    let folder = Folder::new("cores-slow");
    let Some(cores) = cores(&folder) else { return };
    let turn = "
if len(os.sched_getaffinity(0)) == 1 and 'seen' not in globals():
    import threading
    seen = []
    thread = threading.Thread(target=lambda: (time.sleep(0.3), seen.append(len(os.sched_getaffinity(0)))))
    thread.start()
    thread.join()
    print('then', seen[0], 'and', len(os.sched_getaffinity(0)), file=sys.stderr)";
    folder.write("bot.py", &bot(READY, turn));
    let args = ["play", "footsoldiers", "python3 bot.py", "weak", "--json", "--turn-ms", "10000"];
    let report = folder.play(&[&args[..], &LONG].concat());
    assert_eq!(report["match"]["seats"][0]["version"], cores.to_string(), "{report}");
    let log = std::fs::read_to_string(files(&folder, "player1.private.jsonl").last().unwrap()).unwrap();
    assert!(log.contains(&format!("then {cores} and {cores}")), "it had one core, and after a moment all: {report}");
}

#[test]
fn a_bot_that_is_started_again_has_all_cores() {
    let folder = Folder::new("cores-again");
    let Some(cores) = cores(&folder) else { return };
    // The first process counts as many requests as there were.
    folder
        .write("bot.py", &bot(READY, "if n == message['request'] and len(os.sched_getaffinity(0)) == 1: sys.exit(3)"));
    let args = ["play", "footsoldiers", "python3 bot.py", "weak", "--json"];
    let report = folder.play(&[&args[..], &LONG].concat());
    let seat = &report["match"]["seats"][0];
    assert_eq!(seat["restarts"], 1, "it ended once it had one core: {report}");
    assert_eq!(seat["version"], cores.to_string(), "{report}");
}

#[test]
fn the_next_game_begins_with_all_cores() {
    let folder = Folder::new("cores-next");
    let Some(cores) = cores(&folder) else { return };
    folder.write("bot.py", &bot(READY, "if len(os.sched_getaffinity(0)) == 1: sys.exit(3)"));
    let args = ["play", "golems", "python3 bot.py", "python3 bot.py", "--swap", "--json", "--set", "max_turns=5000"];
    let fair = folder.play(&args);
    for game in 0..2 {
        let report = &fair["games"][game]["match"];
        let crashed = |seat: usize| report["seats"][seat]["ending"] == "crashed";
        assert!(crashed(0) || crashed(1), "one of them had one core: {report}");
        for seat in 0..2 {
            assert_eq!(report["seats"][seat]["version"], cores.to_string(), "{report}");
        }
    }
}

#[test]
fn a_bot_that_may_think_while_it_waits_has_all_cores() {
    let folder = Folder::new("cores-ponder");
    if cores(&folder).is_none() {
        return;
    }
    folder.write("bot.py", &bot(READY, "if len(os.sched_getaffinity(0)) == 1: sys.exit(3)"));
    let args = ["play", "golems", "python3 bot.py", "python3 bot.py", "--ponder", "--json", "--set", "max_turns=500"];
    let report = folder.play(&args);
    for seat in 0..2 {
        assert_eq!(report["match"]["seats"][seat]["ending"], "finished", "{report}");
    }
}
