//! What the editor puts on the plane.

use serde_json::{Value, json};
use skirmish_core::edit::{Brush, Edit, things_at};
use skirmish_core::show::show;
use skirmish_core::{Documents, Faults, Setup};
use skirmish_footsoldiers::Footsoldiers;

/// What the editor offers under the default rules.
fn brushes() -> &'static [Brush] {
    (show::<Footsoldiers>().brushes)(&Default::default()).leak()
}

fn start() -> Value {
    let (game, state) = Footsoldiers::resolve(&Setup::default()).unwrap();
    serde_json::to_value(game.position(&state)).unwrap()
}

fn playable(position: &Value) -> Result<(), Faults> {
    Footsoldiers::from_position(&Footsoldiers::read_position(position)?).map(|_| ())
}

fn apply(position: &mut Value, edit: Value) {
    serde_json::from_value::<Edit>(edit).unwrap().apply(position, brushes()).unwrap();
}

fn put(position: &mut Value, brush: &Brush, [x, y]: [i64; 2]) {
    apply(position, json!({"edit": "put", "brush": brush.name, "x": x, "y": y}));
}

fn erase(position: &mut Value, [x, y]: [i64; 2]) {
    apply(position, json!({"edit": "erase", "x": x, "y": y}));
}

fn is_base(brush: &Brush) -> bool {
    brush.name.starts_with("base")
}

#[test]
fn whatever_is_put_on_a_free_square_can_be_played_and_taken_away() {
    for brush in brushes().iter().filter(|brush| !is_base(brush)) {
        let mut position = start();
        put(&mut position, brush, [2, 3]);
        put(&mut position, brush, [3, 3]);
        playable(&position).unwrap();
        erase(&mut position, [2, 3]);
        erase(&mut position, [3, 3]);
        position["next_id"] = start()["next_id"].clone();
        assert_eq!(position, start(), "{}", brush.name);
    }
}

/// There must be one base of each seat: a second one is a fault until the first is gone.
#[test]
fn bases_are_replaced_and_moved() {
    for (brush, old) in brushes().iter().filter(|brush| is_base(brush)).zip([[5, 5], [15, 5]]) {
        let mut position = start();
        put(&mut position, brush, [2, 3]);
        assert_eq!(playable(&position).unwrap_err().list()[0].pointer, "/bases");
        erase(&mut position, old);
        playable(&position).unwrap();
        apply(&mut position, json!({"edit": "move", "from": [2, 3], "to": old}));
        playable(&position).unwrap();
        assert_eq!(things_at(&position, brushes(), old[0], old[1]).len(), 1);
    }
}

#[test]
fn every_brush_shows_what_it_puts() {
    let mut names: Vec<&str> = brushes().iter().map(|brush| &*brush.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 9);
    for brush in brushes() {
        assert!(
            show::<Footsoldiers>().symbols.iter().any(|symbol| Some(symbol.name) == brush.symbol.as_deref()),
            "{}",
            brush.name
        );
        let mut position = start();
        put(&mut position, brush, [2, 3]);
        let entry = &things_at(&position, brushes(), 2, 3)[0].entry;
        let seat = ["player1", "player2"].iter().position(|name| entry["seat"] == *name);
        assert_eq!(seat, brush.seat.map(usize::from), "{}", brush.name);
    }
}

/// New soldiers are whole, and march on the enemy's base of the map that the editor begins with.
#[test]
fn soldiers_are_ready_to_fight() {
    let (game, _) = Footsoldiers::resolve(&Setup::default()).unwrap();
    for brush in brushes().iter().filter(|brush| brush.name.contains(" of player") && !is_base(brush)) {
        let mut position = start();
        put(&mut position, brush, [2, 3]);
        let soldier = &Footsoldiers::read_position(&position).unwrap().soldiers[0];
        let enemy = Footsoldiers::read_position(&position).unwrap().bases[soldier.seat.other().index()];
        assert_eq!(soldier.goal(), enemy.square());
        assert_eq!(soldier.health, game.traits(soldier.kind).health);
    }
}
