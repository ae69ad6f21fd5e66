//! Workers that say what is not so, and others who meddle, over a real server.

use crate::support::{Hand, PROGRAM, Scratch, ready, told, tournament};
use async_nats::jetstream;
use futures_util::TryStreamExt;
use skirmish_fleet::labour::{self, Build};
use skirmish_fleet::nats::{BUNDLES, FILES, Wire};
use skirmish_fleet::wire::{Answer, Contents, Job, Object, One, Parcel, Status, VERSION, What, digest};
use skirmish_fleet::worker::{HallStage, Stage};
use skirmish_fleet::{Access, Error, Fleet, fleet};
use skirmish_jail::Level;
use skirmish_league::field::Outcome;
use skirmish_league::local::{Hall, Keep};
use skirmish_league::record::SeatRecord;
use skirmish_league::{Driver, Fixture, Format, Limits, Record, Stop, Tournament};
use skirmish_matches::{Cancel, Venue};
use skirmish_servers::Nats;
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::Runtime;

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

fn access(url: &str) -> Access {
    Access { url: url.into(), ..Access::default() }
}

fn open(url: &str, driver: &Driver, hall: &Arc<Hall>, keep: Keep, audit: f64, cancel: &Cancel) -> Result<Fleet, Error> {
    let options = fleet::Options { keep, level: Level::Off, audit, program: PROGRAM.into() };
    Fleet::open(&access(url), &driver.ledger, hall, driver.plan().bots(), options, cancel.clone())
}

/// A tournament of a folder and a built-in bot. The folder's program is never started where only a forger plays.
fn with_a_program(scratch: &Scratch, pairs: u64) -> Tournament {
    let bot = scratch.out("bot");
    std::fs::create_dir_all(&bot).unwrap();
    std::fs::write(bot.join("bot.py"), crate::tournaments::BOT).unwrap();
    std::fs::write(bot.join("skirmish.toml"), "run = [\"python3\", \"bot.py\"]\n").unwrap();
    tournament(&scratch.venue, &[bot.to_str().unwrap(), "weak"], Format::RoundRobin, pairs)
}

/// What a game of built-in bots would be, told as one of the program's.
struct Forger {
    hall: Hall,
    forge: fn(&mut Record),
}

impl Stage for Forger {
    fn play(&self, fixture: &Fixture) -> Option<One> {
        let Outcome::Played(mut record) = self.hall.play(fixture) else { return None };
        (self.forge)(&mut record);
        Some(One::Record { record, files: Vec::new() })
    }
}

fn forger(venue: &Venue, forge: fn(&mut Record)) -> Build {
    let venue = venue.clone();
    Arc::new(move |charter, players| {
        let players = vec!["builtin:weak".to_string(); players.len()];
        let hall = Hall::elsewhere(venue.clone(), &charter.tournament, &players, None, Keep::None);
        let hall = hall.map_err(|error| error.to_string())?.numbered(charter.numbers);
        Ok(Arc::new(Forger { hall, forge }))
    })
}

fn without_replay(record: &mut Record) {
    for game in &mut record.games {
        // The program wins, whatever it does.
        game.winner = game.bots.iter().position(|&bot| bot == 0);
        game.hash = 0xdead_beef;
    }
}

fn with_a_name_that_leads_elsewhere(record: &mut Record) {
    for game in &mut record.games {
        let mut seat = SeatRecord { ending: "crashed".into(), ..SeatRecord::default() };
        seat.capsules.insert("crashed".into(), "../../x.capsule.json".into());
        game.seats = vec![seat.clone(), seat];
    }
}

