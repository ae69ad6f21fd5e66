//! The bad bots as a program of their own.

#[cfg(target_os = "linux")]
#[path = "mod.rs"]
mod bad;

fn main() {
    #[cfg(target_os = "linux")]
    bad::main(std::env::args().skip(1));
}
