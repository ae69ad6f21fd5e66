//! `skirmish play`

use super::simulate::find_bot;
use crate::given::{SetupArgs, with_game};
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_core::replay::Writer;
use skirmish_core::{Golden, Table, arena};
use skirmish_games::Visit;
use std::path::PathBuf;

/// Play built-in bots against each other and show the match.
///
/// Without bots, two of the medium ones play.
#[derive(clap::Args)]
pub struct Args {
    game: String,
    /// A bot for each seat: weak, medium, strong.
    bots: Vec<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Show the board every so many steps; 0 shows the end alone.
    #[arg(long, value_name = "STEPS", default_value_t = 0)]
    every: u64,
    /// Write a replay that `skirmish replay verify` can prove.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// One JSON object: the result.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    with_game(&args.game.clone(), args)
}

impl Visit for Args {
    type Output = Result<()>;

    fn visit<G: Golden>(self) -> Result<()> {
        let (game, state) = self.setup.resolve::<G>()?;
        let seats = game.seats(&state);
        let names = match self.bots.len() {
            0 => vec!["medium".to_string(); seats.len()],
            n if n == seats.len() => self.bots.clone(),
            n => bail!("{n} bots for {} seats: {}", seats.len(), seats.join(", ")),
        };
        let entries = names.iter().map(|name| find_bot::<G>(name)).collect::<Result<Vec<_>>>()?;
        if let Some(path) = &self.record
            && path.exists()
        {
            bail!("{} exists; replays are never overwritten", path.display());
        }
        let mut table = Table::new(game, state);
        let mut bots = arena::seat_bots(&table, &entries, self.setup.seed);
        let mut writer = Writer::new(&table, self.setup.seed);
        let mut steps = 0;
        let played = arena::play_watched(&mut table, &mut bots, u64::MAX, |table, orders| {
            writer.step(table, orders);
            steps += 1;
            if !self.json && self.every > 0 && steps % self.every == 0 {
                println!("turn {}\n{}", table.turn().number, table.game.sketch(&table.state));
            }
        });
        let outcome = serde_json::to_value(table.outcome())?;
        let replay = writer.finish(&table);
        if let Some(path) = &self.record {
            std::fs::write(path, &replay).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if self.json {
            println!("{}", json!({"result": outcome, "steps": played.steps, "rejected": played.rejected}));
            return Ok(());
        }
        println!("{}", table.game.sketch(&table.state));
        for (seat, bot) in seats.iter().zip(&names) {
            println!("{seat}: {bot}");
        }
        let standings = &played.standings;
        let scores: Vec<String> = seats.iter().zip(&standings.scores).map(|(s, n)| format!("{s} {n}")).collect();
        println!(
            "{} after turn {}: {} (scores: {})",
            standings.winner.map_or("nobody wins".into(), |seat| format!("{} wins", seats[seat.index()])),
            played.turns,
            standings.reason.unwrap_or("still running"),
            scores.join(", ")
        );
        match &self.record {
            Some(path) => println!("replay: {0} (check it: skirmish replay verify {0})", path.display()),
            None => println!("again with every tenth step shown: skirmish play {} --every 10", G::ID),
        }
        Ok(())
    }
}
