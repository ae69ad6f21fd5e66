//! How a game is shown, edited and played by hand: opt-in, as one table of functions ([`Game::SHOW`]).
//!
//! A game without it has a plain board ([`plain`](crate::plain)).

use crate::edit::Brush;
use crate::hand::{Price, Verb};
use crate::scene::{Legend, Places, Scene, Symbol, Tale};
use crate::sketch::Sketch;
use crate::{Actor, Game, Rules, Seat};

/// The pictures of a game, and what a person may do in it.
pub struct Show<G: Game> {
    /// The drawings that scenes refer to.
    pub symbols: &'static [Symbol],
    /// What they, and the lines and bars around them, mean. A law sees to it that nothing is missing.
    pub legend: &'static [Legend],
    /// The picture of a view. It is made from the config, which everybody knows, and from what the viewer was told, so
    /// it cannot show more. The view is always as complete as a first view.
    pub scene: fn(&G::Config, &G::View) -> Scene,
    /// An event in words, and its effects in the picture.
    pub tell: fn(&G::Event, &Places<'_>) -> Tale,
    /// The kinds of action that a person can choose from, in the order they are offered.
    pub verbs: &'static [Verb],
    /// The state as `seat` may imagine it: what it cannot see is missing, or as it last saw it. It must follow only
    /// from what the seat was told, including its first view (which the memory knows).
    pub imagine: fn(&G, &G::State, &G::Memory, Seat) -> G::State,
    /// How far cells are from a goal for a walking unit of `seat`. `None` if distances are straight lines; the function
    /// returns `None` for cells that have no way to the goal.
    pub distances: for<'a> fn(&'a G, &G::State, Seat, [i64; 2]) -> Option<Distances<'a>>,
    /// How much a strike at an enemy is worth, compared with other strikes of the same unit. `None` for whatever else a
    /// unit may do, blows against things and friends included: units on the march strike enemies only.
    pub strike: fn(&G, &G::State, Seat, &G::Action) -> Option<i64>,
    /// What a unit does that has to turn before it can go on to a goal. `None` if it need not or cannot.
    pub face: Face<G>,
    /// What the things cost that an actor can buy.
    pub prices: fn(&G, &G::State, Seat, Actor) -> Vec<Price>,
    /// What a seat has to spend, by name. What an order costs is seen by it.
    pub purse: fn(&G, &G::State, Seat) -> Purse,
    /// What the editor of positions can place under a config. The first tile is the open field.
    pub brushes: fn(&G::Config) -> Vec<Brush>,
    /// The board as characters, for terminals.
    pub sketch: fn(&G, &G::State) -> Sketch,
}

/// See [`Show::face`]: given a seat, its unit and the goal.
pub type Face<G> = fn(&G, &<G as Rules>::State, Seat, i64, [i64; 2]) -> Option<<G as Rules>::Action>;

/// See [`Show::purse`]: names of what can be spent, and how much of each there is.
pub type Purse = Vec<(&'static str, i64)>;

/// How far a cell is from a goal; `None` if there is no way.
pub type Distances<'a> = Box<dyn Fn([i64; 2]) -> Option<i64> + 'a>;

/// [`Show::imagine`] for games that hide nothing.
pub fn sees_all<G: Game>(_: &G, state: &G::State, _: &G::Memory, _: Seat) -> G::State {
    state.clone()
}

/// [`Show::distances`] for games where units go straight to their goals.
pub fn as_the_crow_flies<'a, G: Game>(_: &'a G, _: &G::State, _: Seat, _: [i64; 2]) -> Option<Distances<'a>> {
    None
}

/// [`Show::strike`] for games where units strike on their own, or not at all.
pub fn never_strikes<G: Game>(_: &G, _: &G::State, _: Seat, _: &G::Action) -> Option<i64> {
    None
}

/// [`Show::face`] for games where units walk in any direction.
pub fn never_turns<G: Game>(_: &G, _: &G::State, _: Seat, _: i64, _: [i64; 2]) -> Option<G::Action> {
    None
}

/// [`Show::prices`] for games where nothing is bought.
pub fn all_free<G: Game>(_: &G, _: &G::State, _: Seat, _: Actor) -> Vec<Price> {
    Vec::new()
}

/// [`Show::purse`] for games where seats spend nothing.
pub fn no_purse<G: Game>(_: &G, _: &G::State, _: Seat) -> Purse {
    Vec::new()
}

/// [`Game::SHOW`] of a game that has one.
///
/// # Panics
/// If it has none.
pub fn show<G: Game>() -> &'static Show<G> {
    G::SHOW.unwrap_or_else(|| panic!("{} does not say how it is shown", G::ID))
}
