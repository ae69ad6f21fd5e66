//! `skirmish rerun`

use crate::fail::{DoesNotHold, Undecided};
use crate::rerun::{Course, Decision, Rerun};
use crate::{interrupt, sandbox, say, seating};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_referee::capsule::{Capsule, LARGEST};
use skirmish_replay::{ReplayFile, names, open};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Run a bot again on what it was sent in an old match.
///
///   skirmish rerun CAPSULE              the failure in a capsule: does it still fail?
///   skirmish rerun CAPSULE BOT          the same with another version of the bot
///   skirmish rerun REPLAY --seat S BOT  a whole match: where does it decide differently?
///
/// A bot is fed the very messages of the old match, whatever it answers now. If the replay
/// lies beside a capsule, the match before the failure is fed as well, so that a bot which
/// remembers comes to the same place; --only sends nothing but the message it failed on.
/// Exit code 1 if it fails, or decides differently.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// A failure capsule (.capsule.json) or a replay (.skirmish).
    file: PathBuf,
    /// The bot: a program ("python3 bot.py") or a folder with a skirmish.toml. A capsule knows its own.
    bot: Option<String>,
    /// The seat to take, for a replay.
    #[arg(long)]
    seat: Option<String>,
    /// Send the greeting and the message of the capsule, and nothing before it.
    #[arg(long)]
    only: bool,
    /// Show every decision that differs, not only the first.
    #[arg(long)]
    all: bool,
    /// No time limits, for debugging.
    #[arg(long)]
    no_clock: bool,
    /// How it is kept in: full, namespaces, filters, limits or off; without it the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    /// One JSON object per decision that differs, and one for the whole.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let shown = || args.file.display().to_string();
    let mut head = Vec::new();
    let file = std::fs::File::open(&args.file).with_context(|| format!("cannot read {}", shown()))?;
    file.take(LARGEST as u64 + 1).read_to_end(&mut head).with_context(|| format!("cannot read {}", shown()))?;
    if head.first() == Some(&b'{') {
        let capsule = Capsule::read(&head).with_context(shown)?;
        return rerun_capsule(&args, &capsule);
    }
    rerun_replay(&args)
}

fn start(args: &Args, bot: &str, game: &str) -> Result<Rerun> {
    seating::must_play(bot, game)?;
    let asked = sandbox::level(args.sandbox.as_deref())?;
    let brief = seating::sandbox(asked, true, args.json)?;
    let start = seating::program(bot, brief.level, args.json)?;
    Ok(Rerun { start, level: brief.level, no_clock: args.no_clock, stop: interrupt::watch()? })
}

fn rerun_capsule(args: &Args, capsule: &Capsule) -> Result<()> {
    if args.seat.is_some() {
        bail!("--seat is for replays; a capsule is of one seat, {}", capsule.seat);
    }
    if capsule.player.starts_with("native") && args.bot.is_none() {
        bail!("{} speaks its game's native protocol; it can be played again, not rerun", capsule.player);
    }
    let bot = match &args.bot {
        Some(bot) => bot.clone(),
        None => {
            // The player was spelled from where the match was started.
            std::env::set_current_dir(&capsule.folder)
                .with_context(|| format!("the bot's place {}", capsule.folder))?;
            capsule.player.clone()
        }
    };
    let beside = capsule.replay.as_ref().map(|name| args.file.with_file_name(name));
    let rerun = start(args, &bot, &capsule.game)?;
    let replay = match beside {
        Some(path) if !args.only && capsule.request > 0 && path.exists() => Some(open_replay(&path)?),
        _ => None,
    };
    let outcome = rerun.capsule(capsule, replay)?;
    let fails = outcome.ending.is_some();
    if args.json {
        say!(
            "{}",
            json!({"game": capsule.game, "seat": capsule.seat, "turn": capsule.turn, "was": capsule.message,
                "fails": fails, "is": outcome.message(), "answered": outcome.answered, "ms": outcome.used_ms,
                "fed_before": outcome.fed, "stderr": outcome.stderr})
        );
    } else {
        say!("{} as {}, turn {}, request {}", capsule.game, capsule.seat, capsule.turn, capsule.request);
        say!("then:   {}", capsule.message);
        say!("now:    {} ({} ms)", outcome.message(), outcome.used_ms);
        if outcome.fed > 0 {
            say!("        after the {} messages that came before", outcome.fed);
        }
        if let Some(answer) = &outcome.answered {
            say!("answer: {answer}");
        }
        if !outcome.stderr.trim().is_empty() {
            say!("the end of its standard error:");
            let lines: Vec<&str> = outcome.stderr.trim_end().lines().rev().take(20).collect();
            lines.iter().rev().for_each(|line| say!("  {line}"));
        }
    }
    undecided(&rerun)?;
    if fails {
        return Err(DoesNotHold(if args.json { String::new() } else { "it fails".into() }).into());
    }
    Ok(())
}

fn rerun_replay(args: &Args) -> Result<()> {
    let mut playback = open_replay(&args.file)?;
    let seats = playback.table().seats().to_vec();
    let Some(seat) = &args.seat else {
        bail!("say which seat the bot takes: --seat {}", seats.join(" or --seat "));
    };
    let Some(index) = seats.iter().position(|name| name == seat) else {
        return Err(crate::fail::unknown("seat", seat, &seats.iter().map(String::as_str).collect::<Vec<_>>()));
    };
    let Some(bot) = &args.bot else {
        bail!("say which bot to run again: skirmish rerun {} --seat {seat} BOT", args.file.display());
    };
    let private = names::private_file(&args.file, seat);
    let rerun = start(args, bot, playback.table().game())?;
    let mut differ = 0;
    let all = rerun.replay(playback, index, &private, |decision| {
        differ += 1;
        if args.json {
            say!("{}", json!(decision));
        } else {
            show(decision);
        }
        args.all
    })?;
    let Course { requests, same, ending } = &all;
    if args.json {
        say!("{}", json!({"requests": requests, "same": same, "differ": differ, "ending": ending}));
    } else if differ == 0 && ending.is_none() {
        say!("{requests} requests, and it decides the same in every one");
    } else if let Some(ending) = ending {
        say!("after {requests} requests: {ending}");
    }
    undecided(&rerun)?;
    if differ > 0 || ending.is_some() {
        let said = if args.json { String::new() } else { "it decides differently".into() };
        return Err(DoesNotHold(said).into());
    }
    Ok(())
}

/// Whoever was interrupted has not been judged.
fn undecided(rerun: &Rerun) -> Result<()> {
    if rerun.stop.was_pressed() { Err(Undecided("interrupted".into()).into()) } else { Ok(()) }
}

fn show(decision: &Decision) {
    say!("turn {}, request {}: it decides differently", decision.turn, decision.request);
    say!("  then: {}", decision.then);
    say!("  now:  {}", decision.now);
}

fn open_replay(path: &Path) -> Result<Box<dyn skirmish_core::replay::AnyPlayback>> {
    let file = ReplayFile::read(path).with_context(|| path.display().to_string())?;
    open(file.text).with_context(|| path.display().to_string())
}
