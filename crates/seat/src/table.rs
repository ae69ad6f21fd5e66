//! The table of the referee, when the game is on a server: only one seat is ever to act, and a step is played by posting
//! its orders and waiting for the next round in which it can do something.

use crate::afar::{Afar, Posted};
use crate::pace::{Pace, courtesy};
use crate::seen::{Seen, Who};
use crate::trouble::Trouble;
use serde_json::Value;
use skirmish_core::any::{Seated, Shown};
use skirmish_core::{Absence, Answer, Entry, Reason, Record, Rejection, Seed};
use skirmish_zords::{Action, State, Zords};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A live game as the referee plays it for one seat.
pub struct LiveTable {
    pub(crate) seated: Seated<Zords>,
    who: Who,
    afar: Afar,
    pace: Pace,
    /// The day and round in which the seat was asked last.
    asked: (i64, i64),
    /// The number of the last event that the seat was told, or will be with its next view.
    told: i64,
    most_actions: usize,
    once: bool,
    pub(crate) fate: Ending,
}

/// Where the fate of a table is found when the referee has taken the table.
#[derive(Clone, Default)]
pub struct Ending(Arc<Mutex<Option<Fate>>>);

/// Why nobody is asked any more.
#[derive(Clone, PartialEq, Debug)]
pub enum Fate {
    /// The game is over; the result is that of the rulebook.
    Over(Value),
    /// The one round that was to be played is played.
    Once,
    /// The seat has retired from the game.
    Retired,
    /// The bot fails again and again, or has resigned. The seat stays as it is.
    GivenUp,
    /// The server cannot be played with.
    Trouble(Trouble),
}

impl Ending {
    /// The fate, if there is one yet.
    pub fn get(&self) -> Option<Fate> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn is_known(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn set(&self, fate: Fate) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(fate);
    }
}

/// What waiting came to.
pub(crate) enum Next {
    /// The seat is to be asked, with the game as it would be in rounds.
    Turn(Seen, State),
    /// Nobody is to be asked; the game as it was seen last.
    End(Seen, Fate),
}

/// Waits until the seat can be asked in a round after `asked`.
pub(crate) fn next(afar: &mut Afar, pace: &mut Pace, who: Who, asked: (i64, i64)) -> Result<Next, Trouble> {
    let Who { seat, name } = who;
    let mut waited_in = None;
    loop {
        let seen = afar.look()?;
        if seen.is_over() {
            let result = afar.result()?;
            return Ok(Next::End(seen, Fate::Over(result)));
        }
        // Everybody may look at a public game, with a dead token too.
        if seen.you != Some(name) {
            return Err(Trouble::Token(format!("it is not that of {name} any more")));
        }
        if seen.has_retired(seat) {
            return Ok(Next::End(seen, Fate::Retired));
        }
        let round = seen.round();
        let asks = seen.has_started() && !seen.paused && round > asked;
        match seen.game.in_round(&seen.state, seat).filter(|_| asks) {
            Some(state) if waited_in == Some(round) => return Ok(Next::Turn(seen, state)),
            Some(_) => {
                waited_in = Some(round);
                afar.line.sleep(courtesy(&seen, seat))?;
            }
            None => {
                let wait = pace.wait(&seen, Instant::now());
                afar.line.sleep(wait)?;
            }
        }
    }
}

impl LiveTable {
    /// A table for a seat that is to be asked.
    pub(crate) fn new(
        afar: Afar,
        pace: Pace,
        who: Who,
        (seen, state): (Seen, State),
        seed: Seed,
        once: bool,
    ) -> LiveTable {
        let asked = seen.round();
        let most_actions = usize::try_from(seen.game.max_actions()).unwrap_or(usize::MAX);
        let (told, fate) = (seen.n, Ending::default());
        LiveTable {
            seated: Seated::new(seen.game, state, seed),
            who,
            afar,
            pace,
            asked,
            told,
            most_actions,
            once,
            fate,
        }
    }

    /// Where its fate is found when the referee has the table.
    pub fn ending(&self) -> Ending {
        self.fate.clone()
    }

    /// Plays the step that the orders were taken for.
    pub(crate) fn play(&mut self) {
        if let Err(trouble) = self.try_to_play() {
            self.fate.set(Fate::Trouble(trouble));
        }
    }

    fn try_to_play(&mut self) -> Result<(), Trouble> {
        let given = self.seated.orders().get(self.who.seat).map(|given| given.answer);
        let leaves = matches!(given, Some(Answer::Absent(Absence::Disqualified | Absence::Resigned)));
        let rejections = self.post()?;
        let next = if leaves || self.once {
            let fate = if leaves { Fate::GivenUp } else { Fate::Once };
            let seen = self.afar.look()?;
            if seen.is_over() { Next::End(seen, Fate::Over(self.afar.result()?)) } else { Next::End(seen, fate) }
        } else {
            next(&mut self.afar, &mut self.pace, self.who, self.asked)?
        };
        let (seen, state) = match next {
            Next::Turn(seen, state) => {
                self.asked = seen.round();
                (seen, Some(state))
            }
            Next::End(seen, fate) => {
                self.fate.set(fate);
                (seen, None)
            }
        };
        let events = self.afar.events(self.told, seen.n)?;
        self.told = seen.n;
        let record = Record { events, rejections, draws: Vec::new() };
        self.seated.take_over(state.unwrap_or(seen.state), record);
        // Nobody else is asked here.
        self.seated.forget_news(Some(self.who.seat));
        Ok(())
    }

    /// Posts the list of the seat, if there is anything in it, and says what was refused.
    fn post(&mut self) -> Result<Vec<Rejection>, Trouble> {
        let (mut actions, mut places, mut refused) = (Vec::<Action>::new(), Vec::new(), Vec::new());
        for (i, entry) in self.seated.orders().entries(self.who.seat).iter().enumerate() {
            match entry {
                _ if i >= self.most_actions => refused.push((i, Reason::TOO_MANY_ACTIONS)),
                Entry::Bad(flaw) => refused.push((i, flaw.reason())),
                Entry::Action(action) => {
                    actions.push(*action);
                    places.push(i);
                }
            }
        }
        let mut stands = false;
        if !actions.is_empty() {
            match self.afar.post(self.asked, &actions)? {
                Posted::Judged(judged) => {
                    let judged = places.into_iter().zip(judged);
                    refused.extend(judged.filter_map(|(place, reason)| Some((place, reason?))));
                }
                Posted::Before => stands = true,
                Posted::Refused(reason) => refused.extend(places.into_iter().map(|place| (place, reason))),
            }
        }
        refused.sort_by_key(|&(place, _)| place);
        let ((day, round), orders) = (self.asked, self.seated.orders().entries(self.who.seat).len());
        let what =
            if stands { "another list stands".into() } else { format!("{orders} orders, {} refused", refused.len()) };
        self.afar.line.tell(&format!("day {day}, round {round}: {what}"));
        let reject = |(place, reason)| Rejection { seat: self.who.seat, index: place as i32, reason };
        Ok(refused.into_iter().map(reject).collect())
    }
}
