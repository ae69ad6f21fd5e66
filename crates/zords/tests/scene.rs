//! Pictures: everything is in them, once, where it is; and every event has its words.

use serde_json::{Value, json};
use skirmish_core::scene::{EffectKind, Item, Places, Scene, Shape};
use skirmish_core::show::show;
use skirmish_core::{BotEntry, Documents, Entry, Hello, News, Orders, Rules, Seat, Setup, Table, Telling, Viewer};
use skirmish_zords::event::{Effect, Event, What};
use skirmish_zords::{Name, State, View, Zords};
use std::collections::{BTreeSet, HashSet};

fn start(seats: usize, map: &str, config: Value) -> (Zords, State) {
    let seats = (1..=seats).map(|n| format!("p{n}")).collect();
    let config = config.as_object().unwrap().clone();
    Zords::resolve(&Setup { seats, config, ..Setup::seeded(5).with_map(map) }).unwrap()
}

fn view(game: &Zords, state: &State, viewer: Viewer) -> View {
    let memory = game.begin(state);
    let news = News { first: true, rejected: &[], events: &[], memory: &memory };
    let mut view = View::default();
    game.view(state, viewer, &news, &mut view);
    view
}

fn scene(game: &Zords, state: &State) -> Scene {
    (show::<Zords>().scene)(game.config(), &view(game, state, Viewer::Omniscient))
}

fn item<'a>(scene: &'a Scene, id: &str) -> &'a Item {
    scene.items.iter().find(|item| item.id == id).unwrap_or_else(|| panic!("there is no {id}"))
}

fn has(scene: &Scene, id: &str) -> bool {
    scene.items.iter().any(|item| item.id == id)
}

fn fact<'a>(item: &'a Item, label: &str) -> &'a str {
    &item.facts.iter().find(|fact| fact.0 == label).unwrap_or_else(|| panic!("{label} is not told")).1
}

/// Plays a match between bots and hands over every step: the table, and the pictures before and after.
fn played(seats: usize, map: &str, bot: &str, config: Value, mut look: impl FnMut(&Table<Zords>, &Scene, &Scene)) {
    let (game, state) = start(seats, map, config);
    let names = game.seats(&state);
    let bot = BotEntry::<Zords>::find(bot).unwrap();
    let hello = |i: usize| Hello { config: game.config(), seat: Seat(i as u8), seats: &names, random: i as u64 };
    let mut bots: Vec<_> = (0..seats).map(|i| (bot.make)(&hello(i))).collect();
    let mut table = Table::new(game.clone(), state);
    let mut before = table.scene(Viewer::Omniscient);
    let (mut asked, mut list, mut orders) = (View::default(), Vec::new(), Orders::new());
    while let Some(seat) = table.game.turn(&table.state).to_act.iter().next() {
        table.ask(seat, &mut asked);
        list.clear();
        bots[seat.index()].turn(&asked, &mut list);
        orders.clear();
        orders.list(seat, list.iter().map(|&action| Entry::Action(action)));
        table.step(&orders);
        let after = table.scene(Viewer::Omniscient);
        look(&table, &before, &after);
        before = after;
    }
}

/// What must hold of every picture.
fn check(scene: &Scene, view: &View) {
    let ids: HashSet<&str> = scene.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids.len(), scene.items.len(), "an id is there twice");
    let drawn: HashSet<&str> = show::<Zords>().symbols.iter().map(|symbol| symbol.name).collect();
    let badges = scene.items.iter().flat_map(|item| &item.badges).filter_map(|badge| badge.symbol);
    let shapes = scene.items.iter().filter_map(|item| match item.shape {
        Shape::Symbol(name) => Some(name),
        _ => None,
    });
    badges.chain(shapes).for_each(|name| assert!(drawn.contains(name), "{name} is no symbol"));
    for zord in &view.zords {
        let item = item(scene, &zord.id.to_string());
        let cell = [i64::from(zord.x), i64::from(zord.y)];
        let seat = view.players.iter().position(|player| player.seat == zord.owner).unwrap();
        assert_eq!((item.cell, item.seat), (Some(cell), Some(seat as u8)));
        assert_eq!(item.at, scene.grid.centre(cell[0], cell[1]));
        assert_eq!(fact(item, "owner"), zord.owner.as_str());
        assert_eq!(fact(item, "shields"), zord.shields.to_string());
        assert_eq!(fact(item, "range"), zord.range.to_string());
        assert_eq!(item.bars[0].value, zord.hp);
        assert_eq!(has(scene, &format!("shield-{}", zord.id)), zord.shields > 0);
        assert!(item.scale >= 1.0, "{} is drawn at {}", item.id, item.scale);
    }
    for totem in &view.totems {
        assert_eq!(item(scene, &totem.id.to_string()).cell, Some([totem.x.into(), totem.y.into()]));
        assert!(has(scene, &format!("area-{}", totem.id)));
    }
    let sides: Vec<(Name, String)> =
        scene.sides.iter().map(|side| (view.players[usize::from(side.seat)].seat, side.score.clone())).collect();
    let leaders: Vec<(Name, String)> =
        view.leaderboard.iter().map(|leader| (leader.seat, leader.points.to_string())).collect();
    assert_eq!(sides, leaders);
    let charts: BTreeSet<&str> = scene.gauges.iter().map(|gauge| gauge.chart).collect();
    assert_eq!(charts, BTreeSet::from(["health", "score", "units"]));
    assert_eq!(scene.gauges.len(), 3 * view.players.len());
}

