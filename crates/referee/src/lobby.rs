//! Where bots that were started elsewhere (in an IDE, in a debugger) join a waiting match.

use crate::program::Program;
use serde::Deserialize;
use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

/// The environment variable that tells a bot where to join.
pub const VARIABLE: &str = "SKIRMISH_ATTACH";

/// How long a connection may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(2);

/// An open door, for those who know its token.
#[derive(Debug)]
pub struct Lobby {
    listener: TcpListener,
    address: SocketAddr,
    token: String,
}

/// What a joining bot says first.
#[derive(Deserialize)]
struct Introduction {
    r#type: String,
    token: String,
}

impl Lobby {
    /// Opens a door on this machine alone.
    pub fn open() -> io::Result<Lobby> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        Ok(Lobby { address: listener.local_addr()?, listener, token: crate::secret::token()? })
    }

    /// What a bot has to know: `HOST:PORT/TOKEN`.
    pub fn ticket(&self) -> String {
        format!("{}/{}", self.address, self.token)
    }

    /// Waits until somebody with the right token has come, or `stopped` says so.
    pub fn join(&self, limit: usize, stopped: impl Fn() -> bool) -> io::Result<Program> {
        loop {
            match self.listener.accept() {
                Ok((socket, _)) => {
                    // Whoever has no token is turned away, and the door stays open.
                    if let Ok(socket) = self.admit(socket) {
                        return Program::joined(socket, limit);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if stopped() {
                        return Err(io::Error::other(crate::exchange::INTERRUPTED));
                    }
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn admit(&self, socket: TcpStream) -> io::Result<TcpStream> {
        socket.set_nonblocking(false)?;
        socket.set_read_timeout(Some(INTRODUCTION))?;
        // Byte by byte is slow and takes nothing of what follows.
        let mut reader = BufReader::with_capacity(1, &socket);
        let mut line = Vec::new();
        io::Read::take(&mut reader, 1024).read_until(b'\n', &mut line)?;
        let introduction: Introduction = serde_json::from_slice(&line)?;
        let same = introduction.token.len() == self.token.len()
            && introduction.token.bytes().zip(self.token.bytes()).fold(0, |diff, (a, b)| diff | (a ^ b)) == 0;
        if introduction.r#type != "attach" || !same {
            return Err(io::Error::other("no ticket"));
        }
        socket.set_read_timeout(None)?;
        Ok(socket)
    }
}

/// Reads a ticket: the address to connect to, and the first line to write.
pub fn read_ticket(ticket: &str) -> Option<(SocketAddr, String)> {
    let (address, token) = ticket.trim().split_once('/')?;
    let line = serde_json::json!({"type": "attach", "token": token}).to_string() + "\n";
    Some((address.parse().ok()?, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn only_a_ticket_opens_the_door() {
        let lobby = Lobby::open().unwrap();
        let (address, line) = read_ticket(&lobby.ticket()).unwrap();
        let mut stranger = TcpStream::connect(address).unwrap();
        stranger.write_all(b"{\"type\":\"attach\",\"token\":\"x\"}\n").unwrap();
        let mut guest = TcpStream::connect(address).unwrap();
        guest.write_all(line.as_bytes()).unwrap();
        guest.write_all(b"hello\n").unwrap();
        let mut program = lobby.join(1000, || false).unwrap();
        let said = loop {
            program.fill();
            if let Some(line) = program.lines.take() {
                break line;
            }
        };
        assert_eq!(said, b"hello");
        assert!(lobby.join(1000, || true).is_err());
        assert_eq!(read_ticket("nonsense"), None);
    }
}
