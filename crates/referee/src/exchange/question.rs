//! One question to one program, from asking to the answer.

use super::MOMENT;
use super::attending::LEAVING;
use super::poll::Ready;
use crate::Ending;
use crate::delay::Gauge;
use crate::lease::Pass;
use crate::program::Program;
use std::time::{Duration, Instant};

/// With less time than this a bot is followed from the first moment.
const SHORT: Duration = Duration::from_millis(200);

/// With more time than this there is no clock and no lease of a core: the bot may sit in a debugger.
const CLOCKLESS: Duration = Duration::from_secs(24 * 3600);

/// The most bytes of earlier messages that wait for one who does not read.
const MOST_UNREAD: usize = 1 << 20;

/// One question to one program.
pub struct Question<'a> {
    /// Whom it is put to.
    pub program: &'a mut Program,
    /// The message with its line feed.
    pub line: &'a [u8],
    /// The time for the answer.
    pub limit: Duration,
    /// Of several answers that are there at once the last one counts; what came before the question is dropped.
    pub(super) newest: bool,
    /// What its last answer took.
    pub(super) last: Duration,
    /// It may think before it is asked.
    ponders: bool,
    /// Since when it stands in line for a core, and how long it has.
    waits: Option<Instant>,
    waited: Duration,
    lease: Pass,
    pub(super) asked: Option<Instant>,
    /// Only for slower bots.
    pub(super) gauge: Option<Box<Gauge>>,
    /// Its time is up, but it is looked at once more.
    pub(super) again: Option<Instant>,
    /// One of its pipes is closed; until when we wait for its end.
    pub(super) leaves: Option<Instant>,
    /// What was thrown away.
    pub(super) stale_lines: usize,
    pub(super) stale_bytes: usize,
    /// Its log is not read before this.
    pub(super) quiet: Option<Instant>,
    pub(super) ready: Ready,
    /// How it was answered, once it was.
    pub answer: Option<Answer>,
}

/// How a question was answered.
#[derive(Debug)]
pub struct Answer {
    /// The line of the answer, or how its author failed.
    pub result: Result<Vec<u8>, Ending>,
    /// The time that counts: from the question to the answer, without `delay`.
    pub used: Duration,
    /// How long other programs kept the bot from running meanwhile.
    pub delay: Duration,
    /// How long the question waited for a core.
    pub waited: Duration,
    /// When we saw it.
    pub at: Instant,
    /// What had come, where there was no answer.
    pub said: Vec<u8>,
}

impl Answer {
    /// The answer of one who cannot be asked, and why.
    pub fn unasked(ending: Ending) -> Answer {
        let none = Duration::ZERO;
        Answer { result: Err(ending), used: none, delay: none, waited: none, at: Instant::now(), said: Vec::new() }
    }
}

impl<'a> Question<'a> {
    /// A question that is not asked yet.
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
        // How the read ended shows again when the answer is read.
        let _later = self.program.fill();
        while self.program.lines.take().is_some() {}
        self
    }

    /// What the last answer took: fast bots are measured less closely.
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

    /// Asks the question. Its clock starts with the first byte.
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

    /// Waits for a core; the bot does not think meanwhile.
    pub(super) fn stand_in_line(&mut self) {
        if self.waits.is_none() {
            self.waits = Some(Instant::now());
            self.program.freeze(!self.ponders);
        }
    }

    pub(super) fn delay(&self) -> Duration {
        self.gauge.as_ref().map_or(Duration::ZERO, |gauge| gauge.delay())
    }

    /// The time that counts by `now`.
    pub(super) fn used(&self, now: Instant) -> Duration {
        self.asked.map_or(Duration::ZERO, |asked| now.saturating_duration_since(asked).saturating_sub(self.delay()))
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.asked.and_then(|asked| asked.checked_add(self.limit)?.checked_add(self.delay()))
    }

    /// When something is to be done even if nothing comes.
    pub(super) fn next(&self, now: Instant) -> Option<Instant> {
        let leaves = self.leaves.map(|until| until.min(now + LEAVING));
        [leaves, self.quiet, self.again.or(self.deadline())].into_iter().flatten().min()
    }

    /// Closes the question. `when`: as soon as it could be known.
    pub(super) fn done(&mut self, result: Result<Vec<u8>, Ending>, when: Instant) {
        if result.is_ok()
            && let Some(gauge) = &mut self.gauge
        {
            gauge.answered(self.program);
        }
        let mut used = self.used(when);
        let said = if result.is_err() { self.program.lines.begun() } else { Vec::new() };
        if result.is_ok() {
            // It was there before the time was up.
            used = used.min(self.limit);
        }
        self.lease = None;
        let (delay, waited) = (self.delay(), self.waited);
        self.answer = Some(Answer { result, used, delay, waited, at: when, said });
    }
}
