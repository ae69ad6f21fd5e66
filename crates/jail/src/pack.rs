//! What each language's runtime needs: files to read, flags to start with, room to reserve.

use std::ffi::{OsStr, OsString};
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
    /// The program to start instead of the one that was named, where that one is only a launcher.
    pub program: Option<PathBuf>,
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
    /// The pack for `language`, looking at the machine only as far as `program` leads.
    pub fn of(language: Language, program: &OsStr) -> Self {
        let mut pack = Self { language, program: None, reads: LIBRARIES.iter().map(PathBuf::from).collect() };
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
            }
        }
        pack.reads.retain(|path| path.exists());
        pack
    }

    /// The pack its program's name suggests.
    pub fn guess(program: &OsStr) -> Self {
        Self::of(Language::of_program(program), program)
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
        pairs.iter().map(|(key, value)| (key.into(), value.into())).collect()
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
            }
            _ => self.reads.push(real),
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
            self.program = Some(executable);
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
