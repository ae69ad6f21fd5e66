//! Any JSON is read as a position or refused with faults; what is accepted comes back and can be played.
#![no_main]

use skirmish_core::{Rng, rollout};
use skirmish_laws::suite::position_text;

skirmish_fuzz::target!(|data: &[u8], G| {
    let json = serde_json::from_slice(data).ok()?;
    let position = G::read_position(&json).ok()?;
    let (game, mut state) = G::from_position(&position).ok()?;
    let text = position_text(&game, &state);
    let again = G::read_position(&serde_json::from_str(&text).ok()?).expect("own positions are read");
    let (game, loaded) = G::from_position(&again).expect("own positions load");
    assert_eq!(position_text(&game, &loaded), text);
    rollout::game(&game, &mut state, &mut Rng::new(1), 4);
    Some(())
});
