//! Protocol 1: JSON lines whose answers name their request. Bots that decide by numbers are asked more than once for one
//! request, and somebody who knows numbers speaks for them.

use super::{Asked, Dialect, Due, Heard, Launch};
use crate::ending::Ending;
use crate::exchange::Line;
use crate::program::{NotStarted, Program};
use crate::protocol::{EndMessage, Ready, Reply, read_ready, read_reply, shown};
use crate::quota::Quota;
use crate::speaker::Speaker;
use skirmish_core::Seat;
use skirmish_core::any::Refereed;
use skirmish_core::interpreter::Interpreters;
use skirmish_core::table::Timing;

pub(super) struct Protocol {
    /// The program wants legal actions with every request.
    wants_legal: bool,
    interpreters: Option<Interpreters>,
    speaker: Speaker,
}

impl Protocol {
    pub fn new(interpreters: Option<Interpreters>) -> Protocol {
        Protocol { wants_legal: false, interpreters, speaker: Speaker::default() }
    }
}

impl Dialect for Protocol {
    fn launch(&mut self, launch: Launch<'_>, _table: &mut dyn Refereed) -> Result<Program, NotStarted> {
        Program::start(launch.start, launch.level, launch.line_limit)
    }

    fn greeting<'h>(&self, hello: &'h [u8]) -> Option<&'h [u8]> {
        Some(hello)
    }

    fn greeted(&mut self, line: &[u8], hello: &[u8]) -> Result<Ready, String> {
        let ready = read_ready(line)?;
        self.wants_legal = ready.wants_legal;
        self.speaker = Speaker::greeted(&ready, self.interpreters, hello, line)?;
        Ok(ready)
    }

    fn ask(&mut self, seat: Seat, timing: Timing, table: &mut dyn Refereed, line: &mut Vec<u8>) -> Asked {
        let request = table.message(seat, self.wants_legal, timing, line);
        line.push(b'\n');
        let asked = self.speaker.ask(line);
        (request, asked.map_err(|why| Ending::Malformed { why, line: String::new() }))
    }

    fn judge(&mut self, line: &[u8], request: u32) -> Line {
        self.speaker.judge(line, request)
    }

    fn request(&self) -> Option<&[u8]> {
        self.speaker.request()
    }

    fn read<'l>(&mut self, line: &'l [u8], due: Due, table: &mut dyn Refereed, quota: &mut Quota) -> Heard<'l> {
        let malformed = |why| Some(Ending::Malformed { why, line: shown(line) });
        if let Some(why) = self.speaker.take_fault() {
            return Heard { ending: malformed(why), notes: None };
        }
        let (ending, notes) = match read_reply(line, due.request) {
            Reply::Orders { actions, notes } => {
                let flood = quota.take(due.seat, line.len(), actions.len());
                if flood.is_none() {
                    table.list(due.seat, &actions, due.used_ms);
                }
                (flood, notes)
            }
            Reply::Resign => (Some(Ending::Resigned), None),
            Reply::Stale => (malformed("an old answer".into()), None),
            Reply::Malformed(why) => (malformed(why), None),
        };
        Heard { ending, notes }
    }

    fn part(&self, seat: Seat, table: &dyn Refereed, again: bool) -> Vec<u8> {
        EndMessage { r#type: "end", result: table.result(), rejected: table.rejected(seat), again }.line()
    }
}
