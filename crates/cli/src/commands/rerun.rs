//! `skirmish rerun`

use crate::consent::Brought;
use crate::fail::{DoesNotHold, Undecided};
use crate::rerun::capsule::Match;
use crate::rerun::{Course, Decision, Rerun};
use crate::{interrupt, output, sandbox, say, seating};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_referee::Ending;
use skirmish_referee::capsule::{Capsule, LARGEST};
use skirmish_replay::block::MOST_BYTES;
use skirmish_replay::{ReplayFile, names, plain};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Run a bot again on what it was sent in an old match.
///
///   skirmish rerun CAPSULE              the failure in a capsule: does it still fail?
///   skirmish rerun CAPSULE BOT          the same with another version of the bot
///   skirmish rerun REPLAY --seat S BOT  a whole match: where does it decide differently?
///
/// A bot is fed the very messages of the old match, whatever it answers now. From the replay
/// beside a capsule the match before the failure is fed as well, so that a bot which remembers
/// comes to the same place; --only sends nothing but the message it failed on. A capsule's own
/// bot is shown before it is run, and you are asked.
/// Exit code 1 if it fails, or decides differently; 3 if that cannot be told, because the
/// replay of the capsule is missing.
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
    /// Run the bot that the capsule names without asking; in the sandbox, like all of them.
    #[arg(long)]
    yes: bool,
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
    // A replay may be larger; of a capsule more than this is refused below.
    let file = plain::open(&args.file, MOST_BYTES).with_context(|| format!("cannot read {}", shown()))?;
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
    // Without a bot on the command line it is the capsule's word.
    let read = if args.bot.is_some() { seating::bot } else { seating::recorded };
    let bot = read(bot, brief.level, args.json)?;
    Ok(Rerun { bot, level: brief.level, no_clock: args.no_clock, stop: interrupt::watch().token() })
}

/// Goes where a capsule's bot was spelled, if the user agrees to run it.
fn enter(args: &Args, capsule: &Capsule) -> Result<()> {
    let level = seating::sandbox(sandbox::level(args.sandbox.as_deref())?, true, args.json)?.level;
    let folder = Path::new(&capsule.folder);
    let named = format!("skirmish rerun {} BOT", args.file.display());
    let players = std::slice::from_ref(&capsule.player);
    Brought { file: &args.file, players, folder, named: &named }.ask(level, args.yes)?;
    std::env::set_current_dir(folder).with_context(|| format!("the bot's place {}", folder.display()))
}

fn rerun_capsule(args: &Args, capsule: &Capsule) -> Result<()> {
    if args.seat.is_some() {
        bail!("--seat is for replays; a capsule is of one seat, {}", capsule.seat);
    }
    // Found from here, before we go where the bot is.
    let of = replay_beside(&std::path::absolute(&args.file)?, capsule);
    let bot = match &args.bot {
        Some(bot) => bot,
        None => {
            enter(args, capsule)?;
            &capsule.player
        }
    };
    let outcome = start(args, bot, &capsule.game)?.capsule(capsule, of, args.only)?;
    let fails = outcome.fails();
    if args.json {
        say!(
            "{}",
            json!({"game": capsule.game, "seat": capsule.seat, "turn": capsule.turn, "was": capsule.message,
                "fails": fails, "is": outcome.message(), "answered": outcome.answered, "ms": outcome.used_ms,
                "fed_before": outcome.fed, "missing": outcome.missing, "stderr": outcome.stderr})
        );
    } else {
        say!("{} as {}, turn {}, request {}", capsule.game, capsule.seat, capsule.turn, capsule.request);
        say!("then:   {}", capsule.message);
        say!("now:    {} ({} ms)", outcome.message(), outcome.used_ms);
        if outcome.fed > 0 {
            say!("        after the {} messages that came before", outcome.fed);
        }
        if args.only {
            say!("        to this one message; nothing was sent before it");
        }
        if let Some(answer) = &outcome.answered {
            say!("answer: {answer}");
        }
        if !outcome.stderr.trim().is_empty() {
            say!("the end of its standard error:");
            output::block("  ", &output::last_lines(&outcome.stderr, 20));
        }
    }
    let said = |text: String| if args.json { String::new() } else { text };
    match (fails, &outcome.missing) {
        (Some(false), _) => Ok(()),
        (Some(true), _) => Err(DoesNotHold(said("it fails".into())).into()),
        (None, None) => Err(Undecided(said(format!("not decided: {}", outcome.message()))).into()),
        (None, Some(why)) => Err(Undecided(said(format!(
            "not decided: it was not sent what came before the failure, because {why}. \
             Put the replay beside the capsule, or say --only to try that one message alone."
        )))
        .into()),
    }
}

/// The match of a capsule, from the replay that lies beside it.
fn replay_beside(file: &Path, capsule: &Capsule) -> Match {
    let path = capsule.replay_beside(file).ok_or("it names no replay")?;
    if !path.exists() {
        return Err(format!("there is no {}", path.display()));
    }
    open_replay(&path).map_err(|error| format!("{error:#}"))
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
    if rerun.bot.native.is_some() {
        bail!("{bot}: a whole match is compared for bots that speak the protocol of all games, not for native ones");
    }
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
    if let Some(Ending::Infrastructure { why }) = ending {
        return Err(Undecided(if args.json { String::new() } else { format!("not decided: {why}") }).into());
    }
    if differ > 0 || ending.is_some() {
        let said = if args.json { String::new() } else { "it decides differently".into() };
        return Err(DoesNotHold(said).into());
    }
    Ok(())
}

fn show(decision: &Decision) {
    say!("turn {}, request {}: it decides differently", decision.turn, decision.request);
    say!("  then: {}", decision.then);
    say!("  now:  {}", decision.now);
}

fn open_replay(path: &Path) -> Result<Box<dyn skirmish_core::replay::AnyPlayback>> {
    let file = ReplayFile::read(path).with_context(|| path.display().to_string())?;
    skirmish_games::registry().playback(file.text).with_context(|| path.display().to_string())
}
