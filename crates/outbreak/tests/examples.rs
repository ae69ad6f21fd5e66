//! The worked examples of the rulebook, by number.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Documents, Orders, Record, Rules, Seat, Telling};
use skirmish_outbreak::{Outbreak, State, View};

const HUMANS: Seat = Seat(0);
const ZOMBIES: Seat = Seat(1);

/// A game being played by hand.
struct Play {
    game: Outbreak,
    state: State,
}

/// A human as the examples mean it where they say nothing else.
fn human(id: i64, (x, y): (i64, i64), weapon: &str) -> Value {
    json!({"id": id, "x": x, "y": y, "hp": 100, "max_hp": 150, "moves": 3, "idle": 1.5, "weapon": weapon, "ammo": 125})
}

fn zombie(id: i64, (x, y): (i64, i64), facing: i64) -> Value {
    json!({"id": id, "x": x, "y": y, "hp": 70, "max_hp": 105, "moves": 1, "idle": 1.5, "facing": facing, "scent": 0})
}

fn wall(id: i64, (x, y): (i64, i64), hp: i64) -> Value {
    json!({"id": id, "x": x, "y": y, "hp": hp, "max_hp": hp * 10_000})
}

fn found(id: i64, (x, y): (i64, i64), item: &str, hp: i64) -> Value {
    json!({"id": id, "x": x, "y": y, "hp": hp, "max_hp": hp, "item": item})
}

/// An object with some keys set anew.
fn but(mut thing: Value, changes: Value) -> Value {
    for (key, value) in changes.as_object().unwrap() {
        thing[key] = value.clone();
    }
    thing
}

fn original() -> Value {
    serde_json::from_str(Outbreak::PRESETS[0].json).unwrap()
}

impl Play {
    /// Turn `turn` with only what is named.
    fn at(turn: i64, changes: Value) -> Play {
        let zones = ["west", "north", "east", "south"].map(|zone| json!({"zone": zone, "next": 0}));
        let blank = json!({
            "game": "outbreak", "turn": turn, "seat": if turn % 2 == 1 { "humans" } else { "zombies" }, "next_id": 50,
            "drops_ready": 0, "spawn_ready": 0, "zones": zones, "humans": [], "zombies": [], "walls": [],
            "crates": [], "drops": [], "winner": null, "reason": null, "config": {},
        });
        Play::of(&but(blank, changes))
    }

    fn of(position: &Value) -> Play {
        let position = Outbreak::read_position(position).unwrap_or_else(|faults| panic!("{faults}"));
        let (game, state) = Outbreak::from_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
        Play { game, state }
    }

    fn seat(&self) -> Seat {
        self.game.turn(&self.state).to_act.iter().next().expect("the game is not over")
    }

    fn submit(&mut self, actions: &[Value]) -> Vec<&'static str> {
        let raw: Vec<Box<RawValue>> =
            actions.iter().map(|action| RawValue::from_string(action.to_string()).unwrap()).collect();
        let orders = Orders::of(self.seat(), raw.iter().map(|action| self.game.parse(action)));
        let mut record = Record::default();
        self.game.step(&mut self.state, &orders, &mut record);
        let mut answers = vec!["ok"; actions.len()];
        for rejection in record.rejections {
            answers[rejection.index as usize] = rejection.reason.0;
        }
        answers
    }

    /// The answers to a list of actions; the turn stays open.
    fn tries(&mut self, actions: Value) -> Vec<&'static str> {
        let mut actions = actions.as_array().unwrap().clone();
        actions.push(json!({"do": "look"}));
        let mut answers = self.submit(&actions);
        assert_eq!(answers.pop(), Some("ok"));
        answers
    }

    /// Ends this turn and `n - 1` more.
    fn end_turns(&mut self, n: usize) {
        (0..n).for_each(|_| drop(self.submit(&[])));
    }

    fn position(&self) -> Value {
        serde_json::to_value(self.game.position(&self.state)).unwrap()
    }

    /// A value of the position, by JSON pointer.
    fn get(&self, pointer: &str) -> Value {
        self.position().pointer(pointer).unwrap_or_else(|| panic!("no {pointer}")).clone()
    }

    /// The thing with that id, if it is there.
    fn find(&self, id: i64) -> Option<Value> {
        let position = self.position();
        ["humans", "zombies", "walls", "crates", "drops"]
            .iter()
            .flat_map(|list| position[list].as_array().unwrap())
            .find(|thing| thing["id"] == id)
            .cloned()
    }

    #[track_caller]
    fn expect(&self, id: i64, values: Value) {
        let thing = self.find(id).unwrap_or_else(|| panic!("{id} is gone"));
        for (key, value) in values.as_object().unwrap() {
            assert_eq!(thing[key].as_f64(), value.as_f64(), "{key} of {thing}");
            assert_eq!(thing[key].as_str(), value.as_str(), "{key} of {thing}");
        }
    }

    #[track_caller]
    fn gone(&self, id: i64) {
        assert_eq!(self.find(id), None);
    }

    fn view(&self, seat: Seat) -> View {
        let memory = self.game.begin(&self.state);
        let news = News { first: false, rejected: &[], events: &[], memory: &memory };
        let mut view = View::default();
        self.game.view(&self.state, Viewer::Seat(seat), &news, &mut view);
        view
    }

    #[track_caller]
    fn over(&self, winner: &str, reason: &str, turn: i64) {
        let result = serde_json::to_value(self.game.outcome(&self.state, &self.game.begin(&self.state))).unwrap();
        assert_eq!(result["over"], true);
        assert_eq!((&result["winner"], &result["reason"]), (&json!(winner), &json!(reason)));
        assert_eq!(result["scores"], json!({"humans": turn, "zombies": 0}));
        assert_eq!(self.get("/turn"), turn);
    }
}

