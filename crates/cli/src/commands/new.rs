//! `skirmish new`

use crate::fail::unknown;
use crate::say;
use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};
use skirmish_core::Setup;
use skirmish_kits::{Kit, LANGUAGES, Language, policy};
use skirmish_learn::{Layout, Policy, Scope, Space, npz, spaces};
use skirmish_replay::plain;
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
    /// The language; `skirmish new` lists them. `policy` is a bot that plays trained weights.
    #[arg(long, value_name = "LANG", default_value = "python")]
    lang: String,
    /// With --lang policy: the weights to play, a file of `numpy.savez`. Default: weights that have learnt nothing yet.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
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
    let language = Language::find(&args.lang);
    if language.is_none() && args.lang != policy::ID {
        let known: Vec<&str> = languages().map(|(id, _)| id).collect();
        return Err(unknown("language", &args.lang, &known));
    }
    if language.is_some() && args.weights.is_some() {
        bail!("--weights is for --lang policy");
    }
    let dir = args.dir.clone().unwrap_or_else(|| format!("my-{game}-bot").into());
    refuse_used(&dir)?;
    let folder_name = dir.file_name().and_then(|name| name.to_str()).unwrap_or("my bot").to_string();
    let (name, shown) = (args.name.clone().unwrap_or(folder_name), quoted(&dir));
    let written = match language {
        Some(language) => of_language(game, language, &name)?,
        None => of_policy(game, &name, &shown, args.weights.as_deref())?,
    };
    written.kit.write(&dir).with_context(|| format!("cannot write {}", dir.display()))?;
    if let Some(weights) = &written.weights {
        let file = dir.join(policy::WEIGHTS);
        std::fs::write(&file, weights).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let commands = [format!("skirmish check {shown}"), format!("skirmish play {game} {shown} builtin:weak")];
    let Written { kit, weights, title, edit, missing } = written;
    if args.json {
        let mut files: Vec<&str> = kit.files.iter().map(|(path, _)| path.as_str()).collect();
        files.extend(weights.map(|_| policy::WEIGHTS));
        let installed = missing.is_none();
        say!(
            "{}",
            json!({"game": game, "language": language.map_or(policy::ID, |language| language.id), "installed": installed, "folder": dir, "files": files,
                   "edit": edit, "commands": commands})
        );
        return Ok(());
    }
    say!("{shown}: a bot for {game}, {title}. Edit {}, then:", dir.join(edit).display());
    say!();
    commands.iter().for_each(|command| say!("    {command}"));
    if let Some(tool) = missing {
        say!();
        say!("{tool} is not installed here; such bots need it");
    }
    Ok(())
}

/// What there is to write, and to tell of it.
struct Written {
    kit: Kit,
    weights: Option<Vec<u8>>,
    title: String,
    edit: &'static str,
    missing: Option<&'static str>,
}

fn of_language(game: &str, language: &Language, name: &str) -> Result<Written> {
    Ok(Written {
        kit: Kit::new(game, language, name)?,
        weights: None,
        title: format!("in {}", language.title),
        edit: language.bot_file,
        missing: language.missing_tool(),
    })
}

/// A bot that plays weights: those that are given, or some that have learnt nothing yet.
fn of_policy(game: &str, name: &str, folder: &str, given: Option<&Path>) -> Result<Written> {
    let (weights, about) = match given {
        None => (
            untrained(game)?,
            "These weights have learnt nothing yet: it plays by chance. Train some (docs/training.md) and put them there.",
        ),
        Some(file) => {
            let shown = file.display();
            let bytes = plain::read_bytes(file, npz::LARGEST).with_context(|| format!("cannot read {shown}"))?;
            let read = Policy::read(&bytes).map_err(|why| anyhow!("{shown}: {why}"))?;
            let theirs = &read.about().key.game;
            if theirs != game {
                bail!("{shown}: these weights are for {theirs}, not for {game}");
            }
            (bytes, "`skirmish policy weights.npz --about` tells what these weights are for.")
        }
    };
    let python = Language::find("python");
    Ok(Written {
        kit: policy::kit(game, name, folder, about)?,
        weights: Some(weights),
        title: "played by weights".into(),
        edit: "bot.py",
        missing: python.and_then(Language::missing_tool),
    })
}

/// Weights that play by chance, for the layout of the game as it is by default.
fn untrained(game: &str) -> Result<Vec<u8>> {
    struct Make;

    impl spaces::Visit for Make {
        type Output = Result<Vec<u8>>;

        fn visit<G: Space>(self) -> Result<Vec<u8>> {
            const WIDTH: usize = 32;
            let scope = Scope::of::<G>(&Setup::default())?;
            Ok(Policy::untrained(&Layout::of::<G>(&scope), WIDTH, 1))
        }
    }

    spaces::visit(game, Make).map_err(|why| anyhow!("{why}"))?
}

/// All languages, and what is missing to use each.
fn languages() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let python = Language::find("python").and_then(Language::missing_tool);
    LANGUAGES.iter().map(|language| (language.id, language.missing_tool())).chain([(policy::ID, python)])
}

/// All games and languages, and which of these can be used here.
fn list(games: &[&str], as_json: bool) {
    if as_json {
        let languages: Vec<Value> =
            languages().map(|(id, missing)| json!({"language": id, "installed": missing.is_none()})).collect();
        say!("{}", json!({"games": games, "languages": languages}));
        return;
    }
    say!("skirmish new GAME --lang LANG DIR\n");
    say!("games:     {}", games.join(", "));
    for (i, (id, missing)) in languages().enumerate() {
        let state = match missing {
            None => "installed".to_string(),
            Some(tool) => format!("not installed: no {tool} on the search path"),
        };
        say!("{:<10} {:<11} {state}", if i == 0 { "languages:" } else { "" }, id);
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
