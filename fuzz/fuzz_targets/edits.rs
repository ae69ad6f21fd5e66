//! Any list of changes is made or refused; what comes of it is judged, and drawn if it can be played.
#![no_main]

use skirmish_core::edit::{Edit, things_at};
use skirmish_core::show::show;
use skirmish_core::{Setup, Table, Viewer};

skirmish_fuzz::target!(|data: &[u8], G| {
    let brushes = (show::<G>().brushes)(&Default::default());
    let edits: Vec<Edit> = serde_json::from_slice(data).ok()?;
    let (game, state) = G::resolve(&Setup::seeded(1)).ok()?;
    let mut position = serde_json::to_value(game.position(&state)).ok()?;
    for edit in &edits {
        let before = position.clone();
        if edit.apply(&mut position, &brushes).is_err() {
            assert_eq!(position, before, "a change that was refused changed something");
        }
    }
    things_at(&position, &brushes, 0, 0);
    let (game, state) = G::from_position(&G::read_position(&position).ok()?).ok()?;
    Table::new(game, state).scene(Viewer::Omniscient);
    Some(())
});
