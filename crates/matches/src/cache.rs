//! The user's own cache folder, which nobody else can write: what was found out or built once is kept there.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The folder of all that is kept, if there is one: below `XDG_CACHE_HOME`, the home or the temporary folder.
pub fn folder() -> Option<&'static PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = FOLDER.get_or_init(|| {
        let temporary = std::env::temp_dir().join(format!("skirmish-{}", rustix::process::getuid().as_raw()));
        let usual = usual(std::env::var_os("XDG_CACHE_HOME"), std::env::home_dir());
        usual.map(|folder| folder.join("skirmish")).chain([temporary]).find(|folder| can_be_used(folder))
    });
    found.as_ref()
}

/// Where caches usually are. A path that depends on where the program was started names no place.
fn usual(xdg: Option<OsString>, home: Option<PathBuf>) -> impl Iterator<Item = PathBuf> {
    // A home that is not there is not made.
    let home = home.filter(|home| home.is_dir()).map(|home| home.join(".cache"));
    xdg.map(PathBuf::from).into_iter().chain(home).filter(|folder| folder.is_absolute())
}

/// Whether the folder is there, or can be made, and is ours to write alone.
fn can_be_used(folder: &Path) -> bool {
    let made = DirBuilder::new().recursive(true).mode(0o755).create(folder);
    let Ok(data) = made.and_then(|()| folder.symlink_metadata()) else { return false };
    let ours = data.is_dir() && data.uid() == rustix::process::getuid().as_raw() && data.mode() & 0o022 == 0;
    ours && rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn relative_and_absent_places_are_passed_over() {
        let found = |xdg: Option<&str>, home: Option<&str>| {
            usual(xdg.map(OsString::from), home.map(PathBuf::from)).collect::<Vec<_>>()
        };
        assert_eq!(found(Some("/a"), Some("/")), [Path::new("/a"), Path::new("/.cache")]);
        assert_eq!(found(Some("a"), Some("src")), [] as [&Path; 0]);
        assert_eq!(found(Some(""), Some("")), [] as [&Path; 0]);
        assert_eq!(found(None, Some("/no/such/home")), [] as [&Path; 0]);
        assert_eq!(found(None, None), [] as [&Path; 0]);
    }

    #[test]
    fn a_folder_that_others_can_write_is_not_used() {
        let folder = std::env::temp_dir().join(format!("skirmish-cache-test-{}", std::process::id()));
        assert!(can_be_used(&folder));
        std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o777)).unwrap();
        assert!(!can_be_used(&folder));
        std::fs::remove_dir(&folder).unwrap();
        std::fs::write(&folder, "").unwrap();
        assert!(!can_be_used(&folder) && !can_be_used(&folder.join("below")));
        std::fs::remove_file(&folder).unwrap();
    }
}
