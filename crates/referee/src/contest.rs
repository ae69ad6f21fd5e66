//! A whole match: start the players, ask whoever is to act, play the step, until the game is over.

use crate::Ending;
use crate::chair::{Chair, SeatReport};
use crate::clock::{SeatClock, Timekeeping};
use crate::desk::{Desk, Said};
use crate::exchange::{Answer, INTERRUPTED, Question, ask_all, begin};
use crate::huddle::Huddle;
use crate::lease::{AT_ONCE, Leases};
use crate::lobby::Lobby;
use crate::log::Echo;
use crate::player::{Player, Sitter};
use crate::program::{NotStarted, Program};
use crate::protocol::{EndMessage, Reply, hello_line, is_stale, kept_notes, read_ready, read_reply, shown};
use crate::quota::{recorded_bytes, too_many, too_much};
use crate::witness::{Incident, Private, Witness};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use skirmish_core::any::AnyTable;
use skirmish_core::native::{Contact, Replies, Transport};
use skirmish_core::replay::SeatedPlayer;
use skirmish_core::{Seat, SeatSet, Turn};
use skirmish_jail::Brief;
use smallvec::SmallVec;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a match is run.
#[derive(Clone, Debug)]
pub struct Options {
    pub time: Timekeeping,
    /// Programs may think while they wait.
    pub ponder: bool,
    /// What stands between the programs and the machine.
    pub sandbox: Brief,
    /// Another game follows: programs that play series stay for it.
    pub again: bool,
}

/// How a match went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub r#match: String,
    pub game: &'static str,
    pub game_version: u32,
    pub seed: u64,
    pub sandbox: Brief,
    /// Why the match counts for nothing, if it does: the referee's own fault.
    pub void: Option<String>,
    pub result: Value,
    /// The result in plain sentences.
    pub summary: String,
    pub steps: u64,
    /// Whether other programs held up the bots for more than a tenth of their time: nobody was late because of it, but a
    /// quiet machine would tell more of them.
    pub disturbed: bool,
    pub seats: Vec<SeatReport>,
}

impl Report {
    /// Whether somebody stopped the match.
    pub fn interrupted(&self) -> bool {
        self.void.as_deref() == Some(INTERRUPTED)
    }
}

/// A match that has been played.
pub struct Played {
    pub report: Report,
    pub table: Box<dyn AnyTable>,
    /// The programs that stay for the next game, by seat.
    pub programs: Vec<Option<Program>>,
}

/// A match being played.
pub struct Contest<'a> {
    id: String,
    table: Box<dyn AnyTable>,
    chairs: Vec<Chair>,
    options: Options,
    lobby: Option<&'a Lobby>,
    /// Show the logs as they come, by seat.
    echoes: Vec<Echo>,
    witness: &'a mut dyn Witness,
    void: Option<String>,
    steps: u64,
    /// The witness has not been told of the last step yet.
    untold: bool,
    huddle: Huddle,
    leases: Leases,
    /// What the orders of all programs come to in the replay, in bytes at most.
    recorded: u64,
}

/// One for each who is asked: seldom more than two.
type Few<T> = SmallVec<[T; 2]>;

/// So much of what a bot said is kept of a failure.
const MOST_SAID: usize = 64 << 10;

/// One who is being asked.
struct Asked<'a> {
    request: u32,
    native: bool,
    owed: &'a mut u32,
    /// Took its time for its last answer.
    slow: bool,
}

/// Less than this in a whole match disturbs nobody.
const MUCH_DELAY: Duration = Duration::from_millis(100);

/// What a program gets to leave by itself once the game is over.
const FAREWELL: Duration = Duration::from_secs(1);

