//! The law suite over every game of the registry.

use skirmish_core::{Config, Game, Setup};
use skirmish_laws::suite::{Effort, actions_come_back, check};
use std::collections::BTreeSet;
use std::path::Path;

macro_rules! laws {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            use super::*;

            #[test]
            fn obeys_the_laws() {
                let seen = check::<$game>(Effort { games: 8, steps: 60 });
                assert!(seen.steps >= 60 && seen.listed > 0 && seen.refused > 0, "the suite saw too little: {seen:?}");
                super::hidden_parts_change::<$game>(&seen);
            }

            #[test]
            fn actions_are_read_as_they_are_written() {
                actions_come_back::<$game>(3);
            }

            #[test]
            fn openings_differ_and_repeat() {
                super::openings_differ_and_repeat::<$game>();
            }

            #[test]
            fn the_short_rules_name_only_real_keys() {
                super::the_short_rules_name_only_real_keys::<$game>();
            }
        })*

        /// Games that were looked at: the table itself.
        const COVERED: &[&str] = &[$(stringify!($name)),*];
    };
}

skirmish_games::for_each_game!(laws);

/// Every crate that has the shape of a game is in the registry, and so under the laws.
#[test]
fn no_game_is_missing() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let built: BTreeSet<String> = std::fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("src/stages.rs").exists())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let covered: BTreeSet<String> = COVERED.iter().map(|name| name.to_string()).collect();
    let registered: BTreeSet<String> = skirmish_games::IDS.iter().map(|id| id.to_string()).collect();
    assert_eq!(covered, built);
    assert_eq!(covered, registered);
}

/// In games that hide something, the no-leak law really changes it.
fn hidden_parts_change<G: Game>(seen: &skirmish_laws::suite::Seen) {
    match G::ID {
        "outbreak" => assert!(10 * seen.reshuffled >= 9 * seen.tried, "{seen:?}"),
        "zords" => assert_eq!(seen.reshuffled, seen.tried, "the random key is always another: {seen:?}"),
        _ => assert_eq!(seen.reshuffled, 0, "nothing is hidden: {seen:?}"),
    }
}

fn openings_differ_and_repeat<G: Game>() {
    let hash = |n| {
        let (game, state) = G::opening(n, &Setup::seeded(1)).unwrap_or_else(|e| panic!("{} opening {n}: {e}", G::ID));
        let position = serde_json::to_string(&game.position(&state)).unwrap();
        assert!(!game.turn(&state).is_over(), "{} opening {n} is over", G::ID);
        position
    };
    let all: BTreeSet<String> = (0..60).map(hash).collect();
    assert!(all.len() >= 50, "{} of 60 starts of {} are different", all.len(), G::ID);
    assert_eq!(hash(17), hash(17));
}

fn the_short_rules_name_only_real_keys<G: Game>() {
    let keys = G::Config::default().complete();
    let mut rest = G::RULES;
    let mut named = 0;
    while let Some((_, after)) = rest.split_once('{') {
        let (key, after) = after.split_once('}').expect("a brace is closed");
        // An example of JSON begins with a quote; everything else in braces is a key.
        if !key.starts_with('"') {
            assert!(keys.contains_key(key), "the rules of {} speak of {{{key}}}", G::ID);
            named += 1;
        }
        rest = after;
    }
    assert!(named > 5, "the rules of {} name {named} constants", G::ID);
}
