//! Odd starts of a game: what its rules allow and the author of a bot easily forgets. `skirmish check` plays them.

use serde_json::{Map, Value};

/// Overrides of a config: keys and values.
pub type Overrides = &'static [(&'static str, i64)];

/// What a check of bots needs to know of a game beyond its contract.
#[derive(Clone, Copy, Debug)]
pub struct Odd {
    /// Overrides under which a match is over soon, but not at once.
    pub short: Overrides,
    /// Overrides under which it is over after the first turns.
    pub early: Overrides,
    /// Positions that are odd, but possible.
    pub starts: &'static [OddStart],
}

impl Odd {
    /// A game that names none.
    pub const NONE: Odd = Odd { short: &[], early: &[], starts: &[] };
}

/// A position that is odd, but possible.
#[derive(Clone, Copy, Debug)]
pub struct OddStart {
    /// What the case is called: "a huge map".
    pub name: &'static str,
    /// What is said before a failure in it: "on a board near the upper limit". Empty if there is nothing to say.
    pub about: &'static str,
    /// Why a seat is not asked in it, where that may be.
    pub unasked: &'static str,
    /// Changes a first position into it, for the bot on the seat that is named.
    pub change: fn(&mut Map<String, Value>, &str),
}

impl OddStart {
    /// The seat has nobody left.
    pub const fn no_units(change: fn(&mut Map<String, Value>, &str)) -> OddStart {
        OddStart { name: "no units at all", about: "", unasked: "without units the seat has lost here", change }
    }

    /// Everything is as large as the rules let it be.
    pub const fn huge(change: fn(&mut Map<String, Value>, &str)) -> OddStart {
        let unasked = "nobody is asked on a board like that";
        OddStart { name: "a huge map", about: "on a board near the upper limit", unasked, change }
    }
}

/// Takes everything off a list of the position that `is_gone`.
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
