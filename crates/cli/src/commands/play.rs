//! `skirmish play`

use crate::given::{self, SetupArgs, position};
use crate::hosting::HostArgs;
use crate::pages::{self, PageArgs};
use crate::showing::{outcome, show, show_capsules, show_trouble, verdict};
use crate::{interrupt, output, place, say, screen};
use anyhow::{Result, bail};
use serde_json::json;
use skirmish_matches::venue::Make;
use skirmish_matches::{FairMatch, Origin, PairOptions, Played, Team, Trust, Venue};
use std::path::PathBuf;

/// Play one match and show it.
///
/// A seat is one of
///
///   builtin:strong     a built-in bot: weak, medium or strong (the bare name will do)
///   "python3 bot.py"   a program with its arguments, quoted as one word; it speaks the protocol
///                      of docs/protocol.md
///   my-bot             a folder with a skirmish.toml, as `skirmish new` writes it
///   native:./bot       a bot of the game's original (footsoldiers, infection); also
///                      "native:python3 bot.py", quoted as a whole, or native:FOLDER
///   native+none:./bot  the same, for one that cannot take a line feed after each state
///   human              you: the browser opens, and you play by hand; with --terminal, here
///   attach             a bot that is started elsewhere and joins by `skirmish attach`
///   replay:FILE#SEAT   the recorded orders of that seat
///
/// Without players, two medium bots play. The match is written to
/// replays/DATE-MATCH.skirmish: `skirmish watch` shows it, `skirmish replay verify` proves it.
/// Beside it are the logs and notes of each program, and a capsule for every failure.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    /// One player for each seat.
    players: Vec<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Start from this position (`-`: standard input).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "preset", "set", "map", "seats"])]
    position: Option<PathBuf>,
    /// Play a fair match: the same start twice with the seats swapped, judged over both games.
    #[arg(long)]
    swap: bool,
    /// Let programs that declare `series` keep running for the second game of --swap.
    #[arg(long, requires = "swap")]
    series: bool,
    /// Watch the match in the browser while it runs, and afterwards.
    #[arg(long, visible_alias = "browser", conflicts_with = "no_replay")]
    watch: bool,
    /// Watch the match in this terminal, or play in it where a seat is `human`; docs/viewer.md tells the keys.
    #[arg(long, conflicts_with_all = ["watch", "swap", "no_browser", "port", "json", "every", "log"])]
    terminal: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    host: HostArgs,
}

pub fn run(mut args: Args) -> Result<()> {
    if args.terminal {
        skirmish_terminal::check()?;
    }
    args.setup.draw_seed()?;
    let venue = place::venue(args.host.json || args.terminal);
    let game = venue.game(&args.game)?;
    let origin = match &args.position {
        Some(path) => position(path, args.setup.seed())?,
        None => Origin::Setup(args.setup.setup(game)?),
    };
    let make = || origin.table_of(game);
    let options = PairOptions { game: args.host.of_match(), series: args.series };
    if args.swap {
        options.check()?
    } else {
        options.game.check()?
    };
    let mut table = make()?;
    let players = given::players(&args.players, &*table, game)?;
    let team = Team::ready(&venue, &mut *table, &players, &args.host.of_team(Trust::All)?)?;
    if args.swap {
        if args.watch || team.desks().iter().any(Option::is_some) {
            bail!(
                "--swap plays two games in a row and is for programs; to play by hand or with --watch, play one game at a time"
            );
        }
        args.page.must_be_unused()?;
        return fair_match(&args, (&venue, &team), &make, &options);
    }
    if args.terminal {
        let played = screen::play(&args.host, (&venue, &team), &make)?;
        show(&played);
        return verdict(played);
    }
    let (played, pages) = pages::play(&args.page, args.watch, &args.host, (&venue, &team), &make)?;
    if args.host.json {
        say!("{}", json!(played));
    } else {
        show(&played);
    }
    pages::stay(pages, &played)?;
    verdict(played)
}

/// Plays the same start twice, the players changing places, and tells how both games were judged together.
fn fair_match(args: &Args, (venue, team): (&Venue, &Team), make: Make<'_>, options: &PairOptions) -> Result<()> {
    interrupt::watch();
    let fair = FairMatch::play(venue, team, make, options)?;
    if args.host.json {
        say!("{}", json!(fair));
    } else if let Some(void) = fair.games.iter().find(|game| !game.counts()) {
        show(void);
    } else {
        for (i, game) in fair.games.iter().enumerate() {
            say!("game {}: {}", i + 1, seats_of(game));
            output::block("  ", &outcome(&*game.table));
            for seat in &game.report.seats {
                show_trouble(game, seat, &format!("  {}: ", seat.seat));
            }
            show_capsules(game, "  ");
            if let Some(path) = &game.replay {
                say!("  replay: {}", path.display());
            }
        }
        say!("{}", fair.summary);
        say!("seed: {0} (--seed {0} repeats both games)", fair.seed);
    }
    fair.games.into_iter().try_for_each(verdict)
}

fn seats_of(game: &Played) -> String {
    let seats: Vec<String> =
        game.report.seats.iter().map(|seat| format!("{} plays {}", seat.player, seat.seat)).collect();
    seats.join(", ")
}
