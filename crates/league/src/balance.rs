//! The balance lab: the same pairs under several values of a game's constants, and what each value makes of the game.
//!
//! All values have the seed and the starts in common, so that what differs comes from the values.

mod page;

use crate::Ledger;
use crate::record::{Game, Record};
use crate::statistics::{Mean, Rate, Share};
use crate::trouble::repeats;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

pub use page::html;

/// The most combinations of values.
pub const MOST: usize = 256;

/// A constant and the values it takes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Varied {
    /// The constant.
    pub key: String,
    /// Its values, in order.
    pub values: Vec<Value>,
}

/// Why constants cannot be varied like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadGrid {
    /// No `=` in it, or nothing on a side of it.
    #[error("--vary {0}: write KEY=VALUE,VALUE,... as in max_turns=50,100,200")]
    NotVaried(String),
    /// The same constant twice.
    #[error("--vary {0}: this constant is varied twice; write all its values behind one --vary")]
    KeyTwice(String),
    /// The same value twice.
    #[error("--vary {key}: the value {value} is there twice")]
    ValueTwice {
        /// The constant.
        key: String,
        /// The value.
        value: String,
    },
    /// Too many.
    #[error("{0} combinations of values: at most {MOST} are played; vary fewer constants, or fewer values")]
    TooMany(usize),
}

impl Varied {
    /// Reads `key=a,b,c`. Commas in brackets, braces and texts belong to a value. What is no JSON is a text.
    pub fn read(text: &str) -> Result<Varied, BadGrid> {
        let wrong = || BadGrid::NotVaried(text.into());
        let (key, values) = text.split_once('=').ok_or_else(wrong)?;
        let values: Vec<&str> = parts(values).into_iter().map(str::trim).collect();
        if key.trim().is_empty() || values.iter().any(|value| value.is_empty()) {
            return Err(wrong());
        }
        let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into()));
        let values: Vec<Value> = values.into_iter().map(value).collect();
        if let Some(twice) = (1..values.len()).find(|&i| values[..i].contains(&values[i])) {
            return Err(BadGrid::ValueTwice { key: key.trim().into(), value: plain(&values[twice]) });
        }
        Ok(Varied { key: key.trim().into(), values })
    }
}

/// A text between its commas, but for those in brackets, braces, parentheses and quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth, mut quoted, mut escaped) = (Vec::new(), 0, 0i32, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

/// A value as people write it.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// All combinations of values, the last constant changing fastest.
pub fn grid(varied: &[Varied]) -> Result<Vec<Map<String, Value>>, BadGrid> {
    if let Some(twice) = (1..varied.len()).find(|&i| varied[..i].iter().any(|before| before.key == varied[i].key)) {
        return Err(BadGrid::KeyTwice(varied[twice].key.clone()));
    }
    let count = varied.iter().fold(1usize, |count, one| count.saturating_mul(one.values.len()));
    if count > MOST {
        return Err(BadGrid::TooMany(count));
    }
    let mut all = vec![Map::new()];
    for one in varied {
        let with = |point: &Map<String, Value>, value: &Value| {
            let mut point = point.clone();
            point.insert(one.key.clone(), value.clone());
            point
        };
        all = all.iter().flat_map(|point| one.values.iter().map(move |value| with(point, value))).collect();
    }
    Ok(all)
}

/// What came of it. As JSON it is what `skirmish balance --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Balance {
    /// Which game.
    pub game: String,
    /// And its version.
    pub version: u32,
    /// What everything drawn came from.
    pub seed: u64,
    /// The constants that were varied, with their values.
    pub varied: Vec<Varied>,
    /// Pairs that were asked for, of each combination.
    pub asked: u64,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// The names of the two bots.
    pub bots: Vec<String>,
    /// Whether everything was played that was asked for.
    pub complete: bool,
    /// What each combination made of the game, as far as they were played.
    pub points: Vec<Point>,
}

