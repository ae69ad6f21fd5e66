//! The API of live games over real connections, sentence by sentence: what Appendix B of the rulebook promises, and what
//! strangers try.

mod acting;
mod attacks;
mod describing;
mod filming;
mod games;
mod joining;
mod operating;
mod planning;
mod reading;
mod replaying;
mod sockets;
mod streaming;
mod support;
mod tokens;
mod webhook;
mod who;
