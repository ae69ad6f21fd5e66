//! A game as spaces: what is observed, and which number stands for which action.

use crate::bits::Bits;
use crate::layout::{Array, Group, Scope};
use crate::sheet::Sheet;
use serde_json::Value;
use skirmish_core::{Actor, Faults, Game, Seat};

/// Ends the list. For a seat that waits for others it is the only number, and does nothing.
pub const END: usize = 0;
/// The actor that decides does nothing more in this list.
pub const DONE: usize = 1;
/// The others first: the actor that decides is asked again after them. It can be said once until somebody acts.
pub const LATER: usize = 2;
/// The first number of an action of the game.
pub const FIRST: usize = 3;

/// A game whose seats decide by numbers.
///
/// A **decision** is made for one actor (a unit, or the seat itself): one of its legal actions, or one of the three
/// numbers that all games share. [`Composer`](crate::Composer) presents one actor after the other and so makes lists of
/// any length out of decisions; every list that the rules accept can be made.
///
/// Everything here is asked of a state **as the seat may imagine it** ([`Space::imagine`]), which follows from what it
/// was told. So an observation cannot know more than a bot, and one that is made of a message
/// ([`Space::told`]) is the same, byte for byte.
pub trait Space: Game {
    /// Bumped whenever an array or a number changes its meaning. Weights carry it.
    const LAYOUT: u32;
    /// Whether all units of a seat can be given one action each at once.
    const WHOLE: bool = false;
    /// Whether boards of any size can be played, larger ones than the scope's too, where the whole board is not written.
    const ANY_BOARD: bool = false;

    /// What is worth computing once for a game in a scope: ground in the form of planes, offsets, numbers.
    type Frame: Clone + Send + Sync;

    /// The scope that this start needs.
    fn scope(&self, state: &Self::State) -> Scope;

    /// The scope of a game without a map of its own choice, whose starts vary in size: at least this one.
    fn largest(&self, scope: Scope) -> Scope {
        scope
    }

    /// Why the game does not fit into a scope; `None` if it does. `board` is whether the whole board is to be written.
    fn misfit(&self, state: &Self::State, scope: &Scope, board: bool) -> Option<String> {
        let need = self.scope(state);
        let is_large = need.width > scope.width || need.height > scope.height;
        let size = |scope: &Scope| format!("{} x {} cells and {} seats", scope.width, scope.height, scope.seats);
        ((is_large && (board || !Self::ANY_BOARD)) || need.seats > scope.seats).then(|| {
            format!(
                "the game has {}, but the arrays have room for {}: play a map that fits, or train with a larger scope",
                size(&need),
                size(scope)
            )
        })
    }

    /// The arrays of an observation. At most [`MOST`](crate::sheet::MOST).
    fn arrays(scope: &Scope) -> Vec<Array>;

    /// What the numbers from [`FIRST`] on mean.
    fn groups(scope: &Scope) -> Vec<Group>;

    /// What is worth computing once.
    fn frame(&self, scope: &Scope) -> Self::Frame;

    /// The actor after another one, or the first: those of [`Rules::actors`](skirmish_core::Rules::actors), ascending.
    /// Actors that certainly cannot act may be left out.
    fn next(&self, state: &Self::State, seat: Seat, after: Option<Actor>) -> Option<Actor>;

    /// Puts the numbers of all legal actions of an actor into an empty set.
    fn mask(&self, frame: &Self::Frame, state: &Self::State, seat: Seat, actor: Actor, out: &mut Bits);

    /// The action that a number stands for, legal or not; `None` if it stands for nothing here.
    fn action(
        &self,
        frame: &Self::Frame,
        state: &Self::State,
        seat: Seat,
        actor: Actor,
        number: usize,
    ) -> Option<Self::Action>;

    /// The number that stands for a legal action of an actor; `None` if it has none.
    fn number(
        &self,
        frame: &Self::Frame,
        state: &Self::State,
        seat: Seat,
        actor: Actor,
        action: &Self::Action,
    ) -> Option<usize>;

    /// Who carries out an action of a list; `None` for what only ends or interrupts the list.
    fn owner(&self, state: &Self::State, action: &Self::Action) -> Option<Actor>;

    /// Writes what `seat` observes when `actor` decides, or when nobody does.
    fn observe(
        &self,
        frame: &Self::Frame,
        state: &Self::State,
        seat: Seat,
        actor: Option<Actor>,
        sheet: &mut Sheet<'_>,
    );

    /// How well a seat does, by the game's own measures, whoever is to act; about 1 apart between winning and losing.
    fn potential(&self, state: &Self::State, seat: Seat) -> f32;

    /// The score of a seat, as the standings have it.
    fn score(&self, state: &Self::State, seat: Seat) -> i64;

    /// The game and the state of a message: `views` are those that a seat was sent, the first one and the latest (which
    /// may be the same). The state is the one that the seat may imagine.
    fn told(first: &Value, latest: &Value) -> Result<(Self, Self::State), Faults>;

    // ---- provided, for games that hide nothing

    /// Writes the state as `seat` may imagine it.
    fn imagine(&self, state: &Self::State, _memory: &Self::Memory, _seat: Seat, into: &mut Self::State) {
        into.clone_from(state);
    }

    /// The place of an actor among the rows of the whole-turn mode.
    fn slot(&self, _state: &Self::State, _actor: Actor) -> Option<usize> {
        None
    }
}
