//! Properties of the lists of faults: each names everything that is wrong at once, in form and in value, but no fault
//! that only follows from another.

use crate::properties::{damage, somewhere};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use skirmish_core::{Config, Faults, Game, Golden, MapChoice, Rng, Setup, rollout};

macro_rules! properties {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

                #[test]
                fn of_positions(seed: u64) {
                    super::of_positions::<$game>(seed);
                }

                #[test]
                fn of_maps(seed: u64) {
                    super::of_maps::<$game>(seed);
                }

                #[test]
                fn of_configs(seed: u64) {
                    super::of_configs::<$game>(seed);
                }
            }
        })*
    };
}

skirmish_games::for_each_game!(properties);

/// How many times each document is broken.
const BREAKS: usize = 8;

/// Where the faults of a document are.
fn places<T>(read: Result<T, Faults>) -> Vec<String> {
    read.err().iter().flat_map(|faults| faults.list()).map(|fault| fault.pointer.clone()).collect()
}

/// Puts something of no allowed type at some place in a document, and gives the place. A list of plain values, such as a
/// pair of coordinates, may be named as a whole, so that it is the place of its elements.
fn broken(document: &Value, rng: &mut Rng) -> (Value, String) {
    let mut broken = document.clone();
    let place = somewhere(document, rng);
    let Some(here) = broken.pointer_mut(&place) else { panic!("{place} is in the document") };
    let plain = !here.is_object() && !here.is_array();
    *here = if plain { json!([[]]) } else { json!(-0.5) };
    let around = place.rsplit_once('/').map(|(around, _)| around).filter(|_| plain);
    let list = around.filter(|around| document.pointer(around).is_some_and(Value::is_array));
    (broken, list.unwrap_or(&place).into())
}

fn is_at(place: &str, fault: &str) -> bool {
    fault.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A good document that is broken in one place has one fault, and that is there.
fn breaks_are_named_alone(good: &Value, rng: &mut Rng, faults: impl Fn(&Value) -> Vec<String>) {
    assert_eq!(faults(good), [""; 0]);
    for _ in 0..BREAKS {
        let (bad, place) = broken(good, rng);
        let found = faults(&bad);
        assert!(found.len() == 1 && is_at(&place, &found[0]), "{place} is broken, not {found:?}");
    }
}

/// Whatever is wrong with a document already: breaking one more place adds no fault elsewhere.
fn breaks_add_nothing_elsewhere(document: &Value, rng: &mut Rng, faults: impl Fn(&Value) -> Vec<String>) {
    let before = faults(document);
    for _ in 0..BREAKS {
        let (bad, place) = broken(document, rng);
        let new: Vec<_> = faults(&bad).into_iter().filter(|fault| !before.contains(fault)).collect();
        assert!(new.iter().all(|fault| is_at(&place, fault)), "{new:?} after breaking {place}, beside {before:?}");
    }
}

/// An unknown key hides no other fault and adds none but its own.
fn surplus_hides_nothing(document: &Value, pointer: &str, faults: impl Fn(&Value) -> Vec<String>) {
    let Value::Object(map) = document else { return };
    let mut more = map.clone();
    more.insert("surplus".into(), json!(0));
    let mut found = faults(&Value::Object(more));
    let mut wanted = faults(document);
    wanted.push(pointer.into());
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
}

fn of_positions<G: Golden>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (game, mut state) = G::opening(seed % 3, &Setup::seeded(seed)).expect("openings are good");
    rollout::game(&game, &mut state, &mut rng, seed % 30);
    let mut document = serde_json::to_value(game.position(&state)).expect("positions serialise");
    let faults = |json: &Value| places(G::read_position(json).and_then(|position| G::from_position(&position)));
    breaks_are_named_alone(&document, &mut rng, faults);
    let times = 1 + rng.below(4);
    damage(&mut document, &mut rng, times);
    surplus_hides_nothing(&document, "/surplus", faults);
    breaks_add_nothing_elsewhere(&document, &mut rng, faults);
}

fn of_maps<G: Game>(seed: u64) {
    let mut rng = Rng::new(seed);
    let map = &G::MAPS[rng.index(G::MAPS.len())];
    let mut document: Value = serde_json::from_str(map.json).expect("shipped maps are JSON");
    let faults = |json: &Value| {
        places(G::resolve(&Setup { map: Some(MapChoice::Json(json.clone())), seed, ..Setup::default() }))
    };
    let times = 1 + rng.below(4);
    damage(&mut document, &mut rng, times);
    breaks_add_nothing_elsewhere(&document, &mut rng, faults);
}

fn of_configs<G: Game>(seed: u64) {
    let mut rng = Rng::new(seed);
    let complete: Map<String, Value> =
        G::Config::default().complete().into_iter().filter(|_| rng.chance(1, 3)).collect();
    let mut document = Value::Object(complete);
    let faults = |json: &Value| match json {
        Value::Object(overrides) => places(G::read_config(overrides)),
        _ => vec![String::new()],
    };
    breaks_are_named_alone(&document, &mut rng, faults);
    let times = 1 + rng.below(4);
    damage(&mut document, &mut rng, times);
    surplus_hides_nothing(&document, "/surplus", faults);
    breaks_add_nothing_elsewhere(&document, &mut rng, faults);
}
