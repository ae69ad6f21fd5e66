//! The self-test: really tries the attacks at every level, and trusts nothing else.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::slot::Slot;
use super::{cgroup, remedy, wall};
use crate::report::{Found, LevelReport, Report, Verdict};
use crate::table::{Cell, Row, TABLE, Trial};
use crate::{BAD_ARGUMENT, Error, Exit, Jail, Language, Level, Limits, MIB, Outcome, Pack, Policy, Prisoner};

/// Small limits: the attacks need little to show whether they are stopped.
const MEMORY: u64 = 64 * MIB;
const TASKS: u64 = 32;
/// No attack takes this long unless nothing has stopped it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes names unique within this process.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// Tries every level and picks the best that keeps its promises.
pub fn probe(jail: &Jail) -> Report {
    let as_root = Slot::available();
    let parents = cgroup::Parents::find();
    if let Ok(parents) = &parents {
        parents.sweep();
    }
    let mut levels = Vec::new();
    let mut untested = Vec::new();
    match Ground::prepare() {
        Ok(ground) => {
            let ground = &ground;
            // At the same time: the attacks mostly wait, and only `limits` writes where others could see it.
            levels = std::thread::scope(|scope| {
                let tried: Vec<_> = (Level::ALL.into_iter().rev().filter(|&level| level > Level::Off))
                    .map(|level| scope.spawn(move || ground.try_level(jail, level, as_root)))
                    .collect();
                tried.into_iter().map(|level| level.join().expect("the self-test does not panic")).collect()
            });
        }
        Err(error) => untested.push(format!("every attack: the self-test has no place to work ({error})")),
    }
    for report in levels.iter().filter(|report| report.available) {
        for verdict in report.verdicts.iter().filter(|verdict| verdict.found == Found::Untested) {
            untested.push(format!("{} at {}: {}", verdict.title, report.level, verdict.detail));
        }
    }
    let suite: Vec<&str> = TABLE.iter().filter(|row| row.trial == Trial::Suite).map(|row| row.title).collect();
    untested.push(format!("attacks that need a referee (the test suite tries them): {}", suite.join(", ")));
    untested.push("how programs are found and built, and which folders a bot is shown".to_owned());
    let best = levels.iter().find(|report| report.available);
    Report {
        chosen: best.map_or(Level::Off, |report| report.level),
        as_root,
        kernel: rustix::system::uname().release().to_string_lossy().into_owned(),
        landlock: wall::available().abi,
        cgroup: match parents {
            Ok(cgroup::Parents::V1 { .. }) => 1,
            Ok(cgroup::Parents::V2(_)) => 2,
            Err(_) => 0,
        },
        missing: remedy::list(&levels),
        levels,
        untested,
    }
}

/// What the attacks need: a folder for the bot, and secrets and listeners for it to find.
struct Ground {
    folder: PathBuf,
    bot: PathBuf,
    program: PathBuf,
    tcp: TcpListener,
    udp: UdpSocket,
    _unix: UnixListener,
    _datagrams: UnixDatagram,
    _abstract: UnixListener,
    name: String,
}

