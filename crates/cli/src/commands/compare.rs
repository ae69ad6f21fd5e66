//! `skirmish compare`

use crate::fail::{DoesNotHold, Undecided};
use crate::given::SetupArgs;
use crate::league::{self, LeagueArgs, Ready, Screen, fixtures, pace, quoted, tell_stop};
use crate::{interrupt, output, place, say, tell};
use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::json;
use skirmish_league::again::{self, REPLAYS};
use skirmish_league::comparison::{Comparison, Sides, Verdict};
use skirmish_league::trouble::Trouble;
use skirmish_league::{Driver, Format, Ledger, Limits, Local, Record, Tournament, tournament};
use skirmish_stats::{Side, Sprt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Find out whether one bot is better than another.
///
/// Every start (a map, a generated map or an opening position) is played twice with the seats
/// swapped: one pair. Pairs are played until a sequential test (SPRT) decides, or until the budget
/// of pairs or minutes is used up. No start is used twice.
///
///   skirmish compare golems my-bot medium
///   skirmish compare infection "python3 v2.py" "python3 v1.py" --minutes 10
///   skirmish compare zords v2 v1 --sprt "elo0=0 elo1=50 alpha=0.05 beta=0.05 model=logistic"
///
/// A seat is whatever `skirmish play` takes, but for people. Results and replays go to a folder of
/// their own in replays/, or to --out; run the same command with the same folder to go on.
///
/// Exit codes: 0 the first bot is better, 1 it is not, 2 bad input, 3 not decided.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    /// The bot in question.
    a: String,
    /// The bot it is compared with.
    b: String,
    /// The most pairs that are played; a pair is two games.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// The most minutes.
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<Duration>,
    /// The test. Better means at least elo1, not better at most elo0; alpha and beta are the shares of wrong answers.
    #[arg(long, value_name = "KEYS", default_value = "elo0=0 elo1=20 alpha=0.05 beta=0.05 model=normalized")]
    sprt: Sprt,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    league: LeagueArgs,
}

/// Reads a number of minutes.
pub fn minutes(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes <= 1e6 => Ok(Duration::from_secs_f64(60.0 * minutes)),
        _ => Err("a number of minutes above 0, as in 2.5".into()),
    }
}

