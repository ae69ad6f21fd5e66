//! `skirmish bench train`: decisions with masks and observations, beside the bare rules, in one run.

use crate::interrupt;
use crate::say;
use anyhow::{Result, anyhow};
use skirmish_learn::speed::{SMALL, Speed, measure};

pub fn run(seconds: f64, only: Option<&str>, json: bool) -> Result<()> {
    let stop = interrupt::watch();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for &game in only.as_ref().map_or(skirmish_games::IDS, std::slice::from_ref) {
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
    let of_bare = |rate: f64| format!("{:.2} M/s ({:.0} %)", rate / 1e6, 100.0 * rate / speed.bare);
    let written = |rate: f64, bytes: usize| format!("{bytes} bytes each: {:.1} GB/s", rate * bytes as f64 / 1e9);
    say!("{}", speed.game);
    say!("  bare rules, random actions     {:.2} M/s", speed.bare / 1e6);
    say!("  decisions, masks alone         {}", of_bare(speed.masks));
    say!("  decisions, mask and arrays     {}, {}", of_bare(speed.decisions), written(speed.decisions, speed.bytes));
    say!(
        "  with {} alone      {}, {}",
        SMALL.join(" and "),
        of_bare(speed.small),
        written(speed.small, speed.bytes_small)
    );
    say!(
        "  with the whole board           {}, {}",
        of_bare(speed.with_board),
        written(speed.with_board, speed.bytes_with_board)
    );
    say!("  as many bytes, nothing else    {:.2} M/s, {}", speed.writing / 1e6, written(speed.writing, speed.bytes));
    say!(
        "  mask and arrays, {} threads     {:.2} M/s ({:.2} times one)",
        speed.threads,
        speed.threaded / 1e6,
        speed.scaling
    );
}