#[test]
fn pictures_of_a_match_show_all_there_is() {
    for (seats, map, bot, days) in
        [(2, "duel", "strong", 14), (8, "skirmish", "medium", 14), (64, "classic", "weak", 3)]
    {
        played(seats, map, bot, json!({"days": days}), |table, _, after| {
            check(after, &view(&table.game, &table.state, Viewer::Omniscient));
        });
    }
}

#[test]
fn no_two_of_64_seats_look_alike() {
    let (game, state) = start(64, "classic", json!({}));
    let scene = scene(&game, &state);
    let zords = scene.items.iter().filter(|item| item.seat.is_some());
    // Colours come round after eight seats.
    let look = |item: &Item| (item.seat.unwrap() % 8, format!("{:?}", item.shape), item.label.clone());
    let looks: Vec<_> = zords.map(look).collect();
    let shapes: HashSet<_> = looks.iter().map(|(color, shape, _)| (color, shape)).collect();
    let labels: HashSet<_> = looks.iter().map(|(.., label)| label).collect();
    assert_eq!((looks.len(), shapes.len(), labels.len()), (64, 64, 64));
    let first: HashSet<_> = looks.iter().map(|(_, shape, _)| shape).collect();
    assert_eq!(first.len(), 8);
}

#[test]
fn the_clock_is_told() {
    let (game, mut state) = start(2, "duel", json!({"days": 2}));
    let status = |state: &State, label: &str| {
        let scene = scene(&game, state);
        scene.status.iter().find(|fact| fact.0 == label).map(|fact| fact.1.clone())
    };
    assert_eq!(status(&state, "day").unwrap(), "1 of 2");
    assert_eq!(status(&state, "time").unwrap(), "00:00");
    assert_eq!(status(&state, "round").unwrap(), "1 of 8");
    assert_eq!(status(&state, "shooting").unwrap(), "banned until 03:00");
    game.step(&mut state, &Orders::new(), &mut ());
    game.step(&mut state, &Orders::new(), &mut ());
    assert_eq!(status(&state, "time").unwrap(), "03:00");
    assert_eq!(status(&state, "shooting").unwrap(), "allowed");
    while !game.turn(&state).is_over() {
        game.step(&mut state, &Orders::new(), &mut ());
    }
    assert_eq!(status(&state, "result").unwrap(), "2 share first place");
}

/// A position of two players, with zords as (id, owner, x, y, shields, range).
fn position(zords: &[(i64, &str, i32, i32, i64, i64)]) -> (Zords, State) {
    let zord = |&(id, owner, x, y, shields, range): &_| json!({"id": id, "owner": owner, "x": x, "y": y, "hp": 1, "shields": shields, "range": range});
    let zords: Vec<Value> = zords.iter().map(zord).collect();
    let player = |seat: &str, points: i64| json!({"seat": seat, "actions": 20, "points": points});
    let json = json!({
        "game": "zords", "schema": 1, "config": {}, "status": "running", "day": 3, "time": 20000, "next_id": 9,
        "players": [player("constance", 9), player("bob", 5)], "zords": zords,
        "totems": [{"id": 1, "x": 129, "y": 44}, {"id": 2, "x": 10, "y": 95}], "order": ["constance", "bob"],
        "round": 1, "turn": 0,
    });
    Zords::from_position(&Zords::read_position(&json).unwrap()).unwrap()
}