/// The game under one combination of values.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// The values.
    pub values: Map<String, Value>,
    /// Pairs that were played.
    pub pairs: u64,
    /// Games of each seat that it won, in the order of the seats.
    pub sides: Vec<Rate>,
    /// Games of each bot that it won.
    pub bots: Vec<Rate>,
    /// Games that nobody won.
    pub draws: Rate,
    /// Pairs that have a winner.
    pub decided: Share,
    /// How many turns a game takes.
    pub turns: Option<Mean>,
    /// How far the best and the worst score of a game are apart.
    pub spread: Option<Mean>,
    /// Games that were not the same as another.
    pub distinct_games: u64,
    /// Games in which a program did something wrong.
    pub faulty_games: u64,
    /// How it differs from the first combination, over the pairs that both have; `None` of the first itself.
    pub differences: Option<Differences>,
    /// What each pair came to, by its place in the schedule: a number for each measure, in the order in which they are shown.
    #[serde(skip)]
    samples: BTreeMap<u64, Vec<f64>>,
}

/// How a combination differs from the first one. The same pairs are played under both, so what a start or a bot does to
/// both of them does not count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Differences {
    /// Of the games that each seat won.
    pub sides: Vec<Option<Mean>>,
    /// Of those that each bot won.
    pub bots: Vec<Option<Mean>>,
    /// Of those that nobody won.
    pub draws: Option<Mean>,
    /// Of the pairs that have a winner.
    pub decided: Option<Mean>,
    /// Of the turns of a game.
    pub turns: Option<Mean>,
    /// Of the distance of scores.
    pub spread: Option<Mean>,
}

impl Point {
    /// What the ledger of two bots holds.
    pub fn of(values: Map<String, Value>, ledger: &Ledger, bots: &[usize]) -> Point {
        let setting = &ledger.tournament.setting;
        let (records, seats) = (&ledger.records, setting.seats.len());
        let came_to = |record: &Record| came_to(record, seats, bots, setting.by_score);
        let samples: BTreeMap<u64, Vec<f64>> =
            records.iter().map(|record| (record.fixture.number, came_to(record))).collect();
        let column = |n: usize| samples.values().map(|sample| sample[n]).collect::<Vec<f64>>();
        let rate = |n: usize| Rate::of(&column(n), 2);
        let after = seats + bots.len();
        let decided = column(after + 1).iter().filter(|&&decided| decided > 0.0).count() as u64;
        let is_faulty = |game: &&Game| game.seats.iter().any(|seat| !seat.faults.is_empty());
        Point {
            values,
            pairs: records.len() as u64,
            sides: (0..seats).map(rate).collect(),
            bots: (seats..after).map(rate).collect(),
            draws: rate(after),
            decided: Share::new(decided, records.len() as u64),
            turns: Mean::of(&column(after + 2)).map(Mean::not_negative),
            spread: Mean::of(&column(after + 3)).map(Mean::not_negative),
            distinct_games: repeats(records).distinct,
            faulty_games: records.iter().flat_map(|record| &record.games).filter(is_faulty).count() as u64,
            differences: None,
            samples,
        }
    }

    /// How it differs from another one.
    fn differs_from(&self, other: &Point) -> Differences {
        let over_pairs = |n: usize| -> Vec<f64> {
            let both = self.samples.iter().filter_map(|(number, ours)| Some((ours, other.samples.get(number)?)));
            both.map(|(ours, theirs)| ours[n] - theirs[n]).collect()
        };
        let share = |n: usize| Mean::of_share_differences(&over_pairs(n));
        let (seats, after) = (self.sides.len(), self.sides.len() + self.bots.len());
        Differences {
            sides: (0..seats).map(share).collect(),
            bots: (seats..after).map(share).collect(),
            draws: share(after),
            decided: share(after + 1),
            turns: Mean::of(&over_pairs(after + 2)),
            spread: Mean::of(&over_pairs(after + 3)),
        }
    }

    /// The values in words: "50", or "50, 3" where several constants are varied.
    pub fn label(&self, varied: &[Varied]) -> String {
        let of = |one: &Varied| self.values.get(&one.key).map(plain).unwrap_or_default();
        varied.iter().map(of).collect::<Vec<_>>().join(", ")
    }
}

