//! Building a bot in the sandbox. What was built is kept by content: the same files are built once.
//!
//! A build sees a copy of the bot's files and nothing else of its folder. What it is kept by is a digest of that very
//! copy, with the tools and the level; what it leaves is copied again, into files that are ours.

use crate::copying::{Copied, Copying, hexadecimal, is_overfull};
use crate::manifest::{self, BadManifest, Manifest};
use crate::program::Start;
use crate::store;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use skirmish_jail::{Jail, Level, Outcome, Policy, Prisoner, Room, Runnable, Search, find_program, off_limits};
use std::ffi::{OsStr, OsString};
use std::fs::{File, create_dir, remove_dir_all, rename};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a build may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// The most files and bytes a bot's folder may hold.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 512 << 20;
/// The most that is kept of what a compiler prints.
const MOST_OUTPUT: usize = 4 << 20;
/// Folders that are not part of a bot.
const LEFT_OUT: [&str; 5] = ["replays", "target", "out", "__pycache__", "node_modules"];
/// Tools that builds use, directly or through a shell: another one of these is another build.
const TOOLS: [&str; 14] = [
    "c++", "cargo", "cc", "clang", "clang++", "cmake", "g++", "gcc", "go", "javac", "make", "node", "python3", "rustc",
];
/// Changed whenever the way of building is, so that nothing is taken that was built in another way.
const WAY: &str = "2";

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
    /// The folders of all bots around: no tool is taken from there.
    pub bots: Vec<PathBuf>,
}

/// What a bot was built of, and what came of it: digests in hexadecimal digits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Built {
    /// Of its files.
    pub source: String,
    /// Of what was built of them.
    pub output: String,
    /// Of the tools that are installed.
    pub tools: String,
    pub level: Level,
}

impl Workshop {
    /// How the bot in `folder` is started, built before if it has to be. `tell` hears that a build begins.
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
        // The files of its folder that it names, in case it is to see nothing else.
        let words = [manifest::FILE].into_iter().chain([&*command]).chain(args.iter().map(String::as_str));
        let inside = |path: &PathBuf| path.canonicalize().is_ok_and(|real| real.is_file() && real.starts_with(&folder));
        let files = words.map(|word| folder.join(word)).filter(inside).collect();
        let language = manifest.pack().unwrap_or_default();
        Ok(Start { command, args, files, folder, out, language, built, ..Start::default() })
    }

    /// The entry of the cache with what the bot's files come to.
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
        let mut key = Sha256::new();
        // The command is a part of it: the manifest may have been another one when the files were copied.
        let words = serde_json::json!(command).to_string();
        for part in [WAY, &words, &source.digest, &tools, self.level.name()] {
            key.update((part.len() as u64).to_le_bytes());
            key.update(part);
        }
        let entry = cache.join(hexadecimal(&key.finalize()[..16]));
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
            let copying =
                Copying { most_entries: MOST_FILES, most_bytes: MOST_BYTES, passes_over: |_, _| false, to: Some(&to) };
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
            // There is no scratch of its own, and compilers need one.
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

/// A digest of the files of a bot's folder, as a build would see them.
pub fn source_digest(folder: &Path) -> io::Result<String> {
    Ok(copy_source(&folder.canonicalize()?, None)?.digest)
}

fn copy_source(folder: &Path, to: Option<&Path>) -> io::Result<Copied> {
    let passes_over = |name: &OsStr, is_folder: bool| {
        let name = name.to_string_lossy();
        name.starts_with('.') || is_folder && LEFT_OUT.contains(&&*name)
    };
    Copying { most_entries: MOST_FILES, most_bytes: MOST_BYTES, passes_over, to }.run(File::open(folder)?)
}

/// A digest of the tools that are installed, by their files: what they are called, where they lie, their size and age. The
/// build's own program is among them, with what a launcher leads to.
fn tools(search: &Search, source: &Path, command: &[String]) -> String {
    let mut programs: Vec<PathBuf> = TOOLS.iter().filter_map(|tool| find_program(tool.as_ref())).collect();
    if let Ok(found) = Runnable::of(search, OsStr::new(&command[0]), None) {
        programs.extend(found.pack.launcher.map(|(_, program)| program));
        // One of the bot's own is among its files, and its place is another one every time.
        programs.extend(Some(found.program).filter(|program| !program.starts_with(source)));
    }
    let mut all = Sha256::new();
    for program in programs {
        let Ok(real) = program.canonicalize() else { continue };
        let Ok(data) = real.metadata() else { continue };
        all.update(format!("{} {} {} {}\n", real.display(), data.len(), data.mtime(), data.mtime_nsec()));
    }
    hexadecimal(&all.finalize())
}

/// What is known of an entry, if it is there.
fn kept(entry: &Path) -> Option<Built> {
    let text = std::fs::read(entry.join("built.json")).ok()?;
    serde_json::from_slice(&text).ok().filter(|_| entry.join("out").is_dir())
}

/// Where one build happens: a folder beside the cache's entries that goes when this does.
struct Bench(PathBuf);

impl Bench {
    fn new(cache: &Path) -> io::Result<Bench> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let bench = Bench(store::workplace(cache)?.join(hexadecimal(&random)));
        store::make(&bench.0)?;
        for folder in [bench.source(), bench.raw(), bench.0.join("kept"), bench.output()] {
            create_dir(&folder)?;
            store::set_mode(&folder, 0o755)?;
        }
        Ok(bench)
    }

    /// The copy of the bot's files.
    fn source(&self) -> PathBuf {
        self.0.join("source")
    }

    /// Where the build writes.
    fn raw(&self) -> PathBuf {
        self.0.join("raw")
    }

    /// What is kept of it.
    fn output(&self) -> PathBuf {
        self.0.join("kept/out")
    }

    /// Makes it an entry, all at once.
    fn keep(self, built: &Built, entry: &Path) -> io::Result<()> {
        std::fs::write(self.0.join("kept/built.json"), serde_json::to_vec(built)?)?;
        rename(self.0.join("kept"), entry).or_else(|error| {
            // Somebody else built the very same meanwhile.
            if kept(entry).is_some() { Ok(()) } else { Err(error) }
        })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // What cannot be removed is in nobody's way: its name is used once.
        let _left = remove_dir_all(&self.0);
    }
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
