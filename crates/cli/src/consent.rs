//! Commands that a capsule or a replay brings along are somebody else's. They are shown, and nothing of them is run before
//! the user has agreed; and outside the sandbox they are never run.

use crate::{output, tell};
use anyhow::{Result, bail};
use skirmish_jail::Level;
use skirmish_referee::manifest::Manifest;
use std::io::{BufRead, IsTerminal};
use std::path::Path;

/// What a file wants to have run.
pub struct Brought<'a> {
    /// The capsule or replay.
    pub file: &'a Path,
    /// The players as they are spelled in it.
    pub players: &'a [String],
    /// Where they are to be started.
    pub folder: &'a Path,
    /// The command in which the user names the bots.
    pub named: &'a str,
}

impl Brought<'_> {
    /// Whether any of the players is a program. Nothing is opened or looked up for this: a name that is no bot of ours
    /// is a program.
    pub fn has_programs(&self) -> bool {
        self.players.iter().any(|player| is_program(player))
    }

    /// Lets the user decide. `yes`: has decided already.
    pub fn ask(&self, level: Level, yes: bool) -> Result<()> {
        if !self.has_programs() {
            return Ok(());
        }
        let file = self.file.display();
        if level == Level::Off {
            bail!(
                "{file} names commands of its own, which run only in the sandbox; name the bots yourself: {}",
                self.named
            );
        }
        if yes {
            return Ok(());
        }
        tell!("{file} names commands of its own. This would run, in the sandbox (level {level}):");
        for player in self.players.iter().filter(|player| is_program(player)) {
            tell!("  {player}");
            self.tell_manifest(player);
        }
        tell!("in the folder {}", self.folder.display());
        if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
            bail!("nothing was run. Add --yes to run it, or name the bots yourself: {}", self.named);
        }
        output::prompt("Run it? [y/N] ");
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer)?;
        if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
            bail!("nothing was run. You can name the bots yourself: {}", self.named);
        }
        Ok(())
    }

    /// A folder has its commands in a file of its own.
    fn tell_manifest(&self, player: &str) {
        let command = player.split_once(':').filter(|(head, _)| head.starts_with("native"));
        let folder = self.folder.join(command.map_or(player, |(_, command)| command));
        if !folder.is_dir() {
            return;
        }
        match Manifest::of(&folder) {
            Ok(manifest) => {
                if let Some(build) = manifest.build {
                    tell!("    built by: {}", build.join(" "));
                }
                tell!("    started by: {}", manifest.run.join(" "));
            }
            Err(error) => tell!("    {error}"),
        }
    }
}

fn is_program(player: &str) -> bool {
    let ours = ["weak", "medium", "strong", "human", "attach"];
    !ours.contains(&player) && !player.starts_with("builtin:") && !player.starts_with("replay:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_known_to_be_ours_is_no_program() {
        for ours in ["weak", "builtin:strong", "builtin:no-such", "human", "attach", "replay:x.skirmish#p0", "replay:x"]
        {
            assert!(!is_program(ours), "{ours}");
        }
        for program in ["", "python3 bot.py", "no-such", "native:./bot", "weak ", "./weak", "Human"] {
            assert!(is_program(program), "{program}");
        }
    }
}
