//! Programs that are started and then connect to a port.

use super::outbox::Outbox;
use super::start::{NotStarted, Start, spawn};
use super::{Program, halves, never_block, pipes};
use crate::Ending;
use crate::cancel::Cancel;
use crate::exchange::INTERRUPTED;
use skirmish_core::native::Transport;
use skirmish_jail::{Level, Network};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

impl Program {
    /// Starts a program that speaks over TCP, and waits until it has connected, or until the match is
    /// cancelled.
    pub fn start_connecting(
        start: &Start,
        transport: Transport,
        level: Level,
        limit: usize,
        patience: Duration,
        cancel: &Cancel,
    ) -> Result<Program, NotStarted> {
        let port = free_port().map_err(NotStarted::ours)?;
        let mut start = start.clone();
        transport.add_port(&mut start.args, port);
        let mut prisoner = spawn(&start, level, Network::Loopback(port))?;
        let (_, chatter) = pipes(&mut prisoner);
        let errors = prisoner.stderr.take().map(OwnedFd::from);
        let listener = prisoner.listener.take().ok_or_else(|| NotStarted::ours("the bot's port is not open"))?;
        // Until it has connected there is nothing to read but its log.
        let nothing = chatter.try_clone().map_err(NotStarted::ours)?;
        let mut program =
            Program::over(Some(prisoner), None, nothing, errors, Some(chatter), limit).map_err(NotStarted::ours)?;
        let socket = program.accept(&listener, patience, cancel)?;
        let (writer, reader) = halves(socket).map_err(NotStarted::ours)?;
        never_block(&writer).and_then(|()| never_block(&reader)).map_err(NotStarted::ours)?;
        (program.outbox, program.reader) = (Outbox::new(Some(writer)), reader);
        Ok(program)
    }

    /// Waits for the program to connect, as long as it lives.
    fn accept(&mut self, listener: &TcpListener, patience: Duration, cancel: &Cancel) -> Result<TcpStream, NotStarted> {
        listener.set_nonblocking(true).map_err(NotStarted::ours)?;
        let begun = Instant::now();
        loop {
            let came = listener.accept();
            self.fill_log();
            if let Ok((socket, from)) = came
                && self.comes_from(from)
            {
                return Ok(socket);
            }
            let why = match self.ended_within(Duration::from_millis(5)) {
                Some(Ending::Infrastructure { why }) => return Err(NotStarted::ours(why)),
                Some(ending) => format!("before it connected to its port: {ending}"),
                None if cancel.is_cancelled() => return Err(NotStarted::ours(INTERRUPTED)),
                None if begun.elapsed() < patience => continue,
                None => format!("it did not connect to its port within {} ms", patience.as_millis()),
            };
            return Err(NotStarted { why, own_fault: true, log: self.log().text() });
        }
    }

    /// Whether a connection is the program's own. Without a network namespace every user of the machine can reach its port,
    /// and the owner of the socket tells them apart.
    fn comes_from(&self, address: SocketAddr) -> bool {
        let Some(prisoner) = self.prisoner.as_ref().filter(|prisoner| prisoner.level() < Level::Namespaces) else {
            return true;
        };
        let status = prisoner.pid().and_then(|pid| std::fs::read_to_string(format!("/proc/{pid}/status")).ok());
        let (Some(status), Ok(sockets)) = (status, std::fs::read_to_string("/proc/net/tcp")) else {
            // Not every system tells.
            return !cfg!(target_os = "linux");
        };
        let user = status.lines().find_map(|line| line.strip_prefix("Uid:")?.split_whitespace().next());
        user.is_some() && owner_of(&sockets, address.port()) == user
    }
}

/// A port that nobody uses at this moment.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// The user whose socket has this port of `127.0.0.1`, by the system's table of sockets.
fn owner_of(sockets: &str, port: u16) -> Option<&str> {
    let local = format!("0100007F:{port:04X}");
    sockets.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.nth(1) == Some(local.as_str())).then(|| words.nth(5)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::owner_of;

    #[test]
    fn the_owner_of_a_socket_is_found_by_its_port() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
            0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0 100 0 0 10 0\n   \
            1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 60701        0 112 1 0 20 4 30 10 -1";
        assert_eq!(owner_of(table, 8080), Some("1000"));
        assert_eq!(owner_of(table, 50000), Some("60701"));
        assert_eq!(owner_of(table, 1), None);
    }
}
