//! What is worth knowing while players are made ready and matches are played, and who hears of it.

use skirmish_jail::Level;
use skirmish_referee::lobby::VARIABLE;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Something worth knowing that is no error.
#[derive(Clone, Copy, Debug)]
pub enum Note<'a> {
    /// No better sandbox than this works here, and it is a weak one.
    WeakSandbox(Level),
    /// A bot sees only the files that its command names.
    FilesOnly {
        /// The bot as it was spelled.
        player: &'a str,
        /// The folder it does not see.
        folder: &'a Path,
        /// Why not.
        why: &'a str,
    },
    /// A bot is being built.
    Building {
        /// Its folder.
        folder: &'a Path,
        /// How it is built.
        command: &'a str,
    },
    /// A match was void, which was nobody's fault, and is played again.
    PlayedAgain {
        /// What went wrong.
        why: &'a str,
    },
    /// A seat waits for a bot to join.
    Waiting {
        /// What the bot has to show.
        ticket: &'a str,
        /// Whether `skirmish attach` finds the ticket by itself.
        is_kept: bool,
    },
}

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::WeakSandbox(level) => {
                write!(f, "warning: only the sandbox level {level} works here; see skirmish doctor")
            }
            Note::FilesOnly { player, folder, why } => write!(
                f,
                "note: `{player}` sees only the files that its command names, not the rest of {}: {why}. Give each bot a \
                 folder of its own to change that.",
                folder.display()
            ),
            Note::Building { folder, command } => write!(f, "building {}: {command}", folder.display()),
            Note::PlayedAgain { why } => write!(f, "the match is void ({why}) and is played again"),
            Note::Waiting { ticket, .. } => write!(f, "waiting for a bot to join: {VARIABLE}={ticket}"),
        }
    }
}

/// Whoever hears notes, from any thread. The default is deaf.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(&Note<'_>) + Send + Sync>);

impl Listener {
    /// Tells every note to `hear`.
    pub fn new(hear: impl Fn(&Note<'_>) + Send + Sync + 'static) -> Listener {
        Listener(Arc::new(hear))
    }

    pub(crate) fn tell(&self, note: Note<'_>) {
        (self.0)(&note);
    }
}

impl Default for Listener {
    fn default() -> Listener {
        Listener::new(|_| {})
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}
