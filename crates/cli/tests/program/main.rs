//! The real program, end to end.

mod absences;
mod balance;
mod book;
mod commands;
mod cores;
mod decisions;
mod endurance;
mod exports;
mod interrupts;
mod kits;
mod league;
mod library;
mod matches;
mod natives;
mod practice;
mod pty;
mod replays;
mod report;
mod secrets;
mod shell;
mod spoilers;
mod strangers;
mod submissions;
mod support;
mod terminal;
mod words;
