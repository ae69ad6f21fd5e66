//! Playing by hand.

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use skirmish_core::hand::{AnyHand, March, Reach, Slot};
use skirmish_core::reason::explain;
use skirmish_core::show::show;
use skirmish_core::{Actor, BotEntry, Documents, Reason, Seat, Setup, Table, arena};
use skirmish_golems::Golems;
use std::collections::{BTreeSet, HashSet};

/// Shows moments of games between bots.
fn along_games(mut show: impl FnMut(&Table<Golems>, Seat)) {
    for (seed, names) in [(0, ["medium", "weak"]), (4, ["weak", "medium"])] {
        let (game, state) = Golems::opening(seed, &Setup::default()).unwrap();
        let mut table = Table::new(game, state);
        let entries = names.map(|name| BotEntry::<Golems>::find(name).unwrap());
        let mut bots = arena::seat_bots(&table, &entries, seed);
        for _ in 0..12 {
            if let Some(seat) = table.turn().to_act.iter().next() {
                show(&table, seat);
            }
            arena::play(&mut table, &mut bots, 13);
        }
    }
}

fn raw(list: &[Value]) -> Vec<Box<RawValue>> {
    list.iter().map(|action| to_raw_value(action).unwrap()).collect()
}

fn refused(hand: &impl AnyHand, list: &[Value]) -> usize {
    let list = raw(list);
    let list: Vec<&RawValue> = list.iter().map(AsRef::as_ref).collect();
    hand.consider(&list, None).verdicts.iter().flatten().count()
}

#[test]
fn every_legal_action_can_be_composed() {
    let mut seen = BTreeSet::new();
    along_games(|table, seat| {
        let hand = table.hand(seat).unwrap();
        let considered = hand.consider(&[], None);
        for (unit, count) in considered.actors {
            let actor = unit.map_or(Actor::Seat, Actor::Unit);
            let legal = hand.consider(&[], Some(actor)).legal;
            assert_eq!(legal.len(), count);
            for action in legal {
                let verb = show::<Golems>().verbs.iter().find(|verb| action["do"] == verb.name).expect("a verb");
                let mut keys = BTreeSet::from(["do"]);
                keys.extend(verb.unit.then_some("unit"));
                for slot in verb.slots {
                    match slot {
                        Slot::Cell { x, y, .. } => keys.extend([x, y]),
                        Slot::Item { key, .. } | Slot::Choice { key, .. } => keys.extend([key]),
                    }
                }
                assert_eq!(action.as_object().unwrap().keys().map(String::as_str).collect::<BTreeSet<_>>(), keys);
                assert_eq!(refused(&hand, std::slice::from_ref(&action)), 0, "{action}");
                seen.insert(verb.name);
            }
        }
    });
    assert_eq!(seen.len(), show::<Golems>().verbs.len(), "{seen:?}");
}

#[test]
fn keys_are_free_and_differ() {
    let keys: HashSet<char> = show::<Golems>().verbs.iter().map(|verb| verb.key).collect();
    assert_eq!(keys.len(), show::<Golems>().verbs.len());
    assert!(keys.iter().all(|key| key.is_ascii_lowercase() && !"eqfir".contains(*key)));
}

#[test]
fn golems_find_their_way() {
    let mut walked = 0;
    along_games(|table, seat| {
        let hand = table.hand(seat).unwrap();
        let zones = table.game.board().spots().filter(|&spot| table.game.board().is_zone(spot));
        let unit = table.state.units().iter().find(|unit| unit.owner == seat && unit.moves > 0);
        let Some(unit) = unit else { return };
        for zone in zones.filter(|&zone| table.state.unit_on(zone).is_none()) {
            let goal = [zone.x.into(), zone.y.into()];
            let far = (show::<Golems>().distances)(&table.game, &table.state, seat, goal).expect("ways");
            let around = table.game.board().around(unit.at);
            let Some(start) = around.filter_map(|spot| far([spot.x.into(), spot.y.into()])).min() else { continue };
            let steps = hand.march(&[], &[March::to(&[unit.id], goal)]).orders;
            assert_eq!(refused(&hand, &steps), 0);
            let Some(last) = steps.last() else { continue };
            let end = far([last["x"].as_i64().unwrap(), last["y"].as_i64().unwrap()]).unwrap();
            // A way around golems: every step but the first brings it one nearer.
            assert_eq!(end, start - (steps.len() as i64 - 1), "{steps:?} to {goal:?}");
            assert!(end == 0 || steps.len() as i64 == unit.moves);
            walked += 1;
        }
    });
    assert!(walked > 50, "{walked}");
}

