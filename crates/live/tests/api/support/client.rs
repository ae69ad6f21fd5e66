//! A client that speaks just enough HTTP: one request per connection.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub token: Option<String>,
    headers: Vec<(String, String)>,
}

pub struct Said {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The status and reason of a refusal, after a look at the rest of it.
    pub fn refusal(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let document = self.json();
        assert_eq!((&document["ok"], &document["status"]), (&false.into(), &self.status.into()), "{document}");
        assert_eq!(document["detail"], document["message"]);
        assert!(document["message"].as_str().is_some_and(|message| !message.is_empty()), "{document}");
        (self.status, document["reason"].as_str().unwrap().into())
    }

    /// Whether it is the answer of an earlier request.
    pub fn is_replayed(&self) -> bool {
        self.header("idempotency-replayed") == Some("true")
    }
}

impl std::fmt::Debug for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n{}", self.head, String::from_utf8_lossy(&self.body))
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

    pub fn keyed(&self, key: &str) -> Client {
        self.header("Idempotency-Key", key)
    }

    pub fn get(&self, path: &str) -> Said {
        self.send("GET", path, None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Said {
        self.send("POST", path, Some(&body.to_string()))
    }

    pub fn send(&self, method: &str, path: &str, body: Option<&str>) -> Said {
        let heard = self.raw(self.request(method, path, body).as_bytes());
        said(heard).unwrap_or_else(|heard| panic!("no answer to {method} {path}: {heard:?}"))
    }

    /// The bytes of a request.
    pub fn request(&self, method: &str, path: &str, body: Option<&str>) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            let told = self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
            head += if told { "" } else { "Content-Type: application/json\r\n" };
            head += &format!("Content-Length: {}\r\n", body.len());
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
    pub fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may hang up while we still send.
        let _refused = stream.write_all(bytes);
        let mut heard = Vec::new();
        match stream.read_to_end(&mut heard) {
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the server never hangs up"),
            // Cut off with something unread.
            _ => heard,
        }
    }
}

/// An answer, or what it was instead.
pub fn said(heard: Vec<u8>) -> Result<Said, String> {
    let end = heard.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.ok_or_else(|| String::from_utf8_lossy(&heard).into_owned())?;
    let head = String::from_utf8_lossy(&heard[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| head.clone())?;
    Ok(Said { status, head, body: heard[end + 4..].to_vec() })
}
