//! A chair at the table: the player on it, its program and its clock, and how it has fared.

use crate::Ending;
use crate::clock::SeatClock;
use crate::exchange::Answer;
use crate::player::{Player, Sitter};
use crate::program::Program;
use crate::protocol::Ready;
use crate::tally::Tally;
use serde::Serialize;
use skirmish_core::Absence;
use std::time::{Duration, Instant};

/// Something that went wrong with an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    pub turn: i64,
    pub request: u32,
    #[serde(flatten)]
    pub ending: Ending,
    pub message: String,
}

/// So many faults are told one by one; the rest are counted.
const MOST_FAULTS: usize = 100;

/// How a seat's part went.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    pub seat: String,
    pub player: String,
    /// What the program calls itself.
    pub name: Option<String>,
    pub version: Option<String>,
    #[serde(flatten)]
    pub ending: Ending,
    pub faults: Vec<Fault>,
    pub fault_count: usize,
    #[serde(flatten)]
    pub tally: Tally,
    pub requests: u32,
    pub restarts: u32,
    /// Whether its program was there from the game before.
    pub stayed: bool,
    pub time_ms: u64,
    pub longest_ms: u64,
    /// How long other programs held it up while it was to answer, which is not counted.
    pub delay_ms: u64,
    /// How long it waited for a free core before it was asked.
    pub waited_ms: u64,
    /// CPU time the program used.
    pub cpu_ms: u64,
    #[serde(skip)]
    pub log: String,
}

/// One seat with its player.
pub(crate) struct Chair {
    pub player: Player,
    pub program: Option<Program>,
    pub ready: Ready,
    pub clock: SeatClock,
    pub hello: Vec<u8>,
    /// The last message, kept for its room.
    pub message: Vec<u8>,
    pub requests: u32,
    pub restarts: u32,
    pub stayed: bool,
    /// Answers that are still to come, of a program whose answers bear no number.
    pub owed: u32,
    /// Why the program is gone, if it is.
    pub gone: Option<Ending>,
    pub faults: Vec<Fault>,
    pub fault_count: usize,
    pub tally: Tally,
    /// Time of the answer that the step to come is made of.
    pub used_ms: Option<u32>,
    pub time: Duration,
    pub longest: Duration,
    /// What the milliseconds of all answers so far leave out.
    rest: Duration,
    /// How long other programs held it up, and how long it waited for cores.
    pub delay: Duration,
    pub waited: Duration,
    /// What its orders come to in the replay, in bytes at most.
    pub recorded: u64,
    /// Time of the last answer; nobody is fast before it has answered.
    pub last: Duration,
    /// CPU time of programs that are gone.
    pub cpu_before: Duration,
    /// CPU time when the present game began.
    pub cpu_base: Duration,
    /// CPU time as it was looked at last, and when.
    cpu_seen: Option<(Instant, Duration)>,
    pub log: String,
}

/// CPU times are not looked at more often than this: fast answers would cost more to measure than to give.
const CPU_EVERY: Duration = Duration::from_millis(5);

impl Chair {
    pub fn new(player: Player, clock: SeatClock, program: Option<Program>) -> Chair {
        Chair {
            player,
            stayed: program.is_some(),
            cpu_base: program.as_ref().map(Program::cpu).unwrap_or_default(),
            program,
            ready: Ready::default(),
            clock,
            hello: Vec::new(),
            message: Vec::new(),
            requests: 0,
            restarts: 0,
            owed: 0,
            gone: None,
            faults: Vec::new(),
            fault_count: 0,
            tally: Tally::default(),
            used_ms: None,
            time: Duration::ZERO,
            longest: Duration::ZERO,
            rest: Duration::ZERO,
            delay: Duration::ZERO,
            waited: Duration::ZERO,
            recorded: 0,
            last: Duration::MAX,
            cpu_before: Duration::ZERO,
            cpu_seen: None,
            log: String::new(),
        }
    }

    /// Takes down the time of an answer; tells the milliseconds that count. What they leave out counts with the next
    /// answer, so that nothing is free, however many there are.
    pub fn spend(&mut self, answer: &Answer) -> u32 {
        let whole = self.rest + answer.used;
        let used_ms = u32::try_from(whole.as_millis()).unwrap_or(u32::MAX);
        self.rest = whole.saturating_sub(Duration::from_millis(u64::from(used_ms)));
        self.time += answer.used;
        self.longest = self.longest.max(answer.used);
        self.last = answer.used;
        self.delay += answer.delay;
        self.waited += answer.waited;
        self.used_ms = Some(used_ms);
        used_ms
    }

