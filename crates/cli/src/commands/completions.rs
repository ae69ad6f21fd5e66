//! `skirmish completions`

use crate::{Cli, output};
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a script that completes commands and options in your shell.
///
/// Where it belongs:
///
///   bash         skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish
///   zsh          skirmish completions zsh > _skirmish, in a folder of your $fpath
///   fish         skirmish completions fish > ~/.config/fish/completions/skirmish.fish
///   powershell   skirmish completions powershell | Out-String | Invoke-Expression, in your $PROFILE
///   elvish       skirmish completions elvish | slurp | eval (slurp), in your rc.elv
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// Your shell.
    shell: Shell,
}

pub fn run(args: Args) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "skirmish", &mut script);
    output::document(&script);
    Ok(())
}
