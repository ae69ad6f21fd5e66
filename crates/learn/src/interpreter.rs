//! A seat that is played by numbers at a referee's table: what it was told becomes decisions, and decisions orders.

use crate::bits::Bits;
use crate::composer::{Composer, Decided};
use crate::key::Key;
use crate::layout::{Array, Layout};
use crate::page::Page;
use crate::space::Space;
use crate::spaces::{self, Visit};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use skirmish_core::Seat;

/// What an interpreter must know of a greeting.
#[derive(Deserialize)]
struct Hello {
    game: String,
    seat: String,
    seats: Vec<String>,
}

/// A seat of any game that is played by numbers.
///
/// Decisions are the very ones of training: the state is the one that the seat may imagine, and the same
/// [`Composer`] presents one actor after the other.
pub trait Interpreter: Send {
    /// What arrays and numbers mean.
    fn layout(&self) -> &Layout;
    /// Begins a turn with the view of its message.
    fn turn(&mut self, view: &RawValue) -> Result<(), String>;
    /// Whether there is something to decide.
    fn is_open(&self) -> bool;
    /// Looks: [`Interpreter::page`] then shows what is observed now.
    fn observe(&mut self);
    /// What was observed last.
    fn page(&self) -> &Page;
    /// What may be decided now.
    fn mask(&self) -> &Bits;
    /// Takes a decision. A number that is not in the mask changes nothing.
    fn decide(&mut self, number: usize) -> Result<(), String>;
    /// The list so far, as messages have it.
    fn orders(&self) -> Vec<Value>;
}

/// An interpreter for the seat that a greeting names, with arrays as weights want them.
pub fn interpreter(hello: &[u8], key: &Key, wanted: &[String]) -> Result<Box<dyn Interpreter>, String> {
    let hello: Hello = serde_json::from_slice(hello).map_err(|why| format!("the greeting cannot be read: {why}"))?;
    spaces::visit(&hello.game.clone(), Make { hello, key, wanted })?
}

struct Make<'a> {
    hello: Hello,
    key: &'a Key,
    wanted: &'a [String],
}

impl Visit for Make<'_> {
    type Output = Result<Box<dyn Interpreter>, String>;

    fn visit<G: Space>(self) -> Self::Output {
        let layout = self.key.check::<G>().map_err(|why| format!("the weights do not fit: {why}"))?;
        for name in self.wanted {
            if !layout.arrays.iter().any(|array| array.name == name) {
                return Err(skirmish_core::names::unknown("array", name, layout.arrays.iter().map(|array| array.name)));
            }
        }
        let wants = |array: &Array| self.wanted.iter().any(|name| name == array.name);
        layout.room(wants)?;
        let seat = self.hello.seats.iter().position(|seat| *seat == self.hello.seat);
        let seat = seat.and_then(|seat| u8::try_from(seat).ok()).ok_or("the greeting names no seat of the game")?;
        Ok(Box::new(Spoken::<G> {
            page: Page::new(&layout.arrays, wants),
            board: layout.arrays.iter().any(|array| array.large && wants(array)),
            composer: Composer::new(layout.numbers),
            seat: Seat(seat),
            first: None,
            now: None,
            list: Vec::new(),
            layout,
        }))
    }
}

/// A seat of one game.
struct Spoken<G: Space> {
    layout: Layout,
    seat: Seat,
    /// The first view of the game: some things are told once.
    first: Option<Value>,
    now: Option<Now<G>>,
    composer: Composer,
    list: Vec<G::Action>,
    page: Page,
    /// Whether the whole board is written.
    board: bool,
}

/// The turn that is being decided.
struct Now<G: Space> {
    game: G,
    frame: G::Frame,
    state: G::State,
}

impl<G: Space> Interpreter for Spoken<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn turn(&mut self, view: &RawValue) -> Result<(), String> {
        let latest: Value =
            serde_json::from_str(view.get()).map_err(|why| format!("the view cannot be read: {why}"))?;
        let first = self.first.get_or_insert_with(|| latest.clone());
        let (game, state) = G::told(first, &latest).map_err(|faults| faults.to_string())?;
        if let Some(why) = game.misfit(&state, &self.layout.scope, self.board) {
            return Err(why);
        }
        let frame = game.frame(&self.layout.scope);
        self.list.clear();
        self.composer.begin(&game, &frame, &state, self.seat);
        self.now = Some(Now { game, frame, state });
        Ok(())
    }

    fn is_open(&self) -> bool {
        self.composer.actor().is_some()
    }

    fn observe(&mut self) {
        if let Some(Now { game, frame, state }) = &self.now {
            game.observe(frame, state, self.seat, self.composer.actor(), &mut self.page.sheet());
        }
    }

    fn page(&self) -> &Page {
        &self.page
    }

    fn mask(&self) -> &Bits {
        self.composer.mask()
    }

    fn decide(&mut self, number: usize) -> Result<(), String> {
        let Some(Now { game, frame, state }) = &mut self.now else { return Err("nobody was asked".into()) };
        // Lists of at most one action need no state in which it has been carried out.
        let is_single = game.host().longest_list == 1;
        let decided = match is_single {
            true => self.composer.choose(game, frame, state, self.seat, number),
            false => self.composer.decide(game, frame, state, self.seat, number),
        };
        let refused = |_| format!("{number} is not in the mask of {} legal numbers", self.composer.mask().count());
        if let Decided::Action(action) = decided.map_err(refused)? {
            self.list.push(action);
            if is_single {
                self.composer.rest();
            }
        }
        Ok(())
    }

    fn orders(&self) -> Vec<Value> {
        let Some(Now { game, .. }) = &self.now else { return Vec::new() };
        self.list.iter().map(|action| serde_json::to_value(game.wire(action)).unwrap_or_default()).collect()
    }
}
