//! What lies beside a replay and belongs to it: the private files of its seats, and its capsules. Whoever moves or removes
//! a replay takes them along.

use crate::capsule::{Capsule, LARGEST};
use rustix::fs::{CWD, RenameFlags};
use skirmish_replay::plain;
use std::io;
use std::path::{Path, PathBuf};

/// How the names of private files and of capsules end.
pub const PRIVATE: &str = ".private.jsonl";
/// See [`PRIVATE`].
pub const CAPSULE: &str = ".capsule.json";

/// A file could not be moved. Nothing else was, either.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}", path = path.display())]
pub struct Unmoved {
    /// Which one, or what stood in its way.
    pub path: PathBuf,
    /// What the system says.
    pub why: io::Error,
}

/// The name of a file without the ending of replays: what the names of its companions begin with, before a dot.
fn stem(replay: &Path) -> String {
    replay.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a file has the name of a companion, of whichever replay.
pub fn is_named_so(name: &str) -> bool {
    name.ends_with(PRIVATE) || name.ends_with(CAPSULE)
}

/// The files beside a replay that belong to it, by their names. A replay whose name is longer and begins the same keeps
/// its own, and a capsule belongs to the match it names. Of files that differ in their endings alone, the one called
/// `.skirmish` has them: a copy takes nothing of it along.
pub fn of(replay: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = replay.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names: Vec<String> =
        std::fs::read_dir(folder)?.filter_map(|file| file.ok()?.file_name().into_string().ok()).collect();
    let ours = format!("{}.", stem(replay));
    let others: Vec<String> = names
        .iter()
        .filter(|name| !is_named_so(name))
        .map(|name| format!("{}.", stem(Path::new(name))))
        .filter(|other| other.len() > ours.len() && other.starts_with(&ours))
        .collect();
    let own_name = replay.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_copy = !own_name.ends_with(".skirmish")
        && names.iter().any(|name| *name != own_name && !is_named_so(name) && stem(Path::new(name)) == stem(replay));
    let is_ours = |name: &&String| {
        let named = is_named_so(name) && name.starts_with(&ours);
        let is_anothers = || match capsule_of(&replay.with_file_name(name)) {
            Some(of) => of != own_name,
            None => is_copy,
        };
        named && !others.iter().any(|other| name.starts_with(other)) && !is_anothers()
    };
    let mut found: Vec<PathBuf> = names.iter().filter(is_ours).map(|name| replay.with_file_name(name)).collect();
    found.sort();
    Ok(found)
}

/// The name of the replay that a file names, if it is a capsule and names one.
fn capsule_of(path: &Path) -> Option<String> {
    let capsule = path.to_string_lossy().ends_with(CAPSULE).then(|| read(path)).flatten()?;
    Some(Path::new(&capsule.replay?).file_name()?.to_string_lossy().into_owned())
}

/// A capsule, if it is one.
fn read(path: &Path) -> Option<Capsule> {
    Capsule::read(&plain::read_bytes(path, LARGEST as u64).ok()?).ok()
}

/// Moves a replay to another name with what belongs to it, and gives the new paths of that. Nothing is ever overwritten:
/// if a name is taken, or what lies there would belong to it, or anything fails, all stays where it was. Capsules name
/// their replay, so they are written anew.
pub fn rename(replay: &Path, to: &Path, companions: &[PathBuf]) -> Result<Vec<PathBuf>, Unmoved> {
    let (old, new) = (stem(replay), stem(to));
    let target = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        to.with_file_name(format!("{new}{}", name.strip_prefix(&old).unwrap_or(&name)))
    };
    let moves: Vec<(PathBuf, PathBuf)> = std::iter::once((replay.into(), to.into()))
        .chain(companions.iter().map(|path| (path.clone(), target(path))))
        .collect();
    if let Ok(strangers) = of(to)
        && let Some(stranger) = strangers.into_iter().find(|path| !companions.contains(path))
    {
        return Err(Unmoved { path: stranger, why: io::ErrorKind::AlreadyExists.into() });
    }
    let named = to.file_name().map(|name| name.to_string_lossy().into_owned());
    for (n, (from, into)) in moves.iter().enumerate() {
        let moved = move_to_free(from, into);
        let done = n + usize::from(moved.is_ok());
        if let Err(why) = moved.and_then(|()| tell(into, named.as_deref())) {
            let name = replay.file_name().map(|name| name.to_string_lossy().into_owned());
            // Only what was moved here: what lies under the other names is somebody else's.
            for (from, into) in moves[..done].iter().rev() {
                // What could be moved can be moved back, unless the disk breaks right now.
                let _stays = move_to_free(into, from).and_then(|()| tell(from, name.as_deref()));
            }
            let path = if why.kind() == io::ErrorKind::AlreadyExists { into } else { from };
            return Err(Unmoved { path: path.clone(), why });
        }
    }
    Ok(moves.into_iter().skip(1).map(|(_, into)| into).collect())
}

