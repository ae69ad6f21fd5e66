//! `skirmish new`

use crate::fail::unknown;
use crate::say;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use skirmish_kits::{Kit, LANGUAGES, Language};
use std::path::{Path, PathBuf};

/// Write a starter kit: a folder with a bot that already plays, for you to improve.
///
/// The kit has one file to edit, a small library (protocol, the game's types, geometry, paths), a recorded sample of the
/// messages and a self-test. It needs nothing but the language itself. Without arguments it lists games and languages.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: Option<String>,
    /// The folder, new or empty. Default: my-GAME-bot.
    dir: Option<PathBuf>,
    /// The language; `skirmish new` lists them.
    #[arg(long, value_name = "LANG", default_value = "python")]
    lang: String,
    /// The bot's name. Default: the folder's name.
    #[arg(long)]
    name: Option<String>,
    /// Print one JSON object: what was written.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let registry = skirmish_games::registry();
    let Some(game) = &args.game else {
        list(&registry.ids(), args.json);
        return Ok(());
    };
    registry.game(game)?;
    let Some(language) = Language::find(&args.lang) else {
        let known: Vec<&str> = LANGUAGES.iter().map(|language| language.id).collect();
        return Err(unknown("language", &args.lang, &known));
    };
    let dir = args.dir.unwrap_or_else(|| format!("my-{game}-bot").into());
    refuse_used(&dir)?;
    let folder_name = dir.file_name().and_then(|name| name.to_str()).unwrap_or("my bot").to_string();
    let kit = Kit::new(game, language, &args.name.unwrap_or(folder_name))?;
    kit.write(&dir).with_context(|| format!("cannot write {}", dir.display()))?;
    let shown = quoted(&dir);
    let commands = [format!("skirmish check {shown}"), format!("skirmish play {game} {shown} builtin:weak")];
    let missing = language.missing_tool();
    if args.json {
        let files: Vec<&str> = kit.files.iter().map(|(path, _)| path.as_str()).collect();
        let installed = missing.is_none();
        say!(
            "{}",
            json!({"game": game, "language": language.id, "installed": installed, "folder": dir, "files": files,
                   "edit": language.bot_file, "commands": commands})
        );
        return Ok(());
    }
    say!("{shown}: a bot for {game}, in {}. Edit {}, then:", language.title, dir.join(language.bot_file).display());
    say!();
    commands.iter().for_each(|command| say!("    {command}"));
    if let Some(tool) = missing {
        say!();
        say!("{tool} is not installed here; {} bots need it", language.title);
    }
    Ok(())
}

/// All games and languages, and which of these can be used here.
fn list(games: &[&str], as_json: bool) {
    if as_json {
        let languages: Vec<Value> = LANGUAGES
            .iter()
            .map(|language| json!({"language": language.id, "installed": language.missing_tool().is_none()}))
            .collect();
        say!("{}", json!({"games": games, "languages": languages}));
        return;
    }
    say!("skirmish new GAME --lang LANG DIR\n");
    say!("games:     {}", games.join(", "));
    for (i, language) in LANGUAGES.iter().enumerate() {
        let state = match language.missing_tool() {
            None => "installed".to_string(),
            Some(tool) => format!("not installed: no {tool} on the search path"),
        };
        say!("{:<10} {:<11} {state}", if i == 0 { "languages:" } else { "" }, language.id);
    }
}

/// A kit is written into a new or empty folder, never over somebody's work.
fn refuse_used(dir: &Path) -> Result<()> {
    match std::fs::read_dir(dir) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                bail!("{} exists and is not empty; name a new folder", dir.display());
            }
            Ok(())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot use {}", dir.display())),
    }
}

/// A path as one types it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains(|c: char| c.is_whitespace() || "'\"$\\&;|<>()".contains(c)) {
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    text
}
