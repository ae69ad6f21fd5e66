//! The NATS server for tests is a real one, keeps what it is given, and never outlives the test.
#![cfg(unix)]

use skirmish_servers::Nats;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Client(BufReader<TcpStream>);

impl Client {
    /// A connection, and the server's first line.
    fn of(server: &Nats) -> (Client, String) {
        let stream = TcpStream::connect(("127.0.0.1", server.port())).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut client = Client(BufReader::new(stream));
        let info = client.line();
        (client, info)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("the server answers");
        line
    }

    /// Asks and gives the answer's text.
    fn ask(&mut self, subject: &str, text: &str) -> String {
        let stream = self.0.get_mut();
        write!(stream, "CONNECT {{\"verbose\":false}}\r\nSUB answers 1\r\n").unwrap();
        write!(stream, "PUB {subject} answers {}\r\n{text}\r\n", text.len()).unwrap();
        let head = loop {
            let line = self.line();
            if line.starts_with("MSG answers") {
                break line;
            }
            assert!(!line.starts_with("-ERR") && !line.is_empty(), "{line}");
        };
        let length: usize = head.split_whitespace().last().unwrap().parse().unwrap();
        let mut answer = vec![0; length];
        self.0.read_exact(&mut answer).unwrap();
        String::from_utf8(answer).unwrap()
    }
}

fn ask(server: &Nats, subject: &str, text: &str) -> String {
    Client::of(server).0.ask(subject, text)
}

const STREAM: &str = r#"{"name":"KEPT","subjects":["kept"],"storage":"file"}"#;

#[test]
fn it_keeps_what_it_was_given_when_it_is_killed_and_nothing_when_it_is_wiped() {
    let Some(mut server) = Nats::start() else { return };
    assert_eq!(server.url(), format!("nats://127.0.0.1:{}", server.port()));
    let (_, info) = Client::of(&server);
    assert!(info.starts_with("INFO {") && info.contains("\"jetstream\":true"), "{info}");
    let made = ask(&server, "$JS.API.STREAM.CREATE.KEPT", STREAM);
    assert!(made.contains("\"did_create\":true"), "{made}");
    assert_eq!(ask(&server, "kept", "a word"), r#"{"stream":"KEPT", "seq":1}"#);

    let port = server.port();
    server.kill();
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err(), "it still listens");
    server.restart();
    assert_eq!(server.port(), port);
    let kept = ask(&server, "$JS.API.STREAM.INFO.KEPT", "");
    assert!(kept.contains("\"messages\":1"), "{kept}");

    server.wipe();
    assert_eq!(server.port(), port);
    let lost = ask(&server, "$JS.API.STREAM.INFO.KEPT", "");
    assert!(lost.contains("stream not found"), "{lost}");
}

#[test]
fn servers_do_not_know_each_other() {
    let (Some(first), Some(second)) = (Nats::start(), Nats::start()) else { return };
    assert_ne!(first.port(), second.port());
    ask(&first, "$JS.API.STREAM.CREATE.KEPT", STREAM);
    assert!(ask(&second, "$JS.API.STREAM.INFO.KEPT", "").contains("stream not found"));
}

#[test]
fn a_configuration_says_who_may_enter() {
    let users = r#"authorization { users = [{ user: ann, password: secret }] }"#;
    let Some(server) = Nats::start_with(users) else { return };
    let (mut client, info) = Client::of(&server);
    assert!(info.contains("\"auth_required\":true") && info.contains("\"jetstream\":true"), "{info}");
    client.0.get_mut().write_all(b"CONNECT {\"user\":\"ann\",\"pass\":\"wrong\"}\r\nPING\r\n").unwrap();
    assert!(client.line().contains("Authorization Violation"));
    let (mut client, _) = Client::of(&server);
    client
        .0
        .get_mut()
        .write_all(b"CONNECT {\"user\":\"ann\",\"pass\":\"secret\",\"verbose\":false}\r\nPING\r\n")
        .unwrap();
    assert_eq!(client.line(), "PONG\r\n");
}

#[test]
fn a_configuration_that_is_wrong_is_not_passed_over() {
    if Nats::start().is_none() {
        return;
    }
    let refused = std::panic::catch_unwind(|| drop(Nats::start_with("authorization { nonsense"))).unwrap_err();
    let why = refused.downcast_ref::<String>().expect("it says why");
    assert!(why.starts_with("nats-server: ") && why.contains("Parse error"), "{why}");
}

/// Not a test: what the next one kills.
#[test]
fn helper_that_starts_a_server_and_waits() {
    if std::env::var_os("SKIRMISH_NATS_HELPER").is_none() {
        return;
    }
    let server = Nats::start().expect("the test has looked");
    println!("\nport {} folder {}", server.port(), server.folder().display());
    std::thread::sleep(Duration::from_secs(600));
}

#[test]
fn it_ends_with_the_process_that_started_it_even_if_that_is_killed() {
    if Nats::start().is_none() {
        return;
    }
    let mut helper = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "helper_that_starts_a_server_and_waits", "--nocapture"])
        .env("SKIRMISH_NATS_HELPER", "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(helper.stdout.take().unwrap()).lines().map_while(Result::ok);
    let told = lines.filter_map(|line| line.strip_prefix("port ").map(str::to_owned)).next().expect("a port");
    let (port, folder) = told.split_once(" folder ").expect("a folder");
    let (port, folder): (u16, &Path) = (port.parse().expect("a number"), folder.as_ref());
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok() && folder.exists());
    helper.kill().unwrap();
    helper.wait().unwrap();
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_ok() || folder.exists() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it outlives its starter, or its folder does");
        std::thread::sleep(Duration::from_millis(5));
    }
}
