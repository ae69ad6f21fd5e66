//! The erased edge: a table of any game behind one pointer, for programs that speak JSON.
//!
//! Inside, everything stays typed and generic; only whole messages, lists and results cross this line. Like the
//! contract it is cut by audience. Whoever owns a table has it whole ([`AnyTable`]) and lends each part of the program
//! the side that it uses:
//!
//! | trait | for whom |
//! |---|---|
//! | [`Known`] | everybody: which game it is, and what never changes in it |
//! | [`Playing`] | the referee: asking seats, taking orders, playing steps |
//! | [`Spoken`] | the referee's side of bots written for the original |
//! | [`Recorded`] | replays: the seed, positions, records |
//! | [`Shown`] | the page and terminals: pictures, events in words, hands |
//! | [`Refereed`] | the first four together: what a program is spoken to through |
//! | [`Viewed`] | the first and the fifth: what a page is told about |

mod known;
mod playing;
mod recorded;
mod shown;
mod spoken;

pub use known::Known;
pub use playing::Playing;
pub use recorded::Recorded;
pub use shown::Shown;
pub use spoken::Spoken;

use crate::native::{Account, Native};
use crate::replay::{Forked, Recording};
use crate::{Bot, Game, Hasher, Orders, Record, Seed, Table};
use serde::Serialize;
use serde_json::Value;

/// A game as the referee speaks to programs about it: no pictures.
pub trait Refereed: Known + Playing + Spoken + Recorded {}

/// A game as a page shows it: nobody is asked, nothing is played.
pub trait Viewed: Known + Shown {}

/// A game being played, whichever it is.
pub trait AnyTable: Refereed + Viewed + Send {}

impl<G: Game> Refereed for Seated<G> {}
impl<G: Game> Viewed for Seated<G> {}
impl<G: Game> AnyTable for Seated<G> {}

/// A typed table with everything the erased edge needs around it.
pub struct Seated<G: Game> {
    pub(crate) table: Table<G>,
    seed: Seed,
    /// Where it was taken from, if it was played on from another match.
    pub(crate) forked: Option<Forked>,
    seats: Vec<String>,
    orders: Orders<G::Action>,
    view: G::View,
    list: Vec<G::Action>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    natives: Vec<Option<Box<dyn Native<G>>>>,
    accounts: Vec<Account>,
    recording: Option<Recording>,
    /// The orders of the last step since the replay began.
    played: Option<Orders<G::Action>>,
    /// The record of the last step that was asked for.
    record: String,
    pub(crate) fingerprint: Hasher,
}

impl<G: Game> Seated<G> {
    /// A table for a game whose draws come from `seed`.
    pub fn new(game: G, state: G::State, seed: impl Into<Seed>) -> Seated<G> {
        Seated::at(Table::new(game, state), seed.into())
    }

    /// A table where play has already begun, with nobody on its seats.
    pub(crate) fn at(table: Table<G>, seed: Seed) -> Seated<G> {
        let seats = table.game.seats(&table.state);
        Seated::expecting(table, seed, seats)
    }

    /// The same, with the seats that are there in the end: in a live game some come later.
    pub(crate) fn expecting(table: Table<G>, seed: Seed, seats: Vec<String>) -> Seated<G> {
        let mut fingerprint = Hasher::new();
        fingerprint.word(table.game.ground());
        Seated {
            seed,
            forked: None,
            recording: None,
            played: None,
            record: String::new(),
            fingerprint,
            bots: seats.iter().map(|_| None).collect(),
            natives: seats.iter().map(|_| None).collect(),
            accounts: vec![Account::default(); seats.len()],
            orders: Orders::new(),
            view: G::View::default(),
            list: Vec::new(),
            seats,
            table,
        }
    }

    /// The orders that were taken for the next step.
    pub fn orders(&self) -> &Orders<G::Action> {
        &self.orders
    }

    /// Ends a step that was played elsewhere with these orders: how things stand after it, and what it told.
    pub fn take_over(&mut self, state: G::State, record: Record<G::Event>) {
        self.table.take_over(&self.orders, state, record);
        self.orders.clear();
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("values serialise")
}
