//! Data of every schema that was ever released can be used.
//!
//! `tests/schemas/N.sqlite.sql` and `N.postgres.sql` hold a store of schema N, as SQL. They are never changed: whoever adds a
//! migration adds a pair for the new schema and leaves the old ones alone. `SKIRMISH_TEST_PLACE=PLACE cargo test -p skirmish-house --test store a_store_to_dump -- --ignored`
//! makes such a store; `sqlite3 PLACE/skirmish.db .dump` and `pg_dump --inserts --no-owner` (without its lines for `psql`) tell it
//! as SQL.

use skirmish_house::store::{self, Place, Snapshot, Store, Write};
use skirmish_servers::Postgres;

use crate::ground::Ground;
use crate::sample::{append, audit, everything, invitation, journal, last_good, token};

const SQLITE: &[&str] = &[include_str!("../schemas/1.sqlite.sql")];
const POSTGRES: &[&str] = &[include_str!("../schemas/1.postgres.sql")];

/// What is in each of the dumps.
fn fill(store: &dyn Store) {
    let snapshot = Snapshot { n: 2, version: "1".into(), body: "{}".into() };
    let writes = [
        journal(1),
        append(1, 1),
        append(1, 2),
        append(1, 3),
        Write::Snapshot { journal: 1, snapshot },
        Write::Heartbeat { journal: 1, at_ms: 12 },
        Write::Token(token(1)),
        Write::Invitation(invitation(1)),
        Write::Audit(audit("pause")),
        Write::Setting { name: "motto".into(), value: "steady".into() },
    ];
    store.commit(&writes).unwrap();
}

fn upgrades(dumps: &[&str], ground: impl Fn() -> Ground) {
    let fresh = ground();
    let store = fresh.open();
    fill(&*store);
    let expected = everything(&*store);
    for (schema, dump) in (1..).zip(dumps) {
        let ground = ground();
        ground.prepare();
        ground.raw(dump);
        assert_eq!(ground.number("SELECT version FROM store"), schema, "the dump is of its schema");
        let store = ground.open();
        assert_eq!(everything(&*store), expected, "schema {schema}");
        store.commit(&[append(1, 4)]).unwrap();
        assert_eq!(last_good(&*store, 1), 4);
    }
}

#[test]
fn every_schema_is_upgraded_in_sqlite() {
    upgrades(SQLITE, Ground::folder);
}

#[test]
fn every_schema_is_upgraded_in_postgres() {
    if let Some(server) = Postgres::start() {
        upgrades(POSTGRES, || Ground::server(&server));
    }
}

/// Not a test: this fills the store from which the dumps of a new schema are made.
#[test]
#[ignore = "makes data for a dump, and tests nothing"]
fn a_store_to_dump() {
    if let Ok(place) = std::env::var("SKIRMISH_TEST_PLACE") {
        fill(&*store::open(&Place::named(&place)).unwrap());
    }
}
