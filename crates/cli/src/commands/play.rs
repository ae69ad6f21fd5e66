//! `skirmish play`

use crate::given::{SetupArgs, read_position, read_text, with_game};
use crate::hosting::{Host, HostArgs, Hosted, outcome};
use crate::pages::{self, PageArgs, desks};
use crate::{output, say};
use anyhow::{Result, bail};
use serde_json::json;
use skirmish_core::Game;
use skirmish_core::any::{AnyTable, Seated};
use skirmish_core::arena::points_against;
use skirmish_games::Visit;
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
///   native+none:./bot  the same, for one that cannot bear a line feed after each state
///   human              you: the browser opens, and you play by hand
///   attach             a bot that is started elsewhere and joins by `skirmish attach`
///   replay:FILE#SEAT   what that seat did in a recorded match
///
/// Without players, two medium bots play. The match is written to
/// replays/DATE-MATCH.skirmish; `skirmish watch` shows it, `skirmish replay` proves it.
/// What a program logged and noted lies beside it, and a capsule for every failure.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// Which game; `skirmish games` lists them.
    game: String,
    /// One for each seat.
    players: Vec<String>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Start from this position (`-`: standard input).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "preset", "set", "map", "seats"])]
    position: Option<PathBuf>,
    /// The fair match: the same start again with the seats swapped, judged over both games.
    #[arg(long)]
    swap: bool,
    /// Let programs that say `series` stay for the second game of --swap, instead of starting anew.
    #[arg(long, requires = "swap")]
    series: bool,
    /// Watch the match in the browser while it runs, and afterwards.
    #[arg(long, visible_alias = "browser", conflicts_with = "no_replay")]
    watch: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    host: HostArgs,
}

pub fn run(mut args: Args) -> Result<()> {
    args.setup.draw_seed()?;
    // Read once: standard input gives it only once.
    let position = args.position.as_ref().map(|path| read_text(path)).transpose()?;
    let make = || with_game(&args.game, SetUp(&args, position.as_deref()));
    let mut table = make()?;
    if args.swap {
        let mut names = args.host.clone();
        let records = names.take_records()?;
        let host = Host::new(&names, &args.players, &mut *table)?;
        let seats: Vec<usize> = (0..table.seats().len()).collect();
        if args.watch || desks(host.players()).iter().any(Option::is_some) {
            bail!("--swap plays two games in a row, for programs: play by hand or with --watch one at a time");
        }
        return fair_match(&args, &host, &make, &seats, records);
    }
    let host = Host::new(&args.host, &args.players, &mut *table)?;
    let (hosted, pages) = pages::play(&args.page, args.watch, host, &*table, &make)?;
    if args.host.json {
        say!("{}", json!(hosted));
    } else {
        hosted.show();
    }
    pages::stay(pages, &hosted)?;
    hosted.verdict()
}

/// Plays the same start twice, the players changing places, and judges both games together.
fn fair_match(
    args: &Args,
    host: &Host,
    make: &dyn Fn() -> Result<Box<dyn AnyTable>>,
    seats: &[usize],
    records: [Option<PathBuf>; 2],
) -> Result<()> {
    let n = seats.len();
    if !n.is_multiple_of(2) {
        bail!("a fair match needs an even number of seats; here are {n}");
    }
    // Who sits on a seat: pairs of neighbours change places.
    let order = |game: usize| -> Vec<usize> { seats.iter().map(|&seat| seat ^ game).collect() };
    // Both games begin alike. What is drawn later is another in each, so that nobody knows it from the game before.
    let game = |n: u64| {
        move || -> Result<Box<dyn AnyTable>> {
            let mut table = make()?;
            table.reseed(table.seed().of_game(n));
            Ok(table)
        }
    };
    let [one, two] = records.each_ref().map(Option::as_deref);
    let mut first = host.play_into(one, &game(1), &order(0), Vec::new(), args.series)?;
    if first.report.void.is_some() {
        if args.host.json {
            say!("{}", json!({"games": [&first], "players": [], "winner": null}));
        } else {
            first.show();
        }
        return first.verdict();
    }
    let mut staying = std::mem::take(&mut first.programs);
    staying.resize_with(n, || None);
    let staying = order(1).iter().map(|&player| staying[player].take()).collect();
    let second = host.play_into(two, &game(2), &order(1), staying, false)?;
    let games = [&first, &second];
    let points = points(games, n);
    let names: Vec<&str> = host.players().iter().map(|player| player.spelled.as_str()).collect();
    let best = points.iter().max().copied().unwrap_or(0);
    let winners: Vec<usize> = (0..n).filter(|&i| points[i] == best).collect();
    let winner = match winners[..] {
        [one] => Some(one),
        _ => None,
    };
    let summary = judged(&*first.table, &names, &points, winner);
    if args.host.json {
        let players: Vec<_> =
            names.iter().zip(&points).map(|(name, points)| json!({"player": name, "points": points})).collect();
        let seed = args.setup.seed();
        say!("{}", json!({"games": games, "players": players, "winner": winner, "seed": seed, "summary": summary}));
    } else {
        for (i, game) in games.iter().enumerate() {
            say!("game {}: {}", i + 1, seats_of(game));
            output::block("  ", &outcome(&*game.table));
            for seat in &game.report.seats {
                game.show_trouble(seat, &format!("  {}: ", seat.seat));
            }
            game.show_capsules("  ");
            if let Some(path) = &game.replay {
                say!("  replay: {}", path.display());
            }
        }
        say!("{summary}");
        say!("seed: {0} (the same games again: --seed {0})", args.setup.seed());
    }
    first.verdict()?;
    second.verdict()
}

/// Who won both games together, and by what.
fn judged(table: &dyn AnyTable, names: &[&str], points: &[i64], winner: Option<usize>) -> String {
    // Two players may be called the same.
    let name = |i: usize| format!("{} (player {})", names[i], i + 1);
    let won = winner.map_or("The fair match is a draw".into(), |i| format!("{} wins the fair match", name(i)));
    let all: Vec<String> = points.iter().enumerate().map(|(i, points)| format!("{} {points}", name(i))).collect();
    format!("{won}: {}. {}.", all.join(", "), table.pair_scoring())
}

fn seats_of(game: &Hosted) -> String {
    let seats: Vec<String> =
        game.report.seats.iter().map(|seat| format!("{} plays {}", seat.player, seat.seat)).collect();
    seats.join(", ")
}

/// What both games give each player, as the rulebook judges a match.
fn points(games: [&Hosted; 2], seats: usize) -> Vec<i64> {
    let mut points = vec![0; seats];
    for (i, game) in games.iter().enumerate() {
        let judged = game.table.host().judged;
        for seat in 0..seats {
            points[seat ^ i] += points_against(judged, seat, &game.table.standings(), |other| other != seat);
        }
    }
    points
}

/// Makes the table a match is played at.
struct SetUp<'a>(&'a Args, Option<&'a str>);

impl Visit for SetUp<'_> {
    type Output = Result<Box<dyn AnyTable>>;

    fn visit<G: Game>(self) -> Self::Output {
        let Args { setup, position, .. } = self.0;
        let (game, state) = match (position, self.1) {
            (Some(path), Some(text)) => read_position::<G>(path, text)?,
            _ => setup.resolve::<G>()?,
        };
        Ok(Box::new(Seated::new(game, state, setup.seed())))
    }
}
