//! A receiver of webhooks that does as it is told, on a free port of this machine.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// What to do with a request.
#[derive(Clone)]
pub enum Act {
    /// Answer with this status and these headers.
    Say(u16, &'static str),
    /// Hang up.
    HangUp,
    /// Say nothing, and keep the connection.
    Keep,
    /// Answer byte by byte, without end.
    Dribble,
}

/// What has come.
#[derive(Clone, Debug)]
pub struct Got {
    pub head: String,
    pub body: String,
}

impl Got {
    pub fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }
}

#[derive(Default)]
struct Inside {
    script: Mutex<VecDeque<Act>>,
    got: Mutex<Vec<Got>>,
    came: Condvar,
    kept: Mutex<Vec<TcpStream>>,
}

pub struct Receiver {
    pub address: SocketAddr,
    inside: Arc<Inside>,
}

impl Receiver {
    /// Does this with the first requests, and answers 200 to all others.
    pub fn new(script: &[Act]) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let inside = Arc::new(Inside { script: Mutex::new(script.iter().cloned().collect()), ..Inside::default() });
        let own = Arc::clone(&inside);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = Arc::clone(&own);
                std::thread::spawn(move || own.serve(stream));
            }
        });
        Receiver { address, inside }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn got(&self) -> Vec<Got> {
        self.inside.got.lock().unwrap().clone()
    }

    /// Waits until so many requests have come.
    pub fn wait(&self, count: usize) -> Vec<Got> {
        let got = self.inside.got.lock().unwrap();
        let patience = Duration::from_secs(60);
        let (got, late) = self.inside.came.wait_timeout_while(got, patience, |got| got.len() < count).unwrap();
        assert!(!late.timed_out(), "{count} requests were expected, {} came", got.len());
        got.clone()
    }
}

impl Inside {
    fn serve(&self, mut stream: TcpStream) {
        let Some(got) = read(&stream) else { return };
        let act = self.script.lock().unwrap().pop_front().unwrap_or(Act::Say(200, ""));
        self.got.lock().unwrap().push(got);
        self.came.notify_all();
        match act {
            Act::Say(status, headers) => {
                let _gone = write!(stream, "HTTP/1.1 {status} X\r\n{headers}Content-Length: 2\r\n\r\nok");
            }
            Act::HangUp => {}
            Act::Keep => self.kept.lock().unwrap().push(stream),
            Act::Dribble => {
                let _gone = write!(stream, "HTTP/1.1 200 OK\r\nX-Long: ");
                while stream.write_all(b"x").is_ok() {
                    std::thread::sleep(Duration::from_millis(10));
                }
            }
        }
    }
}

fn read(stream: &TcpStream) -> Option<Got> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let mut got = Got { head, body: String::new() };
    let length: usize = got.header("content-length").parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    got.body = String::from_utf8(body).ok()?;
    Some(got)
}
