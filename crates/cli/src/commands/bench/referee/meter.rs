//! Times of a match: on the clock, of this program and of the bots, beside those of the bare pipe.

use super::bare::Bare;
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_jail::Cores;
use skirmish_referee::witness::Private;
use skirmish_referee::{Cancel, Scribe, Witness};
use std::iter::Sum;
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

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), |sum, cost| Cost {
            questions: sum.questions + cost.questions,
            wall: sum.wall + cost.wall,
            ours: sum.ours + cost.ours,
            bots: sum.bots + cost.bots,
        })
    }
}

/// The same stretch of a match on the bare pipe and under the referee, one right after the other: whatever else the
/// machine does meanwhile, it does to both.
#[derive(Clone, Copy, Default)]
pub struct Lap {
    pub bare: Cost,
    pub refereed: Cost,
}

/// Writes a match down as any other, and looks at the clocks after every stretch of it; then it is the bare pipe's turn.
pub struct Meter<'a> {
    pub scribe: Scribe<'a>,
    bare: Bare<'a>,
    /// So many steps are a stretch.
    stretch: usize,
    steps: usize,
    since: (Instant, Duration),
    questions: u32,
    pub laps: Vec<Lap>,
    /// CPU time of each bot at its first answer and at its last.
    bots: Vec<Option<(u64, u64)>>,
    /// Where this program may run.
    everywhere: Option<Cores>,
    pub trouble: Option<anyhow::Error>,
    cancel: Cancel,
}

impl<'a> Meter<'a> {
    pub fn new(scribe: Scribe<'a>, bare: Bare<'a>, seats: usize, stretch: usize, cancel: Cancel) -> Meter<'a> {
        Meter {
            scribe,
            bare,
            stretch,
            steps: 0,
            since: (Instant::now(), own_cpu()),
            questions: 0,
            laps: Vec::new(),
            bots: vec![None; seats],
            everywhere: Cores::of_this_thread(),
            trouble: None,
            cancel,
        }
    }

    /// The whole match.
    pub fn total(&self) -> Lap {
        let used: u64 = self.bots.iter().flatten().map(|(first, last)| last - first).sum();
        Lap {
            bare: Cost { bots: self.bare.cpu(), ..self.laps.iter().map(|lap| lap.bare).sum() },
            refereed: Cost { bots: Duration::from_micros(used), ..self.laps.iter().map(|lap| lap.refereed).sum() },
        }
    }

    /// Ends a stretch.
    fn lap(&mut self) {
        let (begun, ours) = self.since;
        let questions = std::mem::take(&mut self.questions);
        let refereed = Cost { questions, wall: begun.elapsed(), ours: own_cpu() - ours, bots: Duration::ZERO };
        // The referee may keep to one core; the bare pipe is left to the system.
        let place = Cores::of_this_thread();
        if let Some(all) = &self.everywhere {
            all.keep_this_thread();
        }
        let bare = self.bare.play(std::mem::take(&mut self.steps));
        if let Some(place) = &place {
            place.keep_this_thread();
        }
        match bare {
            Ok(bare) => self.laps.push(Lap { bare, refereed }),
            Err(error) => {
                // There is nothing left to measure.
                self.cancel.cancel();
                self.trouble = Some(error);
            }
        }
        self.since = (Instant::now(), own_cpu());
    }
}

impl Witness for Meter<'_> {
    fn begin(&mut self, seated: &[SeatedPlayer], table: &mut dyn AnyTable) {
        self.scribe.begin(seated, table);
        self.since = (Instant::now(), own_cpu());
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        self.scribe.step(table);
        self.steps += 1;
        if self.steps == self.stretch || table.turn().is_over() {
            self.lap();
        }
    }

    /// While the bare pipe has its turn, nobody is to think.
    fn is_quick(&self) -> bool {
        self.steps + 1 < self.stretch && self.scribe.is_quick()
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
