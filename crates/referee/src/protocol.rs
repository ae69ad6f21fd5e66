//! The messages of protocol 1: what is written, and how replies are read.

mod line;
mod notes;
mod reply;

pub use notes::{MOST_NOTES, kept_notes};
pub use reply::{Reply, is_stale, read_reply};

use line::object;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skirmish_core::any::Refereed;
use skirmish_core::{Clock, Seat};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The greeting.
#[derive(Serialize)]
pub struct HelloMessage<'a> {
    /// `hello`.
    pub r#type: &'static str,
    /// The version of the protocol, [`PROTOCOL`].
    pub protocol: u32,
    /// The game to be played.
    pub game: &'a str,
    /// The version of its rules.
    pub game_version: u32,
    /// The name of the match.
    pub r#match: &'a str,
    /// The seat of the program.
    pub seat: &'a str,
    /// All seats, in their order.
    pub seats: &'a [String],
    /// The complete config.
    pub config: Map<String, Value>,
    /// What the game tells of its map.
    pub map: Value,
    /// 64 random bits for the program, in hexadecimal digits.
    pub random: String,
    /// The time it has.
    pub clock: Clock,
}

/// The greeting of a seat as a line. `id` names the match; the seat gets a number of its own made from its seed.
pub fn hello_line(table: &dyn Refereed, seat: Seat, id: &str, clock: Clock) -> Vec<u8> {
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
    /// `end`.
    pub r#type: &'static str,
    /// The result object of the rulebook.
    pub result: Value,
    /// What was refused of the last orders.
    pub rejected: Value,
    /// Whether another game follows.
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
    /// What it calls itself.
    pub name: Option<String>,
    /// The version it claims to be.
    pub version: Option<String>,
    /// Whether it wants legal actions with every request.
    pub wants_legal: bool,
    /// Whether it decides by numbers, one question after the other.
    pub wants_decisions: bool,
    /// Whether it plays several games in a row.
    pub series: bool,
}

/// Reads the `ready` line. An error tells the author what is wrong with it.
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
    let wanted = form.want.as_ref().and_then(Value::as_array);
    let wants = |what: &str| wanted.is_some_and(|list| list.iter().any(|word| word == what));
    Ok(Ready {
        name: text(form.name),
        version: text(form.version),
        wants_legal: wants("legal"),
        wants_decisions: wants("decisions"),
        series: form.series == Some(Value::Bool(true)),
    })
}

/// The beginning of a line, for messages.
pub fn shown(line: &[u8]) -> String {
    // No character has more than four bytes.
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
