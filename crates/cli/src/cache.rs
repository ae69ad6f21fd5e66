//! The user's own cache folder, which nobody else can write: what was found out or built once is kept there.

use std::path::PathBuf;

/// Where `what` is kept.
pub fn path(what: &str) -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
    cache.unwrap_or_else(|| PathBuf::from(".")).join("skirmish").join(what)
}
