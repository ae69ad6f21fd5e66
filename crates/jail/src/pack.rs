//! What each language's runtime needs: files to read, flags to start with, room to reserve.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::off_limits::off_limits;
use crate::search::{Search, find_program, names_interpreter, python_home};
use crate::{Error, Limits, MIB};

/// A family of runtimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Python,
    Node,
    Java,
    /// C, C++, Rust, Go: a program of its own that needs shared libraries at most.
    Native,
    /// Anything else: sees all installed software.
    Generic,
}

/// A name that is not a pack; the message lists those that exist.
#[derive(Debug, thiserror::Error)]
#[error("there is no language pack {0:?}; there are: python, node, java, native, generic")]
pub struct UnknownLanguage(pub String);

impl Language {
    pub const ALL: [Language; 5] =
        [Language::Python, Language::Node, Language::Java, Language::Native, Language::Generic];

    pub fn name(self) -> &'static str {
        match self {
            Language::Python => "python",
            Language::Node => "node",
            Language::Java => "java",
            Language::Native => "native",
            Language::Generic => "generic",
        }
    }

    /// The pack a command most likely wants, from the name of its program.
    pub fn of_program(program: &OsStr) -> Self {
        let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        match stem {
            "python" | "pypy" => Language::Python,
            "node" | "nodejs" => Language::Node,
            "java" => Language::Java,
            "sh" | "bash" | "env" | "perl" | "ruby" | "lua" | "php" | "deno" | "bun" | "dotnet" => Language::Generic,
            // What builds bots.
            "cc" | "gcc" | "g++" | "c++" | "clang" | "clang++" | "make" | "cmake" | "rustc" | "cargo" | "go"
            | "javac" | "npm" => Language::Generic,
            _ => Language::Native,
        }
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Language::ALL
            .into_iter()
            .find(|language| language.name() == name)
            .ok_or_else(|| UnknownLanguage(name.to_owned()))
    }
}

/// A runtime as it is installed on this machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    pub language: Language,
    /// A launcher, and the program it launches: that one is started instead, since the bot's tree lacks what the launcher
    /// needs to search.
    pub launcher: Option<(PathBuf, PathBuf)>,
    /// The folder the runtime is installed in, if it has one of its own.
    pub home: Option<PathBuf>,
    /// Files and folders of the runtime.
    pub reads: Vec<PathBuf>,
    /// Does it reserve far more memory than it uses, so that a limit on address space is useless?
    pub reserves: bool,
}

/// The program of a command, found, and what it needs.
#[derive(Clone, Debug)]
pub struct Runnable {
    pub program: PathBuf,
    pub pack: Pack,
}

impl Runnable {
    /// Finds the program of a bot's command. What is really started decides the pack; what the bot claims of its language
    /// can only show it the files of an installed runtime.
    pub fn of(search: &Search, program: &OsStr, claim: Option<Language>) -> Result<Self, Error> {
        let found = search.find(program).ok_or_else(|| Error::NoProgram(PathBuf::from(program)))?;
        let real = found.canonicalize().map_err(|_| Error::NoProgram(found.clone()))?;
        let mut pack = if search.is_installed(&found) {
            let language = match Language::of_program(real.as_os_str()) {
                // Known by the name it is found by: `sh` may be a link to a program of many names. A bot's own link is not.
                Language::Native if !search.is_own(&found) => Language::of_program(found.as_os_str()),
                language => language,
            };
            match language {
                Language::Native if names_interpreter(&real) => Pack::installed(search, Language::Generic, &found),
                language => Pack::installed(search, language, &found),
            }
        } else if search.is_own(&real) || search.is_named(&real) {
            Pack::of_the_bots_own(&real)
        } else {
            return Err(Error::Elsewhere(PathBuf::from(program)));
        };
        if let Some(claim) = claim {
            pack.add_claimed(search, claim);
        }
        Ok(Self { program: found, pack })
    }
}

/// What every dynamically linked program needs to start.
const LIBRARIES: &[&str] = &[
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    // Distributions that keep everything in a store.
    "/nix/store",
    "/gnu/store",
];

/// What an interpreter found by name needs on top.
const PROGRAMS: &[&str] = &["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/share", "/usr/libexec"];

impl Pack {
    /// The pack for `language` with `program`, an absolute path or a name that is found along `PATH`. For callers that know
    /// what the program is; [`Runnable::of`] is for a bot's command.
    pub fn of(language: Language, program: &OsStr) -> Self {
        match find_program(program) {
            Some(found) => Self::installed(&Search::default(), language, &found),
            None => Self::bare(language),
        }
    }

