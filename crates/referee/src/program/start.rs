//! How a program is started.

use crate::building::Built;
use skirmish_jail::{Error, Jail, Language, Level, Network, Policy, Prisoner, Runnable, Search, off_limits};
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

/// How a program is started.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Start {
    /// A path relative to the folder, or a name on the search path.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The bot's own folder: where it starts, and all it sees besides its language's runtime.
    pub folder: PathBuf,
    /// The files that its command names.
    pub files: Vec<PathBuf>,
    /// Whether these files are all that it sees of its folder.
    pub files_only: bool,
    /// What it must not see, wherever that lies: other bots, replays and logs.
    pub hides: Vec<PathBuf>,
    /// What its build left; it sees that as well.
    pub out: Option<PathBuf>,
    /// What it was built from.
    pub built: Option<Built>,
    /// A runtime it claims to need, besides that of its command.
    pub language: Option<Language>,
    /// Whether it may reserve far more memory than it uses. Whoever plays it decides, never the bot.
    pub reserves: bool,
    /// Bytes of memory it may use, instead of the usual.
    pub memory: Option<u64>,
}

impl Start {
    /// What it sees of its files: folders, or single files.
    pub fn own(&self) -> Vec<PathBuf> {
        let files = if self.files_only { self.files.as_slice() } else { &[] };
        self.folders().into_iter().chain(files.iter().cloned()).collect()
    }

    /// Whether its command names a program or script, rather than holding the code itself.
    pub fn names_its_script(&self) -> bool {
        let script = self.args.iter().find(|word| !word.starts_with('-')).map(|word| self.folder.join(word));
        self.command.contains('/') || script.is_some_and(|script| self.files.contains(&script))
    }

    fn folders(&self) -> Vec<PathBuf> {
        let folder = (!self.files_only).then(|| self.folder.clone());
        folder.into_iter().chain(self.out.clone()).collect()
    }

    /// Hides its folder except for the files its command names, unless it names its own script there. Files that others may
    /// not read, or that lie where no bot may have its folder, are hidden as well.
    pub fn see_little(&mut self) {
        let folder = self.folder.clone();
        let is_open = |file: &PathBuf| file.metadata().is_ok_and(|data| data.permissions().mode() & 0o004 != 0);
        let in_place = |file: &PathBuf| file.parent().is_some_and(|folder| off_limits(folder).is_none());
        self.files.retain(|file| file.starts_with(&folder) && in_place(file) && is_open(file));
        self.files_only |= !self.names_its_script();
    }
}

/// Why a program could not be started, and whether that is its own fault.
#[derive(Debug)]
pub struct NotStarted {
    /// What went wrong.
    pub why: String,
    /// Whether that is the bot's own fault.
    pub own_fault: bool,
    /// What it had printed on standard error.
    pub log: String,
}

impl NotStarted {
    /// An error that is not the bot's fault.
    pub fn ours(error: impl ToString) -> NotStarted {
        NotStarted { why: error.to_string(), own_fault: false, log: String::new() }
    }
}

pub(super) fn spawn(start: &Start, level: Level, network: Network) -> Result<Prisoner, NotStarted> {
    let refused = |error: Error| NotStarted { own_fault: error.is_the_bots(), ..NotStarted::ours(error) };
    let Runnable { program, mut pack } = found(start).map_err(refused)?;
    pack.reserves |= start.reserves;
    let mut policy = Policy::play(level, &start.folder, pack);
    policy.network = network;
    policy.limits.memory = start.memory.unwrap_or(policy.limits.memory);
    policy.reads.extend(start.out.clone());
    policy.reads.extend(start.files.clone());
    policy.only = start.files_only.then(|| start.files.clone());
    policy.hides.clone_from(&start.hides);
    let env = start.out.iter().map(|out| (OsString::from("OUT"), out.clone().into_os_string()));
    Jail::new().spawn(&policy, &program, &start.args, env).map_err(refused)
}

/// The program of a command with its language pack. Finding it may mean asking a launcher where it leads, which takes
/// longer than starting the bot, so every answer is kept.
fn found(start: &Start) -> Result<Runnable, Error> {
    static KNOWN: LazyLock<Mutex<Vec<(Start, Runnable)>>> = LazyLock::new(Mutex::default);
    let asked = Start { args: Vec::new(), ..start.clone() };
    if let Ok(known) = KNOWN.lock()
        && let Some((_, found)) = known.iter().find(|(known, _)| *known == asked)
    {
        return Ok(found.clone());
    }
    let search = Search::of(&start.folder, start.folders()).with_files(&start.files).apart_from(&start.hides);
    let found = Runnable::of(&search, OsStr::new(&start.command), start.language)?;
    if let Ok(mut known) = KNOWN.lock() {
        known.push((asked, found.clone()));
    }
    Ok(found)
}
