//! What a person saw happen between two of its turns.

use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::any::AnyTable;
use skirmish_core::scene::{Change, Scene};
use skirmish_core::sketch::Sketch;
use skirmish_core::{Seat, Viewer};

/// The most steps that are kept one by one; what comes after them is one long step.
const MOST_STEPS: usize = 64;

/// The pictures between two turns of a seat, and what is to be said about them.
///
/// In a game that hides nothing these are all steps that were played. Elsewhere the seat knows no more than what it is
/// sent when it is asked: then there is one step, from one turn of the seat to the next.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Story {
    /// What the seat was shown when it gave its orders.
    pub first: Scene,
    /// How it went on.
    pub steps: Vec<Seen>,
    /// The last picture, and the one before the last step.
    #[serde(skip)]
    last: Scene,
    #[serde(skip)]
    before: Scene,
}

/// A step of a story.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "SeenStep")]
pub struct Seen {
    /// How the picture changed.
    pub change: Change,
    /// What happened, in words.
    pub lines: Vec<Told>,
    /// The board after it, for terminals.
    #[serde(skip)]
    pub sketch: Option<Sketch>,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SeenLine")]
pub struct Told {
    /// In words.
    pub text: String,
    /// The ids of the things it is about, the doer first.
    pub about: Vec<String>,
    /// Where to look.
    pub at: Option<[f32; 2]>,
    /// What people care for most: a death, something built.
    pub key: Option<&'static str>,
}

impl Story {
    /// A story that begins with this picture.
    pub(crate) fn from(first: Scene) -> Story {
        Story { last: first.clone(), first, ..Story::default() }
    }

    /// Adds the step that was just played. Only for games that hide nothing.
    pub(crate) fn step(&mut self, table: &dyn AnyTable, seat: Seat) {
        debug_assert!(!table.hides());
        let now = table.scene(Viewer::Seat(seat));
        let mut seen = Seen { sketch: Some(table.sketch(Viewer::Seat(seat))), ..Seen::default() };
        for tale in table.tales(&self.last, &now) {
            seen.change.effects.extend(tale.effects);
            if !tale.text.is_empty() {
                seen.lines.push(Told { text: tale.text, about: tale.about, at: tale.at, key: tale.key });
            }
        }
        self.add(seen, now);
    }

    /// Ends it with what the seat is sent now, where it was told no steps.
    pub(crate) fn end(&mut self, now: Scene) {
        if self.steps.is_empty() {
            self.add(Seen::default(), now);
        }
    }

    fn add(&mut self, mut seen: Seen, now: Scene) {
        let effects = std::mem::take(&mut seen.change.effects);
        if self.steps.len() < MOST_STEPS {
            self.before = std::mem::replace(&mut self.last, now);
            self.steps.push(seen);
        } else if let Some(long) = self.steps.last_mut() {
            self.last = now;
            long.lines.append(&mut seen.lines);
            long.sketch = seen.sketch;
        }
        if let Some(step) = self.steps.last_mut() {
            step.change = Change { effects, ..Change::between(&self.before, &self.last) };
        }
    }
}
