//! Any JSON value is read as an entry; what is an action is written and read back the same, and never makes a step fail.
#![no_main]

use serde_json::value::RawValue;
use skirmish_core::{Entry, Orders, Setup};

skirmish_fuzz::target!(|data: &[u8], G| {
    let raw: &RawValue = serde_json::from_slice(data).ok()?;
    let (game, mut state) = G::resolve(&Setup::seeded(1)).ok()?;
    let entry = game.parse(raw);
    if let Entry::Action(action) = &entry {
        let wire = serde_json::value::to_raw_value(&game.wire(action)).ok()?;
        assert_eq!(game.parse(&wire), entry);
    }
    for seat in game.turn(&state).to_act.iter() {
        game.step(&mut state, &Orders::of(seat, [entry]), &mut ());
    }
    Some(())
});
