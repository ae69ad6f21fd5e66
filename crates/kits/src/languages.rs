//! The languages: one file each, and one line in the table.

mod c;
mod cpp;
mod java;
mod javascript;
mod python;
mod rust;

use crate::model::{Kind, Model, Record};

/// What a kit in one language is made of. The rule for adding one is at the top of this crate.
pub struct Language {
    /// As `--lang` and the manifest name it.
    pub id: &'static str,
    pub title: &'static str,
    /// Other names for `--lang`.
    pub aliases: &'static [&'static str],
    /// The programs that must be on the search path; `["javac", "java"]`.
    pub tools: &'static [&'static str],
    /// The manifest's `build`: words, with `$OUT` for the folder of its output; empty for none.
    pub build: &'static [&'static str],
    /// The manifest's `run`.
    pub run: &'static [&'static str],
    /// The self-test, run in the bot's folder once it is built: words with `$OUT` as in `build`.
    pub test: &'static [&'static str],
    /// The file to edit.
    pub bot_file: &'static str,
    /// Its contents by game, from `texts/LANGUAGE/bots/`.
    pub bots: &'static [(&'static str, &'static str)],
    /// The generated file, and what generates it.
    pub model_file: &'static str,
    pub model: fn(&Model) -> String,
    /// All other files, the same for every game, from `texts/LANGUAGE/`.
    pub files: &'static [(&'static str, &'static str)],
    /// The section of the README on the library, from `texts/LANGUAGE/about.md`.
    pub about: &'static str,
}

/// All languages.
pub static LANGUAGES: &[Language] = &[python::PYTHON, javascript::JAVASCRIPT, rust::RUST, cpp::CPP, java::JAVA, c::C];

impl Language {
    /// The language called `name`, by id or alias.
    pub fn find(name: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.id == name || language.aliases.contains(&name))
    }

    /// The first of its programs that is not installed here.
    pub fn missing_tool(&self) -> Option<&'static str> {
        let installed = |tool: &str| {
            std::env::var_os("PATH")
                .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(tool).is_file()))
        };
        self.tools.iter().copied().find(|tool| !installed(tool))
    }
}

/// Files of `texts/LANGUAGE/` with their paths, as in `embed!("python": "a.py", "b/c.py")`.
///
/// `"Cargo.toml" from "manifest.toml"` is kept under another name: cargo packages no folder with a `Cargo.toml` of its own.
macro_rules! embed {
    ($folder:literal: $($path:literal $(from $kept:literal)?),+ $(,)?) => {
        &[$(($path, embed!(@text $folder, $path $(, $kept)?))),+]
    };
    (@text $folder:literal, $path:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/texts/", $folder, "/", $path))
    };
    (@text $folder:literal, $path:literal, $kept:literal) => {
        embed!(@text $folder, $kept)
    };
}

/// The bots of all games, from `texts/LANGUAGE/bots/GAME.EXTENSION`.
macro_rules! bots {
    ($folder:literal, $extension:literal) => {
        bots!($folder, $extension: "outbreak", "infection", "golems", "footsoldiers", "zords")
    };
    ($folder:literal, $extension:literal: $($game:literal),+) => {
        &[$((
            $game,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/texts/", $folder, "/bots/", $game, $extension)),
        )),+]
    };
}

use {bots, embed};

/// A name from the messages as a language can use it: with `_` after it if it is a reserved word.
fn name(word: &str, reserved: &[&str]) -> String {
    let end = if reserved.contains(&word) { "_" } else { "" };
    format!("{word}{end}")
}

/// Whether the record describes something with a place on the board.
fn has_place(record: &Record) -> bool {
    ["x", "y"].iter().all(|axis| record.fields.iter().any(|field| field.name == *axis && field.kind == Kind::Int))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kit;

    #[test]
    fn every_language_has_a_kit_for_every_game() {
        for language in LANGUAGES {
            for game in skirmish_games::IDS {
                let model = Model::of(game).expect("a game").unwrap_or_else(|e| panic!("{e}"));
                let kit = Kit::made_of(&model, String::new(), language, "a \"bot\"");
                let kit = kit.unwrap_or_else(|e| panic!("{} {game}: {e}", language.id));
                let mut paths: Vec<&str> = kit.files.iter().map(|(path, _)| path.as_str()).collect();
                for needed in ["README.md", "skirmish.toml", ".gitignore", "sample.jsonl", language.bot_file] {
                    assert!(paths.contains(&needed), "{} {game}: {needed}", language.id);
                }
                for (path, text) in &kit.files {
                    assert!(!text.contains("{{"), "{} {game}: {path} has a gap left", language.id);
                }
                let readme = kit.files.iter().find(|(path, _)| path == "README.md").map_or("", |(_, text)| text);
                let named = readme.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
                for named in named {
                    let there = |path: &&str| *path == named || (named.ends_with('/') && path.starts_with(named));
                    assert!(paths.iter().any(there), "{} {game}: the README speaks of {named}", language.id);
                }
                assert!(!readme.contains("\n\n\n"), "{} {game}: a gap in the README", language.id);
                let all = paths.len();
                paths.sort_unstable();
                paths.dedup();
                assert_eq!(paths.len(), all, "{} {game}: a file twice", language.id);
                let bot = kit.files.iter().find(|(path, _)| path == language.bot_file).map_or("", |(_, text)| text);
                let lines = bot.lines().count();
                assert!((40..=250).contains(&lines), "{} {game}: a bot of {lines} lines", language.id);
            }
        }
    }

    #[test]
    fn languages_are_found_by_all_their_names() {
        for language in LANGUAGES {
            for name in language.aliases.iter().chain([&language.id]) {
                assert_eq!(Language::find(name).map(|found| found.id), Some(language.id));
            }
        }
        assert!(Language::find("cobol").is_none());
    }
}
