//! Replays: orders, not states. Playing them again proves them.
//!
//! A replay is lines of JSON: a header with the first position, one record per step with the orders and 32 bits
//! of the state's hash, and an ending. Everything else is derived by running it.

use crate::{Absence, Answer, Entry, Flaw, Game, Orders, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The format of replay texts.
pub const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    skirmish: u32,
    game: String,
    version: u32,
    seed: u64,
    position: Value,
}

#[derive(Deserialize)]
struct StepRecord<'a> {
    #[serde(borrow)]
    orders: Vec<SeatRecord<'a>>,
    hash: String,
}

#[derive(Deserialize)]
struct SeatRecord<'a> {
    seat: u8,
    /// Actions of the game, and [`BadRecord`]s in place of those that could not be read.
    #[serde(borrow)]
    actions: Option<Vec<&'a RawValue>>,
    absence: Option<Absence>,
    #[serde(default)]
    used_ms: u32,
}

/// An entry that was no action.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BadRecord {
    bad: Flaw,
}

#[derive(Serialize, Deserialize)]
struct Ending {
    result: Value,
}

/// Writes a replay while a table is played.
pub struct Writer {
    text: String,
}

impl Writer {
    /// Begins with the table's present position.
    pub fn new<G: Game>(table: &Table<G>, seed: u64) -> Writer {
        let position = serde_json::to_value(table.game.position(&table.state)).expect("positions serialise");
        let header = Header { skirmish: FORMAT, game: G::ID.into(), version: G::VERSION, seed, position };
        let mut writer = Writer { text: String::new() };
        writer.line(&header);
        writer
    }

    /// Writes down a step that `table` has just played.
    pub fn step<G: Game>(&mut self, table: &Table<G>, orders: &Orders<G::Action>) {
        let entry = |entry: &Entry<G::Action>| match entry {
            Entry::Bad(flaw) => serde_json::json!(BadRecord { bad: *flaw }),
            Entry::Action(action) => serde_json::to_value(table.game.wire(action)).expect("actions serialise"),
        };
        let orders: Vec<Value> = orders
            .iter()
            .map(|given| {
                let mut record = serde_json::json!({"seat": given.seat.0});
                match given.answer {
                    Answer::List(list) => record["actions"] = list.iter().map(entry).collect(),
                    Answer::Absent(absence) => record["absence"] = serde_json::json!(absence),
                }
                if given.used_ms > 0 {
                    record["used_ms"] = given.used_ms.into();
                }
                record
            })
            .collect();
        self.line(&serde_json::json!({"orders": orders, "hash": short_hash(table)}));
    }

    /// The text so far, without an ending.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The last line of a replay.
    pub fn ending<G: Game>(table: &Table<G>) -> String {
        let result = serde_json::to_value(table.outcome()).expect("results serialise");
        let line = serde_json::to_string(&Ending { result }).expect("records serialise");
        line + "\n"
    }

    /// Ends the replay and gives its text.
    pub fn finish<G: Game>(self, table: &Table<G>) -> String {
        self.text + &Self::ending(table)
    }

    fn line(&mut self, value: &impl Serialize) {
        self.text.push_str(&serde_json::to_string(value).expect("records serialise"));
        self.text.push('\n');
    }
}

/// Why a replay was refused or found wrong.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum Wrong {
    #[error("line {line}: not a replay record: {why}")]
    Unreadable { line: usize, why: String },
    #[error("a replay of {game}, not of {wanted}")]
    OtherGame { game: String, wanted: &'static str },
    #[error("a replay of {game} version {version}; this program plays version {ours}")]
    OtherVersion { game: String, version: u32, ours: u32 },
    #[error("step {step} (turn {turn}): the recorded state is {recorded}, playing it again gives {replayed}")]
    Differs { step: usize, turn: i64, recorded: String, replayed: String },
    #[error("the recorded result is {recorded}, playing it again gives {replayed}")]
    OtherResult { recorded: String, replayed: String },
    #[error("the replay has no ending")]
    Torn,
}

/// Plays a replay again and compares every step. Gives the number of steps.
pub fn verify<G: Game>(text: &str) -> Result<usize, Wrong> {
    let unreadable = |line: usize, why: String| Wrong::Unreadable { line: line + 1, why };
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().ok_or(Wrong::Torn)?;
    let header: Header = serde_json::from_str(first).map_err(|e| unreadable(0, e.to_string()))?;
    if header.game != G::ID {
        return Err(Wrong::OtherGame { game: header.game, wanted: G::ID });
    }
    if header.version != G::VERSION || header.skirmish != FORMAT {
        return Err(Wrong::OtherVersion { game: header.game, version: header.version, ours: G::VERSION });
    }
    let position = G::read_position(&header.position).map_err(|e| unreadable(0, e.to_string()))?;
    let (game, mut state) = G::from_position(&position).map_err(|e| unreadable(0, e.to_string()))?;
    game.reseed(&mut state, header.seed);
    let mut table = Table::new(game, state);
    for (steps, (at, line)) in lines.enumerate() {
        if let Ok(ending) = serde_json::from_str::<Ending>(line) {
            let replayed = serde_json::to_value(table.outcome()).expect("results serialise");
            if ending.result != replayed {
                return Err(Wrong::OtherResult { recorded: ending.result.to_string(), replayed: replayed.to_string() });
            }
            return Ok(steps);
        }
        let record: StepRecord<'_> = serde_json::from_str(line).map_err(|e| unreadable(at, e.to_string()))?;
        let mut orders = Orders::new();
        for given in &record.orders {
            let seat = crate::Seat(given.seat);
            match (&given.actions, given.absence) {
                (Some(actions), None) => orders.list(
                    seat,
                    actions.iter().map(|entry| match serde_json::from_str::<BadRecord>(entry.get()) {
                        Ok(record) => Entry::Bad(record.bad),
                        Err(_) => table.game.parse(entry),
                    }),
                ),
                (None, Some(absence)) => orders.absent(seat, absence),
                _ => return Err(unreadable(at, "a seat has either actions or an absence".into())),
            }
            orders.used(given.used_ms);
        }
        let turn = table.turn().number;
        table.step(&orders);
        let replayed = short_hash(&table);
        if replayed != record.hash {
            return Err(Wrong::Differs { step: steps + 1, turn, recorded: record.hash, replayed });
        }
    }
    Err(Wrong::Torn)
}

fn short_hash<G: Game>(table: &Table<G>) -> String {
    format!("{:08x}", table.game.hash(&table.state) as u32)
}
