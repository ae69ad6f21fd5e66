//! What is to be seen.

use serde_json::{Value, json};
use skirmish_core::scene::{EffectKind, Item, Scene, Shape, Tale};
use skirmish_core::show::show;
use skirmish_core::{BotEntry, Documents, Entry, Orders, Seat, Setup, Table, Viewer, arena};
use skirmish_golems::{Action, Golems};
use std::collections::{BTreeMap, HashSet};

/// A small board: a wall at (2, 0), a zone at (0, 1); the strong one of p0 beside two of p1.
fn position() -> Value {
    let unit = |id: i64, owner: &str, at: [i64; 2], colours: [i64; 4], hp: i64| {
        let [red, green, blue, yellow] = colours;
        let turn = i64::from(owner == "p0");
        json!({"id": id, "owner": owner, "x": at[0], "y": at[1], "red": red, "green": green, "blue": blue,
               "yellow": yellow, "hp": hp, "poison": 0, "build_points": 0, "moves": 2 * turn, "actions": turn})
    };
    json!({
        "game": "golems", "width": 5, "height": 3, "rows": [".....", "O....", "..#.."], "turn": 7, "seat": "p0",
        "scores": {"p0": 3, "p1": 5}, "next_id": 9, "over": false, "winner": null, "reason": null,
        "units": [
            unit(2, "p0", [1, 1], [2, 0, 1, 1], 44), unit(3, "p1", [2, 1], [0, 1, 0, 0], 60),
            unit(5, "p1", [3, 1], [0, 1, 1, 0], 3), unit(6, "p0", [1, 2], [0, 2, 0, 1], 80),
            unit(8, "p0", [0, 1], [1, 0, 0, 0], 50),
        ]
    })
}

fn table(json: &Value) -> Table<Golems> {
    let (game, state) = Golems::from_position(&Golems::read_position(json).unwrap()).unwrap();
    Table::new(game, state)
}

fn scene(json: &Value) -> Scene {
    table(json).scene(Viewer::Omniscient)
}

