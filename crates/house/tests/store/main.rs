//! The store, on real databases. What must hold on each is in `cases`; the rest is about one of them, or about crashes.

mod backup;
mod cases;
mod disk;
mod folder;
mod ground;
mod killed;
mod power;
mod sample;
mod schemas;
mod server;
mod speed;

use ground::Ground;
use skirmish_servers::Postgres;

#[test]
fn sqlite_keeps_the_contract() {
    cases::run("SQLite", Ground::folder);
}

#[test]
fn postgres_keeps_the_contract() {
    if let Some(server) = Postgres::start() {
        cases::run("PostgreSQL", || Ground::server(&server));
    }
}
