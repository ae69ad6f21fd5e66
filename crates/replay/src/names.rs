//! What files are called: `DATE-MATCH.skirmish`, and beside it `DATE-MATCH.SEAT.private.jsonl`.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The `n`-th name (from 1) for a replay that is made today of the match called `id`.
pub fn replay_name(id: &str, n: u32) -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    let stem = format!("{}-{id}", date(days as i64));
    if n == 1 { format!("{stem}.skirmish") } else { format!("{stem}-{n}.skirmish") }
}

/// Where the private data of a seat lie: what it logged, noted, and the time it took.
///
/// ```
/// use std::path::Path;
///
/// let private = skirmish_replay::names::private_file(Path::new("replays/match.skirmish"), "p0");
/// assert_eq!(private, Path::new("replays/match.p0.private.jsonl"));
/// ```
pub fn private_file(replay: &Path, seat: &str) -> PathBuf {
    file_beside(replay, seat, "private.jsonl")
}

/// `NAME.SEAT.EXTENSION` beside `NAME.skirmish`.
pub fn file_beside(replay: &Path, seat: &str, extension: &str) -> PathBuf {
    let stem = replay.file_stem().unwrap_or_default().to_string_lossy();
    // Seats are called by the rulebooks or by the players; nothing may lead out of the folder.
    let seat: String = seat.chars().map(|c| if c.is_alphanumeric() || "_.-".contains(c) { c } else { '_' }).collect();
    replay.with_file_name(format!("{stem}.{seat}.{extension}"))
}

/// The date of a day counted from 1970-01-01, as YYYY-MM-DD.
fn date(days: i64) -> String {
    // Years are counted from March, so that the leap day comes last.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(19_782), "2024-02-29");
        assert_eq!(date(20_772), "2026-11-15");
    }

    #[test]
    fn names_tell_the_match_and_stay_in_their_folder() {
        let name = replay_name("golems-7f", 1);
        assert!(name.starts_with("20") && name.ends_with("-golems-7f.skirmish"), "{name}");
        assert!(replay_name("golems-7f", 3).ends_with("-golems-7f-3.skirmish"));
        let replay = Path::new("replays/2026-11-15-zords-1.skirmish");
        assert_eq!(private_file(replay, "p1"), Path::new("replays/2026-11-15-zords-1.p1.private.jsonl"));
        assert_eq!(private_file(replay, "../p1").parent(), Some(Path::new("replays")));
    }
}