fn attack(unit: i64, target: i64) -> Value {
    json!({"do": "attack", "unit": unit, "target": target})
}

fn at(verb: &str, unit: i64, (x, y): (i64, i64)) -> Value {
    json!({"do": verb, "unit": unit, "x": x, "y": y})
}

fn ground(unit: i64, hex: (i64, i64)) -> Value {
    at("attack_ground", unit, hex)
}

fn step_to(unit: i64, hex: (i64, i64)) -> Value {
    at("move", unit, hex)
}

fn ahead(unit: i64) -> Value {
    json!({"do": "move", "unit": unit})
}

fn grab(unit: i64, target: i64) -> Value {
    json!({"do": "grab", "unit": unit, "target": target})
}

fn give(unit: i64, target: i64, amount: i64) -> Value {
    json!({"do": "give", "unit": unit, "target": target, "amount": amount})
}

fn drop_ammo(unit: i64, (x, y): (i64, i64), amount: i64) -> Value {
    json!({"do": "drop_ammo", "unit": unit, "x": x, "y": y, "amount": amount})
}

fn turn(unit: i64, direction: i64) -> Value {
    json!({"do": "turn", "unit": unit, "direction": direction})
}

fn eat(unit: i64, target: i64) -> Value {
    json!({"do": "eat", "unit": unit, "target": target})
}

fn spawn(zone: &str, facing: i64) -> Value {
    json!({"do": "spawn", "zone": zone, "facing": facing})
}

fn place((x, y): (i64, i64), weapon: &str) -> Value {
    json!({"do": "place", "x": x, "y": y, "weapon": weapon})
}

fn call((x, y): (i64, i64), item: &str) -> Value {
    json!({"do": "call", "x": x, "y": y, "item": item})
}

#[test]
fn example_01_placing() {
    let list = json!([
        place((0, 0), "flamethrower"),
        place((0, 0), "pistol"),
        place((1, 0), "zombie_arms"),
        step_to(50, (0, 1)),
        at("build", 50, (0, 1)),
        ground(50, (0, 1)),
    ]);
    let mut play = Play::at(1, json!({}));
    let answers = play.tries(list.clone());
    assert_eq!(answers, ["ok", "blocked", "bad_weapon", "no_moves", "no_moves", "no_moves"]);
    play.expect(50, json!({"moves": 0, "idle": 0.5, "ammo": 125, "hp": 100, "max_hp": 150}));
    play.end_turns(2);
    assert_eq!(play.get("/turn"), 3);
    play.expect(50, json!({"moves": 3, "idle": 1.5}));

    let mut play = Play::at(1, json!({"config": original()}));
    assert_eq!(play.tries(list), ["ok", "blocked", "bad_weapon", "no_moves", "no_moves", "ok"]);
    play.expect(50, json!({"idle": 0.17, "ammo": 122}));
    play.end_turns(2);
    play.expect(50, json!({"idle": 1.17}));
}

#[test]
fn example_02_pistol() {
    let mut play = Play::at(3, json!({"humans": [human(11, (0, 0), "pistol")], "zombies": [zombie(12, (2, 3), 0)]}));
    assert_eq!(play.tries(json!([attack(11, 12)])), ["ok"]);
    play.expect(12, json!({"hp": 45}));
    play.expect(11, json!({"idle": 1}));
    assert_eq!(play.tries(json!([attack(11, 12), attack(11, 12)])), ["ok", "not_ready"]);
    play.expect(12, json!({"hp": 20}));
    play.expect(11, json!({"ammo": 123, "idle": 0.5, "moves": 1}));
    play.end_turns(2);
    play.expect(11, json!({"idle": 1.5, "moves": 3}));
}

