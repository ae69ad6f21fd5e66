//! `skirmish bench live`: what the live service takes, with client and server on this machine; or its simulator.

mod load;
mod wire;

use super::Args;
use crate::fail::DoesNotHold;
use crate::interrupt::{self, Interrupt};
use crate::say;
use anyhow::Result;
use serde_json::json;
use skirmish_live::simulate::{self, Options, Summary};
use std::time::{Duration, Instant};

pub fn run(args: &Args) -> Result<()> {
    let stop = interrupt::watch();
    if args.simulate { simulate(args, stop) } else { load::run(args, stop) }
}

/// Plays games over disks, wires and clocks that fail on purpose, until the time is up.
fn simulate(args: &Args, stop: Interrupt) -> Result<()> {
    let (began, most) = (Instant::now(), Duration::from_secs_f64(args.seconds));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let enough = || stop.was_pressed() || began.elapsed() >= most;
    let options = Options::default();
    let ran = simulate::many(args.seed..u64::MAX, threads, &options, &enough);
    let seconds = began.elapsed().as_secs_f64();
    match ran {
        Ok(sum) => {
            report(&sum, seconds, args.json);
            stop.verdict()
        }
        Err(failed) => {
            let command = format!("skirmish bench live --simulate --seed {} --seconds 1", failed.seed);
            Err(DoesNotHold(format!("{failed}; repeat it: {command}")).into())
        }
    }
}

fn report(sum: &Summary, seconds: f64, json: bool) {
    let per_minute = sum.games as f64 * 60.0 / seconds.max(0.001);
    if json {
        say!(
            "{}",
            json!({"games": sum.games, "games_per_minute": per_minute.round(), "records": sum.records, "events": sum.events,
                "answers": sum.answers, "restarts": sum.restarts, "failures": sum.failures, "jumps": sum.jumps})
        );
        return;
    }
    say!("{} games of 28 days in {seconds:.1} s, {per_minute:.0} a minute; everything held", sum.games);
    say!(
        "{} records, {} events, {} answers; {} restarts, {} failed commits, {} jumps of the clock",
        sum.records,
        sum.events,
        sum.answers,
        sum.restarts,
        sum.failures,
        sum.jumps
    );
}
