//! A kit: the files of one bot's folder.

use crate::languages::Language;
use crate::model::{Model, Unreadable};
use crate::sample::sample;
use std::path::Path;

/// The files of a starter kit, by their path in the bot's folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Kit {
    pub files: Vec<(String, String)>,
}

/// Why no kit is made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum NoKit {
    #[error("there is no game \"{0}\"")]
    Game(String),
    #[error("{language} has no bot for {game} yet")]
    Bot { language: &'static str, game: String },
    #[error("a bot's name has 1 to 64 characters, none of them a control character")]
    Name,
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

impl Kit {
    /// The kit for a game in a language; the bot will call itself `name`.
    pub fn new(game: &str, language: &Language, name: &str) -> Result<Kit, NoKit> {
        let model = Model::of(game).ok_or_else(|| NoKit::Game(game.into()))??;
        let sample = sample(game).ok_or_else(|| NoKit::Game(game.into()))?;
        Kit::made_of(&model, sample, language, name)
    }

    /// The kit with a model and a sample of its own.
    pub fn made_of(model: &Model, sample: String, language: &Language, name: &str) -> Result<Kit, NoKit> {
        if !is_name(name) {
            return Err(NoKit::Name);
        }
        let bot = language.bots.iter().find(|(game, _)| *game == model.game);
        let (_, bot) = bot.ok_or(NoKit::Bot { language: language.title, game: model.game.into() })?;
        let library = Path::new(language.model_file).parent().unwrap_or(Path::new("")).display().to_string();
        let filled = |text: &str| {
            text.replace("{{about}}", language.about.trim_end())
                .replace("{{title}}", name)
                .replace("{{name}}", &escaped(name))
                .replace("{{game}}", model.game)
                .replace("{{language}}", language.title)
                .replace("{{bot}}", language.bot_file)
                .replace("{{model}}", language.model_file)
                .replace("{{library}}", &library)
                .replace("{{test}}", &test_command(language))
                .replace("{{live}}", if model.game == "zords" { LIVE } else { "" })
        };
        let mut files = vec![
            ("README.md".to_string(), filled(README)),
            ("skirmish.toml".to_string(), manifest(model.game, language, name)),
            (".gitignore".to_string(), GITIGNORE.to_string()),
            (language.bot_file.to_string(), filled(bot)),
            (language.model_file.to_string(), (language.model)(model)),
            ("sample.jsonl".to_string(), sample),
        ];
        files.extend(language.files.iter().map(|(path, text)| (path.to_string(), filled(text))));
        Ok(Kit { files })
    }

    /// Writes the kit into a folder, which is created if necessary. No existing file is overwritten.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        for (path, text) in &self.files {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::io::Write::write_all(&mut std::fs::File::create_new(&path)?, text.as_bytes())?;
        }
        Ok(())
    }
}

const README: &str = include_str!("../texts/common/README.md");
/// The game that is also played live.
const LIVE: &str = include_str!("../texts/common/live.md");
const GITIGNORE: &str = include_str!("../texts/common/gitignore");

/// How the folder is built and started.
fn manifest(game: &str, language: &Language, name: &str) -> String {
    let words = |words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{}\"", escaped(word))).collect();
        format!("[{}]", quoted.join(", "))
    };
    let build = match language.build {
        [] => String::new(),
        build => format!("build = {}\n", words(build)),
    };
    format!(
        "name = \"{}\"\nlanguage = \"{}\"\n{build}run = {}\ngames = [\"{game}\"]\n",
        escaped(name),
        language.id,
        words(language.run),
    )
}

/// The command that tries the bot on the sample, as typed in the bot's folder.
fn test_command(language: &Language) -> String {
    let typed = |words: &[&str]| words.join(" ").replace("$OUT", "out");
    match language.build {
        [] => typed(language.test),
        build => format!("mkdir -p out && {} && {}", typed(build), typed(language.test)),
    }
}

/// Whether a bot can be called so.
pub(crate) fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.chars().count()) && !name.chars().any(char::is_control)
}

/// A text in double quotes, as all our languages and TOML read it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
