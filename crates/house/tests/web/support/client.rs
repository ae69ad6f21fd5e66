//! A client that speaks just enough HTTP.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub token: Option<String>,
    pub headers: Vec<(String, String)>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}\n{}", self.head, self.body))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    /// The reason of a problem document, after a look at the rest of it.
    pub fn reason(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let document = self.json();
        assert_eq!((&document["ok"], &document["status"]), (&false.into(), &self.status.into()), "{document}");
        assert_eq!(document["detail"], document["message"]);
        assert!(document["title"].is_string() && document["type"].is_string(), "{document}");
        document["reason"].as_str().unwrap().into()
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client { address, token: None, headers: Vec::new() }
    }

    pub fn with(&self, token: &str) -> Client {
        Client { token: Some(token.into()), ..self.clone() }
    }

    pub fn header(&self, name: &str, value: &str) -> Client {
        let mut client = self.clone();
        client.headers.push((name.into(), value.into()));
        client
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None)
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Some(&body.to_string()))
    }

    pub fn send(&self, method: &str, path: &str, body: Option<&str>) -> Answer {
        answer(&self.raw(self.head(method, path, body).as_bytes()))
    }

    /// The bytes of a request.
    pub fn head(&self, method: &str, path: &str, body: Option<&str>) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        head + "\r\n" + body.unwrap_or_default()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        // Far above anything that is measured: only a server that hangs runs into it.
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends bytes as they are, and gives what comes until the server hangs up.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may hang up while we still send.
        let _refused = stream.write_all(bytes);
        heard(&mut stream)
    }
}

/// All that comes until the server hangs up.
pub fn heard(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the server never hangs up"),
        // Cut off with something unread.
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

pub fn answer(heard: &str) -> Answer {
    let (head, body) = heard.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {heard:?}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.into() };
    Answer { status, head: head.into(), body }
}

fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        body += &after[..size];
        rest = &after[size + 2..];
    }
    body
}
