//! What an organiser believes, without any wire: answers of people who were not asked, and what a bad worker can do to others.

use skirmish_fleet::audit::{Mark, Verdict};
use skirmish_fleet::organiser::{Options, Organiser, Refusal};
use skirmish_fleet::seal::Seal;
use skirmish_fleet::wire::{Answer, Job, One, Status, VERSION, What};
use skirmish_league::field::{Done, Outcome};
use skirmish_league::record::Game;
use skirmish_league::{Fixture, Key, Record};
use std::collections::BTreeMap;
use std::time::Duration;

const NOW: Duration = Duration::from_secs(1);

fn organiser(audit: f64, workers: &[&str]) -> Organiser {
    let mut organiser = Organiser::new(Options {
        charter: "cup".into(),
        programs: true,
        audit,
        secret: 1,
        seal: Seal::new([7; 32]),
        bots: vec![0, 1],
        first: 1,
        quarantined: BTreeMap::new(),
    });
    organiser.workers(workers.iter().map(|name| status(name)).collect(), NOW);
    organiser
}

fn status(name: &str) -> Status {
    Status { worker: name.into(), wire: VERSION.into(), concurrency: 1, ..Status::default() }
}

fn fixture(nth: u64) -> Fixture {
    Fixture { key: Key { round: 0, bots: vec![0, 1], nth }, number: nth, start: nth }
}

/// What came of a fixture; the winner makes it one game or another.
fn record(fixture: &Fixture, winner: usize) -> Record {
    let game = Game {
        bots: vec![0, 1],
        seed: 1,
        hash: winner as u64,
        steps: 1,
        turns: 1,
        winner: Some(winner),
        scores: vec![0, 0],
        reason: Some("over".into()),
        ms: 10,
        replay: None,
        disturbed: false,
        seats: Vec::new(),
    };
    Record { fixture: fixture.clone(), games: vec![game], latency_ms: 0, worker: None }
}

fn played(job: &Job, winner: usize) -> What {
    let one = |fixture| One::Record { record: Box::new(record(fixture, winner)), files: Vec::new() };
    What::Played(job.fixtures.iter().map(one).collect())
}

fn answer(organiser: &mut Organiser, job: &Job, worker: &str, what: What) -> Vec<Done> {
    organiser.answer(Answer { job: job.clone(), worker: worker.into(), what }, |_, _| Ok(()));
    organiser.take()
}

/// All jobs that are new, which are put into the queue.
fn jobs(organiser: &mut Organiser, now: Duration) -> Vec<Job> {
    let jobs = organiser.unsent(now);
    jobs.iter().for_each(|job| organiser.sent(job.number));
    jobs
}

fn failed(job: &Job) -> What {
    What::Played(vec![One::Failed("no".into()); job.fixtures.len()])
}

#[test]
fn only_what_was_asked_is_answered() {
    let mut organiser = organiser(0.0, &["a", "b"]);
    (0..2).for_each(|nth| organiser.give(fixture(nth)));
    let [first, second] = jobs(&mut organiser, NOW).try_into().unwrap();
    assert_ne!(first.nonce, second.nonce);
    // A number and fixtures of its own choice, the nonce of another job, no nonce at all, another tournament.
    let strays = [
        Job { number: 999, ..first.clone() },
        Job { fixtures: second.fixtures.clone(), ..first.clone() },
        Job { nonce: second.nonce.clone(), ..first.clone() },
        Job { nonce: String::new(), ..first.clone() },
        Job { nonce: "0".repeat(32), ..first.clone() },
        Job { charter: "pup".into(), ..first.clone() },
        Job { audit: true, ..first.clone() },
    ];
    for stray in &strays {
        assert!(answer(&mut organiser, stray, "a", played(stray, 0)).is_empty(), "{stray:?}");
        assert!(answer(&mut organiser, stray, "a", What::Lost("all are dead".into())).is_empty(), "{stray:?}");
    }
    assert_eq!(organiser.strays(), 2 * strays.len() as u64);
    assert!(organiser.quarantined().is_empty(), "nobody knows who it was");
    assert_eq!(organiser.out(), 2, "both are still waited for");
    let done = answer(&mut organiser, &first, "a", played(&first, 1));
    assert!(matches!(&done[..], [Done { outcome: Outcome::Played(record), .. }] if record.games[0].winner == Some(1)));
}

