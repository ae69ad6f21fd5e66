//! A step may be told to the witness while the next players think: the story is the same.

mod support;

use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{About, Salt, SeatedPlayer};
use skirmish_referee::{Cancel, Contest, Player, Report, Sitter, Witness};
use support::{no_sandbox, options, table};

/// Writes down what it is told, now or later.
#[derive(Default)]
struct Chronicle {
    quick: bool,
    records: Vec<String>,
    /// The turn that was next when each was told.
    turns: Vec<i64>,
    stop_after: Option<usize>,
    cancel: Cancel,
}

impl Witness for Chronicle {
    fn begin(&mut self, _: &[SeatedPlayer], table: &mut dyn AnyTable) {
        table.begin_replay(&About {
            id: "test".into(),
            players: Vec::new(),
            sandbox: Value::Null,
            salt: Salt::default(),
        });
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        self.records.push(table.step_record().to_owned());
        self.turns.push(table.turn().number);
        if self.stop_after.is_some_and(|most| self.records.len() >= most) {
            self.cancel.cancel();
        }
    }

    fn is_quick(&self) -> bool {
        self.quick
    }
}

fn chronicle(game: &str, quick: bool, stop_after: Option<usize>) -> (Chronicle, Report) {
    let table = table(game, 3);
    let player = Player { sitter: Sitter::Builtin("weak".into()), spelled: "weak".into() };
    let players = vec![player; table.seats().len()];
    let cancel = Cancel::default();
    let options = options(no_sandbox(), &cancel);
    let mut chronicle = Chronicle { quick, stop_after, cancel, ..Chronicle::default() };
    let played = Contest::new("told".into(), table, players, options, &mut chronicle).play();
    (chronicle, played.report)
}

#[test]
fn a_step_told_late_is_told_whole_and_once() {
    for game in skirmish_games::IDS {
        let (at_once, Report { steps, .. }) = chronicle(game, false, None);
        let (late, Report { steps: later_steps, .. }) = chronicle(game, true, None);
        assert!(steps > 3, "{game}");
        assert_eq!((steps, at_once.records.len() as u64), (later_steps, steps), "{game}: every step is told");
        assert!(at_once.records.iter().all(|record| record.contains("\"hash\"")), "{game}");
        assert_eq!(at_once.records, late.records, "{game}: the same, though the next orders were there");
        assert_eq!(at_once.turns, late.turns, "{game}: no step was played in between");
    }
}

#[test]
fn a_match_that_is_stopped_tells_its_last_step() {
    for quick in [false, true] {
        let (chronicle, report) = chronicle("golems", quick, Some(4));
        let steps = report.steps;
        assert_eq!(chronicle.records.len() as u64, steps, "quick: {quick}");
        assert!((4..=5).contains(&steps), "quick: {quick}, {steps} steps");
        assert!(report.interrupted(), "quick: {quick}");
    }
}
