//! Building a bot in the sandbox. Builds are cached by content: the same files are built once.
//!
//! A build sees a copy of the bot's files and nothing else of its folder. The cache key is a digest of that very copy,
//! with the command, the tools and the level. What the build leaves is copied again, into files that are ours.

mod bench;
mod key;

pub use key::{files_digest, is_left_out, keep_packages, keep_source, source_digest};

use crate::copying::{Copied, Copying, is_overfull};
use crate::manifest::{self, BadManifest, Manifest};
use crate::program::Start;
use crate::store;
use bench::{Bench, kept};
use key::{copy_source, key, tools};
use serde::{Deserialize, Serialize};
use skirmish_jail::{Jail, Level, Outcome, Policy, Prisoner, Room, Runnable, Search, off_limits};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a build may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// How often a build is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// The most files and bytes a bot's folder may hold.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 512 << 20;
/// The most that is kept of what a compiler prints.
const MOST_OUTPUT: usize = 4 << 20;

/// Why there is no bot to start.
#[derive(Debug, thiserror::Error)]
pub enum NotBuilt {
    /// Its manifest is missing or wrong.
    #[error(transparent)]
    Manifest(#[from] BadManifest),
    /// Its folder cannot be used.
    #[error("{folder}: {why}")]
    Folder {
        /// As the user named it.
        folder: String,
        /// What is wrong with it.
        why: String,
    },
    /// Its build failed.
    #[error("{folder}: `{command}` {how}\n{output}")]
    Failed {
        /// As the user named it.
        folder: String,
        /// The build command.
        command: String,
        /// How the command ended.
        how: String,
        /// What it printed, whole.
        output: String,
    },
}

/// Where and how bots are built.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// Where builds are kept.
    pub cache: PathBuf,
    /// The sandbox that builds run in.
    pub level: Level,
    /// The folders of all bots around: no tool is taken from them.
    pub bots: Vec<PathBuf>,
}

/// What a bot was built from, and what came of it: digests in hexadecimal digits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Built {
    /// Digest of its files.
    pub source: String,
    /// Digest of what the build left.
    pub output: String,
    /// Digest of the installed tools.
    pub tools: String,
    /// The sandbox it was built in.
    pub level: Level,
}

impl Workshop {
    /// How the bot in `folder` is started. It is built first if it has to be; `tell` hears the command when a build begins.
    pub fn ready(&self, folder: &Path, tell: impl FnOnce(&str)) -> Result<Start, NotBuilt> {
        let shown = folder.display().to_string();
        let wrong = |why: String| NotBuilt::Folder { folder: shown.clone(), why };
        let manifest = Manifest::of(folder)?;
        let folder = folder.canonicalize().map_err(|error| wrong(error.to_string()))?;
        if let Some(why) = off_limits(&folder) {
            return Err(wrong(format!("{why}; give the bot a folder of its own")));
        }
        let (out, built) = match &manifest.build {
            None => (None, None),
            Some(command) => {
                let (entry, built) = self.built(&folder, &shown, command, tell)?;
                (Some(entry.join("out")), Some(built))
            }
        };
        let filled = |word: &String| with_out(word, out.as_deref());
        let command = filled(&manifest.run[0]);
        let args: Vec<String> = manifest.run[1..].iter().map(filled).collect();
        // The files in its folder that its command names, in case it may see nothing else.
        let words = [manifest::FILE].into_iter().chain([&*command]).chain(args.iter().map(String::as_str));
        let inside = |path: &PathBuf| path.canonicalize().is_ok_and(|real| real.is_file() && real.starts_with(&folder));
        let files = words.map(|word| folder.join(word)).filter(inside).collect();
        let language = manifest.pack().unwrap_or_default();
        Ok(Start { command, args, files, folder, out, language, built, ..Start::default() })
    }

    /// The cache entry of the bot's files, built now if it is not there.
    fn built(
        &self,
        folder: &Path,
        shown: &str,
        command: &[String],
        tell: impl FnOnce(&str),
    ) -> Result<(PathBuf, Built), NotBuilt> {
        let wrong = |error: io::Error| NotBuilt::Folder { folder: shown.to_owned(), why: error.to_string() };
        let cache = store::prepare(&self.cache).map_err(wrong)?;
        let bench = Bench::new(&cache).map_err(wrong)?;
        let source = copy_source(folder, Some(&bench.source())).map_err(wrong)?;
        let search =
            Search::of(&bench.source(), [bench.source()]).apart_from(self.bots.iter().chain([&folder.to_owned()]));
        let tools = tools(&search, &bench.source(), command);
        let entry = cache.join(key(command, &source.digest, &tools, self.level));
        if let Some(built) = kept(&entry) {
            return Ok((entry, built));
        }
        tell(&command.join(" "));
        let failed = |how: String, output: String| NotBuilt::Failed {
            folder: shown.to_owned(),
            command: command.join(" "),
            how,
            output,
        };
        let output = self.build(&bench, &search, &source, command).map_err(|(how, output)| failed(how, output))?;
        let built = Built { source: source.digest, output: output.digest, tools, level: self.level };
        bench.keep(&built, &entry).map_err(|error| failed(format!("could not be kept: {error}"), String::new()))?;
        Ok((entry, built))
    }

