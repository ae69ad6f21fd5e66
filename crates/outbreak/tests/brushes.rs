//! The editor: whatever a brush puts on a free hex can be played, and erasing takes it away again.

use serde_json::{Value, json};
use skirmish_core::edit::{Brush, Edit, things_at};
use skirmish_core::show::show;
use skirmish_core::{Documents, Setup, Table, Viewer};
use skirmish_outbreak::Outbreak;
use std::collections::HashSet;

/// What the editor offers under the default rules.
fn brushes() -> &'static [Brush] {
    (show::<Outbreak>().brushes)(&Default::default()).leak()
}

fn open(position: &Value) -> Table<Outbreak> {
    let position = Outbreak::read_position(position).unwrap_or_else(|faults| panic!("{faults}"));
    let (game, state) = Outbreak::from_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
    Table::new(game, state)
}

#[test]
fn what_a_brush_puts_down_can_be_played_and_erased() {
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let start = json!(game.position(&state));
    let (x, y) = (12, -3);
    assert_eq!(things_at(&start, brushes(), x, y), []);
    let mut names = HashSet::new();
    let mut looks = HashSet::new();
    for brush in brushes() {
        assert!(names.insert(&*brush.name), "{} is there twice", brush.name);
        let mut position = start.clone();
        let put = Edit::Put { brush: brush.name.to_string(), x, y };
        put.apply(&mut position, brushes()).unwrap();
        let table = open(&position);
        let scene = table.scene(Viewer::Omniscient);
        let here = scene.items.iter().find(|item| item.cell == Some([x, y])).unwrap();
        assert_eq!(here.seat, brush.seat, "{}", brush.name);
        // It looks on the board as on its button.
        let symbol = brush.symbol.as_deref().unwrap();
        assert_eq!(here.shape, skirmish_core::scene::Shape::Symbol(symbol));
        assert!(looks.insert(symbol), "{symbol} twice");
        let id = start["next_id"].as_i64().unwrap();
        assert_eq!(things_at(&position, brushes(), x, y)[0].entry["id"], id);
        assert_eq!(position["next_id"], id + 1);

        Edit::Erase { x, y }.apply(&mut position, brushes()).unwrap();
        open(&position);
        position["next_id"] = start["next_id"].clone();
        assert_eq!(position, start);
    }
}

#[test]
fn a_hex_holds_all_that_may_share_it() {
    let (game, state) = Outbreak::resolve(&Setup::default()).unwrap();
    let mut position = json!(game.position(&state));
    for name in ["zombie", "zombie", "air drop", "crate: rounds", "crate: chainsaw", "barricade"] {
        Edit::Put { brush: name.into(), x: 1, y: 0 }.apply(&mut position, brushes()).unwrap();
    }
    open(&position);
    // Erased from the top: units, what comes from above, what lies there, what stands there.
    for left in ["zombies", "drops", "crates", "crates", "walls"] {
        Edit::Erase { x: 1, y: 0 }.apply(&mut position, brushes()).unwrap();
        let top = &things_at(&position, brushes(), 1, 0)[0];
        assert!(top.pointer.starts_with(&format!("/{left}/")), "{}", top.pointer);
    }
}
