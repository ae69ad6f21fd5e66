//! Noticing that a bot was saved: by the ages and sizes of its files first, then by what is in them.

use skirmish_matches::Cancel;
use skirmish_referee::building::{is_left_out, source_digest};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often its files are looked at.
const LOOK: Duration = Duration::from_millis(200);
/// So many looks must see the same before a save is over: editors write in several steps.
const SETTLED: u32 = 2;
/// The most files that are looked at; a build refuses as many.
const MOST: usize = 10_000;

/// Path, age and size of every file.
type Stamp = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// Watches a bot's folder.
pub struct Watch {
    folder: PathBuf,
    /// What it held when it was looked at last.
    source: String,
    stamp: Option<Stamp>,
}

impl Watch {
    /// Watches a folder for anything but the version with this digest.
    pub fn new(folder: &Path, source: &str) -> Watch {
        Watch { folder: folder.into(), source: source.into(), stamp: None }
    }

    /// Waits until its files are others and nobody writes any more; false if it was stopped before.
    pub fn wait(&mut self, cancel: &Cancel) -> bool {
        loop {
            let seen = stamp(&self.folder);
            if self.stamp.as_ref() != Some(&seen) {
                let Some(settled) = settled(seen, || stamp(&self.folder), cancel) else { return false };
                self.stamp = Some(settled);
                // A file that is written again as it was is no other version.
                if let Ok(source) = source_digest(&self.folder)
                    && source != self.source
                {
                    self.source = source;
                    return true;
                }
            }
            if cancel.is_cancelled() {
                return false;
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// What is seen several times in a row; `None` if it was stopped before.
fn settled(mut seen: Stamp, look: impl Fn() -> Stamp, cancel: &Cancel) -> Option<Stamp> {
    let mut same = 0;
    while same < SETTLED {
        std::thread::sleep(LOOK);
        if cancel.is_cancelled() {
            return None;
        }
        let again = look();
        same = if again == seen { same + 1 } else { 0 };
        seen = again;
    }
    Some(seen)
}

/// The files of a bot, without opening any and without following links.
fn stamp(folder: &Path) -> Stamp {
    let mut stamp = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        // What is gone when we come to it is seen as gone the next time.
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let Ok(data) = entry.metadata() else { continue };
            if is_left_out(&entry.file_name(), data.is_dir()) || stamp.len() >= MOST {
                continue;
            }
            if data.is_dir() {
                folders.push(entry.path());
            }
            stamp.push((entry.path(), data.modified().ok(), data.len()));
        }
    }
    stamp.sort();
    stamp
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_noticed_and_what_is_no_part_of_a_bot_is_not() {
        let folder = std::env::temp_dir().join(format!("skirmish-watch-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("cases")).unwrap();
        std::fs::write(folder.join("bot.py"), "1").unwrap();
        let first = source_digest(&folder).unwrap();
        let before = stamp(&folder);
        assert_eq!(before.len(), 1, "{before:?}");
        // Neither a case nor a hidden file nor the same text once more is another version.
        std::fs::write(folder.join("cases/late-1.capsule.json"), "{}").unwrap();
        std::fs::write(folder.join(".swap"), "x").unwrap();
        assert_eq!(stamp(&folder), before);
        std::fs::write(folder.join("bot.py"), "1").unwrap();
        let cancel = Cancel::default();
        let mut watch = Watch::new(&folder, &first);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(6 * LOOK);
                std::fs::write(folder.join("bot.py"), "2").unwrap();
            });
            assert!(watch.wait(&cancel));
        });
        assert_eq!(watch.source, source_digest(&folder).unwrap());
        assert_ne!(watch.source, first);
        cancel.cancel();
        assert!(!watch.wait(&cancel));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
