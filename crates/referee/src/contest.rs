//! A whole match: start the players, ask whoever is to act, play the step, until the game is over.

use crate::Ending;
use crate::clock::{SeatClock, Timekeeping};
use crate::exchange::{Question, ask_all};
use crate::player::{Player, SeatSpec};
use crate::program::Program;
use crate::protocol::{EndMessage, HelloMessage, PROTOCOL, Ready, Reply, read_ready, read_reply, shown};
use serde::Serialize;
use serde_json::Value;
use skirmish_core::any::{AnyTable, seat_random};
use skirmish_core::table::Timing;
use skirmish_core::{Absence, Seat, Turn};
use skirmish_jail::Level;
use std::time::{Duration, Instant};

/// How a match is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub time: Timekeeping,
    /// Programs may think while they wait.
    pub ponder: bool,
    /// How strong the sandbox is.
    pub level: Level,
    pub seed: u64,
}

/// Something that went wrong with an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    pub turn: i64,
    pub request: u32,
    #[serde(flatten)]
    pub ending: Ending,
    pub message: String,
}

/// How a seat's part went.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    pub seat: String,
    pub player: String,
    /// What the program calls itself.
    pub name: Option<String>,
    #[serde(flatten)]
    pub ending: Ending,
    pub faults: Vec<Fault>,
    pub requests: u32,
    pub restarts: u32,
    pub time_ms: u64,
    pub longest_ms: u64,
    /// CPU time the program used.
    pub cpu_ms: u64,
    #[serde(skip)]
    pub log: String,
}

/// How a match went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub r#match: String,
    pub game: &'static str,
    pub game_version: u32,
    pub seed: u64,
    /// What stood between the programs and the machine.
    pub sandbox: Level,
    /// Why the match counts for nothing, if it does: the referee's own fault.
    pub void: Option<String>,
    pub result: Value,
    pub steps: u64,
    pub seats: Vec<SeatReport>,
}

/// One seat with its player.
struct Chair {
    player: Player,
    program: Option<Program>,
    ready: Ready,
    clock: SeatClock,
    requests: u32,
    restarts: u32,
    /// Why the program is gone, if it is.
    gone: Option<Ending>,
    faults: Vec<Fault>,
    /// Time of the answer that the step to come is made of.
    used_ms: Option<u32>,
    time: Duration,
    longest: Duration,
    cpu: Duration,
    log: String,
}

/// A match being played.
pub struct Contest {
    id: String,
    table: Box<dyn AnyTable>,
    chairs: Vec<Chair>,
    options: Options,
    void: Option<String>,
    steps: u64,
}

/// What a program gets to leave by itself once the game is over.
const FAREWELL: Duration = Duration::from_secs(1);

impl Contest {
    /// Seats the players; programs are not started yet. One player for each seat.
    pub fn new(id: String, mut table: Box<dyn AnyTable>, players: Vec<Player>, options: Options) -> Contest {
        for (i, player) in players.iter().enumerate() {
            if let SeatSpec::Builtin(name) = &player.spec {
                let seat = Seat(i as u8);
                assert!(
                    table.seat_bot(seat, name, seat_random(options.seed, seat)),
                    "built-in bots are looked up before"
                );
            }
        }
        let clock = table.clock();
        let chairs = players
            .into_iter()
            .map(|player| Chair {
                player,
                program: None,
                ready: Ready::default(),
                clock: SeatClock::new(clock, options.time),
                requests: 0,
                restarts: 0,
                gone: None,
                faults: Vec::new(),
                used_ms: None,
                time: Duration::ZERO,
                longest: Duration::ZERO,
                cpu: Duration::ZERO,
                log: String::new(),
            })
            .collect();
        Contest { id, table, chairs, options, void: None, steps: 0 }
    }

    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// Plays to the end, showing every step to `watch`, which may stop the match by returning false.
    pub fn play(mut self, mut watch: impl FnMut(&dyn AnyTable) -> bool) -> (Report, Box<dyn AnyTable>) {
        let programs: Vec<usize> =
            (0..self.chairs.len()).filter(|&i| matches!(self.chairs[i].player.spec, SeatSpec::Program(_))).collect();
        self.start(&programs);
        while self.void.is_none() {
            let turn = self.table.turn();
            if turn.is_over() {
                break;
            }
            self.restart(turn);
            self.ask(turn);
            if self.void.is_some() {
                break;
            }
            self.table.step();
            self.steps += 1;
            self.settle_clocks(turn);
            if !watch(&*self.table) {
                self.void = Some("interrupted".into());
            }
        }
        self.farewell();
        (self.report(), self.table)
    }

