//! Telling everyone the end, and letting them go.

use super::Bout;
use crate::chair::Chair;
use crate::program::Program;
use crate::witness::Private;
use skirmish_core::Seat;
use std::time::{Duration, Instant};

/// How long a program may take to leave by itself once the game is over.
const FAREWELL: Duration = Duration::from_secs(1);

impl Bout<'_> {
    /// Tells everyone the end. Returns the programs that stay for another game; the others go.
    pub(super) fn farewell(&mut self) -> Vec<Option<Program>> {
        let another = self.options.again && self.void.is_none();
        let stays = |chair: &Chair| another && chair.ready.series && chair.fault_count == 0;
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let again = stays(chair);
            let (Some(program), Some(dialect)) = (&mut chair.program, &chair.dialect) else { continue };
            program.freeze(false);
            // Whoever is gone will not miss it.
            let _gone = program.tell(&dialect.part(Seat(i as u8), &*self.table, again));
            if !again {
                program.close_input();
            }
        }
        let until = Instant::now() + FAREWELL;
        self.deliver_all(until);
        let turn = self.table.turn().number;
        let mut staying = Vec::with_capacity(self.chairs.len());
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            if stays(chair) {
                staying.push(chair.pass_on());
                continue;
            }
            staying.push(None);
            if let Some(program) = &mut chair.program {
                program.leaves_within(until.saturating_duration_since(Instant::now()));
            }
            if let stderr @ Some(_) = chair.dismiss() {
                let private = Private { turn, stderr, ..Private::default() };
                self.telling.answer(Seat(i as u8), &private, &mut *self.table);
            }
        }
        staying
    }

    /// Lets everybody read what it was told last, side by side.
    fn deliver_all(&mut self, until: Instant) {
        while Instant::now() < until {
            let mut left = false;
            for program in self.chairs.iter_mut().filter_map(|chair| chair.program.as_mut()) {
                program.fill_log();
                left |= program.unread() > 0 && program.deliver().is_ok();
            }
            if !left {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
