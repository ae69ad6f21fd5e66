//! Finding programs of this machine, and telling which of them may be asked about themselves.
//!
//! What a bot's folder holds is the bot's, whatever it is called and however it is reached: it is started in the jail
//! and nowhere else. Only programs that were found along `PATH`, outside of every bot's folder, are ever run outside.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::off_limits::off_limits;

/// Software lies below these, beside the folders of `PATH`.
const SOFTWARE: &[&str] = &["/bin", "/lib", "/lib64", "/nix/store", "/gnu/store", "/sbin", "/snap", "/usr"];

/// What an installed launcher needs to know of its user. Everything else stays behind: nothing that was set for this
/// program decides what another one does.
const KEPT: &[&str] = &["HOME", "LANG", "PYENV_ROOT", "PYENV_VERSION", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "CARGO_HOME"];

/// Where to look for programs, knowing whose files lie where.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Where the bot is started.
    folder: PathBuf,
    /// Folders that are the bot's, and single files.
    own: Vec<PathBuf>,
    named: Vec<PathBuf>,
    /// Files and folders that are not.
    others: Vec<PathBuf>,
    /// Folders that contain a bot's file: nothing in them is trusted, nor below them unless no bot may own the folder.
    grounds: Vec<PathBuf>,
}

impl Search {
    /// For a bot that is started in `folder`. All that lies in the folders `own` is the bot's.
    pub fn of(folder: &Path, own: impl IntoIterator<Item = PathBuf>) -> Self {
        let folder = real(folder).unwrap_or_else(|| folder.to_owned());
        let own = own.into_iter().filter_map(|path| real(&path)).collect();
        Self { grounds: vec![folder.clone()], folder, own, ..Self::default() }
    }

    /// Single files are the bot's too, if they are not software of the machine that a link leads to.
    pub fn with_files<'a>(mut self, files: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.named.extend(files.into_iter().filter_map(|path| real(path)));
        self
    }

    /// What is not this bot's: files and folders of other bots, and of the match.
    pub fn apart_from<'a>(mut self, others: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.others.extend(others.into_iter().filter_map(|path| real(path)));
        let files = self.others.iter().filter(|path| !path.is_dir());
        self.grounds.extend(files.filter_map(|path| path.parent()).map(Path::to_owned));
        self
    }

    /// Finds the program of a command: by its path, from the bot's folder, or along `PATH`.
    pub fn find(&self, program: &OsStr) -> Option<PathBuf> {
        let path = Path::new(program);
        if path.components().count() > 1 || path.starts_with(".") {
            return Some(self.folder.join(path)).filter(|path| path.is_file());
        }
        let strange = |path: &Path| real(path).is_none_or(|real| self.is_anothers(&real));
        search_path().map(|folder| folder.join(program)).find(|path| is_program(path) && !strange(path))
    }

    /// Does this real path lie in a folder of the bot's own?
    pub fn is_own(&self, real: &Path) -> bool {
        self.own.iter().any(|own| real.starts_with(own))
    }

    /// Is this real path a single file of the bot's own?
    pub fn is_named(&self, real: &Path) -> bool {
        self.named.iter().any(|named| real == named)
    }

    fn is_anothers(&self, real: &Path) -> bool {
        self.others.iter().any(|other| real.starts_with(other))
    }

    /// Could a bot have changed this real folder?
    fn is_a_bots(&self, folder: &Path) -> bool {
        let on = |ground: &PathBuf| folder == ground || folder.starts_with(ground) && off_limits(ground).is_none();
        self.is_own(folder) || self.is_anothers(folder) || self.grounds.iter().any(on)
    }

    /// Does a folder hold files of a bot, or of the match?
    pub fn is_above_a_bot(&self, folder: &Path) -> bool {
        self.own.iter().chain(&self.named).chain(&self.others).any(|path| path.starts_with(folder))
    }

    /// Is the program at this place software of the machine?
    pub fn is_installed(&self, program: &Path) -> bool {
        let Some(target) = real(program) else { return false };
        let Some(folder) = target.parent() else { return false };
        let named_in = program.parent().and_then(real);
        let on_path = || self.trusted().any(|trusted| trusted == folder || Some(&trusted) == named_in.as_ref());
        let software = || SOFTWARE.iter().any(|root| target.starts_with(root));
        let elsewhere = !self.is_own(&target) && !self.is_anothers(&target);
        elsewhere && (software() || !self.is_a_bots(folder) && (on_path() || python_home(&target).is_some()))
    }

    /// The folders of `PATH` that no bot could have changed.
    fn trusted(&self) -> impl Iterator<Item = PathBuf> {
        let here = std::env::current_dir().ok().and_then(|here| real(&here));
        search_path()
            .filter_map(|folder| real(&folder))
            .filter(move |folder| !self.is_a_bots(folder) && here.as_ref() != Some(folder) && !others_write(folder))
    }

    /// Runs a program of the machine outside of the jail, to ask it where it lives: `None` if it is not one that may be
    /// asked. Its working directory is nobody's, because launchers look for files there that choose what they start.
    pub fn ask(&self, program: &Path, words: &[&str]) -> Option<String> {
        let folder = program.parent().and_then(real)?;
        let target = real(program)?;
        let trusted: Vec<PathBuf> = self.trusted().collect();
        let is_ours = !others_write(&target) && target.parent().is_some_and(|folder| !self.is_a_bots(folder));
        if !trusted.contains(&folder) || !is_ours {
            return None;
        }
        let kept = KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        let mut command = Command::new(program);
        command.args(words).env_clear().envs(kept).env("PATH", std::env::join_paths(trusted).ok()?).current_dir("/");
        let answer = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&answer.stdout).into_owned())
    }
}

