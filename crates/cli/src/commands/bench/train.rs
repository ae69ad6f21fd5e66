//! `skirmish bench train`: decisions with masks and observations, beside the bare rules, in one run.

use crate::interrupt;
use crate::say;
use anyhow::{Result, anyhow};
use skirmish_learn::speed::{Speed, measure};

pub fn run(seconds: f64, json: bool) -> Result<()> {
    let stop = interrupt::watch();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for game in skirmish_games::IDS {
        let go_on = || !stop.was_pressed();
        let Some(speed) = measure(game, seconds, threads, &go_on).map_err(|why| anyhow!(why))? else { break };
        if json {
            say!("{}", serde_json::to_string(&speed)?);
        } else {
            print(&speed);
        }
    }
    stop.verdict()
}

fn print(speed: &Speed) {
    let million = |rate: f64| format!("{:.2} M/s", rate / 1e6);
    let percent = |rate: f64, of: f64| format!("{:.0} %", 100.0 * rate / of);
    say!("{}", speed.game);
    say!("  bare rules, random actions     {}", million(speed.bare));
    say!("  decisions, masks alone         {} ({})", million(speed.masks), percent(speed.masks, speed.bare));
    say!(
        "  decisions, mask and arrays     {} ({}), {} bytes each",
        million(speed.decisions),
        percent(speed.decisions, speed.bare),
        speed.bytes
    );
    say!(
        "  the same with the whole board  {}, {} bytes each: {:.1} GB/s",
        million(speed.with_board),
        speed.bytes_with_board,
        speed.with_board * speed.bytes_with_board as f64 / 1e9
    );
    say!(
        "  mask and arrays, {} threads     {} ({:.2} times one)",
        speed.threads,
        million(speed.threaded),
        speed.threaded / speed.decisions
    );
}