#[test]
fn example_03_flamethrower() {
    let things = |config: Value| {
        let target = but(zombie(12, (1, 0), 0), json!({"hp": 105}));
        Play::at(3, json!({"humans": [human(11, (0, 0), "flamethrower")], "zombies": [target], "config": config}))
    };
    let mut play = things(json!({}));
    for idle in [1.0, 0.67, 0.34] {
        assert_eq!(play.tries(json!([ground(11, (1, 0))])), ["ok"]);
        play.expect(11, json!({"idle": idle}));
    }
    assert_eq!(play.tries(json!([ground(11, (1, 0)), ground(11, (1, 0))])), ["no_moves", "no_moves"]);
    play.expect(11, json!({"moves": 0, "ammo": 116}));
    play.expect(12, json!({"hp": 30}));

    let mut play = things(original());
    let shots = vec![ground(11, (1, 0)); 5];
    assert_eq!(play.tries(json!(shots)), ["ok", "ok", "ok", "ok", "not_ready"]);
    play.expect(11, json!({"idle": 0.01, "ammo": 113}));
    play.expect(12, json!({"hp": 5}));
}

#[test]
fn example_04_grenade() {
    let mut play = Play::at(
        7,
        json!({
            "humans": [but(human(11, (0, 0), "grenade_launcher"), json!({"idle": 3.5})), human(12, (2, -1), "pistol")],
            "zombies": [zombie(13, (3, -1), 0), but(zombie(14, (3, -1), 0), json!({"hp": 105})), zombie(15, (4, -1), 0)],
            "walls": [wall(16, (3, 0), 200)],
            "crates": [found(17, (3, -1), "pistol", 100), found(18, (2, 0), "ammo", 40)],
        }),
    );
    assert_eq!(play.tries(json!([ground(11, (3, -1))])), ["ok"]);
    play.gone(13);
    play.gone(18);
    for (id, hp) in [(14, 15), (15, 25), (12, 55), (16, 155), (17, 10)] {
        play.expect(id, json!({"hp": hp}));
    }
    play.expect(11, json!({"ammo": 113, "idle": 0.5}));
}

#[test]
fn example_05_shotgun_on_a_stack() {
    let zombies = [zombie(12, (1, 1), 0), zombie(13, (1, 1), 0), zombie(14, (2, 1), 0)];
    let mut play = Play::at(3, json!({"humans": [human(11, (0, 0), "shotgun")], "zombies": zombies}));
    assert_eq!(play.tries(json!([attack(11, 12)])), ["ok"]);
    for (id, hp) in [(12, 30), (13, 50), (14, 70)] {
        play.expect(id, json!({"hp": hp}));
    }
    play.expect(11, json!({"ammo": 123, "idle": 0.5, "moves": 2}));
}

#[test]
fn example_06_crates_of_a_victim_are_hit() {
    let victim = but(human(12, (1, 0), "pistol"), json!({"hp": 20, "ammo": 30}));
    let mut play = Play::at(3, json!({"humans": [human(11, (0, 0), "shotgun"), victim]}));
    assert_eq!(play.tries(json!([attack(11, 12)])), ["ok"]);
    play.gone(12);
    play.expect(50, json!({"item": "ammo", "hp": 10, "max_hp": 30}));
    play.expect(51, json!({"item": "pistol", "hp": 80, "max_hp": 100}));
}

#[test]
fn example_07_medical_kit() {
    let healer = but(human(11, (0, 0), "medical_kit"), json!({"hp": 80, "idle": 2.5}));
    let things = |hex: (i64, i64)| {
        json!({
            "humans": [healer, but(human(12, (1, 0), "pistol"), json!({"hp": 120}))],
            "zombies": [but(zombie(13, hex, 0), json!({"hp": 30}))],
            "walls": [but(wall(14, (0, 1), 7), json!({"hp": 5}))],
            "crates": [but(found(15, hex, "ammo", 40), json!({"hp": 10}))],
        })
    };
    let mut play = Play::at(5, things((0, 0)));
    assert_eq!(play.tries(json!([ground(11, (0, 0))])), ["ok"]);
    for (id, hp) in [(11, 130), (13, 80), (15, 40)] {
        play.expect(id, json!({"hp": hp}));
    }
    play.expect(11, json!({"ammo": 120, "idle": 0.5}));
    let mut play = Play::at(5, things((5, 5)));
    assert_eq!(play.tries(json!([attack(11, 12)])), ["ok"]);
    play.expect(12, json!({"hp": 150}));
    let mut play = Play::at(5, things((5, 5)));
    assert_eq!(play.tries(json!([attack(11, 14)])), ["ok"]);
    play.expect(14, json!({"hp": 55, "max_hp": 70000}));
}

