//! What each language's runtime needs: files to read, flags to start with, room to reserve.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Limits, MIB};

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

/// A name that is no pack; the message lists those that exist.
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
    /// A program that only looks for another one, and that other one: started instead, since the bot's tree does not
    /// hold what the search needs.
    pub launcher: Option<(PathBuf, PathBuf)>,
    /// The folder the runtime is installed in, if it has one of its own.
    pub home: Option<PathBuf>,
    /// Files and folders of the runtime.
    pub reads: Vec<PathBuf>,
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
    /// The pack for `language`, looking at the machine only as far as `program` leads: an absolute path, or a name
    /// that is found along `PATH`.
    pub fn of(language: Language, program: &OsStr) -> Self {
        let mut pack =
            Self { language, launcher: None, home: None, reads: LIBRARIES.iter().map(PathBuf::from).collect() };
        match language {
            Language::Native => {}
            Language::Python => pack.add_python(program),
            Language::Node => {
                pack.add_home_of(program);
                // Node gives up when its configuration is forbidden rather than absent.
                pack.add(&["/etc/ssl/openssl.cnf", "/usr/share/nodejs", "/usr/share/node_modules"]);
            }
            Language::Java => {
                pack.add_home_of(program);
                pack.add(&["/etc/ssl/certs/java"]);
                pack.reads.extend(children_starting("/etc", "java"));
            }
            Language::Generic => {
                pack.add(PROGRAMS);
                pack.add(&["/usr/include", "/usr/local/include", "/etc/ssl/openssl.cnf", "/opt"]);
                pack.reads.extend(children_starting("/etc", "java"));
                pack.add_rust(program);
            }
        }
        pack.reads.retain(|path| path.exists());
        pack
    }

    /// The pack for a command as [`crate::Jail::spawn`] would start it from `folder`. Without a language its program
    /// decides; a script that names its own interpreter gets the generic pack, because anything may follow.
    pub fn for_command(folder: &Path, program: &OsStr, language: Option<Language>) -> Self {
        let found = locate(folder, program);
        let names_interpreter = || {
            let mut head = [0; 2];
            let file = found.as_ref().and_then(|path| File::open(path).ok());
            file.is_some_and(|mut file| file.read_exact(&mut head).is_ok() && head == *b"#!")
        };
        let language = language.unwrap_or_else(|| match Language::of_program(program) {
            Language::Native if names_interpreter() => Language::Generic,
            language => language,
        });
        Self::of(language, found.as_ref().map_or(program, |path| path.as_os_str()))
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
                // Shared performance data would want a writable file that others can see.
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
            // Unbuffered, because a line that waits in a buffer loses on time.
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

    /// May reserved address space stand in for memory? Not for runtimes that reserve gigabytes at start.
    pub fn bounds_address_space(&self) -> bool {
        matches!(self.language, Language::Python | Language::Native)
    }

    fn add(&mut self, paths: &[&str]) {
        self.reads.extend(paths.iter().map(PathBuf::from));
    }

    /// The program and the folder it is installed in: `HOME/bin/program` brings `HOME`.
    fn add_home_of(&mut self, program: &OsStr) {
        let Some(real) = find_program(program).and_then(|path| path.canonicalize().ok()) else { return };
        let home = real.parent().filter(|bin| bin.ends_with("bin")).and_then(Path::parent);
        match home {
            // `/usr/bin/node` must not bring the whole of `/usr`.
            Some(home) if home.components().count() > 2 && home != Path::new("/usr/local") => {
                self.reads.push(home.to_owned());
                self.home = Some(home.to_owned());
            }
            _ => self.reads.push(real),
        }
    }

    /// Rust's programs are often launchers too (rustup), and know where the real ones are.
    fn add_rust(&mut self, program: &OsStr) {
        let Some(found) = find_program(program) else { return };
        let Some(name @ ("rustc" | "cargo")) = found.file_name().and_then(OsStr::to_str) else { return };
        let rustc = found.with_file_name("rustc");
        let asked =
            Command::new(&rustc).args(["--print", "sysroot"]).stdin(Stdio::null()).stderr(Stdio::null()).output();
        let Ok(answer) = asked else { return };
        let home = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
        // A system's own Rust is at home in /usr, which the generic pack shows anyway.
        if home.is_absolute() && home.components().count() > 2 {
            let real = home.join("bin").join(name);
            self.launcher = real.is_file().then_some((found, real));
            self.reads.push(home.clone());
            self.home = Some(home);
        }
    }

    /// Python is often a launcher (pyenv, a virtual environment): the interpreter itself knows best.
    fn add_python(&mut self, program: &OsStr) {
        const ASK: &str = "import sys; print(sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix, sep='\\n')";
        let Some(found) = find_program(program) else { return };
        let answer = Command::new(&found).args(["-I", "-c", ASK]).stdin(Stdio::null()).stderr(Stdio::null()).output();
        let answer = answer.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let mut lines = answer.lines().map(PathBuf::from);
        let Some(executable) = lines.next().filter(|path| path.is_absolute()) else {
            self.add_home_of(found.as_os_str());
            return;
        };
        self.add_home_of(executable.as_os_str());
        self.reads.push(executable.clone());
        for prefix in lines.filter(|prefix| prefix.components().count() > 2 && prefix != Path::new("/usr/local")) {
            self.reads.push(prefix);
        }
        if executable != found {
            self.launcher = Some((found, executable));
        }
        self.reads.extend(children_starting("/etc", "python"));
        self.reads.extend(children_starting("/usr/share", "python"));
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

/// Finds the program of a command: by path, relative to the bot's folder, or along `PATH`.
pub(crate) fn locate(folder: &Path, program: &OsStr) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || path.starts_with(".") {
        return Some(folder.join(path)).filter(|path| path.is_file());
    }
    find_program(program)
}

/// Finds a program as a shell would: by path if it has one, else along `PATH`.
pub fn find_program(program: &OsStr) -> Option<PathBuf> {
    if Path::new(program).components().count() > 1 {
        return std::path::absolute(program).ok().filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
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
