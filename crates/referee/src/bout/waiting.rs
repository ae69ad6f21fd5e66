//! Waiting for people, who have no clock.

use super::Bout;
use super::failing::Failure;
use crate::Ending;
use crate::desk::{Desk, Said};
use crate::exchange::INTERRUPTED;
use crate::witness::Private;
use serde_json::value::RawValue;
use skirmish_core::{Seat, Turn};
use std::sync::Arc;
use std::time::Instant;

impl Bout<'_> {
    /// Waits for people, who have been asked. Programs do not think meanwhile.
    pub(super) fn wait_for(&mut self, turn: Turn, hands: Vec<(Seat, Arc<Desk>)>) {
        self.telling.waits(&mut *self.table);
        if !self.options.ponder {
            self.chairs.iter_mut().filter_map(|chair| chair.program.as_mut()).for_each(|program| program.freeze(true));
        }
        for (seat, desk) in hands {
            let begun = Instant::now();
            let Some(said) = desk.wait(&self.options.cancel) else {
                self.void = Some(INTERRUPTED.into());
                return;
            };
            let (used, chair) = (begun.elapsed(), &mut self.chairs[seat.index()]);
            chair.times.add_person(used);
            let (turn, request, us) = (turn.number, chair.request, used.as_micros() as u64);
            let private = Private { turn, request, us, ..Private::default() };
            self.telling.answer(seat, &private, &mut *self.table);
            match said {
                // A person's time is never counted.
                Said::Orders(orders) => {
                    let orders: Vec<&RawValue> = orders.iter().map(|order| &**order).collect();
                    self.table.list(seat, &orders, 0);
                }
                Said::Resign => {
                    let ending = Ending::Resigned;
                    self.table.absent(seat, chair.absence_by(&ending, self.terms.max_restarts), 0);
                    self.fail(seat.index(), Failure { ending, sent: &[], said: &[], turn, used_ms: 0 });
                }
            }
        }
    }
}
