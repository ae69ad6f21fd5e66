//! The sandbox where there is no Linux: a plain process with a clean environment and, on Unix, resource limits by
//! way of the shell's own `ulimit`. Only the lowest two levels exist; do not run strangers' bots here.

use std::io::{self, PipeReader, PipeWriter};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::error::Stage;
use crate::jail::Start;
use crate::{Error, Exit, Jail, Level, LevelReport, Missing, Network, Outcome, Report, Usage};

/// A bot that runs. Dropping it kills it, but not what it started itself.
#[derive(Debug)]
pub struct Prisoner {
    pub stdin: Option<PipeWriter>,
    pub stdout: Option<PipeReader>,
    pub stderr: Option<PipeReader>,
    pub listener: Option<TcpListener>,
    /// The folders its policy lets it write, in that order.
    pub outputs: Vec<OwnedFd>,
    level: Level,
    name: String,
    child: Child,
    killed: bool,
    ending: Option<Exit>,
}

impl Prisoner {
    pub(crate) fn start(_jail: &Jail, start: Start<'_>) -> Result<Self, Error> {
        let level = start.policy.level;
        if level > Level::Limits {
            let reason = "only Linux has it".to_owned();
            return Err(Error::Unavailable { level, reason });
        }
        let listener = match start.policy.network {
            Network::None => None,
            Network::Loopback(port) => Some(TcpListener::bind(("127.0.0.1", port)).stage("loopback")?),
        };
        let open = |folder| std::fs::File::open(folder).map(OwnedFd::from);
        let outputs = start.policy.writes.iter().map(open).collect::<io::Result<_>>().stage("folder to write in")?;
        let (stdin_theirs, stdin) = io::pipe().stage("pipes")?;
        let (stdout, stdout_theirs) = io::pipe().stage("pipes")?;
        let (stderr, stderr_theirs) = io::pipe().stage("pipes")?;
        let mut command = command(&start);
        command.env_clear().envs(start.env).current_dir(&start.policy.folder);
        command.stdin(stdin_theirs).stdout(stdout_theirs).stderr(stderr_theirs);
        let child = command.spawn().map_err(|source| Error::Exec { program: start.program.clone(), source })?;
        Ok(Self {
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            listener,
            outputs,
            level,
            name: format!("skirmish-{}", child.id()),
            child,
            killed: false,
            ending: None,
        })
    }

    pub fn level(&self) -> Level {
        self.level
    }

    pub fn pid(&self) -> Option<u32> {
        Some(self.child.id())
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Ends the bot.
    pub fn kill(&mut self) {
        if self.ending.is_none() {
            self.killed = true;
            // It may have ended already.
            let _ended = self.child.kill();
        }
    }

    pub fn wait(&mut self) -> Exit {
        if self.ending.is_none() {
            let status = self.child.wait();
            self.ending = Some(self.ending_of(status.ok()));
        }
        self.ending.clone().expect("set above")
    }

    pub fn wait_timeout(&mut self, patience: Duration) -> Option<Exit> {
        let deadline = Instant::now() + patience;
        while self.ending.is_none() {
            match self.child.try_wait() {
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Ok(Some(status)) => self.ending = Some(self.ending_of(Some(status))),
                Err(_) => self.ending = Some(self.ending_of(None)),
            }
        }
        self.ending.clone()
    }

    fn ending_of(&self, status: Option<std::process::ExitStatus>) -> Exit {
        let outcome = status.map_or(Outcome::Unknown, |status| match (status.code(), signal(status)) {
            (Some(code), _) => Outcome::Code(code),
            (None, Some(signal)) => Outcome::Signal(signal),
            (None, None) => Outcome::Unknown,
        });
        Exit {
            outcome,
            breach: None,
            killed: self.killed,
            cpu: Duration::ZERO,
            peak_memory: 0,
            stragglers: 0,
            survivors: 0,
        }
    }

    /// Not here: the bot goes on.
    pub fn freeze(&mut self) {}

    pub fn thaw(&mut self) {}

    pub fn is_one_at_a_time(&self) -> bool {
        false
    }

    pub fn pin(&self, _cores: &Cores) -> bool {
        false
    }

    pub fn unpin(&self, _cores: &Cores) {}

    /// Not measured here.
    pub fn cpu(&self) -> Option<Duration> {
        None
    }

    /// Not measured here.
    pub fn usage(&self) -> Option<Usage> {
        None
    }

    pub fn could_run(&self) -> bool {
        false
    }

    pub fn stands_back(&self) -> bool {
        false
    }

    pub fn memory(&self) -> u64 {
        0
    }
}

/// Not measured here.
pub fn own_queued() -> Option<Duration> {
    None
}

/// Where a thread runs cannot be chosen here.
#[derive(Clone, Copy, Debug)]
pub struct Cores;

impl Cores {
    pub fn of_this_thread() -> Option<Cores> {
        None
    }

    pub fn here() -> usize {
        0
    }

    pub fn only(_number: usize) -> Cores {
        Cores
    }

    pub fn numbers(&self) -> Vec<usize> {
        vec![0]
    }

    pub fn count(&self) -> u32 {
        1
    }

    pub fn keep_this_thread(&self) -> bool {
        false
    }
}

impl Drop for Prisoner {
    fn drop(&mut self) {
        self.kill();
        self.wait();
    }
}

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: std::process::ExitStatus) -> Option<i32> {
    None
}

/// On Unix the limits are set by the shell that then becomes the bot: no code of ours runs between fork and exec.
#[cfg(unix)]
fn command(start: &Start<'_>) -> Command {
    if start.policy.level == Level::Off {
        let mut command = Command::new(&start.program);
        command.args(&start.args);
        return command;
    }
    let limits = &start.policy.limits;
    let mut script = format!("ulimit -c 0; ulimit -f {}; ulimit -n {}; ", limits.file / 512, limits.descriptors);
    if let Some(bytes) = start.policy.address_space() {
        // macOS does not know this one.
        script.push_str(&format!("ulimit -v {} 2>/dev/null; ", bytes / 1024));
    }
    if let Some(seconds) = limits.cpu_seconds {
        script.push_str(&format!("ulimit -t {seconds}; "));
    }
    script.push_str("exec \"$0\" \"$@\"");
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(script).arg(&start.program).args(&start.args);
    command
}

#[cfg(not(unix))]
fn command(start: &Start<'_>) -> Command {
    let mut command = Command::new(&start.program);
    command.args(&start.args);
    command
}

/// Nothing to try here: says what there is.
pub fn probe(_jail: &Jail) -> Report {
    let level = |level, available: bool| LevelReport {
        level,
        available,
        reason: (!available).then(|| "only Linux has it".to_owned()),
        verdicts: Vec::new(),
    };
    Report {
        chosen: Level::Limits,
        as_root: false,
        kernel: std::env::consts::OS.to_owned(),
        landlock: 0,
        cgroup: 0,
        levels: vec![
            level(Level::Full, false),
            level(Level::Namespaces, false),
            level(Level::Filters, false),
            level(Level::Limits, true),
        ],
        missing: vec![Missing {
            part: "sandbox".to_owned(),
            why: "this system is not Linux".to_owned(),
            remedy: "run only bots you trust, or run in a Linux virtual machine".to_owned(),
        }],
        untested: vec!["every attack: the self-test runs on Linux only".to_owned()],
    }
}
