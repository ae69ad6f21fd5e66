//! Who sits on a seat, and how that is spelled.

mod command;

use crate::desk::Desk;
use crate::manifest;
use crate::program::Start;
use crate::tape::Tape;
use skirmish_core::native::Spelling;
use skirmish_jail::Language;
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
    Native {
        /// The program.
        bot: NativeBot,
        /// How it is to be spoken to, if not in the usual way.
        setting: Option<String>,
    },
    /// `attach`: a bot that is started elsewhere and joins.
    Attach,
    /// `human`: a person, who plays by hand.
    Human,
    /// `replay:FILE#seat`: the recorded orders of that seat.
    Recorded {
        /// The replay.
        file: PathBuf,
        /// The name of the seat in it.
        seat: String,
    },
}

/// The program of a native seat.
#[derive(Clone, PartialEq, Debug)]
pub enum NativeBot {
    /// A program with its arguments.
    Program(Box<Start>),
    /// A folder with a `skirmish.toml`, to be built and started.
    Folder(PathBuf),
}

/// Why a seat's spelling is refused.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum BadSpec {
    /// Nothing was written.
    #[error("an empty seat; {HOW}")]
    Empty,
    /// There is no such program.
    #[error("there is no program {0}; {HOW}")]
    NoProgram(String),
    /// A quote is not closed.
    #[error("{0}: a quote is not closed")]
    OpenQuote(String),
    /// The manifest of its folder is missing or wrong.
    #[error(transparent)]
    Manifest(#[from] manifest::BadManifest),
    /// The seat of the replay is missing.
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
            let mut start = command::read(command)?;
            // It may be of any language, and some runtimes reserve far more memory than they use.
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
        Ok(SeatSpec::Program(command::read(text)?))
    }

    /// Whether code that is not ours runs for this seat on this machine.
    pub fn needs_sandbox(&self) -> bool {
        matches!(self, SeatSpec::Program(_) | SeatSpec::Folder(_) | SeatSpec::Native { .. })
    }
}

/// Who sits on a seat, with everything found and built that is needed.
#[derive(Clone, Debug)]
pub enum Sitter {
    /// A built-in bot, by its name.
    Builtin(String),
    /// A program that speaks protocol 1.
    Program(Start),
    /// A program that speaks the wire format of the game's original.
    Native {
        /// How it is started.
        start: Start,
        /// How it is to be spoken to, if not in the usual way.
        setting: Option<String>,
    },
    /// A program that is started elsewhere and joins.
    Attach,
    /// A person at a desk.
    Hand(Arc<Desk>),
    /// Recorded orders.
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

    /// The same, to change it.
    pub fn start_mut(&mut self) -> Option<&mut Start> {
        match self {
            Sitter::Program(start) | Sitter::Native { start, .. } => Some(start),
            Sitter::Builtin(_) | Sitter::Attach | Sitter::Hand(_) | Sitter::Recorded(_) => None,
        }
    }

    /// Whether it is a process of its own that we talk to.
    pub fn is_program(&self) -> bool {
        matches!(self, Sitter::Program(_) | Sitter::Native { .. } | Sitter::Attach)
    }
}

/// A player at a seat.
#[derive(Clone, Debug)]
pub struct Player {
    /// Who it is.
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
