//! Any moment of a replay: the same, however one comes to it.

mod support;

use serde_json::{Map, Value, json};
use skirmish_core::{Seat, Viewer};
use skirmish_viewer::capped::{self, Capped};
use skirmish_viewer::reel::{Cut, Sight};
use skirmish_viewer::{Error, Reel};
use support::{played, table};

/// Makes of a scene and a change the next scene, as a page does.
fn apply(scene: &mut Value, change: &Value) {
    let items = scene["items"].as_array_mut().unwrap();
    let gone: Vec<Value> = change["gone"].as_array().cloned().unwrap_or_default();
    items.retain(|item| !gone.contains(&item["id"]));
    for set in change["set"].as_array().into_iter().flatten() {
        let set = set.as_object().unwrap();
        match items.iter_mut().find(|item| item["id"] == set["id"]) {
            Some(item) => {
                let item = item.as_object_mut().unwrap();
                let mut set = set.clone();
                let values = set.shift_remove("values");
                for (i, value) in values.iter().flat_map(|values| values.as_object().unwrap()) {
                    item["facts"][i.parse::<usize>().unwrap()][1] = value.clone();
                }
                item.extend(set);
                item.retain(|_, value| !value.is_null());
            }
            None => items.push(set.clone().into()),
        }
    }
    for key in ["frame", "grid", "sides", "status", "gauges"] {
        if let Some(value) = change.get(key) {
            scene[key] = value.clone();
        }
    }
    for gauged in change["gauged"].as_array().into_iter().flatten() {
        let place = gauged[0].as_u64().unwrap() as usize;
        scene["gauges"][place]["value"] = gauged[1].clone();
    }
}

