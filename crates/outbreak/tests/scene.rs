//! Pictures: everything is in them once, where it is, and in a drawing that exists; every event has its words.

mod common;

use common::{each_step, full_position, lively};
use skirmish_core::scene::{EffectKind, Layer, Scene, Shape};
use skirmish_core::show::show;
use skirmish_core::{Documents, Seat, Setup, Table, Viewer};
use skirmish_outbreak::{Event, Outbreak, View};
use std::collections::{BTreeSet, HashSet};

const VIEWERS: [Viewer; 3] = [Viewer::Omniscient, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];

fn has_symbol(name: &str) -> bool {
    show::<Outbreak>().symbols.iter().any(|symbol| symbol.name == name)
}

fn check(scene: &Scene) {
    let [left, top, width, height] = scene.frame;
    let mut ids = HashSet::new();
    for item in &scene.items {
        assert!(ids.insert(&item.id), "{} is there twice", item.id);
        if let Shape::Symbol(name) = item.shape {
            assert!(has_symbol(name), "there is no drawing {name}");
        }
        for badge in &item.badges {
            assert!(badge.symbol.is_none_or(has_symbol), "{badge:?}");
        }
        let [x, y] = item.at;
        assert!((left..left + width).contains(&x) && (top..top + height).contains(&y), "{} is outside", item.id);
        if let Some([cell_x, cell_y]) = item.cell {
            let [cx, cy] = scene.grid.centre(cell_x, cell_y);
            assert!((x - cx).hypot(y - cy) < 0.5, "{} is not in its hex", item.id);
            assert!(!item.title.is_empty() && !item.facts.is_empty(), "{}", item.id);
        }
        let is_number = item.id.parse::<i64>().is_ok();
        assert!(is_number || item.id.starts_with(|c: char| c.is_ascii_alphabetic()), "{}", item.id);
    }
    assert_eq!(scene.sides.iter().map(|side| side.seat).collect::<Vec<_>>(), [0, 1]);
    let charts: Vec<_> = scene.gauges.iter().map(|gauge| (gauge.chart, gauge.seat)).collect();
    assert_eq!(charts, [("units", 0), ("units", 1), ("health", 0), ("health", 1), ("rounds", 0), ("scent", 1)]);
}

fn view(table: &Table<Outbreak>, viewer: Viewer) -> View {
    let mut view = View::default();
    table.look(viewer, &mut view);
    view
}

#[test]
fn everything_that_is_told_is_shown_once() {
    each_step(&lively(), "medium", 120, |table| {
        for viewer in VIEWERS {
            let (scene, view) = (table.scene(viewer), view(table, viewer));
            check(&scene);
            let shown: HashSet<&str> = scene.items.iter().map(|item| item.id.as_str()).collect();
            let things = view.humans.iter().map(|thing| thing.id).chain(view.zombies.iter().map(|thing| thing.id));
            let things = things.chain(view.walls.iter().map(|thing| thing.id));
            let things = things.chain(view.crates.iter().flatten().map(|thing| thing.id));
            let drops = view.drops.iter().flatten().map(|drop| format!("d{}", drop.id));
            for id in things.map(|id| id.to_string()).chain(drops) {
                assert!(shown.contains(id.as_str()), "{id} is not shown");
            }
        }
    });
}

#[test]
fn a_full_board_shows_states_and_crowds() {
    let position = Outbreak::read_position(&full_position()).unwrap_or_else(|faults| panic!("{faults}"));
    let (game, state) = Outbreak::from_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
    let table = Table::new(game, state);
    let scene = table.scene(Viewer::Omniscient);
    check(&scene);
    let find = |id: &str| scene.items.iter().find(|item| item.id == id).unwrap_or_else(|| panic!("no {id}"));
    let first = table.state.humans()[0].id;
    let human = find(&first.to_string());
    // Neither rounds nor idle time: two signs, two bars.
    assert_eq!((human.badges.len(), human.bars.len(), human.seat), (2, 2, Some(0)));
    assert_eq!(human.title, format!("Human {first}"));
    assert_eq!(find("crowd0,1").label, "6");
    let zombie = find(&(first + 2).to_string());
    // Facing 4 looks down to the left.
    assert_eq!((zombie.angle, zombie.scale < 0.6), (-210.0, true));
    assert!(scene.items.iter().any(|item| item.id == format!("scent{}", first + 2)));
    let drop = find(&format!("d{}", first + 8));
    assert_eq!((drop.badges[0].text.as_str(), drop.layer), ("3", Layer::Top));
    for zone in ["west", "north", "east", "south"] {
        find(&format!("next-{zone}"));
    }
    // Zombies are told of no crates and no drops, humans of no zones.
    let [humans, zombies] = [0, 1].map(|i| table.scene(Viewer::Seat(Seat(i))));
    let ids = |scene: &Scene| scene.items.iter().map(|item| item.id.clone()).collect::<HashSet<_>>();
    assert!(ids(&humans).contains(&drop.id) && !ids(&zombies).contains(&drop.id));
    assert!(!ids(&humans).contains("next-west") && ids(&zombies).contains("next-west"));
    assert!(zombies.items.iter().all(|item| !item.title.starts_with("Crate")));
}

