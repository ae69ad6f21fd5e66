//! Playing by hand: every action can be composed, every reason is a sentence, trying tells nothing new.

mod common;

use common::{each_step, lively};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use skirmish_core::hand::{AnyHand, March, Slot, Verb};
use skirmish_core::reason::explain;
use skirmish_core::rules::legal_actions;
use skirmish_core::show::show;
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Actor, Documents, Entry, Golden, Orders, Reason, Record, Rng, Rules, Seat, Setup, Table, Telling};
use skirmish_outbreak::{Outbreak, State, View};
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn verb(name: &str) -> &'static Verb {
    show::<Outbreak>().verbs.iter().find(|verb| verb.name == name).unwrap_or_else(|| panic!("no verb {name}"))
}

fn slot_keys(slot: &Slot) -> Vec<&'static str> {
    match *slot {
        Slot::Cell { x, y, .. } => vec![x, y],
        Slot::Item { key, .. } | Slot::Choice { key, .. } => vec![key],
    }
}

#[test]
fn every_legal_action_is_a_verb_with_its_slots() {
    let mut met = BTreeSet::new();
    for bot in ["medium", "weak"] {
        each_step(&lively(), bot, 80, |table| {
            for seat in [Seat(0), Seat(1)] {
                for action in table.legal(seat) {
                    let wire = serde_json::json!(table.game.wire(&action));
                    let verb = verb(wire["do"].as_str().unwrap());
                    let mut wanted = BTreeSet::from(["do"]);
                    wanted.extend(verb.unit.then_some("unit"));
                    wanted.extend(verb.slots.iter().flat_map(slot_keys));
                    let said = wire.as_object().unwrap().keys().map(String::as_str).collect::<BTreeSet<_>>();
                    assert_eq!(said, wanted, "{wire}");
                    met.insert(verb.name);
                }
            }
        });
    }
    // `look` and `end_turn` are always legal and never listed.
    let all: BTreeSet<_> = show::<Outbreak>().verbs.iter().map(|verb| verb.name).collect();
    assert_eq!(all.difference(&met).collect::<Vec<_>>(), [&"end_turn", &"look"]);
}

#[test]
fn keys_are_free_and_nobody_shares_one() {
    let taken: HashSet<char> = "eqfir,.?0123456789".chars().collect();
    let mut used = HashSet::new();
    for verb in show::<Outbreak>().verbs {
        assert!(verb.key.is_ascii_lowercase() && !taken.contains(&verb.key), "{}", verb.name);
        assert!(used.insert(verb.key), "{} is used twice", verb.key);
        assert!(verb.about.ends_with('.') && !verb.label.is_empty());
    }
}

#[test]
fn every_reason_has_its_own_sentence() {
    let codes = [
        "malformed",
        "unknown_action",
        "wrong_seat",
        "too_many_actions",
        "turn_over",
        "no_such_unit",
        "not_your_unit",
        "no_such_target",
        "out_of_bounds",
        "out_of_range",
        "not_adjacent",
        "not_facing",
        "blocked",
        "no_moves",
        "no_ammo",
        "not_ready",
        "not_turn_one",
        "too_many_humans",
        "bad_weapon",
        "cannot_carry",
        "cannot_drop",
        "bad_amount",
        "no_drop_ready",
        "bad_item",
        "zombie_cap",
        "none_ready",
        "bad_facing",
        "bad_zone",
        "bad_direction",
        "game_over",
        "not_your_turn",
    ];
    let mut said = HashSet::from([explain::<Outbreak>(Reason("never_heard_of"))]);
    for code in codes {
        let why = explain::<Outbreak>(Reason(code));
        assert!(said.insert(why) && why.ends_with('.'), "{code}: {why}");
    }
}

// ---- what a seat may think

fn told(game: &Outbreak, state: &State, seat: Seat) -> View {
    let memory = game.begin(state);
    let news = News { first: false, rejected: &[], events: &[], memory: &memory };
    let mut view = View::default();
    game.view(state, Viewer::Seat(seat), &news, &mut view);
    view
}

