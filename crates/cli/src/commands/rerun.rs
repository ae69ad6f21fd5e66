//! `skirmish rerun`

use crate::consent::Brought;
use crate::fail::{DoesNotHold, Undecided, unknown};
use crate::{interrupt, output, place, say};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_matches::rerun::Decision;
use skirmish_matches::{Rerun, RerunOptions, Trust, Venue, replays};
use skirmish_referee::Ending;
use skirmish_referee::capsule::{Capsule, LARGEST};
use skirmish_replay::block::MOST_BYTES;
use skirmish_replay::plain;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Run a bot again on what it was sent in an old match.
///
///   skirmish rerun CAPSULE              the failure in a capsule: does it still fail?
///   skirmish rerun CAPSULE BOT          the same with another version of the bot
///   skirmish rerun REPLAY --seat S BOT  a whole match: where does it decide differently?
///
/// The bot is sent the messages of the old match, whatever it answers now. With a capsule it
/// is first sent everything that came before the failure, taken from the replay beside the
/// capsule; --only sends just the message it failed on. If you name no bot, the capsule's own
/// command is shown and you are asked before it runs.
/// The exit code is 1 if the bot fails or decides differently, and 3 if that cannot be decided
/// because the replay of the capsule is missing.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// A failure capsule (.capsule.json) or a replay (.skirmish).
    file: PathBuf,
    /// A program ("python3 bot.py") or a folder with a skirmish.toml. Default: the capsule's own bot.
    bot: Option<String>,
    /// The seat to play; needed for a replay.
    #[arg(long)]
    seat: Option<String>,
    /// Run the bot that the capsule names without asking, in the sandbox as always.
    #[arg(long)]
    yes: bool,
    /// Send only the greeting and the message of the capsule, nothing before it.
    #[arg(long)]
    only: bool,
    /// Show every decision that differs, not only the first.
    #[arg(long)]
    all: bool,
    /// No time limits, for debugging.
    #[arg(long)]
    no_clock: bool,
    /// Sandbox level: full, namespaces, filters, limits or off. Default: the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    /// Print one JSON object per decision that differs, and one for the whole.
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

fn start(venue: &Venue, args: &Args, bot: &str, game: &str) -> Result<Rerun> {
    let sandbox = place::level(args.sandbox.as_deref())?;
    // Without a bot on the command line it is the capsule's word.
    let trust = if args.bot.is_some() { Trust::All } else { Trust::Only(Vec::new()) };
    let rerun = Rerun::ready(venue, bot, game, &RerunOptions { sandbox, no_clock: args.no_clock, trust })?;
    interrupt::watch();
    Ok(rerun)
}

/// Goes where a capsule's bot was spelled, if the user agrees to run it.
fn enter(venue: &Venue, args: &Args, capsule: &Capsule) -> Result<()> {
    let level = venue.sandbox(place::level(args.sandbox.as_deref())?)?.level;
    let folder = Path::new(&capsule.folder);
    let named = format!("skirmish rerun {} BOT", args.file.display());
    let players = std::slice::from_ref(&capsule.player);
    Brought { file: &args.file, players, folder, named: &named }.ask(level, args.yes)?;
    std::env::set_current_dir(folder).with_context(|| format!("the bot's place {}", folder.display()))
}

fn rerun_capsule(args: &Args, capsule: &Capsule) -> Result<()> {
    if args.seat.is_some() {
        bail!("--seat is for replays; this capsule belongs to seat {}", capsule.seat);
    }
    let venue = place::venue(args.json);
    // Named from here, before we go where the bot is.
    let file = std::path::absolute(&args.file)?;
    let bot = match &args.bot {
        Some(bot) => bot,
        None => {
            enter(&venue, args, capsule)?;
            &capsule.player
        }
    };
    let run = start(&venue, args, bot, &capsule.game)?.capsule(&venue, &file, capsule, args.only)?;
    if args.json {
        say!("{}", json!(run));
    } else {
        say!("{} as {}, turn {}, request {}", capsule.game, capsule.seat, capsule.turn, capsule.request);
        say!("then:   {}", run.was);
        say!("now:    {} ({} ms)", run.is, run.ms);
        if run.fed_before > 0 {
            say!("        after the {} messages that came before", run.fed_before);
        }
        if args.only {
            say!("        to this one message; nothing was sent before it");
        }
        if let Some(answer) = &run.answered {
            say!("answer: {answer}");
        }
        if !run.stderr.trim().is_empty() {
            say!("the end of its standard error:");
            output::block("  ", &output::last_lines(&run.stderr, 20));
        }
    }
    let said = |text: String| if args.json { String::new() } else { text };
    match (run.fails, &run.missing) {
        (Some(false), _) => Ok(()),
        (Some(true), _) => Err(DoesNotHold(said("it fails".into())).into()),
        (None, None) => Err(Undecided(said(format!("not decided: {}", run.is))).into()),
        (None, Some(why)) => Err(Undecided(said(format!(
            "not decided: it was not sent what came before the failure, because {why}. \
             Put the replay beside the capsule, or add --only to try that one message alone."
        )))
        .into()),
    }
}

fn rerun_replay(args: &Args) -> Result<()> {
    let venue = place::venue(args.json);
    let (_, mut playback) = replays::open(&venue, &args.file)?;
    let seats: Vec<&str> = playback.table().seats().iter().map(String::as_str).collect();
    let Some(seat) = &args.seat else {
        bail!("name the seat of the bot: --seat {}", seats.join(" or --seat "));
    };
    if !seats.contains(&seat.as_str()) {
        return Err(unknown("seat", seat, &seats));
    }
    let Some(bot) = &args.bot else {
        bail!("name the bot to run: skirmish rerun {} --seat {seat} BOT", args.file.display());
    };
    let rerun = start(&venue, args, bot, playback.table().game())?;
    let run = rerun.replay(&venue, &args.file, seat, |decision| {
        if args.json {
            say!("{}", json!(decision));
        } else {
            show(decision);
        }
        args.all
    })?;
    if args.json {
        say!("{}", json!(run));
    } else if let Some(ending) = &run.ending {
        say!("after {} requests: {ending}", run.requests);
    } else if run.differ == 0 {
        say!("{} requests, and it decides the same in every one", run.requests);
    }
    let said = |text: String| if args.json { String::new() } else { text };
    if let Some(Ending::Infrastructure { why }) = &run.ending {
        return Err(Undecided(said(format!("not decided: {why}"))).into());
    }
    if run.differ > 0 || run.ending.is_some() {
        return Err(DoesNotHold(said("it decides differently".into())).into());
    }
    Ok(())
}

fn show(decision: &Decision) {
    say!("turn {}, request {}: it decides differently", decision.turn, decision.request);
    say!("  then: {}", decision.then);
    say!("  now:  {}", decision.now);
}
