//! How a program is spoken to: protocol 1, or the wire format of the game's original.
//!
//! The match knows only that a program is launched, greeted, asked, read and told the end; each seat has one dialect
//! that knows how.

mod native;
mod protocol;

use crate::cancel::Cancel;
use crate::ending::Ending;
use crate::exchange::Line;
use crate::lease::Leases;
use crate::player::Sitter;
use crate::program::{NotStarted, Program, Start};
use crate::protocol::Ready;
use crate::quota::Quota;
use serde_json::value::RawValue;
use skirmish_core::Seat;
use skirmish_core::any::Refereed;
use skirmish_core::interpreter::Interpreters;
use skirmish_core::table::Timing;
use skirmish_jail::Level;
use std::time::Duration;

/// How one seat is spoken to.
pub(crate) trait Dialect {
    /// Starts the program of the seat.
    fn launch(&mut self, launch: Launch<'_>, table: &mut dyn Refereed) -> Result<Program, NotStarted>;

    /// What a new program is sent before its first line is awaited; `None` if it need not say anything.
    fn greeting<'h>(&self, hello: &'h [u8]) -> Option<&'h [u8]>;

    /// Reads the first line of a program, the answer to `hello`. An error tells the author what is wrong with it.
    fn greeted(&mut self, line: &[u8], hello: &[u8]) -> Result<Ready, String>;

    /// Writes a request, whole, and returns its number, or why there is nothing to be asked.
    fn ask(&mut self, seat: Seat, timing: Timing, table: &mut dyn Refereed, line: &mut Vec<u8>) -> Asked;

    /// Whether the newest line answers a request, rather than the first.
    fn takes_newest(&self) -> bool {
        false
    }

    /// What a line is to this request: an answer, a part of one, or something that came too late.
    fn judge(&mut self, line: &[u8], request: u32) -> Line;

    /// Hands an answer to the rules, or says why it is not one.
    fn read<'l>(&mut self, line: &'l [u8], due: Due, table: &mut dyn Refereed, quota: &mut Quota) -> Heard<'l>;

    /// The request that questions were made of, where they differ.
    fn request(&self) -> Option<&[u8]> {
        None
    }

    /// The request was given up as late; its answer may still come.
    fn given_up(&mut self) {}

    /// What a program is told at the end. `again`: it stays for another game.
    fn part(&self, seat: Seat, table: &dyn Refereed, again: bool) -> Vec<u8>;

    /// The program has been ended; what is left on its pipes can be read.
    fn ended(&self, _program: &mut Program) {}
}

/// What it takes to start a program.
pub(crate) struct Launch<'a> {
    pub seat: Seat,
    pub start: &'a Start,
    pub level: Level,
    /// The longest line that is taken, in bytes.
    pub line_limit: usize,
    /// How long the program may take to get ready.
    pub patience: Duration,
    pub leases: &'a mut Leases,
    pub cancel: &'a Cancel,
}

/// The number of a request, and why the program cannot be asked, if it cannot.
pub(crate) type Asked = (u32, Result<(), Ending>);

/// The answer that is being read: whose, to which request, and the time that counts for it.
#[derive(Clone, Copy)]
pub(crate) struct Due {
    pub seat: Seat,
    pub request: u32,
    pub used_ms: u32,
}

/// What an answer came to. Without an ending the rules have its orders.
pub(crate) struct Heard<'l> {
    pub ending: Option<Ending>,
    pub notes: Option<&'l RawValue>,
}

/// The dialect of whoever sits down; `None` if it is not a program.
pub(crate) fn dialect_of(
    sitter: &Sitter,
    table: &dyn Refereed,
    interpreters: Option<Interpreters>,
) -> Option<Box<dyn Dialect>> {
    match sitter {
        Sitter::Program(_) | Sitter::Attach => Some(Box::new(protocol::Protocol::new(interpreters))),
        Sitter::Native { setting, .. } => Some(Box::new(native::Native::new(setting.clone(), table.native_contact()))),
        Sitter::Builtin(_) | Sitter::Hand(_) | Sitter::Recorded(_) => None,
    }
}
