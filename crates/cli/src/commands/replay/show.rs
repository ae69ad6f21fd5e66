//! `skirmish replay show`

use crate::fail::DoesNotHold;
use crate::{replays, say};
use anyhow::{Result, bail};
use skirmish_core::replay::{AnyPlayback, StepRecord, Wrong};
use skirmish_core::{Rejection, Seat};
use std::path::PathBuf;

/// Show a replay as text: boards, and the orders, rejections and events of every step.
///
/// Boards are shown before the first and after the last step that is shown.
#[derive(clap::Args)]
pub struct Args {
    file: PathBuf,
    /// This turn alone.
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to"])]
    turn: Option<i64>,
    /// The first turn to show.
    #[arg(long, value_name = "N")]
    from: Option<i64>,
    /// The last turn to show.
    #[arg(long, value_name = "N")]
    to: Option<i64>,
    /// Show the board after every so many steps, too.
    #[arg(long, value_name = "STEPS")]
    every: Option<usize>,
}

pub fn run(args: Args) -> Result<()> {
    if args.every == Some(0) {
        bail!("--every 0: say 1 or more");
    }
    let from = args.turn.or(args.from);
    let to = args.turn.or(args.to);
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        bail!("--from {from} is after --to {to}");
    }
    let (_, mut playback) = replays::open(&args.file)?;
    show(&mut *playback, from, to, args.every)
        .map_err(|wrong| DoesNotHold(format!("{}: {wrong}", args.file.display())))?;
    Ok(())
}

fn show(playback: &mut dyn AnyPlayback, from: Option<i64>, to: Option<i64>, every: Option<usize>) -> Result<(), Wrong> {
    if let Some(from) = from {
        playback.skip_to_turn(from)?;
    }
    say!("{}", playback.table().sketch());
    let (mut shown, mut fresh) = (0, true);
    while let Some(step) = playback.peek()?.cloned() {
        let turn = playback.table().turn();
        if to.is_some_and(|to| turn.number > to) {
            break;
        }
        say!("step {}, {}", playback.played() + 1, replays::named(turn));
        playback.play()?;
        told(playback, &step);
        shown += 1;
        fresh = every.is_some_and(|every| shown % every == 0);
        if fresh {
            say!("{}", playback.table().sketch());
        }
    }
    if !fresh {
        say!("{}", playback.table().sketch());
    }
    if shown == 0 {
        let is = if playback.peek()?.is_some() { "the next one is of" } else { "the replay ends at" };
        say!("no step was played then; {is} {}", replays::named(playback.table().turn()));
    }
    let all_played = playback.peek()?.is_none();
    if let Some(ending) = playback.ending().filter(|_| all_played) {
        if let Some(why) = &ending.void {
            say!("the match counts for nothing: {why}");
        }
        say!("result: {}", ending.result);
    }
    Ok(())
}

/// What was ordered in the step just played, and what came of it.
fn told(playback: &mut dyn AnyPlayback, step: &StepRecord) {
    let table = playback.table();
    for given in &step.orders {
        let seat = table.seats().get(usize::from(given.seat)).cloned().unwrap_or_else(|| Seat(given.seat).to_string());
        match (&given.actions, given.absence) {
            (Some(actions), _) => {
                say!("  {seat}: {} actions", actions.len());
                let refused = |i: usize| {
                    let is_it = |r: &&Rejection| r.seat.0 == given.seat && usize::try_from(r.index) == Ok(i);
                    table.rejections().iter().find(is_it).map_or(String::new(), |r| format!("  refused: {}", r.reason))
                };
                actions.iter().enumerate().for_each(|(i, action)| say!("    {action}{}", refused(i)));
            }
            (None, Some(absence)) => say!("  {seat}: {}", serde_json::json!(absence).as_str().unwrap_or_default()),
            (None, None) => {}
        }
        for whole in table.rejections().iter().filter(|r| r.seat.0 == given.seat && r.index < 0) {
            say!("    the whole list refused: {}", whole.reason);
        }
    }
    for event in table.events() {
        say!("  event {event}");
    }
}