    /// CPU time used in this game so far.
    pub fn cpu(&self) -> Duration {
        let present = self.program.as_ref().map(Program::cpu).unwrap_or_default();
        (self.cpu_before + present).saturating_sub(self.cpu_base)
    }

    /// CPU time used in this game, as it was a few milliseconds before `now` at most.
    pub fn cpu_lately(&mut self, now: Instant) -> Duration {
        match self.cpu_seen {
            Some((when, cpu)) if now.saturating_duration_since(when) < CPU_EVERY => cpu,
            _ => {
                let cpu = self.cpu();
                self.cpu_seen = Some((now, cpu));
                cpu
            }
        }
    }

    /// What the rules are told of an ending: a program that is gone and may not come back is disqualified, where the
    /// game knows restarts.
    pub fn absence_by(&self, ending: &Ending, most: Option<u32>) -> Absence {
        let used_up = most.is_some_and(|most| self.restarts >= most);
        if used_up && !ending.keeps_the_program() {
            return Absence::Disqualified;
        }
        ending.absence().unwrap_or(Absence::Crashed)
    }

    /// Writes down a fault; the program goes unless the fault lets it stay.
    pub fn lose(&mut self, ending: Ending, turn: i64) {
        self.fault_count += 1;
        if self.faults.len() < MOST_FAULTS {
            let message = ending.to_string();
            self.faults.push(Fault { turn, request: self.requests, message, ending: ending.clone() });
        }
        if !ending.keeps_the_program() {
            // What it printed last is in the capsule of its failure.
            let _told = self.dismiss();
            self.gone = Some(ending);
        }
    }

    /// Ends the program and keeps what is to be known of it. Gives what it printed since the last look.
    pub fn dismiss(&mut self) -> Option<String> {
        let mut program = self.program.take()?;
        program.freeze(false);
        self.cpu_before += program.cpu();
        program.kill();
        if matches!(self.player.sitter, Sitter::Native { .. }) {
            program.log_the_rest();
        }
        let log = program.log();
        self.log.push_str(&log.text());
        log.take_fresh()
    }

    /// How it went. Whoever was counted out by the rules has ended with its last fault, even if its program lives.
    pub fn report(&mut self, seat: &str, counted_out: bool) -> SeatReport {
        let last = self.faults.last().filter(|_| counted_out).map(|fault| fault.ending.clone());
        SeatReport {
            seat: seat.into(),
            player: self.player.spelled.clone(),
            name: self.ready.name.clone(),
            version: self.ready.version.clone(),
            ending: self.gone.clone().or(last).unwrap_or(Ending::Finished),
            faults: std::mem::take(&mut self.faults),
            fault_count: self.fault_count,
            tally: std::mem::take(&mut self.tally),
            requests: self.requests,
            restarts: self.restarts,
            stayed: self.stayed,
            time_ms: self.time.as_millis() as u64,
            longest_ms: self.longest.as_millis() as u64,
            delay_ms: self.delay.as_millis() as u64,
            waited_ms: self.waited.as_millis() as u64,
            cpu_ms: self.cpu().as_millis() as u64,
            log: std::mem::take(&mut self.log),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Timekeeping;
    use crate::player::Sitter;
    use skirmish_core::Clock;

    #[test]
    fn a_thousand_answers_of_a_microsecond_take_a_millisecond() {
        let player = Player { sitter: Sitter::Attach, spelled: "attach".into() };
        let mut chair = Chair::new(player, SeatClock::new(Clock::default(), Timekeeping::default()), None);
        let answer = |us| Answer {
            result: Ok(Vec::new()),
            used: Duration::from_micros(us),
            delay: Duration::ZERO,
            waited: Duration::ZERO,
            at: Instant::now(),
            said: Vec::new(),
        };
        assert_eq!((0..1000).map(|_| chair.spend(&answer(1))).sum::<u32>(), 1);
        assert_eq!((0..3).map(|_| chair.spend(&answer(1500))).collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(chair.time, Duration::from_micros(5500));
    }
}
