//! Asking every seat that is to act, programs all at once.

use super::Bout;
use crate::dialect::Dialect;
use crate::exchange::{Answer, Line, Question, ask_all, begin};
use crate::lease::AT_ONCE;
use crate::player::Sitter;
use crate::program::Program;
use skirmish_core::{Seat, SeatSet, Turn};
use smallvec::SmallVec;
use std::sync::Arc;

/// One for each who is asked: seldom more than two.
type Few<T> = SmallVec<[T; 2]>;

impl Bout<'_> {
    /// Gets the orders of every seat to act.
    pub(super) fn ask(&mut self, turn: Turn) {
        let turn_ms = self.table.turn_ms();
        let (mut programs, mut hands, mut unasked) = (SeatSet::default(), Vec::new(), Vec::new());
        for seat in turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)) {
            let chair = &mut self.chairs[seat.index()];
            match (&mut chair.player.sitter, &chair.gone, &mut chair.dialect) {
                (Sitter::Builtin(_), _, _) => self.table.ask_bot(seat),
                (Sitter::Recorded(tape), _, _) => tape.answer(seat, &mut *self.table),
                (_, Some(gone), _) => {
                    let absence = chair.absence_by(gone, self.terms.max_restarts);
                    self.table.absent(seat, absence, 0);
                }
                (Sitter::Hand(desk), None, _) => {
                    chair.request = desk.ask(&mut *self.table, seat);
                    hands.push((seat, Arc::clone(desk)));
                }
                (_, None, Some(dialect)) => {
                    chair.message.clear();
                    let timing = chair.clock.timing(turn_ms);
                    let (request, asked) = dialect.ask(seat, timing, &mut *self.table, &mut chair.message);
                    chair.request = request;
                    match asked {
                        Ok(()) => programs.insert(seat),
                        Err(ending) => unasked.push((seat, ending)),
                    }
                }
                (_, None, None) => unreachable!("every program has a dialect"),
            }
        }
        if !programs.is_empty() {
            self.ask_programs(turn, programs);
        }
        for (seat, ending) in unasked {
            self.take(seat, Answer::unasked(ending), turn.number);
        }
        self.telling.catch_up(&mut *self.table);
        if !hands.is_empty() && self.void.is_none() {
            self.wait_for(turn, hands);
        }
    }

    /// Asks programs and hands their answers to the rules; their messages are written.
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
        self.huddle.arrange(&self.chairs, seats);
        let mut questions: Few<Question<'_>> = Few::new();
        let mut asked: Few<(&mut Box<dyn Dialect>, u32)> = Few::new();
        let mut idle: Few<&mut Program> = Few::new();
        let mut slow = false;
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let limit = chair.clock.limit();
            let (Some(program), Some(dialect)) = (&mut chair.program, &mut chair.dialect) else { continue };
            if !seats.contains(Seat(i as u8)) {
                idle.push(program);
                continue;
            }
            let question = Question::new(program, &chair.message, limit).after(chair.times.last);
            let question = question.pondering(self.options.ponder);
            questions.push(if dialect.takes_newest() { question.newest() } else { question });
            asked.push((dialect, chair.request));
            slow |= chair.times.last > AT_ONCE;
        }
        // Whoever waits for its turn does not think meanwhile. A turn that is over at once is not worth the signals;
        // whether it will be, the last answer tells.
        if self.options.ponder {
            idle.clear();
        } else if slow {
            idle.iter_mut().for_each(|program| program.freeze(true));
        }
        // The questions are out; what is left to do of the last step is done while they are being read.
        begin(&mut questions, &mut self.leases);
        self.telling.catch_up(&mut *self.table);
        let huddle = &mut self.huddle;
        let waiting = |questions: &mut [Question<'_>]| {
            let asked = questions.iter().map(|question| &*question.program);
            huddle.part(asked.chain(idle.iter().map(|program| &**program)));
            idle.into_iter().for_each(|program| program.freeze(true));
        };
        let judge = |i: usize, line: &[u8]| -> Line {
            let (dialect, request) = &mut asked[i];
            dialect.judge(line, *request)
        };
        ask_all(&mut questions, &mut self.leases, &self.options.cancel, waiting, judge);
        questions.into_iter().map(|question| question.answer.expect("every question is answered")).collect()
    }
}
