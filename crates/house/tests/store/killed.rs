//! A process that is killed at any moment: what it was told to be stored is there, and nothing half.

use std::io::{BufRead, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use skirmish_house::store::{self, Failure, Place};
use skirmish_servers::Postgres;

use crate::disk::Dice;
use crate::ground::Ground;
use crate::sample::{append_long, journal, last_good};

/// Records in each commit of the child.
const BATCH: i64 = 7;
const PLACE: &str = "SKIRMISH_TEST_PLACE";

/// How often a process is killed.
fn rounds() -> u32 {
    std::env::var("SKIRMISH_KILLS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(8)
}

/// Not a test: this is the process that the tests kill. It commits batches for ever, and tells the last number of each when it
/// was taken.
#[test]
#[ignore = "run by other tests, in a process of its own"]
fn commits_until_it_is_killed() {
    let Ok(place) = std::env::var(PLACE) else { return };
    let store = store::open(&Place::named(&place)).expect("the store opens");
    if store.journals().unwrap().is_empty() {
        store.commit(&[journal(1)]).unwrap();
    }
    let mut n = last_good(&*store, 1);
    let mut out = std::io::stdout();
    loop {
        store.commit(&append_long(1, n + 1..=n + BATCH)).unwrap();
        n += BATCH;
        writeln!(out, "\nstored {n}").unwrap();
        out.flush().unwrap();
    }
}

/// A process that commits, and what it tells.
pub struct Writer {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Writer {
    pub fn start(ground: &Ground) -> Writer {
        let place = match &ground.place {
            Place::Folder(folder) => folder.to_str().unwrap().to_owned(),
            Place::Server(url) => url.clone(),
        };
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "killed::commits_until_it_is_killed", "--ignored", "--nocapture"]);
        command.env(PLACE, place).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the process starts");
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        Writer { process, lines }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until it has told of so many more commits, or is dead; the number of the last record.
    pub fn told(&mut self, commits: usize) -> Option<i64> {
        let lines = self.lines.by_ref().map_while(Result::ok);
        lines.filter_map(|line| line.strip_prefix("stored ")?.parse().ok()).take(commits).last()
    }

    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn survives(ground: &Ground) {
    let (mut before, mut dice) = (0, Dice(u64::from(std::process::id())));
    for round in 0..rounds() {
        let mut writer = Writer::start(ground);
        let first = writer.told(1 + dice.below(20)).expect("it stores something");
        // Any moment will do, and it is to be another one each time.
        std::thread::sleep(Duration::from_micros(dice.below(10_000) as u64));
        writer.kill();
        let told = writer.told(usize::MAX).unwrap_or(first);
        let last = last_good(&*ground.open(), 1);
        assert!(last >= told && last >= before, "round {round}: told {told}, found {last}");
        assert_eq!(last % BATCH, 0, "round {round}: half a commit was found");
        before = last;
    }
}

#[test]
fn a_killed_process_loses_nothing_in_sqlite() {
    survives(&Ground::folder());
}

#[test]
fn a_killed_process_loses_nothing_in_postgres() {
    if let Some(server) = Postgres::start() {
        survives(&Ground::server(&server));
    }
}

/// The server dies in the middle of commits. Whatever was acknowledged is there after it is back; a commit that was under way
/// is told to be unknown or refused, and a refused one is not there.
#[test]
fn a_killed_server_loses_nothing() {
    let Some(mut server) = Postgres::start() else { return };
    let ground = Ground::server(&server);
    let store = ground.open();
    store.commit(&[journal(1)]).unwrap();
    let mut unknown = 0;
    let mut n = 0;
    // A server needs seconds to come back.
    let rounds = rounds().div_ceil(2);
    for round in 0..rounds {
        let enough = n + i64::from(round % 5 + 1) * BATCH;
        let (tell, told) = std::sync::mpsc::channel();
        let failure = std::thread::scope(|scope| {
            let store = &store;
            let writer = scope.spawn(move || {
                let mut n = n;
                loop {
                    match store.commit(&append_long(1, n + 1..=n + BATCH)) {
                        Ok(()) => n += BATCH,
                        Err(failure) => return (n, failure),
                    }
                    let _ = tell.send(n);
                }
            });
            told.iter().find(|&n| n >= enough).expect("the writer goes on");
            server.kill();
            writer.join().unwrap()
        });
        // Nothing can be stored or read while the server is away.
        assert!(matches!(store.commit(&append_long(1, 1..=1)), Err(Failure::Refused(_))));
        if round == 0 {
            assert!(matches!(store.journals(), Err(Failure::Refused(_))));
        }
        server.restart();
        let (told, failure) = failure;
        let last = last_good(&*store, 1);
        match failure {
            Failure::Unknown(_) => {
                unknown += 1;
                assert!(last == told || last == told + BATCH, "round {round}: told {told}, found {last}");
            }
            Failure::Refused(_) => assert_eq!(last, told, "round {round}"),
            other => panic!("{other:?}"),
        }
        n = last;
        store.commit(&append_long(1, n + 1..=n + BATCH)).unwrap();
        n += BATCH;
    }
    eprintln!("{unknown} of {rounds} commits were in doubt");
}
