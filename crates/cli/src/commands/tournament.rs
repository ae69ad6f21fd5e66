//! `skirmish tournament`

mod file;
mod ground;
mod live;
mod ranks;
mod verify;

use crate::commands::compare::{minutes, show_trouble};
use crate::fail::Undecided;
use crate::given::SetupArgs;
use crate::league::{self, LeagueArgs, Ready, duration, fixtures, tell_stop};
use crate::{interrupt, place, say, tell};
use anyhow::{Context, Result, bail};
use ground::Ground;
use live::Live;
use serde::Serialize;
use serde_json::{Value, json};
use skirmish_league::schedule;
use skirmish_league::trouble::{self, Latency, Trouble};
use skirmish_league::{Entrant, Format, Limits, Starts, Stop, Table, Tournament, table, tournament};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Play a tournament between any number of bots.
///
///   skirmish tournament golems weak medium strong my-bot --pairs 20
///   skirmish tournament zords a b c d e f --seats 4 --pairs 10
///   skirmish tournament infection bots/* --format swiss --rounds 5 --out cup
///   skirmish tournament --file cup.toml
///   skirmish tournament golems a b c --fleet nats://host:4222
///   skirmish tournament verify cup
///
/// Everything is counted in pairs (one start, the seats swapped), or in tables of n with the seats
/// rotated where there are more than two seats and enough bots. The first of them tell how long it
/// takes; a terminal shows the table as it grows. Results go to OUT/results.jsonl,
/// line by line; Ctrl-C, a kill or a power cut loses the games in flight and no more. The same
/// command goes on. At the end OUT/table.json holds the table, which `verify` proves.
///
/// Bots are named as for `skirmish play`, but for people; --bot name=NAME,cmd=PLAYER gives one a name.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The game; `skirmish games` lists them.
    game: Option<String>,
    /// The bots.
    bots: Vec<String>,
    /// A bot with a name: name=NAME,cmd=PLAYER; can be repeated. Such bots come after those without.
    #[arg(long = "bot", value_name = "name=,cmd=")]
    named: Vec<String>,
    /// What holds for every bot: st=SECONDS for an answer, memory=MIB, ponder=on|off.
    #[arg(long, value_name = "KEYS")]
    each: Option<String>,
    /// A TOML file with the same keys as these options; options win over it.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Who meets whom: round-robin, gauntlet (the first against all others), swiss, knockout or double-elim. Default:
    /// round-robin.
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Rounds of a Swiss tournament. Default: as many as tell everybody apart, and one more.
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Pairs of every meeting, or tables of every bot. Default: 10.
    #[arg(long, value_name = "N", visible_alias = "games-per-meeting", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: Option<u64>,
    /// Go on after the schedule with the pairs that tell most, until neighbours in the table separate at 95 %, or until
    /// --budget or --minutes end it.
    #[arg(long)]
    until_separated: bool,
    /// The most pairs or tables in all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget: Option<u64>,
    /// The most minutes of this run.
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Have it played by the workers of a NATS server (`skirmish worker`) instead of this machine: nats://host:4222.
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,
    /// With --fleet: the share of pairs that is played again by somebody else and compared. Default: 0.02.
    #[arg(long, value_name = "SHARE", value_parser = crate::fleet::share)]
    audit: Option<f64>,
    #[command(flatten)]
    access: crate::fleet::AccessArgs,
    /// Print the schedule and play nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    league: LeagueArgs,
}

#[derive(clap::Subcommand)]
enum Command {
    Verify(verify::Args),
}

pub fn run(mut args: Args) -> Result<()> {
    if let Some(Command::Verify(args)) = args.command {
        return verify::run(&args);
    }
    if let Some(path) = args.file.take() {
        args = file::with(args, &path)?;
    }
    // Only now: the server may be named in the file, and the rest on the command line.
    if let (None, Some(option)) = (&args.fleet, args.audit.map(|_| "--audit").or(args.access.given())) {
        bail!(
            "{option} is about a fleet, and this tournament is played here: name the fleet's server with --fleet URL"
        );
    }
    let game = args.game.clone().context("name a game and its bots: skirmish tournament golems weak medium strong")?;
    let venue = place::venue(args.league.many.json);
    let game = venue.game(&game)?;
    let entrants = entrants(&args)?;
    let mut setup = std::mem::take(&mut args.setup);
    let describe = |setup: &SetupArgs| -> Result<Tournament> {
        Ok(Tournament {
            setting: args.league.setting(game, setup)?,
            seed: setup.seed(),
            format: format(&args, entrants.len())?,
            pairs: args.pairs.unwrap_or(10),
            entrants: entrants.clone(),
            treatment: args.league.many.treatment_with(args.each.as_deref())?,
            until_separated: args.until_separated,
        })
    };
    if args.dry_run {
        league::choose_seed(&mut setup, args.league.out.as_deref())?;
        let description = describe(&setup)?;
        description.check()?;
        let starts = Starts::of(&description.setting, game, description.seed)?.count();
        announce(&description, args.league.many.concurrency(), starts);
        if let Some(round) = schedule::next(&description, &[]) {
            tell!("{}", live::in_words(&description, 0, &round, starts));
        }
        return Ok(());
    }
    let asked = (&mut setup, &args.league, None);
    let (folder, description) = league::place(&venue, "tournament", asked, args.budget, describe)?;
    let mut ready =
        league::ready(&venue, &args.league.many, args.league.keep(), description, None, Some(folder.clone()))?;
    interrupt::watch();
    if !args.league.many.json {
        announce(&ready.driver.ledger.tournament, ready.concurrency, ready.starts.count());
        tell!("results: {}", folder.display());
    }
    let limits = Limits { fixtures: args.budget, time: args.minutes };
    let mut ground = Ground::open(&args, &ready, &venue.cancel)?;
    let mut live = Live::new(&ready.driver, &limits, (ready.concurrency, ready.starts.count()), args.league.many.json)?
        .with_glance(ground.glance());
    let stop = ready.driver.run(&mut *ground.field, &limits, &venue.cancel, |driver| live.look(driver))?;
    let tale = ground.tale();
    drop(ground);
    live.end();
    ready.tell_changed(&venue)?;
    let table = Table::of(&ready.driver.ledger)?;
    publish(&table, &folder)?;
    finish(&args, &ready, &table, &stop, &folder, tale)
}

