//! A chair at the table: the player on it, its program and its clock, and how it has fared.

use crate::Ending;
use crate::clock::SeatClock;
use crate::dialect::Dialect;
use crate::player::Player;
use crate::program::Program;
use crate::protocol::Ready;
use crate::report::{Fault, SeatReport};
use crate::tally::Tally;
use crate::times::Times;
use skirmish_core::Absence;
use std::time::{Duration, Instant};

/// The most faults that are told one by one; the rest are counted.
const MOST_FAULTS: usize = 100;

/// CPU times are not looked at more often than this: fast answers would cost more to measure than to give.
const CPU_EVERY: Duration = Duration::from_millis(5);

/// One seat with its player.
pub(crate) struct Chair {
    pub player: Player,
    /// How its program is spoken to; `None` if it has none.
    pub dialect: Option<Box<dyn Dialect>>,
    pub program: Option<Program>,
    pub ready: Ready,
    pub clock: SeatClock,
    pub hello: Vec<u8>,
    /// The last message; its buffer is used again.
    pub message: Vec<u8>,
    /// The number of the last request, as the table gave it.
    pub request: u32,
    pub restarts: u32,
    stayed: bool,
    /// Why the program is gone, if it is.
    pub gone: Option<Ending>,
    faults: Vec<Fault>,
    pub fault_count: usize,
    pub tally: Tally,
    pub times: Times,
    /// CPU time of programs that are gone.
    cpu_before: Duration,
    /// CPU time when the present game began.
    cpu_base: Duration,
    /// CPU time as it was looked at last, and when.
    cpu_seen: Option<(Instant, Duration)>,
    pub log: String,
}

impl Chair {
    /// Seats a player. `program` is there from the game before.
    pub fn new(player: Player, dialect: Option<Box<dyn Dialect>>, clock: SeatClock, program: Option<Program>) -> Chair {
        Chair {
            player,
            dialect,
            stayed: program.is_some(),
            cpu_base: program.as_ref().map(Program::cpu).unwrap_or_default(),
            program,
            ready: Ready::default(),
            clock,
            hello: Vec::new(),
            message: Vec::new(),
            request: 0,
            restarts: 0,
            gone: None,
            faults: Vec::new(),
            fault_count: 0,
            tally: Tally::default(),
            times: Times::default(),
            cpu_before: Duration::ZERO,
            cpu_seen: None,
            log: String::new(),
        }
    }

    /// CPU time used in this game so far.
    pub fn cpu(&self) -> Duration {
        let present = self.program.as_ref().map(Program::cpu).unwrap_or_default();
        (self.cpu_before + present).saturating_sub(self.cpu_base)
    }

    /// CPU time used in this game, at most a few milliseconds older than `now`.
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

    /// What the rules are told of an ending: where the game knows restarts, a program that is gone and may not come back
    /// is disqualified.
    pub fn absence_by(&self, ending: &Ending, max_restarts: Option<u32>) -> Absence {
        let used_up = max_restarts.is_some_and(|most| self.restarts >= most);
        if used_up && !ending.keeps_the_program() {
            return Absence::Disqualified;
        }
        ending.absence().unwrap_or(Absence::Crashed)
    }

    /// Writes down a fault. The program goes unless the fault lets it stay.
    pub fn lose(&mut self, ending: Ending, turn: i64) {
        self.fault_count += 1;
        if self.faults.len() < MOST_FAULTS {
            let message = ending.to_string();
            self.faults.push(Fault { turn, request: self.request, message, ending: ending.clone() });
        }
        if !ending.keeps_the_program() {
            // What it printed last is in the capsule of its failure.
            let _told = self.dismiss();
            self.gone = Some(ending);
        }
    }

    /// Ends the program and keeps what is known of it. Returns what it printed since the last look.
    pub fn dismiss(&mut self) -> Option<String> {
        let mut program = self.program.take()?;
        program.freeze(false);
        self.cpu_before += program.cpu();
        program.kill();
        if let Some(dialect) = &self.dialect {
            dialect.ended(&mut program);
        }
        let log = program.log();
        self.log.push_str(&log.text());
        log.take_fresh()
    }

    /// Gives the program away to the next game.
    pub fn pass_on(&mut self) -> Option<Program> {
        let mut program = self.program.take()?;
        program.echo(None);
        self.cpu_before += program.cpu();
        self.log.push_str(&program.log().text());
        Some(program)
    }

    /// How it went. Whoever was counted out by the rules has ended with its last fault, even if its program lives.
    pub fn report(&mut self, seat: &str, counted_out: bool) -> SeatReport {
        let last = self.faults.last().filter(|_| counted_out).map(|fault| fault.ending.clone());
        let ms = |time: Duration| time.as_millis() as u64;
        SeatReport {
            seat: seat.into(),
            player: self.player.spelled.clone(),
            name: self.ready.name.clone(),
            version: self.ready.version.clone(),
            ending: self.gone.clone().or(last).unwrap_or(Ending::Finished),
            faults: std::mem::take(&mut self.faults),
            fault_count: self.fault_count,
            tally: std::mem::take(&mut self.tally),
            requests: self.request,
            restarts: self.restarts,
            stayed: self.stayed,
            time_ms: ms(self.times.total),
            longest_ms: ms(self.times.longest),
            delay_ms: ms(self.times.delay),
            waited_ms: ms(self.times.waited),
            cpu_ms: ms(self.cpu()),
            log: std::mem::take(&mut self.log),
        }
    }
}
