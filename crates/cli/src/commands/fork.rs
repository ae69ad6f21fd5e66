//! `skirmish fork`

use crate::consent::Brought;
use crate::hosting::{Host, HostArgs};
use crate::pages::{self, PageArgs};
use crate::say;
use anyhow::{Context, Result, bail};
use serde_json::json;
use skirmish_core::any::AnyTable;
use skirmish_referee::secret;
use skirmish_replay::ReplayFile;
use std::path::PathBuf;

/// Play on from any turn of a replay, with other bots.
///
/// The match before that turn is played again as it was recorded; then the given players take over. Without players
/// those of the replay go on; the commands of programs among them are shown before anything is run, and you are asked.
/// The new match gets a replay of its own.
#[derive(clap::Args)]
pub struct Args {
    /// The replay.
    replay: PathBuf,
    /// The turn to play on from.
    #[arg(long, value_name = "N")]
    turn: i64,
    /// One for each seat, as for `skirmish play`; `replay:FILE#SEAT` is not among them.
    players: Vec<String>,
    /// Another seed for what is drawn from here on; without it the recorded one goes on.
    #[arg(long)]
    seed: Option<u64>,
    /// Run the programs that the replay names without asking; in the sandbox, like all of them.
    #[arg(long)]
    yes: bool,
    /// Watch the match in the browser while it runs, and afterwards.
    #[arg(long, visible_alias = "browser", conflicts_with = "no_replay")]
    watch: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    host: HostArgs,
}

pub fn run(args: Args) -> Result<()> {
    let file = ReplayFile::read(&args.replay).with_context(|| args.replay.display().to_string())?;
    let make = || -> Result<Box<dyn AnyTable>> {
        let mut playback = skirmish_games::registry()
            .playback(file.text.clone())
            .with_context(|| args.replay.display().to_string())?;
        if !playback.skip_to_turn(args.turn)? {
            let last = playback.table().turn().number;
            bail!("{}: there is no turn {}; it ends at turn {last}", args.replay.display(), args.turn);
        }
        if playback.table().turn().is_over() {
            bail!("{}: the game is over at turn {}; fork it earlier", args.replay.display(), args.turn);
        }
        let known = playback.ending().is_some();
        let mut table = playback.fork();
        match args.seed {
            Some(seed) => table.reseed(seed.into()),
            // A match that still runs keeps its seed to itself.
            None if !known => table.reseed(secret::seed()?.into()),
            None => {}
        }
        Ok(table)
    };
    let mut table = make()?;
    let recorded: Vec<String> = skirmish_games::registry()
        .playback(file.text.clone())?
        .header()
        .players
        .iter()
        .map(|player| player.player.clone())
        .collect();
    let players = if args.players.is_empty() { &recorded } else { &args.players };
    if players.iter().any(|player| player.starts_with("replay:")) {
        bail!("a recorded seat begins with its first turn and cannot take over in the middle");
    }
    if args.players.is_empty() {
        let named = format!("skirmish fork {} --turn {} BOT...", args.replay.display(), args.turn);
        let folder = std::env::current_dir().unwrap_or_else(|_| ".".into());
        let brought = Brought { file: &args.replay, players, folder: &folder, named: &named };
        if brought.has_programs() {
            brought.ask(args.host.sandbox(true)?.level, args.yes)?;
        }
    }
    let mut host = Host::new(&args.host, players, &mut *table)?;
    host.distrust(|player| args.players.iter().any(|named| named == player));
    let (hosted, pages) = pages::play(&args.page, args.watch, host, &*table, &make)?;
    if args.host.json {
        let mut told = json!(hosted);
        told["forked"] = json!({"id": file.id, "turn": args.turn});
        say!("{told}");
    } else {
        say!("played on from turn {} of {}", args.turn, args.replay.display());
        hosted.show();
    }
    pages::stay(pages, &hosted)?;
    hosted.verdict()
}
