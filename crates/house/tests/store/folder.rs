//! What is true of folders alone.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use skirmish_house::store::{self, Failure, Place, Stored};

use crate::ground::Ground;
use crate::killed::Writer;
use crate::sample::{append, append_long, journal, last_good};

fn unusable(place: &Place) -> String {
    match store::open(place).map(drop) {
        Err(Failure::Unusable(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn mode(path: &Path) -> u32 {
    path.metadata().expect("it is there").permissions().mode() & 0o777
}

#[test]
fn everything_is_private() {
    let ground = Ground::folder();
    let store = ground.open();
    store.commit(&[journal(1)]).unwrap();
    assert_eq!(mode(&ground.data()), 0o700);
    for name in ["lock", "skirmish.db", "skirmish.db-wal", "skirmish.db-shm"] {
        assert_eq!(mode(&ground.data().join(name)), 0o600, "{name}");
    }
    store.backup(&ground.file("backup")).unwrap();
    assert_eq!(mode(&ground.file("backup")), 0o600);
}

#[test]
fn any_name_of_a_folder_will_do() {
    let ground = Ground::folder();
    let place = Place::Folder(ground.file("50 % of what? #1 & \u{1f409}"));
    store::open(&place).unwrap().commit(&[journal(1)]).unwrap();
    assert_eq!(store::open(&place).unwrap().journals().unwrap().len(), 1);
}

#[test]
fn what_is_no_database_is_refused() {
    let ground = Ground::folder();
    std::fs::create_dir(ground.data()).unwrap();
    let file = ground.data().join("skirmish.db");
    std::fs::write(&file, "a letter to grandmother, long enough to be taken for a header of a database".repeat(99))
        .unwrap();
    let why = unusable(&ground.place);
    assert!(why.contains("skirmish.db") && why.contains("not a database"), "{why}");
    std::fs::write(&file, "").unwrap();
    let why = unusable(&ground.place);
    assert!(why.contains("skirmish.db is empty"), "{why}");
}

/// One byte of a file that nobody had open: only the record with that byte in it is damaged.
#[test]
fn a_flipped_byte_is_found() {
    let ground = Ground::folder();
    let store = ground.open();
    store.commit(&[journal(1)]).unwrap();
    store.commit(&append_long(1, 1..=1000)).unwrap();
    drop(store);
    let file = ground.data().join("skirmish.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let body = format!("{:0400}", 777);
    // There may be old copies of it in pages that are free.
    let places = (0..bytes.len() - 400).filter(|&at| bytes[at..at + 400] == *body.as_bytes());
    for at in places.collect::<Vec<_>>() {
        bytes[at + 200] ^= 1;
    }
    std::fs::write(&file, bytes).unwrap();
    let found = ground.open().records(1, 0, 2000).unwrap();
    for (n, record) in (1..).zip(&found) {
        assert_eq!(matches!(record, Stored::Damaged { n: 777, .. }), n == 777, "{record:?}");
    }
    assert_eq!(found.len(), 1000);
}

/// Whole pages of nonsense: whoever comes across them is told, and nothing is stored any more.
#[test]
fn a_spoilt_file_breaks_the_store() {
    let ground = Ground::folder();
    let store = ground.open();
    store.commit(&[journal(1)]).unwrap();
    store.commit(&append_long(1, 1..=1000)).unwrap();
    drop(store);
    let file = ground.data().join("skirmish.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let end = bytes.len();
    bytes[100_000..end - 100_000].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    let store = ground.open();
    assert!(matches!(store.records(1, 0, 2000), Err(Failure::Broken(_))));
    assert!(matches!(store.commit(&append_long(1, 1001..=1001)), Err(Failure::Broken(_))));
}

#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let ground = Ground::folder();
    std::fs::write(ground.data(), "").unwrap();
    let why = unusable(&ground.place);
    assert!(why.contains("data cannot be used"), "{why}");
}

/// Root may write anywhere but where nobody can.
#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let why = unusable(&Place::Folder("/proc/skirmish".into()));
    assert!(why.contains("/proc/skirmish cannot be used"), "{why}");
}

#[test]
fn a_start_that_was_cut_short_leaves_no_trace() {
    let ground = Ground::folder();
    std::fs::create_dir(ground.data()).unwrap();
    std::fs::write(ground.data().join("skirmish.db.new"), "half").unwrap();
    ground.open().commit(&[journal(1)]).unwrap();
    assert!(!ground.data().join("skirmish.db.new").exists());
}

#[test]
fn another_process_is_named() {
    let ground = Ground::folder();
    drop(ground.open());
    let mut other = Writer::start(&ground);
    other.told(1).expect("it has the folder");
    let why = unusable(&ground.place);
    assert!(why.contains(&format!("({})", other.id())), "{why}");
    other.kill();
    ground.open();
}

/// A reader that stays keeps the log from beginning anew. When it is gone, the log must become short again.
#[test]
fn the_log_shrinks_when_a_long_reader_is_gone() {
    let ground = Ground::folder();
    let store = ground.open();
    store.commit(&[journal(1)]).unwrap();
    let log = || ground.data().join("skirmish.db-wal").metadata().unwrap().len();
    let write = |from: i64| {
        for n in 0..200 {
            let first = from + n * 256;
            store.commit(&append_long(1, first..=first + 255)).unwrap();
        }
    };
    let reader = ground.hold("BEGIN; SELECT count(*) FROM records");
    write(1);
    let long = log();
    assert!(long > 32 << 20, "the reader held the log at {long} bytes");
    drop(reader);
    write(51_201);
    let short = log();
    assert!(short < 24 << 20, "the log has {short} bytes, after {long}");
    assert_eq!(last_good(&*store, 1), 102_400);
}

/// Readers that overlap, so that there is never a moment without one, do not let the log grow without end.
#[test]
fn the_log_stays_short_under_endless_readers() {
    let ground = Ground::folder();
    let store = ground.open();
    store.commit(&[journal(1), append(1, 1)]).unwrap();
    store.commit(&[journal(2)]).unwrap();
    let done = AtomicBool::new(false);
    let mut longest = 0;
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    store.records(2, 0, 2000).unwrap();
                }
            });
        }
        for n in 0..300 {
            store.commit(&append_long(2, n * 256 + 1..=n * 256 + 256)).unwrap();
            longest = longest.max(ground.data().join("skirmish.db-wal").metadata().unwrap().len());
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(longest < 40 << 20, "the log grew to {longest} bytes");
}
