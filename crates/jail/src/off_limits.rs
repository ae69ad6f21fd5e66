//! Which folders are never shown to a bot, no matter who asks: the one place that decides.

use std::path::{Path, PathBuf};

/// System folders that belong to nobody. A folder inside one may be a bot's.
const SHARED: &[&str] = &[
    "/home",
    "/media",
    "/mnt",
    "/opt",
    "/private",
    "/private/tmp",
    "/private/var",
    "/root",
    "/snap",
    "/srv",
    "/tmp",
    "/usr/local",
    "/usr/share",
    "/usr/src",
    "/Users",
    "/var",
    "/var/lib",
    "/var/tmp",
    "/Volumes",
];

/// Folders of the system in which no bot can live.
const SYSTEM: &[&str] = &[
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/lib",
    "/lib32",
    "/lib64",
    "/proc",
    "/run",
    "/sbin",
    "/sys",
    "/usr/bin",
    "/usr/include",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/local/bin",
    "/usr/local/lib",
    "/usr/local/sbin",
    "/usr/sbin",
    "/var/cache",
    "/var/log",
    "/var/run",
    "/var/spool",
    "/System",
    "/Library",
];

/// Folders with keys and passwords.
const SECRET: &[&str] = &[".aws", ".azure", ".docker", ".gnupg", ".kube", ".mozilla", ".password-store", ".ssh"];

/// Why `folder` may not be a bot's own, or `None` if it may: it is the whole file system, a home, something above a
/// home, or part of the system.
pub fn off_limits(folder: &Path) -> Option<&'static str> {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let real = absolute.canonicalize().unwrap_or(absolute);
    if real.parent().is_none() {
        return Some("it is the whole file system");
    }
    let home = home();
    if home.as_deref() == Some(&*real) || is_home(&real) {
        return Some("it is a home folder");
    }
    if home.is_some_and(|home| home.starts_with(&real)) || SHARED.iter().any(|shared| Path::new(shared) == real) {
        return Some("it contains folders that belong to others");
    }
    // `/usr` holds the folders below it.
    let above = |path: &&&str| Path::new(path).starts_with(&real);
    if SYSTEM.iter().any(|system| real.starts_with(system)) || SYSTEM.iter().chain(SHARED).find(above).is_some() {
        return Some("it is part of the system");
    }
    if real.iter().any(|name| SECRET.iter().any(|secret| name == *secret)) || is_hidden_in_a_home(&real) {
        return Some("programs keep private data in it");
    }
    None
}

fn home() -> Option<PathBuf> {
    std::env::home_dir().and_then(|home| home.canonicalize().ok())
}

/// Somebody's home, by the places where homes are.
fn is_home(real: &Path) -> bool {
    real == Path::new("/root") || ["/home", "/Users"].iter().any(|homes| real.parent() == Some(Path::new(homes)))
}

/// `.config` and the like: a bot may live deeper, but not be the whole of it.
fn is_hidden_in_a_home(real: &Path) -> bool {
    let hidden = real.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    hidden && real.parent().is_some_and(|parent| is_home(parent) || home().as_deref() == Some(parent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_and_the_system_are_off_limits_and_folders_in_them_are_not() {
        let home = home().unwrap_or_else(|| "/root".into());
        let above_home = home.parent().unwrap().to_owned();
        for folder in
            ["/", "/home", "/home/anybody", "/root", "/etc", "/etc/ssl", "/usr", "/usr/lib/python3", "/tmp", "/proc/1"]
                .map(PathBuf::from)
                .into_iter()
                .chain([home.clone(), above_home, home.join(".config"), home.join(".ssh"), home.join("x/.ssh/y")])
        {
            assert!(off_limits(&folder).is_some(), "{}", folder.display());
        }
        assert!(off_limits(Path::new("/tmp/..")).is_some());
        for folder in ["/tmp/bot", "/home/anybody/bot", "/srv/bots/a", "/opt/bots/a", "/var/lib/bots/a", "/usr/share/x"]
        {
            assert_eq!(off_limits(Path::new(folder)), None, "{folder}");
        }
        assert_eq!(off_limits(&home.join("bots/mine")), None);
        assert_eq!(off_limits(Path::new(env!("CARGO_MANIFEST_DIR"))), None);
    }
}
