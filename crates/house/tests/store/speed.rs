//! How fast commits are. Not a test of anything, so it runs only when it is asked for:
//! `cargo test -p skirmish-house --test store speed -- --ignored --nocapture`

use std::time::Instant;

use skirmish_servers::Postgres;

use crate::ground::Ground;
use crate::sample::{append_long, journal};

#[test]
#[ignore = "tells figures, and tests nothing"]
fn speed_of_sqlite() {
    measure("SQLite", Ground::folder);
}

#[test]
#[ignore = "tells figures, and tests nothing"]
fn speed_of_postgres() {
    if let Some(server) = Postgres::start() {
        measure("PostgreSQL", || Ground::server(&server));
    }
}

fn measure(database: &str, ground: impl Fn() -> Ground) {
    for batch in [1, 16, 64, 256] {
        let ground = ground();
        let store = ground.open();
        store.commit(&[journal(1)]).unwrap();
        let (began, cpu, mut n, mut commits) = (Instant::now(), cpu_time(), 0, 0);
        while began.elapsed().as_secs() < 3 {
            store.commit(&append_long(1, n + 1..=n + batch)).unwrap();
            n += batch;
            commits += 1;
        }
        let seconds = began.elapsed().as_secs_f64();
        // Of this process alone, and the same on a busy machine.
        let cpu = (cpu_time() - cpu) / n as f64 * 1e6;
        let (commits, records) = (f64::from(commits) / seconds, n as f64 / seconds);
        eprintln!(
            "{database}, batches of {batch}: {commits:.0} commits/s, {records:.0} records/s, {cpu:.0} us of CPU time each"
        );
        let began = Instant::now();
        let read = store.records(1, 0, usize::MAX).unwrap().len();
        eprintln!("{database}, reading: {:.0} records/s", read as f64 / began.elapsed().as_secs_f64());
    }
}

fn cpu_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
