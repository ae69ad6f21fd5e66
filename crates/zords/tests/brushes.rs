//! The editor's brushes make playable positions.

use serde_json::{Value, json};
use skirmish_core::edit::{Brush, Edit, things_at};
use skirmish_core::show::show;
use skirmish_core::{Documents, Setup};
use skirmish_zords::Zords;

/// What the editor offers under the default rules.
fn brushes() -> &'static [Brush] {
    (show::<Zords>().brushes)(&Default::default()).leak()
}

/// The start of a game for as many as there are brushes of players.
fn start() -> Value {
    let seats = (1..=8).map(|n| format!("p{n}")).collect();
    let (game, state) = Zords::resolve(&Setup { seats, ..Setup::seeded(1) }).unwrap();
    serde_json::to_value(game.position(&state)).unwrap()
}

fn edit(position: &mut Value, edit: Value) {
    let edit: Edit = serde_json::from_value(edit).unwrap();
    edit.apply(position, brushes()).unwrap();
}

fn faults(position: &Value) -> Vec<String> {
    let loaded = Zords::read_position(position).and_then(|position| Zords::from_position(&position));
    let faults = loaded.err().map(|faults| faults.list().iter().map(|fault| fault.message.clone()).collect());
    faults.unwrap_or_default()
}

#[test]
fn a_zord_of_every_player_can_be_put_and_taken_away() {
    let zords: Vec<_> = brushes().iter().filter(|brush| brush.seat.is_some()).collect();
    assert_eq!(zords.len(), 8);
    for brush in zords {
        let before = start();
        let mut position = before.clone();
        edit(&mut position, json!({"edit": "put", "brush": brush.name, "x": 33, "y": 34}));
        assert_eq!(faults(&position), [""; 0], "{}", brush.name);
        let placed = &things_at(&position, brushes(), 33, 34)[0].entry;
        assert_eq!(placed["owner"], before["players"][usize::from(brush.seat.unwrap())]["seat"]);
        assert_eq!(placed["id"], before["next_id"]);
        edit(&mut position, json!({"edit": "erase", "x": 33, "y": 34}));
        assert_eq!(position["zords"], before["zords"]);
    }
}

#[test]
fn totems_are_moved_or_put_again() {
    let mut position = start();
    let at = |position: &Value, i: usize| {
        [&position["totems"][i]["x"], &position["totems"][i]["y"]].map(|n| n.as_i64().unwrap())
    };
    let second = at(&position, 1);
    edit(&mut position, json!({"edit": "erase", "x": second[0], "y": second[1]}));
    assert_eq!(faults(&position), ["are not totem 1 and totem 2"]);
    let brush = json!({"edit": "put", "brush": "totem", "x": second[0], "y": second[1]});
    edit(&mut position, brush.clone());
    assert_eq!(faults(&position), [""; 0]);
    let first = at(&position, 0);
    edit(&mut position, json!({"edit": "move", "from": first, "to": [first[0], (first[1] + 1) % 140]}));
    assert_eq!(faults(&position), [""; 0]);
}

#[test]
fn brushes_look_like_what_they_put() {
    for brush in brushes() {
        let symbol = brush.symbol.as_deref().expect("a symbol");
        assert!(show::<Zords>().symbols.iter().any(|known| known.name == symbol), "{symbol}");
    }
}