impl Ground {
    fn prepare() -> io::Result<Self> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("skirmish-selftest-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(&name);
        fs::DirBuilder::new().mode(0o755).create(&folder)?;
        // From here on the folder is removed if anything fails.
        let guard = Folder(folder.clone());
        let bot = folder.join("bot");
        fs::create_dir(&bot)?;
        for path in [&folder, &bot] {
            // Regardless of the umask: the bot's user must be able to get in here.
            fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
        }
        for name in ["secret", "prey"] {
            fs::write(folder.join(name), "secret\n")?;
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o644))?;
        }
        let unix = UnixListener::bind(folder.join("socket"))?;
        let datagrams = UnixDatagram::bind(folder.join("datagrams"))?;
        for name in ["socket", "datagrams"] {
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o777))?;
        }
        let ground = Self {
            program: attacker(&bot)?,
            bot,
            tcp: TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?,
            udp: UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?,
            _unix: unix,
            _datagrams: datagrams,
            _abstract: UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name)?)?,
            folder,
            name,
        };
        std::mem::forget(guard);
        Ok(ground)
    }

    fn try_level(&self, jail: &Jail, level: Level, as_root: bool) -> LevelReport {
        let verdicts = match self.attack(jail, level, as_root) {
            Ok(verdicts) => verdicts,
            Err(error) => {
                let reason = Some(error.to_string());
                return LevelReport { level, available: false, reason, verdicts: Vec::new() };
            }
        };
        let broken: Vec<&str> =
            verdicts.iter().filter(|verdict| verdict.is_broken()).map(|verdict| verdict.attack.as_str()).collect();
        let reason = (!broken.is_empty()).then(|| format!("these attacks worked: {}", broken.join(", ")));
        LevelReport { level, available: reason.is_none(), reason, verdicts }
    }

    fn attack(&self, jail: &Jail, level: Level, as_root: bool) -> Result<Vec<Verdict>, Error> {
        let victim = self.victim(jail, level)?;
        let rows = |trial: Trial| TABLE.iter().filter(move |row| row.trial == trial);
        let promise = |row: &Row| row.cell(level, as_root);
        let together: Vec<String> =
            rows(Trial::Together).map(|row| self.word(row, promise(row), number(&victim))).collect();
        let (answers, ending) = self.run(jail, level, false, &together)?;
        let mut verdicts: Vec<Verdict> =
            rows(Trial::Together).map(|row| judge(promise(row), row, answers.get(row.attack), &ending)).collect();
        for row in rows(Trial::Alone).chain(rows(Trial::Family)) {
            verdicts.push(self.attack_alone(jail, level, row, promise(row))?);
        }
        Ok(verdicts)
    }

    fn attack_alone(&self, jail: &Jail, level: Level, row: &Row, promised: Cell) -> Result<Verdict, Error> {
        let lethal = row.attack.starts_with("kill");
        let mut victim = if lethal { Some(self.victim(jail, level)?) } else { None };
        let word = self.word(row, promised, victim.as_ref().map_or(1, number));
        let (answers, ending) = self.run(jail, level, row.trial == Trial::Family, std::slice::from_ref(&word))?;
        let name = word.split('=').next().unwrap_or_default();
        let mut judged = judge(promised, row, answers.get(name), &ending);
        if let Some(victim) = &mut victim {
            // A signal that was sent has arrived; dying of it takes a moment.
            judged.found = match victim.wait_timeout(Duration::from_millis(100)) {
                Some(_) => Found::Open,
                None if judged.found == Found::Open => Found::Stopped,
                None => judged.found,
            };
        }
        if row.attack == "double_fork" {
            judged.found = if self.survivors(&word) == 0 { Found::Stopped } else { Found::Open };
        }
        Ok(judged)
    }

    /// Someone to attack.
    fn victim(&self, jail: &Jail, level: Level) -> Result<Prisoner, Error> {
        self.start(jail, level, false, &["sleepy".to_owned()])
    }

    /// The attacker's argument for a row.
    fn word(&self, row: &Row, promised: Cell, victim: u32) -> String {
        let within = |name: &str| self.folder.join(name).display().to_string();
        let value = match row.attack {
            "secret" | "stat" => within("secret"),
            "mode" | "times" | "attributes" | "flags" | "truncate" => within("prey"),
            // The same attacks under a policy that allows processes.
            "mode_family" => return format!("mode={}", within("prey")),
            "kill_family" => return format!("kill={victim}"),
            "fork_family" => return format!("fork_bomb={TASKS}"),
            "file_lock" | "page_cache" => self.program.display().to_string(),
            "tcp" => port(self.tcp.local_addr()),
            "udp" => port(self.udp.local_addr()),
            "unix_path" => within("socket"),
            "unix_pair" => within("datagrams"),
            "unix_abstract" => self.name.clone(),
            "big_file" | "many_files" => std::env::temp_dir().display().to_string(),
            "ptrace" | "kill" | "kill_by_pipe" | "renice" | "prlimit" | "proc_secrets" | "proc_cmdline" | "probe" => {
                victim.to_string()
            }
            // Where no level promises to notice, holding on would only waste time.
            name if name.starts_with("memory_") && !promised.is_promise() => format!("{}/0", MEMORY / MIB),
            name if name.starts_with("memory_") => (MEMORY / MIB).to_string(),
            "fork_bomb" | "thread_bomb" => TASKS.to_string(),
            // A word by which its survivors can be told from everyone else's.
            "double_fork" => format!("{}-{}", self.name, NUMBER.fetch_add(1, Ordering::Relaxed)),
            _ => return row.attack.to_owned(),
        };
        format!("{}={value}", row.attack)
    }

    fn start(&self, jail: &Jail, level: Level, family: bool, words: &[String]) -> Result<Prisoner, Error> {
        // The language a bot claims must not widen its limits: the attacker claims the most generous one.
        let pack = Pack { language: Language::Generic, ..Pack::of(Language::Native, self.program.as_os_str()) };
        let policy = Policy {
            limits: Limits { memory: MEMORY, tasks: TASKS, ..Limits::default() },
            allow_processes: family,
            ..Policy::play(level, &self.bot, pack)
        };
        let args = std::iter::once(BAD_ARGUMENT).chain(words.iter().map(String::as_str));
        jail.spawn(&policy, &self.program, args, [])
    }

    /// Runs attacks to their end and collects what they say.
    fn run(
        &self,
        jail: &Jail,
        level: Level,
        family: bool,
        words: &[String],
    ) -> Result<(BTreeMap<String, Answer>, Exit), Error> {
        let mut prisoner = self.start(jail, level, family, words)?;
        let ending = match prisoner.wait_timeout(PATIENCE) {
            Some(ending) => ending,
            None => {
                prisoner.kill();
                prisoner.wait()
            }
        };
        // Read after its end: the answers fit into the pipe, and nobody is left who could hold it open.
        let mut text = String::new();
        if let Some(mut stdout) = prisoner.stdout.take() {
            // What could not be read was not said.
            let _cut = stdout.read_to_string(&mut text);
        }
        Ok((text.lines().filter_map(Answer::parse).collect(), ending))
    }

    /// Processes of an attack that outlived it, found by their command line.
    fn survivors(&self, word: &str) -> usize {
        let Ok(entries) = fs::read_dir("/proc") else { return 0 };
        let named = entries.flatten().filter(|entry| {
            let is_process = entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok());
            is_process
                && fs::read(entry.path().join("cmdline"))
                    .is_ok_and(|line| line.split(|&byte| byte == 0).any(|argument| argument == word.as_bytes()))
        });
        named.count()
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        drop(Folder(std::mem::take(&mut self.folder)));
    }
}

