//! The messages of protocol 1: what is written, and how a reply is read.

use memchr::memchr;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
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
    let form: Form = serde_json::from_slice(line).map_err(|_| not_json(line))?;
    if form.r#type.as_ref().and_then(Value::as_str) != Some("ready") {
        return Err("the first line must be {\"type\":\"ready\"}".into());
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

/// A reply to a request.
#[derive(Debug)]
pub enum Reply<'a> {
    Orders {
        actions: Vec<&'a RawValue>,
        notes: Option<&'a RawValue>,
    },
    Resign,
    /// An answer to an earlier request: thrown away.
    Stale,
    /// No answer. In the author's words.
    Malformed(String),
}

/// Reads a reply to request number `request`.
pub fn read_reply(line: &[u8], request: u32) -> Reply<'_> {
    // Nearly every answer is a good one, and read in one go.
    #[derive(Deserialize)]
    struct Good<'a> {
        r#type: &'a str,
        request: u32,
        #[serde(borrow)]
        actions: Vec<&'a RawValue>,
        #[serde(borrow)]
        notes: Option<&'a RawValue>,
    }
    // Looked through once here, texts in it are not looked through again.
    let good = std::str::from_utf8(line).ok().and_then(|line| serde_json::from_str::<Good<'_>>(line).ok());
    match good {
        Some(good) if good.r#type == "orders" && good.request == request => {
            Reply::Orders { actions: good.actions, notes: good.notes }
        }
        _ => read_odd_reply(line, request),
    }
}

/// Reads whatever a reply may be, to say what is wrong with it.
fn read_odd_reply(line: &[u8], request: u32) -> Reply<'_> {
    #[derive(Deserialize)]
    struct Form<'a> {
        #[serde(borrow)]
        r#type: Option<&'a RawValue>,
        #[serde(borrow)]
        request: Option<&'a RawValue>,
        #[serde(borrow)]
        actions: Option<&'a RawValue>,
        #[serde(borrow)]
        notes: Option<&'a RawValue>,
    }
    let Ok(form) = serde_json::from_slice::<Form<'_>>(line) else {
        return Reply::Malformed(not_json(line));
    };
    let kind = match form.r#type.map(RawValue::get) {
        Some(r#""orders""#) => "orders",
        Some(r#""resign""#) => "resign",
        // The same words may be spelled with escapes.
        other => match other.and_then(|raw| serde_json::from_str::<String>(raw).ok()).as_deref() {
            Some("orders") => "orders",
            Some("resign") => "resign",
            _ => {
                let found = other.unwrap_or("null");
                return Reply::Malformed(format!("\"type\" is {found}, not \"orders\" or \"resign\""));
            }
        },
    };
    match form.request.and_then(|raw| raw.get().parse::<u64>().ok()) {
        Some(n) if n == u64::from(request) => {}
        Some(n) if n >= 1 && n < u64::from(request) => return Reply::Stale,
        Some(n) => return Reply::Malformed(format!("request {n} was never sent; the present one is {request}")),
        None => return Reply::Malformed(format!("\"request\" is missing or no number; this one is {request}")),
    }
    if kind == "resign" {
        return Reply::Resign;
    }
    match form.actions.map(|raw| serde_json::from_str::<Vec<&RawValue>>(raw.get())) {
        Some(Ok(actions)) => Reply::Orders { actions, notes: form.notes },
        _ => Reply::Malformed("\"actions\" is missing or no list".into()),
    }
}

/// Whether a line answers an earlier request than this one. Nearly every line answers the present one and shows it
/// early, which is found without reading it whole.
pub fn is_stale(line: &[u8], request: u32) -> bool {
    // Found by its rarest letter.
    let found = memchr(b'q', &line[..line.len().min(80)]).map(|at| line.split_at(at));
    let number = found
        .filter(|(before, _)| before.ends_with(br#""re"#))
        .and_then(|(_, after)| after.strip_prefix(br#"quest":"#))
        .and_then(number_at_start);
    number != Some(request) && matches!(read_reply(line, request), Reply::Stale)
}

/// The number that a text begins with, if something that cannot be part of it comes after.
fn number_at_start(text: &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for (i, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => number = number.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?,
            b',' | b'}' if i > 0 => return Some(number),
            _ => return None,
        }
    }
    None
}

/// What a line that is no JSON object probably is.
fn not_json(line: &[u8]) -> String {
    let text = shown(line);
    if text.trim().is_empty() {
        return "your bot printed an empty line on standard output; that is the protocol channel".into();
    }
    format!("your bot printed '{text}' on standard output; that is the protocol channel, print logs to standard error")
}

/// The beginning of a line, for messages.
pub fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    if text.chars().count() <= 200 {
        return text.into_owned();
    }
    text.chars().take(197).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn malformed(line: &str) -> String {
        match read_reply(line.as_bytes(), 5) {
            Reply::Malformed(why) => why,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn answers_name_their_request() {
        let line = br#"{"type":"orders","request":5,"actions":[{"do":"end"},7],"notes":[],"extra":1}"#;
        assert!(matches!(read_reply(line, 5), Reply::Orders { actions, notes: Some(_) } if actions.len() == 2));
        assert!(matches!(read_reply(line, 6), Reply::Stale));
        assert!(matches!(read_reply(br#"{"type":"resign","request":5}"#, 5), Reply::Resign));
        assert!(malformed(r#"{"type":"orders","request":6,"actions":[]}"#).contains("never sent"));
        assert!(malformed(r#"{"type":"orders","request":0,"actions":[]}"#).contains("never sent"));
        assert!(malformed(r#"{"type":"orders","actions":[]}"#).contains("missing"));
        assert!(malformed(r#"{"type":"orders","request":5}"#).contains("actions"));
        assert!(malformed(r#"{"type":"orders","request":5,"actions":{}}"#).contains("no list"));
        assert!(malformed(r#"{"type":"ready"}"#).contains("ready"));
        assert!(malformed("[]").contains("protocol channel"));
        assert!(malformed("hello world").contains("'hello world'"));
        assert!(is_stale(line, 6) && !is_stale(line, 5) && !is_stale(line, 4) && !is_stale(b"", 5));
        // The present number is part of an older one, or stands elsewhere, or is too large.
        for (old, stale) in [
            (r#"{"type":"orders","request" : 4,"actions":[]}"#, true),
            (r#"{"type":"orders","request":5,"actions":[]}"#, true),
            (r#"{"type":"orders","request":50 ,"actions":[]}"#, true),
            (r#"{"actions":[],"notes":{"q":"request"},"type":"orders","request":4}"#, true),
            (r#"{"type":"orders","request":50.5,"actions":[]}"#, false),
            (r#"{"type":"orders","request":51,"actions":[]}"#, false),
            (r#"{"type":"orders","request":4294967347,"actions":[]}"#, false),
            (r#"{"type":"orders","request":5"#, false),
            (r#"q"#, false),
        ] {
            assert_eq!(is_stale(old.as_bytes(), 51), stale, "{old}");
        }
        assert!(malformed("").contains("empty line"));
    }

    #[test]
    fn ready_lines_are_read() {
        let ready = read_ready(br#"{"type":"ready","name":"x","want":["legal"],"series":true}"#).unwrap();
        assert_eq!((ready.name.as_deref(), ready.wants_legal, ready.series), (Some("x"), true, true));
        assert_eq!(read_ready(br#"{"type":"ready","name":5}"#).unwrap(), Ready::default());
        assert!(read_ready(b"Ready").unwrap_err().contains("'Ready'"));
        assert!(read_ready(br#"{"type":"orders"}"#).is_err());
    }
}
