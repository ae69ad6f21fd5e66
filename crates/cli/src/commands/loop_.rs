//! `skirmish loop`

use crate::fail::{DoesNotHold, Undecided};
use crate::given::SetupArgs;
use crate::league::{ManyArgs, Screen};
use crate::{interrupt, output, place, say, tell};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_core::Seat;
use skirmish_league::practice::{Plan, Practice, Round, Series, Watch};
use skirmish_matches::{CASES, spelling};
use skirmish_referee::manifest::Manifest;
use std::path::{Path, PathBuf};

/// So many lines of what went wrong are shown.
const LINES: usize = 12;

/// Build, check and play your bot at every save, and see on one line whether it got better.
///
///   skirmish loop my-bot
///   skirmish loop my-bot --pairs 20 --set max_turns=60
///   skirmish loop my-bot --once --json
///   skirmish loop native:my-bot
///
/// At every save it builds the bot, checks it quickly, runs the failures again that were kept, and
/// plays pairs against the last version that worked and against the built-in bots. Then it says
/// how that went on one line, each score with its 95 % interval. Failures in these games are kept
/// in the folder's `cases` (at most 20, one of a kind at a time) and run first from then on.
///
/// The game comes from the folder's skirmish.toml, or from --game. Everything of the bot runs in
/// the sandbox. Ctrl-C ends it.
///
/// Exit codes with --once: 0 nothing failed, 1 something did, 2 bad input, 3 interrupted.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The bot's folder, with a skirmish.toml; native:DIR if it speaks the protocol of its game's original.
    dir: String,
    /// The game. Default: the first in the folder's skirmish.toml.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Pairs against each opponent; a pair is two games.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs: u64,
    /// One round, now.
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    many: ManyArgs,
}

pub fn run(mut args: Args) -> Result<()> {
    let quiet = args.many.json;
    let venue = place::venue(quiet);
    let (native, dir) = place_of(&args.dir)?;
    let manifest = Manifest::of(&dir)?;
    let Some(id) = args.game.clone().or_else(|| manifest.games.first().cloned()) else {
        bail!(
            "{}: its skirmish.toml names no games; name one with --game: {}",
            dir.display(),
            venue.registry.ids().join(", ")
        );
    };
    let game = venue.game(&id)?;
    spelling::must_play(&dir.display().to_string(), &id)?;
    args.setup.draw_seed()?;
    let setting = args.many.setting(game, &args.setup)?;
    if !setting.seats.len().is_multiple_of(2) {
        bail!("--seats {}: two bots share an even number of seats", setting.seats.len());
    }
    if let Some(native) = &native {
        let mut table = setting.origin(0, args.setup.seed()).table_of(game)?;
        let how = native.split_once('+').map(|(_, how)| how);
        table.seat_native(Seat(0), how).with_context(|| args.dir.clone())?;
    }
    let plan = Plan {
        folder: dir.clone(),
        native,
        setting,
        seed: args.setup.seed(),
        pairs: args.pairs,
        treatment: args.many.treatment(),
        sandbox: args.many.level()?,
        concurrency: args.many.concurrency(),
    };
    let is_native = plan.native.is_some();
    let practice = Practice::new(&venue, plan)?;
    let stop = interrupt::watch();
    if !quiet {
        let until = if args.once { "one round" } else { "at every save, until Ctrl-C" };
        tell!(
            "{id}: {}, {} pair{} against each opponent, {until}, seed {}",
            args.dir,
            args.pairs,
            if args.pairs == 1 { "" } else { "s" },
            args.setup.seed()
        );
    }
    loop {
        let mut screen = Screen::new(quiet)?;
        let round = practice.round(|doing| screen.show(|| doing.to_string()));
        screen.end();
        if quiet {
            say!("{}", json!(round));
        } else {
            say!("{}", line(&round, is_native));
            explain(&round, &args, &dir);
        }
        if round.interrupted {
            return Err(Undecided(String::new()).into());
        }
        if args.once {
            return if round.ok { Ok(()) } else { Err(DoesNotHold(String::new()).into()) };
        }
        if !Watch::new(&dir, &round.source).wait(&stop.token()) {
            return Ok(());
        }
    }
}

