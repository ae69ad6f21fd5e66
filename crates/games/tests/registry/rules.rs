//! The rules in short show every action as a line of JSON, and each of these lines is one.

use serde_json::Value;
use serde_json::value::RawValue;
use skirmish_core::{Entry, Game, Setup};

macro_rules! rules {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(#[test]
        fn $name() {
            actions_in_the_rules_are_actions::<$game>();
        })*
    };
}

skirmish_games::for_each_game!(rules);

/// Orders of `zords` that no seat gives.
const OF_THE_CLOCK: [&str; 4] = ["advance", "join", "retire", "clock_shift"];

fn actions_in_the_rules_are_actions<G: Game>() {
    let (game, _) = G::resolve(&Setup::seeded(1)).expect("a game");
    let mut shown = Vec::new();
    for line in G::RULES.split('`').filter(|text| text.starts_with("{\"do\":")) {
        let raw: &RawValue = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(matches!(game.parse(raw), Entry::Action(_)), "{}: {line} is no action", G::ID);
        let action: Value = serde_json::from_str(line).expect("JSON");
        shown.push(action["do"].as_str().expect("a verb").to_string());
    }
    let schema = skirmish_core::schema::written::<G::Wire>();
    let verbs = verbs(&schema);
    assert!(verbs.len() > 3, "{}: {verbs:?}", G::ID);
    for verb in verbs {
        assert!(shown.contains(&verb) || OF_THE_CLOCK.contains(&&*verb), "{}: the rules do not show {verb}", G::ID);
    }
}

/// The values of `do` that a schema of actions allows.
fn verbs(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(map) => {
            let own = map.get("properties").and_then(|of| of["do"]["const"].as_str()).map(String::from);
            own.into_iter().chain(map.values().flat_map(verbs)).collect()
        }
        Value::Array(list) => list.iter().flat_map(verbs).collect(),
        _ => Vec::new(),
    }
}
