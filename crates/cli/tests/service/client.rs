//! A small HTTP client: one request per connection, bodies of JSON.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// An answer.
pub struct Said {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&self.body)))
    }
}

/// Somebody with a token, or without.
#[derive(Clone, Debug)]
pub struct Client {
    pub host: String,
    pub token: Option<String>,
}

impl Client {
    pub fn get(&self, path: &str) -> Said {
        self.ask("GET", path, &[], None).unwrap()
    }

    pub fn post(&self, path: &str, body: Value) -> Said {
        self.ask("POST", path, &[], Some(&body.to_string())).unwrap()
    }

    /// An error if the server went away.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> std::io::Result<Said> {
        let mut stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.host);
        if let Some(token) = &self.token {
            request += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        let body = body.unwrap_or_default();
        if !body.is_empty() {
            request += "Content-Type: application/json\r\n";
        }
        request += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let cut = std::io::Error::other("the answer was cut");
        let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { return Err(cut) };
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        let body = answer[end + 4..].to_vec();
        let told =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        match told {
            Some(length) if body.len() < length => Err(cut),
            _ => Ok(Said { status, head, body }),
        }
    }
}
