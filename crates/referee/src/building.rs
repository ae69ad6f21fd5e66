//! Building a bot in the sandbox. What was built is kept by content: the same files are built once.

use crate::manifest::{BadManifest, Manifest};
use crate::program::Start;
use sha2::{Digest, Sha256};
use skirmish_jail::{Jail, Level, Outcome, Pack, Policy};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a build may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// The most files and bytes a bot's folder may hold.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 512 << 20;
/// The most that is kept of what a compiler prints.
const MOST_OUTPUT: usize = 4 << 20;
/// Folders that are not part of a bot.
const LEFT_OUT: [&str; 5] = ["replays", "target", "out", "__pycache__", "node_modules"];

/// Why there is no bot to start.
#[derive(Debug, thiserror::Error)]
pub enum NotBuilt {
    #[error(transparent)]
    Manifest(#[from] BadManifest),
    #[error("{folder}: {why}")]
    Folder { folder: String, why: String },
    /// What the compiler printed, whole.
    #[error("{folder}: `{command}` {how}\n{output}")]
    Failed { folder: String, command: String, how: String, output: String },
}

/// Where and how bots are built.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// What was built lies here.
    pub cache: PathBuf,
    pub level: Level,
}

impl Workshop {
    /// How the bot in `folder` is started, built before if it has to be. `tell` hears that a build begins.
    pub fn ready(&self, folder: &Path, tell: impl FnOnce(&str)) -> Result<Start, NotBuilt> {
        let manifest = Manifest::of(folder)?;
        let wrong = |why: io::Error| NotBuilt::Folder { folder: folder.display().to_string(), why: why.to_string() };
        let folder = std::path::absolute(folder).map_err(wrong)?;
        let out = match &manifest.build {
            None => None,
            Some(command) => {
                let content = content(&folder).map_err(wrong)?;
                let out = self.cache.join(content);
                if !out.is_dir() {
                    tell(&command.join(" "));
                    self.build(&folder, command, &out)?;
                }
                Some(out)
            }
        };
        let filled = |word: &String| with_out(word, out.as_deref());
        let language = manifest.pack().unwrap_or_default();
        Ok(Start {
            command: filled(&manifest.run[0]),
            args: manifest.run[1..].iter().map(filled).collect(),
            folder,
            out,
            language,
            memory: None,
        })
    }

    /// Runs a build command. It writes to a folder beside, which takes its place only when all went well.
    fn build(&self, folder: &Path, command: &[String], out: &Path) -> Result<(), NotBuilt> {
        let shown = folder.display().to_string();
        let failed = |how: String, output: String| NotBuilt::Failed {
            folder: shown.clone(),
            command: command.join(" "),
            how,
            output,
        };
        let wrong = |error: io::Error| failed(format!("could not be run: {error}"), String::new());
        let beside = out.with_extension(format!("{}.new", std::process::id()));
        // In the sandbox the builder may be another user than we are.
        std::fs::create_dir_all(&beside).and_then(|()| allow(&beside, 0o777)).map_err(wrong)?;
        let verdict = match self.run(folder, command, &beside) {
            Ok((Outcome::Code(0), _)) => {
                allow(&beside, 0o755).and_then(|()| std::fs::rename(&beside, out)).or_else(|error| {
                    // Somebody else built the very same meanwhile.
                    if out.is_dir() { Ok(()) } else { Err(error) }
                })
            }
            Ok((outcome, output)) => {
                let how = match outcome {
                    Outcome::Code(code) => format!("failed with exit code {code}"),
                    Outcome::Signal(signal) => format!("was ended by signal {signal}"),
                    Outcome::Unknown => "was ended".into(),
                };
                return Err(clean(&beside, failed(how, output)));
            }
            Err(why) => return Err(clean(&beside, failed(why, String::new()))),
        };
        verdict.map_err(|error| clean(&beside, wrong(error)))
    }

    fn run(&self, folder: &Path, command: &[String], out: &Path) -> Result<(Outcome, String), String> {
        let program = with_out(&command[0], Some(out));
        let pack = Pack::for_command(folder, OsStr::new(&program), None);
        let policy = Policy::build(self.level, folder, out, pack);
        let args = command[1..].iter().map(|word| with_out(word, Some(out)));
        let env = [(OsString::from("OUT"), out.as_os_str().to_owned())];
        let mut builder = Jail::new().spawn(&policy, &program, args, env).map_err(|error| error.to_string())?;
        drop(builder.stdin.take());
        let (Some(stdout), Some(stderr)) = (builder.stdout.take(), builder.stderr.take()) else {
            unreachable!("a fresh prisoner has all three pipes");
        };
        let printed = [std::thread::spawn(|| text_of(stdout)), std::thread::spawn(|| text_of(stderr))];
        let begun = Instant::now();
        let end = loop {
            if let Some(end) = builder.wait_timeout(Duration::from_millis(200)) {
                break end;
            }
            if begun.elapsed() > PATIENCE {
                builder.kill();
                builder.wait();
                return Err(format!("was not done after {} seconds", PATIENCE.as_secs()));
            }
        };
        let output = printed.into_iter().map(|thread| thread.join().unwrap_or_default()).collect();
        Ok((end.outcome, output))
    }
}

/// Removes what a failed build left.
fn clean(beside: &Path, error: NotBuilt) -> NotBuilt {
    // What cannot be removed is in nobody's way: its name is used once.
    let _left = std::fs::remove_dir_all(beside);
    error
}

fn allow(folder: &Path, mode: u32) -> io::Result<()> {
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(mode))
}

fn with_out(word: &str, out: Option<&Path>) -> String {
    out.map_or_else(|| word.to_string(), |out| word.replace("$OUT", &out.to_string_lossy()))
}

/// Everything a reader gives, as text, up to a limit; the rest is read and dropped, so that nobody waits for us.
fn text_of(mut reader: impl Read) -> String {
    let mut kept = Vec::new();
    let mut chunk = [0; 16 * 1024];
    while let Ok(n @ 1..) = reader.read(&mut chunk) {
        let room = MOST_OUTPUT.saturating_sub(kept.len()).min(n);
        kept.extend_from_slice(&chunk[..room]);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// A name for what is in a folder: a hash over the names and bytes of its files.
fn content(folder: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    list(folder, &mut files)?;
    files.sort();
    let mut all = Sha256::new();
    let mut bytes = 0;
    for path in files {
        let data = std::fs::read(&path)?;
        bytes += data.len() as u64;
        if bytes > MOST_BYTES {
            return Err(io::Error::other(format!("more than {} MiB in it", MOST_BYTES >> 20)));
        }
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        let mode = std::os::unix::fs::MetadataExt::mode(&path.metadata()?) & 0o111;
        for part in [name.as_bytes(), &mode.to_le_bytes(), &data] {
            all.update((part.len() as u64).to_le_bytes());
            all.update(part);
        }
    }
    Ok(all.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type()?;
        if name.starts_with('.') || (kind.is_dir() && LEFT_OUT.contains(&&*name)) {
            continue;
        }
        if kind.is_dir() {
            list(&entry.path(), files)?;
        } else if entry.path().is_file() {
            files.push(entry.path());
            if files.len() > MOST_FILES {
                return Err(io::Error::other(format!("more than {MOST_FILES} files in it")));
            }
        }
    }
    Ok(())
}
