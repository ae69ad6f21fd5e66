//! The real program, end to end.

mod absences;
mod book;
mod commands;
mod cores;
mod endurance;
mod interrupts;
mod kits;
mod matches;
mod natives;
mod replays;
mod secrets;
mod shell;
mod spoilers;
mod strangers;
mod submissions;
mod support;
mod words;
