//! Who sits on a seat, and how that is spelled.

use crate::desk::Desk;
use crate::manifest;
use crate::program::Start;
use crate::tape::Tape;
use skirmish_core::native::Spelling;
use skirmish_jail::{Language, find_program};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a user writes for a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum SeatSpec {
    /// `builtin:strong`, or the bare name of a built-in bot.
    Builtin(String),
    /// A program with its arguments: `./bot`, `python3 bot.py`.
    Program(Start),
    /// A folder with a `skirmish.toml`, to be built and started.
    Folder(PathBuf),
    /// `native:./bot`, or with a setting `native+newline:./bot`: a program that speaks the wire format of the game's
    /// original.
    Native { bot: NativeBot, setting: Option<String> },
    /// `attach`: a bot that is started elsewhere and joins.
    Attach,
    /// `human`: a person, who plays by hand.
    Human,
    /// `replay:FILE#seat`: the recorded orders of that seat.
    Recorded { file: PathBuf, seat: String },
}

/// The program of a native seat.
#[derive(Clone, PartialEq, Debug)]
pub enum NativeBot {
    Program(Box<Start>),
    /// A folder with a `skirmish.toml`, to be built and started.
    Folder(PathBuf),
}

/// Why a seat's spelling is refused.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum BadSpec {
    #[error("an empty seat; {HOW}")]
    Empty,
    #[error("there is no program {0}; {HOW}")]
    NoProgram(String),
    #[error("{0}: a quote is not closed")]
    OpenQuote(String),
    #[error(transparent)]
    Manifest(#[from] manifest::BadManifest),
    #[error("{0}: say which seat of the replay, as in replay:FILE#p0")]
    NoSeat(String),
}

const HOW: &str = "name a built-in bot (builtin:medium), a program (./bot, \"python3 bot.py\"), \
                   a folder with a skirmish.toml, \"native:PROGRAM ARGUMENTS\" (quoted as a whole), attach, human or replay:FILE#SEAT";

impl SeatSpec {
    /// Reads a seat; `is_builtin` knows the game's built-in bots.
    pub fn read(text: &str, is_builtin: impl Fn(&str) -> bool) -> Result<SeatSpec, BadSpec> {
        if let Some(name) = text.strip_prefix("builtin:") {
            return Ok(SeatSpec::Builtin(name.into()));
        }
        if is_builtin(text) {
            return Ok(SeatSpec::Builtin(text.into()));
        }
        if text == "attach" {
            return Ok(SeatSpec::Attach);
        }
        if text == "human" {
            return Ok(SeatSpec::Human);
        }
        if let Some(recorded) = text.strip_prefix("replay:") {
            let (file, seat) = recorded.rsplit_once('#').ok_or_else(|| BadSpec::NoSeat(text.into()))?;
            return Ok(SeatSpec::Recorded { file: file.into(), seat: seat.into() });
        }
        if let Some(Spelling { setting, command }) = Spelling::read(text) {
            let setting = setting.map(Into::into);
            if Path::new(command).is_dir() {
                manifest::Manifest::of(Path::new(command))?;
                return Ok(SeatSpec::Native { bot: NativeBot::Folder(command.into()), setting });
            }
            let mut start = program(command)?;
            // Programs of any language: some runtimes reserve far more memory than they use.
            if Language::of_program(start.command.as_ref()) == Language::Native {
                (start.language, start.reserves) = (Some(Language::Generic), true);
            }
            return Ok(SeatSpec::Native { bot: NativeBot::Program(start.into()), setting });
        }
        if Path::new(text).is_dir() {
            // Told now rather than when the match begins.
            manifest::Manifest::of(Path::new(text))?;
            return Ok(SeatSpec::Folder(text.into()));
        }
        Ok(SeatSpec::Program(program(text)?))
    }

