//! What holds on every database.

use skirmish_house::store::{self, Failure, Snapshot, Store, Stored, Write};

use crate::ground::Ground;
use crate::sample::{append, append_long, audit, everything, invitation, journal, last_good, record, token};

type Case = (&'static str, fn(&Ground));

pub fn run(database: &str, ground: impl Fn() -> Ground) {
    let cases: &[Case] = &[
        ("journals come back, oldest first", journals),
        ("records come back", records),
        ("records are found by their events", events),
        ("a commit happens whole or not at all", atomic),
        ("numbers have no gap", gapless),
        ("nothing is there twice", duplicates),
        ("many records in one commit", many),
        ("a changed record is noticed", damage),
        ("a missing record is noticed", missing),
        ("the last record can be cut off", cut),
        ("two snapshots are kept", snapshots),
        ("a damaged snapshot is left out", damaged_snapshot),
        ("heartbeats and settings are replaced", replaced),
        ("tokens are revoked once", tokens),
        ("invitations are used up", invitations),
        ("the audit log is numbered", audits),
        ("a second owner is refused", one_owner),
        ("whoever is overtaken cannot write", fenced),
        ("any thread may call", threads),
        ("newer data are refused by name", newer),
        ("tables of others are left alone", foreign),
    ];
    for (name, case) in cases {
        eprintln!("{database}: {name}");
        case(&ground());
    }
}

fn commit(store: &dyn Store, writes: &[Write]) {
    store.commit(writes).expect("the commit is taken");
}

fn refused(store: &dyn Store, writes: &[Write]) -> String {
    match store.commit(writes) {
        Err(Failure::Refused(why)) => why,
        other => panic!("{writes:?} must be refused, not {other:?}"),
    }
}

fn good(numbers: impl IntoIterator<Item = i64>) -> Vec<Stored> {
    numbers.into_iter().map(|n| Stored::Good(record(n))).collect()
}

fn journals(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1), journal(2)]);
    drop(store);
    let found = ground.open().journals().unwrap();
    let expected = [journal(2), journal(1)];
    assert_eq!(found.into_iter().map(Write::Journal).collect::<Vec<_>>(), expected);
}

fn records(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1), journal(2), append(1, 1), append(2, 1), append(1, 2)]);
    commit(&*store, &[append(1, 3)]);
    assert_eq!(store.records(1, 0, 9).unwrap(), good(1..=3));
    assert_eq!(store.records(1, 1, 1).unwrap(), good([2]));
    assert_eq!(store.records(2, 0, 9).unwrap(), good([1]));
    assert_eq!(store.records(1, 3, 9).unwrap(), []);
    assert_eq!(store.records(7, 0, 9).unwrap(), []);
    assert_eq!(store.records(1, 0, 0).unwrap(), []);
}

fn events(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1)]);
    commit(&*store, &(1..=6).map(|n| append(1, n)).collect::<Vec<_>>());
    // Records 1, 3 and 5 have the events 1-2, 3-4 and 5-6.
    assert_eq!(store.records_with_events(1, 0, 9).unwrap(), good([1, 3, 5]));
    assert_eq!(store.records_with_events(1, 1, 9).unwrap(), good([1, 3, 5]));
    assert_eq!(store.records_with_events(1, 2, 1).unwrap(), good([3]));
    assert_eq!(store.records_with_events(1, 5, 9).unwrap(), good([5]));
    assert_eq!(store.records_with_events(1, 6, 9).unwrap(), []);
}

fn atomic(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1), append(1, 1)]);
    let before = everything(&*store);
    let setting = Write::Setting { name: "motto".into(), value: "no".into() };
    refused(&*store, &[append(1, 2), setting, Write::Token(token(1)), append(1, 4)]);
    refused(&*store, &[append(1, 2), Write::Audit(audit("x")), journal(1)]);
    assert_eq!(everything(&*store), before);
    commit(&*store, &[append(1, 2)]);
}

fn gapless(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1)]);
    assert!(refused(&*store, &[append(1, 2)]).contains("must be number 1"));
    commit(&*store, &[append(1, 1)]);
    refused(&*store, &[append(1, 1)]);
    refused(&*store, &[append(1, 2), append(1, 2)]);
    refused(&*store, &[append(1, 3)]);
    let mut late = record(2);
    late.first_event += 1;
    refused(&*store, &[Write::Record { journal: 1, record: late }]);
    refused(&*store, &[append(9, 1)]);
    assert_eq!(store.records(1, 0, 9).unwrap(), good([1]));
}

