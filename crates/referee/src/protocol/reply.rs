//! Replies to requests.

use super::line::object;
use super::shown;
use memchr::memchr;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A reply to a request.
#[derive(Debug)]
pub enum Reply<'a> {
    /// The seat's orders.
    Orders {
        /// The actions, not parsed yet.
        actions: Vec<&'a RawValue>,
        /// What the bot noted for its author.
        notes: Option<&'a RawValue>,
    },
    /// It gives up.
    Resign,
    /// An answer to an earlier request: thrown away.
    Stale,
    /// Not an answer; in words for the author.
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
    // UTF-8 is checked once here, not again for every text in it. A list of the right values is not an answer.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::read_ready;

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
    }

    #[test]
    fn whatever_is_said_back_is_short() {
        let long = "x".repeat(1 << 20);
        for line in [
            format!(r#"{{"type":"{long}"}}"#),
            format!(r#"{{"type":{{"a":"{long}"}},"request":5}}"#),
            format!(r#"{{"type":"orders","request":1{}}}"#, "0".repeat(1 << 20)),
            long,
            "[".repeat(1 << 20),
        ] {
            assert!(malformed(&line).len() < 1000, "{}", &line[..40]);
        }
    }
}
