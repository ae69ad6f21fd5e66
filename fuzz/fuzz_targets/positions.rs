//! Any JSON is read as a position or refused with faults; what is accepted comes back, is shown and can be played.
#![no_main]

use skirmish_laws::strain::endure;

skirmish_fuzz::target!(|data: &[u8], G| {
    let json = serde_json::from_slice(data).ok()?;
    let position = G::read_position(&json).ok()?;
    let (game, state) = G::from_position(&position).ok()?;
    endure(game, state, 4, 1);
    Some(())
});
