//! What a game tells: views for the seats, actions as text, results for people.

use crate::view::{News, Step, Viewer};
use crate::{Documents, Entry, Reason};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::fmt::Debug;

/// What a game tells seats and people, and how it reads their actions.
pub trait Telling: Documents<Event: Serialize + JsonSchema> {
    /// The codes a game can end with, as the rulebook spells them.
    const ENDINGS: &'static [&'static str];
    /// What the numbers of the score count, in words for people.
    const SCORE: &'static str;
    /// Whether every view tells its seat all events.
    const PUBLIC_EVENTS: bool = false;
    /// Whether one seat may be told something that another is not.
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

    /// Reads one action as a bot sends it.
    fn parse(&self, action: &RawValue) -> Entry<Self::Action>;

    /// The action as messages and replays write it.
    fn wire(&self, action: &Self::Action) -> Self::Wire;

    /// Writes the view of `viewer` into `out`.
    fn view(&self, state: &Self::State, viewer: Viewer, news: &News<'_, Self>, out: &mut Self::View);

    /// The result object. It can be asked for while the game runs, too.
    fn outcome(&self, state: &Self::State, memory: &Self::Memory) -> Self::Outcome;

    /// How it ended, or how it stands, in plain sentences that fit every side: who won and why, in the words of the
    /// game instead of codes. While the game runs it begins with "Not over".
    fn summary(&self, state: &Self::State, memory: &Self::Memory) -> String;

    // ---- provided

    /// What a seat may know about the map before the game, for the greeting.
    fn map_info(&self, _state: &Self::State) -> Value {
        json!({})
    }

    /// What a table remembers when play begins from `state`.
    fn begin(&self, _state: &Self::State) -> Self::Memory {
        Self::Memory::default()
    }

    /// Notes what later views and results need of the step just played.
    fn remember(&self, _memory: &mut Self::Memory, _step: &Step<'_, Self>) {}

    /// The moment in the game, in words: "turn 7, attack".
    fn moment(&self, state: &Self::State) -> String {
        let turn = self.turn(state);
        match turn.phase {
            Some(phase) => format!("turn {}, {phase}", turn.number),
            None => format!("turn {}", turn.number),
        }
    }

    /// A reason code as a sentence for people; `None` where the sentence that all games share will do.
    fn explain(_reason: Reason) -> Option<&'static str> {
        None
    }
}