/// What a pair came to: the share of its games that each seat won, that each bot won, and that nobody won, whether it has a
/// winner, and the means of its turns and of the distance of its scores.
fn came_to(record: &Record, seats: usize, bots: &[usize], by_score: bool) -> Vec<f64> {
    let mean = |of: &dyn Fn(&Game) -> f64| record.games.iter().map(of).sum::<f64>() / record.games.len().max(1) as f64;
    let share = |of: &dyn Fn(&Game) -> bool| mean(&|game| f64::from(u8::from(of(game))));
    let spread = |game: &Game| {
        let (best, worst) = (game.scores.iter().max(), game.scores.iter().min());
        best.zip(worst).map_or(0.0, |(best, worst)| (best - worst) as f64)
    };
    let points: usize = record.counted(by_score).iter().map(|outcome| *outcome as usize).sum();
    let mut all: Vec<f64> = (0..seats).map(|seat| share(&|game| game.winner == Some(seat))).collect();
    let won = |game: &Game, bot: usize| game.winner.is_some_and(|seat| game.bots[seat] == bot);
    all.extend(bots.iter().map(|&bot| share(&|game| won(game, bot))));
    let is_decided = f64::from(u8::from(points != 2));
    all.extend([share(&|game| game.winner.is_none()), is_decided, mean(&|game| game.turns as f64), mean(&spread)]);
    all
}

/// One number of a point with its interval, for tables and charts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// Its 95 % interval, if there is one.
    pub interval: Option<(f64, f64)>,
}

/// One thing that is measured at every point.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// What it is, for people.
    pub name: String,
    /// What it is called in CSV.
    pub key: String,
    /// Whether it is a share, between 0 and 1.
    pub is_share: bool,
    /// Of each point; `None` where no pair was played.
    pub points: Vec<Option<Measured>>,
    /// How each point differs from the first; `None` of the first itself, and where they have no pair in common.
    pub differences: Vec<Option<Measured>>,
}

impl From<Mean> for Measured {
    fn from(mean: Mean) -> Measured {
        Measured { value: mean.mean, interval: mean.low.zip(mean.high) }
    }
}

impl Balance {
    /// Adds a combination, and how it differs from the first.
    pub fn add(&mut self, mut point: Point) {
        point.differences = self.points.first().map(|first| point.differs_from(first));
        self.points.push(point);
    }

    /// Everything that is measured, in the order in which it is shown.
    pub fn measures(&self) -> Vec<Measure> {
        let differences = |of: &dyn Fn(&Differences) -> Option<Mean>| -> Vec<Option<Measured>> {
            let of = |point: &Point| point.differences.as_ref().and_then(of).map(Measured::from);
            self.points.iter().map(of).collect()
        };
        let share = |name: String, key: String, of: &dyn Fn(&Point) -> (f64, f64, f64)| Measure {
            points: self
                .points
                .iter()
                .map(|point| {
                    let (value, low, high) = of(point);
                    (point.pairs > 0).then_some(Measured { value, interval: Some((low, high)) })
                })
                .collect(),
            differences: Vec::new(),
            is_share: true,
            name,
            key,
        };
        let rate = |name: String, key: String, of: &dyn Fn(&Point) -> Rate| {
            share(name, key, &|point| {
                let Rate { share, low, high, .. } = of(point);
                (share, low, high)
            })
        };
        let mean = |name: &str, key: &str, of: fn(&Point) -> Option<Mean>| Measure {
            points: self.points.iter().map(|point| of(point).map(Measured::from)).collect(),
            differences: Vec::new(),
            is_share: false,
            name: name.into(),
            key: key.into(),
        };
        let mut all = Vec::new();
        for (n, seat) in self.seats.iter().enumerate() {
            let measure = rate(format!("{seat} wins"), format!("side_{}", n + 1), &|point| point.sides[n]);
            all.push(Measure { differences: differences(&|of| of.sides[n]), ..measure });
        }
        for (n, bot) in self.bots.iter().enumerate() {
            let measure = rate(format!("{bot} wins"), format!("bot_{}", n + 1), &|point| point.bots[n]);
            all.push(Measure { differences: differences(&|of| of.bots[n]), ..measure });
        }
        let draws = rate("draws".into(), "draws".into(), &|point| point.draws);
        let decided = share("pairs decided".into(), "decided".into(), &|point| {
            (point.decided.share, point.decided.low, point.decided.high)
        });
        let (turns, spread) =
            (mean("turns", "turns", |point| point.turns), mean("score spread", "spread", |point| point.spread));
        all.push(Measure { differences: differences(&|of| of.draws), ..draws });
        all.push(Measure { differences: differences(&|of| of.decided), ..decided });
        all.push(Measure { differences: differences(&|of| of.turns), ..turns });
        all.push(Measure { differences: differences(&|of| of.spread), ..spread });
        all
    }

