//! Where bots that were started elsewhere (in an IDE, in a debugger) join a waiting match.

use crate::cancel::Cancel;
use crate::exchange::INTERRUPTED;
use crate::program::Program;
use crate::secret::Secret;
use serde::Deserialize;
use std::io::{self, Read};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The environment variable that tells a bot where to join.
pub const VARIABLE: &str = "SKIRMISH_ATTACH";

/// How long a new connection may take to show its token.
const INTRODUCTION: Duration = Duration::from_secs(2);
/// The longest introduction.
const LONGEST: usize = 1024;
/// The most connections at the door; the oldest makes room for the next.
const MOST_GUESTS: usize = 32;
/// How often the door is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// An open door for bots that know its token.
#[derive(Debug)]
pub struct Lobby {
    listener: TcpListener,
    address: SocketAddr,
    token: Secret,
    /// Connections that have not shown a token yet; none of them holds up the others.
    guests: Mutex<Vec<Guest>>,
}

#[derive(Debug)]
struct Guest {
    socket: TcpStream,
    said: Vec<u8>,
    since: Instant,
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
        Ok(Lobby { address: listener.local_addr()?, listener, token: Secret::new()?, guests: Mutex::default() })
    }

    /// What a bot has to know to join: `HOST:PORT/TOKEN`.
    pub fn ticket(&self) -> String {
        format!("{}/{}", self.address, self.token.text())
    }

    /// Waits until somebody with the right token has come, or until the match is cancelled. `limit` is the longest line
    /// that is taken. Several matches may wait at one door; each gets another bot.
    pub fn join(&self, limit: usize, cancel: &Cancel) -> io::Result<Program> {
        while !cancel.is_cancelled() {
            if let Some(socket) = self.friend()? {
                socket.set_nonblocking(false)?;
                return Program::joined(socket, limit);
            }
            std::thread::sleep(GLANCE);
        }
        Err(io::Error::other(INTERRUPTED))
    }

    /// Whoever has come and shown the token.
    fn friend(&self) -> io::Result<Option<TcpStream>> {
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        self.receive(&mut guests)?;
        let mut i = 0;
        while i < guests.len() {
            match guests[i].listen(&self.token) {
                Heard::Nothing => i += 1,
                // Whoever has no token is turned away, and the door stays open.
                Heard::Stranger => drop(guests.remove(i)),
                Heard::Friend => return Ok(Some(guests.remove(i).socket)),
            }
        }
        Ok(None)
    }

    /// Lets in those who wait outside, no more at a time than there is room for.
    fn receive(&self, guests: &mut Vec<Guest>) -> io::Result<()> {
        for _ in 0..MOST_GUESTS {
            match self.listener.accept() {
                Ok((socket, _)) => {
                    socket.set_nonblocking(true)?;
                    if guests.len() == MOST_GUESTS {
                        guests.remove(0);
                    }
                    guests.push(Guest { socket, said: Vec::new(), since: Instant::now() });
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // They hung up before they were let in.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

enum Heard {
    Nothing,
    Stranger,
    Friend,
}

impl Guest {
    /// Reads what has been said until now.
    fn listen(&mut self, token: &Secret) -> Heard {
        // Byte by byte is slow, but takes nothing of what follows.
        let mut byte = [0];
        while self.said.len() < LONGEST {
            match self.socket.read(&mut byte) {
                Ok(1) if byte[0] == b'\n' => {
                    let right = serde_json::from_slice::<Introduction>(&self.said)
                        .is_ok_and(|said| said.r#type == "attach" && token.is(&said.token));
                    return if right { Heard::Friend } else { Heard::Stranger };
                }
                Ok(1) => self.said.push(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.since.elapsed() < INTRODUCTION => {
                    return Heard::Nothing;
                }
                _ => return Heard::Stranger,
            }
        }
        Heard::Stranger
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
        // Many who say nothing at all hold up nobody.
        let silent: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(address).unwrap()).collect();
        let mut stranger = TcpStream::connect(address).unwrap();
        stranger.write_all(b"{\"type\":\"attach\",\"token\":\"x\"}\n").unwrap();
        let mut guest = TcpStream::connect(address).unwrap();
        guest.write_all(line.as_bytes()).unwrap();
        guest.write_all(b"hello\n").unwrap();
        let mut program = lobby.join(1000, &Cancel::default()).unwrap();
        let said = loop {
            program.fill();
            if let Some(line) = program.lines.take() {
                break line;
            }
        };
        assert_eq!(said, b"hello");
        drop(silent);
        let cancel = Cancel::default();
        cancel.cancel();
        assert!(lobby.join(1000, &cancel).is_err());
        assert_eq!(read_ticket("nonsense"), None);
    }
}
