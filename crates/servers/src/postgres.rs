//! A PostgreSQL server, reached through a socket in its folder.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustix::process::getuid;

use crate::process::{alive, children, end};

/// A running server.
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    user: Option<(u32, u32)>,
    keeper: Child,
    databases: AtomicUsize,
}

impl Postgres {
    /// Starts a server, or says loudly that there is none on this machine; that is an error if `SKIRMISH_NEED_POSTGRES` is set.
    pub fn start() -> Option<Postgres> {
        match Postgres::try_start() {
            Ok(server) => Some(server),
            Err(why) if std::env::var_os("SKIRMISH_NEED_POSTGRES").is_none() => {
                eprintln!("SKIPPED: nothing was tested on PostgreSQL: {why}");
                None
            }
            Err(why) => panic!("PostgreSQL is needed: {why}"),
        }
    }

    fn try_start() -> Result<Postgres, String> {
        let programs = programs().ok_or("there is no `postgres` in /usr/lib/postgresql/*/bin or on the PATH")?;
        // PostgreSQL refuses to run as root.
        let user = match getuid().is_root() {
            true => Some(account("postgres").ok_or("it does not run as root, and there is no user `postgres`")?),
            false => None,
        };
        let folder = folder(user).map_err(|error| format!("no folder for it: {error}"))?;
        let data = folder.join("data");
        let mut make = command(programs.join("initdb"), user);
        make.args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"]);
        let made = make.arg(&data).current_dir(&folder).output().map_err(|error| format!("initdb: {error}"))?;
        if !made.status.success() {
            return Err(format!("initdb: {}", String::from_utf8_lossy(&made.stderr)));
        }
        let keeper = launch(&programs, &folder, user)?;
        Ok(Postgres { programs, folder, user, keeper, databases: AtomicUsize::new(0) })
    }

    /// The URL of a new, empty database.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut create = command(self.programs.join("createdb"), self.user);
        let made = create.arg("--username=postgres").arg("--host").arg(&self.folder).arg(&name).output();
        let made = made.expect("createdb runs");
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
        format!("postgres://postgres@localhost/{name}?host={}", self.folder.display())
    }

    /// Kills every process of the server at once, as a crash of the machine would, but for what the disk has.
    pub fn kill(&mut self) {
        let main = self.main();
        let mut all = vec![main];
        all.extend(children(main));
        for &process in &all {
            end(process);
        }
        while all.iter().any(|&process| alive(process)) {
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }

    /// Starts the server again after [`kill`](Self::kill).
    pub fn restart(&mut self) {
        self.keeper = launch(&self.programs, &self.folder, self.user).expect("the server starts again");
    }

    fn main(&self) -> i32 {
        let text = fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("the server runs");
        text.lines().next().and_then(|line| line.parse().ok()).expect("the file names a process")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Starts the server and waits until it takes connections. A shell stands between: when our end of its input is closed, for
/// whatever reason, it ends the server.
fn launch(programs: &Path, folder: &Path, user: Option<(u32, u32)>) -> Result<Child, String> {
    const KEEP: &str = r#""$@" & read -r _; kill -QUIT $!; wait"#;
    let mut keeper = command("sh", user);
    keeper.args(["-c", KEEP, "sh"]).arg(programs.join("postgres")).arg("-D").arg(folder.join("data"));
    keeper.arg("-k").arg(folder).args(["-c", "listen_addresses=", "-c", "fsync=on", "-c", "shared_buffers=16MB"]);
    keeper.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut keeper = keeper.spawn().map_err(|error| format!("sh: {error}"))?;
    let mut lines = BufReader::new(keeper.stderr.take().ok_or("the server has no voice")?).lines();
    let mut said = String::new();
    for line in lines.by_ref().map_while(io::Result::ok) {
        if line.contains("ready to accept connections") {
            // Whatever else it has to say must be taken from it, or it would stop.
            std::thread::spawn(move || lines.map_while(io::Result::ok).for_each(drop));
            return Ok(keeper);
        }
        said += &line;
        said.push('\n');
        if line.contains("FATAL") {
            break;
        }
    }
    drop(keeper.stdin.take());
    let _ = keeper.wait();
    Err(said)
}

fn command(program: impl AsRef<OsStr>, user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(program);
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command
}

/// The folder with the newest `postgres`.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|entry| entry.path()).collect();
    versions.sort_by_key(|path| path.file_name().and_then(OsStr::to_str).and_then(|name| name.parse::<u32>().ok()));
    let packaged = versions.into_iter().rev().map(|version| version.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    packaged.chain(std::env::split_paths(&path)).find(|folder| folder.join("postgres").is_file())
}

fn account(name: &str) -> Option<(u32, u32)> {
    let accounts = fs::read_to_string("/etc/passwd").ok()?;
    let line = accounts.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// A new folder of the server's user. Its name is short: names of sockets must be.
fn folder(user: Option<(u32, u32)>) -> io::Result<PathBuf> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("skirmish-pg-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
    if let Some((user, group)) = user {
        chown(&folder, Some(user), Some(group))?;
    }
    Ok(folder)
}
