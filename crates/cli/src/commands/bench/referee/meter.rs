//! Times of a match: on the clock, of this program and of the bots.

use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_referee::witness::Private;
use skirmish_referee::{Scribe, Witness};
use std::time::{Duration, Instant};

/// What a course of questions and answers took.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    pub questions: u32,
    pub wall: Duration,
    /// CPU time of this program.
    pub ours: Duration,
    /// CPU time of the bot.
    pub bots: Duration,
}

impl Cost {
    pub fn per_question(&self) -> [f64; 3] {
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(self.questions.max(1));
        [micros(self.wall), micros(self.ours), micros(self.bots)]
    }

    pub fn wall(&self) -> f64 {
        self.per_question()[0]
    }

    pub fn cpu(&self) -> f64 {
        let [_, ours, bots] = self.per_question();
        ours + bots
    }
}

/// Looks at the clocks when a match begins and after every step; the match is written down as any other.
pub struct Meter<'a> {
    pub scribe: Scribe<'a>,
    begun: (Instant, Duration),
    ended: (Instant, Duration),
    questions: u32,
    /// CPU time of each bot at its first answer and at its last.
    bots: Vec<Option<(u64, u64)>>,
}

impl<'a> Meter<'a> {
    pub fn new(seats: usize, scribe: Scribe<'a>) -> Meter<'a> {
        let now = (Instant::now(), own_cpu());
        Meter { scribe, begun: now, ended: now, questions: 0, bots: vec![None; seats] }
    }

    pub fn cost(&self) -> Cost {
        let bots: u64 = self.bots.iter().flatten().map(|(first, last)| last - first).sum();
        Cost {
            questions: self.questions,
            wall: self.ended.0 - self.begun.0,
            ours: self.ended.1 - self.begun.1,
            bots: Duration::from_micros(bots),
        }
    }
}

impl Witness for Meter<'_> {
    fn begin(&mut self, seated: &[SeatedPlayer], table: &mut dyn AnyTable) {
        self.scribe.begin(seated, table);
        self.begun = (Instant::now(), own_cpu());
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        self.scribe.step(table);
        if table.turn().is_over() {
            self.ended = (Instant::now(), own_cpu());
        }
    }

    fn stopped(&self) -> bool {
        self.scribe.stopped()
    }

    fn answer(&mut self, seat: Seat, private: &Private) {
        self.scribe.answer(seat, private);
        self.questions += 1;
        let (_, last) = self.bots[seat.index()].get_or_insert((private.cpu_us, private.cpu_us));
        *last = private.cpu_us;
    }
}

pub fn own_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
