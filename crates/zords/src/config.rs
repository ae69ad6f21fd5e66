//! The constants of the game, each a key of its config.

use serde_json::{Value, json};
use skirmish_core::config::Bounds;
use skirmish_core::read::{join, shown};
use skirmish_core::{Check, ConfigValue, Object, config_words};
use skirmish_grid::Point;

skirmish_core::config! {
    /// The config of a game.
    pub struct Config {
        /// Side of the square board, in cells.
        board_size: i64 = 140, 1..=2147483647;
        /// The number of days in a game.
        days: i64 = 28, 1..=1000000;
        /// Logical seconds in a day.
        day_length_s: i64 = 86400, 1..=9007199254740991;
        /// Logical seconds at the start of a day in which nobody may shoot.
        grace_s: i64 = 10800;
        /// Action points every player has at the start of a day.
        actions_per_day: i64 = 20;
        /// Points of a player at the start.
        start_points: i64 = 0;
        /// The most zords a player may own at once.
        max_zords: i64 = 3, 1..=9007199254740991;
        /// Hit points of a zord that is placed on the board.
        zord_hp: i64 = 2, 1..=9007199254740991;
        /// Hit points of a zord that is built.
        built_zord_hp: i64 = 1, 1..=9007199254740991;
        /// Range of a new zord, and of all zords at the start of a day.
        base_range: i64 = 5;
        /// Action points for moving one cell.
        move_cost: i64 = 1;
        /// Action points for a shot.
        shoot_cost: i64 = 4;
        /// Action points for a shield.
        shield_cost: i64 = 4;
        /// Action points for one more cell of range.
        range_cost: i64 = 2;
        /// Action points for a donation.
        donate_cost: i64 = 4;
        /// Action points for building a zord.
        build_cost: i64 = 4;
        /// Points for building a zord.
        build_points: i64 = 10;
        /// How far from one of their zords a player may build.
        build_distance: i64 = 1;
        /// Points for killing a zord.
        kill_reward: i64 = 3;
        /// A player who loses their last zord keeps this share of their points, over `wipe_keep_den`.
        wipe_keep_num: i64 = 2;
        /// The denominator of that share.
        wipe_keep_den: i64 = 3, 1..=9007199254740991;
        /// The most points in one donation.
        max_donation: i64 = 10;
        /// Whether a donor needs a zord that reaches a zord of the receiver.
        donation_needs_range: bool = false;
        /// Points that each totem pays at the end of a day.
        totem_reward: i64 = 50;
        /// Radius of the area of a totem.
        totem_aura: i64 = 5;
        /// The totems get new places after this many days.
        totem_period_days: i64 = 7, 1..=9007199254740991;
        /// Players needed to start.
        min_players: i64 = 2, 2..=64;
        /// The most players in a game.
        max_players: i64 = 64, 2..=64;
        /// Whether players may join a running game.
        late_join: bool = false;
        /// How players are placed on day 1: each far from all ("farthest"), or in reflected pairs ("mirrored").
        placement: Placement = Placement::Farthest;
        /// The cells of the two totems on day 1; null draws them.
        fixed_totems: Cells = Cells(None);
        /// The cells of the first players on day 1; null leaves it to `placement`.
        fixed_spawns: Cells = Cells(None);
        /// Rounds per day, when the game is played in rounds.
        rounds_per_day: i64 = 8, 1..=1000000;
        /// The most actions in one list.
        max_actions: i64 = 64, 1..=9007199254740991;
        /// Time for a seat's first turn, in milliseconds.
        first_turn_ms: i64 = 5000;
        /// Time for a turn, in milliseconds.
        turn_ms: i64 = 1000;
        /// Faults after which a seat is retired.
        max_faults: i64 = 10, 1..=9007199254740991;
        /// Live: real seconds per game day.
        live_day_s: i64 = 86400, 1..=9007199254740991;
        /// Live: the time of day, in UTC, at which day 1 starts if `start_at` is null.
        day_start_utc: TimeOfDay = TimeOfDay("06:00".into());
        /// Live: the instant, in UTC, at which day 1 starts.
        start_at: Instant = Instant(None);
        /// Live: whether days missed while the server was down are made up, or the clock resumes where it stopped.
        downtime_policy: Downtime = Downtime::CatchUp;
    }
}

