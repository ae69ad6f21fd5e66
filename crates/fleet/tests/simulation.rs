//! Organiser and workers over a queue, wires and machines that fail on purpose.

use skirmish_fleet::simulate::{Simulator, Tale};
use skirmish_matches::Venue;

/// So many tournaments, and seeds that failed once.
#[test]
fn every_fixture_counts_once_whatever_goes_wrong() {
    let simulator = Simulator::new(&Venue::new(skirmish_games::registry())).unwrap();
    let mut sum = Tale::default();
    // Those at the end failed once: an organiser died before it had looked at a lie; a meeting got another start when results
    // were withdrawn; a job was lost while somebody silent held others, so that the queue was never empty.
    for seed in (0..600).chain([1691, 19755, 3399, 5402, 8791, 67459, 177_854, 242_620, 5_040_504]) {
        sum.add(&simulator.run(seed).unwrap_or_else(|why| panic!("seed {seed}: {why}")));
    }
    // What is simulated does happen.
    let mut happened = vec![sum.fixtures, sum.redelivered, sum.deaths, sum.restarts, sum.wipes, sum.caught, sum.parked];
    happened.extend([sum.meddled, sum.swallowed, sum.full_disks]);
    assert!(happened.iter().all(|count| *count > 0), "{sum:?}");
}

#[test]
fn a_seed_repeats_itself() {
    let simulator = Simulator::new(&Venue::new(skirmish_games::registry())).unwrap();
    for seed in 0..20 {
        assert_eq!(simulator.run(seed), simulator.run(seed));
    }
}