#[test]
fn answers_from_before_a_restart_count_by_their_seal() {
    let mut before = organiser(0.0, &["a"]);
    before.give(fixture(0));
    let [job] = jobs(&mut before, NOW).try_into().unwrap();
    let mut after = organiser(0.0, &["a"]);
    after.give(fixture(0));
    assert_eq!(answer(&mut after, &job, "a", played(&job, 0)).len(), 1);
}

#[test]
fn nobody_answers_the_audit_of_its_own_result() {
    let mut organiser = organiser(1.0, &["liar", "honest"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    answer(&mut organiser, &job, "liar", played(&job, 0));
    let [audit] = jobs(&mut organiser, NOW).try_into().unwrap();
    assert!(audit.audit);
    assert_eq!(audit.to.as_deref(), Some("honest"));
    // It has seen the whole job, and says that it is right.
    answer(&mut organiser, &audit, "liar", played(&audit, 0));
    assert_eq!(organiser.counted().0.same, 0, "it was not asked");
    answer(&mut organiser, &audit, "honest", played(&audit, 1));
    let dispute = organiser.dispute().expect("they disagree");
    let truth = Mark::of(&record(&fixture(0), 1));
    organiser.decided(dispute, Some(&Verdict { ours: truth, is_repeatable: true, decides_the_same: false }));
    assert_eq!(organiser.quarantined().keys().collect::<Vec<_>>(), ["liar"]);
}

#[test]
fn an_audit_looks_at_endings_too() {
    let mut organiser = organiser(1.0, &["a", "b"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    let ended = |ending: &str| {
        let mut record = record(&fixture(0), 0);
        let seat = skirmish_league::record::SeatRecord { ending: ending.into(), ..Default::default() };
        record.games[0].seats = vec![seat.clone(), seat];
        What::Played(vec![One::Record { record: Box::new(record), files: Vec::new() }])
    };
    answer(&mut organiser, &job, "a", ended("crashed"));
    let [audit] = jobs(&mut organiser, NOW).try_into().unwrap();
    answer(&mut organiser, &audit, "b", ended("finished"));
    assert!(organiser.dispute().is_some(), "the same moves, another ending");
}

#[test]
fn a_full_disk_accuses_nobody() {
    let mut organiser = organiser(0.0, &["a"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    let what = played(&job, 0);
    let full = |_: &mut Record, _: &[_]| Err(Refusal::Here("no space left on device".into()));
    organiser.answer(Answer { job: job.clone(), worker: "a".into(), what }, full);
    let done = organiser.take();
    assert!(matches!(&done[..], [Done { outcome: Outcome::Hopeless(why), .. }] if why.contains("no space left")));
    assert!(organiser.quarantined().is_empty() && organiser.is_hopeless());
    assert_eq!(organiser.held(), 0, "it ends");
    // What is not so is a lie, as before.
    let mut organiser = self::organiser(0.0, &["a"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    let what = played(&job, 0);
    organiser.answer(Answer { job, worker: "a".into(), what }, |_, _| Err(Refusal::Untrue("no replay".into())));
    assert!(organiser.quarantined()["a"].contains("no replay"));
}

/// What a tournament does with failures: it hands out again, three times.
fn fail_all(organiser: &mut Organiser, says: impl Fn(&Job) -> What) -> (u32, Vec<Job>) {
    let (mut failures, mut elsewhere) = (0, Vec::new());
    for _ in 0..20 {
        for job in jobs(organiser, NOW) {
            match job.to.as_deref() {
                None | Some("bad") => {
                    for done in answer(organiser, &job, "bad", says(&job)) {
                        assert!(matches!(done.outcome, Outcome::Failed { .. }), "{:?}", done.outcome);
                        failures += 1;
                        organiser.give(done.fixture);
                    }
                }
                _ => elsewhere.push(job),
            }
        }
    }
    (failures, elsewhere)
}

#[test]
fn one_bad_worker_gives_up_nothing() {
    for says in [failed as fn(&Job) -> What, |_| What::Lost("three workers died of it".into())] {
        let mut organiser = organiser(0.0, &["bad", "good"]);
        (0..9).for_each(|nth| organiser.give(fixture(nth)));
        let (failures, elsewhere) = fail_all(&mut organiser, says);
        // Each counts once at most, and none any more once nothing but failures has come of that worker.
        assert_eq!(failures, 2, "the third in a row puts it on the bench");
        assert_eq!(elsewhere.len(), 9, "all go to somebody else");
        assert!(elsewhere.iter().all(|job| job.to.as_deref() == Some("good")));
        assert!(organiser.idle()["bad"].contains("nothing back"), "{:?}", organiser.idle());
        for job in &elsewhere {
            let done = answer(&mut organiser, job, "good", played(job, 0));
            assert!(matches!(&done[..], [Done { outcome: Outcome::Played(_), .. }]));
        }
        assert_eq!(organiser.held(), 0);
    }
}

#[test]
fn whoever_plays_leaves_the_bench() {
    let mut organiser = organiser(0.0, &["bad", "good"]);
    (0..4).for_each(|nth| organiser.give(fixture(nth)));
    let all = jobs(&mut organiser, NOW);
    all[..3].iter().for_each(|job| drop(answer(&mut organiser, job, "bad", failed(job))));
    assert!(organiser.idle().contains_key("bad"));
    answer(&mut organiser, &all[3], "bad", played(&all[3], 0));
    assert!(organiser.idle().is_empty());
}

#[test]
fn where_there_is_nobody_else_a_fixture_is_given_up() {
    let mut organiser = organiser(0.0, &["only"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    let done = answer(&mut organiser, &job, "only", What::Lost("three died".into()));
    assert!(matches!(&done[..], [Done { outcome: Outcome::Parked { .. }, .. }]));
    organiser.give(fixture(1));
    for _ in 0..3 {
        let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
        let done = answer(&mut organiser, &job, "only", failed(&job));
        assert!(matches!(&done[..], [Done { outcome: Outcome::Failed { .. }, .. }]), "it is told each time");
        organiser.give(fixture(1));
    }
}

#[test]
fn whoever_is_there_and_silent_is_not_waited_for_for_ever() {
    let mut organiser = organiser(1.0, &["a", "mute"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    answer(&mut organiser, &job, "a", played(&job, 0));
    let [audit] = jobs(&mut organiser, NOW).try_into().unwrap();
    assert_eq!(audit.to.as_deref(), Some("mute"));
    let there = || vec![status("a"), status("mute")];
    organiser.workers(there(), NOW + Duration::from_secs(60));
    assert!(organiser.dispute().is_none(), "it may take its time");
    organiser.workers(there(), NOW + Duration::from_secs(600));
    assert_eq!(organiser.take_abandoned().into_iter().collect::<Vec<_>>(), ["mute"]);
    let dispute = organiser.dispute().expect("the organiser looks itself");
    assert_eq!(dispute.other, None);
    // If it answers after all, that is too late.
    answer(&mut organiser, &audit, "mute", played(&audit, 0));
    assert_eq!(organiser.counted().0.same, 0);
}

#[test]
fn a_job_that_is_gone_is_missed_though_others_lie_there() {
    let mut organiser = organiser(0.0, &["a"]);
    (0..3).for_each(|nth| organiser.give(fixture(nth)));
    assert_eq!(jobs(&mut organiser, NOW).len(), 3);
    assert!(!organiser.misses(3, 0) && !organiser.misses(1, 2));
    assert!(organiser.misses(2, 0));
    organiser.queue_is_lost();
    assert_eq!(jobs(&mut organiser, NOW).len(), 3, "all go out again");
}

#[test]
fn what_only_one_was_to_play_is_taken_out_when_the_queue_has_lost_something() {
    let mut organiser = organiser(1.0, &["a", "mute"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    answer(&mut organiser, &job, "a", played(&job, 0));
    let [audit] = jobs(&mut organiser, NOW).try_into().unwrap();
    assert_eq!(audit.to.as_deref(), Some("mute"));
    organiser.queue_is_lost();
    // Or the audit lies there for ever, and stands for the next job that is lost.
    assert_eq!(organiser.take_abandoned().into_iter().collect::<Vec<_>>(), ["mute"]);
}

#[test]
fn what_was_to_be_played_again_of_a_liar_is_out_until_its_auditor_is_late() {
    let mut organiser = organiser(1.0, &["liar", "mute"]);
    (0..2).for_each(|nth| organiser.give(fixture(nth)));
    let [first, second] = jobs(&mut organiser, NOW).try_into().unwrap();
    answer(&mut organiser, &first, "liar", played(&first, 0));
    let [audit] = jobs(&mut organiser, NOW).try_into().unwrap();
    assert_eq!(audit.to.as_deref(), Some("mute"));
    let what = played(&second, 0);
    organiser.answer(Answer { job: second, worker: "liar".into(), what }, |_, _| Err(Refusal::Untrue("no".into())));
    assert!(organiser.quarantined().contains_key("liar"));
    // It still lies in the queue, so it counts as out: or it would stand for another job that is lost.
    assert_eq!(organiser.out(), 1);
    organiser.take_abandoned();
    organiser.workers(vec![status("mute")], NOW + Duration::from_secs(600));
    assert_eq!(organiser.take_abandoned().into_iter().collect::<Vec<_>>(), ["mute"]);
    assert!(organiser.out() == 0 && organiser.dispute().is_none());
}

#[test]
fn a_job_that_cannot_be_sent_is_played_otherwise() {
    let mut organiser = organiser(1.0, &["a", "b"]);
    organiser.give(fixture(0));
    let [job] = jobs(&mut organiser, NOW).try_into().unwrap();
    answer(&mut organiser, &job, "a", played(&job, 0));
    let [audit] = organiser.unsent(NOW).try_into().unwrap();
    organiser.unsendable(audit.number);
    assert!(organiser.dispute().is_some());
    assert!(organiser.unsent(NOW).is_empty());
}

#[test]
fn bots_that_are_others_now_are_not_asked_again() {
    let mut organiser = organiser(1.0, &["a", "b"]);
    let mut old = record(&fixture(0), 0);
    old.worker = Some("a".into());
    let mut older = old.clone();
    older.fixture.key.bots = vec![0, 5];
    organiser.resume(&[older, old]);
    let [audit] = jobs(&mut organiser, NOW).try_into().unwrap();
    assert_eq!(audit.fixtures[0].key.bots, [0, 1]);
}

#[test]
fn workers_of_another_language_are_named() {
    let mut organiser = organiser(0.0, &[]);
    organiser.give(fixture(0));
    let old = Status { wire: String::new(), ..status("old") };
    organiser.workers(vec![old.clone()], NOW);
    assert!(organiser.idle()["old"].contains("v1"), "{:?}", organiser.idle());
    organiser.workers(vec![old], NOW + Duration::from_secs(20));
    let done = organiser.take();
    assert!(matches!(&done[..], [Done { outcome: Outcome::Hopeless(why), .. }] if why.contains("old: it speaks v1")));
}

#[test]
fn a_boast_in_a_status_breaks_nothing() {
    let mut organiser = organiser(0.0, &[]);
    let huge = |name: &str| Status { concurrency: usize::MAX, ..status(name) };
    organiser.workers(vec![huge("a"), huge("b")], NOW);
    assert!(organiser.room() <= 2 * 2 * 1024);
}
