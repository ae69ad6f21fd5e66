//! `skirmish worker`

use crate::fleet::AccessArgs;
use crate::{interrupt, place, say, tell};
use anyhow::{Context, Result};
use serde_json::json;
use skirmish_fleet::labour::{self, Options};
use skirmish_matches::Cancel;
use std::sync::Arc;

/// Play for tournaments that are organised on other machines.
///
///   skirmish worker nats://host:4222
///   skirmish worker nats://host:4222 --concurrency 8 --name rack-3
///
/// It takes pairs out of the queue of a NATS server with JetStream, builds their bots in its
/// sandbox, plays, proves what it played, and answers. `skirmish tournament --fleet` puts the pairs
/// there. Every machine of a fleet runs the same version of this program.
///
/// Ctrl-C finishes what is played and goes; pressed again, it leaves that to others. Nothing is
/// lost when a worker dies: its pairs are given to somebody else.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The server: nats://host:4222, or tls://host:4222.
    url: String,
    /// How many pairs at once. Default: as many as there are cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// What it is called: up to 48 letters, digits, - and _. Default: the name of the machine and a number.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Sandbox level for programs: full, namespaces, filters, limits or off. Default: the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
    /// Print what happens as lines of JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    interrupt::watch();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let folder = tempfile::tempdir().context("a folder for replays on their way")?;
    // What is played is finished when somebody wants to stop; whoever cannot wait ends the program.
    let mut venue = place::venue(true).with_cancel(Cancel::default());
    venue.replays = folder.path().to_owned();
    let name = args.name.map_or_else(default_name, Ok)?;
    let options = Options {
        name: name.clone(),
        concurrency: args.concurrency.map_or(cores, usize::from),
        level: place::level(args.sandbox.as_deref())?,
        program: env!("CARGO_PKG_VERSION").into(),
    };
    let json = args.json;
    let tell: labour::Tell = Arc::new(move |said: &str| match json {
        true => say!("{}", json!({"worker": name, "said": said})),
        false => tell!("{said}"),
    });
    labour::work(&args.access.at(&args.url), venue, options, &interrupt::Interrupt.token(), tell, None)?;
    Ok(())
}

/// The machine's name, with a number so that several workers can run on it.
fn default_name() -> Result<String> {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let plain: String = host.trim().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(32).collect();
    let host = if plain.is_empty() { "worker".to_string() } else { plain };
    let drawn = skirmish_referee::secret::seed().context("a name for this worker")?;
    Ok(format!("{host}-{:04x}", drawn & 0xffff))
}
