//! The door: a policy and a command in, a prisoner out.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::pack::locate;
use crate::{Error, Level, Policy, Prisoner};

/// Starts prisoners. Cheap to make and to share between threads.
#[derive(Clone, Debug)]
pub struct Jail {
    // Where there are no helpers it is kept, but never started.
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
    /// A jail whose helper is this very program. Its `main` must begin with [`crate::helper_main_if_asked`].
    pub fn new() -> Self {
        // The link, not what it points to: it holds even when the file has been replaced meanwhile.
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

    /// Starts `program` under `policy`. `env` is added to the little a bot gets; nothing of the runner's own
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
        policy.folder = absolute(&policy.folder)?;
        for path in &mut policy.writes {
            *path = absolute(path)?;
        }
        let named = locate(&policy.folder, program.as_ref());
        let named = named.ok_or_else(|| Error::NoProgram(PathBuf::from(program.as_ref())))?;
        let program = match &policy.pack.launcher {
            Some((launcher, program)) if *launcher == named => program.clone(),
            _ => named,
        };
        let mut all = policy.pack.flags(&policy.limits);
        all.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        let mut variables = environment(&policy);
        variables.extend(env);
        let variables = last_of_each(variables);
        Prisoner::start(self, Start { policy: &policy, program, args: all, env: variables })
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    let bad = |reason: String| Error::BadFolder { folder: path.to_owned(), reason };
    let path = std::path::absolute(path).map_err(|error| bad(error.to_string()))?;
    match path.metadata() {
        Ok(data) if data.is_dir() => Ok(path),
        Ok(_) => Err(bad("it is not a folder".to_owned())),
        Err(error) => Err(bad(error.to_string())),
    }
}

/// The environment of a bot: nothing that tells of the machine or of the runner.
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

/// Of several values for one name the last one given holds; a program given both might take either.
fn last_of_each(list: Vec<(OsString, OsString)>) -> Vec<(OsString, OsString)> {
    list.into_iter().collect::<std::collections::BTreeMap<_, _>>().into_iter().collect()
}
