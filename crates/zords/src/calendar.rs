//! Real days: which moment of a live game belongs to an instant, and the other way round.

use crate::Config;
use crate::config::{Instant, TimeOfDay};

const DAY_MS: i64 = 86_400_000;

/// How real time becomes the time of a live game. Instants are milliseconds since 1970, UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calendar {
    /// When day 1 started or is to start, without the shift.
    pub start_ms: i64,
    days: i64,
    live_day_ms: i64,
    day_length_s: i64,
}

impl Calendar {
    /// The calendar of a game that was created at `created_ms`: the start that its config names, or the next time of day
    /// that it names.
    pub fn new(config: &Config, created_ms: i64) -> Calendar {
        let start_ms = config.start_at.ms().unwrap_or_else(|| config.day_start_utc.next_after(created_ms));
        Calendar::starting(config, start_ms)
    }

    /// The calendar of a game that starts at an instant.
    pub fn starting(config: &Config, start_ms: i64) -> Calendar {
        let live_day_ms = config.live_day_s.saturating_mul(1000);
        Calendar { start_ms, days: config.days, live_day_ms, day_length_s: config.day_length_s }
    }

    /// The same days, counted from another instant.
    pub fn from(self, start_ms: i64) -> Calendar {
        Calendar { start_ms, ..self }
    }

    /// The day and time of an instant; `None` before the start. The day after the last one means that the game has ended.
    pub fn moment(&self, now_ms: i64, shift_s: i64) -> Option<(i64, i64)> {
        let elapsed = i128::from(now_ms) - i128::from(self.start_ms) - i128::from(shift_s) * 1000;
        if elapsed < 0 {
            return None;
        }
        let length = i128::from(self.live_day_ms);
        let day = i64::try_from(elapsed / length).unwrap_or(i64::MAX - 1) + 1;
        if day > self.days {
            return Some((self.days + 1, 0));
        }
        let time = elapsed % length * i128::from(self.day_length_s) / length;
        Some((day, time as i64))
    }

    /// The first instant that is not before a moment.
    pub fn instant(&self, day: i64, time: i64, shift_s: i64) -> i64 {
        let (length, seconds) = (i128::from(self.live_day_ms), i128::from(self.day_length_s));
        let into_day = (i128::from(time) * length + seconds - 1) / seconds;
        let at = i128::from(self.start_ms) + i128::from(shift_s) * 1000 + i128::from(day - 1) * length + into_day;
        i64::try_from(at).unwrap_or(i64::MAX)
    }

    /// The same calendar with its start put off by whole days until it is not before `now_ms`.
    pub fn put_off(self, now_ms: i64) -> Calendar {
        let late = now_ms.saturating_sub(self.start_ms).max(0);
        let days = late / self.live_day_ms + i64::from(late % self.live_day_ms > 0);
        Calendar { start_ms: self.start_ms.saturating_add(days.saturating_mul(self.live_day_ms)), ..self }
    }
}

impl Instant {
    /// Milliseconds since 1970.
    pub fn ms(&self) -> Option<i64> {
        let text = self.0.as_deref()?;
        let part = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
        let days = days_from_1970(part(0..4)?, part(5..7)?, part(8..10)?);
        Some((((days * 24 + part(11..13)?) * 60 + part(14..16)?) * 60 + part(17..19)?) * 1000)
    }
}

impl TimeOfDay {
    /// The next instant after another at which it is this time, in UTC.
    fn next_after(&self, ms: i64) -> i64 {
        let part =
            |range: std::ops::Range<usize>| self.0.get(range).and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
        let at = (part(0..2) * 60 + part(3..5)) * 60_000;
        let today = ms.div_euclid(DAY_MS) * DAY_MS + at;
        if today > ms { today } else { today + DAY_MS }
    }
}

/// Days from 1970-01-01 to a date. Years are counted from March, so that the leap day comes last.
fn days_from_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: i64 = 1_772_442_000_000; // 2026-03-02T09:00:00Z

    fn calendar(live_day_s: i64, day_length_s: i64) -> Calendar {
        Calendar::starting(&Config { live_day_s, day_length_s, ..Config::default() }, START)
    }

    #[test]
    fn instants_are_read() {
        for (text, ms) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:00:01Z", 951_825_601_000),
            ("2026-03-02T09:00:00Z", START),
            ("1969-12-31T23:59:59Z", -1000),
        ] {
            assert_eq!(Instant(Some(text.into())).ms(), Some(ms), "{text}");
        }
    }

    #[test]
    fn a_game_without_a_start_starts_at_the_next_time_of_day() {
        let config = Config::default();
        let six = START - 3 * 3_600_000;
        for (created, start) in [(START, six + DAY_MS), (six - 1, six), (six, six + DAY_MS)] {
            assert_eq!(Calendar::new(&config, created).start_ms, start);
        }
        let named = Config { start_at: Instant(Some("2026-03-02T09:00:00Z".into())), ..Config::default() };
        assert_eq!(Calendar::new(&named, START + 5).start_ms, START);
    }

    #[test]
    fn days_are_equally_long_and_the_shift_holds_them_back() {
        let day = calendar(86_400, 86_400);
        assert_eq!(day.moment(START - 1, 0), None);
        assert_eq!(day.moment(START, 0), Some((1, 0)));
        assert_eq!(day.moment(START + DAY_MS - 1, 0), Some((1, 86_399)));
        assert_eq!(day.moment(START + DAY_MS, 0), Some((2, 0)));
        assert_eq!(day.moment(START + DAY_MS, 60), Some((1, 86_340)));
        assert_eq!(day.moment(START + 28 * DAY_MS, 0), Some((29, 0)));
        assert_eq!(day.moment(i64::MAX, i64::MIN / 2000), Some((29, 0)));
        // A day in ten seconds.
        assert_eq!(calendar(10, 86_400).moment(START + 12_500, 0), Some((2, 21_600)));
    }

    #[test]
    fn the_instant_of_a_moment_is_its_first() {
        for (live, length) in [(86_400, 86_400), (10, 86_400), (7, 1000), (86_400, 7)] {
            let calendar = calendar(live, length);
            for day in [1, 2, 28] {
                for time in [0, 1, length / 3, length - 1] {
                    for shift in [0, 45] {
                        let at = calendar.instant(day, time, shift);
                        assert!(calendar.moment(at, shift) >= Some((day, time)), "{live} {length} {day} {time}");
                        assert!(calendar.moment(at - 1, shift) < Some((day, time)), "{live} {length} {day} {time}");
                        if live * 1000 >= length {
                            assert_eq!(calendar.moment(at, shift), Some((day, time)));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_start_without_players_is_put_off_by_whole_days() {
        let day = calendar(86_400, 86_400);
        for (now, start) in
            [(START - 5, START), (START, START), (START + 1, START + DAY_MS), (START + DAY_MS, START + DAY_MS)]
        {
            assert_eq!(day.put_off(now).start_ms, start);
        }
    }
}