    /// Whether code that is not ours runs for this seat on this machine.
    pub fn needs_sandbox(&self) -> bool {
        matches!(self, SeatSpec::Program(_) | SeatSpec::Folder(_) | SeatSpec::Native { .. })
    }
}

/// Reads a command line.
fn program(text: &str) -> Result<Start, BadSpec> {
    let mut words = split_words(text)?.into_iter();
    let command = words.next().ok_or(BadSpec::Empty)?;
    if !can_be_started(&command) {
        return Err(BadSpec::NoProgram(command));
    }
    Ok(in_its_folder(command, words.collect()))
}

/// A command with the folder it belongs to: that of its program if it has a path and is no interpreter, or else that of
/// the first file among its arguments, or else the current one. The files it names in there are then named from there.
fn in_its_folder(command: String, args: Vec<String>) -> Start {
    let is_file = |word: &&String| Path::new(word.as_str()).is_file();
    let program = Some(&command).filter(|word| word.contains('/'));
    let is_interpreter = |word: &&String| {
        let real = Path::new(word.as_str()).canonicalize();
        real.is_ok_and(|real| Language::of_program(real.as_os_str()) != Language::Native)
    };
    let own_program = program.filter(|word| !is_interpreter(word));
    let file = own_program.or_else(|| args.iter().find(is_file));
    let folder = file.and_then(|file| real_place(file)?.parent().map(Path::to_owned));
    let folder = folder.or_else(|| Path::new(".").canonicalize().ok()).unwrap_or_else(|| ".".into());
    let files = args.iter().chain(program).filter(is_file).filter_map(|word| real_place(word)).collect();
    // The name of a file as it is seen from the folder.
    let from_folder = |word: &String| {
        let place = Some(word).filter(is_file).and_then(|word| real_place(word))?;
        Some(place.strip_prefix(&folder).unwrap_or(&place).to_str()?.to_owned())
    };
    let args = args.iter().map(|word| from_folder(word).unwrap_or_else(|| word.clone())).collect();
    let command = match program.and_then(from_folder) {
        Some(place) if Path::new(&place).is_absolute() => place,
        Some(name) => format!("./{name}"),
        None => command,
    };
    Start { command, args, folder, files, ..Start::default() }
}

/// Where a file really lies, under its own name: what is a link stays one.
fn real_place(file: &str) -> Option<PathBuf> {
    let path = std::path::absolute(file).ok()?;
    Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
}

/// Whether a command names a file, or a program on the search path.
fn can_be_started(command: &str) -> bool {
    if command.contains('/') { Path::new(command).is_file() } else { find_program(command.as_ref()).is_some() }
}

/// Splits a command line at blanks; single and double quotes keep words together.
fn split_words(text: &str) -> Result<Vec<String>, BadSpec> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(BadSpec::OpenQuote(text.into()));
    }
    words.extend(word);
    Ok(words)
}

/// Who sits on a seat, with everything found and built that is needed.
#[derive(Clone, Debug)]
pub enum Sitter {
    Builtin(String),
    Program(Start),
    Native { start: Start, setting: Option<String> },
    Attach,
    Hand(Arc<Desk>),
    Recorded(Tape),
}

