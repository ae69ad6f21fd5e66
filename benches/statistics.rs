//! Benchmarks of the statistics: `cargo bench -p skirmish-benches --bench statistics [-- FILTER]`. What a table of a league
//! costs: 100 000 games of 64 bots are to be fitted in well under a second.

use divan::{Bencher, black_box};
use skirmish_core::Rng;
use skirmish_stats::{Duels, Model, Pairs, Pentanomial, Ranking, Ratings, SidedDuels, Sprt, Summary, Tables, plan};

fn main() {
    divan::main();
}

const BOTS: usize = 64;

/// Five counts around a better first or second bot.
fn five(i: usize, j: usize, n: u64) -> Pentanomial {
    let lean = (j as i64 - i as i64).clamp(-9, 9) as f64 / 10.0;
    let weight = |cell: f64| (n as f64 * (1.0 + lean * cell) / 5.0) as u64 + 1;
    Pentanomial([-1.0, -0.5, 0.0, 0.5, 1.0].map(weight))
}

/// 50 400 pairs in all.
fn round_robin() -> Duels {
    let mut duels = Duels::new(BOTS);
    for i in 0..BOTS {
        for j in i + 1..BOTS {
            duels.add(i, j, five(i, j, 20)).expect("they are there");
        }
    }
    duels
}

/// Random orders of four seats, with some shared places.
fn tables(n: usize, seats: usize) -> Tables {
    let mut rng = Rng::new(1);
    let mut tables = Tables::new(BOTS);
    for _ in 0..n {
        let mut bots: Vec<usize> = (0..BOTS).collect();
        rng.shuffle(&mut bots);
        let scores: Vec<(usize, u64)> =
            bots.iter().take(seats).map(|&bot| (bot, rng.below(60) + bot as u64 / 2)).collect();
        tables.add(Ranking::by_score(scores).expect("a ranking")).expect("they are there");
    }
    tables
}

fn rated() -> Ratings {
    round_robin().rate(0.0).expect("a fit")
}

#[divan::bench]
fn summary(bencher: Bencher<'_, '_>) {
    let counts = five(0, 3, 400).into();
    bencher.bench_local(|| Summary::of(black_box(&counts)));
}

#[divan::bench(args = ["normalized", "logistic"])]
fn llr(bencher: Bencher<'_, '_>, model: &str) {
    let model = if model == "logistic" { Model::Logistic } else { Model::Normalized };
    let test = Sprt::new(0.0, 20.0, 0.05, 0.05, model).expect("a test");
    let counts = five(0, 3, 400).into();
    bencher.bench_local(|| test.llr(black_box(&counts)));
}

#[divan::bench]
fn fit_64_bots_100_000_games(bencher: Bencher<'_, '_>) {
    let duels = round_robin();
    bencher.bench_local(|| duels.rate(0.0));
}

#[divan::bench]
fn fit_sides_of_64_bots(bencher: Bencher<'_, '_>) {
    let mut duels = SidedDuels::new(BOTS);
    for i in 0..BOTS {
        for j in i + 1..BOTS {
            duels.add(i, j, &Pairs([[2, 1, 3], [1, 4, 2], [5, 2, 3]])).expect("they are there");
        }
    }
    bencher.bench_local(|| duels.rate(0.0));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn fit_100_000_tables_of_four(bencher: Bencher<'_, '_>) {
    let tables = tables(100_000, 4);
    bencher.bench_local(|| tables.rate(0.0));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn fit_10_000_tables_of_sixteen(bencher: Bencher<'_, '_>) {
    let tables = tables(10_000, 16);
    bencher.bench_local(|| tables.rate(0.0));
}

#[divan::bench]
fn ranks_of_64_bots(bencher: Bencher<'_, '_>) {
    let ratings = rated();
    bencher.bench_local(|| ratings.ranks());
}

#[divan::bench]
fn next_16_pairs(bencher: Bencher<'_, '_>) {
    let ratings = rated();
    bencher.bench_local(|| plan::next(&ratings, 16));
}
