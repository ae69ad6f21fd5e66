//! How long other programs kept a bot from running while it had to answer. Such time does not count against it.

use crate::program::Program;
use skirmish_jail::{Usage, own_queued};
use std::time::{Duration, Instant};

/// A bot has run if it ran for more than this; the kernel's figures lag a little.
const A_BIT: Duration = Duration::from_millis(1);

/// Follows a bot from one look to the next.
pub(crate) struct Gauge {
    first: Look,
    last: Look,
    /// The sum of what was found from look to look, which sees threads that wait for each other.
    steps: Duration,
    /// What is proved so far.
    delay: Duration,
    /// Time since the bot ran last for which nothing is known yet: it may be asleep, or stand in line.
    open: Duration,
}

#[derive(Clone)]
struct Look {
    at: Instant,
    bot: Usage,
    /// How long our own thread has stood in line.
    own: Duration,
}

impl Look {
    fn at(program: &Program) -> Option<Look> {
        let own = own_queued()?;
        let bot = program.usage()?;
        Some(Look { at: Instant::now(), bot, own })
    }
}

impl Gauge {
    /// Begins to follow a bot; nothing where the system does not count.
    pub fn begin(program: &Program) -> Option<Gauge> {
        let first = Look::at(program)?;
        Some(Gauge { last: first.clone(), first, steps: Duration::ZERO, delay: Duration::ZERO, open: Duration::ZERO })
    }

    /// What other programs have cost the bot, as far as it is proved.
    pub fn delay(&self) -> Duration {
        self.delay
    }

    pub fn is_due(&self, now: Instant, every: Duration) -> bool {
        now.saturating_duration_since(self.last.at) >= every
    }

    /// Looks again.
    pub fn look(&mut self, program: &Program) {
        if let Some(look) = Look::at(program) {
            self.take(look);
        }
    }

    /// Looks for the last time: the answer is there, and perhaps was before we saw it.
    pub fn answered(&mut self, program: &Program) {
        let Some(look) = Look::at(program) else { return };
        let own = look.own.saturating_sub(self.last.own);
        let before = self.delay;
        let idle = self.take(look);
        // While the bot itself kept the cores busy, it also kept us waiting: that is not a delay.
        self.delay += own.min(idle.saturating_sub(self.delay - before));
    }

    /// Whether the bot may be standing in line at this moment, for so long that it had less than `limit` until `now`.
    pub fn may_stand_in_line(&self, program: &Program, used: Duration, limit: Duration) -> bool {
        used.saturating_sub(self.open) < limit && program.could_run()
    }

    /// Takes a look into account and returns how long the bot has not run since the last one.
    fn take(&mut self, look: Look) -> Duration {
        let wall = look.at.saturating_duration_since(self.last.at);
        let ran = look.bot.cpu.saturating_sub(self.last.bot.cpu);
        let idle = wall.saturating_sub(ran);
        let step = look.bot.held_up_since(&self.last.bot).min(idle);
        self.steps += step;
        self.delay = self.delay.max(self.steps).max(look.bot.held_up_since(&self.first.bot));
        self.open = idle.saturating_sub(step) + if ran > A_BIT { Duration::ZERO } else { self.open };
        self.last = look;
        idle
    }
}
