//! Backups, and stores that are made from them.

use std::sync::atomic::{AtomicBool, Ordering};

use skirmish_house::store::{self, Failure, Snapshot, Store, Write};
use skirmish_servers::Postgres;

use crate::ground::Ground;
use crate::sample::{append, append_long, audit, everything, invitation, journal, last_good, token};

/// Something in every table.
fn fill(store: &dyn Store) {
    let snapshot = Snapshot { n: 3, version: "1".into(), body: "{}".into() };
    let writes = [
        journal(1),
        journal(2),
        append(1, 1),
        append(1, 2),
        append(1, 3),
        append(2, 1),
        append(2, 2),
        Write::Cut { journal: 2, n: 2 },
        Write::Snapshot { journal: 1, snapshot },
        Write::Heartbeat { journal: 1, at_ms: 12 },
        Write::Token(token(1)),
        Write::Invitation(invitation(1)),
        Write::Audit(audit("pause")),
        Write::Setting { name: "motto".into(), value: "steady".into() },
    ];
    store.commit(&writes).unwrap();
    store.commit(&(3..=400).map(|n| append(1, n + 1)).collect::<Vec<_>>()).unwrap();
}

fn unusable(result: Result<(), Failure>) -> String {
    match result {
        Err(Failure::Unusable(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// From each kind of store to each kind.
#[test]
fn a_restored_store_is_the_same_and_goes_on() {
    let server = Postgres::start();
    let kinds: Vec<Box<dyn Fn() -> Ground + '_>> = match &server {
        None => vec![Box::new(Ground::folder)],
        Some(server) => vec![Box::new(Ground::folder), Box::new(|| Ground::server(server))],
    };
    for from in &kinds {
        let ground = from();
        let store = ground.open();
        fill(&*store);
        let (file, content) = (ground.file("backup"), everything(&*store));
        store.backup(&file).unwrap();
        assert!(matches!(store.backup(&file), Err(Failure::Refused(why)) if why.contains("exists already")));
        for to in &kinds {
            let ground = to();
            store::restore(&file, &ground.place).unwrap();
            assert_eq!(ground.number("SELECT count(*) FROM cut_records"), 1);
            assert!(unusable(store::restore(&file, &ground.place)).contains("there are data already"));
            let store = ground.open();
            assert_eq!(everything(&*store), content);
            store.commit(&[append(1, 402), Write::Audit(audit("resume")), Write::Cut { journal: 2, n: 1 }]).unwrap();
            assert_eq!(last_good(&*store, 1), 402);
            assert_eq!(store.audit(1, 9).unwrap(), [(2, audit("resume"))]);
        }
    }
}

#[test]
fn a_backup_during_writes_is_a_prefix_in_sqlite() {
    prefix(&Ground::folder(), &Ground::folder());
}

#[test]
fn a_backup_during_writes_is_a_prefix_in_postgres() {
    if let Some(server) = Postgres::start() {
        prefix(&Ground::server(&server), &Ground::server(&server));
    }
}

/// Each commit holds a record of two journals, so a backup that is no moment between two commits shows.
fn prefix(ground: &Ground, copy: &Ground) {
    let store = ground.open();
    store.commit(&[journal(1), journal(2)]).unwrap();
    store.commit(&[append_long(1, 1..=2000), append_long(2, 1..=2000)].concat()).unwrap();
    let done = AtomicBool::new(false);
    let (began, ended) = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut n = 2000;
            while !done.load(Ordering::Acquire) {
                n += 1;
                store.commit(&[append_long(1, n..=n), append_long(2, n..=n)].concat()).unwrap();
            }
            n
        });
        let began = last_good(&*store, 1);
        store.backup(&ground.file("backup")).unwrap();
        done.store(true, Ordering::Release);
        (began, writer.join().unwrap())
    });
    store::restore(&ground.file("backup"), &copy.place).unwrap();
    let copied = copy.open();
    let last = last_good(&*copied, 1);
    assert!((began..=ended).contains(&last), "{last} is not in {began}..={ended}");
    assert_eq!(last_good(&*copied, 2), last);
}

#[test]
fn what_is_no_backup_is_refused() {
    let ground = Ground::folder();
    let file = ground.file("backup");
    assert!(unusable(store::restore(&file, &ground.place)).contains("there is no backup"));
    std::fs::write(&file, "a letter".repeat(999)).unwrap();
    assert!(unusable(store::restore(&file, &ground.place)).contains("is not a backup"));
    std::fs::write(&file, "").unwrap();
    assert!(unusable(store::restore(&file, &ground.place)).contains("is not a backup"));
    let store = ground.open();
    fill(&*store);
    std::fs::remove_file(&file).unwrap();
    store.backup(&file).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[8192..16384].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    assert!(unusable(store::restore(&file, &Ground::folder().place)).contains("is not a backup"));
}

#[test]
fn a_backup_that_fails_leaves_nothing() {
    let ground = Ground::folder();
    let store = ground.open();
    let nowhere = ground.file("missing").join("backup");
    assert!(matches!(store.backup(&nowhere), Err(Failure::Refused(why)) if why.contains("missing")));
    assert!(!ground.file("missing").exists());
}
