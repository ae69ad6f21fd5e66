//! The messages of protocol 1: what is written, and how replies are read.

mod line;
mod notes;
mod reply;

pub use notes::{MOST_NOTES, kept_notes};
pub use reply::{Reply, is_stale, read_reply};

use line::object;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skirmish_core::any::AnyTable;
use skirmish_core::{Clock, Seat};

pub const PROTOCOL: u32 = 1;

/// The greeting.
#[derive(Serialize)]
pub struct HelloMessage<'a> {
    pub r#type: &'static str,
    pub protocol: u32,
    pub game: &'a str,
    pub game_version: u32,
    pub r#match: &'a str,
    pub seat: &'a str,
    pub seats: &'a [String],
    pub config: Map<String, Value>,
    pub map: Value,
    pub random: String,
    pub clock: Clock,
}

/// The greeting of a seat as a line. `id` names the match; the seat gets a number of its own made from its seed.
pub fn hello_line(table: &dyn AnyTable, seat: Seat, id: &str, clock: Clock) -> Vec<u8> {
    let seats = table.seats();
    as_line(&HelloMessage {
        r#type: "hello",
        protocol: PROTOCOL,
        game: table.game(),
        game_version: table.version(),
        r#match: id,
        seat: &seats[seat.index()],
        seats,
        config: table.config(),
        map: table.map_info(),
        random: format!("{:016x}", table.seed().of_seat(seat)),
        clock,
    })
}

/// The last message of a game.
#[derive(Serialize)]
pub struct EndMessage {
    pub r#type: &'static str,
    pub result: Value,
    pub rejected: Value,
    pub again: bool,
}

impl EndMessage {
    /// The message as a line.
    pub fn line(&self) -> Vec<u8> {
        as_line(self)
    }
}

fn as_line(message: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("messages serialise");
    line.push(b'\n');
    line
}

/// What a program says of itself when it is ready.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ready {
    pub name: Option<String>,
    pub version: Option<String>,
    pub wants_legal: bool,
    pub series: bool,
}

/// Reads the `ready` line. `Err` says in the author's words what is wrong with it.
pub fn read_ready(line: &[u8]) -> Result<Ready, String> {
    #[derive(Deserialize)]
    struct Form {
        r#type: Option<Value>,
        name: Option<Value>,
        version: Option<Value>,
        want: Option<Value>,
        series: Option<Value>,
    }
    let form: Form = object(line).map_err(|why| why.said(line))?;
    if form.r#type.as_ref().and_then(Value::as_str) != Some("ready") {
        return Err(format!("the first line must be {{\"type\":\"ready\"}}; it was {}", shown(line)));
    }
    let text = |value: Option<Value>| value.and_then(|v| v.as_str().map(|s| s.chars().take(64).collect::<String>()));
    let wants =
        form.want.as_ref().and_then(Value::as_array).is_some_and(|list| list.iter().any(|word| word == "legal"));
    Ok(Ready {
        name: text(form.name),
        version: text(form.version),
        wants_legal: wants,
        series: form.series == Some(Value::Bool(true)),
    })
}

/// The beginning of a line, for messages.
pub fn shown(line: &[u8]) -> String {
    // No letter has more bytes than four.
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * 200 + 4)]);
    if text.chars().count() <= 200 {
        return text.into_owned();
    }
    text.chars().take(197).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_lines_are_read() {
        let ready = read_ready(br#"{"type":"ready","name":"x","want":["legal"],"series":true}"#).unwrap();
        assert_eq!((ready.name.as_deref(), ready.wants_legal, ready.series), (Some("x"), true, true));
        assert_eq!(read_ready(br#"{"type":"ready","name":5}"#).unwrap(), Ready::default());
        assert!(read_ready(b"Ready").unwrap_err().contains("'Ready'"));
        assert!(read_ready(br#"{"type":"orders"}"#).is_err());
        assert!(read_ready(br#"["ready","x","1",["legal"],true]"#).unwrap_err().contains("is a list"));
        assert!(read_ready(b"{").unwrap_err().contains("not complete"));
    }
}
