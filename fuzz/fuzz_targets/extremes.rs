//! Extreme numbers in good documents: the bytes choose a position, config or map of the game, some of its numbers, and what
//! stands there instead. It is refused, or can be played.
#![no_main]

use serde_json::Value;
use skirmish_core::{Config, MapChoice, Rng, Setup, rollout};
use skirmish_laws::strain::{endure, extreme, numbers};

/// Steps played with what is accepted.
const STEPS: usize = 4;

skirmish_fuzz::target!(|data: &[u8], G| {
    let [kind, seed, places @ ..] = data else { return None };
    let setup = Setup::seeded(u64::from(*seed));
    let (game, mut state) = match kind % 4 {
        0 => {
            let map = &G::MAPS[usize::from(*seed) % G::MAPS.len()];
            let map = strained(serde_json::from_str(map.json).expect("shipped maps are JSON"), places);
            G::resolve(&Setup { map: Some(MapChoice::Json(map)), ..setup }).ok()?
        }
        1 => {
            let Value::Object(config) = strained(Value::Object(G::Config::default().complete()), places) else {
                return None;
            };
            G::resolve(&Setup { config, ..setup }).ok()?
        }
        _ => {
            let (game, mut state) = G::opening(u64::from(*seed) % 4, &setup).ok()?;
            rollout::game(&game, &mut state, &mut Rng::new(1), u64::from(*seed));
            let mut position = serde_json::to_value(game.position(&state)).ok()?;
            if kind % 4 == 2 {
                position["config"] = Value::Object(game.config().complete());
            }
            G::from_position(&G::read_position(&strained(position, places)).ok()?).ok()?
        }
    };
    rollout::game(&game, &mut state, &mut Rng::new(2), 2);
    endure(game, state, STEPS, u64::from(*seed));
    Some(())
});

/// A document in which each pair of bytes puts an extreme in the place of a number.
fn strained(mut document: Value, places: &[u8]) -> Value {
    let numbers = numbers(&document);
    for pair in places.chunks_exact(2).take(4) {
        if let Some(pointer) = numbers.get(usize::from(pair[0]) % numbers.len().max(1)) {
            *document.pointer_mut(pointer).expect("the pointer is the document's") = extreme(usize::from(pair[1]));
        }
    }
    document
}
