//! `skirmish fork`

use crate::consent::Brought;
use crate::hosting::HostArgs;
use crate::pages::{self, PageArgs};
use crate::showing::{show, verdict};
use crate::{given, place, say, screen};
use anyhow::Result;
use serde_json::json;
use skirmish_matches::{Fork, Team, Trust};
use std::path::PathBuf;

/// Play on from any turn of a replay, with other bots.
///
/// The match is replayed up to that turn; then the given players take over. Without players, those of the replay play
/// on: if there are programs among them, their commands are shown and you are asked before anything runs. The new match
/// gets its own replay.
#[derive(clap::Args)]
pub struct Args {
    /// The replay.
    replay: PathBuf,
    /// The turn to start from.
    #[arg(long, value_name = "N")]
    turn: i64,
    /// One player for each seat, as for `skirmish play`, but not `replay:FILE#SEAT`.
    players: Vec<String>,
    /// A new seed from this turn on. Default: the recorded one.
    #[arg(long, value_parser = given::seed)]
    seed: Option<u64>,
    /// Run the programs that the replay names without asking, in the sandbox as always.
    #[arg(long)]
    yes: bool,
    /// Watch the match in the browser while it runs, and afterwards.
    #[arg(long, visible_alias = "browser", conflicts_with = "no_replay")]
    watch: bool,
    /// Watch the match in this terminal, or play in it where a seat is `human`; docs/viewer.md tells the keys.
    #[arg(long, conflicts_with_all = ["watch", "no_browser", "port", "json", "every", "log"])]
    terminal: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    host: HostArgs,
}

pub fn run(args: Args) -> Result<()> {
    if args.terminal {
        skirmish_terminal::check()?;
    }
    let venue = place::venue(args.host.json || args.terminal);
    let fork = Fork::open(&venue, &args.replay, args.turn, args.seed)?;
    let make = || fork.table(&venue);
    let mut table = make()?;
    let game = venue.game(table.game())?;
    let players = if args.players.is_empty() { &fork.players } else { &args.players };
    Fork::must_suit(players)?;
    args.host.of_match().check()?;
    let options = args.host.of_team(Trust::Only(args.players.clone()))?;
    if args.players.is_empty() {
        let named = format!("skirmish fork {} --turn {} BOT...", args.replay.display(), args.turn);
        let folder = std::env::current_dir().unwrap_or_else(|_| ".".into());
        let brought = Brought { file: &args.replay, players, folder: &folder, named: &named };
        if brought.has_programs() {
            brought.ask(venue.sandbox(options.sandbox)?.level, args.yes)?;
        }
    }
    let players = given::players(players, &*table, game)?;
    let team = Team::ready(&venue, &mut *table, &players, &options)?;
    if args.terminal {
        let played = screen::play(&args.host, (&venue, &team), &make)?;
        say!("played on from turn {} of {}", args.turn, args.replay.display());
        show(&played);
        return verdict(played);
    }
    let (played, pages) = pages::play(&args.page, args.watch, &args.host, (&venue, &team), &make)?;
    if args.host.json {
        let mut told = json!(played);
        told["forked"] = json!({"id": fork.id, "turn": args.turn});
        say!("{told}");
    } else {
        say!("played on from turn {} of {}", args.turn, args.replay.display());
        show(&played);
    }
    pages::stay(pages, &played)?;
    verdict(played)
}