config_words! {
    /// How players are placed on day 1.
    pub enum Placement { Farthest = "farthest", Mirrored = "mirrored" }
}

config_words! {
    /// What happens to time during which a live game was down.
    pub enum Downtime { CatchUp = "catch_up", Shift = "shift" }
}

impl skirmish_core::Config for Config {
    fn combine(&self, pointer: &str, check: &Check) {
        let fault = |key: &str, message: String| check.fault("bad_config", join(pointer, key), message);
        let knows = |keys: &[&str]| check.knows(pointer, keys);
        let smallest = 2 * i128::from(self.totem_aura) + 2;
        if i128::from(self.board_size) < smallest && knows(&["board_size", "totem_aura"]) {
            fault("board_size", format!("{} is less than 2*totem_aura + 2 = {smallest}", self.board_size));
        }
        let cells = i128::from(self.board_size).pow(2);
        let crowd = 8 * (i128::from(self.max_players) * i128::from(self.max_zords) + 2);
        if cells < crowd && knows(&["board_size", "max_players", "max_zords"]) {
            fault("board_size", format!("{cells} cells are fewer than 8*(max_players*max_zords + 2) = {crowd}"));
        }
        if self.wipe_keep_num > self.wipe_keep_den && knows(&["wipe_keep_num", "wipe_keep_den"]) {
            fault("wipe_keep_num", format!("{} is more than wipe_keep_den", self.wipe_keep_num));
        }
        if self.grace_s >= self.day_length_s && knows(&["grace_s", "day_length_s"]) {
            fault("grace_s", format!("{} is not less than day_length_s", self.grace_s));
        }
        if self.min_players > self.max_players && knows(&["min_players", "max_players"]) {
            fault("min_players", format!("{} is more than max_players", self.min_players));
        }
        self.combine_cells(pointer, check);
    }
}

impl Config {
    /// The fixed cells: on the board, no cell twice, two totems whose areas do not touch.
    fn combine_cells(&self, pointer: &str, check: &Check) {
        let fault = |at: String, message: String| check.fault("bad_config", at, message);
        let lists = [("fixed_totems", &self.fixed_totems), ("fixed_spawns", &self.fixed_spawns)];
        let mut seen: Vec<Point> = Vec::new();
        for (key, cells) in lists {
            for (i, cell) in cells.list().iter().enumerate() {
                let at = format!("{pointer}/{key}/{i}");
                if !self.on_board(*cell) && check.knows(pointer, ["board_size"]) {
                    fault(at.clone(), format!("({},{}) is off the board", cell.x, cell.y));
                }
                if seen.contains(cell) {
                    fault(at, format!("({},{}) is listed twice", cell.x, cell.y));
                }
                seen.push(*cell);
            }
        }
        if let Some(totems) = &self.fixed_totems.0 {
            let at = join(pointer, "fixed_totems");
            match totems[..] {
                [a, b] if a.chebyshev(b) > 2 * self.totem_aura || !check.knows(pointer, ["totem_aura"]) => {}
                [_, _] => fault(at, "the two must be more than 2*totem_aura apart".into()),
                _ => fault(at, format!("has {} cells, not two", totems.len())),
            }
        }
    }

    /// What only play in rounds forbids: the last round of a day must allow shooting.
    pub fn check_rounds(&self, pointer: &str, check: &Check) {
        if self.round_time(self.rounds_per_day - 1) < self.grace_s
            && check.knows(pointer, ["rounds_per_day", "day_length_s", "grace_s"])
        {
            let message =
                format!("with {} rounds, even the last one starts before shooting is allowed", self.rounds_per_day);
            check.fault("bad_config", join(pointer, "rounds_per_day"), message);
        }
    }

    /// The logical time of a round.
    pub fn round_time(&self, round: i64) -> i64 {
        (i128::from(round) * i128::from(self.day_length_s) / i128::from(self.rounds_per_day)) as i64
    }