/// Finds a program as a shell would, where no bot is involved: by its path if it has one, else along `PATH`.
pub fn find_program(program: &OsStr) -> Option<PathBuf> {
    Search { folder: std::env::current_dir().unwrap_or_default(), ..Search::default() }.find(program)
}

/// The folders of `PATH`. An empty or relative one would mean whatever folder we happen to be in.
fn search_path() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect::<Vec<_>>().into_iter()
}

fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// The folder a Python is installed in, seen by its files alone: `HOME/bin/python3.11` beside `HOME/lib/python3.11/os.py`.
pub(crate) fn python_home(real: &Path) -> Option<PathBuf> {
    let home = real.parent().filter(|bin| bin.ends_with("bin"))?.parent()?;
    let libraries = ["lib", "lib64"].iter().filter_map(|lib| home.join(lib).read_dir().ok());
    let is_python = |name: &OsStr| ["python", "pypy"].iter().any(|stem| name.to_string_lossy().starts_with(stem));
    let found = is_python(real.file_name()?)
        && libraries
            .flatten()
            .flatten()
            .any(|entry| is_python(&entry.file_name()) && entry.path().join("os.py").is_file());
    found.then(|| home.to_owned())
}

/// Does a file begin with the name of its interpreter?
pub(crate) fn names_interpreter(path: &Path) -> bool {
    let mut head = [0; 2];
    // A program is a plain file; anything else might block.
    path.is_file() && File::open(path).is_ok_and(|mut file| file.read_exact(&mut head).is_ok() && head == *b"#!")
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Could anyone but root and us change what is at this real path, or replace it?
#[cfg(target_os = "linux")]
fn others_write(real: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let open = |path: &Path| {
        let Ok(data) = path.metadata() else { return true };
        let foreign = data.uid() != 0 && data.uid() != user;
        let by_group = data.mode() & 0o020 != 0 && data.gid() != 0 && data.gid() != group;
        // In a sticky folder users can only change what is theirs.
        let by_all = data.mode() & 0o002 != 0 && data.mode() & 0o1000 == 0;
        foreign || by_group || by_all
    };
    real.ancestors().any(open) || real.metadata().is_ok_and(|data| data.is_dir() && data.mode() & 0o002 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(not(target_os = "linux"))]
fn others_write(_real: &Path) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::others_write;
    use std::os::unix::fs::{PermissionsExt, chown};

    /// Nobody who can change or replace a program may decide what we run.
    #[test]
    fn a_program_that_others_can_change_is_not_trusted() {
        // Not in the temporary folder: everybody can write there.
        let home = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!(".trust-{}", std::process::id()));
        let (bin, program) = (home.join("bin"), home.join("bin/python3"));
        std::fs::create_dir_all(&bin).unwrap();
        std::fs::write(&program, "").unwrap();
        let mode = |path: &std::path::Path, mode| {
            std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
        };
        let usual = || [&home, &bin, &program].iter().for_each(|path| mode(path, 0o755));
        usual();
        let (safe, mut open) = (!others_write(&program) && !others_write(&bin), Vec::new());
        for (path, bits) in [(&program, 0o777), (&bin, 0o777), (&bin, 0o1777), (&home, 0o777)] {
            mode(path, bits);
            // Of a sticky folder the folder itself is not trusted.
            open.push(others_write(if bits & 0o1000 != 0 { &bin } else { &program }));
            usual();
        }
        if rustix::process::geteuid().is_root() {
            chown(&bin, Some(1234), Some(1234)).unwrap();
            open.push(others_write(&program));
            chown(&bin, Some(0), Some(1234)).unwrap();
            mode(&bin, 0o775);
            open.push(others_write(&program));
        }
        std::fs::remove_dir_all(&home).unwrap();
        assert!(safe && open.iter().all(|&open| open), "{safe} {open:?}");
    }
}
