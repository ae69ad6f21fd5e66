//! Who speaks for programs that decide by numbers: one request becomes questions, and their answers become orders. For all
//! other programs a request is one question.

use crate::exchange::Line;
use crate::protocol::{Ready, is_stale};
use skirmish_core::interpreter::{Heard, Interpreter, Interpreters};

/// Speaks for one program in one game.
#[derive(Default)]
pub struct Speaker {
    interpreter: Option<Box<dyn Interpreter>>,
    /// The request as everybody else would be sent it.
    request: Vec<u8>,
    /// What was wrong with what the program said.
    fault: Option<String>,
}

impl Speaker {
    /// A speaker for a program that has answered `hello` with `line`. An error tells the author what does not fit.
    pub fn greeted(
        ready: &Ready,
        interpreters: Option<Interpreters>,
        hello: &[u8],
        line: &[u8],
    ) -> Result<Speaker, String> {
        let interpreter = match (ready.wants_decisions, interpreters) {
            (false, _) => None,
            (true, Some(interpret)) => Some(interpret(hello, line)?),
            (true, None) => return Err("it wants decisions, which are not offered here".into()),
        };
        Ok(Speaker { interpreter, ..Speaker::default() })
    }

    /// Turns a request into the first question, where that is another. An error says why there is none: then the program
    /// cannot be asked.
    pub fn ask(&mut self, line: &mut Vec<u8>) -> Result<(), String> {
        let Some(interpreter) = &mut self.interpreter else { return Ok(()) };
        (self.fault, self.request) = (None, std::mem::take(line));
        interpreter.turn(&self.request, line)
    }

    /// What a line is to a request.
    pub fn judge(&mut self, line: &[u8], request: u32) -> Line {
        let plain = || if is_stale(line, request) { Line::Stale } else { Line::Answer };
        let Some(interpreter) = &mut self.interpreter else { return plain() };
        let mut next = Vec::new();
        match interpreter.heard(line, &mut next) {
            Heard::Question => Line::Part(next),
            Heard::Orders => Line::Whole(next),
            Heard::Stale => Line::Stale,
            Heard::Other => plain(),
            Heard::Bad(why) => {
                self.fault = Some(why);
                Line::Answer
            }
        }
    }

    /// What was wrong with the last answer, if that is not for its reader to say.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    /// The request that questions were made of, if they were.
    pub fn request(&self) -> Option<&[u8]> {
        self.interpreter.is_some().then_some(&self.request)
    }
}