pub fn run(mut args: Args) -> Result<()> {
    let venue = place::venue(args.league.many.json);
    let game = venue.game(&args.game)?;
    let (league, entrants) = (&args.league, tournament::named(&[args.a.clone(), args.b.clone()]));
    let describe = |setup: &SetupArgs| -> Result<Tournament> {
        let setting = league.setting(game, setup)?;
        if !setting.seats.len().is_multiple_of(2) {
            bail!("--seats {}: two bots share an even number of seats", setting.seats.len());
        }
        Ok(Tournament {
            setting,
            seed: setup.seed(),
            format: Format::RoundRobin,
            pairs: args.pairs,
            entrants: entrants.clone(),
            treatment: league.many.treatment(),
            until_separated: false,
        })
    };
    let asked = (&mut args.setup, league, Some(args.sprt));
    let (folder, description) = league::place(&venue, "compare", asked, None, describe)?;
    let mut ready = league::ready(
        &venue,
        &args.league.many,
        args.league.keep(),
        description,
        Some(args.sprt),
        Some(folder.clone()),
    )?;
    interrupt::watch();
    let most = ready.starts.count().map_or(args.pairs, |count| count.min(args.pairs));
    announce(&args, &ready, most, &folder);
    let limits = Limits { fixtures: None, time: args.minutes };
    let mut field = Local::new(&ready.hall, ready.concurrency);
    let mut screen = Screen::new(args.league.many.json)?;
    let look = |driver: &Driver| screen.show(|| format!("{}, {}", Comparison::line(driver), pace(driver, most)));
    let stop = ready.driver.run(&mut field, &limits, &venue.cancel, look)?;
    drop(field);
    screen.end();
    ready.tell_changed(&venue)?;
    let comparison = Comparison::of(&ready.driver, &stop)?;
    let surprises = surprises(&ready, &comparison, &folder);
    if args.league.many.json {
        let told = Told { comparison: &comparison, surprises: &surprises, seed: args.setup.seed(), folder: &folder };
        say!("{}", json!(told));
    } else {
        show(&comparison, &surprises, &folder, &ready);
        tell_stop(&stop, Some(&folder));
    }
    match comparison.tested.verdict {
        Verdict::Better => Ok(()),
        Verdict::NotBetter => Err(DoesNotHold(String::new()).into()),
        Verdict::Undecided => Err(Undecided(String::new()).into()),
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    surprises: &'a [Shown],
    seed: u64,
    folder: &'a Path,
}

/// A surprise, with its replays.
#[derive(Serialize)]
struct Shown {
    /// Its place in the schedule.
    pair: u64,
    /// How much of a surprise, in bits.
    bits: f64,
    /// What each game was for the first bot.
    outcomes: [skirmish_stats::Outcome; 2],
    replays: Vec<PathBuf>,
}

fn announce(args: &Args, ready: &Ready, most: u64, folder: &Path) {
    if args.league.many.json {
        return;
    }
    let [one, two] = [0, 1].map(|at| &ready.driver.ledger.tournament.entrants[at].name);
    let seed = ready.driver.ledger.tournament.seed;
    tell!(
        "{}: {one} against {two}, at most {} = {} games, {} at once, seed {seed}",
        args.game,
        fixtures(most, &ready.driver.ledger.tournament),
        2 * most,
        ready.concurrency
    );
    tell!("results: {}", folder.display());
    if most < args.pairs {
        let starts = if most == 1 { "is only one start".into() } else { format!("are only {most} different starts") };
        tell!("note: there {starts} here, and none is used twice");
    }
}

/// The surprises with their replays. Games of built-in bots are played once more for that.
fn surprises(ready: &Ready, comparison: &Comparison, folder: &Path) -> Vec<Shown> {
    let folder = folder.join(REPLAYS);
    let shown = |record: &Record, bits: f64| {
        let pair = record.fixture.number + 1;
        let replays = again::replays(Some(&ready.hall), record, &folder).unwrap_or_else(|error| {
            tell!("note: pair {pair} cannot be written down: {:#}", anyhow::Error::new(error));
            Vec::new()
        });
        Shown { pair, bits, outcomes: record.outcomes(), replays: replays.into_iter().flatten().collect() }
    };
    let records = &ready.driver.ledger.records;
    comparison.surprises.iter().map(|surprise| shown(&records[surprise.at], surprise.bits)).collect()
}

fn show(comparison: &Comparison, surprises: &[Shown], folder: &Path, ready: &Ready) {
    say!("{}", comparison.tested.sentence);
    say!();
    output::block("", &comparison.tested.report);
    if let Some(sides) = &comparison.sides {
        say!();
        show_sides(comparison, sides);
    }
    let repeats = comparison.repeats;
    if repeats.distinct < repeats.games {
        say!();
        say!(
            "{} of {} games were the same as another one: repeating a game proves nothing.",
            repeats.games - repeats.distinct,
            repeats.games
        );
    }
    if repeats.alike > 0 {
        say!();
        say!(
            "In {} of {} both games went the same way: there the bots decide alike, which tells nothing.",
            repeats.alike,
            fixtures(repeats.games / 2, &ready.driver.ledger.tournament)
        );
    }
    let latency = comparison.latency;
    if latency.flagged > 0 {
        say!();
        say!(
            "{} of {} were played while this machine was late (up to {} ms): play fewer at once to be sure.",
            latency.flagged,
            fixtures(latency.of, &ready.driver.ledger.tournament),
            latency.worst_ms
        );
    } else if ready.hall.has_programs() {
        say!("The referee's own latency was at most {} ms.", latency.worst_ms);
    }
    for trouble in
        comparison.trouble.iter().filter(|trouble| !trouble.faults.is_empty() || !trouble.rejected.is_empty())
    {
        say!();
        show_trouble(trouble, &ready.driver.ledger, &folder.join(REPLAYS));
    }
    if !surprises.is_empty() {
        say!();
        say!("The greatest surprises (skirmish watch FILE):");
        for shown in surprises {
            let outcomes: Vec<&str> = shown.outcomes.iter().map(|outcome| word(*outcome)).collect();
            let replays: Vec<String> = shown.replays.iter().map(|path| path.display().to_string()).collect();
            say!(
                "  pair {}: {} for {} ({:.1} bits)  {}",
                shown.pair,
                outcomes.join(" and "),
                comparison.tested.bots[0],
                shown.bits,
                replays.join(" ")
            );
        }
    }
    say!();
    say!("Results: {}", folder.join(skirmish_league::ledger::NAME).display());
}

fn word(outcome: skirmish_stats::Outcome) -> &'static str {
    match outcome {
        skirmish_stats::Outcome::Loss => "lost",
        skirmish_stats::Outcome::Draw => "drawn",
        skirmish_stats::Outcome::Win => "won",
    }
}

fn show_sides(comparison: &Comparison, sides: &Sides) {
    let summaries = [&sides.split.first, &sides.split.second];
    for (name, (summary, scores)) in comparison.tested.bots.iter().zip(summaries.iter().zip(&sides.scores)) {
        for side in Side::BOTH {
            let at = side as usize;
            let of = &summary[at];
            let share = of.score.map_or("-".into(), |share| format!("{:.1} %", 100.0 * share));
            // Where nothing scatters, nothing tells how sure it is: that is no error of 0.
            let error = of.score_error.filter(|&error| error > 0.0);
            let error = error.map_or(String::new(), |error| format!(" +/- {:.1} %", 100.0 * error));
            let score = scores[at].map_or(String::new(), |score| format!("; mean score {score:.1}"));
            say!("{name} as {}: {share}{error} of the games{score}", sides.names[at]);
        }
    }
    if let Some(advantage) = sides.split.advantage {
        say!("Being {} is worth {:+.1} % by itself.", sides.names[0], 100.0 * advantage);
    }
}

/// What went wrong with a bot, by kind, and how to look at it.
pub fn show_trouble(trouble: &Trouble, ledger: &Ledger, replays: &Path) {
    say!("{}:", trouble.bot);
    let player = ledger.bots.iter().find(|bot| bot.name == trouble.bot).map_or("", |bot| &bot.player);
    let file = |name: &str| quoted(&replays.join(name).display().to_string());
    for (kind, fault) in &trouble.faults {
        let capsule = fault
            .capsule
            .as_ref()
            .map_or(String::new(), |name| format!("; the first: skirmish rerun {} {}", file(name), quoted(player)));
        say!("  {kind} {} time{}{capsule}", fault.count, if fault.count == 1 { "" } else { "s" });
    }
    for (reason, count) in &trouble.rejected {
        let first = trouble.refused_at.get(reason).map_or(String::new(), |seen| {
            format!("; the first: skirmish watch {} --turn {}", file(&seen.replay), seen.turn)
        });
        say!("  {count} action{} refused: {reason}{first}", if *count == 1 { "" } else { "s" });
    }
}