    /// Runs a build command and copies what it leaves. An error says how it went, and what was printed.
    fn build(
        &self,
        bench: &Bench,
        search: &Search,
        source: &Copied,
        command: &[String],
    ) -> Result<Copied, (String, String)> {
        let (mut builder, printed) = self.start(bench, search, command).map_err(|why| (why, String::new()))?;
        let begun = Instant::now();
        let outcome = loop {
            if let Some(end) = builder.wait_timeout(LOOK) {
                break Ok(end);
            }
            if begun.elapsed() > PATIENCE {
                break Err(format!("was not done after {} seconds", PATIENCE.as_secs()));
            }
            if builder.outputs.iter().any(|output| is_overfull(output, MOST_FILES, MOST_BYTES)) {
                break Err(format!("wrote more than {MOST_FILES} files or {} MiB", MOST_BYTES >> 20));
            }
        };
        if outcome.is_err() {
            builder.kill();
            builder.wait();
        }
        let mut text: String = printed.into_iter().map(|thread| thread.join().unwrap_or_default()).collect();
        let how = match outcome {
            Ok(end) if end.survivors > 0 => "left processes that could not be ended".into(),
            Ok(end) => match end.outcome {
                Outcome::Code(0) => String::new(),
                Outcome::Code(code) => format!("failed with exit code {code}"),
                Outcome::Signal(signal) => format!("was ended by signal {signal}"),
                Outcome::Unknown => "was ended".into(),
            },
            Err(how) => how,
        };
        if how.is_empty() {
            let to = bench.output();
            let copying = Copying {
                most_entries: MOST_FILES,
                most_bytes: MOST_BYTES,
                passes_over: |_, _| false,
                passes_by: |_| false,
                to: Some(&to),
            };
            let copied = builder.outputs.first().ok_or_else(|| io::Error::other("nothing to copy"));
            return copied
                .and_then(|output| copying.run(output))
                .map_err(|error| (format!("left what cannot be kept: {error}"), text));
        }
        if let [first, ..] = source.left_out.as_slice() {
            text.push_str(&format!(
                "(a build sees plain files, and links that stay in the folder; left out: {} {first:?})\n",
                source.left_out.len()
            ));
        }
        Err((how, text))
    }

    fn start(
        &self,
        bench: &Bench,
        search: &Search,
        command: &[String],
    ) -> Result<(Prisoner, [std::thread::JoinHandle<String>; 2]), String> {
        let (source, out) = (bench.source(), bench.raw());
        let why = |error: skirmish_jail::Error| error.to_string();
        let program = with_out(&command[0], Some(&out));
        let found = Runnable::of(search, OsStr::new(&program), None).map_err(why)?;
        let room = Room { bytes: MOST_BYTES, entries: MOST_FILES as u64 };
        let policy = Policy { room, ..Policy::build(self.level, &source, &out, found.pack) };
        let args = command[1..].iter().map(|word| with_out(word, Some(&out)));
        let mut env = vec![(OsString::from("OUT"), out.as_os_str().to_owned())];
        if !self.level.has_namespaces() && self.level > Level::Off {
            // It has no scratch folder of its own, and compilers need one.
            env.push(("TMPDIR".into(), out.as_os_str().to_owned()));
        }
        let mut builder = Jail::new().spawn(&policy, &found.program, args, env).map_err(why)?;
        drop(builder.stdin.take());
        let (Some(stdout), Some(stderr)) = (builder.stdout.take(), builder.stderr.take()) else {
            unreachable!("a fresh prisoner has all three pipes");
        };
        Ok((builder, [std::thread::spawn(|| text_of(stdout)), std::thread::spawn(|| text_of(stderr))]))
    }
}

fn with_out(word: &str, out: Option<&Path>) -> String {
    out.map_or_else(|| word.to_string(), |out| word.replace("$OUT", &out.to_string_lossy()))
}

/// Everything a reader gives, as text, up to a limit. The rest is read and dropped, so that nobody waits for us.
fn text_of(mut reader: impl Read) -> String {
    let mut kept = Vec::new();
    let mut chunk = [0; 16 * 1024];
    while let Ok(n @ 1..) = reader.read(&mut chunk) {
        let room = MOST_OUTPUT.saturating_sub(kept.len()).min(n);
        kept.extend_from_slice(&chunk[..room]);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
