//! Any bytes are a native command line of `footsoldiers` or are refused, and any text is a native map or is refused.
#![no_main]

use skirmish_core::{Game, MapChoice, Seat, Setup};
use skirmish_footsoldiers::{Footsoldiers, native};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(action) = native::command(data) {
        let (game, state) = Footsoldiers::resolve(&Setup::default()).expect("the default game");
        let _ = game.is_legal(&state, Seat(0), &action);
    }
    native::is_ready(data);
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok((game, state)) = Footsoldiers::resolve(&Setup { map: Some(MapChoice::Text(text.into())), ..Setup::default() })
    {
        serde_json::from_str::<serde_json::Value>(&game.native_state(&state, Seat(1))).expect("states are JSON");
    }
});