impl<'a> Contest<'a> {
    /// Seats the players; programs are not started yet. One player for each seat.
    pub fn new(
        id: String,
        mut table: Box<dyn AnyTable>,
        players: Vec<Player>,
        options: Options,
        witness: &'a mut dyn Witness,
    ) -> Contest<'a> {
        let seed = table.seed();
        for (i, player) in players.iter().enumerate() {
            if let Sitter::Builtin(name) = &player.sitter {
                let seat = Seat(i as u8);
                assert!(table.seat_bot(seat, name, seed.of_seat(seat)), "built-in bots are looked up before");
            }
        }
        let huddle = Huddle::new(options.ponder);
        let clock = table.host().clock;
        let chairs = players
            .into_iter()
            .map(|player| {
                // Whoever sits in a debugger is given time, unless a limit was asked for.
                let free = matches!(player.sitter, Sitter::Attach) && options.time.turn_ms.is_none();
                let time = Timekeeping { off: options.time.off || free, ..options.time };
                Chair::new(player, SeatClock::new(clock, time), None)
            })
            .collect();
        let leases = Leases::default();
        Contest {
            id,
            table,
            chairs,
            options,
            lobby: None,
            echoes: Vec::new(),
            witness,
            void: None,
            steps: 0,
            untold: false,
            huddle,
            leases,
            recorded: 0,
        }
    }

    /// Where bots join that are started elsewhere.
    pub fn with_lobby(mut self, lobby: &'a Lobby) -> Self {
        self.lobby = Some(lobby);
        self
    }

    /// Passes on what programs print on standard error as it comes; one for each seat.
    pub fn with_echoes(mut self, echoes: Vec<Echo>) -> Self {
        self.echoes = echoes;
        self
    }

    /// Programs that are there from the game before, by seat.
    pub fn with_programs(mut self, programs: Vec<Option<Program>>) -> Self {
        for (chair, program) in self.chairs.iter_mut().zip(programs) {
            let player = chair.player.clone();
            *chair = Chair::new(player, chair.clock.clone(), program);
        }
        self
    }

    /// Plays to the end.
    pub fn play(mut self) -> Played {
        let all: Vec<usize> = (0..self.chairs.len()).filter(|&i| self.chairs[i].player.sitter.is_program()).collect();
        self.start(&all);
        self.witness.begin(&seated(&*self.table, &self.chairs), &mut *self.table);
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
            for rejection in self.table.rejections() {
                self.chairs[rejection.seat.index()].tally.refused(rejection.reason);
            }
            self.settle_clocks(turn);
            self.untold = true;
            if !self.witness.is_quick() {
                self.tell();
            }
            if self.witness.stopped() {
                self.void = Some(INTERRUPTED.into());
            }
        }
        self.tell();
        self.part();
        self.leases.release();
        let programs = self.farewell();
        Played { report: self.report(), table: self.table, programs }
    }

    /// Tells the witness of the last step, unless it knows.
    fn tell(&mut self) {
        if std::mem::take(&mut self.untold) {
            self.witness.step(&mut *self.table);
        }
    }

    /// Lets everybody run wherever the system likes.
    fn part(&mut self) {
        self.huddle.part(self.chairs.iter().filter_map(|chair| chair.program.as_ref()));
    }

    /// Starts programs, at most one per core at a time, each under its own start-up clock.
    fn start(&mut self, who: &[usize]) {
        if who.is_empty() {
            return;
        }
        // What is started while one keeps to a core would keep to it as well, for good.
        self.part();
        self.leases.release();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for some in who.chunks(cores) {
            if self.void.is_none() {
                self.start_some(some);
            }
        }
    }

    fn start_some(&mut self, some: &[usize]) {
        for &i in some {
            let seat = Seat(i as u8);
            self.chairs[i].hello = self.hello(seat);
            self.chairs[i].gone = None;
            self.chairs[i].owed = 0;
            if self.chairs[i].program.is_none() {
                match self.launch(i) {
                    Ok(program) => self.chairs[i].program = Some(program),
                    Err(error) if error.own_fault => {
                        self.chairs[i].log.push_str(&error.log);
                        self.fail(i, Ending::NotStarted { why: error.why }, &[], 0, 0);
                    }
                    Err(error) => self.void = Some(error.why),
                }
            }
            if let Some(program) = &mut self.chairs[i].program {
                program.echo(self.echoes.get(i).cloned());
            }
        }
        let mut asked = Vec::new();
        let mut questions = Vec::new();
        let contact = self.table.native_contact();
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            // A native bot is not greeted: it speaks first, or its connection is its greeting.
            let greeting: &[u8] = match (&chair.player.sitter, contact.map(|contact| contact.transport)) {
                (Sitter::Native { .. }, Some(Transport::Tcp { .. })) => continue,
                (Sitter::Native { .. }, _) => &[],
                _ => &chair.hello,
            };
            if some.contains(&i)
                && let Some(program) = &mut chair.program
            {
                asked.push(i);
                let question = Question::new(program, greeting, chair.clock.start_limit());
                questions.push(question.pondering(self.options.ponder));
            }
        }
        let witness = &*self.witness;
        ask_all(&mut questions, &mut self.leases, || witness.stopped(), |_| {}, |_, _| true);
        let answers: Vec<Answer> = questions.into_iter().filter_map(|question| question.answer).collect();
        for (i, answer) in asked.into_iter().zip(answers) {
            self.greeted(i, answer, contact);
        }
    }

    /// Takes a program's first words.
    fn greeted(&mut self, i: usize, answer: Answer, contact: Option<Contact>) {
        let used = answer.used.as_millis() as u64;
        let why = match answer.result {
            Ok(line) => {
                let read = match (&self.chairs[i].player.sitter, contact.map(|contact| contact.transport)) {
                    (Sitter::Native { .. }, Some(transport @ Transport::Pipes { greeting })) => {
                        if transport.is_greeting(&line) {
                            Ok(Default::default())
                        } else {
                            Err(format!("its first line must be '{greeting}'; it printed '{}'", shown(&line)))
                        }
                    }
                    _ => read_ready(&line),
                };
                match read {
                    Ok(ready) => {
                        self.chairs[i].ready = ready;
                        return;
                    }
                    Err(why) => {
                        return self.fail(i, Ending::NotStarted { why }, &line, 0, used);
                    }
                }
            }
            Err(Ending::Infrastructure { why }) => {
                self.void = Some(why);
                return;
            }
            Err(Ending::Late { limit_ms, .. }) => format!("not ready after {limit_ms} ms; {}", unready(&answer.said)),
            Err(ending) => format!("before it was ready: {ending}"),
        };
        self.fail(i, Ending::NotStarted { why }, &answer.said, 0, used);
    }

    fn launch(&mut self, i: usize) -> Result<Program, NotStarted> {
        let limit = self.table.host().line_limit;
        let level = self.options.sandbox.level;
        let chair = &self.chairs[i];
        match &chair.player.sitter {
            Sitter::Program(start) => Program::start(start, level, limit),
            Sitter::Native { start, setting } => {
                self.table.seat_native(Seat(i as u8), setting.as_deref()).map_err(NotStarted::ours)?;
                match self.table.native_contact().map(|contact| contact.transport) {
                    Some(transport @ Transport::Tcp { .. }) => {
                        let (patience, witness) = (chair.clock.start_limit(), &*self.witness);
                        let _core = self.leases.wait(|| witness.stopped());
                        Program::start_connecting(start, transport, level, limit, patience, || witness.stopped())
                    }
                    _ => Program::start(start, level, limit),
                }
            }
            Sitter::Attach => {
                let lobby = self.lobby.ok_or_else(|| NotStarted::ours("there is no door to join by"))?;
                let witness = &*self.witness;
                lobby.join(limit, || witness.stopped()).map_err(NotStarted::ours)
            }
            Sitter::Builtin(_) | Sitter::Hand(_) | Sitter::Recorded(_) => unreachable!("only programs are launched"),
        }
    }

    /// Starts dead programs again where the rulebook says so.
    fn restart(&mut self, turn: Turn) {
        let Some(most) = self.table.host().max_restarts else { return };
        // A failed start counts as a death in the first turn: the restart comes with the next.
        if self.steps == 0 {
            return;
        }
        let dead = |&i: &usize| {
            let chair = &self.chairs[i];
            chair.player.sitter.is_program() && chair.gone.is_some() && chair.restarts < most
        };
        let dead: Vec<usize> = turn.to_act.iter().map(Seat::index).filter(dead).collect();
        if dead.is_empty() {
            return;
        }
        for &i in &dead {
            self.chairs[i].restarts += 1;
        }
        // What goes wrong at a start is told by the step it happened at.
        self.tell();
        self.start(&dead);
    }

    /// Gets the orders of every seat to act.
    fn ask(&mut self, turn: Turn) {
        let mut programs = SeatSet::default();
        let mut hands: Vec<(usize, Arc<Desk>)> = Vec::new();
        for seat in turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)) {
            let chair = &mut self.chairs[seat.index()];
            match (&mut chair.player.sitter, &chair.gone) {
                (Sitter::Builtin(_), _) => self.table.ask_bot(seat),
                (Sitter::Recorded(recording), _) => recording.answer(seat, &mut *self.table),
                (_, Some(gone)) => {
                    let absence = chair.absence_by(gone, self.table.host().max_restarts);
                    self.table.absent(seat, absence, 0);
                }
                (Sitter::Hand(desk), None) => {
                    chair.requests += 1;
                    desk.ask(&mut *self.table, seat, chair.requests);
                    hands.push((seat.index(), Arc::clone(desk)));
                }
                (sitter, None) => {
                    let line = &mut chair.message;
                    line.clear();
                    if matches!(sitter, Sitter::Native { .. }) {
                        chair.clock.set_turn_ms(self.table.turn_ms());
                        self.table.native_request(seat, line);
                    } else {
                        let timing = chair.clock.timing(self.table.turn_ms());
                        self.table.message(seat, chair.ready.wants_legal, timing, line);
                        line.push(b'\n');
                    }
                    chair.requests += 1;
                    programs.insert(seat);
                }
            }
        }
        if !programs.is_empty() {
            self.ask_programs(turn, programs);
        }
        self.tell();
        if !hands.is_empty() && self.void.is_none() {
            self.wait_for(turn, hands);
        }
    }

    /// Waits for people. Programs do not think meanwhile.
    fn wait_for(&mut self, turn: Turn, hands: Vec<(usize, Arc<Desk>)>) {
        self.witness.waits();
        if !self.options.ponder {
            self.chairs.iter_mut().filter_map(|chair| chair.program.as_mut()).for_each(|program| program.freeze(true));
        }
        for (i, desk) in hands {
            let begun = Instant::now();
            let witness = &*self.witness;
            let Some(answer) = desk.wait(|| witness.stopped()) else {
                self.void = Some(INTERRUPTED.into());
                return;
            };
            let (seat, used, chair) = (Seat(i as u8), begun.elapsed(), &mut self.chairs[i]);
            chair.time += used;
            chair.longest = chair.longest.max(used);
            let request = chair.requests;
            self.witness.answer(
                seat,
                &Private { turn: turn.number, request, us: used.as_micros() as u64, ..Private::default() },
            );
            match answer {
                // A person's time is never counted.
                Said::Orders(orders) => {
                    let orders: Vec<&RawValue> = orders.iter().map(|order| &**order).collect();
                    self.table.list(seat, &orders, 0);
                }
                Said::Resign => {
                    let absence = self.chairs[i].absence_by(&Ending::Resigned, self.table.host().max_restarts);
                    self.table.absent(seat, absence, 0);
                    self.fail(i, Ending::Resigned, &[], turn.number, 0);
                }
            }
        }
    }

    /// Asks programs, all at once, and hands their answers to the rules; their messages are written.
    fn ask_programs(&mut self, turn: Turn, seats: SeatSet) {
        for (seat, answer) in seats.iter().zip(self.answers(seats)) {
            self.take(seat, answer, turn.number);
        }
        // Whoever else plays is no fast program.
        if self.chairs.iter().any(|chair| chair.program.is_none()) {
            self.leases.release();
        }
    }

    /// The answers of programs that are asked all at once.
    fn answers(&mut self, seats: SeatSet) -> Few<Answer> {
        let newest = self.table.native_contact().is_some_and(|contact| contact.replies == Replies::Newest);
        self.huddle.arrange(&self.chairs, seats);
        let mut questions: Few<Question<'_>> = Few::new();
        let mut asked: Few<Asked<'_>> = Few::new();
        let mut idle: Few<&mut Program> = Few::new();
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let limit = chair.clock.limit();
            let Some(program) = &mut chair.program else { continue };
            if !seats.contains(Seat(i as u8)) {
                idle.push(program);
                continue;
            }
            let native = matches!(chair.player.sitter, Sitter::Native { .. });
            let question = Question::new(program, &chair.message, limit).after(chair.last);
            let question = question.pondering(self.options.ponder);
            questions.push(if native && newest { question.newest() } else { question });
            asked.push(Asked { request: chair.requests, native, owed: &mut chair.owed, slow: chair.last > AT_ONCE });
        }
        // Whoever has to wait for its turn does not think meanwhile. A turn that is over at once is not worth the
        // signals; whether it will be, the last answer tells.
        if self.options.ponder {
            idle.clear();
        } else if asked.iter().any(|asked| asked.slow) {
            idle.iter_mut().for_each(|program| program.freeze(true));
        }
        // The questions are out; what is left to do of the last step is done while they are being read.
        begin(&mut questions, &mut self.leases);
        if std::mem::take(&mut self.untold) {
            self.witness.step(&mut *self.table);
        }
        let (huddle, witness) = (&mut self.huddle, &*self.witness);
        let waiting = |questions: &mut [Question<'_>]| {
            let asked = questions.iter().map(|question| &*question.program);
            huddle.part(asked.chain(idle.iter().map(|program| &**program)));
            idle.into_iter().for_each(|program| program.freeze(true));
        };
        ask_all(
            &mut questions,
            &mut self.leases,
            || witness.stopped(),
            waiting,
            |i, line| {
                let Asked { request, native, owed, .. } = &mut asked[i];
                if !*native {
                    return !is_stale(line, *request);
                }
                // Without numbers answers are matched by their order.
                let stale = **owed > 0;
                **owed -= u32::from(stale);
                !stale
            },
        );
        questions.into_iter().map(|question| question.answer.expect("every question is answered")).collect()
    }

    /// Hands one answer to the rules.
    fn take(&mut self, seat: Seat, answer: Answer, turn: i64) {
        let i = seat.index();
        let seats = self.chairs.len() as u64;
        let chair = &mut self.chairs[i];
        let used_ms = chair.spend(&answer);
        let mut notes = None;
        let (ending, said) = match answer.result {
            Ok(line) if matches!(chair.player.sitter, Sitter::Native { .. }) => {
                match self.table.native_reply(seat, &line, used_ms) {
                    Ok(()) => (None, line),
                    Err(why) => (Some(Ending::Malformed { why: shown(why.as_bytes()), line: shown(&line) }), line),
                }
            }
            Ok(line) => {
                let ending = match read_reply(&line, chair.requests) {
                    Reply::Orders { actions, notes: noted } => {
                        if let Some(noted) = noted {
                            chair.tally.noted(turn, chair.requests, noted);
                            notes = Some(kept_notes(noted));
                        }
                        let bytes = recorded_bytes(line.len(), actions.len());
                        let flood = too_many(actions.len(), self.table.host().list_limit())
                            .or_else(|| too_much(bytes, &mut chair.recorded, &mut self.recorded, seats));
                        if flood.is_none() {
                            self.table.list(seat, &actions, used_ms);
                        }
                        flood
                    }
                    Reply::Resign => Some(Ending::Resigned),
                    Reply::Stale => Some(Ending::Malformed { why: "an old answer".into(), line: shown(&line) }),
                    Reply::Malformed(why) => Some(Ending::Malformed { why, line: shown(&line) }),
                };
                (ending, line)
            }
            Err(Ending::Infrastructure { why }) => {
                self.void = Some(why);
                return;
            }
            Err(ending) => (Some(ending), answer.said),
        };
        // Whoever failed may have said why in the same moment.
        let stderr = match (&mut chair.program, &ending) {
            (Some(program), None) => program.take_log(),
            (Some(program), Some(_)) => program.log().take_fresh(),
            (None, _) => None,
        };
        let bad = ending.as_ref().is_some_and(|ending| *ending != Ending::Resigned && !said.is_empty());
        let bad = bad || (ending.is_none() && self.table.unreadable(seat) > 0);
        let kept = bad.then(|| String::from_utf8_lossy(&said[..said.len().min(MOST_SAID)]).into_owned());
        let (us, cpu_us) = (answer.used.as_micros() as u64, chair.cpu_lately(answer.at).as_micros() as u64);
        let delay_us = answer.delay.as_micros() as u64;
        let private = Private { turn, request: chair.requests, us, delay_us, cpu_us, stderr, notes, said: kept };
        self.witness.answer(seat, &private);
        let Some(ending) = ending else { return };
        let in_order = self.table.native_contact().is_some_and(|contact| contact.replies == Replies::InOrder);
        if in_order && matches!(ending, Ending::Late { .. }) {
            chair.owed += 1;
        }
        let absence = chair.absence_by(&ending, self.table.host().max_restarts);
        self.table.absent(seat, absence, used_ms);
        let sent = std::mem::take(&mut self.chairs[i].message);
        self.fail_on(i, ending, &said, turn, u64::from(used_ms), &sent);
    }

    fn fail(&mut self, i: usize, ending: Ending, said: &[u8], turn: i64, used_ms: u64) {
        let sent = self.chairs[i].hello.clone();
        self.fail_on(i, ending, said, turn, used_ms, &sent);
    }

    /// Writes down a fault, with everything that helps to understand it.
    fn fail_on(&mut self, i: usize, ending: Ending, said: &[u8], turn: i64, used_ms: u64, sent: &[u8]) {
        let seated = seated(&*self.table, &self.chairs);
        let chair = &mut self.chairs[i];
        // First of all: it may have more to say while it dies, and that belongs to the story.
        let stderr = chair.program.as_mut().map(|program| program.log().text());
        let incident = Incident {
            turn,
            request: chair.requests,
            ending: &ending,
            hello: chair.hello.strip_suffix(b"\n").unwrap_or(&chair.hello),
            sent: sent.strip_suffix(b"\n").unwrap_or(sent),
            said: &said[..said.len().min(MOST_SAID)],
            stderr: stderr.unwrap_or_else(|| chair.log.clone()),
            limit_ms: chair.clock.limit().as_millis() as u64,
            used_ms,
            cpu_ms: chair.cpu().as_millis() as u64,
            wants_legal: chair.ready.wants_legal,
        };
        // A resignation is a decision, not a failure.
        if ending != Ending::Resigned {
            self.witness.fault(Seat(i as u8), &seated, &incident, &*self.table);
        }
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

    /// Tells everyone the end; lets them go, or keeps those who stay for another game.
    fn farewell(&mut self) -> Vec<Option<Program>> {
        let result = self.table.result();
        let another = self.options.again && self.void.is_none();
        let stays = |chair: &Chair| another && chair.ready.series && chair.fault_count == 0;
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let seat = Seat(i as u8);
            let again = stays(chair);
            let Some(program) = &mut chair.program else { continue };
            program.freeze(false);
            let mut line = Vec::new();
            if matches!(chair.player.sitter, Sitter::Native { .. }) {
                self.table.native_farewell(seat, &mut line);
            } else {
                let rejected = self.table.rejected(seat);
                line = EndMessage { r#type: "end", result: result.clone(), rejected, again }.line();
            }
            // Whoever is gone will not miss it.
            let _gone = program.tell(&line);
            if !again {
                program.close_input();
            }
        }
        let until = Instant::now() + FAREWELL;
        self.deliver_all(until);
        let mut staying = Vec::with_capacity(self.chairs.len());
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let again = stays(chair);
            match &mut chair.program {
                Some(program) if again => {
                    program.echo(None);
                    chair.cpu_before += program.cpu();
                    chair.log.push_str(&program.log().text());
                    staying.push(chair.program.take());
                    continue;
                }
                Some(program) => {
                    program.leaves_within(until.saturating_duration_since(Instant::now()));
                    if let stderr @ Some(_) = chair.dismiss() {
                        let turn = self.table.turn().number;
                        self.witness.answer(Seat(i as u8), &Private { turn, stderr, ..Private::default() });
                    }
                }
                None => {}
            }
            staying.push(None);
        }
        staying
    }

    /// Lets everybody read what it was told last, side by side.
    fn deliver_all(&mut self, until: Instant) {
        while Instant::now() < until {
            let mut left = false;
            for program in self.chairs.iter_mut().filter_map(|chair| chair.program.as_mut()) {
                program.fill_log();
                left |= program.unread() > 0 && program.deliver().is_ok();
            }
            if !left {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn hello(&self, seat: Seat) -> Vec<u8> {
        let mut clock = self.table.host().clock;
        if let Some(ms) = self.options.time.turn_ms {
            clock.turn_ms = ms;
        }
        hello_line(&*self.table, seat, &self.id, clock)
    }

    fn report(&mut self) -> Report {
        let sum = |time: fn(&Chair) -> Duration| self.chairs.iter().map(time).sum::<Duration>();
        let disturbed =
            sum(|chair| chair.delay) * 10 > sum(|chair| chair.time) && sum(|chair| chair.delay) > MUCH_DELAY;
        let out = self.table.counted_out();
        let chairs = self.table.seats().iter().zip(&mut self.chairs).enumerate();
        let seats = chairs.map(|(i, (seat, chair))| chair.report(seat, out.contains(Seat(i as u8)))).collect();
        Report {
            r#match: self.id.clone(),
            game: self.table.game(),
            game_version: self.table.version(),
            seed: self.table.seed().number(),
            sandbox: self.options.sandbox.clone(),
            void: self.void.clone(),
            result: self.table.result(),
            summary: self.table.summary(),
            steps: self.steps,
            disturbed,
            seats,
        }
    }
}

/// What may help a program that did not get ready.
fn unready(said: &[u8]) -> String {
    if said.is_empty() {
        return "it has printed nothing: answer the hello with a ready line, and flush standard output after every line".into();
    }
    format!("it has printed '{}' without a line feed at the end", shown(said))
}

/// Who sits where, as far as they have said who they are.
fn seated(table: &dyn AnyTable, chairs: &[Chair]) -> Vec<SeatedPlayer> {
    let one = |(seat, chair): (&String, &Chair)| SeatedPlayer {
        seat: seat.clone(),
        player: chair.player.spelled.clone(),
        name: chair.ready.name.clone(),
    };
    table.seats().iter().zip(chairs).map(one).collect()
}
