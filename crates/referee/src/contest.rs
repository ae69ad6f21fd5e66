//! A match to be played: the table, the players, the terms.

use crate::bout::Bout;
use crate::cancel::Cancel;
use crate::clock::Timekeeping;
use crate::lobby::Lobby;
use crate::log::Echo;
use crate::player::Player;
use crate::program::Program;
use crate::report::Report;
use crate::witness::Witness;
use skirmish_core::any::AnyTable;
use skirmish_core::interpreter::Interpreters;
use skirmish_jail::Brief;

/// How a match is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How times are kept.
    pub time: Timekeeping,
    /// Programs may think while they wait.
    pub ponder: bool,
    /// What stands between the programs and the machine.
    pub sandbox: Brief,
    /// Another game follows: programs that play series stay for it.
    pub again: bool,
    /// Stops the match; it then counts for nothing.
    pub cancel: Cancel,
    /// Who speaks for programs that decide by numbers, where they may play.
    pub interpreters: Option<Interpreters>,
}

/// A match that has been played.
pub struct Played {
    /// How it went.
    pub report: Report,
    /// The table as the last step left it.
    pub table: Box<dyn AnyTable>,
    /// The programs that stay for the next game, by seat.
    pub programs: Vec<Option<Program>>,
}

/// A match to be played. Any number of them may be played at the same time, each on a thread of its own.
pub struct Contest<'a> {
    pub(crate) id: String,
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) players: Vec<Player>,
    pub(crate) options: Options,
    pub(crate) witness: &'a mut dyn Witness,
    pub(crate) lobby: Option<&'a Lobby>,
    pub(crate) echoes: Vec<Echo>,
    pub(crate) programs: Vec<Option<Program>>,
}

impl<'a> Contest<'a> {
    /// A match called `id` at a fresh table, with one player for each seat.
    pub fn new(
        id: String,
        table: Box<dyn AnyTable>,
        players: Vec<Player>,
        options: Options,
        witness: &'a mut dyn Witness,
    ) -> Contest<'a> {
        let (lobby, echoes, programs) = (None, Vec::new(), Vec::new());
        Contest { id, table, players, options, witness, lobby, echoes, programs }
    }

    /// Where bots join that are started elsewhere.
    pub fn with_lobby(mut self, lobby: &'a Lobby) -> Self {
        self.lobby = Some(lobby);
        self
    }

    /// Passes on what programs print on standard error as it comes; one for each seat.
    pub fn with_echoes(mut self, echoes: Vec<Echo>) -> Self {
        self.echoes = echoes;
        self
    }

    /// Programs that are there from the game before, by seat.
    pub fn with_programs(mut self, programs: Vec<Option<Program>>) -> Self {
        self.programs = programs;
        self
    }

    /// Plays to the end, on this thread.
    ///
    /// # Panics
    ///
    /// If a player is a built-in bot that the game does not have.
    pub fn play(self) -> Played {
        Bout::new(self).play()
    }
}