fn find<'a>(scene: &'a Scene, id: &str) -> &'a Item {
    scene.items.iter().find(|item| item.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// Plays lists from the small position, one for each step, and tells all.
fn tales(json: &Value, lists: &[&[Action]]) -> Vec<Tale> {
    let mut table = table(json);
    let mut told = Vec::new();
    for list in lists {
        let before = table.scene(Viewer::Omniscient);
        table.step(&Orders::of(table.turn().to_act.iter().next().unwrap(), list.iter().copied().map(Entry::Action)));
        assert_eq!(table.record().rejections.len(), 0);
        told.extend(table.tales(&before, &table.scene(Viewer::Omniscient)));
    }
    told
}

/// What every scene must keep.
fn check(scene: &Scene) {
    let mut ids = HashSet::new();
    for item in &scene.items {
        assert!(ids.insert(&item.id), "{} occurs twice", item.id);
        if let Shape::Symbol(name) = item.shape {
            assert!(show::<Golems>().symbols.iter().any(|symbol| symbol.name == name), "no symbol {name}");
        }
        for symbol in item.badges.iter().filter_map(|badge| badge.symbol) {
            assert!(show::<Golems>().symbols.iter().any(|known| known.name == symbol), "no symbol {symbol}");
        }
        let number = item.id.parse::<i64>().is_ok();
        assert_eq!(number, item.title.contains("golem"), "{}", item.id);
        assert_eq!(!item.title.is_empty(), item.cell.is_some() && !item.facts.is_empty(), "{}", item.id);
        if let Some([x, y]) = item.cell {
            let centre = scene.grid.centre(x, y);
            assert!((0..2).all(|i| (item.at[i] - centre[i]).abs() < 0.2), "{} is not drawn on its cell", item.id);
            let [left, top, width, height] = scene.frame;
            assert!(centre[0] > left && centre[0] < left + width && centre[1] > top && centre[1] < top + height);
        }
    }
    let charts: Vec<_> = scene.gauges.iter().filter(|gauge| gauge.seat == 0).map(|gauge| gauge.chart).collect();
    assert_eq!(charts, ["score", "zones", "units", "health", "levels"]);
}

#[test]
fn played_games_are_seen_well() {
    for (seed, names) in [(1, ["medium", "strong"]), (2, ["strong", "medium"]), (5, ["weak", "strong"])] {
        let (game, state) = Golems::opening(seed, &Setup::default()).unwrap();
        let mut table = Table::new(game, state);
        let entries = names.map(|name| BotEntry::<Golems>::find(name).unwrap());
        let mut bots = arena::seat_bots(&table, &entries, seed);
        let mut before = table.scene(Viewer::Omniscient);
        while !table.turn().is_over() {
            check(&before);
            arena::play(&mut table, &mut bots, 1);
            let after = table.scene(Viewer::Omniscient);
            for tale in table.tales(&before, &after) {
                assert!(tale.text.ends_with('.') && tale.at.is_some() && !tale.about.is_empty(), "{tale:?}");
                assert!(tale.text.starts_with("p0's golem ") || tale.text.starts_with("p1's golem "), "{tale:?}");
            }
            before = after;
        }
        check(&before);
        assert!(before.status.iter().any(|fact| fact.0 == "winner"));
    }
}

#[test]
fn symbols_have_names_of_their_own_and_are_drawn() {
    let names: HashSet<_> = show::<Golems>().symbols.iter().map(|symbol| symbol.name).collect();
    assert_eq!(names.len(), show::<Golems>().symbols.len());
    let drawings: Vec<_> = show::<Golems>().symbols.iter().map(|symbol| symbol.parts).collect();
    for (i, parts) in drawings.iter().enumerate() {
        assert!(!parts.is_empty() && parts.iter().all(|mark| mark.d.starts_with('M')));
        assert!(!drawings[..i].contains(parts), "{} looks like another", show::<Golems>().symbols[i].name);
    }
}

#[test]
fn everything_about_a_golem_is_seen() {
    let plain = scene(&position());
    for (key, value) in [
        ("red", 3),
        ("green", 1),
        ("blue", 2),
        ("yellow", 0),
        ("hp", 45),
        ("poison", 1),
        ("build_points", 1),
        ("moves", 1),
        ("actions", 0),
    ] {
        let mut json = position();
        json["units"][0][key] = value.into();
        let other = scene(&json);
        assert_ne!(find(&plain, "2").facts, find(&other, "2").facts, "{key} is not told");
        let drawn = |scene: &Scene| -> Vec<Item> {
            let bare = |item: &Item| Item { facts: Vec::new(), title: String::new(), ..item.clone() };
            scene.items.iter().map(bare).collect()
        };
        assert!(drawn(&plain) != drawn(&other), "{key} is not drawn");
    }
    assert_eq!(find(&plain, "2").title, "Red-blue-yellow golem 2");
    assert_eq!((find(&plain, "2").seat, find(&plain, "3").seat), (Some(0), Some(1)));
}

#[test]
fn the_first_row_is_on_top() {
    let scene = scene(&position());
    assert_eq!(scene.grid.centre(0, 2), [0.0, 0.0]);
    let Shape::Path(sides) = &find(&scene, "walls").shape else { panic!("walls are a path") };
    assert_eq!(sides.d, "M2 2.7h1v.3h-1z");
    assert_eq!(find(&scene, "c0,1").at, [0.0, 1.0]);
}

#[test]
fn zones_tell_who_holds_them() {
    let held = scene(&position());
    let zone = find(&held, "c0,1");
    assert_eq!((zone.seat, &zone.facts[1].1[..], &zone.shape), (Some(0), "golem 8 of p0", &Shape::Symbol("held")));
    assert_eq!(held.sides[0].facts[1].1, "1");
    assert!(held.status.iter().any(|fact| fact.0 == "free zones" && fact.1 == "0 of 1"));
    let mut json = position();
    json["units"][4]["x"] = 0.into();
    json["units"][4]["y"] = 0.into();
    let free = scene(&json);
    assert_eq!((find(&free, "c0,1").seat, &find(&free, "c0,1").shape), (None, &Shape::Symbol("zone")));
}

#[test]
fn every_event_is_told() {
    let lists: [&[Action]; 2] = [
        &[
            Action::Attack { unit: 2, x: 2, y: 1 },
            Action::Attack { unit: 6, x: 1, y: 1 },
            Action::Move { unit: 8, x: 0, y: 2 },
            Action::Move { unit: 8, x: 0, y: 1 },
        ],
        &[],
    ];
    let mut json = position();
    json["units"][2]["hp"] = 5.into();
    let told = tales(&json, &lists);
    let texts: Vec<_> = told.iter().map(|tale| &tale.text[..]).collect();
    let wanted = [
        "p0's golem 2 targets (2, 1).",
        "p0's golem 2 hits p1's golem 3 for 32.",
        "p0's golem 2 hits p1's golem 5 for 4.",
        "p0's golem 6 targets (1, 1).",
        "p0's golem 6 heals p0's golem 2 by 8.",
        "p0's golem 8 moves to (0, 2).",
        "p0's golem 8 moves to (0, 1).",
        "p1's golem 3 loses 6 to poison.",
        "p1's golem 5 regains 3.",
        "p0's golem 8 earns 1 point.",
    ];
    assert_eq!(texts, wanted);
    assert_eq!(told[1].about, ["2", "3"]);
    assert!(told.iter().all(|tale| tale.key.is_none()));
    let rises: BTreeMap<_, _> = told
        .iter()
        .flat_map(|tale| tale.effects.iter().filter(|effect| effect.kind == EffectKind::Rise))
        .map(|effect| (effect.text.as_str(), effect.color))
        .collect();
    assert_eq!(rises.keys().copied().collect::<Vec<_>>(), ["+1", "+3", "+8", "-32", "-4", "-6"]);
}

#[test]
fn builds_mergers_and_deaths_can_be_jumped_to() {
    let mut json = position();
    json["units"][4]["build_points"] = 3.into();
    let list = [
        Action::Build { unit: 8, x: 0, y: 2 },
        Action::Combine { unit: 6, target: 2 },
        Action::Move { unit: 8, x: 0, y: 0 },
    ];
    let told = tales(&json, &[&list]);
    let keys: Vec<_> = told.iter().filter_map(|tale| Some((tale.key?, tale.text.as_str()))).collect();
    let wanted =
        [("build", "p0's golem 8 builds golem 9 on (0, 2)."), ("combine", "p0's golem 6 merges into golem 2.")];
    assert_eq!(keys, wanted);

    let told = tales(&position(), &[&[Action::Attack { unit: 2, x: 2, y: 1 }]]);
    let death = told.iter().find(|tale| tale.key == Some("death")).expect("golem 5 dies by the splash");
    assert_eq!((&death.text[..], &death.about[..]), ("p1's golem 5 crumbles.", &["5".to_owned()][..]));
    assert!(death.effects.iter().any(|effect| effect.kind == EffectKind::Burst && effect.from == [3.0, 1.0]));
}

#[test]
fn whoever_looks_sees_the_same() {
    let table = table(&position());
    let all = table.scene(Viewer::Omniscient);
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        assert!(table.scene(viewer) == all);
    }
}

#[test]
fn a_view_of_nothing_has_a_picture() {
    let scene = (show::<Golems>().scene)(&Default::default(), &Default::default());
    assert_eq!(scene.sides.len(), 2);
}
