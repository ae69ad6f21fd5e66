//! The sandbox for bot programs. It knows no game.
//!
//! A [`Policy`] says what a bot may have; [`Jail::spawn`] gives a [`Prisoner`]; a [`Level`] names how strong the
//! walls are. A self-test finds out which level works on this machine.

#![deny(unsafe_code)]

mod cache;
mod error;
mod exit;
mod jail;
mod level;
mod off_limits;
mod pack;
mod policy;
mod report;
mod search;
pub mod table;
mod usage;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

/// The attacks themselves: the self-test runs the same code as the program `bad-bot`.
#[cfg(target_os = "linux")]
mod bad;

pub use cache::probe_cached;
pub use error::Error;
pub use exit::{Breach, Exit, Outcome};
pub use jail::Jail;
pub use level::{Level, UnknownLevel};
pub use off_limits::off_limits;
pub use pack::{Language, Pack, Runnable, UnknownLanguage};
pub use policy::{Limits, MIB, Network, Policy, Room};
pub use report::{Brief, Found, LevelReport, Missing, Report, Verdict};
pub use search::{Search, find_program};
pub use usage::{ThreadUsage, Usage};

#[cfg(target_os = "linux")]
pub use linux::{cores::Cores, prisoner::Prisoner, selftest::probe, usage::own_queued};
#[cfg(not(target_os = "linux"))]
pub use portable::{Cores, Prisoner, own_queued, probe};

/// The hidden first argument that turns the program into a helper.
#[cfg(target_os = "linux")]
pub(crate) const HELPER_ARGUMENT: &str = "__jail";
/// The hidden first argument that turns the program into the self-test's attacker.
#[cfg(target_os = "linux")]
pub(crate) const BAD_ARGUMENT: &str = "__bad";

/// Must be the first thing `main` does: if this process was started as a helper (or as the self-test's attacker) it
/// becomes one, and never returns.
pub fn helper_main_if_asked() {
    #[cfg(target_os = "linux")]
    {
        let mut args = std::env::args_os().skip(1);
        match args.next() {
            Some(first) if first == HELPER_ARGUMENT => linux::helper::main(),
            Some(first) if first == BAD_ARGUMENT => {
                bad::main(args.filter_map(|word| word.into_string().ok()));
                std::process::exit(0);
            }
            _ => {}
        }
    }
}
