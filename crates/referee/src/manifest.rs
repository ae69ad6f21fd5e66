//! `skirmish.toml`: how a bot's folder says how it is built and started.

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use serde::Deserialize;
use skirmish_core::names;
use skirmish_jail::Language;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The name of the file.
pub const FILE: &str = "skirmish.toml";

/// Names of languages beside those of the sandbox's packs.
const OTHER_NAMES: [&str; 7] = ["javascript", "js", "rust", "c", "c++", "cpp", "go"];

/// The longest manifest that is read.
const LONGEST: u64 = 64 * 1024;

/// What a folder says of its bot.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// What the bot is called.
    pub name: Option<String>,
    /// A runtime whose files it needs to see, beside that of its command.
    pub language: Option<String>,
    /// The command that builds it, word by word.
    pub build: Option<Vec<String>>,
    /// The command that starts it, word by word.
    pub run: Vec<String>,
    /// The games it plays; without a list it may play any.
    #[serde(default)]
    pub games: Vec<String>,
}

/// Why a manifest is refused.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum BadManifest {
    /// There is none in this folder.
    #[error("{0}: there is no {FILE} in it; `skirmish new` writes one")]
    Absent(String),
    /// It cannot be read: the folder, and why.
    #[error("{0}/{FILE}: {1}")]
    Unreadable(String, String),
    /// A value is wrong.
    #[error("{folder}/{FILE}: {key}: {why}")]
    Bad {
        /// The bot's folder.
        folder: String,
        /// The key of the value.
        key: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

impl Manifest {
    /// Reads the manifest of a folder.
    pub fn of(folder: &Path) -> Result<Manifest, BadManifest> {
        let (path, shown) = (folder.join(FILE), folder.display().to_string());
        let wrong = |why: String| BadManifest::Unreadable(shown.clone(), why);
        // Neither a link, which might lead anywhere, nor a pipe, on which we might wait forever.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match rustix::fs::open(&path, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT | Errno::NOTDIR) => return Err(BadManifest::Absent(shown)),
            Err(Errno::LOOP) => return Err(wrong("it is a link; copy the file itself into the folder".into())),
            Err(error) => return Err(wrong(io::Error::from(error).to_string())),
        };
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err(wrong("it is not a file".into()));
        }
        let mut text = String::new();
        file.take(LONGEST + 1).read_to_string(&mut text).map_err(|error| wrong(error.to_string()))?;
        if text.len() as u64 > LONGEST {
            return Err(wrong(format!("more than {LONGEST} bytes")));
        }
        Manifest::read(&text, &shown)
    }

    /// Reads the text of a manifest; `folder` is for messages.
    pub fn read(text: &str, folder: &str) -> Result<Manifest, BadManifest> {
        let manifest: Manifest =
            toml::from_str(text).map_err(|e| BadManifest::Unreadable(folder.into(), with_way_out(&e.to_string())))?;
        let bad = |key, why: &str| BadManifest::Bad { folder: folder.into(), key, why: why.into() };
        for (key, words) in [("run", Some(&manifest.run)), ("build", manifest.build.as_ref())] {
            if words.is_some_and(|words| words.first().is_none_or(String::is_empty)) {
                return Err(bad(key, "an empty command; name a program, then its arguments, word by word"));
            }
            if words.is_some_and(|words| words.iter().any(|word| word.contains('\0'))) {
                return Err(bad(key, "a word with a zero byte"));
            }
        }
        manifest.pack().map_err(|why| bad("language", &why))?;
        Ok(manifest)
    }

    /// Whether it plays a game; without a list it may play any.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|one| one == game)
    }

    /// The runtime it claims to need.
    pub fn pack(&self) -> Result<Option<Language>, String> {
        let Some(name) = &self.language else { return Ok(None) };
        match name.to_lowercase().as_str() {
            // Those of `OTHER_NAMES`.
            "javascript" | "js" => Ok(Some(Language::Node)),
            "rust" | "c" | "c++" | "cpp" | "go" => Ok(Some(Language::Native)),
            name => {
                let known = || Language::ALL.map(Language::name).into_iter().chain(OTHER_NAMES);
                name.parse().map(Some).map_err(|_| names::unknown("language", name, known()))
            }
        }
    }
}

/// Adds what helps those who write a command as one text.
fn with_way_out(why: &str) -> String {
    if why.contains("expected a sequence") {
        return format!("{}; write a command word by word: run = [\"python3\", \"bot.py\"]", why.trim_end());
    }
    why.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read_or_refused_with_the_reason() {
        let good = "name = \"x\"\nlanguage = \"javascript\"\nbuild = [\"true\"]\nrun = [\"node\", \"bot.js\"]\ngames = [\"golems\"]";
        let manifest = Manifest::read(good, "f").unwrap();
        assert_eq!((manifest.pack(), manifest.run.len()), (Ok(Some(Language::Node)), 2));
        for (text, said) in [
            ("", "run"),
            ("run = []", "run: an empty command"),
            ("run = [\"\"]", "run: an empty command"),
            ("run = [\"a\"]\nbuild = []", "build: an empty command"),
            ("run = [\"a\"]\nlanguage = \"cobol\"", "There are: python"),
            ("run = [\"a\"]\nlanguage = \"pyton\"", "did you mean \"python\""),
            ("run = [\"a\"]\nrunn = 1", "runn"),
            ("run = \"a b\"", "word by word"),
            ("run = [\"a\\u0000\"]", "zero byte"),
            ("= 3", "f/skirmish.toml"),
        ] {
            let error = Manifest::read(text, "f").unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
        assert!(Manifest::of(Path::new("src")).unwrap_err().to_string().contains("skirmish new"));
    }

    #[test]
    fn a_manifest_is_a_plain_file_of_reasonable_size() {
        let folder = std::env::temp_dir().join(format!("skirmish-manifest-{}", std::process::id()));
        let path = folder.join(FILE);
        let refused = || Manifest::of(&folder).unwrap_err().to_string();
        std::fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", &path).unwrap();
        let said = refused();
        assert!(said.contains("it is a link") && !said.contains("root"), "{said}");
        std::fs::remove_file(&path).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, Mode::RUSR, 0).unwrap();
        assert!(refused().contains("not a file"), "and nobody waits for its other end");
        std::fs::remove_file(&path).unwrap();
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(refused().contains("65536 bytes"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
