//! What is done for an open question until its answer is there.

use super::question::Question;
use super::verdict::Overdue;
use super::{LOOK, Line};
use crate::Ending;
use crate::delay::Gauge;
use crate::ending::Flood;
use crate::lines::Filled;
use std::time::{Duration, Instant};

/// After this, one who seems to stand in line when its time is up is looked at again.
const GLANCE: Duration = Duration::from_millis(2);

/// How often we look how a bot ended whose pipe is closed, and for how long.
pub(super) const LEAVING: Duration = Duration::from_millis(2);
const LEAVES_WITHIN: Duration = Duration::from_millis(500);

/// A log without end is read again after this.
const LOG_PAUSE: Duration = Duration::from_millis(5);

/// The most answers to earlier questions that are thrown away before an answer to the present one must come.
const MOST_STALE: usize = 1000;

impl Question<'_> {
    /// A pipe is closed a little before its process is gone.
    pub(super) fn leave(&mut self, now: Instant) {
        self.leaves = Some(now + LEAVES_WITHIN);
        self.see_off(now);
    }

    /// Answers with how the bot ended, once that is known.
    fn see_off(&mut self, now: Instant) {
        let Some(until) = self.leaves else { return };
        if let Some(ending) = self.program.ended_within(Duration::ZERO) {
            self.done(Err(ending), now);
        } else if now >= until || !self.program.is_ours() {
            self.done(Err(Ending::Closed), now);
        }
    }

    /// Reads what was there when we woke; `judge` says what a line is.
    fn read(&mut self, woke: Instant, judge: &mut impl FnMut(&[u8]) -> Line) {
        let filled = self.program.fill();
        let limit = self.program.lines.limit();
        let flooded = |count, limit, of| Err(Ending::Flooded { count, limit, of });
        while let Some(mut line) = self.program.lines.take() {
            if line.len() > limit {
                return self.done(flooded(line.len(), limit, Flood::Bytes), woke);
            }
            match judge(&line) {
                Line::Stale => {}
                Line::Answer => {
                    while self.newest
                        && let Some(newer) = self.program.lines.take()
                    {
                        line = newer;
                    }
                    return self.done(Ok(line), woke);
                }
                Line::Whole(answer) => return self.done(Ok(answer), woke),
                Line::Part(next) => {
                    if self.program.tell(&next).is_err() {
                        return self.leave(woke);
                    }
                    continue;
                }
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

    /// Does what there is to do for an open question.
    pub(super) fn attend(&mut self, woke: Instant, slow: bool, judge: &mut impl FnMut(&[u8]) -> Line) {
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
            self.read(woke, judge);
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
