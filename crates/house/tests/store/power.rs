//! SQLite on a disk that loses its power, is full, or fails.

use std::sync::Arc;

use skirmish_house::store::{self, Failure, Options, Store, Write};

use crate::disk::{Dice, Disk, Fault};
use crate::ground::Ground;
use crate::sample::{append, append_long, journal, last_good};

fn open(ground: &Ground, disk: &Disk) -> Result<Arc<dyn Store>, Failure> {
    let vfs = Some(disk.name.to_str().expect("a name").to_owned());
    store::open_with(&ground.place, &Options { vfs, log_bytes: Some(100_000), ..Options::default() })
}

/// What a writer was told, and what it tried.
#[derive(Default)]
struct Told {
    commits: usize,
    /// The number of records after each commit; the last may have been lost.
    lengths: Vec<i64>,
}

/// Commits batches until the power goes. Each also counts the commits, so that half a commit would show.
fn work(ground: &Ground, disk: &Disk, dice: &mut Dice) -> Told {
    let mut told = Told::default();
    for _life in 0..3 {
        let Ok(store) = open(ground, disk) else { return told };
        if told.commits == 0 {
            told.lengths.push(0);
            if store.commit(&[journal(1), count(1)]).is_err() {
                return told;
            }
            told.commits = 1;
        }
        for _ in 0..12 {
            let from = told.lengths[told.commits - 1];
            let to = from + 1 + dice.below(40) as i64;
            told.lengths.truncate(told.commits);
            told.lengths.push(to);
            let mut writes = append_long(1, from + 1..=to);
            writes.push(count(told.commits + 1));
            match store.commit(&writes) {
                Ok(()) => {}
                Err(Failure::Broken(_)) => return told,
                Err(other) => panic!("the disk is gone, but {other:?}"),
            }
            told.commits += 1;
        }
    }
    told
}

fn count(commits: usize) -> Write {
    Write::Setting { name: "commits".into(), value: commits.to_string() }
}

fn lose_power(seed: u64) {
    let mut dice = Dice(seed);
    let (ground, disk) = (Ground::folder(), Disk::new());
    disk.lose_power_after(1 + dice.below(1500) as u64, Dice(dice.0 ^ 1));
    let told = work(&ground, disk, &mut dice);
    let after = Ground::folder();
    std::fs::create_dir(after.data()).unwrap();
    disk.pick_up(&after.data(), dice);
    let store = after.open();
    assert_eq!(after.text("PRAGMA integrity_check"), "ok");
    let commits: usize = store.setting("commits").unwrap().map_or(0, |count| count.parse().unwrap());
    assert!(commits >= told.commits, "{} commits were acknowledged, {commits} are left", told.commits);
    assert!(commits <= told.lengths.len(), "more is there than was ever written");
    let length = if commits == 0 { 0 } else { told.lengths[commits - 1] };
    assert_eq!(last_good(&*store, 1), length, "commit {commits} is there whole, and nothing after it");
    if commits > 0 {
        store.commit(&append_long(1, length + 1..=length + 1)).unwrap();
    }
}

/// `SKIRMISH_CUTS` says how often; `SKIRMISH_SEED` tries one seed again.
#[test]
fn a_loss_of_power_loses_nothing_that_was_acknowledged() {
    let number = |name| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let seeds = match number("SKIRMISH_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("SKIRMISH_CUTS").unwrap_or(200),
    };
    for seed in seeds {
        if let Err(panic) = std::panic::catch_unwind(|| lose_power(seed)) {
            eprintln!("this happened with SKIRMISH_SEED={seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn a_full_disk_refuses_and_is_forgiven() {
    forgiven(Fault::Full, "full");
}

#[test]
fn a_disk_that_is_read_only_refuses_and_is_forgiven() {
    forgiven(Fault::ReadOnly, "readonly");
}

fn forgiven(fault: Fault, word: &str) {
    let (ground, disk) = (Ground::folder(), Disk::new());
    let store = open(&ground, disk).unwrap();
    store.commit(&[journal(1), append(1, 1)]).unwrap();
    disk.fail(Some(fault));
    for _ in 0..3 {
        match store.commit(&[append(1, 2)]) {
            Err(Failure::Refused(why)) => assert!(why.contains(word), "{why}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(last_good(&*store, 1), 1);
    }
    disk.fail(None);
    store.commit(&[append(1, 2)]).unwrap();
    drop(store);
    assert_eq!(last_good(&*ground.open(), 1), 2);
}

#[test]
fn a_full_disk_is_named_at_the_start() {
    let (ground, disk) = (Ground::folder(), Disk::new());
    disk.fail(Some(Fault::Full));
    match open(&ground, disk).map(drop) {
        Err(Failure::Refused(why)) => assert!(why.contains("full"), "{why}"),
        other => panic!("{other:?}"),
    }
    disk.fail(None);
    open(&ground, disk).unwrap();
}

#[test]
fn a_failed_sync_of_the_log_is_the_end() {
    let (ground, disk) = (Ground::folder(), Disk::new());
    let store = open(&ground, disk).unwrap();
    store.commit(&[journal(1), append(1, 1)]).unwrap();
    disk.fail(Some(Fault::Sync("-wal")));
    assert!(matches!(store.commit(&[append(1, 2)]), Err(Failure::Broken(_))));
    disk.fail(None);
    let steps = disk.steps();
    assert!(matches!(store.commit(&[append(1, 2)]), Err(Failure::Broken(_))));
    assert_eq!(disk.steps(), steps, "a broken store does not touch the disk");
}

/// The log is copied into the file after a commit. That commit is safe; but there must not be another one, because nobody
/// knows what of the file is on the disk.
#[test]
fn a_failed_sync_of_the_file_is_the_end() {
    let (ground, disk) = (Ground::folder(), Disk::new());
    let store = open(&ground, disk).unwrap();
    store.commit(&[journal(1)]).unwrap();
    disk.fail(Some(Fault::Sync("skirmish.db")));
    store.commit(&append_long(1, 1..=300)).unwrap();
    disk.fail(None);
    assert!(matches!(store.commit(&append_long(1, 301..=301)), Err(Failure::Broken(_))));
    assert_eq!(last_good(&*store, 1), 300);
}
