//! Native dialects: how bots that were written for the original of a game are reached and spoken to.
//!
//! A dialect only translates: a state into the bytes of a request, the line of a reply into entries of a list. Whoever
//! runs the match owns processes, sockets and clocks, and handles them as the dialect's [`Contact`] says.
//!
//! A seat is spelled `native:COMMAND`, or with a setting of the dialect `native+SETTING:COMMAND`, as in
//! `native+none:./bot` ([`Spelling`]).

use crate::{Entry, Game, Seat};
use thiserror::Error;

/// The dialect of a game ([`Game::DIALECT`]).
pub struct Dialect<G: Game> {
    /// How bots are reached.
    pub contact: Contact,
    /// Variants of the dialect that bots may need. The first is the default.
    pub settings: &'static [Setting],
    /// Makes the interpreter of a seat for one game, in one of the settings; or says what about this game such bots
    /// cannot cope with.
    pub make: Make<G>,
}

/// Makes the interpreter of a seat ([`Dialect::make`]).
pub type Make<G> = fn(&G, Seat, Option<&'static Setting>) -> Result<Box<dyn Native<G>>, String>;

/// A variant of a dialect, and the word that asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The word that asks for it.
    pub word: &'static str,
    /// What it changes, in a few words.
    pub about: &'static str,
}

/// The interpreter of one seat in one game.
pub trait Native<G: Game>: Send {
    /// Appends the whole request to a seat that is to act, with whatever ends it. Send it in one write, and only after
    /// the request before it was answered or given up.
    fn request(&self, game: &G, state: &G::State, out: &mut Vec<u8>);

    /// Reads the reply, without its line feed, to the request made from this very state. An error means that the whole
    /// reply is void, and tells its author why.
    fn reply(&self, game: &G, state: &G::State, line: &[u8], reply: &mut Reply<G::Action>) -> Result<(), String>;

    /// Appends what a bot is told when the game is over; nothing by default.
    fn farewell(&self, _game: &G, _state: &G::State, _accounts: &[Account], _out: &mut Vec<u8>) {}
}

/// What a reply comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply<A> {
    /// The seat's list.
    pub entries: Vec<Entry<A>>,
    /// The bot's mistakes, as the dialect words them.
    pub errors: Vec<String>,
}

impl<A> Default for Reply<A> {
    fn default() -> Self {
        Reply { entries: Vec::new(), errors: Vec::new() }
    }
}

/// How bots are reached, and which lines of theirs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Where requests are written and replies are read.
    pub transport: Transport,
    /// Which of a bot's lines answers a request.
    pub replies: Replies,
}

/// Where requests are written and replies are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transport {
    /// Standard input and output. The bot speaks first: its first line is the greeting, and nothing is written before.
    Pipes {
        /// The first line that a bot writes.
        greeting: &'static str,
    },
    /// One TCP connection on the loopback interface. The referee listens; the bot is started with these words and the
    /// port's number after its own arguments, and connects. It says nothing before it is asked.
    Tcp {
        /// The words before the number of the port.
        arguments: &'static [&'static str],
    },
}

impl Transport {
    /// Whether a bot's first line is the greeting. Blanks and a carriage return may follow it.
    pub fn is_greeting(&self, line: &[u8]) -> bool {
        let Transport::Pipes { greeting } = self else { return false };
        let end = line.iter().rposition(|byte| !b" \t\r\n".contains(byte)).map_or(0, |last| last + 1);
        &line[..end] == greeting.as_bytes()
    }

    /// Completes the arguments of a bot that is to connect to `port`. Words that its author already wrote are not
    /// added again.
    pub fn add_port(&self, args: &mut Vec<String>, port: u16) {
        if let Transport::Tcp { arguments } = self {
            if !args.iter().map(String::as_str).rev().take(arguments.len()).eq(arguments.iter().rev().copied()) {
                args.extend(arguments.iter().map(|&word| word.into()));
            }
            args.push(port.to_string());
        }
    }
}

/// Which of a bot's lines answers a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replies {
    /// The first line to come, or the last of those that can be read with it without waiting. Whatever has come before
    /// the next request is sent is thrown away unread.
    Newest,
    /// The n-th line answers the n-th request: for every request that was given up as late, one line is thrown away
    /// before the next one counts as an answer.
    InOrder,
}

/// Why a native bot cannot take a seat.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NativeError {
    /// The game has no dialect.
    #[error("{game} has no native protocol: its bots speak the protocol of all games")]
    NoDialect {
        /// The game's name.
        game: &'static str,
    },
    /// The dialect has no such setting.
    #[error("native bots of {game} have no setting \"{word}\"; {known}")]
    UnknownSetting {
        /// The game's name.
        game: &'static str,
        /// The setting that was asked for.
        word: String,
        /// The settings there are, in a sentence.
        known: String,
    },
    /// Its bots cannot cope with this config, map or number of seats.
    #[error("native bots cannot play this game of {game}: {why}")]
    Unfit {
        /// The game's name.
        game: &'static str,
        /// What they cannot cope with.
        why: String,
    },
}

