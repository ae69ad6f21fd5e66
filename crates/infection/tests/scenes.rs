//! Scenes show the whole game, and stay small.

mod scene;

use scene::position;
use serde_json::{Value, json};
use skirmish_core::arena;
use skirmish_core::scene::{Change, EffectKind, Item, Layer, Scene, Shape, Tale};
use skirmish_core::show::show;
use skirmish_core::{BotEntry, Documents, Setup, Table, Viewer};
use skirmish_infection::Infection;
use skirmish_infection::event::Event;
use std::collections::{BTreeSet, HashSet};

fn draw(position: &Value) -> Scene {
    let position = Infection::read_position(position).unwrap_or_else(|faults| panic!("{faults}"));
    let (game, state) = Infection::from_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
    Table::new(game, state).scene(Viewer::Omniscient)
}

fn item<'a>(scene: &'a Scene, id: &str) -> &'a Item {
    scene.items.iter().find(|item| item.id == id).unwrap_or_else(|| panic!("no item {id}"))
}

fn fact<'a>(item: &'a Item, label: &str) -> Option<&'a str> {
    item.facts.iter().find(|fact| fact.0 == label).map(|fact| fact.1.as_str())
}

/// Plays a match and shows each step: the scenes before and after, the events and their tales.
fn watch(n: u64, names: [&str; 2], mut see: impl FnMut(&Scene, &Scene, &[Event], &[Tale])) -> i64 {
    let (game, state) = Infection::opening(n, &Setup::default()).unwrap();
    let mut table = Table::new(game, state);
    let entries = names.map(|name| BotEntry::<Infection>::find(name).unwrap());
    let mut bots = arena::seat_bots(&table, &entries, 7);
    let mut before = table.scene(Viewer::Omniscient);
    let played = arena::play_watched(&mut table, &mut bots, 5000, |table, _| {
        let after = table.scene(Viewer::Omniscient);
        see(&before, &after, &table.record().events, &table.tales(&before, &after));
        before = after;
    });
    assert!(played.standings.over);
    played.turns
}

fn check_scene(scene: &Scene) {
    let known: HashSet<&str> = show::<Infection>().symbols.iter().map(|symbol| symbol.name).collect();
    let mut ids = HashSet::new();
    let [left, top, width, height] = scene.frame;
    for item in &scene.items {
        assert!(ids.insert(&item.id), "{} twice", item.id);
        assert!((left..=left + width).contains(&item.at[0]) && (top..=top + height).contains(&item.at[1]));
        if let Shape::Symbol(name) = item.shape {
            assert!(known.contains(name), "no symbol {name}");
        }
        assert!(item.badges.iter().all(|badge| badge.symbol.is_some_and(|name| known.contains(name))));
        assert!(item.bars.iter().all(|bar| 0 < bar.value && bar.value <= bar.most));
        if item.layer == Layer::Unit {
            let id: i64 = item.id.parse().expect("units have numbers");
            assert!(item.title.ends_with(&format!(" {id}")) && item.seat.is_some());
        }
        if let Some([x, y]) = item.cell {
            let [cx, cy] = scene.grid.centre(x, y);
            let off = (item.at[0] - cx).abs().max((item.at[1] - cy).abs());
            assert!(off < 0.5 && !item.title.is_empty() && !item.facts.is_empty(), "{item:?}");
        }
    }
    let charts: Vec<(&str, u8)> = scene.gauges.iter().map(|gauge| (gauge.chart, gauge.seat)).collect();
    let expected = [
        ("score", 0),
        ("score", 1),
        ("units", 0),
        ("units", 1),
        ("health", 0),
        ("ready to attack", 0),
        ("ready to attack", 1),
    ];
    assert_eq!(charts, expected);
}

#[test]
fn scenes_of_whole_matches_are_sound_and_their_differences_small() {
    let mut longest = 0;
    for (n, names) in [(0, ["medium", "strong"]), (3, ["strong", "medium"])] {
        let mut bytes = 0;
        let turns = watch(n, names, |before, after, _, tales| {
            check_scene(after);
            assert_eq!(before.frame, after.frame);
            bytes += serde_json::to_string(&Change::between(before, after)).unwrap().len();
            bytes += serde_json::to_string(tales).unwrap().len();
        });
        assert!(bytes < 1_000_000, "{bytes} bytes for {turns} turns");
        longest = longest.max(turns);
    }
    assert_eq!(longest, 200);
}

#[test]
fn the_first_scene_is_small() {
    for n in 0..4 {
        let (game, state) = Infection::opening(n, &Setup::default()).unwrap();
        let scene = Table::new(game, state).scene(Viewer::Omniscient);
        check_scene(&scene);
        let bytes = serde_json::to_string(&scene).unwrap().len();
        assert!(bytes < 160_000, "opening {n}: {bytes} bytes");
    }
}

