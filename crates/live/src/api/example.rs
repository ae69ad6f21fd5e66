//! A game of which the examples in the description are made, so that they cannot be wrong.

use crate::driver::Driver;
use crate::head::Head;
use crate::hosted::Published;
use serde::Serialize;
use serde_json::{Value, json};

/// When it is played: a morning in March.
const NOW_MS: i64 = 1_772_442_000_000;

/// A small game on its first day.
pub(super) fn game() -> Published {
    let config = json!({"board_size": 20, "max_players": 2}).as_object().cloned().unwrap_or_default();
    let head = Head::new("spring", config, NOW_MS, &mut || 7).seeded(7);
    let mut driver = Driver::new(&head).expect("the example has a good config");
    for seat in ["ann", "bob"] {
        driver.join(NOW_MS, seat).expect("the example has free seats");
    }
    driver.start(NOW_MS).expect("the example has enough players");
    Published::new(driver, NOW_MS)
}

pub(super) fn of(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("examples serialise")
}
