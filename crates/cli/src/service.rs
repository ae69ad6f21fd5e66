//! The commands that only builds with the feature `service` have: whoever tries one elsewhere is told how to get it. What does
//! not exist yet is not listed anywhere, so that nothing is promised.

/// What to say to somebody who asks for a command that this build has not.
pub fn missing(command: Option<&str>) -> Option<anyhow::Error> {
    let build = "cargo install --locked --path crates/cli --features service";
    match command? {
        command @ ("serve" | "seat") if !cfg!(feature = "service") => {
            Some(anyhow::anyhow!("`skirmish {command}` is in builds with the feature `service`: {build}"))
        }
        "worker" => Some(anyhow::anyhow!("`skirmish worker` does not exist yet")),
        _ => None,
    }
}
