//! A seat that does what was recorded, to play a match again, or a part of it against another bot.

use skirmish_core::Seat;
use skirmish_core::any::Refereed;
use skirmish_core::names;
use skirmish_core::replay::{AnyPlayback, SeatRecord, Wrong};
use std::collections::VecDeque;

/// What a seat said in a recorded match, request by request.
#[derive(Clone, Debug)]
pub struct Tape {
    answers: VecDeque<SeatRecord>,
}

/// Why there is no tape.
#[derive(Debug, thiserror::Error)]
pub enum NoTape {
    /// The replay is wrong.
    #[error(transparent)]
    Replay(#[from] Wrong),
    /// It is of another game.
    #[error("a replay of {recorded}, and this match is one of {wanted}")]
    OtherGame {
        /// The game of the replay.
        recorded: String,
        /// The game of the match.
        wanted: String,
    },
    /// In words that name the seats there are.
    #[error("{0}")]
    NoSeat(String),
}

impl Tape {
    /// What `seat` said in a replay, which must be one of `game` and has not been played yet.
    pub fn of(playback: &mut dyn AnyPlayback, seat: &str, game: &str) -> Result<Tape, NoTape> {
        let recorded = playback.header().game.clone();
        if recorded != game {
            return Err(NoTape::OtherGame { recorded, wanted: game.into() });
        }
        let seats = playback.table().seats().to_vec();
        let Some(index) = seats.iter().position(|name| name == seat) else {
            let known = seats.iter().map(String::as_str);
            return Err(NoTape::NoSeat(names::unknown("seat of the replay", seat, known)));
        };
        let mut answers = VecDeque::new();
        while let Some(step) = playback.peek()? {
            answers.extend(step.of(Seat(index as u8)).cloned());
            playback.play()?;
        }
        Ok(Tape { answers })
    }

    /// Gives the next recorded answer, or an empty list when none is left.
    pub fn answer(&mut self, seat: Seat, table: &mut dyn Refereed) {
        match self.answers.pop_front() {
            Some(record) => table.recorded(seat, &record),
            None => table.list(seat, &[], 0),
        }
    }
}
