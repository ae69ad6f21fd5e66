//! Properties over damaged documents: whatever is changed in a position, map, config or action, reading it ends in a value
//! that works or in faults, never in a panic.

use proptest::prelude::*;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::rules::legal_actions;
use skirmish_core::{Check, Config, Entry, Golden, MapChoice, Orders, Rng, Setup, rollout};
use skirmish_laws::suite::{drive, position_text};

macro_rules! properties {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

                #[test]
                fn damaged_positions(seed: u64) {
                    super::damaged_position::<$game>(seed);
                }

                #[test]
                fn damaged_maps(seed: u64) {
                    super::damaged_map::<$game>(seed);
                }

                #[test]
                fn damaged_configs(seed: u64) {
                    super::damaged_config::<$game>(seed);
                }

                #[test]
                fn damaged_actions(seed: u64) {
                    super::damaged_action::<$game>(seed);
                }

                #[test]
                fn any_bytes_drive_a_game(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
                    drive::<$game>(&bytes);
                }
            }
        })*
    };
}

skirmish_games::for_each_game!(properties);

/// Replaces, removes or adds one thing somewhere in a document, `times` times.
pub(crate) fn damage(document: &mut Value, rng: &mut Rng, times: u64) {
    for _ in 0..times {
        let place = somewhere(document, rng);
        let Some(here) = document.pointer_mut(&place) else { continue };
        match here {
            Value::Object(map) if rng.chance(1, 3) && !map.is_empty() => {
                let key = map.keys().nth(rng.index(map.len())).cloned().unwrap_or_default();
                map.remove(&key);
            }
            Value::Array(items) if rng.chance(1, 2) && !items.is_empty() => {
                let copy = items[rng.index(items.len())].clone();
                if rng.chance(1, 2) { items.push(copy) } else { drop(items.pop()) }
            }
            here => *here = odd_value(here, rng),
        }
    }
}

/// A JSON pointer to some part of a document.
pub(crate) fn somewhere(document: &Value, rng: &mut Rng) -> String {
    let mut pointer = String::new();
    let mut here = document;
    for _ in 0..rng.index(5) {
        let (key, below) = match here {
            Value::Object(map) if !map.is_empty() => {
                let (key, below) = map.iter().nth(rng.index(map.len())).expect("an index below the length");
                (key.clone(), below)
            }
            Value::Array(items) if !items.is_empty() => {
                let i = rng.index(items.len());
                (i.to_string(), &items[i])
            }
            _ => break,
        };
        pointer = skirmish_core::read::join(&pointer, &key);
        here = below;
    }
    pointer
}

fn odd_value(old: &Value, rng: &mut Rng) -> Value {
    match (rng.index(9), old) {
        (0..=2, Value::Number(n)) => json!(n.as_i64().unwrap_or(0) + rng.between(-3, 3)),
        (0..=2, Value::String(s)) => json!(s.chars().rev().collect::<String>()),
        (3, _) => json!(rng.between(-(1 << 54), 1 << 54)),
        (4, _) => json!(0.5),
        (5, _) => json!(-1),
        (6, _) => json!(""),
        (7, _) => json!([]),
        (8, _) => json!({"x": 1}),
        _ => Value::Null,
    }
}

fn damaged_position<G: Golden>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (game, mut state) = G::opening(seed % 3, &Setup::seeded(seed)).expect("openings are good");
    rollout::game(&game, &mut state, &mut rng, seed % 30);
    let mut document = serde_json::to_value(game.position(&state)).expect("positions serialise");
    let times = 1 + rng.below(3);
    damage(&mut document, &mut rng, times);
    let Ok(position) = G::read_position(&document) else { return };
    let Ok((game, mut state)) = G::from_position(&position) else { return };
    let text = position_text(&game, &state);
    let again = G::read_position(&serde_json::from_str(&text).expect("JSON")).expect("own positions are read");
    let (game, loaded) = G::from_position(&again).expect("own positions load");
    assert_eq!(position_text(&game, &loaded), text);
    rollout::game(&game, &mut state, &mut rng, 6);
}

fn damaged_map<G: Golden>(seed: u64) {
    let mut rng = Rng::new(seed);
    let map = &G::MAPS[rng.index(G::MAPS.len())];
    let mut document: Value = serde_json::from_str(map.json).expect("shipped maps are JSON");
    let times = 1 + rng.below(3);
    damage(&mut document, &mut rng, times);
    let setup = Setup { map: Some(MapChoice::Json(document)), seed, ..Setup::default() };
    let Ok((game, mut state)) = G::resolve(&setup) else { return };
    rollout::game(&game, &mut state, &mut rng, 6);
}

fn damaged_config<G: Golden>(seed: u64) {
    let mut rng = Rng::new(seed);
    let complete = G::Config::default().complete();
    let mut document = Value::Object(complete.into_iter().filter(|_| rng.chance(1, 6)).collect());
    let times = 1 + rng.below(3);
    damage(&mut document, &mut rng, times);
    let Value::Object(overrides) = document else { return };
    let check = Check::new();
    let config = G::Config::overridden(&overrides, "", &check);
    if check.finish(()).is_err() {
        return;
    }
    assert_eq!(G::Config::overridden(&config.differences(), "", &Check::new()), config);
    let Ok((game, mut state)) = G::resolve(&Setup { config: overrides, seed, ..Setup::default() }) else { return };
    rollout::game(&game, &mut state, &mut rng, 6);
}

fn damaged_action<G: Golden>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (game, mut state) = G::opening(seed % 3, &Setup::seeded(seed)).expect("openings are good");
    rollout::game(&game, &mut state, &mut rng, seed % 20);
    let Some(seat) = game.turn(&state).to_act.iter().next() else { return };
    let legal = legal_actions(&game, &state, seat);
    let mut list = Vec::new();
    for _ in 0..8 {
        let Some(action) = rng.choose(&legal) else { return };
        let mut document = serde_json::to_value(game.wire(action)).expect("actions serialise");
        damage(&mut document, &mut rng, 1);
        let raw = RawValue::from_string(document.to_string()).expect("JSON");
        let entry = game.parse(&raw);
        if let Entry::Action(action) = &entry {
            let wire = serde_json::value::to_raw_value(&game.wire(action)).expect("actions serialise");
            assert_eq!(game.parse(&wire), entry, "{document}");
        }
        list.push(entry);
    }
    game.step(&mut state, &Orders::of(seat, list), &mut ());
}
