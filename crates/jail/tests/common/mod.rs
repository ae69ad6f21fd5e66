//! What the tests of the sandbox share. Levels this machine cannot build are skipped, and said so.

#![allow(dead_code)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use skirmish_jail::{Exit, Jail, Language, Level, Limits, MIB, Pack, Policy, Prisoner};

/// Long enough for the busiest machine; only a failing test waits so long.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub const HELPER: &str = env!("CARGO_BIN_EXE_skirmish-jail");
const BAD_BOT: &str = env!("CARGO_BIN_EXE_bad-bot");

pub fn jail() -> Jail {
    Jail::with_helper(HELPER)
}

pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A folder with the bad bot in it, open to every user, gone with the test.
pub struct Den {
    pub folder: PathBuf,
    pub token: String,
}

impl Den {
    pub fn new(name: &str) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let token = format!("skirmish-test-{name}-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(&token);
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let den = Self { folder, token };
        den.copy(BAD_BOT, "bad-bot");
        den
    }

    pub fn copy(&self, from: &str, name: &str) -> PathBuf {
        let to = self.folder.join(name);
        fs::copy(from, &to).unwrap();
        fs::set_permissions(&to, fs::Permissions::from_mode(0o755)).unwrap();
        to
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        path
    }

    pub fn policy(&self, level: Level) -> Policy {
        let pack = Pack::of(Language::Native, self.folder.join("bad-bot").as_os_str());
        let limits = Limits { memory: 64 * MIB, tasks: 32, ..Limits::default() };
        Policy { limits, ..Policy::play(level, &self.folder, pack) }
    }

    /// Starts the bad bot under the usual policy.
    pub fn bad(&self, level: Level, words: &[&str]) -> Prisoner {
        self.bad_with(&self.policy(level), words)
    }

    pub fn bad_with(&self, policy: &Policy, words: &[&str]) -> Prisoner {
        jail().spawn(policy, "./bad-bot", words, []).unwrap_or_else(|error| panic!("{}: {error}", policy.level))
    }

    /// The levels that can be built here. Never silently none.
    pub fn levels(&self) -> Vec<Level> {
        let mut levels = Vec::new();
        for level in Level::ALL {
            match jail().spawn(&self.policy(level), "./bad-bot", ["echo"], []) {
                Ok(_) => levels.push(level),
                Err(error) => eprintln!("SKIPPED: level {level} is not available here: {error}"),
            }
        }
        assert!(levels.starts_with(&[Level::Off, Level::Limits]), "the lowest levels work everywhere: {levels:?}");
        levels
    }

    /// Processes with this word on their command line.
    pub fn processes_with(&self, word: &str) -> Vec<i32> {
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            if line.split(|&byte| byte == 0).any(|argument| argument == word.as_bytes()) {
                found.push(pid);
            }
        }
        found
    }

    /// Asserts that nothing with this word lives on; gives the kernel time to finish what was ordered.
    pub fn assert_none_left(&self, word: &str, context: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = self.processes_with(word);
            if left.is_empty() {
                return;
            }
            assert!(Instant::now() < deadline, "{context}: {left:?} survived");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Den {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary place is untidy, not wrong.
        let _left = fs::remove_dir_all(&self.folder);
    }
}

/// Waits for the end of a prisoner that has to end, and looks whether its control group went with it.
pub fn end(prisoner: &mut Prisoner) -> Exit {
    let ending = prisoner.wait_timeout(PATIENCE).expect("it ends");
    assert_eq!(find_group(prisoner.name()), None, "its control group went before its ending was told");
    ending
}

/// The next line a prisoner says.
pub fn line(prisoner: &mut Prisoner) -> String {
    let mut text = String::new();
    let mut reader = BufReader::with_capacity(1, prisoner.stdout.as_mut().expect("its output is here"));
    reader.read_line(&mut text).unwrap();
    text.trim_end().to_owned()
}

/// Asserts that no control group of that name is left anywhere. A helper that outlives its runner needs a moment.
pub fn assert_no_group(name: &str) {
    let deadline = Instant::now() + PATIENCE;
    while let Some(left) = find_group(name) {
        assert!(Instant::now() < deadline, "{} is left", left.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn find_group(name: &str) -> Option<PathBuf> {
    let mut folders = vec![PathBuf::from("/sys/fs/cgroup")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            if entry.file_name() == *name {
                return Some(entry.path());
            }
            folders.push(entry.path());
        }
    }
    None
}

/// Is a program installed? Says so if not.
pub fn installed(program: &str) -> bool {
    let found = skirmish_jail::find_program(program.as_ref()).is_some();
    if !found {
        eprintln!("SKIPPED: {program} is not installed");
    }
    found
}

/// Runs a compiler outside of the jail.
pub fn compile(program: &str, args: &[&str], folder: &Path) {
    let done = std::process::Command::new(program).args(args).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
}