/// Who takes part: those with a name of their own come after the others.
fn entrants(args: &Args) -> Result<Vec<Entrant>> {
    let mut entrants = tournament::named(&args.bots);
    for text in &args.named {
        let wrong = || format!("--bot {text}: write name=NAME,cmd=PLAYER");
        let (first, rest) = text.split_once(',').with_context(wrong)?;
        let (name, cmd) = match (first.split_once('='), rest.split_once('=')) {
            (Some(("name", name)), Some(("cmd", cmd))) => (name, cmd),
            // A command may hold commas, so it comes last if there are any.
            (Some(("cmd", cmd)), Some(("name", name))) if !name.contains(',') => (name, cmd),
            _ => bail!("{}", wrong()),
        };
        if name.is_empty() || cmd.is_empty() {
            bail!("{}", wrong());
        }
        entrants.push(Entrant { name: name.into(), player: cmd.into() });
    }
    Ok(entrants)
}

fn format(args: &Args, bots: usize) -> Result<Format> {
    let format = args.format.unwrap_or_default();
    Ok(match (format, args.rounds) {
        (Format::Swiss { .. }, Some(rounds)) => Format::Swiss { rounds },
        (Format::Swiss { .. }, None) => {
            let enough = bots.max(2).next_power_of_two().ilog2() + 1;
            Format::Swiss { rounds: enough.min((bots.max(2) - 1 + bots % 2) as u32) }
        }
        (_, Some(rounds)) => bail!("--rounds {rounds}: only a Swiss tournament has a number of rounds; use --pairs"),
        (format, None) => format,
    })
}

/// Says what is played; the schedule follows when it is known how long it takes.
fn announce(tournament: &Tournament, concurrency: usize, starts: Option<u64>) {
    let (bots, game, format) = (tournament.entrants.len(), &tournament.setting.game, tournament.format);
    tell!("{game}: {bots} bots, {format}, {concurrency} at once, seed {}", tournament.seed);
    if let Some(count) = starts.filter(|count| *count < tournament.pairs) {
        tell!("note: there are only {count} different starts here, and no two bots meet twice on one of them");
    }
}

