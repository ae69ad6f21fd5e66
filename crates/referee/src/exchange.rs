//! Asking several programs at once: every question has its core, its own clock, and its own limits.

mod attending;
mod poll;
mod question;
mod verdict;

pub use question::{Answer, Question};

use crate::Ending;
use crate::cancel::Cancel;
use crate::lease::{AT_ONCE, Leases};
use crate::program::Program;
use poll::wait_for_any;
use std::time::{Duration, Instant};

/// How often a bot that thinks is looked at; also the longest sleep, so that a cancelled match soon ends.
const LOOK: Duration = Duration::from_millis(50);

/// How long an answer may take before those who wait for their turn are told that they wait. Longer than the kernel's
/// own tick: a shorter sleep would have its timer set anew each time, which costs more than a fast answer.
pub(crate) const MOMENT: Duration = Duration::from_millis(10);

/// How often one who stands in line for a core asks again.
const IN_LINE: Duration = Duration::from_millis(1);

/// Why a match that was stopped from outside counts for nothing.
pub const INTERRUPTED: &str = "interrupted";

/// Asks every question that there is a core for. Fast bots share one.
pub fn begin(questions: &mut [Question<'_>], leases: &mut Leases) {
    for question in questions.iter_mut().filter(|question| question.is_in_line()) {
        if !question.needs_core() {
            question.begin(None);
            continue;
        }
        match leases.take(question.last < AT_ONCE) {
            Some(pass) => question.begin(pass),
            None => question.stand_in_line(),
        }
    }
}

/// What a line is to a question.
pub enum Line {
    /// Its answer.
    Answer,
    /// Not meant for it: thrown away.
    Stale,
    /// A part of the answer. This is said next, on the same clock.
    Part(Vec<u8>),
    /// The last part of the answer, which in whole is this.
    Whole(Vec<u8>),
}

/// Asks the questions that are not asked yet, and waits until each has its answer or its ending. `judge(i, line)`
/// says what a line is to question `i`.
///
/// Once `cancel` says so, open questions end as nobody's fault. `waiting` is told once if an answer takes more than a
/// moment, with all the questions.
pub fn ask_all(
    questions: &mut [Question<'_>],
    leases: &mut Leases,
    cancel: &Cancel,
    waiting: impl FnOnce(&mut [Question<'_>]),
    mut judge: impl FnMut(usize, &[u8]) -> Line,
) {
    begin(questions, leases);
    let begun = questions.iter().filter_map(|question| question.asked).max().unwrap_or_else(Instant::now);
    let (mut now, mut waiting) = (begun, Some(waiting));
    while questions.iter().any(|question| question.answer.is_none()) {
        let in_line = questions.iter().any(Question::is_in_line);
        let longest = if in_line {
            IN_LINE
        } else if waiting.is_some() {
            MOMENT
        } else {
            LOOK
        };
        let next =
            questions.iter().filter(|question| question.is_open()).filter_map(|question| question.next(now)).min();
        let wait = next.map_or(longest, |next| next.saturating_duration_since(now).min(longest));
        wait_for_any(questions, wait, now);
        let woke = Instant::now();
        if woke - begun >= MOMENT
            && let Some(waiting) = waiting.take()
        {
            waiting(questions);
        }
        if cancel.is_cancelled() {
            for question in questions.iter_mut().filter(|question| question.answer.is_none()) {
                question.done(Err(Ending::Infrastructure { why: INTERRUPTED.into() }), woke);
            }
            break;
        }
        for (i, question) in questions.iter_mut().enumerate().filter(|(_, question)| question.is_open()) {
            question.attend(woke, waiting.is_none(), &mut |line| judge(i, line));
        }
        if in_line {
            begin(questions, leases);
        }
        now = woke;
    }
    leases.leave_line();
    leases.settle(begun, now);
}

/// Asks one program.
pub fn ask(
    program: &mut Program,
    line: &[u8],
    limit: Duration,
    cancel: &Cancel,
    mut judge: impl FnMut(&[u8]) -> Line,
) -> Answer {
    let mut questions = [Question::new(program, line, limit)];
    ask_all(&mut questions, &mut Leases::default(), cancel, |_| {}, |_, line| judge(line));
    let [question] = questions;
    question.answer.expect("every question is answered")
}