    /// The pack for a command as [`crate::Jail::spawn`] would start it from `folder`.
    pub fn for_command(folder: &Path, program: &OsStr, claim: Option<Language>) -> Self {
        let search = Search::of(folder, [folder.to_owned()]);
        Runnable::of(&search, program, claim).map_or_else(|_| Self::bare(Language::Native), |found| found.pack)
    }

    fn bare(language: Language) -> Self {
        let reserves = !matches!(language, Language::Python | Language::Native);
        let mut pack = Self { language, launcher: None, home: None, reads: Vec::new(), reserves };
        pack.add(LIBRARIES);
        pack
    }

    /// A program of the bot's own. Its name and what it says of itself decide nothing; only a script that names its
    /// interpreter gets the generic pack, because anything may follow.
    fn of_the_bots_own(real: &Path) -> Self {
        if !names_interpreter(real) {
            return Self::bare(Language::Native);
        }
        let mut pack = Self::bare(Language::Generic);
        pack.add_software();
        pack
    }

    /// A runtime of the machine, looked at only as far as `program` leads.
    fn installed(search: &Search, language: Language, program: &Path) -> Self {
        let mut pack = Self::bare(language);
        match language {
            Language::Native => {}
            Language::Python => pack.add_python(search, program),
            Language::Node => {
                pack.add_home_of(search, program);
                // Node gives up when its configuration is forbidden rather than absent.
                pack.add(&["/etc/ssl/openssl.cnf", "/usr/share/nodejs", "/usr/share/node_modules"]);
            }
            Language::Java => {
                pack.add_home_of(search, program);
                pack.add(&["/etc/ssl/certs/java"]);
                pack.reads.extend(children_starting("/etc", "java"));
            }
            Language::Generic => {
                pack.add_software();
                pack.add_rust(search, program);
            }
        }
        pack
    }

    /// Shows the files of the runtime a bot claims to need, as it is found along `PATH`. Loosens no limit.
    fn add_claimed(&mut self, search: &Search, claim: Language) {
        let program = match claim {
            language if language == self.language => return,
            Language::Native => return,
            Language::Generic => return self.add_software(),
            Language::Python => "python3",
            Language::Node => "node",
            Language::Java => "java",
        };
        if let Some(found) = search.find(program.as_ref()).filter(|found| search.is_installed(found)) {
            self.reads.extend(Self::installed(search, claim, &found).reads);
        }
    }

    /// Flags that go between the program and the author's arguments, so that the author's win.
    pub fn flags(&self, limits: &Limits) -> Vec<OsString> {
        let mib = limits.memory / MIB;
        let flags = match self.language {
            // The heap is a part of the whole: code, metadata, thread stacks and buffers need the rest.
            Language::Java => vec![
                format!("-Xmx{}m", (mib * 6 / 10).max(16)),
                "-Xss1m".to_owned(),
                "-XX:+UseSerialGC".to_owned(),
                // Shared performance data would need a writable file that others can see.
                "-XX:-UsePerfData".to_owned(),
                "-XX:ReservedCodeCacheSize=48m".to_owned(),
                "-XX:CICompilerCount=2".to_owned(),
                "-Djava.awt.headless=true".to_owned(),
            ],
            Language::Node => vec![format!("--max-old-space-size={}", (mib * 6 / 10).max(16))],
            Language::Python | Language::Native | Language::Generic => Vec::new(),
        };
        flags.into_iter().map(OsString::from).collect()
    }

    /// Environment the runtime wants.
    pub fn environment(&self) -> Vec<(OsString, OsString)> {
        let pairs: &[(&str, &str)] = match self.language {
            // Unbuffered, because a line stuck in a buffer loses on time.
            Language::Python => &[("PYTHONUNBUFFERED", "1"), ("PYTHONDONTWRITEBYTECODE", "1")],
            Language::Node => &[("NODE_NO_WARNINGS", "1"), ("UV_THREADPOOL_SIZE", "2")],
            Language::Java | Language::Native | Language::Generic => &[],
        };
        let mut list: Vec<(OsString, OsString)> = pairs.iter().map(|(key, value)| (key.into(), value.into())).collect();
        if let (Language::Generic, Some(home)) = (self.language, &self.home) {
            // A build tool calls its siblings by name.
            let path = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
            let path = std::env::join_paths(std::iter::once(home.join("bin")).chain(path));
            list.extend(path.map(|path| ("PATH".into(), path)));
        }
        if let (Language::Java, Some(home)) = (self.language, &self.home) {
            // Java finds its libraries relative to itself, by way of /proc, which a container may not let us mount.
            let libraries = [home.join("lib"), home.join("lib/server")];
            list.extend(std::env::join_paths(libraries).map(|paths| ("LD_LIBRARY_PATH".into(), paths)));
        }
        list
    }

