//! What is true of PostgreSQL servers alone.

use std::time::Duration;

use skirmish_house::store::{self, Failure, Options, Place};
use skirmish_servers::Postgres;

use crate::ground::Ground;
use crate::sample::{append, journal, last_good};

/// A commit whose answer never comes is unknown. Nothing can be read until it is settled, and then the truth is read.
#[test]
fn a_commit_in_doubt_is_settled_before_anything_is_read() {
    let Some(server) = Postgres::start() else { return };
    let ground = Ground::server(&server);
    let options = Options { patience: Some(Duration::from_secs(5)), ..Options::default() };
    let store = store::open_with(&ground.place, &options).unwrap();
    store.commit(&[journal(1)]).unwrap();
    make_commits_wait(&ground);
    let holder = ground.hold("SELECT pg_advisory_lock(1)");
    assert!(matches!(store.commit(&[append(1, 1)]), Err(Failure::Unknown(_))));
    assert!(matches!(store.records(1, 0, 9), Err(Failure::Refused(_))), "it could still come true");
    drop(holder);
    assert_eq!(last_good(&*store, 1), 1);
    store.commit(&[append(1, 2)]).unwrap();
}

/// A server that dies in the middle of a commit has not answered, so nobody knows; what is read afterwards is the truth.
#[test]
fn a_server_that_dies_in_a_commit_leaves_it_unknown() {
    let Some(mut server) = Postgres::start() else { return };
    let ground = Ground::server(&server);
    let store = ground.open();
    store.commit(&[journal(1)]).unwrap();
    make_commits_wait(&ground);
    let holder = ground.hold("SELECT pg_advisory_lock(1)");
    std::thread::scope(|scope| {
        let commit = scope.spawn(|| store.commit(&[append(1, 1)]));
        while ground.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == 0 {
            assert!(!commit.is_finished(), "the commit must wait");
        }
        server.kill();
        assert!(matches!(commit.join().unwrap(), Err(Failure::Unknown(_))));
    });
    drop(holder);
    server.restart();
    assert_eq!(last_good(&*store, 1), 0);
    store.commit(&[append(1, 1)]).unwrap();
}

/// A store whose connection is lost finds a new one, if nobody else came between.
#[test]
fn a_lost_connection_is_replaced_or_fenced() {
    let Some(server) = Postgres::start() else { return };
    let ground = Ground::server(&server);
    let lose_the_writer = || {
        ground.raw("SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND granted");
    };
    let first = ground.open();
    first.commit(&[journal(1)]).unwrap();
    lose_the_writer();
    assert!(matches!(first.commit(&[append(1, 1)]), Err(Failure::Refused(_))));
    first.commit(&[append(1, 1)]).unwrap();
    lose_the_writer();
    let second = ground.open();
    second.commit(&[append(1, 2)]).unwrap();
    for _ in 0..2 {
        assert!(matches!(first.commit(&[append(1, 3)]), Err(Failure::Refused(_))));
    }
    drop(second);
    assert!(matches!(first.commit(&[append(1, 3)]), Err(Failure::Unusable(why)) if why.contains("another process")));
    assert_eq!(last_good(&*first, 1), 2);
}

#[test]
fn addresses_that_lead_nowhere_are_told_without_their_password() {
    let open = |url: &str| match store::open(&Place::named(url)).map(drop) {
        Err(failure) => failure.to_string(),
        Ok(()) => panic!("{url} must not open"),
    };
    let away = open("postgres://ada:secret@localhost/nowhere?host=/nowhere");
    assert!(away.contains("the database nowhere on") && away.contains("cannot be reached"), "{away}");
    let wrong = open("postgres://ada:secret@localhost:port/x");
    assert!(wrong.contains("no address of a PostgreSQL database"), "{wrong}");
    assert!(!away.contains("secret") && !wrong.contains("secret"), "{away} {wrong}");
}

/// Lets a commit with a record in it wait at its very end until nobody else has lock 1.
fn make_commits_wait(ground: &Ground) {
    ground.raw(
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             PERFORM set_config('lock_timeout', '0', true);
             PERFORM pg_advisory_xact_lock(1);
             RETURN NULL;
         END $$;
         CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON records DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW EXECUTE FUNCTION wait()",
    );
}
