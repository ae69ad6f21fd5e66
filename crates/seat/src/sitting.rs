//! Sitting down at a live game.

use crate::address::Address;
use crate::afar::Afar;
use crate::line::{Hear, Line};
use crate::pace::Pace;
use crate::seen::Who;
use crate::table::{Fate, LiveTable, Next, next};
use crate::token::Token;
use crate::trouble::Trouble;
use skirmish_core::{Seat, Seed};
use skirmish_referee::Cancel;

/// Earlier than every day and round.
const BEFORE_ALL: (i64, i64) = (0, -1);

/// A seat of a live game that a token opened.
pub struct Sitting {
    afar: Afar,
    who: Who,
    starts_at: Option<String>,
}

/// What sitting down came to.
pub enum Sat {
    /// The seat is to be asked.
    Down(Box<LiveTable>),
    /// There is nothing to ask it.
    Idle(Idle),
}

/// Why there is nothing to ask a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Idle {
    /// It never will be.
    Ended {
        /// Why not.
        fate: Fate,
        /// How the game stands or ended, in words.
        summary: String,
    },
    /// Only the present round was to be played, and the seat can do nothing in it.
    NotNow,
}

impl Sitting {
    /// Asks the server which seat it is. An address where nobody answers is an error; later on the server may be away for
    /// as long as it likes, and `hear` is told of that.
    pub fn new(address: Address, token: Token, cancel: Cancel, hear: Hear) -> Result<Sitting, Trouble> {
        let mut afar = Afar { address, line: Line::new(token, cancel, hear) };
        let seen = afar.look()?;
        let name = seen.you.ok_or_else(|| Trouble::OtherToken("it is no player's, or not any more".into()))?;
        let seat = seen.state.seat_called(name);
        let seat = seat.ok_or_else(|| Trouble::OtherToken(format!("nobody is called {name} there")))?;
        let starts_at = seen.starts_at;
        Ok(Sitting { afar, who: Who { seat, name }, starts_at })
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        self.afar.address.game()
    }

    /// The name of the seat.
    pub fn name(&self) -> &str {
        self.who.name.as_str()
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.who.seat
    }

    /// When the game is to start, if it had not when the server was asked.
    pub fn starts_at(&self) -> Option<&str> {
        self.starts_at.as_deref()
    }

    /// Waits until the seat is to be asked. With `once`, it is asked in the present round or not at all. `seed` is what a
    /// built-in bot draws from.
    pub fn sit_down(mut self, seed: Seed, once: bool) -> Result<Sat, Trouble> {
        let mut pace = Pace::default();
        if once {
            let seen = self.afar.look()?;
            let asks = !seen.paused && seen.game.in_round(&seen.state, self.who.seat).is_some();
            if !asks && !seen.is_over() && !seen.has_retired(self.who.seat) {
                return Ok(Sat::Idle(Idle::NotNow));
            }
        }
        Ok(match next(&mut self.afar, &mut pace, self.who, BEFORE_ALL)? {
            Next::End(seen, fate) => Sat::Idle(Idle::Ended { fate, summary: seen.summary() }),
            Next::Turn(seen, state) => {
                Sat::Down(Box::new(LiveTable::new(self.afar, pace, self.who, (seen, state), seed, once)))
            }
        })
    }
}