#[test]
fn what_is_remembered_is_faint_and_what_is_unseen_lies_in_mist() {
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let table = Table::new(game, state);
    let all = table.scene(Viewer::Omniscient);
    let start = table.scene(Viewer::Seat(Seat(0)));
    let solid = |scene: &Scene, kind: &str, solid: bool| {
        scene.items.iter().filter(|item| item.title.starts_with(kind) && (item.opacity == 1.0) == solid).count()
    };
    assert_eq!((solid(&all, "Wall", true), solid(&all, "Crate", true)), (84, 12));
    assert_eq!((solid(&start, "Wall", false), solid(&start, "Crate", false)), (84, 12));
    let mut misty = 0;
    each_step(&lively(), "medium", 40, |table| {
        let scene = table.scene(Viewer::Seat(Seat(0)));
        if let Some(mist) = scene.items.iter().find(|item| item.id == "mist") {
            assert_eq!(mist.layer, Layer::Area);
            assert!(solid(&scene, "Wall", true) > 0 && solid(&scene, "Wall", false) > 0);
            misty += 1;
        }
        assert!(table.scene(Viewer::Omniscient).items.iter().all(|item| item.id != "mist"));
    });
    assert!(misty > 30, "{misty}");
}

#[test]
fn neighbours_are_one_apart_and_lie_as_the_rulebook_draws_them() {
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let grid = Table::new(game, state).scene(Viewer::Omniscient).grid;
    let at = |x, y| grid.centre(x, y);
    for (x, y) in [(1, 0), (0, 1), (-1, 1)] {
        let [dx, dy] = at(x, y);
        assert!((dx.hypot(dy) - 1.0).abs() < 1e-4);
    }
    assert!(at(1, 0)[0] > 0.0 && at(1, 0)[1] > 0.0, "+x points down to the right");
    assert!(at(0, 1)[0] > 0.0 && at(0, 1)[1] < 0.0, "+y points up to the right");
    assert!(at(-1, 1)[0].abs() < 1e-4 && at(-1, 1)[1] < 0.0, "facing 2 is up");
}

#[test]
fn every_event_is_told() {
    let mut told = BTreeSet::new();
    let mut keys = BTreeSet::new();
    for (setup, bot, steps) in [(lively(), "medium", 500), (lively(), "weak", 300), (lively(), "strong", 200)] {
        let mut before = None;
        each_step(&setup, bot, steps, |table| {
            let after = table.scene(Viewer::Omniscient);
            if let Some(before) = before.replace(after.clone()) {
                let tales = table.tales(&before, &after);
                assert_eq!(tales.len(), table.record().events.len());
                for (event, tale) in table.record().events.iter().zip(tales) {
                    let json = serde_json::json!(event);
                    told.insert(json["event"].as_str().unwrap().to_string());
                    keys.extend(tale.key);
                    assert!(tale.text.ends_with('.') && tale.text.len() < 120, "{}", tale.text);
                    let nowhere = matches!(event, Event::TurnEnded { .. } | Event::GameOver { .. });
                    assert!(nowhere || !tale.about.is_empty(), "{json}");
                    if let Event::Died { x, y, .. } = event {
                        let burst = tale.effects.iter().find(|effect| effect.kind == EffectKind::Burst).unwrap();
                        assert_eq!(burst.from, after.grid.centre((*x).into(), (*y).into()));
                    }
                    if let Event::Attacked { unit, .. } = event {
                        assert_eq!(tale.about[0], unit.to_string());
                        assert!(tale.text.starts_with("Human") || tale.text.starts_with("Zombie"), "{}", tale.text);
                    }
                }
            }
        });
    }
    for name in [
        "placed",
        "moved",
        "attacked",
        "hurt",
        "died",
        "built",
        "crate",
        "grabbed",
        "given",
        "called",
        "landed",
        "spawned",
        "turned",
        "turn_ended",
        "game_over",
    ] {
        assert!(told.contains(name), "no {name} among {told:?}");
    }
    for key in ["placing", "death", "kill", "breach", "build", "drop", "spawn", "end"] {
        assert!(keys.contains(key), "no {key} among {keys:?}");
    }
}
