//! Many matches at once in one process.

use crate::support::{no_sandbox, options, table};
use skirmish_jail::{Brief, Cores, Jail, probe_cached};
use skirmish_referee::program::Start;
use skirmish_referee::{Cancel, Contest, Ending, Played, Player, Report, Sitter};
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

/// Does the last thing it may do. It answers at once, so that the referee may keep it on its own core.
const PYTHON: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "want": ["legal"]}
    elif message["type"] == "turn":
        answer = {"type": "orders", "request": message["request"], "actions": message["legal"][-1:]}
    else:
        break
    print(json.dumps(answer), flush=True)
"#;

/// Does nothing, and counts what it is asked.
pub const SHELL: &str = r#"
read -r hello
echo '{"type":"ready"}'
request=0
while read -r line; do
    case "$line" in *'"type":"end"'*) exit 0 ;; esac
    request=$((request + 1))
    echo "{\"type\":\"orders\",\"request\":$request,\"actions\":[]}"
done
"#;

/// Gets ready and never answers.
const SILENT: &str = r#"
read -r hello
echo '{"type":"ready"}'
sleep 1000
"#;

/// A folder that is gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("skirmish-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder.canonicalize().unwrap())
    }

    /// A bot with a folder of its own.
    pub fn bot(&self, command: &str, file: &str, text: &str) -> Player {
        let folder = self.0.join(file.replace('.', "-"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(file), text).unwrap();
        let start = Start { command: command.into(), args: vec![file.into()], folder, ..Start::default() };
        Player { sitter: Sitter::Program(start), spelled: format!("{command} {file}") }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file more.
        let _left = std::fs::remove_dir_all(&self.0);
    }
}

/// The strongest sandbox that holds here.
fn sandbox() -> Brief {
    let found = probe_cached(&Jail::new(), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("sandbox.json"));
    found.brief(found.chosen)
}

fn play(game: &str, seed: u64, players: Vec<Player>, sandbox: Brief, cancel: &Cancel) -> Played {
    Contest::new(format!("{game}-{seed}"), table(game, seed), players, options(sandbox, cancel), &mut ()).play()
}

/// Whether everything went as it should.
fn assert_good(report: &Report) {
    assert_eq!(report.void, None, "{}", report.r#match);
    for seat in &report.seats {
        assert_eq!((&seat.ending, seat.fault_count), (&Ending::Finished, 0), "{} {}", report.r#match, seat.log);
        assert!(seat.requests > 3 && seat.tally.exceptions == 0, "{} {}", report.r#match, seat.seat);
    }
}

pub fn matches_are_played_in_two_threads_at_once() {
    let folder = Folder::new("threads");
    let players = || vec![folder.bot("python3", "bot.py", PYTHON), folder.bot("sh", "bot.sh", SHELL)];
    let sandbox = sandbox();
    let matches = [("golems", false), ("footsoldiers", false), ("golems", true)];
    let one_by_one = |players: Vec<Player>| {
        let everywhere = Cores::of_this_thread().map(|cores| cores.numbers());
        let hashes = matches.map(|(game, swapped)| {
            let mut players = players.clone();
            if swapped {
                players.reverse();
            }
            let played = play(game, 1, players, sandbox.clone(), &Cancel::default());
            assert_good(&played.report);
            (played.report.steps, played.table.hash())
        });
        assert_eq!(Cores::of_this_thread().map(|cores| cores.numbers()), everywhere, "the thread runs where it may");
        hashes
    };
    let alone = one_by_one(players());
    let begin = Barrier::new(2);
    let together = thread::scope(|scope| {
        let threads = [(); 2].map(|()| {
            let (players, begin, one_by_one) = (players(), &begin, &one_by_one);
            scope.spawn(move || {
                begin.wait();
                one_by_one(players)
            })
        });
        threads.map(|thread| thread.join().expect("no match panics"))
    });
    assert_eq!(together, [alone, alone], "the same matches as one by one");
    assert_ne!(alone[0], alone[2], "it matters who sits where");
}

pub fn cancelling_one_match_leaves_the_other_alone() {
    let folder = Folder::new("cancelled");
    let shell = || folder.bot("sh", "bot.sh", SHELL);
    let (waiting, playing) = (vec![shell(), folder.bot("sh", "silent.sh", SILENT)], vec![shell(), shell()]);
    let (stopped, other) = (Cancel::default(), Cancel::default());
    thread::scope(|scope| {
        let cancel = stopped.clone();
        let waits = scope.spawn(move || {
            let mut options = options(no_sandbox(), &cancel);
            options.time.off = true;
            Contest::new("waits".into(), table("golems", 1), waiting, options, &mut ()).play().report
        });
        let plays = scope.spawn(move || play("golems", 1, playing, no_sandbox(), &other).report);
        // It is asked by now, or will be; either way it is cancelled.
        thread::sleep(Duration::from_millis(300));
        assert!(!waits.is_finished(), "nobody answers, and no clock runs");
        let cancelled = Instant::now();
        stopped.cancel();
        let report = waits.join().unwrap();
        assert!(report.interrupted(), "{:?}", report.void);
        assert!(cancelled.elapsed() < Duration::from_secs(10), "it took {:?}", cancelled.elapsed());
        assert_good(&plays.join().unwrap());
    });
}
