//! Whose fault it is that an answer does not come.

use crate::Ending;
use std::time::Duration;

/// A bot that others keep from its core is waited for so many times as long as it may think, and `PATIENCE` more.
const HOPELESS: u32 = 10;
const PATIENCE: Duration = Duration::from_secs(60);

/// An answer that should have been there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overdue {
    /// The time it had.
    pub limit: Duration,
    /// The time that counts.
    pub used: Duration,
    /// The time that has passed since the question.
    pub wall: Duration,
    /// How long other programs are proved to have kept the bot from running.
    pub delay: Duration,
    /// The bot may be standing in line for a core at this moment.
    pub in_line: bool,
}

impl Overdue {
    /// How it ends; `None` if the bot is waited for. `stands_back`: the bot has made itself less urgent than others.
    pub fn verdict(&self, stands_back: impl FnOnce() -> bool) -> Option<Ending> {
        let held_up = self.used < self.limit || self.in_line;
        if held_up && self.wall < self.limit * HOPELESS + PATIENCE {
            return None;
        }
        let (wall_ms, limit_ms, used_ms) = (ms(self.wall), ms(self.limit), ms(self.used));
        // Nobody waits forever. A bot that others held up for so long has lost through nobody's fault, unless it has
        // itself put the others first.
        Some(if held_up && !stands_back() {
            let delay_ms = ms(self.delay);
            Ending::Infrastructure { why: format!("other programs held up a bot for {delay_ms} of {wall_ms} ms") }
        } else {
            Ending::Late { limit_ms, used_ms: if held_up { wall_ms } else { used_ms } }
        })
    }
}

fn ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(100);
    /// Ten times the limit, and a minute.
    const BEYOND: Duration = Duration::from_secs(61);

    fn overdue(used: u64, wall: Duration, in_line: bool) -> Overdue {
        let used = Duration::from_millis(used);
        Overdue { limit: LIMIT, used, wall, delay: wall.saturating_sub(used), in_line }
    }

    fn late(used_ms: u64) -> Option<Ending> {
        Some(Ending::Late { limit_ms: 100, used_ms })
    }

    #[test]
    fn one_who_used_its_time_is_late() {
        assert_eq!(overdue(100, LIMIT, false).verdict(|| false), late(100));
        assert_eq!(overdue(130, BEYOND, false).verdict(|| false), late(130), "whatever held it up before");
    }

    #[test]
    fn one_who_is_held_up_is_waited_for_with_patience() {
        let nearly = BEYOND - Duration::from_millis(1);
        for wall in [LIMIT, nearly] {
            assert_eq!(overdue(99, wall, false).verdict(|| false), None, "its time is not used up");
            assert_eq!(overdue(130, wall, true).verdict(|| false), None, "it may stand in line");
            assert_eq!(overdue(99, wall, false).verdict(|| true), None, "even if it stands back");
        }
    }

    #[test]
    fn one_who_is_held_up_beyond_patience_has_not_failed() {
        let nobodys = |why: &str| Some(Ending::Infrastructure { why: why.into() });
        let why = "other programs held up a bot for 60901 of 61000 ms";
        assert_eq!(overdue(99, BEYOND, false).verdict(|| false), nobodys(why));
        let why = "other programs held up a bot for 60870 of 61000 ms";
        assert_eq!(overdue(130, BEYOND, true).verdict(|| false), nobodys(why));
    }

    #[test]
    fn one_who_stood_back_by_itself_is_late_at_last() {
        assert_eq!(overdue(99, BEYOND, false).verdict(|| true), late(61_000));
        assert_eq!(overdue(130, BEYOND, true).verdict(|| true), late(61_000));
    }
}
