//! Saying how the match went.

use super::Bout;
use crate::chair::Chair;
use crate::report::Report;
use skirmish_core::Seat;
use skirmish_core::replay::SeatedPlayer;
use std::time::Duration;

/// Less than this in a whole match disturbs nobody.
const MUCH_DELAY: Duration = Duration::from_millis(100);

impl Bout<'_> {
    /// Who sits where, as far as they have said who they are.
    pub(super) fn seated(&self) -> Vec<SeatedPlayer> {
        let one = |(seat, chair): (&String, &Chair)| SeatedPlayer {
            seat: seat.clone(),
            player: chair.player.spelled.clone(),
            name: chair.ready.name.clone(),
        };
        self.table.seats().iter().zip(&self.chairs).map(one).collect()
    }

    pub(super) fn report(&mut self) -> Report {
        let delay: Duration = self.chairs.iter().map(|chair| chair.times.delay).sum();
        let total: Duration = self.chairs.iter().map(|chair| chair.times.total).sum();
        let out = self.table.counted_out();
        let chairs = self.table.seats().iter().zip(&mut self.chairs).enumerate();
        let seats = chairs.map(|(i, (seat, chair))| chair.report(seat, out.contains(Seat(i as u8)))).collect();
        Report {
            r#match: self.id.clone(),
            game: self.table.game(),
            game_version: self.table.version(),
            seed: self.table.seed().number(),
            sandbox: self.options.sandbox.clone(),
            void: self.void.clone(),
            result: self.table.result(),
            summary: self.table.summary(),
            steps: self.steps,
            disturbed: delay * 10 > total && delay > MUCH_DELAY,
            seats,
        }
    }
}