/// A folder that goes when this does.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            // A leftover folder in the temporary place harms nobody.
            let _left = fs::remove_dir_all(&self.0);
        }
    }
}

/// What an attacker said.
struct Answer {
    verdict: String,
    detail: String,
}

impl Answer {
    fn parse(line: &str) -> Option<(String, Self)> {
        let mut words = line.splitn(3, ' ');
        let (name, verdict, detail) = (words.next()?, words.next()?, words.next().unwrap_or(""));
        Some((name.to_owned(), Self { verdict: verdict.to_owned(), detail: detail.to_owned() }))
    }
}

/// What an attacker says of itself counts first. One that was stopped before it could say anything did not succeed,
/// unless it tried several things; one that says nothing although nothing stopped it is undecided.
fn judge(promised: Cell, row: &Row, answer: Option<&Answer>, ending: &Exit) -> Verdict {
    let alone = row.trial != Trial::Together;
    let (found, detail) = match (ending.breach, answer) {
        (Some(breach), None) if alone => (Found::Stopped, breach.to_string()),
        (Some(breach), None) => (Found::Untested, format!("the attacker was stopped first: {breach}")),
        (_, Some(answer)) => {
            let found = match answer.verdict.as_str() {
                "yes" => Found::Open,
                "no" => Found::Stopped,
                _ => Found::Untested,
            };
            (found, answer.detail.clone())
        }
        (None, None) if alone && matches!(ending.outcome, Outcome::Signal(_)) && !ending.killed => {
            (Found::Stopped, ending.outcome.to_string())
        }
        (None, None) => (Found::Untested, format!("no answer, {}", ending.outcome)),
    };
    Verdict { attack: row.attack.to_owned(), title: row.title.to_owned(), promised, found, detail }
}

/// The number to attack. A victim that ended at once has none; then process 1 is as good a target.
fn number(victim: &Prisoner) -> u32 {
    victim.pid().unwrap_or(1)
}

fn port(address: io::Result<std::net::SocketAddr>) -> String {
    address.map_or_else(|_| "0".to_owned(), |address| address.port().to_string())
}

/// The attacker is this program. Where the bot's user could not reach it, a copy in the bot's folder serves.
fn attacker(folder: &Path) -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let is_open = |path: &Path| path.metadata().is_ok_and(|data| data.mode() & 0o001 != 0);
    if program.ancestors().all(is_open) {
        return Ok(program);
    }
    let copy = folder.join("attacker");
    io::copy(&mut File::open("/proc/self/exe")?, &mut File::create(&copy)?)?;
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755))?;
    Ok(copy)
}
