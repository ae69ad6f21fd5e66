//! Starts the bot. Nothing needs to be changed here; the bot is in bot.rs.

// A bot uses a part of the library.
#[allow(dead_code, unused_imports, unused_macros)]
#[macro_use]
mod skirmish;
mod bot;

fn main() -> std::process::ExitCode {
    skirmish::run::<bot::Bot>()
}
