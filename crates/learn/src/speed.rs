//! How fast it is: decisions with masks and observations, beside the bare rules, in one run.

use crate::batch::{AnyBatch, Asked, Batch, MOST_THREADS, Opponent};
use crate::composer::Composer;
use crate::layout::{Layout, Scope};
use crate::space::Space;
use crate::spaces::{self, Visit};
use serde::Serialize;
use skirmish_core::{Rng, Setup, rollout};
use std::time::{Duration, Instant};

/// What was measured of one game. Everything is per second.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    /// The game.
    pub game: &'static str,
    /// Actions of random play by the bare rules, on one core.
    pub bare: f64,
    /// Decisions with masks alone, on one core.
    pub masks: f64,
    /// Decisions with masks and observations written, on one core.
    pub decisions: f64,
    /// The same with the smallest observation that tells who decides ([`SMALL`]).
    pub small: f64,
    /// The bytes of as many observations written and nothing else, on one core: what the memory allows.
    pub writing: f64,
    /// The same with the whole board.
    pub with_board: f64,
    /// Decisions with masks and observations on all threads.
    pub threaded: f64,
    /// How many threads those were.
    pub threads: usize,
    /// How many times as fast as one core they were: the median over all rounds, each of which measured both in turn.
    pub scaling: f64,
    /// Bytes of the arrays of one observation.
    pub bytes: usize,
    /// The same of the smallest observation.
    pub bytes_small: usize,
    /// The same with the whole board.
    pub bytes_with_board: usize,
    /// Bytes of a mask, of which only what differs from the last one is written.
    pub bytes_mask: usize,
}

/// Games for each thread of a batch that is measured: enough that a step is worth waking a thread for, and so few that what
/// is written of them stays beside the core.
pub const GAMES: usize = 64;

/// The arrays of the smallest observation: the unit that decides, and how the game stands.
pub const SMALL: [&str; 2] = ["me", "globals"];

/// Steps between two looks at the clock.
const STEPS: u32 = 16;

/// How often the measurements take turns, so that a noisy moment hits all of them.
const ROUNDS: u32 = 5;

/// Measures a game, each figure for so many seconds. `go_on` is asked now and then; without it the rest is left out.
pub fn measure(game: &str, seconds: f64, threads: usize, go_on: &dyn Fn() -> bool) -> Result<Option<Speed>, String> {
    const LONGEST: f64 = 3600.0;
    if !(0.0..=LONGEST).contains(&seconds) || !(1..=MOST_THREADS).contains(&threads) {
        return Err(format!("seconds are from 0 to {LONGEST}, threads from 1 to {MOST_THREADS}"));
    }
    spaces::visit(game, Measure { slice: Duration::from_secs_f64(seconds / f64::from(ROUNDS)), threads, go_on })?
}

struct Measure<'a> {
    slice: Duration,
    threads: usize,
    go_on: &'a dyn Fn() -> bool,
}

/// What was done, in how long.
#[derive(Clone, Copy, Default)]
struct Done {
    count: u64,
    time: Duration,
}

