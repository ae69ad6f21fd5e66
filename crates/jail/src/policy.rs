//! What one prisoner may have and see.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Language, Level, Pack};

pub const MIB: u64 = 1 << 20;

/// Everything the jail needs to know about one bot, except the command itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    pub level: Level,
    /// The bot's own folder: its working directory, readable, never writable.
    pub folder: PathBuf,
    /// If set, all that it sees of its folder is these files.
    pub only: Option<Vec<PathBuf>>,
    /// Further paths it may read, beside those its language pack brings.
    pub reads: Vec<PathBuf>,
    /// Files and folders that it does not see, wherever they lie. They must be there when it starts. From `namespaces` up
    /// nothing is left of them; at `filters` the names in a hidden folder can be listed if it lies in a shown one.
    pub hides: Vec<PathBuf>,
    /// Folders it may write, for building. The runner reads them through [`crate::Prisoner::outputs`]: from
    /// `namespaces` up they are in memory and nothing of them is on the host, below they are folders of the host.
    pub writes: Vec<PathBuf>,
    /// Bytes and entries each of these folders takes, from `namespaces` up. Below, the builder has to check.
    pub room: Room,
    /// Bytes of a private `/tmp` that vanishes with the bot; from `namespaces` up. Below there is none,
    /// because a folder on the host cannot be bounded without privilege.
    pub scratch: u64,
    pub limits: Limits,
    pub pack: Pack,
    /// May it start processes? Off by default: threads only. This alone stops fork bombs.
    pub allow_processes: bool,
    pub network: Network,
}

/// How much a folder can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Room {
    pub bytes: u64,
    pub entries: u64,
}

impl Default for Room {
    fn default() -> Self {
        Self { bytes: 512 * MIB, entries: 10_000 }
    }
}

/// Numbers that bound one bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Resident memory in bytes, of all its processes together.
    pub memory: u64,
    /// Processes and threads together: the kernel counts them as one.
    pub tasks: u64,
    /// Largest file in bytes.
    pub file: u64,
    /// Open descriptors per process.
    pub descriptors: u64,
    /// Seconds of CPU time over its whole life, if bounded.
    pub cpu_seconds: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 256 * MIB, tasks: 64, file: 16 * MIB, descriptors: 64, cpu_seconds: None }
    }
}

/// What the bot can reach over the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Network {
    #[default]
    None,
    /// TCP to `127.0.0.1` at this one port, where the prisoner's `listener` waits.
    Loopback(u16),
}

impl Policy {
    /// The usual policy for playing: one process, the default limits, no network.
    pub fn play(level: Level, folder: impl AsRef<Path>, pack: Pack) -> Self {
        Self {
            level,
            folder: folder.as_ref().to_owned(),
            only: None,
            reads: Vec::new(),
            hides: Vec::new(),
            writes: Vec::new(),
            room: Room::default(),
            scratch: 64 * MIB,
            limits: Limits::default(),
            pack,
            allow_processes: false,
            network: Network::None,
        }
    }

    /// The usual policy for building: processes, more of everything, and `out` to write in.
    pub fn build(level: Level, folder: impl AsRef<Path>, out: impl AsRef<Path>, pack: Pack) -> Self {
        Self {
            writes: vec![out.as_ref().to_owned()],
            scratch: 512 * MIB,
            limits: Limits {
                memory: 2048 * MIB,
                tasks: 256,
                file: 512 * MIB,
                descriptors: 1024,
                cpu_seconds: Some(600),
            },
            allow_processes: true,
            ..Self::play(level, folder, pack)
        }
    }

    /// Whether a second core would be of no use to the bot: Python holds one lock over all its threads, and without
    /// processes it has no other way. A native program may start threads at any time, one for each core it sees.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(crate) fn runs_one_thread_at_a_time(&self) -> bool {
        self.pack.language == Language::Python && self.level.has_filters() && !self.allow_processes
    }

    /// Virtual memory the bot may reserve, or `None` where its runtime reserves far more than it uses.
    pub fn address_space(&self) -> Option<u64> {
        (!self.pack.reserves).then(|| self.limits.memory.saturating_mul(2).max(128 * MIB))
    }

    /// What the bot sees of its own: its folder, or single files of it.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(crate) fn own(&self) -> &[PathBuf] {
        self.only.as_deref().unwrap_or(std::slice::from_ref(&self.folder))
    }
}
