//! The door: a policy and a command in, a prisoner out.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::{Error, Level, Policy, Prisoner, Search, off_limits};

/// Starts prisoners. Cheap to make and to share between threads.
#[derive(Clone, Debug)]
pub struct Jail {
    // Kept on systems without helpers, but never started there.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    helper: PathBuf,
}

/// A command with everything about it decided.
pub(crate) struct Start<'a> {
    pub policy: &'a Policy,
    pub program: PathBuf,
    pub args: Vec<OsString>,
    pub env: Vec<(OsString, OsString)>,
}

impl Default for Jail {
    fn default() -> Self {
        Self::new()
    }
}

impl Jail {
    /// A jail whose helper is this program itself. Its `main` must begin with [`crate::helper_main_if_asked`].
    pub fn new() -> Self {
        // The link, not its target: it works even if the file has been replaced meanwhile.
        let helper = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe().unwrap_or_default()
        };
        Self { helper }
    }

    /// A jail whose helper is another program that begins with [`crate::helper_main_if_asked`].
    pub fn with_helper(helper: impl Into<PathBuf>) -> Self {
        Self { helper: helper.into() }
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn helper(&self) -> &Path {
        &self.helper
    }

    /// Starts `program` under `policy`. `env` is added to the few variables a bot gets; nothing of the runner's own
    /// environment is passed on, except at level `off`.
    ///
    /// A program named by a relative path is looked for in the bot's folder, one without a path along `PATH`.
    pub fn spawn<A: AsRef<OsStr>>(
        &self,
        policy: &Policy,
        program: impl AsRef<OsStr>,
        args: impl IntoIterator<Item = A>,
        env: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Prisoner, Error> {
        let mut policy = policy.clone();
        policy.folder = real_folder(&policy.folder)?;
        if let Some(reason) = off_limits(&policy.folder).filter(|_| policy.only.is_none()) {
            return Err(Error::BadFolder { folder: policy.folder, reason: format!("{reason}; {OWN_FOLDER}") });
        }
        for path in &mut policy.writes {
            *path = real_folder(path)?;
        }
        for path in policy.reads.iter_mut().chain(&mut policy.hides).chain(policy.only.iter_mut().flatten()) {
            *path = plain(&policy.folder.join(&path));
        }
        let named = Search::of(&policy.folder, []).find(program.as_ref());
        let named = named.ok_or_else(|| Error::NoProgram(PathBuf::from(program.as_ref())))?;
        let program = match &policy.pack.launcher {
            Some((launcher, program)) if *launcher == named => program.clone(),
            _ => plain(&named),
        };
        let mut all = policy.pack.flags(&policy.limits);
        all.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        let mut variables = environment(&policy);
        variables.extend(env);
        let variables = last_of_each(variables);
        Prisoner::start(self, Start { policy: &policy, program, args: all, env: variables })
    }
}

/// What an author can do about it.
const OWN_FOLDER: &str = "give the bot a folder of its own";

/// A folder by its real path, without links or `..`.
fn real_folder(path: &Path) -> Result<PathBuf, Error> {
    let bad = |reason: String| Error::BadFolder { folder: path.to_owned(), reason };
    let path = path.canonicalize().map_err(|error| bad(error.to_string()))?;
    if path.is_dir() { Ok(path) } else { Err(bad("it is not a folder".to_owned())) }
}

/// The same file in its real folder, under its own name: what is a link stays one.
fn plain(path: &Path) -> PathBuf {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The environment of a bot: nothing that reveals the machine or the runner.
fn environment(policy: &Policy) -> Vec<(OsString, OsString)> {
    if policy.level == Level::Off {
        return std::env::vars_os().chain(policy.pack.environment()).collect();
    }
    let home = if policy.level.has_namespaces() { Path::new("/tmp") } else { &policy.folder };
    let mut list: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()),
        ("HOME".into(), home.into()),
        ("LANG".into(), "C.UTF-8".into()),
    ];
    if policy.level.has_namespaces() && policy.scratch > 0 {
        list.push(("TMPDIR".into(), "/tmp".into()));
    }
    list.extend(policy.pack.environment());
    list
}

/// Of several values for one name the last one wins; a program given both might use either.
fn last_of_each(list: Vec<(OsString, OsString)>) -> Vec<(OsString, OsString)> {
    list.into_iter().collect::<std::collections::BTreeMap<_, _>>().into_iter().collect()
}