    /// The round that is running at a time of day: the last that has begun.
    pub fn round_at(&self, time: i64) -> i64 {
        let begun = ((i128::from(time) + 1) * i128::from(self.rounds_per_day) - 1) / i128::from(self.day_length_s);
        (begun as i64).min(self.rounds_per_day - 1)
    }

    #[inline]
    pub fn on_board(&self, cell: Point) -> bool {
        let side = 0..self.board_size;
        side.contains(&i64::from(cell.x)) && side.contains(&i64::from(cell.y))
    }

    /// The point reflection of a cell.
    pub fn reflect(&self, cell: Point) -> Point {
        let last = (self.board_size - 1) as i32;
        Point::new(last - cell.x, last - cell.y)
    }

    /// The most hit points any zord can have.
    pub fn most_hp(&self) -> i64 {
        self.zord_hp.max(self.built_zord_hp)
    }
}

/// A list of cells, or null.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cells(pub Option<Vec<Point>>);

impl Cells {
    pub fn list(&self) -> &[Point] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl ConfigValue for Cells {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        let before = check.count();
        let cells = match value {
            Value::Null => None,
            Value::Array(items) => {
                let read = |(i, item)| {
                    let mut object = Object::open(item, format!("{pointer}/{i}"), "bad_config", check);
                    let mut side = |key| object.int(key, 0..=i64::from(i32::MAX)) as i32;
                    let cell = Point::new(side("x"), side("y"));
                    object.finish();
                    cell
                };
                Some(items.iter().enumerate().map(read).collect())
            }
            other => return check.fault("bad_config", pointer, format!("{} is not null or a list", shown(other))),
        };
        if check.count() == before {
            self.0 = cells;
        }
    }

    fn value(&self) -> Value {
        let cells = self.0.as_ref().map(|cells| cells.iter().map(|cell| json!({"x": cell.x, "y": cell.y})));
        cells.map_or(Value::Null, Iterator::collect)
    }

    fn schema(_: Bounds) -> Value {
        let side = json!({"type": "integer", "minimum": 0, "maximum": i32::MAX});
        json!({
            "type": ["array", "null"],
            "items": {
                "type": "object",
                "properties": {"x": side, "y": side},
                "required": ["x", "y"],
                "additionalProperties": false,
            },
        })
    }
}

/// A time of day, `HH:MM`.
#[derive(Clone, PartialEq, Debug)]
pub struct TimeOfDay(pub String);

impl ConfigValue for TimeOfDay {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        match value.as_str() {
            Some(text) if numbers(text, "00:00", &[(0, 23), (3, 59)]) => self.0 = text.into(),
            _ => check.fault("bad_config", pointer, format!("{} is not a time of day like \"06:00\"", shown(value))),
        }
    }

    fn value(&self) -> Value {
        json!(self.0)
    }

    fn schema(_: Bounds) -> Value {
        json!({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
    }
}

/// An instant in UTC, `YYYY-MM-DDTHH:MM:SSZ`, or null.
#[derive(Clone, PartialEq, Debug)]
pub struct Instant(pub Option<String>);

impl ConfigValue for Instant {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        let parts = [(5, 12), (8, 31), (11, 23), (14, 59), (17, 59)];
        match value {
            Value::Null => self.0 = None,
            Value::String(text) if numbers(text, "0000-00-00T00:00:00Z", &parts) && day_exists(text) => {
                self.0 = Some(text.clone());
            }
            other => {
                let message = format!("{} is not null or an instant like \"2026-03-02T09:00:00Z\"", shown(other));
                check.fault("bad_config", pointer, message);
            }
        }
    }

    fn value(&self) -> Value {
        json!(self.0)
    }

    fn schema(_: Bounds) -> Value {
        json!({"type": ["string", "null"], "format": "date-time"})
    }
}

/// Whether a text has the form of `model`, where 0 stands for any digit, and the two digits at each place in `parts` do
/// not exceed the number given there.
fn numbers(text: &str, model: &str, parts: &[(usize, u8)]) -> bool {
    let alike = |(a, b): (u8, u8)| if b == b'0' { a.is_ascii_digit() } else { a == b };
    text.len() == model.len()
        && text.bytes().zip(model.bytes()).all(alike)
        && parts.iter().all(|&(at, most)| two_digits(text, at) <= most)
}