    /// Starts programs, at most one per core at a time, each under its own start-up clock.
    fn start(&mut self, who: &[usize]) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for some in who.chunks(cores) {
            let hellos: Vec<Vec<u8>> = some.iter().map(|&i| self.hello(Seat(i as u8))).collect();
            let limit = self.table.line_limit();
            for &i in some {
                let chair = &mut self.chairs[i];
                chair.gone = None;
                let SeatSpec::Program(start) = &chair.player.spec else { continue };
                match Program::start(start, self.options.level, limit) {
                    Ok(program) => chair.program = Some(program),
                    Err(error) if error.own_fault => chair.lose(Ending::NotStarted { why: error.why }, 0),
                    Err(error) => self.void = Some(error.why),
                }
            }
            let mut asked = Vec::new();
            let mut questions = Vec::new();
            for (i, chair) in self.chairs.iter_mut().enumerate() {
                if let Some(at) = some.iter().position(|&j| j == i)
                    && let Some(program) = &mut chair.program
                {
                    asked.push(i);
                    questions.push(Question::new(program, &hellos[at], chair.clock.start_limit()));
                }
            }
            ask_all(&mut questions, |_, _| true);
            let answers: Vec<_> = questions.into_iter().map(|question| question.answer).collect();
            for (i, answer) in asked.into_iter().zip(answers) {
                let result = answer.map(|answer| answer.result);
                let chair = &mut self.chairs[i];
                match result {
                    Some(Ok(line)) => match read_ready(&line) {
                        Ok(ready) => {
                            chair.player.name.clone_from(&ready.name);
                            chair.ready = ready;
                        }
                        Err(why) => chair.lose(Ending::NotStarted { why }, 0),
                    },
                    Some(Err(Ending::Infrastructure { why })) => self.void = Some(why),
                    Some(Err(Ending::Late { limit_ms, .. })) => {
                        chair.lose(Ending::NotStarted { why: format!("not ready after {limit_ms} ms") }, 0);
                    }
                    Some(Err(ending)) => {
                        chair.lose(Ending::NotStarted { why: format!("before it was ready: {ending}") }, 0);
                    }
                    None => {}
                }
            }
        }
    }

    /// Starts dead programs again where the rulebook says so.
    fn restart(&mut self, turn: Turn) {
        let Some(most) = self.table.max_restarts() else { return };
        let dead: Vec<usize> = turn
            .to_act
            .iter()
            .map(Seat::index)
            .filter(|&i| {
                let chair = &self.chairs[i];
                matches!(chair.player.spec, SeatSpec::Program(_)) && chair.gone.is_some() && chair.restarts < most
            })
            // A failed start counts as a death in the first turn: the restart comes with the next.
            .filter(|_| self.steps > 0)
            .collect();
        for &i in &dead {
            self.chairs[i].restarts += 1;
        }
        if !dead.is_empty() {
            self.start(&dead);
        }
    }

    /// Gets the orders of every seat to act.
    fn ask(&mut self, turn: Turn) {
        let alone = turn.to_act.len() == 1;
        let mut lines: Vec<(usize, Vec<u8>)> = Vec::new();
        for seat in turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)) {
            let chair = &mut self.chairs[seat.index()];
            match (&chair.player.spec, &chair.gone) {
                (SeatSpec::Builtin(_), _) => self.table.ask_bot(seat),
                (SeatSpec::Program(_), Some(gone)) => {
                    let absence = chair.absence_by(gone, self.table.max_restarts());
                    self.table.absent(seat, absence, 0);
                }
                (SeatSpec::Program(_), None) => {
                    chair.clock.set_turn_ms(self.table.turn_ms());
                    let timing = Timing {
                        last_ms: chair.clock.last_ms,
                        limit_ms: Some(chair.clock.limit_ms()),
                        bank_ms: chair.clock.bank_ms(),
                    };
                    let mut line = Vec::new();
                    self.table.message(seat, chair.ready.wants_legal, timing, &mut line);
                    line.push(b'\n');
                    chair.requests += 1;
                    lines.push((seat.index(), line));
                }
            }
        }
        let requests: Vec<u32> = lines.iter().map(|(i, _)| self.chairs[*i].requests).collect();
        let mut questions = Vec::new();
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let Some((_, line)) = lines.iter().find(|(j, _)| *j == i) else { continue };
            let limit = chair.clock.limit();
            let Some(program) = &mut chair.program else { continue };
            program.freeze(false);
            questions.push(Question::new(program, line, limit));
        }
        ask_all(&mut questions, |i, line| !matches!(read_reply(line, requests[i]), Reply::Stale));
        let answers: Vec<_> = questions.into_iter().map(|question| question.answer).collect();
        for ((i, _), answer) in lines.iter().zip(answers) {
            let Some(answer) = answer else { continue };
            self.take(Seat(*i as u8), answer, turn.number);
            if alone
                && !self.options.ponder
                && let Some(program) = &mut self.chairs[*i].program
            {
                program.freeze(true);
            }
        }
    }

    /// Hands one answer to the rules.
    fn take(&mut self, seat: Seat, answer: crate::exchange::Answer, turn: i64) {
        let chair = &mut self.chairs[seat.index()];
        let used_ms = u32::try_from(answer.used.as_millis()).unwrap_or(u32::MAX);
        chair.time += answer.used;
        chair.longest = chair.longest.max(answer.used);
        chair.used_ms = Some(used_ms);
        let ending = match answer.result {
            Ok(line) => match read_reply(&line, chair.requests) {
                Reply::Orders { actions, notes: _ } => {
                    self.table.list(seat, &actions, used_ms);
                    return;
                }
                Reply::Resign => Ending::Resigned,
                Reply::Stale => Ending::Malformed { why: "an old answer".into(), line: shown(&line) },
                Reply::Malformed(why) => Ending::Malformed { why, line: shown(&line) },
            },
            Err(Ending::Infrastructure { why }) => {
                self.void = Some(why);
                return;
            }
            Err(ending) => ending,
        };
        let absence = chair.absence_by(&ending, self.table.max_restarts());
        self.table.absent(seat, absence, used_ms);
        chair.lose(ending, turn);
    }

    /// Charges the clocks; a turn that goes on (after a look) gives no increment yet.
    fn settle_clocks(&mut self, before: Turn) {
        let after = self.table.turn();
        for seat in before.to_act.iter() {
            let chair = &mut self.chairs[seat.index()];
            let goes_on = after.number == before.number && after.phase == before.phase && after.to_act.contains(seat);
            if let Some(ms) = chair.used_ms.take() {
                chair.clock.used(ms, !goes_on);
            }
        }
    }

    /// Tells everyone the end and lets them go.
    fn farewell(&mut self) {
        let result = self.table.result();
        for i in 0..self.chairs.len() {
            let rejected = self.table.rejected(Seat(i as u8));
            let Some(program) = &mut self.chairs[i].program else { continue };
            program.freeze(false);
            let message = EndMessage { r#type: "end", result: result.clone(), rejected, again: false };
            let mut line = serde_json::to_vec(&message).expect("messages serialise");
            line.push(b'\n');
            if let Some(stdin) = program.stdin() {
                // Whoever does not read any more will not miss it.
                let _ = rustix::io::write(stdin, &line);
            }
            program.close_stdin();
        }
        let until = Instant::now() + FAREWELL;
        for chair in &mut self.chairs {
            if let Some(mut program) = chair.program.take() {
                chair.cpu += program.cpu();
                program.ended_within(until.saturating_duration_since(Instant::now()));
                program.kill();
                chair.log.push_str(&program.log().text());
            }
        }
    }

    fn hello(&self, seat: Seat) -> Vec<u8> {
        let seats = self.table.seats();
        let mut clock = self.table.clock();
        if let Some(ms) = self.options.time.turn_ms {
            clock.turn_ms = ms;
        }
        let message = HelloMessage {
            r#type: "hello",
            protocol: PROTOCOL,
            game: self.table.game(),
            game_version: self.table.version(),
            r#match: &self.id,
            seat: &seats[seat.index()],
            seats,
            config: self.table.config(),
            map: self.table.map_info(),
            random: format!("{:016x}", seat_random(self.options.seed, seat)),
            clock,
        };
        let mut line = serde_json::to_vec(&message).expect("messages serialise");
        line.push(b'\n');
        line
    }

    fn report(&mut self) -> Report {
        let seats = self
            .table
            .seats()
            .iter()
            .zip(&mut self.chairs)
            .map(|(seat, chair)| SeatReport {
                seat: seat.clone(),
                player: chair.player.spelled.clone(),
                name: chair.player.name.clone(),
                ending: chair.gone.clone().unwrap_or(Ending::Finished),
                faults: std::mem::take(&mut chair.faults),
                requests: chair.requests,
                restarts: chair.restarts,
                time_ms: chair.time.as_millis() as u64,
                longest_ms: chair.longest.as_millis() as u64,
                cpu_ms: chair.cpu.as_millis() as u64,
                log: std::mem::take(&mut chair.log),
            })
            .collect();
        Report {
            r#match: self.id.clone(),
            game: self.table.game(),
            game_version: self.table.version(),
            seed: self.options.seed,
            sandbox: self.options.level,
            void: self.void.clone(),
            result: self.table.result(),
            steps: self.steps,
            seats,
        }
    }
}

impl Chair {
    /// What the rules are told of an ending: a program that is gone and may not come back is disqualified, where the
    /// game knows restarts.
    fn absence_by(&self, ending: &Ending, most: Option<u32>) -> Absence {
        let used_up = most.is_some_and(|most| self.restarts >= most);
        if used_up && !ending.keeps_the_program() {
            return Absence::Disqualified;
        }
        ending.absence().unwrap_or(Absence::Crashed)
    }

    /// Writes down a fault; the program goes unless the fault lets it stay.
    fn lose(&mut self, ending: Ending, turn: i64) {
        self.faults.push(Fault { turn, request: self.requests, message: ending.to_string(), ending: ending.clone() });
        if !ending.keeps_the_program() {
            if let Some(mut program) = self.program.take() {
                self.cpu += program.cpu();
                program.kill();
                self.log.push_str(&program.log().text());
            }
            self.gone = Some(ending);
        }
    }
}
