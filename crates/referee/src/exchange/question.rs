//! One question to one program, from asking to the answer.

use super::poll::Ready;
use super::verdict::Overdue;
use super::{LOOK, MOMENT};
use crate::Ending;
use crate::delay::Gauge;
use crate::ending::Flood;
use crate::lease::Pass;
use crate::lines::Filled;
use crate::program::Program;
use std::time::{Duration, Instant};

/// After this, one who seems to stand in line when its time is up is looked at again.
const GLANCE: Duration = Duration::from_millis(2);

/// How often one whose pipe is closed is asked how it ended, and for how long.
const LEAVING: Duration = Duration::from_millis(2);
const LEAVES_WITHIN: Duration = Duration::from_millis(500);

/// Whoever prints logs without end is read again after this.
const LOG_PAUSE: Duration = Duration::from_millis(5);

/// With less time than this a bot is followed from the first moment on.
const SHORT: Duration = Duration::from_millis(200);

/// With more time than this nobody keeps a clock, nor a core: the bot may stand still in a debugger.
const CLOCKLESS: Duration = Duration::from_secs(24 * 3600);

/// The most answers to earlier questions that are thrown away before an answer to the present one must come.
const MOST_STALE: usize = 1000;

/// The most bytes of earlier messages that wait for one who does not read.
const MOST_UNREAD: usize = 1 << 20;

/// One question to one program.
pub struct Question<'a> {
    pub program: &'a mut Program,
    /// The message with its line feed.
    pub line: &'a [u8],
    pub limit: Duration,
    /// Of several answers that are there at once the last one counts, and what came before the question is dropped.
    newest: bool,
    /// What its last answer took.
    pub(super) last: Duration,
    /// It may think before it is asked.
    ponders: bool,
    /// Since when it stands in line for a core, and how long it has.
    waits: Option<Instant>,
    waited: Duration,
    lease: Pass,
    pub(super) asked: Option<Instant>,
    /// Only for those who take their time.
    gauge: Option<Box<Gauge>>,
    /// Its time is up but for this look.
    again: Option<Instant>,
    /// A pipe of it is closed; until when its end is waited for.
    pub(super) leaves: Option<Instant>,
    /// What was thrown away.
    stale_lines: usize,
    stale_bytes: usize,
    /// Its log is not read before.
    pub(super) quiet: Option<Instant>,
    pub(super) ready: Ready,
    pub answer: Option<Answer>,
}

/// How a question was answered.
#[derive(Debug)]
pub struct Answer {
    pub result: Result<Vec<u8>, Ending>,
    /// The time that counts: from the question to the answer, without `delay`.
    pub used: Duration,
    /// How long other programs kept the bot from running meanwhile.
    pub delay: Duration,
    /// How long the question waited for a core before it was asked.
    pub waited: Duration,
    /// When that was known.
    pub at: Instant,
    /// Where there was no answer: what had come of one.
    pub said: Vec<u8>,
}

