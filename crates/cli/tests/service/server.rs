//! The real program, serving.

use crate::client::Client;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that is ended with the test.
pub struct Server {
    child: Child,
    pub up: Value,
}

impl Server {
    /// Starts on a free port.
    pub fn start(data: &Path, more: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", data, more)
    }

    /// Starts at an address, where another one may have been before.
    pub fn start_at(address: &str, data: &Path, more: &[&str]) -> Server {
        Server::start_doomed(address, data, more, None)
    }

    /// The same with a point at which it dies, such as `committed:17`.
    pub fn start_doomed(address: &str, data: &Path, more: &[&str], doom: Option<&str>) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        command.args(["serve", "--json", "--listen", address, "--data"]).arg(data).args(more);
        // Tests ask more often than people do.
        command.env("SKIRMISH_LIMITS_RATES", "off");
        if let Some(doom) = doom {
            command.env("SKIRMISH_DIE_AT", doom);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let up =
            serde_json::from_str(&line).unwrap_or_else(|_| panic!("it said {line:?}, and ended: {:?}", child.wait()));
        Server { child, up }
    }

    pub fn host(&self) -> String {
        let url = self.up["urls"][0].as_str().unwrap();
        url.trim_start_matches("http://").trim_end_matches('/').into()
    }

    /// Somebody without a token.
    pub fn anyone(&self) -> Client {
        Client { host: self.host(), token: None }
    }

    pub fn with(&self, token: &str) -> Client {
        Client { host: self.host(), token: Some(token.into()) }
    }

    /// Becomes the administrator by the link that was printed.
    pub fn administrator(&self) -> Client {
        let code = self.up["administrator"].as_str().unwrap().split_once('#').unwrap().1;
        let said = self.anyone().post("/api/v1/administrator", json!({ "code": code, "name": "root" }));
        assert_eq!(said.status, 201, "{}", String::from_utf8_lossy(&said.body));
        self.with(said.json()["token"].as_str().unwrap())
    }

    /// As if the power went.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Whether it has died by itself.
    pub fn is_dead(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// As the system asks it to; returns the exit code.
    pub fn stop(mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_raw(self.child.id() as i32).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
