//! What a game tells: views for the seats, actions as text, results for people.

use crate::view::{News, Step, Viewer};
use crate::{Documents, Entry, Reason};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::fmt::Debug;

/// What a game tells, and how it is told something.
pub trait Telling: Documents<Event: Serialize + JsonSchema> {
    /// The codes a game can end with, as the rulebook spells them.
    const ENDINGS: &'static [&'static str];
    /// What the numbers of the score count, in words for people.
    const SCORE: &'static str;
    /// Whether every seat is told every event (in its view).
    const PUBLIC_EVENTS: bool = false;
    /// Whether there is anything that one seat is told and another is not.
    const HIDES: bool = false;

    /// An action as JSON: `{"do": verb, ...}`.
    type Wire: Serialize + JsonSchema;
    /// What a seat is told when it is asked.
    type View: Serialize + JsonSchema + Clone + PartialEq + Debug + Default + Send;
    /// What the table must remember for views and results beyond the state.
    type Memory: Clone + Debug + Default + Send;
    /// The result object of the rulebook.
    type Outcome: Serialize + JsonSchema;

    /// The seats' names in seat order.
    fn seats(&self, state: &Self::State) -> Vec<String>;

    /// Reads one action as it arrives.
    fn parse(&self, action: &RawValue) -> Entry<Self::Action>;

    /// An action as it is written.
    fn wire(&self, action: &Self::Action) -> Self::Wire;

    /// Writes the view of `viewer` into `out`.
    fn view(&self, state: &Self::State, viewer: Viewer, news: &News<'_, Self>, out: &mut Self::View);

    /// The result object, while the game runs as well.
    fn outcome(&self, state: &Self::State, memory: &Self::Memory) -> Self::Outcome;

    /// How it ended, or how it stands, in plain sentences for people of either side: who won and why, in the words of
    /// the game and not in codes. While the game runs it begins with "Not over".
    fn summary(&self, state: &Self::State, memory: &Self::Memory) -> String;

    // ---- provided

    /// What a seat may know of the map beforehand, for the greeting.
    fn map_info(&self, _state: &Self::State) -> Value {
        json!({})
    }

    /// What a table remembers when play begins from `state`.
    fn begin(&self, _state: &Self::State) -> Self::Memory {
        Self::Memory::default()
    }

    /// Takes note of a step that was just played.
    fn remember(&self, _memory: &mut Self::Memory, _step: &Step<'_, Self>) {}

    /// What time it is in the game, in words: "turn 7, attack".
    fn moment(&self, state: &Self::State) -> String {
        let turn = self.turn(state);
        match turn.phase {
            Some(phase) => format!("turn {}, {phase}", turn.number),
            None => format!("turn {}", turn.number),
        }
    }

    /// A reason code of this game alone as a sentence for people; codes that all games share have theirs.
    fn explain(_reason: Reason) -> Option<&'static str> {
        None
    }
}
