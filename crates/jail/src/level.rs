//! How strong the walls are: a short ordered list of names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A level of protection, weakest first, so that `a < b` reads "a protects less than b".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// No walls and no limits. It only guarantees that nothing survives the bot.
    Off,
    /// Resource limits, no new privileges; for root, a user id per bot. Any Unix.
    Limits,
    /// `limits`, an allow-list of files (Landlock) and refused system calls (seccomp). No privilege needed.
    Filters,
    /// `filters` inside user, process, mount, network, IPC, host-name and cgroup namespaces of the bot's own.
    Namespaces,
    /// `namespaces` in a control group that limits memory and tasks.
    Full,
}

impl Level {
    pub const ALL: [Level; 5] = [Level::Off, Level::Limits, Level::Filters, Level::Namespaces, Level::Full];

    pub fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Limits => "limits",
            Level::Filters => "filters",
            Level::Namespaces => "namespaces",
            Level::Full => "full",
        }
    }

    /// One line for a person who has to choose.
    pub fn summary(self) -> &'static str {
        match self {
            Level::Off => "no protection; processes are still cleaned up",
            Level::Limits => "resource limits only; bots see your files and the network",
            Level::Filters => "listed files only, no network, no new processes",
            Level::Namespaces => "filters inside a private tree, process table and network",
            Level::Full => "namespaces, with memory and tasks limited by a control group",
        }
    }

    /// Does this level put the bot in namespaces of its own?
    pub fn has_namespaces(self) -> bool {
        self >= Level::Namespaces
    }

    /// Does this level refuse system calls?
    pub fn has_filters(self) -> bool {
        self >= Level::Filters
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not a level; the message lists those that exist.
#[derive(Debug, thiserror::Error)]
#[error("there is no sandbox level {0:?}; there are: off, limits, filters, namespaces, full")]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| UnknownLevel(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_are_ordered() {
        for level in Level::ALL {
            assert_eq!(level.name().parse::<Level>().unwrap(), level);
            assert_eq!(serde_json::to_value(level).unwrap(), level.name());
        }
        assert!(Level::ALL.is_sorted());
    }

    #[test]
    fn an_unknown_name_lists_what_exists() {
        let message = "strong".parse::<Level>().unwrap_err().to_string();
        for level in Level::ALL {
            assert!(message.contains(level.name()), "{message}");
        }
    }
}
