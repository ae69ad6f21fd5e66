//! `skirmish policy`

use crate::say;
use anyhow::{Context, Result, anyhow};
use serde_json::json;
use skirmish_learn::{Policy, npz, pilot};
use skirmish_replay::plain;
use std::io::{stdin, stdout};
use std::path::PathBuf;

/// Play trained weights: a bot that reads and writes messages, without Python.
///
/// It is a program like any other bot, so name it as one: `skirmish play golems "skirmish policy weights.npz" weak`.
/// The weights are those that skirmish_env trains and saves; they fit the layout that they were trained for and no other.
#[derive(clap::Args)]
pub struct Args {
    /// The weights, a file of `numpy.savez`.
    file: PathBuf,
    /// Tell what the weights are for, and play nothing.
    #[arg(long)]
    about: bool,
    /// Print one JSON object with --about.
    #[arg(long, requires = "about")]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let shown = args.file.display();
    let bytes = plain::read_bytes(&args.file, npz::LARGEST).with_context(|| format!("cannot read {shown}"))?;
    let policy = Policy::read(&bytes).map_err(|why| anyhow!("{shown}: {why}"))?;
    if args.about {
        let about = policy.about();
        if args.json {
            say!("{}", json!(about));
            return Ok(());
        }
        let key = &about.key;
        say!("{shown}: for {} (version {} of its rules, layout {})", key.game, key.version, key.layout);
        say!("looks at {}; {} hidden layers, {} numbers", policy.arrays().join(", "), about.layers, about.numbers);
        return Ok(());
    }
    let name = args.file.file_stem().map_or("policy".into(), |name| name.to_string_lossy().into_owned());
    pilot::fly(&policy, &name, stdin().lock(), stdout().lock()).map_err(|why| anyhow!("{why}"))
}
