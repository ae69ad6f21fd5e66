//! The commands that only builds with the feature `service` have: whoever tries one elsewhere is told how to get it.

/// What to say to somebody who asks for a command that this build has not.
pub fn missing(command: Option<&str>) -> Option<anyhow::Error> {
    let build = "cargo install --locked --path crates/cli --features service";
    match command? {
        command @ ("serve" | "seat" | "worker" | "fleet") if !cfg!(feature = "service") => {
            Some(anyhow::anyhow!("`skirmish {command}` is in builds with the feature `service`: {build}"))
        }
        _ => None,
    }
}
