//! `skirmish replay show`

use crate::fail::DoesNotHold;
use crate::{output, replays, say};
use anyhow::{Result, bail};
use serde_json::{Value, json};
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{AnyPlayback, StepRecord};
use skirmish_core::{Rejection, Seat, Viewer};
use skirmish_matches::replays::LARGEST_LOG;
use skirmish_referee::witness::Private;
use skirmish_replay::names::private_file;
use skirmish_replay::plain;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// Show a replay as text: boards, and the orders, rejections, events and logs of every step.
///
/// Boards are shown before the first and after the last step. Logs and notes come from the files beside the replay,
/// NAME.SEAT.private.jsonl.
#[derive(clap::Args)]
pub struct Args {
    /// The replay.
    file: PathBuf,
    /// Show only this turn.
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to"])]
    turn: Option<i64>,
    /// The first turn to show.
    #[arg(long, value_name = "N")]
    from: Option<i64>,
    /// The last turn to show.
    #[arg(long, value_name = "N")]
    to: Option<i64>,
    /// Also show the board every STEPS steps.
    #[arg(long, value_name = "STEPS")]
    every: Option<usize>,
    /// Print one JSON object per step, and one for the end.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    if args.every == Some(0) {
        bail!("--every 0: it must be at least 1");
    }
    let from = args.turn.or(args.from);
    let to = args.turn.or(args.to);
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        bail!("--from {from} is after --to {to}");
    }
    let (_, mut playback) = replays::open(&args.file)?;
    let mut diaries: Vec<Diary> = playback.table().seats().iter().map(|seat| Diary::beside(&args.file, seat)).collect();
    let wrong = |wrong| DoesNotHold(format!("{}: {wrong}", args.file.display()));
    if let Some(from) = from {
        playback.skip_to_turn(from).map_err(wrong)?;
    }
    let mut board = Some(drawn(playback.table()));
    let mut shown: usize = 0;
    while let Some(step) = playback.peek().map_err(wrong)?.cloned() {
        let table = playback.table();
        let (turn, moment) = (table.turn().number, skirmish_matches::replays::when(table));
        if to.is_some_and(|to| turn > to) {
            break;
        }
        let before = board.take();
        playback.play().map_err(wrong)?;
        let mut told = told(&mut *playback, &step, turn, &mut diaries);
        told["step"] = playback.played().into();
        told["moment"] = moment.into();
        shown += 1;
        let after = args.every.is_some_and(|every| shown.is_multiple_of(every)).then(|| drawn(playback.table()));
        if args.json {
            told["before"] = json!(before);
            told["after"] = json!(after);
            say!("{told}");
        } else {
            before.iter().for_each(|board| output::block("", board));
            print(&told);
            after.iter().for_each(|board| output::block("", board));
        }
    }
    end(&mut *playback, shown, &args)
}

/// The board, with everything on it.
fn drawn(table: &dyn AnyTable) -> String {
    table.sketch(Viewer::Omniscient).to_string()
}

/// How it stands where the showing ends, and the result if that is the end of the replay.
fn end(playback: &mut dyn AnyPlayback, shown: usize, args: &Args) -> Result<()> {
    let all_played = playback.peek().ok().flatten().is_none();
    let ending = playback.ending().filter(|_| all_played).cloned();
    let table = playback.table();
    let (board, moment) = (drawn(table), skirmish_matches::replays::when(table));
    if args.json {
        let (result, void) =
            (ending.as_ref().map(|end| &end.result), ending.as_ref().and_then(|end| end.void.as_ref()));
        say!(
            "{}",
            json!({"steps": shown, "moment": moment, "board": board, "summary": table.summary(), "result": result, "void": void})
        );
        return Ok(());
    }
    if shown == 0 || args.every.is_none_or(|every| !shown.is_multiple_of(every)) {
        output::block("", &board);
    }
    if shown == 0 {
        let is = if all_played { "the replay ends at" } else { "the next one is of" };
        say!("no step was played then; {is} {moment}");
    }
    if let Some(ending) = ending {
        if let Some(why) = &ending.void {
            say!("the match is void: {why}");
        }
        say!("{}", table.summary());
        say!("result: {}", ending.result);
    }
    Ok(())
}

/// What was ordered in the step just played, what came of it, and what the bots wrote down about it.
fn told(playback: &mut dyn AnyPlayback, step: &StepRecord, turn: i64, diaries: &mut [Diary]) -> Value {
    let table = playback.table();
    let orders: Vec<Value> = step
        .orders
        .iter()
        .map(|given| {
            let index = usize::from(given.seat);
            let seat = table.seats().get(index).cloned().unwrap_or_else(|| Seat(given.seat).to_string());
            let refused = table.rejections().iter().filter(|r| r.seat.0 == given.seat);
            let refused: Vec<Value> =
                refused.map(|Rejection { index, reason, .. }| json!({"index": index, "reason": reason})).collect();
            let diary = diaries.get_mut(index).and_then(|diary| diary.of_turn(turn));
            json!({"seat": seat, "actions": given.actions, "absence": given.absence, "rejected": refused,
                "log": diary.as_ref().and_then(|entry| entry.stderr.as_ref()), "notes": diary.and_then(|entry| entry.notes)})
        })
        .collect();
    json!({"step": 0, "turn": turn, "moment": "", "orders": orders, "events": table.events()})
}

fn print(told: &Value) {
    say!("step {}, {}", told["step"], told["moment"].as_str().unwrap_or_default());
    for given in told["orders"].as_array().into_iter().flatten() {
        let seat = given["seat"].as_str().unwrap_or_default();
        let refused = |i: i64| {
            let found = given["rejected"].as_array().into_iter().flatten().find(|one| one["index"] == i);
            found.map(|one| one["reason"].as_str().unwrap_or_default().to_string())
        };
        match (given["actions"].as_array(), given["absence"].as_str()) {
            (Some(actions), _) => {
                say!("  {seat}: {} actions", actions.len());
                for (i, action) in actions.iter().enumerate() {
                    let refused = refused(i as i64).map_or(String::new(), |why| format!("  refused: {why}"));
                    say!("    {action}{refused}");
                }
            }
            (None, Some(absence)) => say!("  {seat}: {absence}"),
            (None, None) => {}
        }
        if let Some(why) = refused(-1) {
            say!("    the whole list refused: {why}");
        }
        for line in given["log"].as_str().unwrap_or_default().lines() {
            say!("    log: {line}");
        }
        if !given["notes"].is_null() {
            say!("    notes: {}", given["notes"]);
        }
    }
    for event in told["events"].as_array().into_iter().flatten() {
        say!("  event {event}");
    }
}

/// What one bot wrote down, request by request.
struct Diary(VecDeque<Private>);

impl Diary {
    fn beside(replay: &Path, seat: &str) -> Diary {
        let text = plain::read_text(&private_file(replay, seat), LARGEST_LOG).unwrap_or_default();
        Diary(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// The next entry, if it is of this turn.
    fn of_turn(&mut self, turn: i64) -> Option<Private> {
        while self.0.front().is_some_and(|entry| entry.turn < turn) {
            self.0.pop_front();
        }
        if self.0.front().is_some_and(|entry| entry.turn == turn) { self.0.pop_front() } else { None }
    }
}
