//! Asking several programs at once: every question is written and answered under its own absolute deadline.

use crate::Ending;
use crate::lines::Filled;
use crate::program::Program;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use smallvec::SmallVec;
use std::time::{Duration, Instant};

/// The longest sleep, so that Ctrl-C is noticed.
const NAP: Duration = Duration::from_millis(100);

/// How long an answer may take before those who wait for their turn are told that they wait. Longer than the kernel's
/// own tick: a shorter sleep would have its timer set anew each time, which costs more than a fast answer.
pub(crate) const MOMENT: Duration = Duration::from_millis(10);

/// Why a match that was stopped from outside counts for nothing.
pub const INTERRUPTED: &str = "interrupted";

/// If the referee itself wakes this much too late, a missing answer is its own fault.
const OVERSLEPT: Duration = Duration::from_millis(5);

/// One question to one program.
pub struct Question<'a> {
    pub program: &'a mut Program,
    /// The message with its line feed.
    pub line: &'a [u8],
    pub limit: Duration,
    /// Of several answers that are there at once the last one counts, and what came before the question is dropped.
    newest: bool,
    written: usize,
    asked: Option<Instant>,
    ready: Ready,
    pub answer: Option<Answer>,
}

/// How a question was answered.
#[derive(Debug)]
pub struct Answer {
    pub result: Result<Vec<u8>, Ending>,
    pub used: Duration,
    /// When that was known.
    pub at: Instant,
    /// Where there was no answer: what had come of one.
    pub said: Vec<u8>,
}

impl<'a> Question<'a> {
    pub fn new(program: &'a mut Program, line: &'a [u8], limit: Duration) -> Question<'a> {
        Question { program, line, limit, newest: false, written: 0, asked: None, ready: Ready::default(), answer: None }
    }

    /// For programs whose answers bear no number and may be given more than once.
    pub fn newest(mut self) -> Question<'a> {
        self.newest = true;
        // How the reading went is found out again when the answer is read.
        let _later = self.program.fill();
        while self.program.lines.take().is_some() {}
        self
    }

    fn deadline(&self) -> Option<Instant> {
        self.asked.and_then(|asked| asked.checked_add(self.limit))
    }

    /// `when`: as soon as it could be known.
    fn done(&mut self, result: Result<Vec<u8>, Ending>, when: Instant) {
        let used = self.asked.map_or(Duration::ZERO, |asked| when.saturating_duration_since(asked));
        let said = if result.is_err() { self.program.lines.begun() } else { Vec::new() };
        self.answer = Some(Answer { result, used, at: when, said });
    }

    /// Writes as much as the pipe takes.
    pub fn write(&mut self) {
        // Whoever speaks first has nothing to read, and a clock all the same.
        if self.line.is_empty() {
            self.asked.get_or_insert_with(Instant::now);
        }
        while self.written < self.line.len() {
            let Some(writer) = self.program.writer() else { return };
            match rustix::io::write(writer, &self.line[self.written..]) {
                Ok(n) => {
                    // The clock starts with the first byte: encoding is ours.
                    self.asked.get_or_insert_with(Instant::now);
                    self.written += n;
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    self.asked.get_or_insert_with(Instant::now);
                    return;
                }
                Err(_) => {
                    self.asked.get_or_insert_with(Instant::now);
                    let ending = self.program.ended_within(Duration::from_millis(500)).unwrap_or(Ending::Closed);
                    self.done(Err(ending), Instant::now());
                    return;
                }
            }
        }
    }

    /// Reads what was there when we woke; `accept` says whether a line is an answer or one to be thrown away.
    fn read(&mut self, woke: Instant, accept: &mut impl FnMut(&[u8]) -> bool) {
        let filled = self.program.fill();
        while let Some(mut line) = self.program.lines.take() {
            if accept(&line) {
                while self.newest
                    && let Some(newer) = self.program.lines.take()
                {
                    line = newer;
                }
                return self.done(Ok(line), woke);
            }
        }
        match filled {
            Filled::Ready => {}
            Filled::Flooded => {
                let (bytes, limit) = (self.program.lines.pending(), self.program.lines.limit());
                self.done(Err(Ending::Flooded { bytes, limit }), woke);
            }
            Filled::Closed => {
                let ending = self.program.ended_within(Duration::from_millis(500)).unwrap_or(Ending::Closed);
                self.done(Err(ending), woke);
            }
        }
    }

    fn late(&self, woke: Instant) -> Ending {
        let used = self.asked.map_or(self.limit, |asked| woke.saturating_duration_since(asked));
        Ending::Late { limit_ms: self.limit.as_millis() as u64, used_ms: used.as_millis() as u64 }
    }
}