#[test]
fn counters_and_damage_are_shown() {
    let units = [(0, "zombie", 5, 5), (1, "zombie", 20, 20), (7, "medic", 9, 9), (8, "normal", 30, 30)];
    let obstacles = [(2, 2, '#'), (3, 2, '#'), (4, 2, 'T'), (5, 2, '='), (6, 2, ','), (7, 2, '~')];
    let mut position = position(2, "ability", &units, &obstacles);
    position["units"][0]["stun_wait"] = json!(2);
    position["units"][2]["attack_wait"] = json!(7);
    position["units"][2]["ability_wait"] = json!(1);
    position["damaged"] = json!([{"x": 3, "y": 2, "durability": 1}, {"x": 4, "y": 2, "durability": 1}]);
    let scene = draw(&position);
    check_scene(&scene);
    let signs = |id| item(&scene, id).badges.iter().map(|b| (b.symbol.unwrap(), b.text.clone())).collect::<Vec<_>>();

    let (stunned, awake) = (item(&scene, "0"), item(&scene, "1"));
    assert_eq!(signs("0"), [("stun", String::new())]);
    assert!(stunned.angle != awake.angle && awake.badges.is_empty());
    assert_eq!(fact(stunned, "stunned"), Some("2 turns"));

    let medic = item(&scene, "7");
    assert_eq!(signs("7"), [("aim", "7".to_owned()), ("cog", "1".to_owned())]);
    assert_eq!([fact(medic, "attack"), fact(medic, "heal")], [Some("in 7 turns"), Some("in 1 turn")]);
    assert_eq!((fact(medic, "health"), medic.bars[0].value), (Some("2 of 10"), 2));
    assert_eq!((fact(item(&scene, "8"), "attack"), item(&scene, "8").bars.len()), (Some("ready"), 0));

    let looks = ["c2,2", "c3,2", "c4,2", "c5,2", "c6,2"].map(|id| item(&scene, id).shape.clone());
    assert_eq!(looks, ["wall", "wall-cracked", "tree-cracked", "barricade", "debris"].map(Shape::Symbol));
    assert_eq!(fact(item(&scene, "c3,2"), "durability"), Some("1 of 3"));
    assert_eq!((item(&scene, "c2,2").bars.len(), item(&scene, "c3,2").bars.len()), (0, 1));
    assert!(scene.items.iter().any(|item| item.id == "water"));

    assert_eq!(scene.sides.iter().map(|side| side.score.as_str()).collect::<Vec<_>>(), ["12", "198"]);
    assert_eq!(scene.status[1].1, "humans heal and build");
}

#[test]
fn a_crowd_on_one_cell_can_be_told_apart() {
    for count in 1..40 {
        let units: Vec<_> = (0..count).map(|id| (id, if id % 3 == 0 { "zombie" } else { "normal" }, 4, 4)).collect();
        let scene = draw(&position(1, "move", &units, &[]));
        check_scene(&scene);
        let places: BTreeSet<[i64; 2]> =
            (0..count).map(|id| item(&scene, &id.to_string()).at.map(|place| (place * 1000.0) as i64)).collect();
        assert_eq!(places.len(), count as usize);
    }
}

#[test]
fn every_event_is_told() {
    let mut seen = BTreeSet::new();
    for (n, names) in [(0, ["medium", "medium"]), (5, ["weak", "strong"])] {
        watch(n, names, |before, after, events, tales| {
            assert_eq!(events.len(), tales.len());
            let known: HashSet<&str> = before.items.iter().chain(&after.items).map(|item| item.id.as_str()).collect();
            for (event, tale) in events.iter().zip(tales) {
                let kind = serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned();
                assert!(tale.text.ends_with('.') && tale.text.len() < 80, "{}", tale.text);
                assert!(tale.about.iter().all(|id| known.contains(id.as_str())), "{tale:?}");
                assert_eq!(tale.at.is_some(), !tale.about.is_empty(), "{tale:?}");
                let everyday = matches!(event, Event::Moved { .. } | Event::Turn { .. });
                assert_eq!(tale.effects.is_empty(), everyday || matches!(event, Event::Over { .. }), "{tale:?}");
                assert!(!everyday || tale.key.is_none());
                if let Event::Infected { unit } = event {
                    let died = item(after, &unit.to_string()).at;
                    assert_eq!(tale.key, Some("infection"));
                    assert!(tale.effects.iter().any(|e| e.kind == EffectKind::Burst && e.from == died), "{tale:?}");
                    assert!(!tale.text.starts_with("Zombie"), "{}", tale.text);
                }
                seen.insert(kind);
            }
        });
    }
    let all = ["bitten", "broke", "built", "healed", "infected", "moved", "over", "picked", "shot", "turn"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}
