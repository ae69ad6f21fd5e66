//! How a game is shown, edited and played by hand: opt-in, as one table of functions ([`Game::SHOW`]).
//!
//! A game without it still has a plain board ([`plain`](crate::plain)).

use crate::edit::Brush;
use crate::hand::Verb;
use crate::scene::{Places, Scene, Symbol, Tale};
use crate::{Game, Seat};

/// The pictures of a game, and what a person may do in it.
pub struct Show<G: Game> {
    /// The drawings that scenes are made of.
    pub symbols: &'static [Symbol],
    /// The picture of a view. It is made of nothing but the config, which everybody knows, and what the view's owner was
    /// told: so it cannot show more. Views come with all that a first view has.
    pub scene: fn(&G::Config, &G::View) -> Scene,
    /// An event in words, and what flares up in the picture.
    pub tell: fn(&G::Event, &Places<'_>) -> Tale,
    /// What a person at a seat may do, in the order it is offered.
    pub verbs: &'static [Verb],
    /// The state as `seat` may think it is: what it cannot see is not there, or as it was last told. It must follow from
    /// what the seat was told alone, its first view (which the memory knows) included.
    pub imagine: fn(&G, &G::State, &G::Memory, Seat) -> G::State,
    /// How far a cell is from a goal for a unit of `seat` that walks; `None` for cells that have no way there. Without it
    /// ways are as the crow flies.
    pub distances: for<'a> fn(&'a G, &G::State, Seat, [i64; 2]) -> Option<Distances<'a>>,
    /// What the editor of positions can put on the board under a config. Of the tiles the first is the open field.
    pub brushes: fn(&G::Config) -> Vec<Brush>,
    /// The board as plain text, for terminals.
    pub sketch: fn(&G, &G::State) -> String,
}

/// How far cells are from a goal.
pub type Distances<'a> = Box<dyn Fn([i64; 2]) -> Option<i64> + 'a>;

/// For games that hide nothing: a seat may think what is so.
pub fn sees_all<G: Game>(_: &G, state: &G::State, _: &G::Memory, _: Seat) -> G::State {
    state.clone()
}

/// For games whose ways are as the crow flies.
pub fn as_the_crow_flies<'a, G: Game>(_: &'a G, _: &G::State, _: Seat, _: [i64; 2]) -> Option<Distances<'a>> {
    None
}

/// The table of a game that has one.
///
/// # Panics
/// If the game has none.
pub fn show<G: Game>() -> &'static Show<G> {
    G::SHOW.unwrap_or_else(|| panic!("{} does not say how it is shown", G::ID))
}
