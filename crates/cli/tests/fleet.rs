//! A fleet as a whole: the real program as organiser and as workers, over a real NATS server, ended at odd moments.

use serde_json::Value;
use skirmish_servers::Nats;
use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long anything here may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

const SKIRMISH: &str = env!("CARGO_BIN_EXE_skirmish");

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn skirmish(&self, args: &[&str]) -> Command {
        self.prepared(Command::new(SKIRMISH), args)
    }

    fn prepared(&self, mut command: Command, args: &[&str]) -> Command {
        command.args(args).current_dir(self.0.path()).env("XDG_CACHE_HOME", self.path("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn worker(&self, url: &str, name: &str) -> Ends {
        self.worker_by(Command::new(SKIRMISH), url, name)
    }

    fn worker_by(&self, command: Command, url: &str, name: &str) -> Ends {
        let words = ["worker", url, "--name", name, "--concurrency", "1", "--sandbox", "off"];
        // Nobody reads what it says, so it must not wait for a reader.
        Ends(self.prepared(command, &words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// A bot that takes its time.
    fn bot(&self) {
        let made = self.skirmish(&["new", "footsoldiers", "--lang", "python", "bot"]).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
}

/// A process that is ended with the test.
struct Ends(Child);

impl Ends {
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Ends {
    fn drop(&mut self) {
        let _gone = self.0.kill();
        let _gone = self.0.wait();
    }
}

const CUP: [&str; 12] = [
    "tournament",
    "footsoldiers",
    "bot",
    "builtin:weak",
    "--pairs",
    "12",
    "--seed",
    "5",
    "--sandbox",
    "off",
    "--set",
    "total_turns=60",
];

/// What a ledger has of every fixture that counts: its key, and the hash and result of its games.
fn told(folder: &Path) -> BTreeMap<String, Vec<(String, Value, Value)>> {
    let text = std::fs::read_to_string(folder.join("results.jsonl")).unwrap_or_default();
    let mut all = BTreeMap::new();
    for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let played = &line["played"];
        if played.is_null() {
            continue;
        }
        let games = played["games"].as_array().unwrap().iter();
        let games =
            games.map(|game| (game["hash"].as_str().unwrap().into(), game["winner"].clone(), game["scores"].clone()));
        let before = all.insert(played["fixture"]["key"].to_string(), games.collect::<Vec<_>>());
        assert!(before.is_none(), "{} is there twice", played["fixture"]["key"]);
    }
    all
}

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Workers and the organiser are killed in the middle; in the end the ledger is that of one machine.
#[test]
fn whoever_dies_every_pair_counts_once() {
    let Some(mut server) = Nats::start() else { return };
    let place = Place::new();
    place.bot();
    let here = place.skirmish(&[&CUP[..], &["--out", "here"]].concat()).output().unwrap();
    assert!(here.status.success(), "{}", String::from_utf8_lossy(&here.stderr));
    let expected = told(&place.path("here"));
    assert_eq!(expected.len(), 12);

    let url = server.url();
    let there = place.path("there");
    let words = [&CUP[..], &["--out", "there", "--fleet", &url, "--audit", "0.3", "--json"]].concat();
    let mut first = place.worker(&url, "first");
    let _second = place.worker(&url, "second");
    let mut organiser = Ends(place.skirmish(&words).spawn().unwrap());
    wait_for("a result", || !told(&there).is_empty());
    first.kill();
    wait_for("three results", || told(&there).len() >= 3);
    organiser.kill();
    let _third = place.worker(&url, "third");
    server.kill();
    server.restart();
    let ended = place.skirmish(&words).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{said}");
    let told_by_command: Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(told_by_command["complete"], true, "{told_by_command}");
    assert_eq!(told(&there), expected);
    let proved = place.skirmish(&["tournament", "verify", "there", "--json"]).output().unwrap();
    assert_eq!(proved.status.code(), Some(0), "{}", String::from_utf8_lossy(&proved.stdout));
}

/// What is seen of a fleet from outside, and what is said to those who ask in vain.
#[test]
fn a_fleet_tells_of_itself() {
    let Some(server) = Nats::start() else { return };
    let (place, url) = (Place::new(), server.url());
    let status = |place: &Place| -> Value {
        let output = place.skirmish(&["fleet", "status", &url, "--json"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(status(&place)["workers"], Value::Array(Vec::new()));
    let worker = place.worker(&url, "lone");
    wait_for("the worker", || status(&place)["workers"][0]["worker"] == "lone");
    let seen = status(&place);
    assert_eq!((&seen["workers"][0]["level"], &seen["workers"][0]["concurrency"]), (&"off".into(), &1.into()));

    let again = place.skirmish(&["worker", &url, "--name", "lone", "--sandbox", "off"]).output().unwrap();
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("there is a worker called lone already"));
    let odd = place.skirmish(&["worker", &url, "--name", "a.b"]).output().unwrap();
    assert!(String::from_utf8_lossy(&odd.stderr).contains("cannot be called"));
    drop((worker, server));
    let nobody = place.skirmish(&["fleet", "status", &url]).output().unwrap();
    assert_eq!(nobody.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("cannot connect"));
}

/// Who has played what counts.
#[cfg(target_os = "linux")]
fn played_by(folder: &Path, worker: &str) -> usize {
    let text = std::fs::read_to_string(folder.join("results.jsonl")).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["played"]["worker"] == worker).count()
}

/// A worker behind a cable that is cut: others play what it had in hand, and what it says when it is back changes nothing.
#[test]
#[cfg(target_os = "linux")]
fn a_worker_whose_network_is_cut_counts_once() {
    use skirmish_servers::network::Cable;
    let Some(cable) = Cable::lay() else { return };
    let Some(server) = Nats::start_in(&cable) else { return };
    let (place, url) = (Place::new(), server.url());
    place.bot();
    let here = place.skirmish(&[&CUP[..], &["--out", "here"]].concat()).output().unwrap();
    assert!(here.status.success(), "{}", String::from_utf8_lossy(&here.stderr));
    let (expected, there) = (told(&place.path("here")), place.path("there"));

    let near = |words: &[&str]| place.prepared(cable.near.command(SKIRMISH), words);
    let far_now = || -> Value {
        let output = near(&["fleet", "status", &url, "--json"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let status: Value = serde_json::from_slice(&output.stdout).unwrap();
        let workers = status["workers"].as_array().unwrap().iter();
        workers.into_iter().find(|worker| worker["worker"] == "far").cloned().unwrap_or_default()
    };
    let _far = place.worker_by(cable.far.command(SKIRMISH), &url, "far");
    wait_for("the far worker", || !far_now().is_null());
    let words = [&CUP[..], &["--out", "there", "--fleet", &url, "--audit", "0", "--json"]].concat();
    let organiser = near(&words).spawn().unwrap();
    wait_for("a result from afar", || played_by(&there, "far") > 0);
    cable.cut();
    let _near = place.worker_by(cable.near.command(SKIRMISH), &url, "near");
    let ended = organiser.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    assert_eq!(told(&there), expected);
    assert!(far_now().is_null(), "nothing is heard of it");
    let counted = played_by(&there, "far");
    assert!(counted > 0 && played_by(&there, "near") > 0);

    // What it played meanwhile was counted by somebody else.
    cable.mend();
    wait_for("the far worker again", || far_now()["played"].as_u64().is_some_and(|played| played > counted as u64));
    let again = near(&words).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!((told(&there), played_by(&there, "far")), (expected, counted));
}

/// A bot that takes its worker with it, where nothing keeps it from doing so.
const KILLER: &str = r#"
import os, signal

process = os.getpid()
while process > 1:
    process = int(open(f"/proc/{process}/stat").read().rsplit(") ", 1)[1].split()[1])
    if b"\0worker\0" in open(f"/proc/{process}/cmdline", "rb").read():
        os.kill(process, signal.SIGKILL)
        break
"#;

/// After three deliveries nobody is asked to play it any more, and it is named.
#[test]
fn a_job_that_kills_its_workers_is_parked_and_named() {
    let Some(server) = Nats::start() else { return };
    let (place, url) = (Place::new(), server.url());
    std::fs::create_dir(place.path("killer")).unwrap();
    std::fs::write(place.path("killer/bot.py"), KILLER).unwrap();
    std::fs::write(place.path("killer/skirmish.toml"), "run = [\"python3\", \"bot.py\"]\n").unwrap();
    let cup = ["tournament", "footsoldiers", "killer", "builtin:weak", "--pairs", "1", "--sandbox", "off"];
    let words = [&cup[..], &["--out", "cup", "--fleet", &url, "--audit", "0"]].concat();
    let organiser = place.skirmish(&words).spawn().unwrap();
    for name in ["first", "second", "third"] {
        let mut worker = place.worker(&url, name);
        wait_for("its end", || worker.0.try_wait().unwrap().is_some());
        assert_eq!(worker.0.wait().unwrap().signal(), Some(9), "{name} was killed by its bot");
    }
    let _fourth = place.worker(&url, "fourth");
    let ended = organiser.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(3), "{said}{}", String::from_utf8_lossy(&ended.stderr));
    let named = "  0:0-1:0: it was delivered 3 times, and no worker lived to answer";
    assert!(said.contains("1 pair could not be played, which was no bot's fault:") && said.contains(named), "{said}");
    assert!(told(&place.path("cup")).is_empty());
}
