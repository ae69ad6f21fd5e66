//! Attacks over sockets: any way to talk to anyone.

use std::net::{TcpStream, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixStream};

use super::{Result, raw};

pub fn tcp(port: &str) -> Result {
    Result::of(TcpStream::connect(format!("127.0.0.1:{port}")))
}

pub fn udp(port: &str) -> Result {
    Result::of(UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(b"x", format!("127.0.0.1:{port}"))))
}

pub fn unix_path(path: &str) -> Result {
    Result::of(UnixStream::connect(path))
}

/// One half of a pair of its own, sent or connected elsewhere.
pub fn unix_pair(path: &str) -> Result {
    let done = UnixDatagram::pair().and_then(|(one, _other)| {
        let sent = one.send_to(b"x", path);
        if sent.is_ok() { sent } else { one.connect(path).and_then(|()| one.send(b"x")) }
    });
    Result::of(done)
}

/// A name that the opponent finds taken is a channel to it.
pub fn unix_name() -> Result {
    let done = UnixStream::pair().and_then(|(one, _other)| {
        // Family alone: the kernel chooses a name.
        let family = [libc::AF_UNIX as u16];
        raw::call(libc::SYS_bind, [one.as_raw_fd() as usize, family.as_ptr() as usize, 2, 0, 0])
    });
    Result::of(done)
}

/// Descriptors beyond its limit: sent to itself and never received.
pub fn in_flight() -> Result {
    let Ok((one, other)) = UnixStream::pair() else { return Result::No("no pair".to_owned()) };
    let mut sent = 0;
    while sent < 200 {
        // Sixteen at a time: a header (length, level, kind), then the numbers.
        let mut control = [0_u32; 4 + 16];
        control[0] = size_of_val(&control) as u32;
        (control[2], control[3]) = (libc::SOL_SOCKET as u32, libc::SCM_RIGHTS as u32);
        let Ok((reader, _writer)) = std::io::pipe() else { break };
        control[4..].fill(reader.as_raw_fd() as u32);
        let (byte, length) = (b"x", size_of_val(&control));
        let parts = [byte.as_ptr() as usize, 1];
        let message = [0, 0, parts.as_ptr() as usize, 1, control.as_ptr() as usize, length, 0];
        match raw::call(libc::SYS_sendmsg, [one.as_raw_fd() as usize, message.as_ptr() as usize, 0, 0, 0]) {
            Ok(_) => sent += 16,
            Err(error) if sent == 0 => return Result::refused(&error),
            Err(_) => break,
        }
    }
    drop((one, other));
    Result::beyond(sent, 0, "descriptors")
}

pub fn unix_abstract(name: &str) -> Result {
    Result::of(SocketAddr::from_abstract_name(name).and_then(|address| UnixStream::connect_addr(&address)))
}

/// A socket of any family that exists is a way out.
pub fn family(family: i32, kind: i32) -> Result {
    Result::of(raw::call(libc::SYS_socket, [family as usize, kind as usize, 0, 0, 0]))
}

/// Needs a privilege that no bot has at any level.
pub fn raw_ip() -> Result {
    let made = raw::call(
        libc::SYS_socket,
        [libc::AF_INET as usize, libc::SOCK_RAW as usize, libc::IPPROTO_ICMP as usize, 0, 0],
    );
    Result::of(made)
}
