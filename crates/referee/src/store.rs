//! A folder on disk whose contents are trusted later: nobody but its owner may write in it.

use std::fs::{DirBuilder, Permissions, set_permissions, symlink_metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Makes the folder if it is not there, makes sure that it is ours alone, and returns its real path.
pub fn prepare(folder: &Path) -> io::Result<PathBuf> {
    let (Some(above), Some(name)) = (folder.parent(), folder.file_name()) else {
        return Err(io::Error::other(format!("{} is not a place to keep things", folder.display())));
    };
    DirBuilder::new().recursive(true).mode(0o755).create(above)?;
    let above = above.canonicalize()?;
    // Others can replace what lies in a folder of theirs.
    above.ancestors().try_for_each(check_above)?;
    let folder = above.join(name);
    match make(&folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => check(&folder)?,
    }
    set_mode(&folder, mode())?;
    Ok(folder)
}

/// Makes a new folder of our own.
pub fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(mode()).create(folder)?;
    set_mode(folder, mode())
}

/// Where future entries of the folder are put together: on the same file system, out of its way.
pub fn workplace(folder: &Path) -> io::Result<PathBuf> {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".work");
    let beside = folder.with_file_name(name);
    prepare(&beside)
}

pub fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    set_permissions(path, Permissions::from_mode(mode))
}

/// Root's bots run as users of their own, who must be able to pass; others need not.
fn mode() -> u32 {
    if me() == 0 { 0o711 } else { 0o700 }
}

/// The folder must be ours.
fn check(folder: &Path) -> io::Result<()> {
    let data = symlink_metadata(folder)?;
    if !data.is_dir() {
        return Err(distrust(folder, "it is not a folder"));
    }
    if data.uid() != me() { Err(distrust(folder, "it belongs to another user")) } else { Ok(()) }
}

/// A folder above it must not let others replace it: they cannot write there, or only touch what is their own.
fn check_above(folder: &Path) -> io::Result<()> {
    let data = symlink_metadata(folder)?;
    if data.uid() != me() && data.uid() != 0 {
        return Err(distrust(folder, "it belongs to another user"));
    }
    let (anyone_writes, keeps_owners_apart) = (data.mode() & 0o002 != 0, data.mode() & 0o1000 != 0);
    if anyone_writes && !keeps_owners_apart {
        return Err(distrust(folder, "every user can write in it"));
    }
    Ok(())
}

fn me() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn distrust(folder: &Path, why: &str) -> io::Error {
    let folder = folder.display();
    io::Error::other(format!("{folder} cannot be trusted: {why}; set XDG_CACHE_HOME to a folder of your own"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_for_its_owner_alone() {
        let above = std::env::temp_dir().join(format!("skirmish-store-{}", std::process::id()));
        let store = above.join("builds");
        std::fs::create_dir_all(&store).unwrap();
        set_mode(&store, 0o777).unwrap();
        assert_eq!(prepare(&store).unwrap(), above.canonicalize().unwrap().join("builds"));
        assert_eq!(store.metadata().unwrap().mode() & 0o066, 0, "others neither read nor write it");
        set_mode(&above, 0o777).unwrap();
        assert!(prepare(&store).unwrap_err().to_string().contains("every user can write"));
        set_mode(&above, 0o755).unwrap();
        std::fs::remove_dir(&store).unwrap();
        std::os::unix::fs::symlink("/etc", &store).unwrap();
        assert!(prepare(&store).unwrap_err().to_string().contains("not a folder"));
        std::fs::remove_dir_all(&above).unwrap();
    }
}