fn duplicates(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1), Write::Token(token(1)), Write::Invitation(invitation(1))]);
    refused(&*store, &[journal(1)]);
    let Write::Journal(mut same_name) = journal(1) else { unreachable!() };
    same_name.id = 2;
    refused(&*store, &[Write::Journal(same_name)]);
    refused(&*store, &[Write::Token(token(1))]);
    let mut same_hash = token(1);
    same_hash.id = 2;
    refused(&*store, &[Write::Token(same_hash)]);
    refused(&*store, &[Write::Invitation(invitation(1))]);
}

fn many(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1)]);
    // 1000 is no sum of few powers of two, so statements of many sizes are sent.
    commit(&*store, &append_long(1, 1..=1000));
    commit(&*store, &append_long(1, 1001..=1001));
    assert_eq!(last_good(&*store, 1), 1001);
}

/// Each column that a record is made of is changed behind the back of the store.
fn damage(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1), journal(2), append(1, 1), append(1, 2), append(1, 3)]);
    let bytes = |text: &str| {
        let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        match ground.place {
            store::Place::Folder(_) => format!("x'{hex}'"),
            store::Place::Server(_) => format!("'\\x{hex}'"),
        }
    };
    let body = record(2).body;
    let shouted = bytes(&body.replace("text", "TEXT"));
    let cut_short = bytes(&body[..9]);
    let no_text = bytes(&body).replace("c3bc", "c3c3");
    let changes = [
        ("body", shouted),
        ("body", cut_short),
        ("body", no_text),
        ("first_event", "4".to_owned()),
        ("events", "1".to_owned()),
        ("who", bytes("blue")),
        ("request", bytes("k3")),
        ("request", "NULL".to_owned()),
        ("digest", bytes("short")),
        ("length", "7".to_owned()),
        ("sum", "sum + 1".to_owned()),
        ("journal", "2".to_owned()),
    ];
    for (column, value) in changes {
        ground.raw("DROP TABLE IF EXISTS aside");
        ground.raw("CREATE TABLE aside AS SELECT * FROM records");
        ground.raw(&format!("UPDATE records SET {column} = {value} WHERE journal = 1 AND n = 2"));
        let found = store.records(1, 0, 9).unwrap();
        assert!(matches!(found[1], Stored::Damaged { n: 2, .. }), "{column} = {value}: {:?}", found[1]);
        assert_eq!([&found[0], &found[2]], [&Stored::Good(record(1)), &Stored::Good(record(3))]);
        ground.raw("DELETE FROM records; INSERT INTO records SELECT * FROM aside; DROP TABLE aside");
        assert_eq!(store.records(1, 0, 9).unwrap(), good(1..=3));
    }
    // A record under another number, or in another journal, is not the one that was written.
    ground.raw("UPDATE records SET n = 4 WHERE n = 3");
    assert!(matches!(store.records(1, 3, 9).unwrap()[0], Stored::Damaged { n: 4, .. }));
}

fn missing(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1)]);
    commit(&*store, &(1..=6).map(|n| append(1, n)).collect::<Vec<_>>());
    ground.raw("DELETE FROM records WHERE n IN (3, 4)");
    let found = store.records(1, 0, 9).unwrap();
    assert_eq!(found.len(), 5);
    assert!(matches!(&found[2], Stored::Damaged { n: 3, why } if why.contains("from 3 to 4")), "{:?}", found[2]);
    assert!(matches!(store.records(1, 2, 9).unwrap()[0], Stored::Damaged { n: 3, .. }));
    let found = store.records_with_events(1, 0, 9).unwrap();
    assert!(matches!(&found[1], Stored::Damaged { why, .. } if why.contains("from 3 to 4")), "{:?}", found[1]);
    assert!(matches!(store.records_with_events(1, 3, 9).unwrap()[0], Stored::Damaged { .. }));
}

