//! When to try, and when to give up. All of it is real time, also where games run on a virtual clock.

use std::time::Duration;

#[derive(Clone, PartialEq, Debug)]
pub struct Pace {
    /// How often the logs are looked at.
    pub tick: Duration,
    /// For how long news are gathered into one letter. A hook gets no letters faster than that, however fast days go by.
    pub gather: Duration,
    /// For a name to be looked up and a connection to be made.
    pub connect: Duration,
    /// For all of a delivery.
    pub answer: Duration,
    /// After each try that failed; there is one try more than there are pauses.
    pub pauses: Vec<Duration>,
}

impl Default for Pace {
    /// Eight tries within a day.
    fn default() -> Pace {
        const MINUTE: u64 = 60;
        const HOUR: u64 = 60 * MINUTE;
        let pauses = [30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR];
        Pace {
            tick: Duration::from_millis(500),
            gather: Duration::from_secs(3),
            connect: Duration::from_secs(5),
            answer: Duration::from_secs(10),
            pauses: pauses.map(Duration::from_secs).into(),
        }
    }
}

impl Pace {
    /// How long to wait after so many tries, in milliseconds; `None` to give up. Up to a fifth is left out by chance, so that
    /// hooks that failed together do not come back together.
    pub fn pause_ms(&self, tries: u32, chance: u64) -> Option<i64> {
        let pause = self.pauses.get(usize::try_from(tries).ok()?.checked_sub(1)?)?;
        let whole = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
        Some(whole - (whole / 5) * ((chance % 1024) as i64) / 1024)
    }

    /// The longest pause, in milliseconds.
    pub fn longest_ms(&self) -> i64 {
        ms(self.pauses.iter().max().copied().unwrap_or_default())
    }

    pub fn gather_ms(&self) -> i64 {
        ms(self.gather)
    }
}

fn ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_tries_within_a_day_and_not_much_less() {
        let pace = Pace::default();
        for chance in [0, 1, 511, 1023, u64::MAX] {
            let pauses: Vec<i64> = (1..).map_while(|tries| pace.pause_ms(tries, chance)).collect();
            assert_eq!(pauses.len() + 1, 8);
            assert!(pauses.is_sorted());
            let hours = pauses.iter().sum::<i64>() as f64 / 3_600_000.0;
            assert!((18.0..24.0).contains(&hours), "{hours}");
        }
        assert!(pace.pause_ms(1, 1023).unwrap() < pace.pause_ms(1, 0).unwrap());
    }
}
