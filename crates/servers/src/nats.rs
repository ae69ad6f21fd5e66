//! A NATS server with JetStream, on a port of 127.0.0.1 or in a network of its own.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use crate::network::{Cable, NEAR};
use crate::process::{alive, end};

/// Ports that the system gives to nobody who does not ask for them by number. Whoever knocks again and again at a free port
/// of the system's own range is sooner or later given that very port to knock from, talks to itself, and the server that
/// comes back finds its place taken.
const PORTS: Range<u16> = 20_000..32_000;
/// How long a server may take to listen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, which runs unless it was killed.
pub struct Nats {
    program: PathBuf,
    folder: PathBuf,
    port: u16,
    /// Where it listens, and what starts it there.
    address: &'static str,
    entrance: Vec<String>,
    running: Option<Running>,
}

struct Running {
    keeper: Child,
    process: i32,
}

enum NotStarted {
    /// Somebody else has the port.
    Taken,
    Because(String),
}

impl Nats {
    /// Starts a server, or says loudly that there is none on this machine; that is an error if `SKIRMISH_NEED_NATS` is set.
    pub fn start() -> Option<Nats> {
        Nats::start_with("")
    }

    /// The same with a configuration: TLS, users and what they may do. Address, port and the folder for data are not in it.
    pub fn start_with(config: &str) -> Option<Nats> {
        Nats::start_at(config, "127.0.0.1", Vec::new())
    }

    /// The same in the near room of a network of its own, where it is found from both.
    #[cfg(target_os = "linux")]
    pub fn start_in(cable: &Cable) -> Option<Nats> {
        Nats::start_at("", NEAR, cable.near.entrance().into())
    }

    fn start_at(config: &str, address: &'static str, entrance: Vec<String>) -> Option<Nats> {
        let Some(program) = program() else {
            let why = "there is no `nats-server` in /usr/sbin or on the PATH";
            assert!(std::env::var_os("SKIRMISH_NEED_NATS").is_none(), "NATS is needed: {why}");
            eprintln!("SKIPPED: nothing was tested on NATS: {why}");
            return None;
        };
        Some(Nats::begin(program, config, address, entrance).unwrap_or_else(|why| panic!("nats-server: {why}")))
    }

    fn begin(program: PathBuf, config: &str, address: &'static str, entrance: Vec<String>) -> Result<Nats, String> {
        let folder = folder().map_err(|error| format!("no folder for it: {error}"))?;
        let mut server = Nats { program, folder, port: 0, address, entrance, running: None };
        fs::write(server.config(), config).map_err(|error| format!("no configuration: {error}"))?;
        for _ in 0..100 {
            server.port = free_port().ok_or("no port is free")?;
            match server.launch() {
                Ok(()) => return Ok(server),
                // Between our look at the port and the server's.
                Err(NotStarted::Taken) => {}
                Err(NotStarted::Because(why)) => return Err(why),
            }
        }
        Err("every port was taken".into())
    }

    /// Where clients find it.
    pub fn url(&self) -> String {
        format!("nats://{}:{}", self.address, self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder that is its own, for what else belongs to it; it goes with the server.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its process, while it runs.
    pub fn process(&self) -> Option<i32> {
        self.running.as_ref().map(|running| running.process)
    }

    /// Kills the server at once, as a crash would; what the system was given to write stays.
    pub fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            end(running.process);
            running.wait();
        }
    }

    /// Starts the server again with the same port and data, after [`kill`](Self::kill) or without it.
    pub fn restart(&mut self) {
        self.kill();
        let begun = Instant::now();
        loop {
            match self.launch() {
                Ok(()) => return,
                Err(NotStarted::Taken) if begun.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(50)),
                Err(NotStarted::Taken) => panic!("somebody has taken port {}", self.port),
                Err(NotStarted::Because(why)) => panic!("the server does not start again: {why}"),
            }
        }
    }

    /// Kills the server and starts it again on an empty disk.
    pub fn wipe(&mut self) {
        self.kill();
        fs::remove_dir_all(self.data()).expect("its folder can be removed");
        self.restart();
    }

    fn config(&self) -> PathBuf {
        self.folder.join("config")
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Starts the server and waits until it listens. A shell stands between: when our end of its input is closed, for whatever
    /// reason, it ends the server and removes its folder, unless it was told to keep that.
    fn launch(&mut self) -> Result<(), NotStarted> {
        const KEEP: &str = r#"folder=$1; shift; "$@" >"$folder/said" 2>&1 & echo $!
            read -r word; kill -KILL $!; wait; [ "$word" = keep ] || rm -rf "$folder""#;
        let because = |what: &str| NotStarted::Because(what.into());
        let log = self.folder.join("log");
        // What an earlier server said is not this one's word.
        let _none = fs::remove_file(&log);
        let mut keeper = Command::new("sh");
        keeper
            .args(["-c", KEEP, "sh"])
            .arg(&self.folder)
            .args(&self.entrance)
            .arg(&self.program)
            .arg("-c")
            .arg(self.config());
        keeper.args(["-a", self.address, "-p"]).arg(self.port.to_string()).arg("-js").arg("-sd").arg(self.data());
        keeper.arg("-l").arg(&log).arg("--ports_file_dir").arg(&self.folder);
        keeper.current_dir(&self.folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut keeper = keeper.spawn().map_err(|error| because(&format!("sh: {error}")))?;
        let mut line = String::new();
        let told = keeper.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        let process = line.trim().parse().map_err(|_| because(&format!("the shell names no process: {told:?}")))?;
        let mut running = Running { keeper, process };
        let begun = Instant::now();
        // The server writes this file once it listens, so nobody else who has the port is taken for it.
        let name = self.program.file_name().unwrap_or_default().to_string_lossy();
        let ports = self.folder.join(format!("{name}_{process}.ports"));
        while !fs::read_to_string(&ports).is_ok_and(|text| text.contains(&format!(":{}\"", self.port))) {
            let late = begun.elapsed() > PATIENCE;
            if late || !alive(process) {
                running.wait();
                let said = fs::read_to_string(&log).unwrap_or_default();
                return Err(match said.contains("address already in use") {
                    true => NotStarted::Taken,
                    // What is wrong with its configuration it says before it has a log.
                    false => {
                        NotStarted::Because(fs::read_to_string(self.folder.join("said")).unwrap_or_default() + &said)
                    }
                });
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _gone = fs::remove_file(ports);
        self.running = Some(running);
        Ok(())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
        let _left = fs::remove_dir_all(&self.folder);
    }
}

impl Running {
    /// Lets the shell end the server but keep its folder, and waits until both are gone.
    fn wait(&mut self) {
        if let Some(mut stdin) = self.keeper.stdin.take() {
            let _gone = stdin.write_all(b"keep\n");
        }
        let _ended = self.keeper.wait();
    }
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let packaged = [PathBuf::from("/usr/sbin"), PathBuf::from("/usr/local/sbin")];
    std::env::split_paths(&path).chain(packaged).map(|folder| folder.join("nats-server")).find(|file| file.is_file())
}

fn free_port() -> Option<u16> {
    let count = PORTS.end - PORTS.start;
    // Tests begin side by side, in processes of their own: each looks elsewhere first.
    let first = (RandomState::new().build_hasher().finish() % u64::from(count)) as u16;
    let mut ports = (0..count).map(|i| PORTS.start + (first + i) % count);
    ports.find(|&port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok())
}

fn folder() -> io::Result<PathBuf> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("skirmish-nats-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir(&folder)?;
    Ok(folder)
}