fn cut(ground: &Ground) {
    let store = ground.open();
    let snapshot = |n| Write::Snapshot { journal: 1, snapshot: Snapshot { n, version: "1".into(), body: "{}".into() } };
    commit(&*store, &[journal(1), append(1, 1), snapshot(1), append(1, 2), snapshot(2)]);
    refused(&*store, &[Write::Cut { journal: 1, n: 1 }]);
    refused(&*store, &[Write::Cut { journal: 1, n: 3 }]);
    ground.raw("UPDATE records SET sum = 0 WHERE n = 2");
    commit(&*store, &[Write::Cut { journal: 1, n: 2 }]);
    assert_eq!(store.records(1, 0, 9).unwrap(), good([1]));
    assert_eq!(ground.number("SELECT n FROM cut_records WHERE sum = 0"), 2);
    let kept = store.snapshots(1).unwrap();
    assert!(matches!(&kept[..], [Stored::Good(Snapshot { n: 1, .. })]), "a snapshot with the cut record in it is gone");
    // The number is free again, and can be cut again.
    commit(&*store, &[append(1, 2), Write::Cut { journal: 1, n: 2 }, append(1, 2)]);
    assert_eq!(store.records(1, 0, 9).unwrap(), good(1..=2));
    assert_eq!(ground.number("SELECT count(*) FROM cut_records"), 2);
}

fn snapshots(ground: &Ground) {
    let store = ground.open();
    let snapshot = |n: i64, version: &str| Snapshot { n, version: version.into(), body: format!("state {n}") };
    let write = |snapshot: &Snapshot| Write::Snapshot { journal: 1, snapshot: snapshot.clone() };
    let all: Vec<_> = (1..=4).map(|n| snapshot(n, "a")).collect();
    commit(&*store, &[journal(1), journal(2)]);
    commit(&*store, &(1..=4).map(|n| append(1, n)).collect::<Vec<_>>());
    assert_eq!(store.snapshots(1).unwrap(), []);
    for snapshot in &all[..3] {
        commit(&*store, &[write(snapshot)]);
    }
    assert_eq!(store.snapshots(1).unwrap(), [Stored::Good(all[2].clone()), Stored::Good(all[1].clone())]);
    let newer = snapshot(3, "b");
    commit(&*store, &[write(&newer), write(&all[3])]);
    assert_eq!(store.snapshots(1).unwrap(), [Stored::Good(all[3].clone()), Stored::Good(newer)]);
    refused(&*store, &[write(&snapshot(5, "a"))]);
    assert_eq!(store.snapshots(2).unwrap(), []);
}

fn damaged_snapshot(ground: &Ground) {
    let store = ground.open();
    let snapshot = |n| Snapshot { n, version: "1".into(), body: format!("state {n}") };
    let write = |n| Write::Snapshot { journal: 1, snapshot: snapshot(n) };
    commit(&*store, &[journal(1), append(1, 1), append(1, 2), write(1), write(2)]);
    ground.raw("UPDATE snapshots SET version = '2' WHERE n = 2");
    let damaged = |n| Stored::Damaged { n, why: "its checksum is wrong".into() };
    assert_eq!(store.snapshots(1).unwrap(), [damaged(2), Stored::Good(snapshot(1))]);
}

fn replaced(ground: &Ground) {
    let store = ground.open();
    let setting = |value: &str| Write::Setting { name: "motto".into(), value: value.into() };
    assert_eq!((store.heartbeat(1).unwrap(), store.setting("motto").unwrap()), (None, None));
    commit(&*store, &[journal(1), Write::Heartbeat { journal: 1, at_ms: 5 }, setting("slow")]);
    commit(&*store, &[Write::Heartbeat { journal: 1, at_ms: 6 }, setting("steady")]);
    assert_eq!(store.heartbeat(1).unwrap(), Some(6));
    assert_eq!(store.setting("motto").unwrap().as_deref(), Some("steady"));
    refused(&*store, &[Write::Heartbeat { journal: 2, at_ms: 6 }]);
}