/// Items by id: their order inside a layer may differ after changes.
fn by_id(scene: &Value) -> Value {
    let items: Map<String, Value> = scene["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (item["id"].as_str().unwrap().to_string(), item.clone()))
        .collect();
    let mut scene = scene.clone();
    scene["items"] = items.into();
    scene
}

#[test]
fn changes_lead_from_frame_to_frame() {
    for game in skirmish_games::IDS {
        let reel = Reel::open(&skirmish_games::registry(), &played(game, 5, 150)).unwrap();
        let last = reel.index.steps;
        for (from, count) in [(0, 40), (last / 2, 70), (last - 3, 64)] {
            let run = json!(reel.frames(from, count, None).unwrap());
            let mut scene = run["first"].clone();
            let changes = run["changes"].as_array().unwrap();
            assert_eq!(changes.len(), (count - 1).min(last - from), "{game}");
            for (i, change) in changes.iter().enumerate() {
                apply(&mut scene, change);
                let whole = json!(reel.scene(from + 1 + i, None).unwrap());
                assert_eq!(by_id(&scene), by_id(&whole), "{game}, frame {}", from + 1 + i);
            }
        }
    }
}

/// What a seat is shown is what it was sent when it was asked last, and nothing in between.
#[test]
fn a_seat_is_shown_what_it_was_sent() {
    for game in skirmish_games::IDS {
        let text = played(game, 9, 60);
        let reel = Reel::open(&skirmish_games::registry(), &text).unwrap();
        let mut playback = skirmish_games::registry().playback(text).unwrap();
        let seats = playback.table().seats().len();
        let mut sent = vec![json!(skirmish_core::scene::Scene::default()); seats];
        let mut changes = 0;
        for frame in 0..=reel.index.steps {
            let turn = playback.table().turn();
            for seat in turn.to_act.iter() {
                sent[seat.index()] = json!(playback.table().scene(Viewer::Seat(seat)));
                changes += 1;
            }
            for (i, sent) in sent.iter().enumerate() {
                let shown = json!(reel.scene(frame, Some(Seat(i as u8))).unwrap());
                assert_eq!(shown, *sent, "{game}, frame {frame}, seat {i}");
            }
            playback.play().unwrap();
        }
        assert!(changes > 20, "{game}");
    }
}

/// The message that is shown is the one a program would have got: asked at its turns from the first on.
#[test]
fn messages_are_those_of_the_match() {
    let text = played("outbreak", 4, 40);
    let reel = Reel::open(&skirmish_games::registry(), &text).unwrap();
    let (mut first, seat) = (table("outbreak", 4), Seat(0));
    let mut line = Vec::new();
    first.message(seat, false, Default::default(), &mut line);
    let (at, message) = reel.message(seat, 0).unwrap();
    assert_eq!((at, &message), (0, &serde_json::from_slice(&line).unwrap()));
    let (at, later) = reel.message(seat, 31).unwrap();
    assert!(at <= 31 && later["request"].as_i64() > Some(2), "{at} {}", later["request"]);
    assert!(later["view"].get("map_walls").is_none(), "only a first view has the map");
    assert!(reel.message(Seat(1), 0).is_err(), "zombies are not asked before the humans have moved");
}

#[test]
fn a_growing_replay_is_followed() {
    for game in skirmish_games::IDS {
        let whole = played(game, 2, 120);
        let cut = |lines: usize| whole.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>();
        // Without the ending, if it came so early.
        let most = 90.min(whole.lines().count() - 1);
        let mut reel = Reel::open(&skirmish_games::registry(), &cut(most / 2)).unwrap();
        assert_eq!((reel.index.steps, reel.is_live()), (most / 2 - 1, true), "{game}");
        assert!(reel.grow(&cut(most)).unwrap());
        assert!(!reel.grow(&cut(most)).unwrap());
        let once = Reel::open(&skirmish_games::registry(), &cut(most)).unwrap();
        assert_eq!(json!(reel.index), json!(once.index), "{game}");
        for frame in [0, most / 2 - 2, most / 2 - 1, most / 2, most - 1] {
            assert_eq!(reel.scene(frame, None).unwrap(), once.scene(frame, None).unwrap(), "{game}");
        }
        assert!(reel.scene(most, None).is_err());
    }
    let ended = played("golems", 2, 100_000);
    let early: String = ended.lines().take(20).map(|line| format!("{line}\n")).collect();
    let mut reel = Reel::open(&skirmish_games::registry(), &early).unwrap();
    assert!(reel.grow(&ended).unwrap() && !reel.is_live());
    assert!(reel.index.result.is_some() && reel.index.summary.is_some());
}

#[test]
fn the_log_tells_events_refusals_and_faults() {
    let mut text = played("golems", 3, 6);
    // An order that cannot be, and one that was never given.
    let mut lines: Vec<String> = text.lines().map(Into::into).collect();
    let mut table = skirmish_games::registry().playback(text.clone()).unwrap();
    table.skip_to_step(6).unwrap();
    let seat = table.table().turn().to_act.iter().next().unwrap();
    let raw = serde_json::value::RawValue::from_string(r#"{"do":"move","unit":99,"x":0,"y":0}"#.into()).unwrap();
    let about = skirmish_core::replay::About {
        id: "test".into(),
        players: vec![],
        sandbox: Value::Null,
        salt: Default::default(),
    };
    table.table().begin_replay(&about);
    table.table().list(seat, &[&raw], 0);
    table.table().step();
    lines.push(table.table().step_record().into());
    table.table().absent(seat.other(), skirmish_core::Absence::Late, 0);
    table.table().step();
    lines.push(table.table().step_record().into());
    text = lines.join("\n") + "\n";
    let reel = Reel::open(&skirmish_games::registry(), &text).unwrap();
    let mut log = Vec::new();
    let keep = |line| {
        log.push(line);
        Ok(())
    };
    reel.log(0, reel.index.steps, keep).unwrap();
    let kind = |name: &str| log.iter().map(|line| json!(line)).find(|line| line["kind"] == name);
    let refused = kind("rejection").expect("the order was refused");
    assert_eq!((&refused["step"], &refused["about"]), (&json!(7), &json!(["99"])));
    assert!(refused["text"].as_str().unwrap().contains("no_such_unit"), "{refused}");
    let fault = kind("fault").expect("somebody was late");
    assert!(fault["text"].as_str().unwrap().ends_with("gives no orders: late"), "{fault}");
    assert_eq!(reel.index.keys.last(), Some(&(8, "fault")));
}

#[test]
fn a_cut_shows_the_same_frames() {
    let reel = Reel::open(&skirmish_games::registry(), &played("outbreak", 1, 45)).unwrap();
    for (from, to, every) in [(0, 45, 1), (0, 45, 7), (3, 40, 5), (9, 9, 3), (10, 44, 1000)] {
        let cut = Cut { from, to, every };
        let frames: Vec<usize> = cut.frames().collect();
        assert_eq!((frames[0], frames[frames.len() - 1], frames.len()), (from, to, cut.count()));
        for (i, frame) in frames.iter().enumerate() {
            assert_eq!(cut.number(*frame), Some(i));
        }
        assert_eq!((cut.number(to + 1), from.checked_sub(1).and_then(|frame| cut.number(frame))), (None, None));
        for seat in [None, Some(Seat(0)), Some(Seat(1))] {
            let mut shown = Vec::new();
            let see = |sight: Sight<'_>| {
                shown.push(sight.scene().clone());
                Ok(())
            };
            reel.tour(cut, seat, see).unwrap();
            let one_by_one: Vec<_> = frames.iter().map(|&frame| reel.scene(frame, seat).unwrap()).collect();
            assert_eq!(shown, one_by_one, "{cut:?} {seat:?}");
        }
    }
}

#[test]
fn a_page_has_an_end() {
    use std::io::Write;
    let mut page = Capped::new(Vec::new(), "the page", 2 << 20);
    page.write_all(&[0; 2 << 20]).unwrap();
    let why = capped::why(page.write_all(&[0]).unwrap_err());
    assert!(matches!(why, Error::TooLong { what: "the page", most: 0x20_0000 }), "{why}");
    assert!(why.to_string().contains("larger than 2 MB") && why.to_string().contains("--every"), "{why}");
}
