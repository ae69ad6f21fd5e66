//! `skirmish play`

use crate::fail::{DoesNotHold, unknown};
use crate::given::{SetupArgs, position_file, with_game};
use crate::replays;
use crate::say;
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_core::Golden;
use skirmish_core::any::{AnyTable, Seated};
use skirmish_games::Visit;
use skirmish_jail::Level;
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::{Contest, Options, Player, Report, SeatSpec};
use std::path::PathBuf;

/// Play one match and show it.
///
/// A seat is a built-in bot (`weak`, `medium`, `strong`, or `builtin:strong`) or a program with its arguments
/// (`./bot`, "python3 bot.py") that speaks the protocol of docs/protocol.md on standard input and output. Without
/// players, two medium bots play.
///
/// The match is written to replays/DATE-GAME-SEED.skirmish; `skirmish replay verify` proves it.
#[derive(clap::Args)]
pub struct Args {
    game: String,
    /// One for each seat.
    players: Vec<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Start from this position (`-`: standard input).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "preset", "set", "map", "seats"])]
    position: Option<PathBuf>,
    /// Show the board every so many steps; 0 shows the end alone.
    #[arg(long, value_name = "STEPS", default_value_t = 0)]
    every: u64,
    /// Write the replay here instead.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write no replay.
    #[arg(long, conflicts_with = "record")]
    no_replay: bool,
    /// Time for one answer, in place of the game's own.
    #[arg(long, value_name = "MS")]
    turn_ms: Option<i64>,
    /// Time for a program to get ready, in place of the game's own.
    #[arg(long, value_name = "MS")]
    init_ms: Option<i64>,
    /// No time limits, for debugging.
    #[arg(long)]
    no_clock: bool,
    /// Let programs think while they wait for their turn.
    #[arg(long)]
    ponder: bool,
    /// How programs are kept in: full, namespaces, filters, limits or off; without it the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    /// One JSON object: how the match went.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    if let Some(path) = &args.record
        && path.exists()
    {
        bail!("{} exists; replays are never overwritten", path.display());
    }
    let table = with_game(&args.game, SetUp(&args))?;
    let players = seat_players(&args, &*table)?;
    let time = Timekeeping { off: args.no_clock, turn_ms: args.turn_ms, init_ms: args.init_ms };
    let level = sandbox_level(&args, &players)?;
    let options = Options { time, ponder: args.ponder, level, seed: args.setup.seed };
    let id = format!("{}-{}", args.game, args.setup.seed);
    let stop = crate::interrupt::watch()?;
    let mut steps = 0;
    let (report, table) = Contest::new(id, table, players, options).play(|table| {
        steps += 1;
        if !args.json && args.every > 0 && steps % args.every == 0 {
            say!("turn {}\n{}", table.turn().number, table.sketch());
        }
        !stop.was_pressed()
    });
    let replay = match (&args.record, args.no_replay) {
        (_, true) => None,
        (Some(path), _) => {
            std::fs::write(path, table.replay()).with_context(|| format!("cannot write {}", path.display()))?;
            Some(path.clone())
        }
        (None, false) => Some(replays::store(report.game, report.seed, &table.replay())?),
    };
    if args.json {
        say!("{}", json!({"match": report, "replay": replay}));
    } else {
        show(&report, &*table, replay);
    }
    match &report.void {
        Some(why) => Err(DoesNotHold(format!("the match counts for nothing: {why}")).into()),
        None => Ok(()),
    }
}

/// Makes the table a match is played at.
struct SetUp<'a>(&'a Args);

impl Visit for SetUp<'_> {
    type Output = Result<Box<dyn AnyTable>>;

    fn visit<G: Golden>(self) -> Self::Output {
        let Args { setup, position, .. } = self.0;
        let (game, state) = match position {
            Some(path) => position_file::<G>(path)?,
            None => setup.resolve::<G>()?,
        };
        Ok(Box::new(Seated::new(game, state, setup.seed)))
    }
}

/// The level asked for, or the best that holds here. Matches without programs need none.
fn sandbox_level(args: &Args, players: &[Player]) -> Result<Level> {
    let asked = args.sandbox.as_deref().map(str::parse::<Level>).transpose()?;
    if asked == Some(Level::Off) || players.iter().all(|player| matches!(player.spec, SeatSpec::Builtin(_))) {
        return Ok(Level::Off);
    }
    let level = crate::sandbox::report().choose(asked)?;
    if asked.is_none() && level < Level::Filters && !args.json {
        eprintln!("warning: only the sandbox level {level} works here; see skirmish doctor");
    }
    Ok(level)
}

fn seat_players(args: &Args, table: &dyn AnyTable) -> Result<Vec<Player>> {
    let seats = table.seats();
    let spelled = match args.players.len() {
        0 => vec!["medium".to_string(); seats.len()],
        n if n == seats.len() => args.players.clone(),
        n => bail!("{n} players for {} seats: {}", seats.len(), seats.join(", ")),
    };
    spelled
        .into_iter()
        .map(|spelled| {
            let spec = SeatSpec::read(&spelled, |name| table.is_bot(name))?;
            if let SeatSpec::Builtin(name) = &spec
                && !table.is_bot(name)
            {
                return Err(unknown("built-in bot", name, &["weak", "medium", "strong"]));
            }
            Ok(Player { spec, spelled, name: None })
        })
        .collect()
}

fn show(report: &Report, table: &dyn AnyTable, replay: Option<PathBuf>) {
    say!("{}", table.sketch());
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
        for fault in seat.faults.iter().take(5) {
            say!("  turn {}: {}", fault.turn, fault.message);
        }
        if seat.faults.len() > 5 {
            say!("  ... and {} more", seat.faults.len() - 5);
        }
        if !seat.faults.is_empty() && !seat.log.trim().is_empty() {
            let last: Vec<&str> = seat.log.trim_end().lines().rev().take(10).collect();
            say!("  the end of its standard error:");
            last.iter().rev().for_each(|line| say!("    {line}"));
        }
    }
    let standings = table.standings();
    let seats = table.seats();
    let scores: Vec<String> = seats.iter().zip(&standings.scores).map(|(seat, n)| format!("{seat} {n}")).collect();
    say!(
        "winner: {} at turn {} by {}; scores: {}",
        standings.winner.map_or("nobody", |seat| &seats[seat.index()]),
        table.turn().number,
        standings.reason.unwrap_or("nothing yet"),
        scores.join(", ")
    );
    if let Some(path) = replay {
        say!("replay: {0} (prove it: skirmish replay verify {0})", path.display());
    }
}
