//! Folders and files that nobody else on the machine may read, and that are really on the disk.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::Result;
use std::path::Path;

/// Makes a folder, and those above it that are missing.
pub(super) fn folder(path: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// How files are opened; those that are made are private.
pub(super) fn file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Gives a finished file its name, such that it is there under that name whole or not at all.
pub(super) fn publish(from: &Path, to: &Path) -> Result<()> {
    File::open(from)?.sync_all()?;
    std::fs::rename(from, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
