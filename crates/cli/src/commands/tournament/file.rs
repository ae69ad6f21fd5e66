//! A tournament in one TOML file. Its keys are the names of the options, and whatever is said on the command line wins.
//!
//! The file is turned into words of a command line, so both are read by the same code and mean the same.

use super::Args;
use anyhow::{Result, anyhow, bail};
use clap::{Args as _, Command, Parser};
use skirmish_matches::files;
use std::path::Path;
use toml::{Table, Value};

/// The words of the command line as they would be without a file.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    args: Args,
}

/// The arguments, with those of the file where nothing else was said.
pub fn with(args: Args, path: &Path) -> Result<Args> {
    let name = path.display().to_string();
    let table: Table = files::text(path)?.parse().map_err(|why: toml::de::Error| anyhow!("{name}: not TOML: {why}"))?;
    let given: Vec<String> = std::env::args().skip(2).collect();
    let words = words(&name, &table, &args, &given)?;
    let parsed = Words::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        anyhow!("{name}: {}", first.trim_start_matches("error: "))
    })?;
    Ok(Args { file: None, ..parsed.args })
}

fn words(name: &str, table: &Table, args: &Args, given: &[String]) -> Result<Vec<String>> {
    let command = Args::augment_args(Command::new("tournament"));
    let known: Vec<&str> =
        command.get_arguments().filter_map(|arg| arg.get_long()).filter(|long| *long != "file").collect();
    let is_said =
        |key: &str| given.iter().any(|word| word == &format!("--{key}") || word.starts_with(&format!("--{key}=")));
    // Options are kept as they are but for the file itself; what is neither is put in front.
    let mut words = Vec::new();
    let mut rest = given.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--file" => drop(rest.next()),
            word if word.starts_with("--file=") => {}
            word => words.push(word.to_string()),
        }
    }
    let text = |key: &str, value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Ok(value.to_string()),
        _ => Err(anyhow!("{name}: {key} is neither a text nor a number")),
    };
    let list = |key: &str, value: &Value| match value {
        Value::Array(all) => all.iter().map(|value| text(key, value)).collect::<Result<Vec<_>>>(),
        value => Ok(vec![text(key, value)?]),
    };
    let mut players = Vec::new();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("game", value) if args.game.is_none() => players.insert(0, text(key, value)?),
            ("game", _) => {}
            ("bots", value) if args.bots.is_empty() => players.extend(list(key, value)?),
            ("bots", _) => {}
            ("bot", Value::Array(bots)) if !is_said("bot") => {
                for bot in bots {
                    let part = |part: &str| bot.get(part).and_then(Value::as_str);
                    let (Some(bot_name), Some(cmd)) = (part("name"), part("cmd")) else {
                        bail!("{name}: a [[bot]] has a name and a cmd");
                    };
                    if bot_name.contains(',') {
                        bail!("{name}: the name {bot_name:?} has a comma in it");
                    }
                    words.extend(["--bot".into(), format!("name={bot_name},cmd={cmd}")]);
                }
            }
            ("set", Value::Table(keys)) if !is_said("set") => {
                for (of, value) in keys {
                    words.extend(["--set".into(), format!("{of}={}", text(key, value)?)]);
                }
            }
            (key, _) if !known.contains(&key) => {
                bail!(
                    "{name}: {}",
                    skirmish_core::names::unknown("key", key, known.iter().copied().chain(["game", "bots"]))
                );
            }
            (key, _) if is_said(key) => {}
            (_, Value::Boolean(true)) => words.push(format!("--{key}")),
            (_, Value::Boolean(false)) => {}
            (_, value) => words.push(format!("--{key}={}", list(key, value)?.join(","))),
        }
    }
    if let Some(option) = players.iter().find(|player| player.starts_with('-')) {
        bail!("{name}: {option:?} is neither a game nor a bot");
    }
    // Positions of the game and its bots: before everything that was said.
    players.extend(words);
    Ok(players)
}
