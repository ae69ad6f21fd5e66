//! The commands of the live service, which are not in this version yet: whoever tries one is told so, and how builds get
//! them. They are not listed anywhere, so that nothing is promised.

/// The commands that are to come.
const COMMANDS: [&str; 2] = ["serve", "worker"];

/// What to say to somebody who asks for one of them.
pub fn missing(command: Option<&str>) -> Option<anyhow::Error> {
    let command = command.filter(|word| COMMANDS.contains(word))?;
    let build = "cargo install --locked --path crates/cli --features service";
    Some(anyhow::anyhow!(match cfg!(feature = "service") {
        true => format!("`skirmish {command}` does not exist yet, in this build with the feature `service` either"),
        false =>
            format!("`skirmish {command}` does not exist yet. It will be in builds with the feature `service`: {build}"),
    }))
}
