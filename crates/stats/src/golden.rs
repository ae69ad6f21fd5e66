//! Reference values: lines of JSON with an input and what must come of it, within a tolerance.
//!
//! | line | has | must come out |
//! |---|---|---|
//! | two bots | `penta` or `wdl` | `points`, `score`, `elo`, `elo_error`, `nelo`, `nelo_error`, `los`, `draw_ratio`, `pairs_ratio`, `report` |
//! | a test | the same; `model`, `elo0`, `elo1`, `alpha`, `beta` | `llr`, `lower`, `upper`, `decision` |
//! | ratings | `bots`, `prior`, `results` and `pairs` | `elo`, `undefined`, `errors` |
//! | tables | `bots`, `prior`, `rankings` | `worth_elo`, `undefined`, `errors` |
//!
//! Other keys, such as what another program says, are passed over.

use crate::counts::{Counts, Pentanomial, Trinomial};
use crate::duels::Duels;
use crate::fault::Fault;
use crate::ratings::{Difference, Ratings};
use crate::report;
use crate::sprt::{Model, Sprt};
use crate::summary::Summary;
use crate::tables::{Ranking, Tables};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt;

/// More bots than this are not asked for by any line that means well.
const MOST_BOTS: usize = 4096;

/// Why a line failed.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The line is none of reference values, or asks for what is refused.
    Unreadable(String),
    /// Something else came out.
    Differs {
        /// Where, as a JSON pointer.
        pointer: String,
        /// What the line says.
        expected: Box<Value>,
        /// What came out.
        got: Box<Value>,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreadable(why) => write!(f, "unreadable line: {why}"),
            Failure::Differs { pointer, expected, got } => write!(f, "{pointer}: expected {expected}, got {got}"),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Unreadable(fault.to_string())
    }
}

/// Whether a line looks like one of reference values.
pub fn is_line(line: &Value) -> bool {
    line.get("tol").is_some() && Kind::of(line).is_some()
}

enum Kind {
    TwoBots,
    Test,
    Ratings,
    Tables,
}

impl Kind {
    fn of(line: &Value) -> Option<Kind> {
        let has = |key: &str| line.get(key).is_some();
        if has("rankings") {
            Some(Kind::Tables)
        } else if has("results") || has("pairs") {
            Some(Kind::Ratings)
        } else if !has("penta") && !has("wdl") {
            None
        } else if has("model") || has("llr") {
            Some(Kind::Test)
        } else {
            Some(Kind::TwoBots)
        }
    }
}

/// Runs one line.
pub fn run(line: &str) -> Result<(), Failure> {
    let line: Value = serde_json::from_str(line).map_err(|why| Failure::Unreadable(why.to_string()))?;
    let kind = Kind::of(&line)
        .ok_or_else(|| Failure::Unreadable("it has none of the keys penta, wdl, results, pairs, rankings".into()))?;
    let tolerance: f64 = read(&line, "tol")?;
    if tolerance.is_nan() || tolerance < 0.0 {
        return Err(Failure::Unreadable("tol is no tolerance".into()));
    }
    let line = Line { line: &line, tolerance };
    match kind {
        Kind::TwoBots => line.two_bots(),
        Kind::Test => line.test(),
        Kind::Ratings => line.ratings(),
        Kind::Tables => line.tables(),
    }
}

fn read<T: DeserializeOwned>(line: &Value, key: &str) -> Result<T, Failure> {
    let value = line.get(key).ok_or_else(|| Failure::Unreadable(format!("it has no {key}")))?;
    T::deserialize(value).map_err(|why| Failure::Unreadable(format!("{key}: {why}")))
}

fn read_or<T: DeserializeOwned>(line: &Value, key: &str, otherwise: T) -> Result<T, Failure> {
    if line.get(key).is_some() { read(line, key) } else { Ok(otherwise) }
}

struct Line<'a> {
    line: &'a Value,
    tolerance: f64,
}

