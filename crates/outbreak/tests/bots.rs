//! The built-in bots: they never send what is refused, play the same game from the same seed, and rank as they should.

use serde_json::json;
use skirmish_core::arena::{Played, pair, play, seat_bots};
use skirmish_core::{BotEntry, Documents, Game, MapChoice, Setup, Table};
use skirmish_outbreak::Outbreak;

fn bot(name: &str) -> &'static BotEntry<Outbreak> {
    BotEntry::find(name).unwrap_or_else(|| panic!("no bot {name}"))
}

fn game(setup: &Setup, names: [&str; 2], seed: u64) -> Played {
    let (game, state) = Outbreak::opening(seed, setup).unwrap_or_else(|faults| panic!("{faults}"));
    let mut table = Table::new(game, state);
    let mut bots = seat_bots(&table, &names.map(bot), seed);
    play(&mut table, &mut bots, 10_000)
}

#[test]
fn the_rulebooks_names_are_known() {
    let levels =
        [("wander", "weak"), ("barricade", "medium"), ("sniff", "medium"), ("bunker", "strong"), ("horde", "strong")];
    for (alias, name) in levels {
        assert_eq!(bot(alias).name, name);
    }
    assert_eq!(Outbreak::BOTS.iter().map(|bot| bot.name).collect::<Vec<_>>(), ["weak", "medium", "strong"]);
}

#[test]
fn the_same_seed_is_the_same_game() {
    let [one, two] = [1, 1].map(|seed| game(&Setup::default(), ["medium", "medium"], seed));
    assert_eq!(one.fingerprint, two.fingerprint);
    assert_eq!((one.rejected, one.standings.over), (0, true));
}

#[test]
fn medium_bots_last_about_as_long_as_the_rulebook_says() {
    for seed in 0..4 {
        let turns = game(&Setup::default(), ["medium", "medium"], seed).turns;
        assert!((250..450).contains(&turns), "opening {seed} lasted {turns} turns");
    }
}

#[test]
fn every_level_beats_the_one_below() {
    for (better, worse) in [("strong", "medium"), ("medium", "weak")] {
        for n in [0, 7] {
            let start = Outbreak::opening(n, &Setup::default()).unwrap();
            let played = pair(&start, [bot(better), bot(worse)], n, 10_000);
            assert_eq!(played.winner(), Some(0), "{better} against {worse} on opening {n}: {:?}", played.points);
            assert!(played.games.iter().all(|game| game.rejected == 0));
        }
    }
}

#[test]
fn bots_play_under_any_config() {
    let tiny = |radius: usize| json!({"name": "tiny", "radius": radius, "rows": vec![".".repeat(2 * radius + 1); 2 * radius + 1]});
    let configs = [
        (Some(tiny(0)), json!({})),
        (Some(tiny(1)), json!({"human_count": 50})),
        (Some(tiny(3)), json!({"human_count": 0})),
        (Some(tiny(4)), json!({"human_moves": 0, "zombie_moves": 0, "spawn_rate": 9})),
        (None, json!({"human_attack_moves": 0, "human_sight": 1, "zombie_sight": 40, "zombie_attack_facing": "any"})),
        (None, json!({"max_actions": 5, "zombie_cap": 0, "drop_rate": 3, "drop_max": 9, "drop_delay": 0})),
        (
            None,
            json!({"human_attack_moves": 0, "weapons": [
                {"name": "shotgun", "ammo": 0, "delay": 0, "direct": 0, "vertical": 0, "range": 90},
                {"name": "pistol", "can_spawn_with": false}, {"name": "medical_kit", "radius": 50, "horizontal": -1},
            ]}),
        ),
    ];
    for (map, config) in configs {
        let mut config = config.as_object().unwrap().clone();
        config.insert("max_turns".into(), 30.into());
        let setup = Setup { config, map: map.map(MapChoice::Json), ..Setup::default() };
        for names in [["weak", "strong"], ["medium", "medium"], ["strong", "weak"], ["strong", "strong"]] {
            let played = game(&setup, names, 3);
            assert!(played.standings.over, "{names:?} did not finish");
            assert_eq!(played.rejected, 0, "{names:?} under {:?}", setup.config);
        }
    }
}