impl<G: Game> Dialect<G> {
    /// The setting called `word`; without a word the default.
    pub fn setting(&self, word: Option<&str>) -> Result<Option<&'static Setting>, NativeError> {
        let Some(word) = word else { return Ok(self.settings.first()) };
        self.settings.iter().find(|setting| setting.word == word).map(Some).ok_or_else(|| {
            let words: Vec<String> = self.settings.iter().map(|s| format!("{} ({})", s.word, s.about)).collect();
            let known =
                if words.is_empty() { "there are none".into() } else { format!("known are {}", words.join(", ")) };
            NativeError::UnknownSetting { game: G::ID, word: word.into(), known }
        })
    }
}

/// A native seat as it is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelling<'a> {
    /// The setting that is asked for, if any.
    pub setting: Option<&'a str>,
    /// The command that starts the bot.
    pub command: &'a str,
}

impl<'a> Spelling<'a> {
    /// Reads `native:COMMAND` or `native+SETTING:COMMAND`; `None` if it is not a native seat.
    pub fn read(text: &'a str) -> Option<Spelling<'a>> {
        let (head, command) = text.strip_prefix("native")?.split_once(':')?;
        match head.strip_prefix('+') {
            Some(setting) => Some(Spelling { setting: Some(setting), command }),
            None => head.is_empty().then_some(Spelling { setting: None, command }),
        }
    }
}

/// What is kept about a seat for its farewell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Account {
    errors: Vec<String>,
    unlisted: usize,
    total_ms: u64,
    answers: u64,
}

impl Account {
    /// Any mistakes beyond these are only counted.
    const MOST_ERRORS: usize = 1000;

    /// Longer mistakes are cut: a bot's own words may be in them.
    const LONGEST_ERROR: usize = 400;

    pub(crate) fn mistake(&mut self, mut error: String) {
        if self.errors.len() < Self::MOST_ERRORS {
            if let Some((end, _)) = error.char_indices().nth(Self::LONGEST_ERROR) {
                error.truncate(end);
                error.push_str("...");
            }
            self.errors.push(error);
        } else {
            self.unlisted += 1;
        }
    }

    pub(crate) fn answered(&mut self, used_ms: u32) {
        self.total_ms += u64::from(used_ms);
        self.answers += 1;
    }

    /// The mistakes that the dialect wrote down.
    pub fn errors(&self) -> Vec<String> {
        let more = (self.unlisted > 0).then(|| format!("and {} more", self.unlisted));
        self.errors.iter().cloned().chain(more).collect()
    }

    /// The average time of an answer, in milliseconds.
    pub fn average_ms(&self) -> f64 {
        self.total_ms as f64 / self.answers.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_native_seat_is_spelled_with_or_without_a_setting() {
        let read = |text| Spelling::read(text).map(|s| (s.setting, s.command));
        assert_eq!(read("native:./bot"), Some((None, "./bot")));
        assert_eq!(read("native:python3 main.py --at 1:2"), Some((None, "python3 main.py --at 1:2")));
        assert_eq!(read("native+none:./bot"), Some((Some("none"), "./bot")));
        assert_eq!(read("native+:./bot"), Some((Some(""), "./bot")));
        for other in ["native", "./native:bot", "natively:./bot", "builtin:weak", "native./bot"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_greeting_is_the_whole_line() {
        let pipes = Transport::Pipes { greeting: "Ready" };
        for line in [&b"Ready"[..], b"Ready  \r\n", b"Ready\t"] {
            assert!(pipes.is_greeting(line));
        }
        for line in [&b" Ready"[..], b"ready", b"Ready!", b"", b"Ready Ready"] {
            assert!(!pipes.is_greeting(line));
        }
        assert!(!Transport::Tcp { arguments: &[] }.is_greeting(b""));
    }

    #[test]
    fn the_port_comes_last() {
        let tcp = Transport::Tcp { arguments: &["serve"] };
        let with_port = |words: &[&str]| {
            let mut args: Vec<String> = words.iter().map(|&word| word.into()).collect();
            tcp.add_port(&mut args, 4242);
            args.join(" ")
        };
        assert_eq!(with_port(&["main.py"]), "main.py serve 4242");
        assert_eq!(with_port(&["main.py", "serve"]), "main.py serve 4242");
        assert_eq!(with_port(&[]), "serve 4242");
        let mut none = Vec::new();
        Transport::Pipes { greeting: "Ready" }.add_port(&mut none, 4242);
        assert!(none.is_empty());
    }

    #[test]
    fn an_account_is_bounded() {
        let mut account = Account::default();
        assert_eq!((account.errors().len(), account.average_ms()), (0, 0.0));
        for i in 0..1003 {
            account.mistake(i.to_string());
        }
        let mut wordy = Account::default();
        wordy.mistake("ä".repeat(1_000_000));
        assert_eq!(wordy.errors()[0].chars().count(), 403);
        account.answered(5);
        account.answered(10);
        assert_eq!(account.average_ms(), 7.5);
        let errors = account.errors();
        assert_eq!((errors.len(), errors[1000].as_str()), (1001, "and 3 more"));
    }
}