    /// One line for each point, with a head.
    pub fn csv(&self) -> String {
        let measures = self.measures();
        let mut head: Vec<String> = self.varied.iter().map(|one| one.key.clone()).collect();
        head.push("pairs".into());
        for measure in &measures {
            for part in ["", "_diff"] {
                let key = format!("{}{part}", measure.key);
                head.extend([key.clone(), format!("{key}_low"), format!("{key}_high")]);
            }
        }
        let mut lines = vec![head];
        for (n, point) in self.points.iter().enumerate() {
            let mut line: Vec<String> =
                self.varied.iter().map(|one| point.values.get(&one.key).map(plain).unwrap_or_default()).collect();
            line.push(point.pairs.to_string());
            let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
            for measured in measures.iter().flat_map(|measure| [measure.points[n], measure.differences[n]]) {
                let interval = measured.and_then(|measured| measured.interval);
                line.push(number(measured.map(|measured| measured.value)));
                line.extend([number(interval.map(|(low, _)| low)), number(interval.map(|(_, high)| high))]);
            }
            lines.push(line);
        }
        let line = |cells: Vec<String>| cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",") + "\n";
        lines.into_iter().map(line).collect()
    }
}

/// A cell of CSV; quoted where it would be more than one cell otherwise.
fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_read_whole() {
        let read = |text: &str| Varied::read(text).map(|varied| (varied.key, Value::Array(varied.values)));
        assert_eq!(read("a=1,2.5,true"), Ok(("a".into(), json!([1, 2.5, true]))));
        assert_eq!(read("f=min(1,level), 2 "), Ok(("f".into(), json!(["min(1,level)", 2]))));
        assert_eq!(read(r#"l=[1,2],{"x":[3,4]},"a,\"b""#), Ok(("l".into(), json!([[1, 2], {"x": [3, 4]}, "a,\"b"]))));
        for bad in ["a", "=1", "a=", "a=1,,2", "a=1,"] {
            assert_eq!(read(bad), Err(BadGrid::NotVaried(bad.into())), "{bad}");
        }
        assert_eq!(read("a=1,2,1"), Err(BadGrid::ValueTwice { key: "a".into(), value: "1".into() }));
    }

    #[test]
    fn a_grid_holds_every_combination_once() {
        let varied = |texts: &[&str]| texts.iter().map(|text| Varied::read(text).unwrap()).collect::<Vec<_>>();
        let all = grid(&varied(&["a=1,2", "b=x,y,z"])).unwrap();
        let told: Vec<String> = all.iter().map(|point| format!("{}{}", point["a"], plain(&point["b"]))).collect();
        assert_eq!(told, ["1x", "1y", "1z", "2x", "2y", "2z"]);
        assert_eq!(grid(&varied(&["a=1", "a=2"])), Err(BadGrid::KeyTwice("a".into())));
        let many: Vec<String> = (0..17).map(|n| n.to_string()).collect();
        let many = [format!("a={}", many.join(",")), format!("b={}", many.join(","))];
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(grid(&varied(&many)), Err(BadGrid::TooMany(289)));
    }

    #[test]
    fn cells_with_commas_are_quoted() {
        assert_eq!(["a", "a,b", "say \"x\""].map(csv_cell), ["a", "\"a,b\"", "\"say \"\"x\"\"\""]);
    }
}
