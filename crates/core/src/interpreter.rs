//! Speaking for bots that decide by numbers: requests become questions with numbered answers, and numbers become orders.
//!
//! Whoever referees knows no numbers, and whoever knows numbers does not referee; this is where they meet.

/// Speaks for one bot in one game.
pub trait Interpreter: Send {
    /// Takes the message that asks the seat, and writes the first question of its turn with a line feed.
    fn turn(&mut self, message: &[u8], question: &mut Vec<u8>) -> Result<(), String>;

    /// Takes a line of the bot, without its line feed. What comes next is written with one.
    fn heard(&mut self, line: &[u8], next: &mut Vec<u8>) -> Heard;
}

/// What came of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// The next question is written.
    Question,
    /// The list is complete: its orders are written, as protocol 1 has them.
    Orders,
    /// It answers an earlier request.
    Stale,
    /// It is no decision, but may be an answer of protocol 1.
    Other,
    /// It is a decision, and a bad one; in words for the author.
    Bad(String),
}

/// Makes an interpreter of a greeting and the answer to it. An error tells the author what does not fit.
pub type Interpreters = fn(hello: &[u8], ready: &[u8]) -> Result<Box<dyn Interpreter>, String>;
