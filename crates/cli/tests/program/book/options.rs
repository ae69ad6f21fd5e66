//! Every option that the book names is one of the command it is named for.

use super::{page, pages, spans};
use crate::support::ok;
use std::collections::{BTreeMap, BTreeSet};

/// Options of other programs.
const FOREIGN: [&str; 4] = ["--max-old-space-size", "--quick", "--bless", "--test"];

#[test]
fn options_that_are_named_exist() {
    let known = known();
    let every: BTreeSet<&String> = known.values().flatten().collect();
    let mut checked = 0;
    for path in pages().iter().filter(|path| !path.starts_with("docs/rules/")) {
        for span in spans(&page(path)) {
            let options: Vec<&str> = span.split_whitespace().filter_map(option).collect();
            if options.is_empty() {
                continue;
            }
            let words: Vec<&str> = span.strip_prefix("skirmish ").unwrap_or(&span).split_whitespace().collect();
            let command = [words.get(..2).map(|two| two.join(" ")), words.first().map(|word| word.to_string())];
            let command = command.into_iter().flatten().find(|name| known.contains_key(name));
            for option in options.iter().filter(|option| !FOREIGN.contains(option)) {
                let there = match &command {
                    Some(name) => known[name].contains(*option),
                    None if span.starts_with("--") => every.iter().any(|known| known == option),
                    None => continue,
                };
                assert!(there, "{path}: `{span}`: there is no {option}");
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "only {checked} options were found");
}

/// `--turn=7,` names `--turn`.
fn option(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--")?;
    let end = name.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(name.len());
    (end > 0).then(|| &word[..end + 2])
}

/// The options of each command: `play`, `replay verify`.
fn known() -> BTreeMap<String, BTreeSet<String>> {
    let mut known = BTreeMap::new();
    learn(&mut Vec::new(), &mut known);
    assert!(known.len() > 20, "{:?}", known.keys());
    known
}

fn learn(command: &mut Vec<String>, known: &mut BTreeMap<String, BTreeSet<String>>) {
    let args: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
    let help = ok(&args);
    let options = help.lines().map(str::trim).filter(|line| line.starts_with('-') || line.starts_with("[alias"));
    let options = options.flat_map(|line| line.split([' ', ',', ']'])).filter_map(option).map(str::to_owned).collect();
    known.insert(command.join(" "), options);
    let commands = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
    for line in commands.lines().take_while(|line| !line.trim().is_empty()) {
        // Names stand two blanks in; what a line goes on with stands farther in.
        let name = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '));
        if let Some(name) = name.and_then(|rest| rest.split(' ').next()).filter(|name| *name != "help") {
            command.push(name.into());
            learn(command, known);
            command.pop();
        }
    }
}
