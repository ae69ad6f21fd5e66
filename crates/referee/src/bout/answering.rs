//! Handing the answers of programs to the rules.

use super::Bout;
use super::failing::{Failure, MOST_SAID};
use crate::Ending;
use crate::dialect::Due;
use crate::exchange::Answer;
use crate::protocol::kept_notes;
use crate::witness::Private;
use skirmish_core::Seat;

impl Bout<'_> {
    /// Hands one answer to the rules, and tells what came with it.
    pub(super) fn take(&mut self, seat: Seat, answer: Answer, turn: i64) {
        let chair = &mut self.chairs[seat.index()];
        let (used_ms, request) = (chair.times.add(&answer), chair.request);
        let Some(dialect) = &mut chair.dialect else { return };
        let (mut notes, mut exception) = (None, None);
        let (ending, said) = match answer.result {
            Ok(line) => {
                let due = Due { seat, request, used_ms };
                let heard = dialect.read(&line, due, &mut *self.table, &mut self.quota);
                if let Some(noted) = heard.notes {
                    exception = chair.tally.noted(turn, request, noted).map(|first| first.message.clone());
                    notes = Some(kept_notes(noted));
                }
                (heard.ending, line)
            }
            Err(Ending::Infrastructure { why }) => {
                self.void = Some(why);
                return;
            }
            Err(ending) => {
                if matches!(ending, Ending::Late { .. }) {
                    dialect.given_up();
                }
                (Some(ending), answer.said)
            }
        };
        // Whoever failed may have said why in the same moment.
        let stderr = match (&mut chair.program, &ending) {
            (Some(program), None) => program.take_log(),
            (Some(program), Some(_)) => program.log().take_fresh(),
            (None, _) => None,
        };
        let is_bad = match &ending {
            None => self.table.unreadable(seat) > 0,
            Some(ending) => *ending != Ending::Resigned && !said.is_empty(),
        };
        let kept = is_bad.then(|| String::from_utf8_lossy(&said[..said.len().min(MOST_SAID)]).into_owned());
        let (us, cpu_us) = (answer.used.as_micros() as u64, chair.cpu_lately(answer.at).as_micros() as u64);
        let delay_us = answer.delay.as_micros() as u64;
        let private = Private { turn, request, us, delay_us, cpu_us, stderr, notes, said: kept };
        self.telling.answer(seat, &private, &mut *self.table);
        let Some(ending) = ending else {
            // Later ones seldom tell more.
            if let Some(message) = exception {
                let sent = self.whole_request(seat);
                let ending = Ending::Exception { message };
                let failure = Failure { ending, sent: &sent, said: &said, turn, used_ms: u64::from(used_ms) };
                self.tell(seat.index(), &failure);
            }
            return;
        };
        let chair = &mut self.chairs[seat.index()];
        self.table.absent(seat, chair.absence_by(&ending, self.terms.max_restarts), used_ms);
        let sent = self.whole_request(seat);
        let failure = Failure { ending, sent: &sent, said: &said, turn, used_ms: u64::from(used_ms) };
        self.fail(seat.index(), failure);
    }

    /// What can be sent again: the whole request, not one of the questions it was made into.
    fn whole_request(&self, seat: Seat) -> Vec<u8> {
        let chair = &self.chairs[seat.index()];
        let whole = chair.dialect.as_ref().and_then(|dialect| dialect.request().map(<[u8]>::to_vec));
        whole.unwrap_or_else(|| chair.message.clone())
    }
}
