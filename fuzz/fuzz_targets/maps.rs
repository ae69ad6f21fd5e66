//! Any JSON or text is a map or is refused with faults.
#![no_main]

use skirmish_core::{MapChoice, Setup};
use skirmish_laws::strain::endure;

skirmish_fuzz::target!(|data: &[u8], G| {
    let text = std::str::from_utf8(data).ok()?;
    let map = match serde_json::from_str(text) {
        Ok(json) => MapChoice::Json(json),
        Err(_) => MapChoice::Text(text.into()),
    };
    let (game, state) = G::resolve(&Setup { map: Some(map), ..Setup::default() }).ok()?;
    endure(game, state, 4, 1);
    Some(())
});
