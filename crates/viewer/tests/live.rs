//! Matches that go on: steps come once, from the match itself or from what was appended to its file.

mod support;

use serde_json::{Value, json};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{About, Salt};
use skirmish_referee::Witness;
use skirmish_replay::Recorder;
use skirmish_viewer::watched::Watched;
use skirmish_viewer::{Reel, feed};
use std::path::{Path, PathBuf};
use support::{Page, folder, table, viewer};

/// A match between medium bots that is written as it is played, a block for each step.
struct Match {
    table: Box<dyn AnyTable>,
    recorder: Recorder,
}

impl Match {
    fn begin(path: &Path) -> Match {
        let mut table = table("golems", 1);
        for seat in [Seat(0), Seat(1)] {
            let random = table.seed().of_seat(seat);
            assert!(table.seat_bot(seat, "medium", random));
        }
        let about = About { id: "test".into(), players: vec![], sandbox: Value::Null, salt: Salt([3; 16]) };
        let mut recorder = Recorder::create(path).unwrap();
        recorder.record(&table.begin_replay(&about)).unwrap();
        Match { table, recorder }
    }

    fn step(&mut self, followers: &mut [&mut dyn Witness]) {
        self.table.turn().to_act.iter().for_each(|seat| self.table.ask_bot(seat));
        self.table.step();
        self.recorder.record(self.table.step_record()).unwrap();
        self.recorder.flush().unwrap();
        followers.iter_mut().for_each(|follower| follower.step(&mut *self.table));
    }

    fn end(mut self) -> PathBuf {
        self.recorder.record(&self.table.end_replay(Some("enough"))).unwrap();
        self.recorder.finish().unwrap().path
    }
}

fn steps(watched: &Watched) -> usize {
    watched.with(|reel| reel.index.steps)
}

#[test]
fn of_a_growing_file_every_byte_is_read_once() {
    let folder = folder("growing");
    let path = folder.join("match.skirmish");
    let mut played = Match::begin(&path);
    let watched = Watched::open(&skirmish_games::registry(), &path).unwrap();
    for step in 1..=150 {
        played.step(&mut []);
        assert!(watched.refresh().unwrap());
        assert_eq!((steps(&watched), watched.refresh().unwrap()), (step, false));
    }
    let growing = std::fs::metadata(&path).unwrap().len();
    assert_eq!(watched.bytes_read(), growing);
    // The finished file takes the place of the growing one, and is read once as well.
    played.end();
    assert!(watched.is_live() && watched.refresh().unwrap() && !watched.is_live());
    assert_eq!(watched.bytes_read(), growing + std::fs::metadata(&path).unwrap().len());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn steps_of_a_match_here_come_without_the_file() {
    let folder = folder("fed");
    let path = folder.join("match.skirmish");
    let mut played = Match::begin(&path);
    let (mut feeder, feed) = feed::begin(&path).unwrap();
    let watched = Watched::follow(&skirmish_games::registry(), feed).unwrap();
    // Not even a file that is gone would be missed.
    let away = folder.join("away.skirmish");
    std::fs::rename(&path, &away).unwrap();
    for step in 1..=150 {
        played.step(&mut [&mut feeder]);
        assert!(watched.refresh().unwrap());
        assert_eq!((steps(&watched), watched.refresh().unwrap()), (step, false));
    }
    assert_eq!(watched.bytes_read(), 0);
    std::fs::rename(&away, &path).unwrap();
    played.step(&mut [&mut feeder]);
    let path = played.end();
    assert!(watched.refresh().unwrap() && watched.is_live(), "the last step came, the match may still go on");
    drop(feeder);
    assert!(watched.refresh().unwrap() && !watched.is_live());
    let whole =
        Reel::open(&skirmish_games::registry(), &skirmish_replay::ReplayFile::read(&path).unwrap().text).unwrap();
    assert_eq!(watched.with(|reel| json!(reel.index)), json!(whole.index));
    std::fs::remove_dir_all(folder).unwrap();
}

/// A page is told of a step when it happens, not when a file is looked at next.
#[test]
fn a_page_hears_of_steps_as_they_happen() {
    use std::io::{BufRead, BufReader, Write};
    let folder = folder("heard");
    let path = folder.join("match.skirmish");
    let mut played = Match::begin(&path);
    let (mut feeder, feed) = feed::begin(&path).unwrap();
    let viewer = viewer();
    let page = Page::of(&viewer.follow(feed).unwrap());
    let (host, token) = support::split(&page.url);
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
    write!(stream, "GET {token}api/live HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut heard = || -> Value {
        let data = lines.find_map(|line| line.unwrap().strip_prefix("data: ").map(str::to_string));
        serde_json::from_str(&data.expect("news")).unwrap()
    };
    // The stream is there once it has told of a step; how many were played until then does not matter.
    let mut told = 0;
    for n in 1..=30 {
        played.step(&mut [&mut feeder]);
        if n % 10 == 0 {
            while told < n {
                let news = heard();
                assert_eq!(news["live"], true);
                told = news["steps"].as_u64().unwrap();
            }
        }
    }
    assert_eq!(page.get("api/index").json()["steps"], 30);
    played.end();
    drop(feeder);
    assert_eq!(heard(), json!({ "steps": 30, "live": false }));
    std::fs::remove_dir_all(folder).unwrap();
}
