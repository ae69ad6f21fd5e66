//! Games between built-in bots, to look at from all sides.

use skirmish_core::arena::{play_watched, seat_bots};
use skirmish_core::{BotEntry, Documents, Setup, Table};
use skirmish_footsoldiers::Footsoldiers;

/// Tables of whole games, one after every step, the first as it was set up: all shipped maps and some random ones.
pub fn games() -> Vec<Vec<Table<Footsoldiers>>> {
    let game = |n: u64| {
        let (game, state) = Footsoldiers::opening(n, &Setup::default()).unwrap();
        let mut table = Table::new(game, state);
        let names = [["medium", "medium"], ["medium", "weak"], ["weak", "medium"]][n as usize % 3];
        let entries = names.map(|name| BotEntry::find(name).unwrap());
        let mut bots = seat_bots(&table, &entries, n);
        let mut tables = vec![table.clone()];
        play_watched(&mut table, &mut bots, 60, |table, _| tables.push(table.clone()));
        tables
    };
    (0..6).map(game).collect()
}