#[test]
fn what_is_imagined_follows_from_what_was_told() {
    let mut rng = Rng::new(5);
    let mut hidden = 0;
    each_step(&lively(), "medium", 160, |table| {
        let (game, state, memory) = (&table.game, &table.state, table.memory());
        for seat in [Seat(0), Seat(1)] {
            let imagined = (show::<Outbreak>().imagine)(game, state, memory, seat);
            hidden += usize::from(imagined.zombies().len() < state.zombies().len());
            hidden += usize::from(imagined.humans().len() < state.humans().len());
            for _ in 0..3 {
                let other = game.reshuffle(state, seat, &mut rng);
                assert_eq!((show::<Outbreak>().imagine)(game, &other, memory, seat), imagined);
            }
            // What the seat sees and may do is as it is in truth.
            assert_eq!(told(game, &imagined, seat), told(game, state, seat));
            assert_eq!(legal_actions(game, &imagined, seat), legal_actions(game, state, seat));
            // Nothing changes by imagining twice.
            assert_eq!((show::<Outbreak>().imagine)(game, &imagined, memory, seat), imagined);
        }
    });
    assert!(hidden > 100, "{hidden}");
}

/// What a seat sees only after its own step is not known before it.
#[test]
fn what_comes_into_sight_is_no_part_of_what_is_imagined() {
    let mut position = common::full_position();
    let mut zombie = position["zombies"][0].clone();
    (zombie["x"], zombie["y"]) = (1.into(), 9.into());
    position["zombies"] = serde_json::json!([zombie]);
    // From (1, 0) it is 9 steps to (1, 9): one step on it is seen.
    let (game, state) = Outbreak::from_position(&Outbreak::read_position(&position).unwrap()).unwrap();
    let table = Table::new(game, state);
    assert_eq!(told(&table.game, &table.state, Seat(0)).zombies, []);
    let unit = table.state.humans()[1].id;
    let hand = table.hand(Seat(0)).unwrap();
    let step = to_raw_value(&serde_json::json!({"do": "move", "unit": unit, "x": 1, "y": 1})).unwrap();
    let after = hand.consider(&[&step], None);
    assert_eq!(after.verdicts, [None]);
    assert!(after.scene.items.iter().all(|item| !item.title.starts_with("Zombie")));
    let mut truth = table.state.clone();
    let Entry::Action(action) = table.game.parse(&step) else { panic!() };
    table.game.act(&mut truth, Seat(0), &action, &mut ()).unwrap();
    assert_eq!(told(&table.game, &truth, Seat(0)).zombies.len(), 1);
}

/// Seats cannot see the counter for new things: on later turns no number is promised.
#[test]
fn new_things_can_be_named_on_turn_one_alone() {
    let raw = |value: Value| to_raw_value(&value).unwrap();
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let table = Table::new(game, state);
    let place = raw(serde_json::json!({"do": "place", "x": 0, "y": 0, "weapon": "pistol"}));
    let placed = table.hand(Seat(0)).unwrap().consider(&[&place], None);
    let mut truth = table.state.clone();
    let Entry::Action(action) = table.game.parse(&place) else { panic!() };
    table.game.act(&mut truth, Seat(0), &action, &mut ()).unwrap();
    assert_eq!(placed.actors.iter().filter_map(|(unit, _)| *unit).collect::<Vec<_>>(), [truth.humans()[0].id]);

    let position = Outbreak::read_position(&common::full_position()).unwrap();
    let (game, state) = Outbreak::from_position(&position).unwrap();
    let table = Table::new(game, state);
    let unit = table.state.humans()[1].id;
    let build = raw(serde_json::json!({"do": "build", "unit": unit, "x": 1, "y": -1}));
    let built = table.hand(Seat(0)).unwrap().consider(&[&build], Some(Actor::Unit(unit)));
    assert_eq!(built.verdicts, [None]);
    let new: Vec<_> = built.scene.items.iter().filter(|item| item.cell == Some([1, -1])).collect();
    assert_eq!(new.len(), 1);
    assert!(new[0].title == "New wall" && new[0].id.parse::<i64>().is_err());
}

// ---- the hand at work

fn raws(values: &[Value]) -> Vec<Box<RawValue>> {
    values.iter().map(|value| to_raw_value(value).unwrap()).collect()
}

fn refs(raws: &[Box<RawValue>]) -> Vec<&RawValue> {
    raws.iter().map(|raw| &**raw).collect()
}

