//! What the editor places is playable as it is.

use serde_json::{Value, json};
use skirmish_core::edit::{Brush, BrushKind, Edit};
use skirmish_core::show::show;
use skirmish_core::{Documents, Setup};
use skirmish_infection::class::Class;
use skirmish_infection::terrain::Kind;
use skirmish_infection::{Infection, State};

/// What the editor offers under the default rules.
fn brushes() -> &'static [Brush] {
    (show::<Infection>().brushes)(&Default::default()).leak()
}

/// Open ground that nobody stands on.
const FREE: [i64; 2] = [3, 7];

fn start() -> Value {
    let (game, state) = Infection::resolve(&Setup::default()).unwrap();
    serde_json::to_value(game.position(&state)).unwrap()
}

fn open(position: &Value) -> State {
    let read = Infection::read_position(position).unwrap_or_else(|faults| panic!("{faults}"));
    Infection::from_position(&read).unwrap_or_else(|faults| panic!("{faults}")).1
}

fn put(position: &mut Value, brush: &str) {
    let edit = Edit::Put { brush: brush.into(), x: FREE[0], y: FREE[1] };
    edit.apply(position, brushes()).unwrap();
}

fn erase(position: &mut Value) {
    Edit::Erase { x: FREE[0], y: FREE[1] }.apply(position, brushes()).unwrap();
}

#[test]
fn every_brush_gives_a_playable_position_and_can_be_erased() {
    let symbols: Vec<&str> = show::<Infection>().symbols.iter().map(|symbol| symbol.name).collect();
    for brush in brushes() {
        assert!(brush.symbol.as_deref().is_none_or(|name| symbols.contains(&name)), "{}", brush.name);
        let mut position = start();
        // Cracks need something that cracks.
        let ground = brush.name == "cracks";
        if ground {
            put(&mut position, "wall");
        }
        let before = position.clone();
        put(&mut position, &brush.name);
        let open_ground = matches!(brush.kind, BrushKind::Tile { letter: '.', .. });
        assert_eq!(position == before, open_ground, "{}", brush.name);
        open(&position);
        erase(&mut position);
        assert_eq!(position, before, "{}", brush.name);
    }
}

#[test]
fn there_is_a_brush_for_everything() {
    let names: Vec<&str> = brushes().iter().map(|brush| &*brush.name).collect();
    assert!(Class::ALL.iter().all(|class| names.contains(&class.name())));
    let letters: Vec<char> = brushes()
        .iter()
        .filter_map(|brush| match brush.kind {
            BrushKind::Tile { letter, .. } => Some(letter),
            BrushKind::Thing { .. } => None,
        })
        .collect();
    assert_eq!(letters, Kind::ALL.map(Kind::char));
}

#[test]
fn what_is_placed_is_there() {
    let mut position = start();
    put(&mut position, "medic");
    put(&mut position, "zombie");
    let state = open(&position);
    let placed = &state.units[state.units.len() - 2..];
    assert_eq!(
        placed.iter().map(|unit| (unit.class, unit.health)).collect::<Vec<_>>(),
        [(Class::Medic, 2), (Class::Zombie, 0)]
    );
    assert!(placed.iter().all(|unit| [unit.x, unit.y] == FREE.map(|at| at as i32)));
    let brushes = brushes();
    Edit::Erase { x: FREE[0], y: FREE[1] }.apply(&mut position, brushes).unwrap();
    Edit::Set { pointer: "/units/0/stun_wait".into(), value: json!(1) }.apply(&mut position, brushes).unwrap();
    assert_eq!(open(&position).units[0].stun_wait, 1);
}
