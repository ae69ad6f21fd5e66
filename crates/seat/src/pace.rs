//! When to look at the game again.

use crate::seen::Seen;
use skirmish_core::{Documents, Seat};
use std::time::{Duration, Instant};

/// The shortest and the longest time between two looks. The longest bounds how late a pause, a shift or a clock that was
/// turned is noticed.
const BOUNDS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(15));
/// Nobody waits longer than this for each seat that comes before it in a round.
const PLACE: Duration = Duration::from_secs(1);

/// How fast the server's clock runs. It may be a virtual one.
#[derive(Default)]
pub(crate) struct Pace {
    began: Option<(Instant, i64)>,
}

impl Pace {
    /// How long to wait until the next round can have begun.
    pub fn wait(&mut self, seen: &Seen, now: Instant) -> Duration {
        let Some(&(instant, now_s)) = self.began.as_ref() else {
            self.began = Some((now, seen.now_s));
            return self.until_next(seen).clamp(BOUNDS.0, Duration::from_secs(1));
        };
        let (real, told) = (now.saturating_duration_since(instant).as_secs_f64(), (seen.now_s - now_s) as f64);
        // A clock that stands still may be turned at any time; it is waited for as if it ran.
        let speed = if real > 0.0 { (told / real).max(1.0) } else { 1.0 };
        self.until_next(seen).div_f64(speed).clamp(BOUNDS.0, BOUNDS.1)
    }

    /// The time from now to the next round, by a clock that runs as the world does.
    fn until_next(&self, seen: &Seen) -> Duration {
        if !seen.state.is_live() || !seen.has_started() {
            return BOUNDS.1;
        }
        let config = seen.game.config();
        let (time, (_, round)) = (seen.state.moment().1, seen.round());
        let next = if round + 1 < config.rounds_per_day { config.round_time(round + 1) } else { config.day_length_s };
        let part = (next - time).max(0) as f64 / config.day_length_s as f64;
        Duration::try_from_secs_f64(part * config.live_day_s as f64)
            .unwrap_or(BOUNDS.1)
            .min(Duration::from_secs(86_400))
    }
}

/// How long a seat lets those act who come before it in the round. Live play has no turns, but who plays as in rounds keeps
/// to their order as well as clocks allow: all together take no more than a quarter of the round.
pub(crate) fn courtesy(seen: &Seen, seat: Seat) -> Duration {
    let config = seen.game.config();
    let (_, order) = seen.game.round_now(&seen.state);
    let place = order.iter().position(|&other| other == seat).unwrap_or(0);
    let round_s = config.live_day_s as f64 / config.rounds_per_day as f64;
    let share = Duration::try_from_secs_f64(round_s / 4.0 / order.len().max(1) as f64).unwrap_or(PLACE);
    share.min(PLACE) * place as u32
}
