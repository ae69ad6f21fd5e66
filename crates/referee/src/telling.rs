//! Telling the witness, in the order in which things happened.

use crate::witness::{Incident, Private, Witness};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;

/// The only one who talks to the witness. The last step may be told late, while the next players think; whatever
/// follows it is told after it.
pub(crate) struct Telling<'a> {
    witness: &'a mut dyn Witness,
    /// The witness has not been told of the last step yet.
    owes_step: bool,
}

impl<'a> Telling<'a> {
    pub fn new(witness: &'a mut dyn Witness) -> Telling<'a> {
        Telling { witness, owes_step: false }
    }

    /// The match begins.
    pub fn begin(&mut self, seated: &[SeatedPlayer], table: &mut dyn AnyTable) {
        self.witness.begin(seated, table);
    }

    /// A step was played. A quick witness is told when the next players have been asked, any other at once.
    pub fn step(&mut self, table: &mut dyn AnyTable) {
        self.owes_step = true;
        if !self.witness.is_quick() {
            self.catch_up(table);
        }
    }

    /// Tells of the last step unless that is done.
    pub fn catch_up(&mut self, table: &mut dyn AnyTable) {
        if std::mem::take(&mut self.owes_step) {
            self.witness.step(table);
        }
    }

    /// A person is asked and may take long.
    pub fn waits(&mut self, table: &mut dyn AnyTable) {
        self.catch_up(table);
        self.witness.waits();
    }

    /// A seat has answered, or failed to.
    pub fn answer(&mut self, seat: Seat, private: &Private, table: &mut dyn AnyTable) {
        self.catch_up(table);
        self.witness.answer(seat, private);
    }

    /// A seat has failed.
    pub fn fault(&mut self, seat: Seat, seated: &[SeatedPlayer], incident: &Incident<'_>, table: &mut dyn AnyTable) {
        self.catch_up(table);
        self.witness.fault(seat, seated, incident, table);
    }
}
