//! Attacks over sockets: any way to talk to anyone.

use std::net::{TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};

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
