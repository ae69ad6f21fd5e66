//! `skirmish check`

use crate::fail::DoesNotHold;
use crate::{output, place, say};
use anyhow::{Result, bail};
use serde_json::json;
use skirmish_matches::check::{Mark, check};
use skirmish_matches::{Bot, Error, Trust, spelling};
use skirmish_referee::SeatSpec;
use skirmish_referee::manifest::Manifest;
use std::path::Path;

/// Test a bot with everything it will meet sooner or later, and report what it did wrong.
///
/// Plays scripted cases of each game on both seats: a whole match, a late answer, no units, a huge map, an early end, a
/// rejected action, a restart in the middle, a second game in the same process. The exit code is 1 if any case failed. A
/// bot whose code throws an exception has failed, even if its kit answers for it.
#[derive(clap::Args)]
pub struct Args {
    /// A program ("python3 bot.py") or a folder with a skirmish.toml.
    bot: String,
    /// The games to check. Default: those in the folder's skirmish.toml.
    games: Vec<String>,
    /// Sandbox level: full, namespaces, filters, limits or off. Default: the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    /// Print one JSON object per case.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let venue = place::venue(args.json);
    let asked = place::level(args.sandbox.as_deref())?;
    let mut games = args.games;
    if games.is_empty() && Path::new(&args.bot).is_dir() {
        games = Manifest::of(Path::new(&args.bot))?.games;
    }
    if games.is_empty() {
        // A slip in the name of the bot is told first: no game would mend it.
        SeatSpec::read(&args.bot, |_| false)?;
        bail!("name the games to check {} in: {}", args.bot, venue.registry.ids().join(", "));
    }
    games.iter().try_for_each(|game| venue.game(game).map(drop))?;
    games.iter().try_for_each(|game| spelling::must_play(&args.bot, game))?;
    let bot = Bot::ready(&venue, &args.bot, venue.sandbox(asked)?.level, &Trust::All)?;
    if bot.native.is_some() {
        return Err(Error::NotAProgram(args.bot).into());
    }
    let (mut failed, mut all) = (0, 0);
    for game in &games {
        check(&venue, &bot, game, |verdict| {
            all += 1;
            failed += usize::from(verdict.mark == Mark::Failed);
            if args.json {
                say!("{}", json!(verdict));
                return;
            }
            let (remark, more) = verdict.why.split_once('\n').unwrap_or((&verdict.why, ""));
            let remark = if remark.is_empty() { String::new() } else { format!(": {remark}") };
            say!("{:7} {} as {}, {}{remark}", verdict.mark.name(), verdict.game, verdict.seat, verdict.case);
            if !more.is_empty() {
                output::block("      ", more);
            }
        })?;
    }
    if failed > 0 {
        return Err(DoesNotHold(format!("{failed} of {all} cases failed")).into());
    }
    if !args.json {
        say!("all {all} cases hold");
    }
    Ok(())
}