/// A bot's folder, and how it is spoken to if that is not in the usual way.
fn place_of(spelled: &str) -> Result<(Option<String>, PathBuf)> {
    let is_native = |word: &str| word == "native" || word.starts_with("native+");
    match spelled.split_once(':').filter(|(word, _)| is_native(word)) {
        Some((_, folder)) if !Path::new(folder).is_dir() => {
            bail!("{spelled}: {folder} is no folder; a loop is for a bot's folder, as in native:my-bot")
        }
        Some((native, folder)) => Ok((Some(native.into()), folder.into())),
        None => Ok((None, spelled.into())),
    }
}

/// The round on one line.
fn line(round: &Round, is_native: bool) -> String {
    let mut parts = vec![clock(round.began)];
    if round.not_built.is_some() {
        parts.push("build FAILED".into());
    } else {
        parts.push("build ok".into());
        let failed = round.check.failed.len();
        // Native bots are not checked.
        if !is_native {
            parts.push(if failed == 0 { "check ok".into() } else { format!("check FAILED ({failed})") });
        }
        if !round.cases.is_empty() {
            let failed: Vec<&str> =
                round.cases.iter().filter(|case| case.passes == Some(false)).map(|case| case.name.as_str()).collect();
            let passed = round.cases.iter().filter(|case| case.passes == Some(true)).count();
            let failed = if failed.is_empty() { String::new() } else { format!(" (FAILED: {})", failed.join(", ")) };
            parts.push(format!("cases {passed}/{}{failed}", round.cases.len()));
        }
        parts.extend(round.series.iter().map(score));
        parts.extend(round.stopped.is_some().then(|| "STOPPED".into()));
    }
    parts.push(if round.interrupted { "interrupted".into() } else { format!("{:.0} s", round.seconds) });
    parts.join("  ")
}

fn score(series: &Series) -> String {
    let score = &series.score;
    let faults: u64 = series.faults.values().sum();
    let faults = if faults == 0 { String::new() } else { format!(" FAILED {faults}x") };
    let percent = |x: f64| 100.0 * x;
    format!(
        "{} {:.0} % ({:.0}-{:.0}){faults}",
        series.opponent,
        percent(score.share),
        percent(score.low),
        percent(score.high)
    )
}

/// What went wrong, and the way out of it.
fn explain(round: &Round, args: &Args, folder: &Path) {
    let dir = &args.dir;
    if let Some(why) = &round.not_built {
        // The end of what a compiler prints says most, and its first line which command it was.
        let (head, rest) = why.split_once('\n').unwrap_or((why, ""));
        say!("  {head}");
        if !rest.trim().is_empty() {
            output::block("  | ", &output::last_lines(rest, LINES));
        }
        let how = if folder == Path::new(dir) {
            format!("skirmish check {dir} {}", round.game)
        } else {
            format!("skirmish play {} {dir} weak", round.game)
        };
        say!("  mend it and save; all of it: {how}");
        return;
    }
    if let Some(why) = &round.stopped {
        say!("  {why}");
    }
    for verdict in round.check.failed.iter().take(3) {
        say!("  check: as {}, {}: {}", verdict.seat, verdict.case, verdict.why.lines().next().unwrap_or_default());
    }
    if !round.check.failed.is_empty() {
        say!("  all cases: skirmish check {dir} {}", round.game);
    }
    for case in round.cases.iter().filter(|case| case.passes != Some(true)) {
        let how = if case.passes.is_none() { "not decided: " } else { "" };
        say!("  {}: {how}{}", case.name, case.why.lines().next().unwrap_or_default());
        say!("    skirmish rerun {} {dir}", folder.join(CASES).join(format!("{}.capsule.json", case.name)).display());
    }
    for name in &round.kept {
        say!("  a new failure is kept: {}", folder.join(CASES).join(format!("{name}.capsule.json")).display());
    }
    for note in &round.notes {
        tell!("  {note}");
    }
    if round.changed && !round.interrupted {
        tell!("  its files changed meanwhile, so this is of no one version");
    }
}

/// The time of day in UTC.
fn clock(seconds: u64) -> String {
    let day = seconds % 86_400;
    format!("{:02}:{:02}:{:02}Z", day / 3600, day / 60 % 60, day % 60)
}