/// Tells a capsule what its replay is called now.
fn tell(path: &Path, replay: Option<&str>) -> io::Result<()> {
    if !path.to_string_lossy().ends_with(CAPSULE) {
        return Ok(());
    }
    match read(path) {
        Some(mut capsule) if capsule.replay.as_deref() != replay => {
            capsule.replay = replay.map(str::to_string);
            std::fs::write(path, capsule.text())
        }
        _ => Ok(()),
    }
}

/// Moves a file to a name that nothing has.
fn move_to_free(from: &Path, to: &Path) -> io::Result<()> {
    match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // Some file systems cannot promise it; there a name is taken only if it was free a moment ago.
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) if to.symlink_metadata().is_err() => {
            std::fs::rename(from, to)
        }
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => Err(io::ErrorKind::AlreadyExists.into()),
        other => Ok(other?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;
    use crate::witness::Incident;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("skirmish-companions-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    fn capsule(of: &str) -> String {
        let ending = Ending::Closed;
        let incident = Incident {
            turn: 3,
            request: 2,
            ending: &ending,
            hello: b"{}",
            sent: b"{}",
            said: b"",
            stderr: String::new(),
            limit_ms: 5,
            used_ms: 6,
            cpu_ms: 1,
            wants_legal: false,
        };
        Capsule { replay: Some(of.into()), ..Capsule::of(&incident) }.text()
    }

    fn names(files: &[PathBuf]) -> Vec<String> {
        files.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn everybody_has_their_own() {
        let folder = folder("own");
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        for name in
            ["x.skirmish", "x.b.skirmish", "x.p0.private.jsonl", "x.b.p0.private.jsonl", "x.txt", "xy.p0.private.jsonl"]
        {
            write(name, "");
        }
        write("x.p0-turn3.capsule.json", &capsule("x.skirmish"));
        write("x.p1-turn3.capsule.json", &capsule("other.skirmish"));
        let of = |name: &str| names(&super::of(&folder.join(name)).unwrap());
        assert_eq!(of("x.skirmish"), ["x.p0-turn3.capsule.json", "x.p0.private.jsonl"]);
        assert_eq!(of("x.b.skirmish"), ["x.b.p0.private.jsonl"]);
        // A copy of it under another ending, even one that a capsule names.
        write("x.bak", "");
        assert_eq!(of("x.bak"), [""; 0]);
        write("x.p1-turn9.capsule.json", &capsule("x.bak"));
        assert_eq!(of("x.bak"), ["x.p1-turn9.capsule.json"]);
        assert_eq!(of("x.skirmish"), ["x.p0-turn3.capsule.json", "x.p0.private.jsonl"]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_was_not_moved_is_not_moved_back() {
        let folder = folder("back");
        let file = |name: &str| folder.join(name);
        std::fs::write(file("b.skirmish"), "another match").unwrap();
        // The replay went meanwhile, and so did one of its logs.
        rename(&file("a.skirmish"), &file("b.skirmish"), &[]).unwrap_err();
        assert_eq!(std::fs::read_to_string(file("b.skirmish")).unwrap(), "another match");
        std::fs::write(file("c.skirmish"), "match").unwrap();
        rename(&file("c.skirmish"), &file("d.skirmish"), &[file("c.p0.private.jsonl")]).unwrap_err();
        assert_eq!(std::fs::read_to_string(file("c.skirmish")).unwrap(), "match");
        assert!(!file("a.skirmish").exists() && !file("d.skirmish").exists());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn all_of_them_move_or_none() {
        let folder = folder("move");
        let file = |name: &str| folder.join(name);
        std::fs::write(file("a.skirmish"), "match").unwrap();
        std::fs::write(file("a.p0.private.jsonl"), "log").unwrap();
        std::fs::write(file("a.p0-turn3.capsule.json"), capsule("a.skirmish")).unwrap();
        // The name of one of them is taken.
        std::fs::write(file("b.p0.private.jsonl"), "another").unwrap();
        let beside = of(&file("a.skirmish")).unwrap();
        let refused = rename(&file("a.skirmish"), &file("b.skirmish"), &beside).unwrap_err();
        assert_eq!(refused.path, file("b.p0.private.jsonl"));
        assert!(!file("b.skirmish").exists() && !file("b.p0-turn3.capsule.json").exists());
        assert_eq!(of(&file("a.skirmish")).unwrap(), beside, "the capsule names its replay as before");
        assert_eq!(std::fs::read_to_string(file("b.p0.private.jsonl")).unwrap(), "another");
        let moved = rename(&file("a.skirmish"), &file("c.skirmish"), &beside).unwrap();
        assert_eq!(names(&moved), ["c.p0-turn3.capsule.json", "c.p0.private.jsonl"]);
        assert_eq!(of(&file("c.skirmish")).unwrap(), moved);
        assert!(!file("a.skirmish").exists() && of(&file("a.skirmish")).unwrap().is_empty());
        // A name under which somebody's log lies, though its replay is gone.
        std::fs::write(file("d.p7.private.jsonl"), "a stranger's").unwrap();
        let refused = rename(&file("c.skirmish"), &file("d.skirmish"), &moved).unwrap_err();
        assert_eq!(refused.path, file("d.p7.private.jsonl"));
        assert!(file("c.skirmish").exists() && !file("d.skirmish").exists());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