#[test]
fn a_hand_considers_and_finishes() {
    let mut finished = 0;
    each_step(&lively(), "medium", 90, |table| {
        let Some(seat) = table.turn().to_act.iter().next() else { return };
        let hand = table.hand(seat).unwrap();
        let start = hand.consider(&[], None);
        // The first action of every unit that has one, one after the other.
        let mut orders = Vec::new();
        for (unit, count) in start.actors.into_iter().take(6) {
            let actor = unit.map_or(Actor::Seat, Actor::Unit);
            let raw = raws(&orders);
            let now = hand.consider(&refs(&raw), Some(actor));
            assert!(now.verdicts.iter().all(Option::is_none), "{orders:?}: {:?}", now.verdicts);
            assert!(now.legal.len() == count || !orders.is_empty());
            orders.extend(now.legal.into_iter().next());
        }
        let raw = raws(&orders);
        let orders = refs(&raw);
        let added = hand.finish(&orders, "medium", 3).unwrap();
        finished += added.len();
        let added = raws(&added);
        let list: Vec<_> = orders.into_iter().chain(refs(&added)).map(|order| table.game.parse(order)).collect();
        let mut record = Record::default();
        table.game.step(&mut table.state.clone(), &Orders::of(seat, list), &mut record);
        assert_eq!(record.rejections, []);
    });
    assert!(finished > 200, "{finished}");
}

#[test]
fn sent_units_come_nearer_round_walls() {
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let mut position = serde_json::json!(game.position(&state));
    // Beside a strong wall of the map, the goal right behind it: as the crow flies there is no nearer step.
    let id = position["next_id"].as_i64().unwrap();
    position["turn"] = 3.into();
    position["next_id"] = (id + 1).into();
    position["humans"] = serde_json::json!([{"id": id, "x": -7, "y": -1, "hp": 100, "max_hp": 150, "moves": 3,
        "idle": 1.5, "weapon": "pistol", "ammo": 125}]);
    let (game, state) = Outbreak::from_position(&Outbreak::read_position(&position).unwrap()).unwrap();
    let table = Table::new(game, state);
    let goal = [-9, -1];
    let far = |cell| (show::<Outbreak>().distances)(&table.game, &table.state, Seat(0), goal).unwrap()(cell);
    let before = far([-7, -1]).unwrap();
    assert!(before > 3, "the wall is in the way: {before}");
    assert_eq!(far([-8, -1]), None, "a wall");
    assert_eq!(far([-9, 0]), Some(1));
    let steps = table.hand(Seat(0)).unwrap().march(&[], &[March::to(&[id], goal)]).orders;
    assert_eq!(steps.len(), 3);
    let last = &steps[2];
    assert_eq!(far([last["x"].as_i64().unwrap(), last["y"].as_i64().unwrap()]), Some(before - 3));
    assert!((show::<Outbreak>().distances)(&table.game, &table.state, Seat(0), [99, 0]).unwrap()([0, 0]).is_none());
}

#[test]
fn zombies_walk_ahead_and_turn_where_they_must() {
    let mut done: BTreeMap<String, i32> = BTreeMap::new();
    each_step(&lively(), "medium", 60, |table| {
        if !table.turn().to_act.contains(Seat(1)) {
            return;
        }
        let hand = table.hand(Seat(1)).unwrap();
        for zombie in table.state.zombies().iter().take(20) {
            for step in hand.march(&[], &[March::to(&[zombie.id], [0, 0])]).orders {
                assert_eq!(step["unit"].as_i64(), Some(zombie.id));
                *done.entry(step["do"].as_str().unwrap().into()).or_default() += 1;
            }
        }
    });
    // Those that face the goal walk, the others turn to it; on the way they strike.
    assert!(done["move"] > 10 && done["turn"] > 10, "{done:?}");
    assert!(done.keys().all(|verb| ["move", "turn", "attack"].contains(&verb.as_str())), "{done:?}");
}

/// A person who takes over mid-match is told the map as it stands then, and imagines no other.
#[test]
fn a_fork_is_imagined_from_its_own_first_view() {
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let mut position = serde_json::to_value(game.position(&state)).unwrap();
    let fallen = position["walls"].as_array_mut().unwrap().remove(0);
    let (_, later) = Outbreak::from_position(&Outbreak::read_position(&position).unwrap()).unwrap();
    // The tables are those of the match that is left; nobody is there yet, so nothing is in sight.
    let fork = Table::new(game, later);
    let imagined = fork.game.position(&(show::<Outbreak>().imagine)(&fork.game, &fork.state, fork.memory(), Seat(0)));
    assert_eq!(imagined.walls, fork.game.position(&fork.state).walls);
    assert!(imagined.walls.iter().all(|wall| fallen["id"] != wall.id));
}
