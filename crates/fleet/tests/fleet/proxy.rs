//! A wire that can be cut: what is sent while it is goes nowhere, and nobody is told.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub struct Proxy {
    pub port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Proxy {
    /// A wire to a port of this machine.
    pub fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let is_cut = Arc::new(AtomicBool::new(false));
        let (ours, cut) = (listener.local_addr().unwrap().port(), Arc::clone(&is_cut));
        std::thread::spawn(move || {
            for inner in listener.incoming().flatten() {
                let Ok(outer) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                for (from, to) in [(inner.try_clone().unwrap(), outer.try_clone().unwrap()), (outer, inner)] {
                    let cut = Arc::clone(&cut);
                    std::thread::spawn(move || hand_on(from, to, &cut));
                }
            }
        });
        Proxy { port: ours, is_cut }
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::SeqCst);
    }
}

fn hand_on(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut bytes = [0; 65536];
    while let Ok(n) = from.read(&mut bytes) {
        // Nothing is dropped out of the middle: what comes waits until the wire is whole again.
        while cut.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(20));
        }
        if n == 0 || to.write_all(&bytes[..n]).is_err() {
            break;
        }
    }
    drop(to.shutdown(std::net::Shutdown::Both));
}