#[test]
fn areas_shares_ranges_and_crowds_are_shown() {
    let zords = [(3, "constance", 12, 95, 0, 5), (4, "bob", 13, 95, 2, 5), (5, "bob", 60, 60, 0, 5)];
    let (game, state) = position(&[&zords[..], &[(6, "constance", 100, 100, 0, 7)]].concat());
    let scene = scene(&game, &state);
    assert_eq!(fact(item(&scene, "2"), "would pay now"), "constance 25, bob 25");
    assert_eq!(fact(item(&scene, "1"), "would pay now"), "nobody");
    assert_eq!(scene.sides[0].facts.iter().find(|fact| fact.0 == "due").unwrap().1, "+25");
    // The ranges of the seat to act, and those that were extended.
    assert_eq!([3, 4, 5, 6].map(|id| has(&scene, &format!("range-{id}"))), [false, true, true, true]);
    let range = |scene: &Scene, id: &str| match &item(scene, id).shape {
        Shape::Path(part) => part.d.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(range(&scene, "range-6"), "M-7.5 -7.5H7.5V7.5H-7.5Z");
    assert_eq!(range(&scene, "area-1"), "M-5.5 -5.5H5.5V5.5H-5.5Z");
    let size = |id| item(&scene, id).scale;
    assert!(size("5") > 2.5 && size("5") == size("6"), "{}", size("5"));
    assert!(size("3") < size("5") && size("3") >= 1.0);
    assert_eq!(item(&scene, "4").badges[0].text, "2");
    assert_eq!(item(&scene, "3").badges[0].symbol, Some("crown"));
    assert_eq!(item(&scene, "3").label, "cone");
    assert_eq!(fact(item(&scene, "3"), "enemies in its range"), "1");
    // One who looks sees the own ranges.
    let own = (show::<Zords>().scene)(game.config(), &view(&game, &state, Viewer::Seat(Seat(0))));
    assert!(has(&own, "range-3") && has(&own, "range-6"));
}

#[test]
fn huge_boards_make_no_huge_pictures() {
    let config = json!({"board_size": 2147483647, "fixed_totems": [{"x": 5, "y": 5}, {"x": 90000, "y": 90000}],
        "fixed_spawns": [{"x": 0, "y": 0}, {"x": 2147483646, "y": 7}]});
    let json = json!({"game": "zords", "schema": 1, "config": config, "status": "waiting", "day": 0, "time": 0,
        "next_id": 3, "players": [], "zords": [], "totems": []});
    let (game, state) = Zords::from_position(&Zords::read_position(&json).unwrap()).unwrap();
    let scene = scene(&game, &state);
    let length: usize = scene.items.iter().map(|item| format!("{:?}", item.shape).len()).sum();
    assert!(length < 30_000, "{length}");
    assert_eq!(scene.status[0].1, "waiting for players");
}

#[test]
fn what_happens_in_a_match_is_told() {
    let mut keys = BTreeSet::new();
    let mut beams = 0;
    played(8, "skirmish", "strong", json!({}), |table, before, after| {
        for tale in table.tales(before, after) {
            assert!(tale.text.ends_with('.') && tale.text.len() > 8, "{}", tale.text);
            keys.extend(tale.key);
            beams += tale.effects.iter().filter(|effect| effect.kind == EffectKind::Beam).count();
            for id in &tale.about {
                assert!(has(before, id) || has(after, id), "{id} is nowhere: {}", tale.text);
            }
            if tale.key == Some("death") {
                let burst = tale.effects.iter().find(|effect| effect.kind == EffectKind::Burst).unwrap();
                assert_eq!(Some(burst.from), tale.at);
                assert!(!has(after, &tale.about[1]) && item(before, &tale.about[1]).at == burst.from);
            }
        }
    });
    let expected = ["build", "day", "death", "end", "payment", "spawn", "totem", "wipe"];
    assert_eq!(keys, BTreeSet::from(expected));
    assert!(beams > 0);
}

#[test]
fn rare_events_are_told_too() {
    let (game, state) = position(&[(3, "constance", 12, 95, 0, 5), (4, "bob", 13, 95, 2, 5)]);
    let scene = scene(&game, &state);
    let places = Places { grid: scene.grid, before: &scene, after: &scene };
    let [constance, bob] = ["constance", "bob"].map(Name::of);
    let tell = |what: What| (show::<Zords>().tell)(&Event { seq: 1, day: 3, time: 20000, what }, &places);

    let donated = tell(What::Donated { seat: constance, to: bob, amount: 1 });
    assert_eq!((&donated.text[..], donated.key), ("constance gives bob 1 point.", Some("donation")));
    assert_eq!((donated.about, donated.at), (vec!["3".to_string(), "4".into()], Some([13.0, 95.0])));

    let shot = What::Shot {
        seat: constance,
        unit: 3,
        from_x: 12,
        from_y: 95,
        target: 4,
        to: bob,
        x: 13,
        y: 95,
        effect: Effect::Shield,
        hp: 1,
        shields: 1,
    };
    let shot = tell(shot);
    assert_eq!(shot.text, "Zord 3 of constance shoots at zord 4 of bob and breaks a shield; 1 left.");
    assert_eq!((shot.effects[0].from, shot.effects[0].to), ([12.0, 95.0], [13.0, 95.0]));
    assert_eq!(shot.key, None);

    let why = skirmish_zords::action::Why::Crash;
    assert_eq!(tell(What::Retired { seat: bob, why }).text, "bob retires because its bot crashed.");
    assert_eq!(tell(What::Joined { seat: bob }).text, "bob joins.");
    assert_eq!(tell(What::ClockShift { seconds: 90 }).text, "The clock is shifted by 90 seconds.");
    let over = tell(What::GameOver { winners: vec![constance, bob] });
    assert_eq!((&over.text[..], over.key), ("The game is over: constance and bob win.", Some("end")));
    // Whoever is gone has no place.
    let killed = What::Killed { seat: constance, unit: 3, target: 7, owner: bob, reward: 3 };
    let killed = tell(killed);
    assert_eq!((killed.at, killed.key), (None, Some("death")));
}
