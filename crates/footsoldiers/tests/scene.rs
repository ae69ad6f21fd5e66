//! Pictures and tales of played games, and of the open plane.

mod played;

use serde_json::json;
use skirmish_core::scene::{Color, EffectKind, Item, Layer, Scene, Shape};
use skirmish_core::show::show;
use skirmish_core::{Documents, Setup, Table, Viewer};
use skirmish_footsoldiers::position::SoldierEntry;
use skirmish_footsoldiers::{Event, Facing, Footsoldiers, Kind, Team, View};
use std::collections::HashSet;

fn view(table: &Table<Footsoldiers>) -> View {
    let mut view = View::default();
    table.look(Viewer::Omniscient, &mut view);
    view
}

fn item<'a>(scene: &'a Scene, id: &str) -> Option<&'a Item> {
    scene.items.iter().find(|item| item.id == id)
}

fn inside([left, top, width, height]: [f32; 4], [x, y]: [f32; 2]) -> bool {
    (left..=left + width).contains(&x) && (top..=top + height).contains(&y)
}

/// A scene of two bases and the given soldiers: id, x, y, dest_x, dest_y.
fn plane(soldiers: &[[i64; 5]]) -> Scene {
    let soldier = |[id, x, y, dest_x, dest_y]: &[i64; 5]| {
        json!({"id": id, "seat": "player1", "kind": "tank", "x": x, "y": y, "health": 5,
            "dest_x": dest_x, "dest_y": dest_y, "facing": "up"})
    };
    let position = json!({"game": "footsoldiers", "turns_remaining": 9, "next_id": 100, "rocks": [],
        "bases": [{"id": 1, "seat": "player1", "x": 5, "y": 5, "health": 40, "money": 3},
                  {"id": 2, "seat": "player2", "x": 15, "y": 5, "health": 9, "money": 300}],
        "soldiers": soldiers.iter().map(soldier).collect::<Vec<_>>()});
    let (game, state) = Footsoldiers::from_position(&Footsoldiers::read_position(&position).unwrap()).unwrap();
    Table::new(game, state).scene(Viewer::Omniscient)
}

#[test]
fn everything_is_in_the_picture_once() {
    let names: HashSet<&str> = show::<Footsoldiers>().symbols.iter().map(|symbol| symbol.name).collect();
    assert_eq!(names.len(), show::<Footsoldiers>().symbols.len());
    let mut charts = HashSet::new();
    for table in played::games().iter().flatten() {
        let (scene, view) = (table.scene(Viewer::Omniscient), view(table));
        let ids: HashSet<&str> = scene.items.iter().map(|item| item.id.as_str()).collect();
        assert_eq!(ids.len(), scene.items.len(), "an id occurs twice");
        for item in &scene.items {
            let numbered = item.id.parse::<i64>().is_ok();
            assert!(numbered || item.id.starts_with(|c: char| c.is_ascii_alphabetic()), "{}", item.id);
            if let Shape::Symbol(name) = item.shape {
                assert!(names.contains(name), "{name}");
            }
            if numbered {
                assert!(!item.title.is_empty() && !item.facts.is_empty() && inside(scene.frame, item.at));
                let [x, y] = item.cell.unwrap();
                assert_eq!(scene.grid.centre(x, y), item.at);
            }
        }
        for soldier in &view.soldiers {
            let drawn = item(&scene, &soldier.id.to_string()).unwrap();
            let angle = match soldier.facing {
                Facing::Right => 0.0,
                Facing::Down => 90.0,
                Facing::Left => 180.0,
                Facing::Up => 270.0,
            };
            assert_eq!((drawn.layer, drawn.angle, drawn.tint), (Layer::Unit, angle, Color::Seat(soldier.seat as u8)));
            assert_eq!((drawn.bars[0].value, drawn.cell), (soldier.health, Some([soldier.x, soldier.y])));
            let walks = soldier.square() != soldier.goal();
            assert_eq!(item(&scene, &format!("way-{}", soldier.id)).is_some(), walks);
            let flag = format!("flag-{}-{},{}", soldier.seat.name(), soldier.dest_x, soldier.dest_y);
            assert!(!walks || item(&scene, &flag).is_some(), "{flag}");
        }
        assert!(view.rocks.iter().all(|rock| ids.contains(rock.id.to_string().as_str())));
        for base in &view.bases {
            assert_eq!(scene.sides[base.seat as usize].score, base.health.to_string());
        }
        charts.insert(scene.gauges.iter().map(|gauge| (gauge.chart, gauge.seat)).collect::<Vec<_>>());
    }
    assert_eq!(charts.len(), 1, "the charts differ from scene to scene");
}