fn tokens(ground: &Ground) {
    let store = ground.open();
    let mut operator = token(2);
    (operator.journal, operator.seat, operator.revoked_ms) = (None, None, Some(3));
    commit(&*store, &[journal(1), Write::Token(token(1)), Write::Token(operator.clone())]);
    assert_eq!(store.tokens().unwrap(), [token(1), operator.clone()]);
    commit(&*store, &[Write::Revoke { token: 1, at_ms: 50 }]);
    commit(&*store, &[Write::Revoke { token: 1, at_ms: 60 }]);
    let mut revoked = token(1);
    revoked.revoked_ms = Some(50);
    assert_eq!(store.tokens().unwrap(), [revoked, operator]);
    refused(&*store, &[Write::Revoke { token: 3, at_ms: 50 }]);
}

fn invitations(ground: &Ground) {
    let store = ground.open();
    let mut other = invitation(2);
    (other.journal, other.seat, other.expires_ms) = (Some(1), Some("red".into()), None);
    commit(&*store, &[journal(1), Write::Invitation(invitation(1)), Write::Invitation(other.clone())]);
    assert_eq!(store.invitations().unwrap(), [invitation(1), other.clone()]);
    let use_up = |id| Write::UseInvitation { invitation: id };
    commit(&*store, &[use_up(1), use_up(1)]);
    refused(&*store, &[use_up(1)]);
    refused(&*store, &[use_up(3)]);
    commit(&*store, &[Write::RevokeInvitation { invitation: 2 }]);
    refused(&*store, &[use_up(2)]);
    refused(&*store, &[Write::RevokeInvitation { invitation: 3 }]);
    let found = store.invitations().unwrap();
    assert_eq!(found.iter().map(|found| (found.used, found.revoked)).collect::<Vec<_>>(), [(2, false), (0, true)]);
}

fn audits(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1), Write::Audit(audit("pause")), Write::Audit(audit("resume"))]);
    refused(&*store, &[Write::Audit(audit("lost")), journal(1)]);
    commit(&*store, &[Write::Audit(audit("stop"))]);
    let expected = [(1, audit("pause")), (2, audit("resume")), (3, audit("stop"))];
    assert_eq!(store.audit(0, 9).unwrap(), expected);
    assert_eq!(store.audit(1, 1).unwrap(), expected[1..2]);
}

fn one_owner(ground: &Ground) {
    let store = ground.open();
    match store::open(&ground.place).map(drop) {
        Err(Failure::Unusable(why)) => {
            let name = match &ground.place {
                store::Place::Folder(folder) => folder.display().to_string(),
                store::Place::Server(_) => "the database test".to_owned(),
            };
            assert!(why.contains(&name) && why.contains("another process"), "{why}");
        }
        other => panic!("{other:?}"),
    }
    commit(&*store, &[journal(1)]);
    drop(store);
    assert_eq!(ground.open().journals().unwrap().len(), 1);
}

fn fenced(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &[journal(1)]);
    ground.raw("UPDATE store SET epoch = epoch + 1");
    for _ in 0..2 {
        assert!(
            matches!(store.commit(&[append(1, 1)]), Err(Failure::Unusable(why)) if why.contains("another process"))
        );
    }
    assert_eq!(store.records(1, 0, 9).unwrap(), []);
}

fn threads(ground: &Ground) {
    let store = ground.open();
    commit(&*store, &(1..=4).map(journal).collect::<Vec<_>>());
    std::thread::scope(|scope| {
        for thread in 1..=4 {
            let store = &store;
            scope.spawn(move || {
                for n in 1..=20 {
                    commit(&**store, &[append(thread, n)]);
                    assert_eq!(last_good(&**store, thread), n);
                }
            });
        }
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    runtime.block_on(async move {
        let shared = store.clone();
        let last = tokio::task::spawn_blocking(move || last_good(&*shared, 1)).await.unwrap();
        assert_eq!(last, 20);
        // The last handle may be dropped anywhere.
        drop(store);
    });
}

fn newer(ground: &Ground) {
    drop(ground.open());
    ground.raw("UPDATE store SET version = 7");
    match store::open(&ground.place).map(drop) {
        Err(Failure::Unusable(why)) => assert!(why.contains("data of schema 7; this program knows up to 1"), "{why}"),
        other => panic!("{other:?}"),
    }
}

fn foreign(ground: &Ground) {
    drop(ground.open());
    ground.raw("DROP TABLE store");
    match store::open(&ground.place).map(drop) {
        Err(Failure::Unusable(why)) => assert!(why.contains("something else") && why.contains("journals"), "{why}"),
        other => panic!("{other:?}"),
    }
}