/// Writes the table, whole or not at all.
fn publish(table: &Table, folder: &Path) -> Result<()> {
    let path = folder.join(table::NAME);
    let draft = folder.join(format!("{}.new", table::NAME));
    let text = format!("{}\n", serde_json::to_string(table)?);
    std::fs::write(&draft, text)
        .and_then(|()| std::fs::rename(&draft, &path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// What `--json` prints.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    table: &'a Table,
    format: Format,
    seed: u64,
    /// Whether the schedule was played to its end.
    complete: bool,
    /// Best first, where bots were knocked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<Vec<Vec<&'a str>>>,
    latency: Latency,
    trouble: Vec<Trouble>,
    /// Pairs or tables that could not be played, which was no bot's fault.
    parked: Vec<String>,
    /// What there is to say of a fleet.
    #[serde(skip_serializing_if = "Option::is_none")]
    fleet: Option<Value>,
    folder: &'a Path,
}

fn finish(
    args: &Args,
    ready: &Ready,
    table: &Table,
    stop: &Stop,
    folder: &Path,
    (lines, fleet): (Vec<String>, Option<Value>),
) -> Result<()> {
    let (driver, ledger) = (&ready.driver, &ready.driver.ledger);
    let complete = *stop == Stop::Over && driver.plan().parked.is_empty();
    let placed = schedule::placed(&ledger.tournament, driver.plan().finished()).map(|places| {
        let name = |&slot: &usize| ledger.tournament.entrants[slot].name.as_str();
        places.iter().map(|place| place.iter().map(name).collect()).collect::<Vec<Vec<&str>>>()
    });
    let (latency, trouble) = (trouble::latency(&ledger.records), trouble::of_bots(ledger));
    if args.league.many.json {
        let parked = driver.plan().parked.iter().map(ToString::to_string).collect();
        let (format, seed) = (ledger.tournament.format, ledger.tournament.seed);
        say!("{}", json!(Told { table, format, seed, complete, placed, latency, trouble, parked, fleet, folder }));
    } else {
        show(table);
        if let Some(places) = placed {
            say!();
            for (place, bots) in places.iter().enumerate() {
                say!("{}: {}", place + 1, bots.join(", "));
            }
        }
        show_separation(ready, table, stop)?;
        show_notes(ready, &latency, &trouble, folder);
        lines.iter().for_each(|line| say!("{line}"));
        tell_stop(stop, Some(folder));
    }
    if complete || *stop == Stop::Fixtures && args.budget.is_some() || *stop == Stop::Time {
        Ok(())
    } else {
        Err(Undecided(String::new()).into())
    }
}

/// Says who is separated now, where further pairs were played for that.
fn show_separation(ready: &Ready, table: &Table, stop: &Stop) -> Result<()> {
    let driver = &ready.driver;
    if !driver.ledger.tournament.until_separated {
        return Ok(());
    }
    let ratings = driver.plan().scores().ratings(driver.ledger.bots.len())?;
    let name = |bot: usize| driver.ledger.bots[bot].name.as_str();
    let open = skirmish_stats::plan::unseparated(&ratings);
    let open: Vec<String> = open.iter().map(|&(one, two)| format!("{} and {}", name(one), name(two))).collect();
    say!();
    if open.is_empty() {
        let unrated = table.rows.iter().filter(|row| row.elo.is_none()).count();
        let but = if unrated > 0 { ", as far as they have ratings" } else { "" };
        say!("All neighbours in the table are separated at 95 %{but}.");
    } else {
        let why = match stop {
            Stop::Fixtures => ": the budget is used up",
            Stop::Time => ": the time is up",
            Stop::Over => ": there are no more starts for them",
            _ => "",
        };
        say!("Not separated at 95 %{why}: {}.", open.join("; "));
    }
    Ok(())
}

fn show(table: &Table) {
    for line in ranks::lines(table, usize::MAX) {
        say!("{line}");
    }
    if has_unrated(table) {
        say!("Bots without a rank won or lost everything, or met only such bots: there is no number for them.");
    }
}

/// Whether somebody has played and has no number. Before the first game nobody has won or lost anything.
fn has_unrated(table: &Table) -> bool {
    table.rows.iter().any(|row| row.rank.is_none() && row.games > 0)
}

fn show_notes(ready: &Ready, latency: &Latency, trouble: &[Trouble], folder: &Path) {
    let (driver, tournament) = (&ready.driver, &ready.driver.ledger.tournament);
    say!();
    let repeats = trouble::repeats(&driver.ledger.records);
    if repeats.distinct < repeats.games {
        say!(
            "{} of {} games were the same as another one: repeating a game proves nothing.",
            repeats.games - repeats.distinct,
            repeats.games
        );
    }
    if latency.flagged > 0 {
        say!(
            "{} of {} were played while this machine was late (up to {} ms): play fewer at once to be sure.",
            latency.flagged,
            fixtures(latency.of, tournament),
            latency.worst_ms
        );
    } else if ready.hall.has_programs() {
        say!("The referee's own latency was at most {} ms.", latency.worst_ms);
    }
    for one in trouble.iter().filter(|one| !one.faults.is_empty() || !one.rejected.is_empty()) {
        show_trouble(one, &driver.ledger, &folder.join("replays"));
    }
    if !driver.plan().parked.is_empty() {
        say!(
            "{} could not be played, which was no bot's fault:",
            fixtures(driver.plan().parked.len() as u64, tournament)
        );
        for key in &driver.plan().parked {
            let why =
                driver.ledger.failed.iter().rev().find(|failed| failed.key == *key).map_or("", |failed| &failed.why);
            say!("  {key}: {why}");
        }
    }
    let (_, played) = driver.rate();
    say!(
        "{} played in {}. Results: {}",
        fixtures(played as u64, tournament),
        duration(driver.elapsed().as_secs_f64()),
        folder.join(skirmish_league::ledger::NAME).display()
    );
    say!("Prove it: skirmish tournament verify {}", folder.display());
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_league::table::Row;

    #[test]
    fn before_the_first_game_nobody_has_won_or_lost_everything() {
        let row = |games: u64| Row {
            rank: None,
            bot: "b".into(),
            number: 0,
            elo: None,
            error: None,
            standing: "unknown".into(),
            games,
            wins: games,
            draws: 0,
            losses: 0,
            score: None,
            failures: 0,
            faults: 0,
        };
        let table = |games| Table { game: "golems".into(), fixtures: games, games, rows: vec![row(games)] };
        assert!(!has_unrated(&table(0)));
        assert!(has_unrated(&table(2)));
    }
}