impl Done {
    fn rate(self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

impl Visit for Measure<'_> {
    type Output = Result<Option<Speed>, String>;

    fn visit<G: Space>(self) -> Self::Output {
        let told = |faults: skirmish_core::Faults| faults.to_string();
        let base = Setup::default();
        let scope = Scope::of::<G>(&base).map_err(told)?;
        let all: Vec<String> = Layout::of::<G>(&scope).arrays.iter().map(|array| array.name.into()).collect();
        let starts = (0..8).map(|n| G::opening(n, &base)).collect::<Result<Vec<_>, _>>().map_err(told)?;
        let batch = |arrays: Option<Vec<String>>, threads: usize| {
            let players = vec![Opponent::Learner; G::SEATS.start().to_owned()];
            Batch::<G>::new(Asked { games: GAMES * threads, threads, arrays, players, seed: 1, ..Asked::default() })
        };
        let mut usual = batch(None, 1)?;
        let mut small = batch(Some(SMALL.map(String::from).into()), 1)?;
        let mut large = batch(Some(all), 1)?;
        let mut threaded = batch(None, self.threads)?;
        let [mut bare, mut masks, mut one, mut least, mut whole, mut many, mut written] = [Done::default(); 7];
        let mut writing = Writing::new(usual.buffers().rows(), usual.buffers().observation_bytes());
        let (mut rng, mut player) = (Rng::new(1), Masked::<G>::new(&starts, &scope));
        let mut rules = Bare::<G> { starts: &starts, at: 0, state: starts[0].1.clone() };
        let mut scalings = Vec::new();
        for _ in 0..ROUNDS {
            self.slice(&mut bare, || Ok(rules.play(&mut rng)))?;
            self.slice(&mut masks, || Ok(player.play(&mut rng)))?;
            self.slice(&mut written, || Ok(writing.play()))?;
            let alone = self.slice(&mut one, || decide(&mut usual))?;
            let together = self.slice(&mut many, || decide(&mut threaded))?;
            scalings.push(together / alone);
            for (batch, done) in [(&mut small, &mut least), (&mut large, &mut whole)] {
                self.slice(done, || decide(batch))?;
            }
            if !(self.go_on)() {
                return Ok(None);
            }
        }
        Ok(Some(Speed {
            game: G::ID,
            bare: bare.rate(),
            masks: masks.rate(),
            decisions: one.rate(),
            small: least.rate(),
            writing: written.rate(),
            with_board: whole.rate(),
            threaded: many.rate(),
            threads: self.threads,
            scaling: median(scalings),
            bytes: usual.buffers().observation_bytes(),
            bytes_small: small.buffers().observation_bytes(),
            bytes_with_board: large.buffers().observation_bytes(),
            bytes_mask: usual.buffers().masks.row_bytes(),
        }))
    }
}

/// Some steps as whoever learns takes them: numbers are written into the buffers, then all games go on.
fn decide<G: Space>(batch: &mut Batch<G>) -> Result<u64, String> {
    for _ in 0..STEPS {
        batch.sample();
        batch.step()?;
    }
    Ok(batch.take_decided())
}

impl Measure<'_> {
    /// Works for one slice of time; tells the rate of this slice.
    fn slice(&self, done: &mut Done, mut work: impl FnMut() -> Result<u64, String>) -> Result<f64, String> {
        let begun = Instant::now();
        let mut slice = Done::default();
        while begun.elapsed() < self.slice {
            slice.count += work()?;
        }
        slice.time = begun.elapsed();
        done.count += slice.count;
        done.time += slice.time;
        Ok(slice.rate())
    }
}

/// The one in the middle.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Random play by the bare rules.
struct Bare<'a, G: Space> {
    starts: &'a [(G, G::State)],
    at: usize,
    state: G::State,
}

impl<G: Space> Bare<'_, G> {
    /// Plays some steps and counts the actions.
    fn play(&mut self, rng: &mut Rng) -> u64 {
        let mut actions = 0;
        for _ in 0..STEPS {
            if self.starts[self.at].0.turn(&self.state).is_over() {
                self.at = (self.at + 1) % self.starts.len();
                self.state.clone_from(&self.starts[self.at].1);
            }
            actions += rollout::step(&self.starts[self.at].0, &mut self.state, rng).actions;
        }
        actions
    }
}

/// Rows as large as observations, written and nothing else.
struct Writing {
    rows: Vec<u8>,
    row: usize,
    next: u8,
}

impl Writing {
    fn new(rows: usize, row: usize) -> Writing {
        Writing { rows: vec![0; rows * row], row, next: 0 }
    }

    /// Writes each row once and counts them.
    fn play(&mut self) -> u64 {
        self.next = self.next.wrapping_add(1);
        for row in self.rows.chunks_exact_mut(self.row) {
            row.fill(std::hint::black_box(self.next));
        }
        std::hint::black_box(&self.rows);
        (self.rows.len() / self.row) as u64
    }
}

/// Random decisions with masks, and nothing written.
struct Masked<'a, G: Space> {
    starts: &'a [(G, G::State)],
    frames: Vec<G::Frame>,
    at: usize,
    state: G::State,
    composer: Composer,
}

impl<'a, G: Space> Masked<'a, G> {
    fn new(starts: &'a [(G, G::State)], scope: &Scope) -> Masked<'a, G> {
        Masked {
            starts,
            frames: starts.iter().map(|(game, _)| game.frame(scope)).collect(),
            at: 0,
            state: starts[0].1.clone(),
            composer: Composer::new(Layout::of::<G>(scope).numbers),
        }
    }

    /// Plays some steps and counts the decisions.
    fn play(&mut self, rng: &mut Rng) -> u64 {
        let mut decisions = 0;
        for _ in 0..STEPS {
            if self.starts[self.at].0.turn(&self.state).is_over() {
                self.at = (self.at + 1) % self.starts.len();
                self.state.clone_from(&self.starts[self.at].1);
            }
            let (game, frame) = (&self.starts[self.at].0, &self.frames[self.at]);
            for seat in game.turn(&self.state).to_act.iter() {
                self.composer.begin(game, frame, &self.state, seat);
                while self.composer.actor().is_some() {
                    let mask = self.composer.mask();
                    let number = mask.nth(rng.index(mask.count())).unwrap_or(0);
                    decisions += 1;
                    if self.composer.decide(game, frame, &mut self.state, seat, number).is_err() {
                        break;
                    }
                }
            }
            game.close(&mut self.state, &mut ());
        }
        decisions
    }
}
