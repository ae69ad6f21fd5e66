//! `skirmish man`

use crate::{Cli, output, say};
use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_mangen::Man;
use std::path::PathBuf;

/// Print the manual page, or write the pages of all commands into a folder.
///
///   skirmish man | man -l -                     read it now
///   skirmish man --out ~/.local/share/man/man1  then `man skirmish` and `man skirmish-play` find them
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The folder for the pages, one per command; it is made if it is not there.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<()> {
    // `help` is no command that needs a page.
    let program = Cli::command().disable_help_subcommand(true);
    let Some(folder) = args.out else {
        let mut page = Vec::new();
        Man::new(program).render(&mut page)?;
        output::document(&page);
        return Ok(());
    };
    let shown = folder.display();
    std::fs::create_dir_all(&folder).with_context(|| format!("{shown}"))?;
    clap_mangen::generate_to(program, &folder).with_context(|| format!("{shown}"))?;
    say!("the manual pages are in {shown}");
    Ok(())
}