#[test]
fn example_08_building() {
    let mut play = Play::at(
        3,
        json!({
            "humans": [human(11, (0, 0), "pistol")], "zombies": [zombie(12, (0, 1), 0)],
            "crates": [found(13, (1, 0), "ammo", 40)],
        }),
    );
    let build = |hex| at("build", 11, hex);
    assert_eq!(play.tries(json!([build((1, 0))])), ["ok"]);
    play.expect(50, json!({"hp": 7, "max_hp": 70000, "x": 1, "y": 0}));
    play.expect(13, json!({"hp": 40}));
    let list = json!([build((1, 0)), build((0, 1)), build((1, 1)), build((0, 0)), build((-1, 0)), build((0, -1))]);
    assert_eq!(play.tries(list), ["ok", "blocked", "not_adjacent", "not_adjacent", "ok", "no_moves"]);
    play.expect(50, json!({"hp": 14}));
    play.expect(51, json!({"hp": 7}));
}

#[test]
fn example_09_swapping_weapons() {
    let mut play = Play::at(
        3,
        json!({
            "humans": [but(human(11, (0, 0), "pistol"), json!({"ammo": 10}))],
            "crates": [found(12, (1, -1), "shotgun", 3), found(13, (0, 0), "ammo", 33)],
        }),
    );
    let drop = at("drop_weapon", 11, (0, 1));
    assert_eq!(play.tries(json!([grab(11, 12), drop])), ["cannot_carry", "ok"]);
    play.expect(50, json!({"item": "pistol", "hp": 100}));
    play.expect(11, json!({"weapon": "chainsaw"}));
    let list = json!([drop, grab(11, 12), grab(11, 13), drop_ammo(11, (-1, 0), 44), drop_ammo(11, (-1, 0), 43)]);
    assert_eq!(play.tries(list), ["cannot_drop", "ok", "ok", "no_ammo", "ok"]);
    play.expect(11, json!({"weapon": "shotgun", "ammo": 0, "moves": 3, "idle": 1.5}));
    play.expect(51, json!({"item": "ammo", "hp": 43, "max_hp": 43, "x": -1, "y": 0}));
    play.gone(12);
    play.gone(13);
}

#[test]
fn example_10_chainsaw_and_ammo() {
    let mut play = Play::at(3, json!({"humans": [human(11, (0, 0), "chainsaw")]}));
    assert_eq!(play.tries(json!([drop_ammo(11, (0, 0), 25)])), ["ok"]);
    play.expect(11, json!({"ammo": 100}));
    play.expect(50, json!({"hp": 25}));
}

#[test]
fn example_11_giving() {
    let giver = but(human(11, (0, 0), "pistol"), json!({"ammo": 10}));
    let humans = [giver, human(12, (1, 0), "pistol"), human(13, (1, 1), "pistol")];
    let mut play = Play::at(3, json!({"humans": humans}));
    let list = json!([give(11, 12, 11), give(11, 12, 10), give(12, 13, 35), give(12, 11, 0), give(13, 11, 5)]);
    assert_eq!(play.tries(list), ["no_ammo", "ok", "ok", "bad_amount", "out_of_range"]);
    for (id, ammo) in [(11, 0), (12, 100), (13, 160)] {
        play.expect(id, json!({"ammo": ammo}));
    }
}

#[test]
fn example_12_air_drop() {
    let mut play = Play::at(
        19,
        json!({
            "drops_ready": 1, "humans": [human(12, (0, 0), "pistol")], "zombies": [zombie(13, (1, 0), 0)],
            "walls": [wall(14, (2, 0), 600)],
        }),
    );
    assert_eq!(play.tries(json!([call((1, 0), "shotgun"), call((1, 0), "ammo")])), ["ok", "no_drop_ready"]);
    play.expect(50, json!({"delay": 4, "item": "shotgun"}));
    assert_eq!(play.get("/drops_ready"), 0);
    for delay in [3, 2, 1] {
        play.end_turns(1);
        play.expect(50, json!({"delay": delay}));
    }
    play.end_turns(1);
    assert_eq!((play.get("/turn"), play.get("/drops_ready")), (json!(23), json!(0.2002)));
    play.gone(13);
    play.gone(50);
    play.expect(51, json!({"item": "shotgun", "hp": 100, "x": 1, "y": 0}));
    play.expect(12, json!({"hp": 100}));
    play.expect(14, json!({"hp": 600}));
}