/// Writes the questions that are not written yet, and waits until each has its answer or its ending. `accept(i, line)`
/// judges a line of question `i`: false throws it away and waits on.
///
/// `stopped` is asked now and then; once it says so, open questions end as nobody's fault. `waiting` is told once if an
/// answer takes more than a moment, with all the questions.
pub fn ask_all(
    questions: &mut [Question<'_>],
    stopped: impl Fn() -> bool,
    waiting: impl FnOnce(&mut [Question<'_>]),
    mut accept: impl FnMut(usize, &[u8]) -> bool,
) {
    for question in questions.iter_mut() {
        question.write();
    }
    let begun = questions.iter().filter_map(|question| question.asked).max().unwrap_or_else(Instant::now);
    let mut just_now = Some(begun);
    let mut waiting = Some(waiting);
    while questions.iter().any(|question| question.answer.is_none()) {
        let next = questions.iter().filter(|q| q.answer.is_none()).filter_map(Question::deadline).min();
        let now = just_now.take().unwrap_or_else(Instant::now);
        let longest = if waiting.is_some() { MOMENT } else { NAP };
        let wait = next.map_or(longest, |deadline| deadline.saturating_duration_since(now).min(longest));
        wait_for_any(questions, wait);
        let woke = Instant::now();
        if woke - begun >= MOMENT
            && let Some(waiting) = waiting.take()
        {
            waiting(questions);
        }
        if stopped() {
            for question in questions.iter_mut().filter(|question| question.answer.is_none()) {
                question.done(Err(Ending::Infrastructure { why: INTERRUPTED.into() }), woke);
            }
            return;
        }
        for (i, question) in questions.iter_mut().enumerate().filter(|(_, question)| question.answer.is_none()) {
            let ready = std::mem::take(&mut question.ready);
            if ready.write {
                question.write();
            }
            if ready.log {
                question.program.fill_log();
            }
            let over = question.deadline().filter(|&deadline| woke >= deadline);
            if question.answer.is_none() && (ready.read || over.is_some()) {
                // Also after the deadline: a complete line that is already there counts.
                question.read(woke, &mut |line| accept(i, line));
            }
            if let (Some(deadline), None) = (over, &question.answer) {
                let ending = if woke > deadline + OVERSLEPT {
                    let late = (woke - deadline).as_millis();
                    Ending::Infrastructure { why: format!("the referee woke {late} ms after the deadline") }
                } else {
                    question.late(woke)
                };
                question.done(Err(ending), woke);
            }
        }
    }
}

/// Asks one program.
pub fn ask(
    program: &mut Program,
    line: &[u8],
    limit: Duration,
    stopped: impl Fn() -> bool,
    mut accept: impl FnMut(&[u8]) -> bool,
) -> Answer {
    let mut questions = [Question::new(program, line, limit)];
    ask_all(&mut questions, stopped, |_| {}, |_, line| accept(line));
    let [question] = questions;
    question.answer.expect("every question is answered")
}

/// Whose pipe it is, and what its being ready means.
type Owner = (usize, fn(&mut Ready));

/// What can be done for a question without waiting.
#[derive(Clone, Copy, Default)]
struct Ready {
    read: bool,
    write: bool,
    log: bool,
}

/// Sleeps until a pipe of an open question is ready, or `wait` is over. Tells each question what is ready.
fn wait_for_any(questions: &mut [Question<'_>], wait: Duration) {
    let mut pipes: SmallVec<[PollFd<'_>; 8]> = SmallVec::new();
    let mut owners: SmallVec<[Owner; 8]> = SmallVec::new();
    for (i, question) in questions.iter().enumerate().filter(|(_, question)| question.answer.is_none()) {
        pipes.push(PollFd::from_borrowed_fd(question.program.reader(), PollFlags::IN));
        owners.push((i, |ready| ready.read = true));
        for end in question.program.log_ends() {
            pipes.push(PollFd::from_borrowed_fd(end, PollFlags::IN));
            owners.push((i, |ready| ready.log = true));
        }
        if question.written < question.line.len()
            && let Some(writer) = question.program.writer()
        {
            pipes.push(PollFd::from_borrowed_fd(writer, PollFlags::OUT));
            owners.push((i, |ready| ready.write = true));
        }
    }
    let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
    // A signal or any other interruption only means looking again.
    let _ = poll(&mut pipes, Some(&timeout));
    let ready: SmallVec<[bool; 8]> = pipes.iter().map(|pipe| !pipe.revents().is_empty()).collect();
    drop(pipes);
    for ((i, mark), _) in owners.into_iter().zip(ready).filter(|(_, ready)| *ready) {
        mark(&mut questions[i].ready);
    }
}
