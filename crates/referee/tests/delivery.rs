//! Messages arrive whole, however slowly they are read, and nobody is waited for who reads nothing.

use skirmish_referee::exchange::{Line, ask};
use skirmish_referee::program::Program;
use skirmish_referee::{Cancel, Ending};
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// A program that has joined, and its end of the line.
fn joined() -> (Program, TcpStream) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (Program::joined(listener.accept().unwrap().0, 1 << 20).unwrap(), theirs)
}

/// More than any socket takes at once.
fn long(letter: char) -> String {
    letter.to_string().repeat(16 << 20) + "\n"
}

#[test]
fn a_message_that_is_read_late_is_read_whole() {
    let (mut program, theirs) = joined();
    program.tell(long('a').as_bytes()).unwrap();
    assert!(program.unread() > 0, "it is too long to go at once");
    program.tell(b"{\"type\":\"end\"}\n").unwrap();
    program.close_input();
    let reader = std::thread::spawn(move || BufReader::new(theirs).lines().map(Result::unwrap).collect::<Vec<_>>());
    assert!(program.leaves_within(Duration::from_secs(60)));
    assert_eq!(program.unread(), 0);
    drop(program);
    let lines = reader.join().unwrap();
    assert!(lines.len() == 2 && lines[0] == long('a').trim_end(), "the first is whole");
    assert_eq!(lines[1], "{\"type\":\"end\"}");
}

#[test]
fn one_who_reads_nothing_is_not_sent_more_and_more() {
    let (mut program, theirs) = joined();
    let late = ask(&mut program, long('a').as_bytes(), Duration::from_millis(20), &Cancel::default(), |_| Line::Answer);
    assert!(matches!(late.result, Err(Ending::Late { .. })), "{:?}", late.result);
    let deaf = ask(&mut program, b"{}\n", Duration::from_millis(20), &Cancel::default(), |_| Line::Answer);
    assert!(matches!(deaf.result, Err(Ending::Deaf { .. })), "{:?}", deaf.result);
    drop(theirs);
}