impl<'a> Question<'a> {
    pub fn new(program: &'a mut Program, line: &'a [u8], limit: Duration) -> Question<'a> {
        Question {
            program,
            line,
            limit,
            newest: false,
            last: Duration::MAX,
            ponders: false,
            waits: None,
            waited: Duration::ZERO,
            lease: None,
            asked: None,
            gauge: None,
            again: None,
            leaves: None,
            stale_lines: 0,
            stale_bytes: 0,
            quiet: None,
            ready: Ready::default(),
            answer: None,
        }
    }

    /// For programs whose answers bear no number and may be given more than once.
    pub fn newest(mut self) -> Question<'a> {
        self.newest = true;
        // How the reading went is found out again when the answer is read.
        let _later = self.program.fill();
        while self.program.lines.take().is_some() {}
        self
    }

    /// What the last answer took: whoever answers at once is not measured as those are who take their time.
    pub fn after(mut self, last: Duration) -> Question<'a> {
        self.last = last;
        self
    }

    /// For programs that may think before they are asked.
    pub fn pondering(mut self, ponders: bool) -> Question<'a> {
        self.ponders = ponders;
        self
    }

    pub(super) fn is_open(&self) -> bool {
        self.asked.is_some() && self.answer.is_none()
    }

    pub(super) fn is_in_line(&self) -> bool {
        self.asked.is_none()
    }

    pub(super) fn needs_core(&self) -> bool {
        self.limit < CLOCKLESS && self.program.is_ours()
    }

    /// Puts the question; its clock starts with the first byte.
    pub(super) fn begin(&mut self, pass: Pass) {
        self.waited = self.waits.map_or(Duration::ZERO, |since| since.elapsed());
        self.lease = pass;
        self.program.freeze(false);
        if self.needs_core() && (self.last >= MOMENT || self.limit < SHORT) {
            self.gauge = Gauge::begin(self.program).map(Box::new);
        }
        let (unread, told) = (self.program.unread(), self.program.tell(self.line));
        let now = Instant::now();
        self.asked = Some(now);
        if unread > MOST_UNREAD {
            self.done(Err(Ending::Deaf { bytes: unread, limit: MOST_UNREAD }), now);
        } else if told.is_err() {
            self.leave(now);
        }
    }

    /// It has to wait for a core, and does not think meanwhile.
    pub(super) fn stand_in_line(&mut self) {
        if self.waits.is_none() {
            self.waits = Some(Instant::now());
            self.program.freeze(!self.ponders);
        }
    }

    fn delay(&self) -> Duration {
        self.gauge.as_ref().map_or(Duration::ZERO, |gauge| gauge.delay())
    }

    /// The time that counts by `now`.
    fn used(&self, now: Instant) -> Duration {
        self.asked.map_or(Duration::ZERO, |asked| now.saturating_duration_since(asked).saturating_sub(self.delay()))
    }

    fn deadline(&self) -> Option<Instant> {
        self.asked.and_then(|asked| asked.checked_add(self.limit)?.checked_add(self.delay()))
    }

    /// When something is to be done even if nothing comes.
    pub(super) fn next(&self, now: Instant) -> Option<Instant> {
        let leaves = self.leaves.map(|until| until.min(now + LEAVING));
        [leaves, self.quiet, self.again.or(self.deadline())].into_iter().flatten().min()
    }

    /// `when`: as soon as it could be known.
    pub(super) fn done(&mut self, result: Result<Vec<u8>, Ending>, when: Instant) {
        if result.is_ok()
            && let Some(gauge) = &mut self.gauge
        {
            gauge.answered(self.program);
        }
        let mut used = self.used(when);
        let said = if result.is_err() { self.program.lines.begun() } else { Vec::new() };
        if result.is_ok() {
            // It was there when the time was up.
            used = used.min(self.limit);
        }
        self.lease = None;
        let (delay, waited) = (self.delay(), self.waited);
        self.answer = Some(Answer { result, used, delay, waited, at: when, said });
    }

    /// A pipe is closed a little before its process is gone.
    fn leave(&mut self, now: Instant) {
        self.leaves = Some(now + LEAVES_WITHIN);
        self.see_off(now);
    }

    /// Tells how it ended once that is known.
    fn see_off(&mut self, now: Instant) {
        let Some(until) = self.leaves else { return };
        if let Some(ending) = self.program.ended_within(Duration::ZERO) {
            self.done(Err(ending), now);
        } else if now >= until || !self.program.is_ours() {
            self.done(Err(Ending::Closed), now);
        }
    }

    /// Reads what was there when we woke; `accept` says whether a line is an answer or one to be thrown away.
    fn read(&mut self, woke: Instant, accept: &mut impl FnMut(&[u8]) -> bool) {
        let filled = self.program.fill();
        let limit = self.program.lines.limit();
        let flooded = |count, limit, of| Err(Ending::Flooded { count, limit, of });
        while let Some(mut line) = self.program.lines.take() {
            if line.len() > limit {
                return self.done(flooded(line.len(), limit, Flood::Bytes), woke);
            }
            if accept(&line) {
                while self.newest
                    && let Some(newer) = self.program.lines.take()
                {
                    line = newer;
                }
                return self.done(Ok(line), woke);
            }
            self.stale_lines += 1;
            self.stale_bytes += line.len() + 1;
            if self.stale_lines > MOST_STALE {
                return self.done(flooded(self.stale_lines, MOST_STALE, Flood::OldAnswers), woke);
            }
            if self.stale_bytes > limit {
                return self.done(flooded(self.stale_bytes, limit, Flood::Bytes), woke);
            }
        }
        match filled {
            Filled::Ready => {}
            Filled::Flooded => self.done(flooded(self.program.lines.pending(), limit, Flood::Bytes), woke),
            Filled::Closed => self.leave(woke),
        }
    }

    /// Its time is up as far as we knew, and no whole answer is there: whose fault is it?
    fn judge(&mut self, woke: Instant) {
        if let Some(gauge) = &mut self.gauge {
            gauge.look(self.program);
        }
        let (used, limit) = (self.used(woke), self.limit);
        let in_line = self.gauge.as_ref().is_some_and(|gauge| gauge.may_stand_in_line(self.program, used, limit));
        let overdue = Overdue {
            limit,
            used,
            wall: self.asked.map_or(Duration::ZERO, |asked| woke.saturating_duration_since(asked)),
            delay: self.delay(),
            in_line,
        };
        match overdue.verdict(|| self.program.stands_back()) {
            Some(ending) => self.done(Err(ending), woke),
            None => self.again = in_line.then(|| woke + GLANCE),
        }
    }

    /// Does whatever is to be done for an open question.
    pub(super) fn attend(&mut self, woke: Instant, slow: bool, accept: &mut impl FnMut(&[u8]) -> bool) {
        let ready = std::mem::take(&mut self.ready);
        self.quiet.take_if(|until| *until <= woke);
        self.again.take_if(|until| *until <= woke);
        if ready.log && self.program.fill_log() {
            self.quiet = Some(woke + LOG_PAUSE);
        }
        if self.leaves.is_some() {
            return self.see_off(woke);
        }
        let gone = ready.write && self.program.deliver().is_err();
        let over = self.again.is_none() && self.deadline().is_some_and(|deadline| woke >= deadline);
        if ready.read || over || gone {
            // Also after the deadline: a complete line that is already there counts.
            self.read(woke, accept);
        }
        if self.answer.is_some() || self.leaves.is_some() {
            return;
        }
        if gone {
            return self.leave(woke);
        }
        if over {
            self.judge(woke);
        }
        if self.answer.is_none() && slow && self.needs_core() {
            match &mut self.gauge {
                Some(gauge) if gauge.is_due(woke, LOOK) => gauge.look(self.program),
                Some(_) => {}
                None => self.gauge = Gauge::begin(self.program).map(Box::new),
            }
        }
    }
}
