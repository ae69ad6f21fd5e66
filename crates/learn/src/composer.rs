//! A list, composed decision by decision.

use crate::bits::Bits;
use crate::space::{DONE, END, FIRST, LATER, Space};
use skirmish_core::{Actor, Seat};

/// Presents the actors of one seat, one after the other, and turns numbers into actions.
///
/// The first actor that has a legal action is presented first. After an action it stays, as long as it can do more;
/// then the next one is presented, round and round. [`DONE`] takes an actor out for the rest of the list, [`LATER`]
/// moves on to the next and comes back, [`END`] ends the list. It also ends when nobody is left.
#[derive(Clone, Debug)]
pub struct Composer {
    actor: Option<Actor>,
    done: Vec<Actor>,
    waiting: Vec<Actor>,
    mask: Bits,
}

/// What came of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided<A> {
    /// An action, which has been carried out.
    Action(A),
    /// Somebody else is to decide.
    Passed,
    /// The list is complete.
    Ended,
}

/// A number that is not in the mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotInMask(pub usize);

impl Composer {
    /// For masks of so many numbers.
    pub fn new(numbers: usize) -> Composer {
        Composer { actor: None, done: Vec::new(), waiting: Vec::new(), mask: Bits::below(numbers) }
    }

    /// Who decides; `None` if the list is complete.
    pub fn actor(&self) -> Option<Actor> {
        self.actor
    }

    /// What may be decided. If the list is complete only [`END`], which does nothing.
    pub fn mask(&self) -> &Bits {
        &self.mask
    }

    /// Begins a list.
    #[inline]
    pub fn begin<G: Space>(&mut self, game: &G, frame: &G::Frame, state: &G::State, seat: Seat) {
        self.done.clear();
        self.waiting.clear();
        self.present(game, frame, state, seat, None);
    }

    /// The list is complete.
    pub fn rest(&mut self) {
        self.actor = None;
        self.mask.clear();
        self.mask.set(END);
    }

    /// Takes a decision, and carries an action out in the state.
    #[inline]
    pub fn decide<G: Space>(
        &mut self,
        game: &G,
        frame: &G::Frame,
        state: &mut G::State,
        seat: Seat,
        number: usize,
    ) -> Result<Decided<G::Action>, NotInMask> {
        let decided = self.choose(game, frame, state, seat, number)?;
        if let (Decided::Action(action), Some(actor)) = (&decided, self.actor) {
            game.act(state, seat, action, &mut ()).map_err(|_| NotInMask(number))?;
            self.waiting.clear();
            self.look_again(game, frame, state, seat, actor);
        }
        Ok(decided)
    }

    /// Takes a decision and carries nothing out, for lists of one action: whoever chose one has
    /// [completed](Composer::rest) the list.
    #[inline]
    pub fn choose<G: Space>(
        &mut self,
        game: &G,
        frame: &G::Frame,
        state: &G::State,
        seat: Seat,
        number: usize,
    ) -> Result<Decided<G::Action>, NotInMask> {
        let Some(actor) = self.actor.filter(|_| self.mask.has(number)) else { return Err(NotInMask(number)) };
        match number {
            END => {
                self.rest();
                return Ok(Decided::Ended);
            }
            DONE => self.done.push(actor),
            LATER => self.waiting.push(actor),
            _ => {
                let action = game.action(frame, state, seat, actor, number);
                return action.map(Decided::Action).ok_or(NotInMask(number));
            }
        }
        self.present(game, frame, state, seat, Some(actor));
        Ok(if self.actor.is_some() { Decided::Passed } else { Decided::Ended })
    }

    /// The actor that has acted stays while it can do more.
    #[inline]
    fn look_again<G: Space>(&mut self, game: &G, frame: &G::Frame, state: &G::State, seat: Seat, actor: Actor) {
        self.mask.clear();
        game.mask(frame, state, seat, actor, &mut self.mask);
        if self.mask.any() { self.offer(actor) } else { self.present(game, frame, state, seat, Some(actor)) }
    }

    /// Finds the next actor that can act, going round once.
    #[inline]
    fn present<G: Space>(&mut self, game: &G, frame: &G::Frame, state: &G::State, seat: Seat, from: Option<Actor>) {
        let (mut at, mut wrapped) = (from, from.is_none());
        self.mask.clear();
        loop {
            match game.next(state, seat, at) {
                Some(actor) if wrapped && from.is_some_and(|from| actor > from) => return self.rest(),
                Some(actor) => {
                    at = Some(actor);
                    if self.done.contains(&actor) {
                        continue;
                    }
                    game.mask(frame, state, seat, actor, &mut self.mask);
                    if self.mask.any() {
                        return self.offer(actor);
                    }
                }
                None if wrapped => return self.rest(),
                None => (at, wrapped) = (None, true),
            }
        }
    }

    fn offer(&mut self, actor: Actor) {
        debug_assert!((0..FIRST).all(|number| !self.mask.has(number)), "a game gave out a number of all games");
        self.actor = Some(actor);
        self.mask.set(END);
        self.mask.set(DONE);
        if !self.waiting.contains(&actor) {
            self.mask.set(LATER);
        }
    }
}