/// Turn 22 with a drop about to fall on human 11.
fn drop_on_a_human(ammo: i64, others: &[Value]) -> Play {
    let mut humans = vec![but(human(11, (0, 0), "pistol"), json!({"hp": 150, "ammo": ammo}))];
    humans.extend_from_slice(others);
    let drops = [json!({"id": 13, "x": 0, "y": 0, "delay": 1, "item": "ammo"})];
    Play::at(22, json!({"humans": humans, "drops": drops, "crates": [found(14, (0, 0), "ammo", 40)]}))
}

#[test]
fn example_13_drop_on_a_human() {
    let mut play = drop_on_a_human(7, &[human(12, (5, 5), "pistol")]);
    play.end_turns(1);
    play.gone(11);
    play.gone(14);
    play.expect(50, json!({"item": "ammo", "hp": 7}));
    play.expect(51, json!({"item": "pistol", "hp": 100}));
    play.expect(52, json!({"item": "ammo", "hp": 100}));
    assert_eq!(play.get("/winner"), Value::Null);
}

#[test]
fn example_14_drop_kills_the_last_human() {
    let mut play = drop_on_a_human(0, &[]);
    play.end_turns(1);
    play.over("zombies", "humans_dead", 23);
}

#[test]
fn example_15_spawn_order_and_waste() {
    let mut play = Play::at(80, json!({"spawn_ready": 5.5, "humans": [human(11, (0, 0), "pistol")]}));
    let list = json!([
        spawn("west", 0),
        spawn("west", 0),
        spawn("west", 0),
        spawn("south", 6),
        spawn("south", 2),
        spawn("east", 3),
        spawn("east", 3),
    ]);
    assert_eq!(play.tries(list), ["ok", "ok", "ok", "bad_facing", "ok", "ok", "none_ready"]);
    assert_eq!(play.get("/spawn_ready"), 0.5);
    for (id, x, y) in [(50, -13, 0), (51, -13, 1), (52, -13, -1), (53, 0, -13), (54, 13, 0)] {
        let fresh = json!({"x": x, "y": y, "hp": 78, "max_hp": 117, "moves": 0, "idle": 0.5, "scent": 0});
        play.expect(id, fresh);
    }
    play.end_turns(1);
    assert_eq!(play.get("/spawn_ready"), 0.5);
    play.end_turns(1);
    assert_eq!(play.get("/spawn_ready"), 2.525);

    let mut play = Play::at(80, json!({"spawn_ready": 2.3, "humans": [human(11, (0, 0), "pistol")]}));
    assert_eq!(play.tries(json!([spawn("west", 0)])), ["ok"]);
    play.end_turns(1);
    assert_eq!(play.get("/spawn_ready"), 0.3);
    play.end_turns(1);
    assert_eq!(play.get("/spawn_ready"), 2.325);
}

#[test]
fn example_16_cap() {
    let zombies: Vec<_> = (1..=20).map(|id| zombie(id, (0, 0), 0)).collect();
    let mut play = Play::at(4, json!({"spawn_ready": 2.05, "zombies": zombies}));
    assert_eq!(play.view(ZOMBIES).zombie_cap, 21);
    assert_eq!(play.tries(json!([spawn("west", 0), spawn("west", 0)])), ["ok", "zombie_cap"]);
    assert_eq!(play.get("/spawn_ready"), 1.05);
}

#[test]
fn example_17_spawned_on_top() {
    let things = json!({
        "spawn_ready": 2.025, "humans": [human(11, (-13, 0), "pistol")], "walls": [wall(12, (-13, 1), 7)],
    });
    let mut play = Play::at(2, things);
    assert_eq!(play.tries(json!([spawn("west", 0), spawn("west", 2)])), ["ok", "ok"]);
    play.expect(50, json!({"x": -13, "y": 0}));
    play.expect(51, json!({"x": -13, "y": 1}));
    play.end_turns(1);
    assert_eq!(play.tries(json!([attack(11, 50), at("build", 11, (-13, 1))])), ["ok", "ok"]);
    play.expect(50, json!({"hp": 45}));
    play.expect(12, json!({"hp": 14}));
    play.end_turns(1);
    assert_eq!(play.tries(json!([attack(50, 11), attack(51, 12)])), ["ok", "ok"]);
    play.expect(11, json!({"hp": 95}));
    play.expect(12, json!({"hp": 9}));
}

#[test]
fn example_18_scent() {
    let humans: Vec<_> = (1..).zip([(3, 0), (2, 3), (-2, 2), (0, 4)]).map(|(id, at)| human(id, at, "pistol")).collect();
    let zombies: Vec<_> = (0..6).map(|facing| zombie(10 + facing, (0, 0), facing)).collect();
    let mut play = Play::at(3, json!({"humans": humans, "zombies": zombies}));
    play.end_turns(1);
    for (facing, scent) in (0..).zip([0.533333, 0.45, 0.5, 0.0, 0.0, 0.0]) {
        play.expect(10 + facing, json!({"scent": scent}));
    }
}

