//! Asking several programs at once: every question is written and answered under its own absolute deadline.

use crate::Ending;
use crate::lines::Filled;
use crate::program::Program;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::time::{Duration, Instant};

/// If the referee itself wakes this much too late, a missing answer is its own fault.
const OVERSLEPT: Duration = Duration::from_millis(5);

/// One question to one program.
pub struct Question<'a> {
    pub program: &'a mut Program,
    /// The message with its line feed.
    pub line: &'a [u8],
    pub limit: Duration,
    written: usize,
    asked: Option<Instant>,
    pub answer: Option<Answer>,
}

/// How a question was answered.
#[derive(Debug)]
pub struct Answer {
    pub result: Result<Vec<u8>, Ending>,
    pub used: Duration,
}

impl<'a> Question<'a> {
    pub fn new(program: &'a mut Program, line: &'a [u8], limit: Duration) -> Question<'a> {
        Question { program, line, limit, written: 0, asked: None, answer: None }
    }

    fn deadline(&self) -> Option<Instant> {
        self.asked.and_then(|asked| asked.checked_add(self.limit))
    }

    fn done(&mut self, result: Result<Vec<u8>, Ending>) {
        let used = self.asked.map_or(Duration::ZERO, |asked| asked.elapsed());
        self.answer = Some(Answer { result, used });
    }

    /// Writes as much as the pipe takes.
    fn write(&mut self) {
        while self.written < self.line.len() {
            let Some(stdin) = self.program.stdin() else { return };
            match rustix::io::write(stdin, &self.line[self.written..]) {
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
                    self.done(Err(ending));
                    return;
                }
            }
        }
    }

    /// Reads what is there; `accept` says whether a line is an answer or one to be thrown away.
    fn read(&mut self, accept: &mut impl FnMut(&[u8]) -> bool) {
        let filled = self.program.fill();
        while let Some(line) = self.program.lines.take() {
            if accept(&line) {
                return self.done(Ok(line));
            }
        }
        match filled {
            Filled::Ready => {}
            Filled::Flooded => {
                let (bytes, limit) = (self.program.lines.pending(), self.program.lines.limit());
                self.done(Err(Ending::Flooded { bytes, limit }));
            }
            Filled::Closed => {
                let ending = self.program.ended_within(Duration::from_millis(500)).unwrap_or(Ending::Closed);
                self.done(Err(ending));
            }
        }
    }

    fn late(&self) -> Ending {
        let used = self.asked.map_or(self.limit, |asked| asked.elapsed());
        Ending::Late { limit_ms: self.limit.as_millis() as u64, used_ms: used.as_millis() as u64 }
    }
}

/// Asks all questions and waits until each has its answer or its ending. `accept(i, line)` judges a line of question
/// `i`: false throws it away and waits on.
pub fn ask_all(questions: &mut [Question<'_>], mut accept: impl FnMut(usize, &[u8]) -> bool) {
    for question in questions.iter_mut() {
        question.write();
    }
    while questions.iter().any(|question| question.answer.is_none()) {
        let next = questions.iter().filter(|q| q.answer.is_none()).filter_map(Question::deadline).min();
        let wait = next.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        wait_for_any(questions, wait);
        let woke = Instant::now();
        for (i, question) in questions.iter_mut().enumerate() {
            if question.answer.is_some() {
                continue;
            }
            question.write();
            if question.answer.is_none() {
                // Also after the deadline: a complete line that is already there counts.
                question.read(&mut |line| accept(i, line));
            }
            if let Some(deadline) = question.deadline()
                && question.answer.is_none()
                && woke >= deadline
            {
                let ending = if woke > deadline + OVERSLEPT {
                    let late = (woke - deadline).as_millis();
                    Ending::Infrastructure { why: format!("the referee woke {late} ms after the deadline") }
                } else {
                    question.late()
                };
                question.done(Err(ending));
            }
        }
    }
}

/// Sleeps until a pipe of an open question is ready, or `wait` is over.
fn wait_for_any(questions: &[Question<'_>], wait: Option<Duration>) {
    let mut pipes = Vec::with_capacity(2 * questions.len());
    for question in questions.iter().filter(|question| question.answer.is_none()) {
        pipes.push(PollFd::new(question.program.stdout(), PollFlags::IN));
        if question.written < question.line.len()
            && let Some(stdin) = question.program.stdin()
        {
            pipes.push(PollFd::new(stdin, PollFlags::OUT));
        }
    }
    let timeout = wait.map(|wait| Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) });
    // A signal or any other interruption only means looking again.
    let _ = poll(&mut pipes, timeout.as_ref());
}
