//! Odd starts of a game: what its rules allow and authors of bots easily forget. `skirmish check` plays them.

use serde_json::{Map, Value};

/// Overrides of a config: keys and values.
pub type Overrides = &'static [(&'static str, i64)];

/// What a check of bots needs to know about a game beyond its contract.
#[derive(Clone, Copy, Debug)]
pub struct Odd {
    /// Overrides that make a match short, but not very short.
    pub short: Overrides,
    /// Overrides that end a match after its first turns.
    pub early: Overrides,
    /// Odd but possible positions.
    pub starts: &'static [OddStart],
}

impl Odd {
    /// For games that name no odd starts.
    pub const NONE: Odd = Odd { short: &[], early: &[], starts: &[] };
}

/// An odd but possible position.
#[derive(Clone, Copy, Debug)]
pub struct OddStart {
    /// What the case is called: "a huge map".
    pub name: &'static str,
    /// What to say before a failure in it: "on a board near the upper limit". May be empty.
    pub about: &'static str,
    /// What to say if nobody asks the seat in it: why that can be.
    pub unasked: &'static str,
    /// Turns a first position into it, for the bot on the seat of that name.
    pub change: fn(&mut Map<String, Value>, &str),
}

impl OddStart {
    /// The bot's seat has no units left.
    pub const fn no_units(change: fn(&mut Map<String, Value>, &str)) -> OddStart {
        OddStart { name: "no units at all", about: "", unasked: "without units the seat has lost here", change }
    }

    /// Everything is as large as the rules allow.
    pub const fn huge(change: fn(&mut Map<String, Value>, &str)) -> OddStart {
        let unasked = "nobody is asked on a board like that";
        OddStart { name: "a huge map", about: "on a board near the upper limit", unasked, change }
    }
}

/// Removes from a list of the position whatever `is_gone` names.
pub fn take_off(position: &mut Map<String, Value>, list: &str, is_gone: impl Fn(&Value) -> bool) {
    if let Some(list) = position.get_mut(list).and_then(Value::as_array_mut) {
        list.retain(|one| !is_gone(one));
    }
}

/// Overrides a key of the position's config.
pub fn set_config(position: &mut Map<String, Value>, key: &str, value: i64) {
    let config = position.entry("config").or_insert_with(|| Value::Object(Map::new()));
    config[key] = value.into();
}