#[test]
fn example_19_zombie_attack() {
    let things = |config: Value| {
        json!({
            "zombies": [zombie(13, (0, 0), 0)], "crates": [found(14, (1, 0), "ammo", 40)],
            "humans": [human(11, (1, 0), "pistol"), human(12, (0, 1), "pistol")], "config": config,
        })
    };
    let mut play = Play::at(4, things(json!({})));
    let list = json!([attack(13, 12), attack(13, 11), attack(13, 11), attack(13, 14)]);
    assert_eq!(play.tries(list), ["not_facing", "ok", "not_ready", "no_such_target"]);
    play.expect(11, json!({"hp": 95}));
    play.expect(13, json!({"idle": 0.5}));
    let mut play = Play::at(4, things(original()));
    assert_eq!(play.tries(json!([attack(13, 12)])), ["ok"]);
    let mut play = Play::at(4, but(things(json!({})), json!({"humans": []})));
    assert_eq!(play.tries(json!([step_to(13, (1, 0))])), ["ok"]);
}

#[test]
fn example_20_eating() {
    let mut play = Play::at(
        4,
        json!({"zombies": [
            but(zombie(12, (0, 0), 0), json!({"hp": 30})), but(zombie(13, (1, 0), 0), json!({"hp": 40})),
            zombie(14, (0, 1), 0), but(zombie(15, (0, 1), 0), json!({"hp": 10})), zombie(16, (1, 0), 0),
        ]}),
    );
    let list = json!([eat(12, 14), eat(12, 12), eat(12, 13), eat(12, 16), eat(14, 15), turn(14, 1)]);
    assert_eq!(play.tries(list), ["not_facing", "no_such_target", "ok", "no_moves", "ok", "no_moves"]);
    play.expect(12, json!({"hp": 105}));
    play.expect(14, json!({"hp": 90}));
    play.gone(13);
    play.gone(15);
}

#[test]
fn example_21_turning() {
    let mut play =
        Play::at(4, json!({"zombies": [zombie(12, (0, 0), 0), zombie(13, (0, 0), 5), zombie(14, (0, 0), 0)]}));
    let list = json!([turn(12, -1), turn(13, 1), ahead(13), turn(14, 2)]);
    assert_eq!(play.tries(list), ["ok", "ok", "no_moves", "bad_direction"]);
    play.expect(12, json!({"facing": 5}));
    play.expect(13, json!({"facing": 0}));
    play.expect(14, json!({"moves": 1, "facing": 0}));
}

#[test]
fn example_22_zombie_moves() {
    let mut play = Play::at(
        4,
        json!({
            "humans": [human(11, (1, 0), "pistol")],
            "zombies": [zombie(13, (0, 0), 0), zombie(14, (13, 0), 0), zombie(15, (0, 5), 1), zombie(16, (0, 6), 1),
                        zombie(17, (-4, 0), 0)],
            "walls": [wall(18, (-3, 0), 7)],
        }),
    );
    let list = json!([
        ahead(13),
        ahead(14),
        ahead(15),
        ahead(15),
        step_to(16, (0, 8)),
        step_to(16, (1, 6)),
        ahead(17),
        attack(17, 18),
    ]);
    let answers = ["blocked", "out_of_bounds", "ok", "no_moves", "not_adjacent", "not_facing", "blocked", "ok"];
    assert_eq!(play.tries(list), answers);
    play.expect(15, json!({"x": 0, "y": 6}));
    play.expect(18, json!({"hp": 2}));
}

#[test]
fn example_23_human_moves() {
    let mut play = Play::at(
        3,
        json!({
            "humans": [human(11, (0, 0), "pistol"), human(12, (1, 0), "pistol")], "zombies": [zombie(13, (0, 1), 0)],
            "walls": [wall(14, (-1, 0), 7)], "crates": [found(15, (1, -1), "ammo", 40)],
        }),
    );
    let hexes = [(1, 0), (0, 1), (-1, 0), (1, 1), (0, 0), (1, -1), (2, -2), (2, -3), (2, -4)];
    let list: Vec<_> = hexes.into_iter().map(|hex| step_to(11, hex)).collect();
    let answers = ["blocked", "blocked", "blocked", "not_adjacent", "not_adjacent", "ok", "ok", "ok", "no_moves"];
    assert_eq!(play.tries(json!(list)), answers);
}

