//! What a witness is told, and when.

use crate::support::{no_sandbox, options, table};
use crate::threads::{Folder, SHELL};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_referee::witness::{Incident, Private};
use skirmish_referee::{Cancel, Contest, Ending, Witness};

/// Takes only a moment, so that it is told of steps while the next players think.
#[derive(Default)]
struct Quick {
    /// The turn that came after the last step it was told of.
    turn: i64,
    steps: u64,
    /// Of answers and faults: the turn that they belong to, and the turn that was next by what it had been told.
    answers: Vec<(i64, i64)>,
    faults: Vec<(i64, i64)>,
}

impl Witness for Quick {
    fn begin(&mut self, _: &[SeatedPlayer], table: &mut dyn AnyTable) {
        self.turn = table.turn().number;
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        self.turn = table.turn().number;
        self.steps += 1;
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn answer(&mut self, _: Seat, private: &Private) {
        self.answers.push((private.turn, self.turn));
    }

    fn fault(&mut self, _: Seat, _: &[SeatedPlayer], incident: &Incident<'_>, _: &dyn AnyTable) {
        self.faults.push((incident.turn, self.turn));
    }
}

pub fn what_follows_a_step_is_told_after_it() {
    let folder = Folder::new("order");
    let confused = SHELL.replace("    echo", "    [ $request = 5 ] && echo nonsense && continue\n    echo");
    let players = vec![folder.bot("sh", "bot.sh", SHELL), folder.bot("sh", "confused.sh", &confused)];
    let (mut quick, options) = (Quick::default(), options(no_sandbox(), &Cancel::default()));
    let report = Contest::new("order".into(), table("golems", 1), players, options, &mut quick).play().report;
    assert_eq!((&report.void, quick.steps), (&None, report.steps));
    assert!(matches!(report.seats[1].faults[..], [ref fault] if matches!(fault.ending, Ending::Malformed { .. })));
    let requests: u32 = report.seats.iter().map(|seat| seat.requests).sum();
    assert_eq!((quick.answers.len(), quick.faults.len()), (requests as usize, 1));
    let early: Vec<_> = quick.answers.iter().chain(&quick.faults).filter(|(turn, told)| turn != told).collect();
    assert!(early.is_empty(), "told before the step they came after: {early:?}");
}
