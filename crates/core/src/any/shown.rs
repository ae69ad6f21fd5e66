//! A game as people see it.

use super::{Seated, json};
use crate::edit::Brush;
use crate::hand::{AnyHand, Verb};
use crate::reason::explain;
use crate::scene::{Legend, Scene, Symbol, Tale};
use crate::sketch::Sketch;
use crate::{Game, Reason, Seat, Viewer};
use serde_json::Value;

/// Pictures, events in words, and seats for people.
pub trait Shown {
    /// The drawings that scenes refer to.
    fn symbols(&self) -> &'static [Symbol];
    /// What the signs in its pictures mean.
    fn legend(&self) -> &'static [Legend];
    /// Whether one seat may be told something that another is not.
    fn hides(&self) -> bool;
    /// A picture of what a viewer sees now.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The board as characters, as a viewer may know it.
    fn sketch(&self, viewer: Viewer) -> Sketch;
    /// The events of the last step, as JSON.
    fn events(&self) -> Vec<Value>;
    /// The events of the last step in words, between the pictures before and after it.
    fn tales(&self, before: &Scene, after: &Scene) -> Vec<Tale>;
    /// A reason code as a sentence for people.
    fn explain(&self, reason: Reason) -> &'static str;
    /// A sentence for every refusal in a seat's last list.
    fn refusals(&self, seat: Seat) -> Vec<&'static str>;
    /// Throws away the events that wait in the inboxes, except those of one seat.
    fn forget_news(&mut self, except: Option<Seat>);
    /// The kinds of action that a person can choose from; none if the game cannot be played by hand.
    fn verbs(&self) -> &'static [Verb];
    /// The seat for a person to play; `None` if the game cannot be played by hand.
    fn hand(&self, seat: Seat) -> Option<Box<dyn AnyHand>>;
    /// What the editor of positions can place.
    fn brushes(&self) -> Vec<Brush>;
}

impl<G: Game> Shown for Seated<G> {
    fn symbols(&self) -> &'static [Symbol] {
        G::SHOW.map_or(&[], |show| show.symbols)
    }

    fn legend(&self) -> &'static [Legend] {
        G::SHOW.map_or(&[], |show| show.legend)
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.table.scene(viewer)
    }

    fn sketch(&self, viewer: Viewer) -> Sketch {
        self.table.sketch(viewer)
    }

    fn events(&self) -> Vec<Value> {
        self.table.record().events.iter().map(json).collect()
    }

    fn tales(&self, before: &Scene, after: &Scene) -> Vec<Tale> {
        self.table.tales(before, after)
    }

    fn explain(&self, reason: Reason) -> &'static str {
        explain::<G>(reason)
    }

    fn refusals(&self, seat: Seat) -> Vec<&'static str> {
        self.table.rejected(seat).iter().map(|rejected| explain::<G>(rejected.reason)).collect()
    }

    fn forget_news(&mut self, except: Option<Seat>) {
        self.table.forget_news(except);
    }

    fn verbs(&self) -> &'static [Verb] {
        G::SHOW.map_or(&[], |show| show.verbs)
    }

    fn hand(&self, seat: Seat) -> Option<Box<dyn AnyHand>> {
        Some(Box::new(self.table.hand(seat)?))
    }

    fn brushes(&self) -> Vec<Brush> {
        G::SHOW.map_or_else(Vec::new, |show| (show.brushes)(self.table.game.config()))
    }
}
