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
    // Looked through once here, texts in it are not looked through again. A list of the right values is no answer.
    let text = std::str::from_utf8(line).ok().filter(|line| line.starts_with('{'));
    match text.and_then(|line| serde_json::from_str::<Good<'_>>(line).ok()) {
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
    let form: Form<'_> = match object(line) {
        Ok(form) => form,
        Err(why) => return Reply::Malformed(why.said(line)),
    };
    let kind = match form.r#type.map(RawValue::get) {
        Some(r#""orders""#) => "orders",
        Some(r#""resign""#) => "resign",
        // The same words may be spelled with escapes.
        other => match other.and_then(|raw| serde_json::from_str::<String>(raw).ok()).as_deref() {
            Some("orders") => "orders",
            Some("resign") => "resign",
            _ => {
                let found = shown(other.unwrap_or("null").as_bytes());
                return Reply::Malformed(format!("\"type\" is {found}, not \"orders\" or \"resign\""));
            }
        },
    };
    match form.request.and_then(|raw| raw.get().parse::<u64>().ok()) {
        Some(n) if n == u64::from(request) => {}
        Some(n) if n >= 1 && n < u64::from(request) => return Reply::Stale,
        Some(n) => return Reply::Malformed(format!("request {n} was never sent; the present one is {request}")),
        None => {
            let found = form
                .request
                .map_or("missing".into(), |raw| format!("{}, no whole number", shown(raw.get().as_bytes())));
            return Reply::Malformed(format!("\"request\" is {found}; send the number of the request, {request}"));
        }
    }
    if kind == "resign" {
        return Reply::Resign;
    }
    match form.actions.map(|raw| serde_json::from_str::<Vec<&RawValue>>(raw.get())) {
        Some(Ok(actions)) => Reply::Orders { actions, notes: form.notes },
        Some(Err(_)) => Reply::Malformed("\"actions\" is no list; send [] for no action".into()),
        None => Reply::Malformed("\"actions\" is missing; send [] for no action".into()),
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

/// Reads a line that has to be one JSON object.
fn object<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, NoObject> {
    match line.trim_ascii_start().first() {
        None => Err(NoObject::Empty),
        Some(b'{') => serde_json::from_slice(line).map_err(|error| NoObject::of(line, &error)),
        Some(_) => Err(NoObject::of_other(line)),
    }
}

/// What a line that is no JSON object probably is.
#[derive(Debug)]
enum NoObject {
    Empty,
    Log,
    /// An object that does not end on its line.
    Unfinished,
    /// A line out of the middle of an object.
    Piece,
    List,
    /// JSON has no such word.
    Word(&'static str),
    SingleQuotes,
    /// More follows on the line.
    Surplus,
    NotUtf8,
    /// What is wrong, and where.
    Broken(String),
}

impl NoObject {
    /// What is wrong with a line that begins like an object.
    fn of(line: &[u8], error: &serde_json::Error) -> NoObject {
        let Ok(text) = std::str::from_utf8(line) else { return NoObject::NotUtf8 };
        let at = error.column().saturating_sub(1).min(text.len());
        let rest = text.as_bytes()[at..].trim_ascii_start();
        if error.is_eof() {
            return NoObject::Unfinished;
        }
        let unsigned = rest.strip_prefix(b"-").unwrap_or(rest);
        let foreign = ["NaN", "Infinity", "None", "True", "False", "undefined"];
        if let Some(word) = foreign.into_iter().find(|word| unsigned.starts_with(word.as_bytes())) {
            return NoObject::Word(word);
        }
        if rest.starts_with(b"'") {
            return NoObject::SingleQuotes;
        }
        let why = error.to_string();
        if why.starts_with("trailing characters") {
            return NoObject::Surplus;
        }
        // Words in braces.
        if error.column() <= 2 {
            return NoObject::Log;
        }
        let why = why.split(" at line ").next().unwrap_or_default();
        NoObject::Broken(format!("{why}, at column {}: {}", error.column(), shown(&rest[..rest.len().min(40)])))
    }

    /// What a line is that does not begin like an object.
    fn of_other(line: &[u8]) -> NoObject {
        let text = line.trim_ascii();
        let is_key = text.starts_with(b"\"") && text.windows(2).any(|pair| pair == b"\":");
        if text.starts_with(b"[") {
            return match serde_json::from_slice::<serde::de::IgnoredAny>(text) {
                Ok(_) => NoObject::List,
                Err(error) if error.is_eof() || text.starts_with(b"[{") => NoObject::of(text, &error),
                Err(_) => NoObject::Log,
            };
        }
        if text.starts_with("\u{feff}".as_bytes()) {
            NoObject::Broken("it begins with a byte order mark".into())
        } else if is_key || matches!(text, [b'}' | b']'] | [b'}' | b']', b',' | b'}' | b']', ..]) {
            NoObject::Piece
        } else {
            NoObject::Log
        }
    }

    /// In the author's words.
    fn said(&self, line: &[u8]) -> String {
        let one_line = "print every answer as one line of JSON, without indentation, then flush";
        match self {
            NoObject::Empty => "your bot printed an empty line on standard output; that is the protocol channel".into(),
            NoObject::Log => format!(
                "your bot printed '{}' on standard output; that is the protocol channel, print logs to standard error",
                shown(line)
            ),
            NoObject::Unfinished => format!("the JSON is not complete when the line ends: {one_line}"),
            NoObject::Piece => format!("the line is a piece of a longer JSON text: {one_line}"),
            NoObject::List => {
                "the line is a list, not an object: the actions belong into {\"type\":\"orders\",\"request\":N,\"actions\":[...]}"
                    .into()
            }
            NoObject::Word(word) => format!("JSON has no {word}: use a number, true, false or null"),
            NoObject::SingleQuotes => {
                "JSON wants double quotes: print the answer with your language's JSON library (json.dumps in Python)".into()
            }
            NoObject::Surplus => "there is more on the line after the JSON object: print each answer on a line of its own".into(),
            NoObject::NotUtf8 => "the line is not UTF-8 text".into(),
            NoObject::Broken(why) => format!("the line is not valid JSON: {why}"),
        }
    }
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

/// The most bytes of one answer's notes that are kept, and how deep they may be nested.
pub const MOST_NOTES: usize = 64 << 10;
const DEEPEST_NOTES: usize = 64;

/// Notes as they are kept: whole, or a word about why not.
pub fn kept_notes(notes: &RawValue) -> Box<RawValue> {
    let text = notes.get();
    let why = if text.len() > MOST_NOTES {
        format!("{} bytes of notes left out, {MOST_NOTES} are kept", text.len())
    } else if is_deep(text, DEEPEST_NOTES) {
        format!("notes left out: nested more than {DEEPEST_NOTES} deep")
    } else {
        return notes.to_owned();
    };
    RawValue::from_string(format!("[\"{why}\"]")).expect("a list of one text")
}

/// Whether JSON is nested deeper than this.
fn is_deep(json: &str, most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0usize, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth -= 1,
            _ => {}
        }
        if depth > most {
            return true;
        }
    }
    false
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
        assert!(malformed(r#"{"type":"orders","request":"5","actions":[]}"#).contains("is \"5\", no whole number"));
        assert!(malformed(r#"{"type":"ready"}"#).contains("ready"));
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
    fn what_is_wrong_with_a_line_is_called_by_its_name() {
        for (line, said) in [
            ("[]", "is a list"),
            (r#"[{"do":"end"}]"#, "is a list"),
            // A list of what an answer has is no answer either.
            (r#"["orders",5,[],null]"#, "is a list"),
            ("{", "not complete"),
            (r#"{"type":"orders","request":5,"act"#, "not complete"),
            (r#"{"type":"orders","request":5,"actions":[{"do":"move","x":3"#, "not complete"),
            (r#"  "type": "orders","#, "piece of a longer"),
            ("}", "piece of a longer"),
            ("],", "piece of a longer"),
            (r#"{"type":"orders","request":5,"actions":[{"do":"move","x":Infinity}]}"#, "JSON has no Infinity"),
            (r#"{"type":"orders","request":5,"actions":[{"do":"move","x":-Infinity}]}"#, "JSON has no Infinity"),
            (r#"{"type":"orders","request":5,"notes":NaN,"actions":[]}"#, "JSON has no NaN"),
            (r#"{"type":"orders","request":5,"notes":None,"actions":[]}"#, "JSON has no None"),
            ("{'type': 'orders', 'request': 5}", "double quotes"),
            (r#"{"type":"orders","request":5,"actions":[]} {"type":"orders"}"#, "more on the line"),
            (r#"{"type":"orders","request":5,"actions":[],}"#, "not valid JSON"),
            (r#"{"type":"orders","type":"orders","request":5,"actions":[]}"#, "duplicate field"),
            ("thinking... [5 moves]", "print logs to standard error"),
            ("[debug] hello", "print logs to standard error"),
            ("\"quoted\" words", "print logs to standard error"),
            ("{debug} hello", "print logs to standard error"),
            ("[1/5] moving", "print logs to standard error"),
            ("[", "not complete"),
            (r#"[{"do":"move","x":NaN}]"#, "JSON has no NaN"),
            ("\u{feff}{}", "byte order mark"),
            ("12", "print logs to standard error"),
            (" \t", "empty line"),
        ] {
            let why = malformed(line);
            assert!(why.contains(said), "{line}: {why}");
            assert!(read_ready(line.as_bytes()).is_err(), "{line}");
        }
        assert!(matches!(read_reply(b"{\"type\":\"\xff\"}", 5), Reply::Malformed(why) if why.contains("UTF-8")));
        assert!(read_ready(br#"["ready","x","1",["legal"],true]"#).unwrap_err().contains("is a list"));
    }

    #[test]
    fn whatever_is_said_back_is_short() {
        let long = "x".repeat(1 << 20);
        for line in [
            format!(r#"{{"type":"{long}"}}"#),
            format!(r#"{{"type":{{"a":"{long}"}},"request":5}}"#),
            format!(r#"{{"type":"orders","request":1{}}}"#, "0".repeat(1 << 20)),
            long.clone(),
            "[".repeat(1 << 20),
        ] {
            assert!(malformed(&line).len() < 1000, "{}", &line[..40]);
        }
        let kept = |notes: &str| kept_notes(serde_json::from_str(notes).unwrap()).get().to_owned();
        assert_eq!(kept(r#"[{"text":"[[[\"{{"}]"#), r#"[{"text":"[[[\"{{"}]"#);
        assert_eq!(kept(&format!("[\"{long}\"]")), "[\"1048580 bytes of notes left out, 65536 are kept\"]");
        let deep = "[".repeat(30_000) + &"]".repeat(30_000);
        assert_eq!(kept(&deep), "[\"notes left out: nested more than 64 deep\"]");
        let brackets = format!("[\"{}\"]", "[".repeat(1000));
        assert_eq!(kept(&brackets), brackets, "those in a text are letters");
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
