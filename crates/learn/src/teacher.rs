//! A bot that tells a learner what it would do: list after list, as the numbers of decisions.

use crate::composer::Composer;
use crate::space::{DONE, END, LATER, Space};
use skirmish_core::{Actor, Bot, Seat};

/// Plays no seat itself. It makes its list when a learner begins one, and then says at each decision which number leads
/// there. Whatever the learner does instead, it goes on with what is left of its list.
pub struct Teacher<G: Space> {
    bot: Box<dyn Bot<G>>,
    /// What it would do in this list and has not been done yet.
    open: Vec<G::Action>,
    /// Whether units may act in the order in which they are presented, because it comes to the same.
    free: bool,
    /// To find that out.
    composer: Composer,
}

impl<G: Space> Teacher<G> {
    /// A bot that teaches, with a composer like the learner's.
    pub fn new(bot: Box<dyn Bot<G>>, composer: Composer) -> Teacher<G> {
        Teacher { bot, open: Vec::new(), free: true, composer }
    }

    /// The learner begins a list: `state` as its seat may imagine it, and `view` as a bot there is told.
    pub fn begin(&mut self, game: &G, frame: &G::Frame, state: &G::State, seat: Seat, view: &G::View) {
        self.open.clear();
        self.bot.turn(view, &mut self.open);
        let end = self.open.iter().position(|action| game.owner(state, action).is_none());
        self.open.truncate(end.unwrap_or(self.open.len()));
        self.free = true;
        if self.open.len() > 1 {
            let list = self.open.clone();
            self.free = self.rehearse(game, frame, state, seat);
            self.open = list;
        }
    }

    /// Whether the list leads to the same state when each unit acts as soon as it is presented. Only where it does not
    /// must the bot's own order be kept, by saying [`LATER`]: that takes more decisions, and what is to be learned from
    /// them is not what a unit does but when.
    fn rehearse(&mut self, game: &G, frame: &G::Frame, state: &G::State, seat: Seat) -> bool {
        let mut wanted = state.clone();
        for action in &self.open {
            // The rules refuse what is impossible, and so it is left out here too.
            game.act(&mut wanted, seat, action, &mut ()).ok();
        }
        let (mut played, mut composer) = (state.clone(), self.composer.clone());
        composer.begin(game, frame, &played, seat);
        while let Some(actor) = composer.actor() {
            let number = self.number(game, frame, &played, seat, &composer);
            self.took(game, frame, &played, seat, actor, number);
            if composer.decide(game, frame, &mut played, seat, number).is_err() {
                return false;
            }
        }
        played == wanted
    }

    /// The number to choose now; the composer must be the learner's, in the midst of its list.
    pub fn number(&self, game: &G, frame: &G::Frame, state: &G::State, seat: Seat, composer: &Composer) -> usize {
        let Some(actor) = composer.actor().filter(|_| !self.open.is_empty()) else { return END };
        let mask = composer.mask();
        let owned = |action: &&G::Action| game.owner(state, action) == Some(actor);
        let known = |action: &G::Action| game.number(frame, state, seat, actor, action).filter(|&n| mask.has(n));
        let Some(first) = self.open.iter().position(|action| owned(&action)) else { return DONE };
        let at_once = known(&self.open[first]).filter(|_| self.free || first == 0);
        match at_once {
            Some(number) => number,
            None if mask.has(LATER) => LATER,
            // Everybody was asked, and nobody can do what was to come first.
            None => self.open.iter().filter(owned).find_map(known).unwrap_or(DONE),
        }
    }

    /// The learner has chosen a number for an actor in a state: it is done with, if it was in the list. An actor that
    /// is done is not presented again.
    pub fn took(&mut self, game: &G, frame: &G::Frame, state: &G::State, seat: Seat, actor: Actor, number: usize) {
        if number == DONE {
            return self.open.retain(|action| game.owner(state, action) != Some(actor));
        }
        let same = |action: &G::Action| {
            game.owner(state, action) == Some(actor) && game.number(frame, state, seat, actor, action) == Some(number)
        };
        if let Some(place) = self.open.iter().position(same) {
            self.open.remove(place);
        }
    }
}