#[test]
fn ways_lead_around_walls_and_up_to_golems() {
    let unit = |id: i64, owner: &str, x: i64, y: i64| {
        json!({"id": id, "owner": owner, "x": x, "y": y, "red": 1, "green": 0, "blue": 0, "yellow": 0, "hp": 50,
               "poison": 0, "build_points": 0, "moves": 0, "actions": 0})
    };
    let position = json!({
        "game": "golems", "width": 4, "height": 3, "rows": ["...#", ".#..", ".#.."], "turn": 1, "seat": "p0",
        "scores": {"p0": 0, "p1": 0}, "next_id": 9, "over": false, "winner": null, "reason": null,
        "units": [unit(1, "p0", 0, 0), unit(2, "p1", 2, 2)]
    });
    let (game, state) = Golems::from_position(&Golems::read_position(&position).unwrap()).unwrap();
    let far = (show::<Golems>().distances)(&game, &state, Seat(0), [3, 0]).unwrap();
    assert_eq!((far([2, 0]), far([3, 1]), far([1, 0])), (Some(1), Some(1), None));
    // Golem 2 bars the only gap: what is beyond it is far away, but the nearer the better.
    let (near, farther) = (far([1, 2]).unwrap(), far([0, 2]).unwrap());
    assert!(near > 1000 && farther == near + 1);
    assert!((show::<Golems>().distances)(&game, &state, Seat(0), [4, 0]).is_none());
}

#[test]
fn a_golem_that_has_struck_is_told_so_and_not_sent_on() {
    let (mut spent, mut far) = (0, 0);
    along_games(|table, seat| {
        let hand = table.hand(seat).unwrap();
        for unit in table.state.units().iter().filter(|unit| unit.owner == seat && unit.actions == 1) {
            let enemies = || table.state.units().iter().filter(|enemy| enemy.owner != seat);
            let Some(struck) = enemies().find(|enemy| unit.at.distance(enemy.at) == 1) else { continue };
            let strike = json!({"do": "attack", "unit": unit.id, "x": struck.at.x, "y": struck.at.y});
            let orders = raw(&[strike]);
            let after = hand.consider(&[&orders[0]], None).scene;
            let (before, reach) = (hand.reach(&[], unit.id), hand.reach(&[&orders[0]], unit.id));
            for enemy in enemies().filter(|enemy| after.items.iter().any(|item| item.id == enemy.id.to_string())) {
                let of_enemy =
                    |reach: &Reach| reach.barred.iter().find(|one| one.target == enemy.id).map(|one| one.why);
                let in_range = unit.at.distance(enemy.at) <= unit.stats.attack_range.max(1);
                assert!(unit.at.distance(enemy.at) != 1 || of_enemy(&before).is_none());
                match (in_range, of_enemy(&reach)) {
                    (true, Some(why)) => spent += i32::from(why == "The golem has no action left this turn."),
                    (false, None) => far += 1,
                    other => panic!("{other:?}"),
                }
            }
        }
    });
    assert!(spent > 10 && far > 10, "{spent} {far}");
}

#[test]
fn a_bot_finishes_the_turn() {
    along_games(|table, seat| {
        let hand = table.hand(seat).unwrap();
        let list = hand.finish(&[], "medium", 7).expect("a bot");
        assert_eq!(refused(&hand, &list), 0);
        // After an order of one's own the rest still fits.
        let Some(first) = list.first().cloned() else { return };
        let begun = raw(std::slice::from_ref(&first));
        let rest = hand.finish(&[&begun[0]], "medium", 7).expect("a bot");
        let whole: Vec<Value> = [first].into_iter().chain(rest).collect();
        assert_eq!(refused(&hand, &whole), 0);
    });
}

#[test]
fn every_reason_has_its_sentence() {
    let codes = [
        "game_over",
        "not_your_turn",
        "turn_over",
        "too_many_actions",
        "malformed",
        "unknown_action",
        "no_such_unit",
        "not_your_unit",
        "out_of_bounds",
        "not_adjacent",
        "wall",
        "occupied",
        "no_moves",
        "no_action",
        "out_of_range",
        "has_moved",
        "not_enough_build_points",
        "no_such_target",
        "self_target",
        "enemy_target",
        "target_no_action",
    ];
    let unknown = explain::<Golems>(Reason("no such code"));
    let sentences: HashSet<_> = codes.iter().map(|&code| explain::<Golems>(Reason(code))).collect();
    assert!(!sentences.contains(unknown) && sentences.len() == codes.len());
}

#[test]
fn a_refusal_says_why() {
    let (game, state) = Golems::resolve(&Setup::default().with_map("own_scatter")).unwrap();
    let hand = Table::new(game, state).hand(Seat(0)).unwrap();
    let why = |action: Value| hand.why_not(&[], &to_raw_value(&action).unwrap()).map(|refusal| refusal.reason.0);
    assert_eq!(why(json!({"do": "build", "unit": 1, "x": 0, "y": 1})), Some("not_enough_build_points"));
    assert_eq!(why(json!({"do": "move", "unit": 1, "x": 1, "y": 0})), Some("occupied"));
    assert_eq!(why(json!({"do": "move", "unit": 1, "x": 0, "y": 1})), None);
}
