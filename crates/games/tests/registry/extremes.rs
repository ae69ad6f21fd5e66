//! Extreme numbers at every place in a document that holds a number: it is refused, or played without a panic, with
//! bounded memory and work.

use crate::allocations::largest;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use skirmish_core::rules::legal_actions;
use skirmish_core::{Config, Golden, MapChoice, Rng, Setup, rollout};
use skirmish_laws::strain::{EXTREMES, endure, extreme, numbers};
use skirmish_laws::vectors;

macro_rules! extremes {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            use super::*;

            #[test]
            fn in_positions() {
                super::in_positions::<$game>();
            }

            #[test]
            fn in_configs() {
                super::in_configs::<$game>();
            }

            #[test]
            fn in_maps() {
                super::in_maps::<$game>();
            }

            #[test]
            fn in_vectors() {
                super::in_vectors::<$game>();
            }

            proptest! {
                #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

                #[test]
                fn in_several_places(seed: u64) {
                    super::in_several_places::<$game>(seed);
                }
            }
        })*
    };
}

skirmish_games::for_each_game!(extremes);

/// No list, board or buffer of a game is larger than this, whatever its numbers say.
const MOST_BYTES: usize = 64 << 20;

/// Steps played with each document that is accepted.
const STEPS: usize = 2;

/// Positions with something in them: the start, and two later moments of random play.
fn positions<G: Golden>() -> Vec<Value> {
    let sample = |(opening, steps)| {
        let (game, mut state) = G::opening(opening, &Setup::seeded(1)).expect("openings are good");
        rollout::game(&game, &mut state, &mut Rng::new(opening), steps);
        serde_json::to_value(game.position(&state)).expect("positions serialise")
    };
    [(0, 0), (1, 7), (2, 40)].map(sample).to_vec()
}

/// Every document that one number in `document` makes with an extreme, and what was changed.
fn with_extremes(document: &Value) -> impl Iterator<Item = (Value, String)> + '_ {
    numbers(document).into_iter().flat_map(move |pointer| {
        (0..EXTREMES.len()).map(move |n| {
            let mut changed = document.clone();
            *changed.pointer_mut(&pointer).expect("the pointer is the document's") = extreme(n);
            (changed, format!("{pointer} = {}", EXTREMES[n]))
        })
    })
}

/// Does something with a document within bounds of memory, and says where it went wrong.
fn within_bounds(what: &str, work: impl FnOnce()) {
    struct Naming<'a>(&'a str);
    impl Drop for Naming<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("with {}", self.0);
            }
        }
    }
    let _naming = Naming(what);
    // A test that hangs shows here what it was doing.
    println!("{what}");
    let bytes = largest(work);
    assert!(bytes <= MOST_BYTES, "{what}: {bytes} bytes at once");
}

/// Plays a position, if it is one. True if it is.
fn play<G: Golden>(document: &Value) -> bool {
    let Ok(position) = G::read_position(document) else { return false };
    let Ok((game, state)) = G::from_position(&position) else { return false };
    endure(game, state, STEPS, 1);
    true
}

fn in_positions<G: Golden>() {
    let mut played = 0;
    for document in positions::<G>() {
        for (changed, what) in with_extremes(&document) {
            within_bounds(&what, || played += usize::from(play::<G>(&changed)));
        }
    }
    assert!(played > 20, "{played} positions were played");
}

/// The numbers of a config, each with extremes and with the ends of its own range.
fn in_configs<G: Golden>() {
    let schema = G::Config::schema();
    let mut played = 0;
    for (key, default) in G::Config::default().complete() {
        let property = &schema["properties"][&key];
        let ends = ["minimum", "maximum"].into_iter().filter_map(|end| property.get(end)).cloned();
        let document = json!({ key.clone(): default });
        let extremes = with_extremes(&document).map(|(changed, _)| changed);
        for changed in ends.map(|end| json!({ key.clone(): end })).chain(extremes) {
            let Value::Object(config) = &changed else { continue };
            let setup = Setup { config: config.clone(), seed: 3, ..Setup::default() };
            within_bounds(&changed.to_string(), || {
                let start = if played % 2 == 0 { G::resolve(&setup) } else { G::opening(1, &setup) };
                if let Ok((game, state)) = start {
                    endure(game, state, STEPS, 1);
                    played += 1;
                }
            });
        }
    }
    assert!(played > 20, "{played} configs were played");
}

fn in_maps<G: Golden>() {
    let mut read = 0;
    for map in G::MAPS {
        let document: Value = serde_json::from_str(map.json).expect("shipped maps are JSON");
        for (changed, what) in with_extremes(&document) {
            within_bounds(&format!("{}: {what}", map.name), || {
                let setup = Setup { map: Some(MapChoice::Json(changed)), seed: 3, ..Setup::default() };
                if let Ok((game, state)) = G::resolve(&setup) {
                    endure(game, state, STEPS, 1);
                }
                read += 1;
            });
        }
    }
    assert!(read > 20, "{read} maps were read");
}

/// Lines of golden vectors: their positions, groups and actions.
fn in_vectors<G: Golden>() {
    for document in positions::<G>() {
        let line = line::<G>(&document);
        for (changed, what) in with_extremes(&line) {
            within_bounds(&what, || drop(vectors::run::<G>(&changed.to_string())));
        }
    }
}

/// A line with one group of some legal actions. It need not hold; it must be read and played.
fn line<G: Golden>(position: &Value) -> Value {
    let (game, mut state) = vectors::load::<G>(position).unwrap_or_else(|e| panic!("{e}"));
    let mut rng = Rng::new(2);
    let groups: Vec<Value> = game
        .turn(&state)
        .to_act
        .iter()
        .map(|seat| {
            let mut actions = Vec::new();
            while actions.len() < 12
                && let Some(&action) = rng.choose(&legal_actions(&game, &state, seat))
                && game.act(&mut state, seat, &action, &mut ()).is_ok()
            {
                actions.push(serde_json::to_value(game.wire(&action)).expect("actions serialise"));
            }
            json!({"seat": game.seats(&state)[seat.index()], "turn": 1, "time": 1, "actions": actions})
        })
        .collect();
    json!({"name": "strained", "before": position, "actions": groups, "rejected": [{"index": 0}], "after": position})
}

/// Several extremes at once, in the position, its config, or both.
fn in_several_places<G: Golden>(seed: u64) {
    let mut rng = Rng::new(seed);
    let (game, mut state) = G::opening(seed % 3, &Setup::seeded(seed)).expect("openings are good");
    rollout::game(&game, &mut state, &mut rng, seed % 30);
    let mut document = serde_json::to_value(game.position(&state)).expect("positions serialise");
    let config: Map<String, Value> = game.config().complete().into_iter().filter(|_| rng.chance(1, 4)).collect();
    if rng.chance(1, 2) {
        document["config"] = Value::Object(config);
    }
    let places = numbers(&document);
    for _ in 0..1 + rng.index(3) {
        let Some(place) = rng.choose(&places) else { continue };
        *document.pointer_mut(place).expect("the pointer is the document's") = extreme(rng.index(EXTREMES.len()));
    }
    within_bounds(&document.to_string(), || {
        play::<G>(&document);
    });
}