#[test]
fn kinds_seats_and_ruins_have_looks_of_their_own() {
    let (game, state) = Footsoldiers::resolve(&Setup::default()).unwrap();
    let mut position = game.position(&state);
    for (i, (seat, kind)) in Team::WORDS.iter().flat_map(|(_, seat)| Kind::ALL.map(|kind| (*seat, kind))).enumerate() {
        let (id, x) = (position.next_id, i as i64);
        position.next_id += 1;
        position.soldiers.push(SoldierEntry { id, seat, kind, x, y: 0, health: 1, ..SoldierEntry::default() });
    }
    position.bases[1].health = 0;
    let (game, state) = Footsoldiers::from_position(&position).unwrap();
    let scene = Table::new(game, state).scene(Viewer::Omniscient);
    let look = |id: i64| match item(&scene, &id.to_string()).unwrap().shape {
        Shape::Symbol(name) => name,
        ref other => panic!("{other:?}"),
    };
    let looks: HashSet<&str> = position.soldiers.iter().map(|soldier| look(soldier.id)).collect();
    assert_eq!(looks.len(), 6, "{looks:?}");
    assert_eq!([look(1), look(2)], ["base-1", "ruin"]);
    assert_eq!(scene.status[1].1, "player1 wins, player2's base fell");
}

#[test]
fn the_picture_widens_in_steps_and_not_for_those_who_run_away() {
    let home = plane(&[]).frame;
    let widened = |soldier: [i64; 5]| plane(&[soldier]).frame;
    assert_eq!(widened([50, 7, 7, 9, 9]), home);
    let step = widened([50, 7, 7, 21, 9]);
    assert_eq!([step[2] - home[2], step[3] - home[3]], [4.0, 0.0]);
    assert!((21..=24).all(|x| widened([50, x, 7, 9, 9]) == step));
    assert_eq!(widened([50, -1, 7, 9, 9])[..2], [home[0] - 4.0, home[1]]);

    let far = plane(&[[50, 7, 7, i32::MAX as i64, 7], [51, -4_000_000_000, 7, 7, 9]]);
    assert_eq!(far.frame, home);
    let signs = ["way-50", "beyond-50", "away-51"].map(|id| item(&far, id).unwrap());
    assert!(signs.iter().all(|sign| inside(home, sign.at)));
    assert_eq!((signs[1].angle, signs[2].angle.abs()), (0.0, 180.0));
    assert!(item(&far, "way-51").is_none() && !far.items.iter().any(|item| item.id.starts_with("flag")));
}

#[test]
fn a_map_without_measure_has_a_picture_of_bounded_size() {
    let position = json!({"game": "footsoldiers", "turns_remaining": 9, "next_id": 4,
        "rocks": [{"id": 3, "x": -1_000_000_000, "y": 9}], "soldiers": [], "config": {"max_distance_from_base": 2147483647},
        "bases": [{"id": 1, "seat": "player1", "x": 5, "y": 5, "health": 40, "money": 3},
                  {"id": 2, "seat": "player2", "x": 1_000_000_000, "y": 5, "health": 4, "money": 3}]});
    let (game, state) = Footsoldiers::from_position(&Footsoldiers::read_position(&position).unwrap()).unwrap();
    let scene = Table::new(game, state).scene(Viewer::Omniscient);
    assert!(scene.frame[2] < 300.0 && scene.items.len() < 200, "{:?}", scene.frame);
    assert!(inside(scene.frame, [5.0, 5.0]));
}

#[test]
fn every_event_is_told_where_it_happens() {
    let mut kinds = HashSet::new();
    for game in played::games() {
        for two in game.windows(2) {
            let (before, after) = (two[0].scene(Viewer::Omniscient), two[1].scene(Viewer::Omniscient));
            let tales = two[1].tales(&before, &after);
            let known = |id: &String| item(&before, id).or_else(|| item(&after, id)).is_some();
            for (event, tale) in two[1].record().events.iter().zip(&tales) {
                kinds.insert(std::mem::discriminant(event));
                assert!(tale.text.ends_with('.') && !tale.text.contains("Soldier"), "{}", tale.text);
                assert!(tale.about.iter().all(known), "{tale:?}");
                let effects: Vec<EffectKind> = tale.effects.iter().map(|effect| effect.kind).collect();
                match *event {
                    Event::Built { x, y, .. } => {
                        assert_eq!((tale.key, tale.at), (Some("build"), Some(after.grid.centre(x, y))));
                        assert_eq!(effects, [EffectKind::Ring]);
                    }
                    Event::Died { x, y, .. } => {
                        assert_eq!((tale.key, &effects[..]), (Some("death"), &[EffectKind::Burst][..]));
                        assert_eq!(tale.effects[0].from, after.grid.centre(x, y));
                    }
                    Event::Struck { .. } | Event::BaseHit { .. } if !effects.is_empty() => {
                        assert_eq!(effects, [EffectKind::Beam, EffectKind::Rise]);
                        let beam = &tale.effects[0];
                        let far = (beam.from[0] - beam.to[0]).abs() + (beam.from[1] - beam.to[1]).abs();
                        assert_eq!(far, 1.0, "{}", tale.text);
                    }
                    Event::Over { .. } => assert_eq!(tale.key, Some("end")),
                    Event::Walked { .. } | Event::Income { .. } | Event::Faced { .. } => assert_eq!(tale.key, None),
                    _ => {}
                }
            }
        }
    }
    assert!(kinds.len() >= 8, "only {} kinds of events were seen", kinds.len());
}
