//! A client for measuring: one connection that is kept, requests made by hand.

use std::io::{Error, Result};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection.
pub struct Wire {
    stream: TcpStream,
    token: String,
    /// What was read and not used yet.
    held: Vec<u8>,
}

impl Wire {
    pub async fn connect(address: SocketAddr, token: &str) -> Result<Wire> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Wire { stream, token: token.into(), held: Vec::new() })
    }

    pub async fn get(&mut self, path: &str) -> Result<(u16, Vec<u8>)> {
        self.send("GET", path, "").await?;
        self.answer().await
    }

    pub async fn post(&mut self, path: &str, body: &str) -> Result<(u16, Vec<u8>)> {
        self.send("POST", path, body).await?;
        self.answer().await
    }

    async fn send(&mut self, method: &str, path: &str, body: &str) -> Result<()> {
        let Wire { token, stream, .. } = self;
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await
    }

    /// Begins a stream of events and returns once its head has come.
    pub async fn follow(&mut self, path: &str) -> Result<()> {
        self.send("GET", path, "").await?;
        self.head().await.map(drop)
    }

    /// The numbers of the events that come next, at least one unless the stream has ended.
    pub async fn numbers(&mut self) -> Result<Vec<i64>> {
        let mut numbers = Vec::new();
        while numbers.is_empty() {
            if self.more().await? == 0 {
                return Ok(numbers);
            }
            let Some(end) = self.held.iter().rposition(|&byte| byte == b'\n') else { continue };
            let text: Vec<u8> = self.held.drain(..=end).collect();
            let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.strip_prefix(b"id: "));
            numbers.extend(lines.filter_map(|number| std::str::from_utf8(number).ok()?.trim().parse::<i64>().ok()));
        }
        Ok(numbers)
    }

    async fn more(&mut self) -> Result<usize> {
        self.stream.read_buf(&mut self.held).await
    }

    /// Reads a head, and returns its status and the length of the body.
    async fn head(&mut self) -> Result<(u16, usize)> {
        loop {
            if let Some(end) = self.held.windows(4).position(|four| four == b"\r\n\r\n") {
                let head: Vec<u8> = self.held.drain(..end + 4).collect();
                let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
                let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
                return Ok((status, length.unwrap_or(0)));
            }
            if self.more().await? == 0 {
                return Err(Error::other("the server hung up"));
            }
        }
    }

    async fn answer(&mut self) -> Result<(u16, Vec<u8>)> {
        let (status, length) = self.head().await?;
        while self.held.len() < length {
            if self.more().await? == 0 {
                return Err(Error::other("the server hung up"));
            }
        }
        Ok((status, self.held.drain(..length).collect()))
    }
}
