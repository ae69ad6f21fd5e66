//! What these tests have in common: a venue of their own, and bots.

use skirmish_matches::Venue;
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A venue with folders of its own, which are gone when it is.
pub struct Scratch {
    pub folder: PathBuf,
    pub venue: Venue,
}

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _absent = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("cache")).expect("a folder can be made");
        let mut venue = Venue::new(skirmish_games::registry());
        venue.replays = folder.join("replays");
        venue.cache = Some(folder.join("cache"));
        Scratch { folder, venue }
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(&path, text).expect("a file can be written");
        path
    }

    /// The files that matches have left, by the end of their names.
    pub fn left(&self, ending: &str) -> Vec<PathBuf> {
        files(&self.venue.replays, ending)
    }
}

impl Deref for Scratch {
    type Target = Venue;

    fn deref(&self) -> &Venue {
        &self.venue
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _left = std::fs::remove_dir_all(&self.folder);
    }
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(ending));
    files.sort();
    files
}

/// The command of a bot that answers `good` requests with an empty list, and does `bad` instead of every further answer. It
/// is a script of the shell, which is everywhere.
pub fn bot(scratch: &Scratch, name: &str, good: u32, bad: &str) -> String {
    let script = format!(
        "read -r hello\necho '{{\"type\":\"ready\",\"name\":\"scripted\"}}'\nn=0\n\
         while read -r line; do\n  case $line in *'\"type\":\"end\"'*) exit 0 ;; esac\n  n=$((n+1))\n  \
         r=${{line#*'\"request\":'}}; r=${{r%%,*}}\n  if [ $n -gt {good} ]; then {bad}; continue; fi\n  \
         echo \"{{\\\"type\\\":\\\"orders\\\",\\\"request\\\":$r,\\\"actions\\\":[]}}\"\ndone\n"
    );
    let path = scratch.write(&format!("{name}/bot.sh"), &script);
    // Whoever plays at a level with another user must be able to read it.
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).expect("a mode");
    format!("sh '{}'", path.display())
}

pub fn spelled(players: &[&str]) -> Vec<String> {
    players.iter().map(|player| player.to_string()).collect()
}