/// Without its replay no game of a program counts, whatever is kept, and no name leads out of the folder.
pub fn no_replay_is_no_proof() {
    let Some(server) = Nats::start() else { return };
    let cases = [
        ("kept", Keep::Programs, without_replay as fn(&mut Record), "no replay"),
        ("thrown-away", Keep::None, without_replay, "no replay"),
        ("faults", Keep::Faults, without_replay, "no replay"),
        ("capsules", Keep::Programs, with_a_name_that_leads_elsewhere, "name of a replay"),
    ];
    for (name, keep, forge, why) in cases {
        let scratch = Scratch::new();
        let described = with_a_program(&scratch, 2);
        let _hand = Hand::with(&server.url(), name, PROGRAM, Some(forger(&scratch.venue, forge)));
        let (mut driver, hall) = ready(&scratch.venue, &described, &scratch.out("there"));
        let cancel = Cancel::default();
        let mut fleet = open(&server.url(), &driver, &hall, keep, 0.0, &cancel).unwrap();
        let stop = driver.run(&mut fleet, &Limits::default(), &cancel, |driver| {
            if !driver.ledger.withdrawn.is_empty() {
                cancel.cancel();
            }
        });
        assert_eq!(stop.unwrap(), Stop::Interrupted, "{name}: it was believed");
        assert!(driver.ledger.records.is_empty());
        assert_eq!(driver.ledger.withdrawn[0].worker, name);
        assert!(driver.ledger.withdrawn[0].why.contains(why), "{}", driver.ledger.withdrawn[0].why);
    }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("replays")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// Replays that are not to be kept travel all the same, prove their games, and are thrown away.
pub fn what_is_not_kept_is_proved() {
    let Some(server) = Nats::start() else { return };
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return eprintln!("SKIPPED: there is no python3");
    }
    let scratch = Scratch::new();
    let described = with_a_program(&scratch, 2);
    let _hand = Hand::new(&server.url(), "one");
    let (mut driver, hall) = ready(&scratch.venue, &described, &scratch.out("there"));
    let cancel = Cancel::default();
    let mut fleet = open(&server.url(), &driver, &hall, Keep::None, 0.0, &cancel).unwrap();
    assert_eq!(driver.run(&mut fleet, &Limits::default(), &cancel, |_| {}).unwrap(), Stop::Over);
    assert!(driver.ledger.withdrawn.is_empty() && driver.ledger.failed.is_empty());
    let games: Vec<_> = driver.ledger.records.iter().flat_map(|record| &record.games).collect();
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.replay.is_none() && game.seats.len() == 2));
    assert_eq!(files(&scratch.out("there")), [""; 0]);
}

/// Every audit is over before the tournament is, and counted.
pub fn all_audits_are_counted() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = tournament(&scratch.venue, &["weak", "medium"], Format::RoundRobin, 6);
    let _hands = ["one", "two"].map(|name| Hand::new(&server.url(), name));
    let (mut driver, hall) = ready(&scratch.venue, &described, &scratch.out("there"));
    let cancel = Cancel::default();
    let mut fleet = open(&server.url(), &driver, &hall, Keep::Programs, 1.0, &cancel).unwrap();
    let seen = fleet.seen();
    assert_eq!(driver.run(&mut fleet, &Limits::default(), &cancel, |_| {}).unwrap(), Stop::Over);
    assert_eq!(seen.lock().unwrap().audits.same, 6);
    // And once it is over it is not there any more.
    let looks = runtime();
    let wire = looks.block_on(access(&server.url()).connect("test")).unwrap();
    assert_eq!(looks.block_on(wire.tournaments()).unwrap().len(), 1);
    drop(fleet);
    assert_eq!(looks.block_on(wire.tournaments()).unwrap(), []);
}

/// Somebody deletes the consumer of the answers; the organiser makes it anew.
pub fn a_lost_consumer_is_made_anew() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = tournament(&scratch.venue, &["weak", "medium", "strong"], Format::RoundRobin, 30);
    let here = crate::support::play_here(&scratch.venue, &described, &scratch.out("here"));
    let _hand = Hand::new(&server.url(), "one");
    let (mut driver, hall) = ready(&scratch.venue, &described, &scratch.out("there"));
    let cancel = Cancel::default();
    let mut fleet = open(&server.url(), &driver, &hall, Keep::Programs, 0.0, &cancel).unwrap();
    let other = runtime();
    let mut deleted = 0;
    let stop = driver.run(&mut fleet, &Limits::default(), &cancel, |driver| {
        if driver.ledger.records.len() > 10 && deleted == 0 {
            deleted = other.block_on(async {
                let context = jetstream::new(async_nats::connect(server.url()).await.unwrap());
                let stream = context.get_stream("SKIRMISH_ANSWERS").await.unwrap();
                let names: Vec<String> = stream.consumer_names().try_collect().await.unwrap();
                for name in &names {
                    stream.delete_consumer(name).await.unwrap();
                }
                names.len()
            });
        }
    });
    assert_eq!((stop.unwrap(), deleted), (Stop::Over, 1));
    assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
}

/// Two organisers on copies of one ledger would take each other's answers.
pub fn one_organiser_at_a_time() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = tournament(&scratch.venue, &["weak", "medium"], Format::RoundRobin, 1);
    let (first, hall) = ready(&scratch.venue, &described, &scratch.out("one"));
    std::fs::create_dir(scratch.out("two")).unwrap();
    std::fs::copy(scratch.out("one").join("results.jsonl"), scratch.out("two").join("results.jsonl")).unwrap();
    let (second, other_hall) = ready(&scratch.venue, &described, &scratch.out("two"));
    assert_eq!(first.ledger.id, second.ledger.id);
    let cancel = Cancel::default();
    let fleet = open(&server.url(), &first, &hall, Keep::Programs, 0.0, &cancel).unwrap();
    let refused = open(&server.url(), &second, &other_hall, Keep::Programs, 0.0, &cancel).err().expect("it is refused");
    assert!(matches!(refused, Error::Organised(_)), "{refused}");
    drop(fleet);
    open(&server.url(), &second, &other_hall, Keep::Programs, 0.0, &cancel).unwrap();
}