#[test]
fn example_24_ends() {
    let mut play = Play::at(1, json!({}));
    play.end_turns(1);
    play.over("zombies", "humans_dead", 1);

    let things = json!({
        "humans": [but(human(11, (1, 0), "pistol"), json!({"hp": 5}))], "zombies": [zombie(12, (0, 0), 0)],
    });
    let mut play = Play::at(1000, things.clone());
    assert_eq!(play.submit(&[attack(12, 11)]), ["ok"]);
    play.over("zombies", "humans_dead", 1000);
    let mut play = Play::at(1000, things);
    play.end_turns(1);
    play.over("humans", "turn_limit", 1000);
}

#[test]
fn example_25_death() {
    let victim = |weapon, ammo| {
        let human = but(human(11, (1, 0), weapon), json!({"hp": 5, "ammo": ammo}));
        Play::at(4, json!({"humans": [human], "zombies": [zombie(12, (0, 0), 0)]}))
    };
    let mut play = victim("shotgun", 0);
    assert_eq!(play.tries(json!([attack(12, 11)])), ["ok"]);
    assert_eq!((play.get("/humans"), play.get("/crates")), (json!([]), json!([])));
    let mut play = victim("chainsaw", 9);
    assert_eq!(play.tries(json!([attack(12, 11)])), ["ok"]);
    play.expect(50, json!({"item": "ammo", "hp": 9}));
    play.expect(51, json!({"item": "chainsaw", "hp": 100}));
}

#[test]
fn example_26_long_wait() {
    let mut play = Play::at(9, json!({"humans": [but(human(11, (0, 0), "grenade_launcher"), json!({"idle": 4.5}))]}));
    let fire = json!([ground(11, (3, 0))]);
    assert_eq!(play.tries(fire.clone()), ["ok"]);
    play.expect(11, json!({"idle": 1}));
    for (idle, answer) in [(2, "not_ready"), (3, "not_ready"), (4, "ok")] {
        play.end_turns(2);
        play.expect(11, json!({"idle": idle}));
        assert_eq!(play.tries(fire.clone()), [answer]);
    }
}

#[test]
fn example_27_two_humans_one_grenade() {
    let humans = [
        but(human(11, (0, 0), "grenade_launcher"), json!({"idle": 3.5})),
        but(human(12, (3, 0), "pistol"), json!({"hp": 45, "ammo": 3})),
        but(human(13, (2, 1), "shotgun"), json!({"hp": 40, "ammo": 5})),
    ];
    let mut play = Play::at(7, json!({"humans": humans}));
    assert_eq!(play.tries(json!([ground(11, (3, 0))])), ["ok"]);
    play.expect(50, json!({"item": "ammo", "hp": 5, "x": 2, "y": 1}));
    play.expect(51, json!({"item": "shotgun", "hp": 100}));
    play.gone(52);
    play.expect(53, json!({"item": "pistol", "hp": 55, "x": 3, "y": 0}));
    assert_eq!(play.get("/next_id"), 54);
}

#[test]
fn example_28_growth() {
    for (turn, hp, max_hp) in [(100, 80, 120), (10, 71, 106), (8, 70, 105)] {
        let mut play = Play::at(turn, json!({"spawn_ready": 1}));
        assert_eq!(play.tries(json!([spawn("north", 4)])), ["ok"]);
        play.expect(50, json!({"hp": hp, "max_hp": max_hp}));
    }
}

#[test]
fn example_29_shooting_oneself() {
    let mut play = Play::at(3, json!({"humans": [but(human(11, (0, 0), "pistol"), json!({"hp": 25, "ammo": 1}))]}));
    assert_eq!(play.tries(json!([attack(11, 11), step_to(11, (1, 0))])), ["ok", "no_such_unit"]);
    assert_eq!(play.get("/crates"), json!([]));
}

#[test]
fn example_30_time() {
    let late = |turn, humans_ms, zombies_ms, used| {
        let clocks = json!({"humans": [human(11, (0, 0), "pistol")], "humans_ms": humans_ms, "zombies_ms": zombies_ms});
        let mut play = Play::at(turn, clocks);
        let mut orders = Orders::of(play.seat(), []);
        orders.used(used);
        play.game.step(&mut play.state, &orders, &mut ());
        play
    };
    let play = late(2, 30000, 30000, 31000);
    play.over("humans", "zombies_timeout", 1000);
    assert_eq!(play.get("/zombies_ms"), 0);
    let play = late(2, 30000, 30000, 30999);
    assert_eq!((play.get("/winner"), play.get("/zombies_ms"), play.get("/turn")), (Value::Null, json!(1), json!(3)));
    let play = late(41, 700, 30000, 1700);
    play.over("zombies", "humans_timeout", 41);
    assert_eq!((play.get("/humans"), play.get("/crates")), (json!([]), json!([])));
}

