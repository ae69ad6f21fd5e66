//! Games at many of their moments, played by the built-in bots.

use serde_json::{Value, json};
use skirmish_core::{Bot, BotEntry, Documents, Entry, Hello, Orders, Seat, Setup, Table, Telling};
use skirmish_outbreak::{Outbreak, View};

/// Plays a game between bots of that name and shows the table before every step and at the end.
pub fn each_step(setup: &Setup, bot: &str, steps: usize, mut show: impl FnMut(&Table<Outbreak>)) {
    let (game, state) = Outbreak::resolve(setup).unwrap_or_else(|faults| panic!("{faults}"));
    let mut table = Table::new(game, state);
    let seats = table.game.seats(&table.state);
    let entry = BotEntry::<Outbreak>::find(bot).unwrap();
    let mut bots: Vec<Box<dyn Bot<Outbreak>>> = (0..2)
        .map(|i| {
            let seat = Seat(i);
            (entry.make)(&Hello { config: table.game.config(), seat, seats: &seats, random: 7 + u64::from(i) })
        })
        .collect();
    let (mut view, mut list) = (View::default(), Vec::new());
    for _ in 0..steps {
        show(&table);
        let Some(seat) = table.turn().to_act.iter().next() else { return };
        table.ask(seat, &mut view);
        list.clear();
        bots[seat.index()].turn(&view, &mut list);
        let mut orders = Orders::new();
        orders.list(seat, list.iter().map(|&action| Entry::Action(action)));
        table.step(&orders);
    }
    show(&table);
}

/// A config that makes much happen in few turns.
pub fn lively() -> Setup {
    let config: Value = json!({"spawn_rate": 6, "drop_rate": 0.5, "zombie_hp": 40, "human_ammo": 60});
    let Value::Object(config) = config else { return Setup::default() };
    Setup { config, ..Setup::default() }
}

/// A position with humans that cannot shoot, a crowd of zombies, a drop, and the map around them.
pub fn full_position() -> Value {
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let mut position = json!(game.position(&state));
    let id = position["next_id"].as_i64().unwrap();
    position["turn"] = json!(5);
    position["next_id"] = json!(id + 10);
    let human = |i: i64, x: i64, weapon: &str| json!({"id": id + i, "x": x, "y": 0, "hp": 80, "max_hp": 150, "moves": 3, "idle": 0.5, "weapon": weapon, "ammo": 0});
    position["humans"] = json!([human(0, 0, "pistol"), human(1, 1, "medical_kit")]);
    let zombie = |i: i64| json!({"id": id + i, "x": 0, "y": 1, "hp": 30, "max_hp": 105, "moves": 1, "idle": 1.5, "facing": 4, "scent": 0.5});
    position["zombies"] = json!((2..8).map(zombie).collect::<Vec<_>>());
    position["drops"] = json!([{"id": id + 8, "x": 2, "y": 2, "delay": 3, "item": "shotgun"}]);
    position
}