impl Sitter {
    /// How its program is started, where we start one.
    pub fn start(&self) -> Option<&Start> {
        match self {
            Sitter::Program(start) | Sitter::Native { start, .. } => Some(start),
            Sitter::Builtin(_) | Sitter::Attach | Sitter::Hand(_) | Sitter::Recorded(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn start_mut(&mut self) -> Option<&mut Start> {
        match self {
            Sitter::Program(start) | Sitter::Native { start, .. } => Some(start),
            Sitter::Builtin(_) | Sitter::Attach | Sitter::Hand(_) | Sitter::Recorded(_) => None,
        }
    }

    /// Whether it is a process of its own that is talked to.
    pub fn is_program(&self) -> bool {
        matches!(self, Sitter::Program(_) | Sitter::Native { .. } | Sitter::Attach)
    }
}

/// A player at a seat.
#[derive(Clone, Debug)]
pub struct Player {
    pub sitter: Sitter,
    /// As the user spelled it.
    pub spelled: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SeatSpec, BadSpec> {
        SeatSpec::read(text, |name| name == "weak")
    }

    #[test]
    fn a_program_is_started_from_its_folder() {
        let here = Path::new(".").canonicalize().unwrap();
        let start = in_its_folder("./Cargo.toml".into(), vec![]);
        assert_eq!((start.command.as_str(), &start.folder), ("./Cargo.toml", &here));
        assert_eq!(start.files, [here.join("Cargo.toml")]);
        let start = in_its_folder("src/lib.rs".into(), vec!["x".into()]);
        assert_eq!((start.command.as_str(), start.folder), ("./lib.rs", here.join("src")));
        let start = in_its_folder("python3".into(), vec!["-u".into(), "src/lib.rs".into(), "Cargo.toml".into()]);
        let outside = here.join("Cargo.toml").display().to_string();
        assert_eq!(start.args, ["-u", "lib.rs", &outside]);
        assert_eq!(
            (start.folder, start.files),
            (here.join("src"), vec![here.join("src/lib.rs"), here.join("Cargo.toml")])
        );
        let start = in_its_folder("python3".into(), vec!["../referee/src/lib.rs".into()]);
        assert_eq!((start.args, start.folder), (vec!["lib.rs".into()], here.join("src")));
        // A program by its whole path is a bot's own like any other; an interpreter is not.
        let absolute = here.join("src/lib.rs").display().to_string();
        let start = in_its_folder(absolute, vec![]);
        assert_eq!((start.command.as_str(), start.folder), ("./lib.rs", here.join("src")));
        let start = in_its_folder("/usr/bin/python3".into(), vec!["src/lib.rs".into()]);
        assert_eq!((start.command.as_str(), start.folder), ("/usr/bin/python3", here.join("src")));
        let start = in_its_folder("sh".into(), vec!["-c".into(), "exit".into()]);
        assert_eq!((start.folder, start.files), (here, vec![]));
    }

    #[test]
    fn seats_are_bots_or_programs() {
        assert_eq!(read("weak"), Ok(SeatSpec::Builtin("weak".into())));
        assert_eq!(read("builtin:strong"), Ok(SeatSpec::Builtin("strong".into())));
        let Ok(SeatSpec::Program(start)) = read("sh -c 'echo hi; exit 3' \"\"") else { panic!("a program") };
        assert_eq!(
            (start.command.as_str(), start.args),
            ("sh", vec!["-c".into(), "echo hi; exit 3".into(), String::new()])
        );
        assert_eq!(read("./no-such-bot"), Err(BadSpec::NoProgram("./no-such-bot".into())));
        assert_eq!(read("no-such-program-anywhere"), Err(BadSpec::NoProgram("no-such-program-anywhere".into())));
        assert_eq!(read(" "), Err(BadSpec::Empty));
        assert_eq!(read("sh 'x"), Err(BadSpec::OpenQuote("sh 'x".into())));
        assert_eq!(read("attach"), Ok(SeatSpec::Attach));
        assert_eq!(read("human"), Ok(SeatSpec::Human));
        assert_eq!(read("replay:a#b#p0"), Ok(SeatSpec::Recorded { file: "a#b".into(), seat: "p0".into() }));
        assert_eq!(read("replay:a"), Err(BadSpec::NoSeat("replay:a".into())));
        assert!(matches!(read("native:sh -c x"), Ok(SeatSpec::Native { setting: None, .. })));
        assert!(
            matches!(read("native+newline:sh"), Ok(SeatSpec::Native { setting: Some(word), .. }) if word == "newline")
        );
        for folder in ["src", "native:src", "native+none:src"] {
            assert!(matches!(read(folder), Err(BadSpec::Manifest(_))), "{folder}");
        }
    }
}