    /// Shows what is there of these paths.
    fn add(&mut self, paths: &[&str]) {
        self.reads.extend(paths.iter().map(PathBuf::from).filter(|path| path.exists()));
    }

    /// All installed software.
    fn add_software(&mut self) {
        self.add(PROGRAMS);
        self.add(&["/usr/include", "/usr/local/include", "/etc/ssl/openssl.cnf", "/opt"]);
        self.reads.extend(children_starting("/etc", "java"));
    }

    /// The program and the folder it is installed in: `HOME/bin/program` brings `HOME`.
    fn add_home_of(&mut self, search: &Search, program: &Path) {
        let Ok(real) = program.canonicalize() else { return };
        let home = real.parent().filter(|bin| bin.ends_with("bin")).and_then(Path::parent);
        match home.filter(|home| home.join("lib").is_dir() && self.add_home(search, home)) {
            Some(home) => self.home = Some(home.to_owned()),
            None => self.reads.push(real),
        }
    }

    /// Shows the folder of an installation, unless it is more than that: `/usr/bin/node` must not bring the whole of
    /// `/usr`, nor `~/bin/node` the home.
    fn add_home(&mut self, search: &Search, home: &Path) -> bool {
        if self.reads.iter().any(|shown| home.starts_with(shown)) {
            return true;
        }
        let is_one = off_limits(home).is_none() && !search.is_above_a_bot(home);
        if is_one {
            self.reads.push(home.to_owned());
        }
        is_one
    }

    /// Rust's programs are often launchers too (rustup), and know where the real ones are.
    fn add_rust(&mut self, search: &Search, found: &Path) {
        let Some(name @ ("rustc" | "cargo")) = found.file_name().and_then(OsStr::to_str) else { return };
        let Some(answer) = search.ask(&found.with_file_name("rustc"), &["--print", "sysroot"]) else { return };
        let home = PathBuf::from(answer.trim());
        // A system's own Rust is at home in /usr, which the generic pack shows anyway.
        if home.is_absolute() && self.add_home(search, &home) {
            let real = home.join("bin").join(name);
            self.launcher = real.is_file().then(|| (found.to_owned(), real));
            self.home = Some(home);
        }
    }

    /// Files show where a Python is installed; only a launcher (pyenv) has to be asked.
    fn add_python(&mut self, search: &Search, found: &Path) {
        const ASK: &str = "import sys; print(sys.executable)";
        self.reads.extend(children_starting("/etc", "python"));
        self.reads.extend(children_starting("/usr/share", "python"));
        let Ok(mut real) = found.canonicalize() else { return };
        let mut named = found.to_owned();
        if python_home(&real).is_none()
            && let Some(answer) = search.ask(found, &["-I", "-c", ASK])
        {
            let executable = PathBuf::from(answer.trim());
            match executable.canonicalize() {
                Ok(target) if executable.is_absolute() && search.is_installed(&executable) => real = target,
                _ => return self.reads.push(real),
            }
            self.launcher = Some((found.to_owned(), executable.clone()));
            named = executable;
        }
        // A virtual environment is a folder with a link to the Python it was made from.
        let environment = named.parent().and_then(Path::parent).filter(|home| home.join("pyvenv.cfg").is_file());
        if let Some(environment) = environment.and_then(|home| home.canonicalize().ok())
            && !search.is_own(&environment)
        {
            self.add_home(search, &environment);
        }
        self.reads.push(named);
        match python_home(&real) {
            Some(home) if self.add_home(search, &home) => self.home = Some(home),
            _ => self.reads.push(real),
        }
    }
}

/// Entries of `folder` whose name begins with `prefix`.
fn children_starting(folder: &str, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
        .map(|entry| entry.path())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_suggest_their_packs() {
        let cases = [
            ("python3", Language::Python),
            ("/usr/bin/python3.11", Language::Python),
            ("node", Language::Node),
            ("java", Language::Java),
            ("./bot", Language::Native),
            ("bash", Language::Generic),
        ];
        for (program, language) in cases {
            assert_eq!(Language::of_program(OsStr::new(program)), language, "{program}");
        }
    }

    #[test]
    fn no_pack_but_generic_brings_a_whole_tree_of_software() {
        for language in [Language::Python, Language::Node, Language::Java, Language::Native] {
            let program = match language {
                Language::Python => "python3",
                Language::Node => "node",
                Language::Java => "java",
                _ => "true",
            };
            let pack = Pack::of(language, OsStr::new(program));
            for broad in ["/", "/usr", "/usr/bin", "/etc", "/home", "/root", "/opt"] {
                assert!(!pack.reads.contains(&PathBuf::from(broad)), "{} brings {broad}", language.name());
            }
        }
    }
}