fn two_digits(text: &str, at: usize) -> u8 {
    text.get(at..at + 2).and_then(|digits| digits.parse().ok()).unwrap_or(u8::MAX)
}

/// Whether the month of an instant has that day.
fn day_exists(text: &str) -> bool {
    let year: i32 = text[..4].parse().unwrap_or(0);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match two_digits(text, 5) {
        0 => 0,
        2 => 28 + u8::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=longest).contains(&two_digits(text, 8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::Config as _;

    fn faults(value: Value) -> Vec<String> {
        let check = Check::new();
        let config = Config::overridden(value.as_object().unwrap(), "", &check);
        config.check_rounds("", &check);
        let faults = check.finish(()).err();
        faults.map(|f| f.list().iter().map(|f| f.pointer.clone()).collect()).unwrap_or_default()
    }

    #[test]
    fn forbidden_values_and_combinations_are_refused() {
        for (bad, at) in [
            (json!({"board_size": 11}), vec!["/board_size", "/board_size"]),
            (json!({"board_size": 39}), vec!["/board_size"]),
            (json!({"board_size": 40, "max_players": 2, "totem_aura": 20}), vec!["/board_size"]),
            (json!({"days": 0}), vec!["/days"]),
            (json!({"wipe_keep_num": 4}), vec!["/wipe_keep_num"]),
            (json!({"wipe_keep_den": 0}), vec!["/wipe_keep_den"]),
            (json!({"grace_s": 86400, "rounds_per_day": 100}), vec!["/grace_s", "/rounds_per_day"]),
            (json!({"rounds_per_day": 1}), vec!["/rounds_per_day"]),
            (json!({"min_players": 1}), vec!["/min_players"]),
            (json!({"max_players": 65}), vec!["/max_players"]),
            (json!({"min_players": 5, "max_players": 4}), vec!["/min_players"]),
            (json!({"fixed_totems": [{"x": 0, "y": 0}]}), vec!["/fixed_totems"]),
            (json!({"fixed_totems": [{"x": 0, "y": 0}, {"x": 10, "y": 3}]}), vec!["/fixed_totems"]),
            (json!({"fixed_totems": [{"x": 0, "y": 0}, {"x": 140, "y": 3}]}), vec!["/fixed_totems/1"]),
            (json!({"fixed_spawns": [{"x": 1, "y": 0}, {"x": 1, "y": 0}]}), vec!["/fixed_spawns/1"]),
            (json!({"fixed_spawns": [{"x": 1}, 5]}), vec!["/fixed_spawns/0/y", "/fixed_spawns/1"]),
            (json!({"placement": "near"}), vec!["/placement"]),
            (json!({"day_start_utc": "24:00"}), vec!["/day_start_utc"]),
            (json!({"start_at": "2026-02-29T09:00:00Z"}), vec!["/start_at"]),
            (json!({"colour": 1}), vec!["/colour"]),
        ] {
            assert_eq!(faults(bad.clone()), at, "{bad}");
        }
        for good in [
            json!({"rounds_per_day": 1, "grace_s": 0}),
            json!({"board_size": 16, "max_players": 4}),
            json!({"fixed_totems": [{"x": 0, "y": 0}, {"x": 11, "y": 3}], "fixed_spawns": null}),
            json!({"start_at": "2028-02-29T09:00:00Z", "day_start_utc": "23:59", "downtime_policy": "shift"}),
        ] {
            assert_eq!(faults(good.clone()), [""; 0], "{good}");
        }
    }

    #[test]
    fn rounds_cut_the_day_evenly() {
        let config = Config::default();
        let times: Vec<i64> = (0..8).map(|round| config.round_time(round)).collect();
        assert_eq!(times, [0, 10800, 21600, 32400, 43200, 54000, 64800, 75600]);
        let odd = Config { day_length_s: 1000, rounds_per_day: 7, ..Config::default() };
        for config in [config, odd] {
            for round in 0..config.rounds_per_day {
                assert_eq!(config.round_at(config.round_time(round)), round);
                assert_eq!(config.round_at(config.round_time(round + 1) - 1), round);
            }
        }
    }
}
