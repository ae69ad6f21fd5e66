//! What people are told of a match that was played, and the exit code it comes to.

use crate::fail::{DoesNotHold, Undecided};
use crate::{output, say};
use anyhow::{Context, Result};
use skirmish_core::any::AnyTable;
use skirmish_core::native::Spelling;
use skirmish_core::{Reason, Viewer};
use skirmish_matches::Played;
use skirmish_referee::Ending;
use skirmish_referee::report::SeatReport;
use skirmish_referee::tally::Tally;
use skirmish_replay::names;

/// Says how the match went, for people.
pub fn show(played: &Played) {
    let (report, table) = (&played.report, &*played.table);
    output::block("", &table.sketch(Viewer::Omniscient).to_string());
    for seat in &report.seats {
        let name = seat.name.as_ref().map_or(String::new(), |name| format!(" ({name})"));
        let times = match seat.requests {
            0 => String::new(),
            n => format!(
                ", {n} answers in {} ms, the longest {} ms, {} ms of CPU",
                seat.time_ms, seat.longest_ms, seat.cpu_ms
            ),
        };
        say!("{}: {}{name}{times}", seat.seat, seat.player);
        show_trouble(played, seat, "  ");
    }
    show_capsules(played, "");
    output::block("", &outcome(table));
    say!("seed: {0} (--seed {0} repeats the match)", report.seed);
    if report.disturbed {
        say!(
            "other programs slowed the bots down; nobody was late because of it, but a quiet machine gives better evidence"
        );
    }
    if let Some(path) = &played.replay {
        say!("replay: {0} (watch it: skirmish watch {0}; prove it: skirmish replay verify {0})", path.display());
    }
}

/// What went wrong on a seat or is to be read about it, and where.
pub fn show_trouble(played: &Played, seat: &SeatReport, indent: &str) {
    let Tally { exceptions, first_exception, notes, .. } = &seat.tally;
    for fault in seat.faults.iter().take(5) {
        say!("{indent}turn {}: {}", fault.turn, fault.message);
    }
    if seat.fault_count > 5 {
        say!("{indent}... and {} more", seat.fault_count - 5);
    }
    if let Some(hint) = native_hint(seat, &*played.table) {
        say!("{indent}{hint}");
    }
    if let Some(first) = first_exception {
        say!(
            "{indent}its code failed in {exceptions} of {} answers, and its kit answered without orders; first in turn {}: {}",
            seat.requests,
            first.turn,
            first.message
        );
    }
    // Whoever is not asked as a program has no author here.
    if seat.requests > 0 && seat.tally.rejected_count() > 0 {
        say!("{indent}{} of its actions were refused: {}", seat.tally.rejected_count(), seat.tally.reasons());
        for &reason in seat.tally.rejected.keys() {
            say!("{indent}  {reason}: {}", played.table.explain(Reason(reason)));
        }
    }
    let failed = !seat.faults.is_empty() || *exceptions > 0;
    let at = played.report.seats.iter().position(|other| std::ptr::eq(other, seat));
    if failed && at.is_some_and(|at| played.apart.get(at) == Some(&true)) {
        say!(
            "{indent}it saw only the files that its command names, because it shares its folder. If it \
             imports from there, that is why it failed: give each bot a folder of its own."
        );
    }
    if seat.faults.iter().any(|fault| matches!(fault.ending, Ending::OutOfMemory { .. })) {
        say!("{indent}--memory MIB changes the limit of every bot");
    }
    if failed && !seat.log.trim().is_empty() {
        say!("{indent}the end of its standard error:");
        output::block(&format!("{indent}  "), &output::last_lines(&seat.log, 10));
    }
    let private = played.replay.as_ref().map(|replay| names::private_file(replay, &seat.seat));
    if let Some(private) = private.filter(|private| played.private.contains(private))
        && (failed || *notes > 0 || seat.tally.rejected_count() > 0)
    {
        let noted = if *notes > 0 { format!(" and {notes} notes") } else { String::new() };
        say!("{indent}its log{noted}, turn by turn: {}", private.display());
    }
}

/// Where the failures are told, and how they are run again.
pub fn show_capsules(played: &Played, indent: &str) {
    for capsule in played.capsules.iter().take(3) {
        say!("{indent}what it was sent and said: {0} (run it again: skirmish rerun {0})", capsule.display());
    }
    if played.capsules.len() > 3 {
        say!("{indent}... and {} more capsules beside it", played.capsules.len() - 3);
    }
}

/// Not well is a match that could not be written down, one that counts for nothing, and one in which a bot failed;
/// everything about it was said before.
pub fn verdict(played: Played) -> Result<()> {
    if let Some(error) = played.unwritten {
        return Err(error).context("the result stands, but the match is not written down");
    }
    match &played.report.void {
        Some(why) if played.report.interrupted() => Err(Undecided(format!("the match was stopped: {why}")).into()),
        Some(why) => Err(Undecided(format!("the match is void: {why}")).into()),
        None => match played.failed() {
            Some(seat) => Err(DoesNotHold(format!("{} ({}) failed: {}", seat.seat, seat.player, seat.ending)).into()),
            None => Ok(()),
        },
    }
}

/// What may help a native bot that never answers: it may not bear how it is spoken to.
fn native_hint(seat: &SeatReport, table: &dyn AnyTable) -> Option<String> {
    let Spelling { setting: None, command } = Spelling::read(&seat.player)? else { return None };
    let first = seat.faults.first().filter(|fault| fault.request == 1)?;
    let other = table.native_settings().get(1).filter(|_| matches!(first.ending, Ending::Late { .. }))?;
    Some(format!("it did not answer the first state; try \"native+{}:{command}\": {}", other.word, other.about))
}

/// Who won and why, or how it stands, and what the scores are.
pub fn outcome(table: &dyn AnyTable) -> String {
    let (seats, scores) = (table.seats(), table.standings().scores);
    let scores: Vec<String> = seats.iter().zip(scores).map(|(seat, n)| format!("{seat} {n}")).collect();
    format!("{}\nscores: {} ({})", table.summary(), scores.join(", "), table.scoring())
}