#[test]
fn example_31_sight() {
    let sees = |zombie_at: (i64, i64)| {
        let things = json!({"humans": [human(11, (0, 0), "pistol")], "zombies": [zombie(12, zombie_at, 0)]});
        let view = Play::at(3, things).view(HUMANS);
        view.zombies.len() == 1
    };
    assert!(sees((4, 4)) && !sees((5, 4)) && sees((8, -8)));
    let smells = |human_at: (i64, i64)| {
        let things = json!({"humans": [human(11, human_at, "pistol")], "zombies": [zombie(12, (0, 0), 0)]});
        Play::at(4, things).view(ZOMBIES).humans.len() == 1
    };
    assert!(smells((1, 1)) && !smells((2, -3)));
}

#[test]
fn example_32_the_delay_of_the_mission_document() {
    let mut play = Play::at(
        21,
        json!({
            "humans": [but(human(11, (0, 0), "grenade_launcher"), json!({"idle": 10.5}))],
            "crates": [found(12, (0, 0), "pistol", 100)],
        }),
    );
    assert_eq!(play.tries(json!([ground(11, (3, 0))])), ["ok"]);
    play.expect(11, json!({"idle": 1}));
    let list = json!([at("drop_weapon", 11, (0, 0)), grab(11, 12), ground(11, (3, 0)), ground(11, (3, 0))]);
    assert_eq!(play.tries(list), ["ok", "ok", "ok", "not_ready"]);
    play.expect(11, json!({"idle": 0.5, "moves": 1, "ammo": 112}));
    play.end_turns(2);
    let shots = vec![ground(11, (3, 0)); 3];
    assert_eq!(play.tries(json!(shots)), ["ok", "ok", "not_ready"]);
}

#[test]
fn example_33_no_leak_humans() {
    let things = json!({
        "humans": [human(11, (0, 0), "pistol")],
        "zombies": [zombie(12, (5, 4), 0), zombie(14, (3, 3), 0)],
        "walls": [wall(15, (6, 0), 600)],
        "crates": [found(13, (-9, 0), "ammo", 40), found(16, (-8, 0), "ammo", 40)],
    });
    let list = json!([
        attack(11, 12),
        attack(11, 13),
        attack(11, 49),
        attack(11, 14),
        attack(11, 15),
        grab(11, 13),
        grab(11, 16),
        step_to(12, (5, 5)),
        step_to(14, (3, 4)),
        step_to(11, (5, 4)),
        step_to(11, (5, 3)),
        step_to(11, (6, 0)),
        at("build", 11, (5, 4)),
        ground(11, (5, 4)),
    ]);
    let answers = [
        "no_such_target",
        "no_such_target",
        "no_such_target",
        "out_of_range",
        "out_of_range",
        "no_such_target",
        "out_of_range",
        "no_such_unit",
        "not_your_unit",
        "not_adjacent",
        "not_adjacent",
        "not_adjacent",
        "not_adjacent",
        "out_of_range",
    ];
    assert_eq!(Play::at(3, things.clone()).tries(list.clone()), answers);
    let without = but(things, json!({"zombies": [zombie(14, (3, 3), 0)], "crates": [found(16, (-8, 0), "ammo", 40)]}));
    assert_eq!(Play::at(3, without).tries(list), answers);
}

#[test]
fn example_34_no_leak_zombies() {
    let drops = [json!({"id": 15, "x": 1, "y": 0, "delay": 4, "item": "ammo"})];
    let things = json!({
        "zombies": [zombie(12, (0, 0), 0)], "humans": [human(11, (3, 0), "pistol")], "walls": [wall(13, (2, 0), 7)],
        "crates": [found(14, (1, 0), "ammo", 40)], "drops": drops,
    });
    let list = json!([
        attack(12, 11),
        attack(12, 13),
        attack(12, 14),
        attack(12, 15),
        turn(11, 1),
        step_to(12, (3, 0)),
        step_to(12, (0, 1)),
        step_to(12, (14, 0)),
    ]);
    let answers = [
        "no_such_target",
        "out_of_range",
        "no_such_target",
        "no_such_target",
        "no_such_unit",
        "not_adjacent",
        "not_facing",
        "out_of_bounds",
    ];
    let empty = but(things.clone(), json!({"humans": [], "crates": [], "drops": []}));
    let walled = but(
        things.clone(),
        json!({"humans": [], "walls": [wall(11, (3, 0), 7), wall(13, (2, 0), 7)], "crates": [], "drops": []}),
    );
    for other in [things.clone(), empty, walled] {
        assert_eq!(Play::at(4, other).tries(list.clone()), answers);
    }
    let mut play = Play::at(4, things);
    let list = json!([step_to(12, (1, 0)), attack(12, 11), turn(11, 1), attack(12, 13)]);
    assert_eq!(play.tries(list), ["ok", "out_of_range", "not_your_unit", "no_moves"]);
}