impl Line<'_> {
    fn counts(&self) -> Result<Counts, Failure> {
        if self.line.get("penta").is_some() {
            return Ok(Pentanomial(read(self.line, "penta")?).into());
        }
        let [wins, draws, losses] = read(self.line, "wdl")?;
        Ok(Trinomial::new(wins, draws, losses).into())
    }

    fn two_bots(&self) -> Result<(), Failure> {
        let counts = self.counts()?;
        let got = Summary::of(&counts);
        for (key, got) in [
            ("points", Some(got.points)),
            ("score", got.score),
            ("elo", got.elo),
            ("elo_error", got.elo_error),
            ("nelo", got.nelo),
            ("nelo_error", got.nelo_error),
            ("los", got.los),
            ("draw_ratio", got.draw_ratio),
            ("pairs_ratio", got.pairs_ratio),
        ] {
            self.number(format!("/{key}"), &read(self.line, key)?, got)?;
        }
        match self.line.get("report") {
            Some(report) => same("/report", report, json!(report::strength(&counts))),
            None => Ok(()),
        }
    }

    fn test(&self) -> Result<(), Failure> {
        let counts = self.counts()?;
        let setting = |key| read(self.line, key);
        let model: Model = read(self.line, "model")?;
        let test = Sprt::new(setting("elo0")?, setting("elo1")?, setting("alpha")?, setting("beta")?, model)?;
        let llr = test.llr(&counts);
        let (lower, upper) = test.bounds();
        for (key, got) in [("llr", llr), ("lower", lower), ("upper", upper)] {
            self.number(format!("/{key}"), &read(self.line, key)?, Some(got))?;
        }
        same("/decision", &read(self.line, "decision")?, json!(test.judge(llr).name()))
    }

    fn bots(&self) -> Result<usize, Failure> {
        let bots: usize = read(self.line, "bots")?;
        if bots > MOST_BOTS {
            return Err(Failure::Unreadable(format!("bots: {bots} are more than {MOST_BOTS}")));
        }
        Ok(bots)
    }

    fn ratings(&self) -> Result<(), Failure> {
        let mut duels = Duels::new(self.bots()?);
        let results: Vec<(usize, usize, u64, u64, u64)> = read_or(self.line, "results", Vec::new())?;
        for (i, j, wins, draws, losses) in results {
            duels.add(i, j, Trinomial::new(wins, draws, losses))?;
        }
        let pairs: Vec<(usize, usize, u64, u64, u64, u64, u64)> = read_or(self.line, "pairs", Vec::new())?;
        for (i, j, ll, ld, level, wd, ww) in pairs {
            duels.add(i, j, Pentanomial([ll, ld, level, wd, ww]))?;
        }
        let ratings = duels.rate(read_or(self.line, "prior", 0.0)?)?;
        self.rated("elo", &ratings)
    }

    fn tables(&self) -> Result<(), Failure> {
        let mut tables = Tables::new(self.bots()?);
        let rankings: Vec<Vec<Vec<usize>>> = read(self.line, "rankings")?;
        for places in rankings {
            tables.add(Ranking::new(places)?)?;
        }
        let ratings = tables.rate(read_or(self.line, "prior", 0.0)?)?;
        self.rated("worth_elo", &ratings)
    }

    fn rated(&self, key: &str, ratings: &Ratings) -> Result<(), Failure> {
        same("/undefined", self.line.get("undefined").unwrap_or(&json!([])), json!(ratings.undefined()))?;
        let expected: Vec<Value> = read(self.line, key)?;
        if expected.len() != ratings.bots() {
            return Err(Failure::Unreadable(format!("{key}: {} numbers for {} bots", expected.len(), ratings.bots())));
        }
        for (bot, expected) in expected.iter().enumerate() {
            self.number(format!("/{key}/{bot}"), expected, ratings.elo(bot))?;
        }
        let errors: Vec<(usize, usize, Value, Value)> = read_or(self.line, "errors", Vec::new())?;
        for (at, (i, j, model, robust)) in errors.iter().enumerate() {
            if *i.max(j) >= ratings.bots() {
                return Err(Failure::Unreadable(format!("errors: there is no bot {}", i.max(j))));
            }
            let got = match ratings.difference(*i, *j) {
                Difference::Known { errors, .. } => Some(errors),
                _ => None,
            };
            self.number(format!("/errors/{at}/2"), model, got.map(|errors| errors.model))?;
            self.number(format!("/errors/{at}/3"), robust, got.map(|errors| errors.robust))?;
        }
        Ok(())
    }

    /// `null` is no value; a number must be as near as the line says, of small ones absolutely.
    fn number(&self, pointer: String, expected: &Value, got: Option<f64>) -> Result<(), Failure> {
        let near = match (expected, expected.as_f64(), got) {
            (Value::Null, _, None) => true,
            (_, Some(expected), Some(got)) => (got - expected).abs() <= self.tolerance * expected.abs().max(1.0),
            _ => false,
        };
        if near {
            Ok(())
        } else {
            Err(Failure::Differs { pointer, expected: Box::new(expected.clone()), got: Box::new(json!(got)) })
        }
    }
}

fn same(pointer: &str, expected: &Value, got: Value) -> Result<(), Failure> {
    if *expected == got {
        return Ok(());
    }
    Err(Failure::Differs { pointer: pointer.into(), expected: Box::new(expected.clone()), got: Box::new(got) })
}
