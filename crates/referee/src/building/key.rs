//! What a build is kept by: the bot's files, the command, the tools and the level.

use super::{MOST_BYTES, MOST_FILES};
use crate::copying::{Copied, Copying, hexadecimal};
use crate::store;
use rustix::fs::{Mode, OFlags};
use sha2::{Digest, Sha256};
use skirmish_jail::{Level, Runnable, Search, find_program};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Folders that are not part of a bot.
const LEFT_OUT: [&str; 6] = ["replays", "cases", "target", "out", "__pycache__", "node_modules"];
/// Those of them, and hidden ones, that no bot needs to run.
const NEVER_NEEDED: [&str; 8] = ["replays", "cases", "__pycache__", ".git", ".hg", ".svn", ".idea", ".vscode"];
/// The ledger of a tournament or a comparison, and how it begins.
const LEDGER: &str = "results.jsonl";
const LEDGER_BEGINS: [u8; 11] = *b"{\"ledger\":{";
/// Tools that builds use, directly or through a shell: another one of these is another build.
const TOOLS: [&str; 14] = [
    "c++", "cargo", "cc", "clang", "clang++", "cmake", "g++", "gcc", "go", "javac", "make", "node", "python3", "rustc",
];
/// Changed whenever the way of building is, so that nothing is taken that was built in another way.
const WAY: &str = "2";

/// The name of a build in the cache. The command is a part of it beside the digest of the files: the manifest is read
/// before they are copied, and may have been changed in between.
pub(super) fn key(command: &[String], source: &str, tools: &str, level: Level) -> String {
    let words = serde_json::json!(command).to_string();
    let mut key = Sha256::new();
    for part in [WAY, &words, source, tools, level.name()] {
        key.update((part.len() as u64).to_le_bytes());
        key.update(part);
    }
    hexadecimal(&key.finalize()[..16])
}

/// A digest of the files of a bot's folder, as a build would see them.
pub fn source_digest(folder: &Path) -> io::Result<String> {
    Ok(copy_source(&folder.canonicalize()?, None)?.digest)
}

/// A digest of single files, by their names and bytes. A bot that sees nothing else is these files.
pub fn files_digest(files: &[PathBuf]) -> io::Result<String> {
    let mut all = Sha256::new();
    for file in files {
        let data = file.metadata()?;
        if !data.is_file() || data.len() > MOST_BYTES {
            return Err(io::Error::other(format!("{} is not a file that a bot can be", file.display())));
        }
        let bytes = std::fs::read(file)?;
        for part in [file.file_name().unwrap_or_default().as_encoded_bytes(), &bytes] {
            all.update((part.len() as u64).to_le_bytes());
            all.update(part);
        }
    }
    Ok(hexadecimal(&all.finalize()))
}

/// Keeps a copy of the files of a bot's folder, as a build would see them, in a folder of ours, and gives their digest. What
/// was in `to` before is gone.
pub fn keep_source(folder: &Path, to: &Path) -> io::Result<String> {
    let above = to.parent().ok_or_else(|| io::Error::other("nowhere to keep a copy"))?;
    store::prepare(above)?;
    match std::fs::remove_dir_all(to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => std::fs::create_dir(to)?,
    }
    // Root's bots run as users of their own.
    store::set_mode(to, 0o755)?;
    Ok(copy_source(&folder.canonicalize()?, Some(to))?.digest)
}

/// Copies what [`keep_source`] leaves out and a bot may need that runs where its source is: packages and what its author
/// built. Whatever cannot be copied is an error that names it; the rest is there all the same.
pub fn keep_packages(folder: &Path, to: &Path) -> io::Result<()> {
    let (mut entries, mut bytes, mut wrong) = (MOST_FILES, MOST_BYTES, Vec::new());
    for entry in folder.read_dir()? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        // A hidden file is a setting of some tool, and no bot needs it.
        if !kind.is_dir() || !is_left_out(&name, true) || NEVER_NEEDED.iter().any(|known| name == *known) {
            continue;
        }
        let mut copy = || -> io::Result<()> {
            let to = to.join(&name);
            std::fs::create_dir(&to)?;
            store::set_mode(&to, 0o755)?;
            let (passes_over, passes_by) = (|_: &OsStr, _: bool| false, |_: &OwnedFd| false);
            let copying = Copying { most_entries: entries, most_bytes: bytes, passes_over, passes_by, to: Some(&to) };
            let copied = copying.run(File::open(folder.join(&name))?)?;
            (entries, bytes) = (entries - copied.entries, bytes - copied.bytes);
            match copied.left_out.first() {
                Some(path) => Err(io::Error::other(format!("{} leads out of it or is no file", path.display()))),
                None => Ok(()),
            }
        };
        if let Err(why) = copy() {
            wrong.push(format!("{}: {why}", name.to_string_lossy()));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(io::Error::other(wrong.join("; "))) }
}

/// Whether a file or folder of this name is not part of a bot.
pub fn is_left_out(name: &OsStr, is_folder: bool) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') || is_folder && LEFT_OUT.contains(&&*name)
}

/// Whether results of matches are kept in a folder. They may lie beside the bot that played, wherever its author wanted
/// them, and grow while it plays.
fn has_ledger(folder: &OwnedFd) -> bool {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = rustix::fs::openat(folder, LEDGER, flags, Mode::empty());
    let mut first = [0; LEDGER_BEGINS.len()];
    file.is_ok_and(|file| File::from(file).read_exact(&mut first).is_ok()) && first == LEDGER_BEGINS
}

pub(super) fn copy_source(folder: &Path, to: Option<&Path>) -> io::Result<Copied> {
    let (passes_over, passes_by) = (is_left_out, has_ledger);
    Copying { most_entries: MOST_FILES, most_bytes: MOST_BYTES, passes_over, passes_by, to }.run(File::open(folder)?)
}

/// A digest of the installed tools by their files: name, place, size and age. The build's own program is among them, with
/// what a launcher leads to.
pub(super) fn tools(search: &Search, source: &Path, command: &[String]) -> String {
    let mut programs: Vec<PathBuf> = TOOLS.iter().filter_map(|tool| find_program(tool.as_ref())).collect();
    if let Ok(found) = Runnable::of(search, OsStr::new(&command[0]), None) {
        programs.extend(found.pack.launcher.map(|(_, program)| program));
        // A program of the bot's own is among its files, and lies in a different place every time.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_makes_another_build_makes_another_key() {
        let command = ["make", "bot"].map(String::from);
        let usual = key(&command, "files", "tools", Level::Full);
        assert_eq!(key(&command, "files", "tools", Level::Full), usual);
        let others = [
            key(&["make bot"].map(String::from), "files", "tools", Level::Full),
            key(&["make", "all"].map(String::from), "files", "tools", Level::Full),
            key(&command, "other files", "tools", Level::Full),
            key(&command, "files", "other tools", Level::Full),
            key(&command, "files", "tools", Level::Off),
            key(&command, "filestools", "", Level::Full),
        ];
        assert!(others.iter().all(|other| *other != usual), "{usual}: {others:?}");
    }
}
