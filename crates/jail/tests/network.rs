//! The one port a native bot may reach: that one and nothing else.

#![cfg(target_os = "linux")]

mod common;

use std::io::Read;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;

use common::{Den, end};
use skirmish_jail::{Level, Network, Policy};

/// A port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

fn answers(den: &Den, policy: &Policy, words: &[&str]) -> String {
    let mut prisoner = den.bad_with(policy, words);
    let mut text = String::new();
    prisoner.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    end(&mut prisoner);
    text
}

#[test]
fn the_one_port_is_reached_and_nothing_else() {
    let den = Den::new("network");
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let other_port = other.local_addr().unwrap().port();
    let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let udp_port = udp.local_addr().unwrap().port();
    // In the bot's own folder, so that it is in sight at every level.
    let unix = den.folder.join("socket");
    let _unix = UnixDatagram::bind(&unix).unwrap();
    std::fs::set_permissions(&unix, PermissionsExt::from_mode(0o777)).unwrap();
    let unix = unix.display();
    for level in den.levels() {
        let port = free_port();
        let policy = Policy { network: Network::Loopback(port), ..den.policy(level) };
        let tcp = format!("tcp={port}");
        let mut prisoner = den.bad_with(&policy, &[&tcp]);
        let listener = prisoner.listener.take().expect("a listener for the port");
        // Accepting first: the bot ends right after it has connected.
        let (_connection, _) = listener.accept().unwrap();
        let mut text = String::new();
        prisoner.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "tcp yes accepted\n", "{level}");
        end(&mut prisoner);

        if level >= Level::Filters {
            let port = free_port();
            let policy = Policy { network: Network::Loopback(port), ..den.policy(level) };
            let mut words = vec![format!("tcp={other_port}"), format!("udp={udp_port}"), format!("unix_pair={unix}")];
            words.extend(["netlink", "vsock", "unix_name", "in_flight"].map(String::from));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let text = answers(&den, &policy, &words);
            assert_eq!(text.lines().count(), words.len(), "{level}: {text}");
            for line in text.lines() {
                assert!(line.contains(" no "), "{level}: {line}");
            }
        }
    }
}

#[test]
fn two_bots_in_namespaces_have_the_same_port_without_meeting() {
    let den = Den::new("ports");
    for level in den.levels().into_iter().filter(|level| level.has_namespaces()) {
        let policy = Policy { network: Network::Loopback(5000), ..den.policy(level) };
        let mut first = den.bad_with(&policy, &["sleepy"]);
        let second = den.bad_with(&policy, &["tcp=5000"]);
        let (first_listener, second_listener) = (first.listener.take().unwrap(), second.listener.as_ref().unwrap());
        second_listener.accept().unwrap();
        first_listener.set_nonblocking(true).unwrap();
        let nobody = first_listener.accept().unwrap_err();
        assert_eq!(nobody.kind(), std::io::ErrorKind::WouldBlock, "{level}");
    }
}
