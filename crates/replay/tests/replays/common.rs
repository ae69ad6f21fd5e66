//! Matches to record, and folders to record them in.

use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{About, Salt, SeatedPlayer};
use skirmish_core::{Seat, Setup};
use std::path::{Path, PathBuf};

/// A folder that is gone at the end of the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("skirmish-replay-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A table of `game` with a built-in bot on every seat.
pub fn table(game: &str, bot: &str, seed: u64) -> Box<dyn AnyTable> {
    let mut table = skirmish_games::registry().game(game).unwrap().set_up(&Setup::seeded(seed)).unwrap();
    for i in 0..table.seats().len() as u8 {
        let random = table.seed().of_seat(Seat(i));
        assert!(table.seat_bot(Seat(i), bot, random));
    }
    table
}

pub fn about(table: &dyn AnyTable) -> About {
    let players = table.seats().iter().map(|seat| SeatedPlayer {
        seat: seat.clone(),
        player: "builtin".into(),
        name: Some("a bot".into()),
    });
    About { id: "test".into(), players: players.collect(), sandbox: Value::Null, salt: Salt(*b"not very random.") }
}

/// Plays one step by the bots.
pub fn step(table: &mut dyn AnyTable) {
    let turn = table.turn();
    turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)).for_each(|seat| table.ask_bot(seat));
    table.step();
}

/// The records of a match of at most so many steps.
pub fn records(game: &str, bot: &str, seed: u64, most: usize) -> Vec<String> {
    let mut table = table(game, bot, seed);
    let about = about(&*table);
    let mut records = vec![table.begin_replay(&about)];
    while !table.turn().is_over() && records.len() <= most {
        step(&mut *table);
        records.push(table.step_record().into());
    }
    let void = (!table.turn().is_over()).then_some("stopped");
    records.push(table.end_replay(void));
    records
}

/// The records as one text.
pub fn text(records: &[String]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}
