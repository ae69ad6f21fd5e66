//! Bots of a game's original. The game translates; here is how they are reached, and which of their lines count.

use super::{Asked, Dialect, Due, Heard, Launch};
use crate::ending::Ending;
use crate::exchange::Line;
use crate::program::{NotStarted, Program};
use crate::protocol::{Ready, shown};
use crate::quota::Quota;
use skirmish_core::Seat;
use skirmish_core::any::Refereed;
use skirmish_core::native::{Contact, Replies, Transport};
use skirmish_core::table::Timing;

pub(super) struct Native {
    setting: Option<String>,
    /// How such bots are reached, where the game has any.
    contact: Option<Contact>,
    /// Answers to requests that were given up: without numbers, answers are matched by their order.
    owed: u32,
}

impl Native {
    pub fn new(setting: Option<String>, contact: Option<Contact>) -> Native {
        Native { setting, contact, owed: 0 }
    }

    fn transport(&self) -> Option<Transport> {
        self.contact.map(|contact| contact.transport)
    }

    fn replies(&self, replies: Replies) -> bool {
        self.contact.is_some_and(|contact| contact.replies == replies)
    }
}

impl Dialect for Native {
    fn launch(&mut self, launch: Launch<'_>, table: &mut dyn Refereed) -> Result<Program, NotStarted> {
        let Launch { seat, start, level, line_limit, patience, leases, cancel } = launch;
        table.seat_native(seat, self.setting.as_deref()).map_err(NotStarted::ours)?;
        self.owed = 0;
        match self.transport() {
            Some(transport @ Transport::Tcp { .. }) => {
                // Until it connects it needs a core like anyone who is asked.
                let _core = leases.wait(cancel);
                Program::start_connecting(start, transport, level, line_limit, patience, cancel)
            }
            _ => Program::start(start, level, line_limit),
        }
    }

    /// A bot on pipes speaks first; one on a socket has greeted us by connecting.
    fn greeting<'h>(&self, _hello: &'h [u8]) -> Option<&'h [u8]> {
        (!matches!(self.transport(), Some(Transport::Tcp { .. }))).then_some(&[])
    }

    fn greeted(&mut self, line: &[u8], _hello: &[u8]) -> Result<Ready, String> {
        match self.transport() {
            Some(transport @ Transport::Pipes { greeting }) if !transport.is_greeting(line) => {
                Err(format!("its first line must be '{greeting}'; it printed '{}'", shown(line)))
            }
            _ => Ok(Ready::default()),
        }
    }

    fn ask(&mut self, seat: Seat, _timing: Timing, table: &mut dyn Refereed, line: &mut Vec<u8>) -> Asked {
        table.native_request(seat, line);
        (table.count_request(seat), Ok(()))
    }

    fn takes_newest(&self) -> bool {
        self.replies(Replies::Newest)
    }

    fn judge(&mut self, _line: &[u8], _request: u32) -> Line {
        if self.owed == 0 {
            return Line::Answer;
        }
        self.owed -= 1;
        Line::Stale
    }

    fn read<'l>(&mut self, line: &'l [u8], due: Due, table: &mut dyn Refereed, _quota: &mut Quota) -> Heard<'l> {
        let ending = table
            .native_reply(due.seat, line, due.used_ms)
            .err()
            .map(|why| Ending::Malformed { why: shown(why.as_bytes()), line: shown(line) });
        Heard { ending, notes: None }
    }

    fn given_up(&mut self) {
        self.owed += u32::from(self.replies(Replies::InOrder));
    }

    fn part(&self, seat: Seat, table: &dyn Refereed, _again: bool) -> Vec<u8> {
        let mut line = Vec::new();
        table.native_farewell(seat, &mut line);
        line
    }

    /// Nobody asks it any more: what it still says counts as log.
    fn ended(&self, program: &mut Program) {
        program.log_the_rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn native(transport: Transport, replies: Replies) -> Native {
        Native::new(None, Some(Contact { transport, replies }))
    }

    const PIPES: Transport = Transport::Pipes { greeting: "Ready" };
    const TCP: Transport = Transport::Tcp { arguments: &[] };

    fn answers(bot: &mut Native, request: u32) -> bool {
        matches!(bot.judge(b"", request), Line::Answer)
    }

    #[test]
    fn answers_in_order_pay_what_is_owed_first() {
        let mut bot = native(PIPES, Replies::InOrder);
        assert!(answers(&mut bot, 1) && !bot.takes_newest());
        bot.given_up();
        bot.given_up();
        assert!(!answers(&mut bot, 4) && !answers(&mut bot, 4) && answers(&mut bot, 4));
    }

    #[test]
    fn the_newest_answer_owes_nothing() {
        let mut bot = native(TCP, Replies::Newest);
        bot.given_up();
        assert!(answers(&mut bot, 2) && bot.takes_newest());
    }

    #[test]
    fn a_bot_on_pipes_speaks_first_and_one_on_a_socket_has_connected() {
        let mut pipes = native(PIPES, Replies::Newest);
        assert_eq!(pipes.greeting(b"hello"), Some(&b""[..]));
        assert_eq!(pipes.greeted(b"Ready\r", b"hello"), Ok(Ready::default()));
        let why = pipes.greeted(b"{}", b"hello").unwrap_err();
        assert_eq!(why, "its first line must be 'Ready'; it printed '{}'");
        assert_eq!(native(TCP, Replies::Newest).greeting(b"hello"), None);
    }
}
