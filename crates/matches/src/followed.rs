//! A match that is written down and followed by somebody besides, who begins when the replay does.

use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;
use skirmish_referee::Witness;
use skirmish_referee::scribe::Scribe;
use skirmish_referee::witness::{Incident, Private};
use std::cell::RefCell;

/// Whoever follows, once the replay has begun.
pub(crate) type Follower = RefCell<Option<Box<dyn Witness>>>;

/// The scribe is told everything, and the follower every step.
pub(crate) struct Followed<'a, 's> {
    pub scribe: &'a mut Scribe<'s>,
    pub by: &'a Follower,
}

impl Witness for Followed<'_, '_> {
    fn begin(&mut self, seated: &[SeatedPlayer], table: &mut dyn AnyTable) {
        self.scribe.begin(seated, table);
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        self.scribe.step(table);
        if let Some(follower) = &mut *self.by.borrow_mut() {
            follower.step(table);
        }
    }

    fn is_quick(&self) -> bool {
        self.scribe.is_quick()
    }

    fn waits(&mut self) {
        self.scribe.waits();
    }

    fn answer(&mut self, seat: Seat, private: &Private) {
        self.scribe.answer(seat, private);
    }

    fn fault(&mut self, seat: Seat, seated: &[SeatedPlayer], incident: &Incident<'_>, table: &dyn AnyTable) {
        self.scribe.fault(seat, seated, incident, table);
    }
}