/// A worker that may not say how it is does not start, and takes no jobs.
pub fn a_worker_that_is_not_heard_does_not_start() {
    let users = "authorization { users = [ { user: organiser, password: x }
        { user: w01, password: x, permissions: { publish: { deny: [\"$KV.skirmish-workers.wrong\"] } } } ] }";
    let Some(server) = Nats::start_with(users) else { return };
    let url = |user: &str| server.url().replace("://", &format!("://{user}:x@"));
    let scratch = Scratch::new();
    let wire = runtime();
    let organiser = wire.block_on(access(&url("organiser")).connect("organiser")).unwrap();
    wire.block_on(organiser.ensure()).unwrap();
    let options =
        labour::Options { name: "wrong".into(), concurrency: 1, level: Some(Level::Off), program: PROGRAM.into() };
    let tell: labour::Tell = Arc::new(|_: &str| {});
    let ended = labour::work(&access(&url("w01")), scratch.venue.clone(), options, &Cancel::default(), tell, None);
    let error = ended.expect_err("nobody hears it");
    assert!(matches!(&error, Error::Unheard { worker, .. } if worker == "wrong"), "{error}");
}

/// What nobody could be answered for is thrown away, and holds up nothing.
pub fn a_job_of_no_tournament_is_thrown_away() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let looks = runtime();
    let wire = looks.block_on(access(&server.url()).connect("test")).unwrap();
    looks.block_on(wire.ensure()).unwrap();
    for charter in ["a.b", "a b", "", "*"] {
        let job = Job { charter: charter.into(), ..Job::default() };
        looks.block_on(async {
            let context = jetstream::new(async_nats::connect(server.url()).await.unwrap());
            let bytes = serde_json::to_vec(&job).unwrap();
            context.publish(format!("skirmish.{VERSION}.jobs.any.x"), bytes.into()).await.unwrap().await.unwrap();
        });
    }
    let described = tournament(&scratch.venue, &["weak", "medium"], Format::RoundRobin, 2);
    let _hand = Hand::new(&server.url(), "one");
    let (mut driver, hall) = ready(&scratch.venue, &described, &scratch.out("there"));
    let cancel = Cancel::default();
    let mut fleet = open(&server.url(), &driver, &hall, Keep::Programs, 0.0, &cancel).unwrap();
    assert_eq!(driver.run(&mut fleet, &Limits::default(), &cancel, |_| {}).unwrap(), Stop::Over);
    drop(fleet);
    assert_eq!(looks.block_on(wire.totals()).unwrap().0, 0, "nothing lies there, nor is in anybody's hands");
}

/// What lies under the name of a bundle and is something else is replaced, also if it is as long.
pub fn a_bundle_that_is_another_is_replaced() {
    let Some(server) = Nats::start() else { return };
    let looks = runtime();
    looks.block_on(async {
        let wire = access(&server.url()).connect("test").await.unwrap();
        wire.ensure().await.unwrap();
        wire.put_object(BUNDLES, "bundle-1", b"corrupt").await.unwrap();
        wire.keep(BUNDLES, "bundle-1", b"correct").await.unwrap();
        assert_eq!(wire.fetch(BUNDLES, "bundle-1", 100).await.unwrap(), b"correct");
    });
}

/// A worker plays nothing for bots that do not take part, and does not break.
pub fn strangers_are_not_played() {
    let scratch = Scratch::new();
    let described = tournament(&scratch.venue, &["weak", "medium"], Format::RoundRobin, 1);
    let (driver, _) = ready(&scratch.venue, &described, &scratch.out("there"));
    let charter = skirmish_fleet::wire::Charter {
        id: "cup".into(),
        program: PROGRAM.into(),
        tournament: described.clone(),
        carried: Vec::new(),
        numbers: vec![0, 1],
        bots: driver.ledger.bots.clone(),
        keep: Keep::Programs,
        level: None,
    };
    let hall = Hall::ready(scratch.venue.clone(), &described, None, Keep::Programs).unwrap().numbered(vec![0, 1]);
    let stage = HallStage { hall, charter, probe: None };
    let fixture = |bots: &[usize]| Fixture {
        key: skirmish_league::Key { round: 0, bots: bots.to_vec(), nth: 0 },
        number: 0,
        start: 0,
    };
    assert!(matches!(stage.play(&fixture(&[0, 1])), Some(One::Record { .. })));
    for bots in [&[0, 9][..], &[0], &[]] {
        let said = stage.play(&fixture(bots));
        assert!(matches!(&said, Some(One::Failed(why)) if why.contains("do not take part")), "{said:?}");
    }
}

/// A worker that speaks the wire itself: it answers the first job that it gets.
async fn answer_once(wire: &Wire, name: &str, mut what: impl AsyncFnMut(&Job) -> What) {
    wire.ensure().await.unwrap();
    let status = Status { worker: name.into(), wire: VERSION.into(), concurrency: 1, ..Status::default() };
    wire.tell_status(&status).await.unwrap();
    let consumer = wire.jobs_for(None).await.unwrap();
    loop {
        if let Some(message) = wire.take(&consumer, 1).await.unwrap().pop() {
            let job: Job = serde_json::from_slice(&message.payload).unwrap();
            let answer = Answer { what: what(&job).await, worker: name.into(), job };
            assert!(wire.say(&answer.job.charter, name, &answer.job.nonce, answer.to_bytes()).await.unwrap());
            message.double_ack().await.unwrap();
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// Files in the object store may be others' work: nobody is accused because of them, and nothing is thrown away that is not
/// part of the answer.
pub fn exchanged_files_accuse_nobody() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let described = tournament(&scratch.venue, &["weak", "medium"], Format::RoundRobin, 1);
    let elsewhere = Hall::ready(scratch.venue.clone(), &described, Some(Level::Off), Keep::All).unwrap();
    let elsewhere = elsewhere.numbered(vec![0, 1]);
    for is_own in [false, true] {
        let looks = runtime();
        let wire = looks.block_on(access(&server.url()).connect_worker("victim")).unwrap();
        let (mut driver, hall) = ready(&scratch.venue, &described, &scratch.out(&format!("there-{is_own}")));
        let cancel = Cancel::default();
        let mut fleet = open(&server.url(), &driver, &hall, Keep::All, 0.0, &cancel).unwrap();
        let exchanged = std::cell::OnceCell::new();
        let victim = answer_once(&wire, "victim", async |job| {
            let another = Fixture { start: job.fixtures[0].start + 1, ..job.fixtures[0].clone() };
            let Outcome::Played(record) = elsewhere.play(&job.fixtures[0]) else { panic!("it can be played") };
            let prefix = if is_own { Object::prefix(&job.nonce, "victim") } else { "file-of-others-".into() };
            let file = |name: &str| Parcel {
                name: name.into(),
                contents: Contents::Object(Object {
                    name: format!("{prefix}1"),
                    digest: digest(b"what was put there"),
                }),
            };
            let files = record.games.iter().map(|game| file(&game.replay.as_ref().unwrap().file)).collect();
            // A good replay, and another than both games have: whoever believed it would accuse the victim of it.
            let Outcome::Played(other) = elsewhere.play(&another) else { panic!("it can be played") };
            let other = scratch.venue.replays.join(&other.games[0].replay.as_ref().unwrap().file);
            let other = exchanged.get_or_init(|| std::fs::read(other).unwrap());
            wire.put_object(FILES, &format!("{prefix}1"), other).await.unwrap();
            What::Played(vec![One::Record { record, files }])
        });
        let mut victim = Some(victim);
        let mut hand = None;
        // The first turn of the loop hands out the job.
        let stop = driver.run(&mut fleet, &Limits::default(), &cancel, |driver| {
            if let Some(victim) = victim.take_if(|_| fleet_is_out(&looks, &wire)) {
                looks.block_on(victim);
            }
            if !driver.ledger.failed.is_empty() && hand.is_none() {
                hand = Some(Hand::new(&server.url(), "honest"));
            }
        });
        assert_eq!(stop.unwrap(), Stop::Over);
        assert!(driver.ledger.withdrawn.is_empty(), "{:?}", driver.ledger.withdrawn);
        assert_eq!(driver.ledger.failed[0].worker.as_deref(), Some("victim"));
        assert_eq!(driver.ledger.records[0].worker.as_deref(), Some("honest"));
        if !is_own {
            let left = looks.block_on(wire.fetch(FILES, "file-of-others-1", 1 << 20));
            assert_eq!(Some(&left.unwrap()), exchanged.get(), "it belongs to others");
        }
    }
}

/// Whether there is a job to be taken.
fn fleet_is_out(runtime: &Runtime, wire: &Wire) -> bool {
    runtime.block_on(wire.totals()).unwrap().0 > 0
}
