//! What is not a failure of a bot, but what its author wants to know: exceptions that its kit caught, actions that the
//! rules refused, notes.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use skirmish_core::Reason;
use std::collections::BTreeMap;

/// The most letters that are kept of an exception.
const LONGEST: usize = 500;

/// What is counted of a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// Answers in which the bot's code had failed and its kit answered for it.
    pub exceptions: u32,
    /// The first of them.
    pub first_exception: Option<Exception>,
    /// Its notes, not counting exceptions.
    pub notes: u32,
    /// Actions that were refused, by reason.
    pub rejected: BTreeMap<&'static str, u32>,
    /// The turn in which one was refused for the first time, by reason.
    pub refused_at: BTreeMap<&'static str, i64>,
}

/// A failure of a bot's code that did not end it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Exception {
    /// The turn it happened in.
    pub turn: i64,
    /// The request it happened at.
    pub request: u32,
    /// What the kit says about it.
    pub message: String,
}

impl Exception {
    /// The failure that a kit reports in the notes of an answer, if there was one.
    pub fn in_notes(notes: &RawValue) -> Option<String> {
        let list: Vec<&RawValue> = serde_json::from_str(notes.get()).ok()?;
        list.into_iter().find_map(exception)
    }
}

impl Tally {
    /// Counts what came with an answer. Tells the first exception, when it comes.
    pub fn noted(&mut self, turn: i64, request: u32, notes: &RawValue) -> Option<&Exception> {
        let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(notes.get()) else {
            self.notes += 1;
            return None;
        };
        let mut failed = None;
        for note in list {
            match exception(note) {
                Some(message) => failed = Some(message),
                None => self.notes += 1,
            }
        }
        let message = failed?;
        self.exceptions += 1;
        let first = self.first_exception.get_or_insert(Exception { turn, request, message });
        (self.exceptions == 1).then_some(&*first)
    }

    /// Counts an action that was refused. A missing answer is not an action.
    pub fn refused(&mut self, turn: i64, reason: Reason) {
        if reason == Reason::NO_ANSWER {
            return;
        }
        self.refused_at.entry(reason.0).or_insert(turn);
        *self.rejected.entry(reason.0).or_default() += 1;
    }

    /// How many actions were refused in all.
    pub fn rejected_count(&self) -> u32 {
        self.rejected.values().sum()
    }

    /// The reasons with their numbers, the most frequent first: `not_adjacent 12, no_such_unit 3`.
    pub fn reasons(&self) -> String {
        let mut all: Vec<(&str, u32)> = self.rejected.iter().map(|(reason, &n)| (*reason, n)).collect();
        all.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        let words: Vec<String> = all.into_iter().map(|(reason, n)| format!("{reason} {n}")).collect();
        words.join(", ")
    }
}

/// What a note `{"exception": "..."}` says: a kit's word that the bot's code failed in this turn.
fn exception(note: &RawValue) -> Option<String> {
    #[derive(Deserialize)]
    struct Form {
        exception: String,
    }
    // Most notes are something else, and that shows without parsing them.
    if !note.get().contains("exception") {
        return None;
    }
    let Form { exception } = serde_json::from_str(note.get()).ok()?;
    Some(exception.chars().take(LONGEST).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_are_told_from_notes() {
        let mut tally = Tally::default();
        for (request, notes) in [
            r#"[{"unit":3,"text":"no exception here"},{"unit":4,"text":"go"}]"#,
            r#"[{"unit":3,"text":"x"},{"exception":"ValueError: \u001b three"}]"#,
            r#"[{"exception":"later"}]"#,
            r#"{"anything":"else"}"#,
            r#"[{"exception":5}, "exception"]"#,
        ]
        .into_iter()
        .enumerate()
        {
            let first = tally.noted(7, request as u32, &RawValue::from_string(notes.into()).unwrap());
            assert_eq!(first.is_some(), request == 1);
        }
        assert_eq!((tally.exceptions, tally.notes), (2, 6));
        let first = Exception { turn: 7, request: 1, message: "ValueError: \u{1b} three".into() };
        assert_eq!(tally.first_exception, Some(first));
    }

    #[test]
    fn refused_actions_are_counted_by_reason() {
        let mut tally = Tally::default();
        let reasons = [Reason::MALFORMED, Reason::NO_SUCH_UNIT, Reason::NO_ANSWER, Reason::NO_SUCH_UNIT];
        for (turn, reason) in (5..).zip(reasons) {
            tally.refused(turn, reason);
        }
        assert_eq!(tally.refused_at, BTreeMap::from([("malformed", 5), ("no_such_unit", 6)]));
        assert_eq!((tally.rejected_count(), tally.reasons().as_str()), (3, "no_such_unit 2, malformed 1"));
    }
}
