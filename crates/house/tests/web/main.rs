//! The house with a toy in it, asked over real connections.

mod description;
mod door;
mod hooks;
mod logs;
mod problems;
mod settings;
mod streams;
mod support;
mod who;
