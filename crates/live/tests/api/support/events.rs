//! Event streams as a browser reads them.

use super::Client;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

pub struct Source {
    lines: BufReader<TcpStream>,
}

/// One event of a stream.
#[derive(Debug, PartialEq)]
pub struct Event {
    /// The last one, which says why the stream ends, has none.
    pub id: Option<i64>,
    pub event: String,
    pub data: Value,
}

impl Source {
    pub fn open(client: &Client, path: &str) -> Source {
        let mut stream = client.connect();
        stream.write_all(client.request("GET", path, None).as_bytes()).unwrap();
        let mut source = Source { lines: BufReader::new(stream) };
        let mut head = Vec::new();
        while let Some(line) = source.line().filter(|line| !line.is_empty()) {
            head.push(line.to_ascii_lowercase());
        }
        assert!(head[0].starts_with("http/1.1 200"), "{head:?}");
        assert!(head.iter().any(|line| line == "content-type: text/event-stream"), "{head:?}");
        source
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim_end().into()),
        }
    }

    /// The next event; `None` if the stream ends.
    pub fn next(&mut self) -> Option<Event> {
        let mut event = Event { id: None, event: String::new(), data: Value::Null };
        loop {
            let line = self.line()?;
            if let Some(id) = line.strip_prefix("id: ") {
                event.id = id.parse().ok();
            } else if let Some(name) = line.strip_prefix("event: ") {
                event.event = name.into();
            } else if let Some(data) = line.strip_prefix("data: ") {
                event.data = serde_json::from_str(data).unwrap();
            } else if line.is_empty() && !event.event.is_empty() {
                return Some(event);
            }
        }
    }
}
