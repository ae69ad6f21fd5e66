//! Goldens: readable playthroughs, replays and counts that change only when behaviour does.
//!
//! `./test --bless` rewrites them; the difference is reviewed like code, and a change of behaviour bumps the game's
//! version.

use crate::small;
use serde_json::Value;
use skirmish_core::hash::mix;
use skirmish_core::replay::{About, AnyPlayback, Playback, Recording, Salt, Wrong, verify};
use skirmish_core::{Absence, Golden, Orders, Rng, Seat, Seed, Table};
use skirmish_laws::perft::recount;
use skirmish_laws::playthrough::playthrough;
use skirmish_laws::suite::{position_text, some_orders};
use std::path::PathBuf;

macro_rules! goldens {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            #[test]
            fn playthrough_is_golden() {
                super::playthrough_is_golden::<$game>();
            }

            #[test]
            fn replay_is_golden() {
                super::replay_is_golden::<$game>();
            }

            #[test]
            fn a_replay_of_format_2_is_still_proved() {
                super::a_replay_of_format_2_is_still_proved::<$game>();
            }

            #[test]
            fn counts_are_golden() {
                super::counts_are_golden::<$game>();
            }
        })*
    };
}

skirmish_games::for_each_game!(goldens);

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(name)
}

fn blessing() -> bool {
    std::env::var_os("SKIRMISH_BLESS").is_some()
}

fn compare(name: &str, now: &str) {
    if blessing() {
        std::fs::write(path(name), now).unwrap();
    }
    let golden = std::fs::read_to_string(path(name)).unwrap_or_else(|e| panic!("{name}: {e}; make it: ./test --bless"));
    if let Some((i, (old, new))) = golden.lines().zip(now.lines()).enumerate().find(|(_, (old, new))| old != new) {
        panic!("{name} line {}:\n  golden: {old}\n  now:    {new}\nremake it: ./test --bless", i + 1);
    }
    assert_eq!(golden.len(), now.len(), "{name} has another length; remake it: ./test --bless");
}

fn playthrough_is_golden<G: Golden>() {
    compare(&format!("{}.playthrough.txt", G::ID), &playthrough(small::start::<G>(), 7, 14));
}

/// The golden replay was recorded by an earlier program. It must still verify, or name another version.
fn replay_is_golden<G: Golden>() {
    let name = format!("{}.replay.jsonl", G::ID);
    let golden = std::fs::read_to_string(path(&name));
    let stale = match golden.as_deref().map(verify::<G>) {
        Ok(Ok(steps)) => {
            assert!(steps > 5);
            false
        }
        Ok(Err(Wrong::OtherVersion { .. } | Wrong::OtherFormat { .. })) | Err(_) => true,
        Ok(Err(wrong)) => {
            panic!("{name}: {wrong}\nThe behaviour of {} has changed: bump its VERSION, then ./test --bless", G::ID)
        }
    };
    if stale && blessing() {
        std::fs::write(path(&name), record::<G>()).unwrap();
    } else {
        assert!(!stale, "{name} is missing or of another version; make it: ./test --bless");
    }
}

/// Its draws and its seats' numbers were made in another way. These goldens are never remade.
fn a_replay_of_format_2_is_still_proved<G: Golden>() {
    let text = std::fs::read_to_string(path(&format!("{}.replay-2.jsonl", G::ID))).unwrap();
    assert!(text.starts_with("{\"skirmish\":2,"));
    assert!(verify::<G>(&text).unwrap() > 5);
    let mut playback = Playback::<G>::open(text).unwrap();
    let number = playback.ending().unwrap().seed;
    let seat = Seat(0);
    assert_eq!(playback.table().seed().of_seat(seat), mix(number ^ mix(1)));
    // Playing on from it writes a replay in the present format.
    assert_eq!(Box::new(playback).fork().seed(), Seed::new(number));
}

/// A random game on a small board, with bad entries and now and then an absence.
fn record<G: Golden>() -> String {
    let (game, state) = small::start::<G>();
    let mut table = Table::new(game, state);
    let about = About { id: "golden".into(), players: Vec::new(), sandbox: Value::Null, salt: Salt([5; 16]) };
    let (recording, header) = Recording::begin(&table, &about, 5.into(), None);
    let mut records = vec![header];
    let mut rng = Rng::new(11);
    for step in 0..200 {
        let turn = table.turn();
        let Some(seat) = turn.to_act.iter().next() else { break };
        let mut orders = some_orders(&table, &mut rng);
        if step == 9 {
            orders = Orders::new();
            orders.absent(seat, Absence::Late);
        }
        table.step(&orders);
        let mut record = String::new();
        recording.step(&table, &orders, &mut record);
        records.push(record);
    }
    let void = (!table.turn().is_over()).then(|| "stopped after 200 steps".into());
    records.push(recording.ending(&table, void));
    records.join("\n") + "\n"
}

fn counts_are_golden<G: Golden>() {
    let name = format!("{}.perft", G::ID);
    let golden = std::fs::read_to_string(path(&name)).unwrap_or_default();
    let text = if golden.is_empty() && blessing() { counted::<G>() } else { golden };
    assert!(text.contains("perft "), "{name} is missing; make it: ./test --bless");
    compare(&name, &recount::<G>(&text).unwrap_or_else(|e| panic!("{name}: {e}")));
}

/// The small start and a position from the middle of a random game, to be counted.
fn counted<G: Golden>() -> String {
    let (game, mut state) = small::count_start::<G>();
    let mut text = String::from("# Orders and distinct successors by depth, one ply being one step.\n");
    let mut block = |name: &str, state: &G::State, depths: &[u32]| {
        text.push_str(&format!("\nid {name}\nposition {}\n", position_text(&game, state)));
        depths.iter().for_each(|depth| text.push_str(&format!("perft {depth} 0 0\n")));
    };
    block("start", &state, &[1, 2]);
    let mut rng = Rng::new(3);
    for _ in 0..6 {
        let mut next = state.clone();
        skirmish_core::rollout::step(&game, &mut next, &mut rng);
        if game.turn(&next).is_over() {
            break;
        }
        state = next;
    }
    block("middle", &state, &[1]);
    text
}
