//! `skirmish balance`

use crate::fail::Undecided;
use crate::given::SetupArgs;
use crate::league::{self, ManyArgs, Screen, duration};
use crate::{interrupt, output, place, say, tell};
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};
use skirmish_core::Faults;
use skirmish_core::registry::AnyGame;
use skirmish_league::balance::{Balance, MOST, Measure, Measured, Point, Varied, grid, html, plain};
use skirmish_league::local::Keep;
use skirmish_league::{Driver, Format, Limits, Local, Setting, Stop, Tournament, chart, tournament};
use std::fs::OpenOptions;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How wide the bars of the chart in a terminal are.
const BAR: usize = 41;
/// By this a page of ours is known, so that it may be written anew.
const PAGE: &str = "name=\"generator\" content=\"skirmish balance\"";
/// So many faults of values are told one by one.
const TOLD: usize = 40;

/// Find out what a rule constant does: play the same pairs under each of its values.
///
///   skirmish balance golems --vary max_turns=50,100,200 --bots strong,medium --pairs 50
///   skirmish balance infection --vary zombie_speed=4,5,6 --vary turn_limit=100,200 --bots a,b
///   skirmish balance golems --vary zone_points=1,2 --chart zones.svg --page zones.html
///
/// With several --vary every combination of values is played, at most 256. All of them have the
/// seed, the starts and the bots in common, so what differs comes from the values. For each it
/// tells how often each side and each bot wins, how many pairs are decided, how many turns a game
/// takes and how far the scores are apart, each with its 95 % interval, and how that differs from the
/// first value over the same pairs. The unit is the pair (one start, the seats swapped): its two
/// games are not independent.
///
/// Two bots that are alike show what a value does to the sides: --bots strong,strong. A bot is
/// whatever `skirmish compare` takes. Ctrl-C reports what there is; the exit code is then 3.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The game; `skirmish games` lists them.
    game: String,
    /// A constant and its values (`skirmish rules GAME` lists the constants); can be repeated. Commas in brackets belong to
    /// a value.
    #[arg(long, value_name = "KEY=A,B,...", required = true)]
    vary: Vec<String>,
    /// Two bots, the same one twice if you like.
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "strong,strong")]
    bots: Vec<String>,
    /// Pairs for each value; a pair is two games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// Write a chart to this file, as one SVG.
    #[arg(long, value_name = "FILE.svg")]
    chart: Option<PathBuf>,
    /// Write a page with the chart and tables to this file, as one HTML that needs no network.
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// Print CSV, a line for each value.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    many: ManyArgs,
}

pub fn run(mut args: Args) -> Result<()> {
    args.setup.draw_seed()?;
    let quiet = args.many.json || args.csv;
    let venue = place::venue(quiet);
    let game = venue.game(&args.game)?;
    if args.bots.len() != 2 {
        bail!("--bots {}: name two bots, as in --bots strong,medium", args.bots.join(","));
    }
    let varied: Vec<Varied> = args.vary.iter().map(|text| Varied::read(text)).collect::<Result<_, _>>()?;
    let points = grid(&varied)?;
    let settings = settings(&args, game, &varied, &points)?;
    if args.page.is_some() && args.page == args.chart {
        bail!("--page and --chart go to different files");
    }
    // Told now rather than after everything was played.
    for (path, ours) in [(&args.chart, "<svg"), (&args.page, PAGE)] {
        path.as_ref().map_or(Ok(()), |path| must_be_writable(path, ours))?;
    }
    let entrants = tournament::named(&args.bots);
    let mut balance = Balance {
        game: settings[0].game.clone(),
        version: settings[0].version,
        seed: args.setup.seed(),
        varied,
        asked: args.pairs,
        seats: settings[0].seats.clone(),
        bots: entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        complete: true,
        points: Vec::new(),
    };
    announce(&args, &balance, points.len(), quiet);
    let mut screen = Screen::new(quiet)?;
    let began = Instant::now();
    let all = points.len();
    let total = args.pairs * all as u64;
    for (n, (values, setting)) in points.into_iter().zip(settings).enumerate() {
        let description = Tournament {
            setting,
            seed: args.setup.seed(),
            format: Format::RoundRobin,
            pairs: args.pairs,
            entrants: entrants.clone(),
            treatment: args.many.treatment(),
            until_separated: false,
        };
        let mut ready = league::ready(&venue, &args.many, Keep::None, description, None, None)?;
        interrupt::watch();
        if let Some(count) = ready.starts.count().filter(|count| *count < args.pairs && !quiet) {
            tell!("note: there are only {count} different starts with {}, and none is used twice", told(&values));
        }
        let mut field = Local::new(&ready.hall, ready.concurrency);
        let before = n as u64 * args.pairs;
        let look = |driver: &Driver| {
            screen.show(|| {
                let done = before + driver.ledger.records.len() as u64;
                let left = began.elapsed().as_secs_f64() / done.max(1) as f64 * (total - done.min(total)) as f64;
                let left = if done > 0 { format!(", about {} left", duration(left)) } else { String::new() };
                format!("{done} of {total} pairs, {} ({} of {all}){left}", told(&values), n + 1)
            });
        };
        let stop = ready.driver.run(&mut field, &Limits::default(), &venue.cancel, look)?;
        drop(field);
        let bots = ready.driver.plan().bots().to_vec();
        let point = Point::of(values, &ready.driver.ledger, &bots);
        balance.complete &= stop == Stop::Over && ready.driver.plan().parked.is_empty();
        if point.pairs > 0 {
            balance.add(point);
        }
        match stop {
            Stop::Interrupted => break,
            Stop::Hopeless(why) => {
                tell!("stopped: {why}");
                break;
            }
            _ => {}
        }
    }
    screen.end();
    let files = [(&args.chart, chart::svg as fn(&Balance) -> String), (&args.page, html)];
    for (path, make) in files.iter().filter_map(|(path, make)| Some((path.as_ref()?, make))) {
        std::fs::write(path, make(&balance)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.many.json {
        say!("{}", json!(balance));
    } else if args.csv {
        output::document(balance.csv().as_bytes());
    } else {
        show(&balance);
        for (name, path) in [("Chart", &args.chart), ("Page", &args.page)] {
            if let Some(path) = path {
                say!("{name}: {}", path.display());
            }
        }
    }
    if balance.complete {
        Ok(())
    } else {
        let why = format!("not the whole result: {} of {all} values were reached", balance.points.len());
        Err(Undecided(if args.many.json { String::new() } else { why }).into())
    }
}

/// Looks whether a file can be written, and is not there for something else.
fn must_be_writable(path: &Path, ours: &str) -> Result<()> {
    let wrong = || format!("cannot write {}", path.display());
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).with_context(wrong)?;
    let mut head = Vec::new();
    file.by_ref().take(1024).read_to_end(&mut head).with_context(wrong)?;
    if !head.is_empty() && !String::from_utf8_lossy(&head).contains(ours) {
        bail!("{} exists and is something else; name another file", path.display());
    }
    Ok(())
}

/// The setting of each point. Everything that is wrong with any value is told at once.
fn settings(args: &Args, game: &dyn AnyGame, varied: &[Varied], points: &[Map<String, Value>]) -> Result<Vec<Setting>> {
    let with = |values: &Map<String, Value>| -> Result<Setting> {
        let mut setup = args.setup.clone();
        setup.set.extend(values.iter().map(|(key, value)| format!("{key}={value}")));
        args.many.setting(game, &setup)
    };
    // What is wrong without them is no fault of theirs.
    let usual = with(&Map::new())?;
    if !usual.seats.len().is_multiple_of(2) {
        bail!("--seats {}: two bots share an even number of seats", usual.seats.len());
    }
    // One by one first: a bad value is told once, and not once for each of its combinations.
    let alone = varied.iter().flat_map(|one| {
        one.values.iter().map(|value| Map::from_iter([(one.key.clone(), value.clone())])).collect::<Vec<_>>()
    });
    let mut wrong: Vec<String> = Vec::new();
    for values in alone {
        if let Err(error) = with(&values) {
            wrong.extend(faults(&error).into_iter().map(|fault| format!("{}: {fault}", told(&values))));
        }
    }
    let mut settings = Vec::with_capacity(points.len());
    // Values that are good alone may be bad together.
    let together = if wrong.is_empty() { points } else { &[] };
    for values in together {
        match with(values) {
            Ok(setting) if setting.seats != usual.seats => {
                wrong.push(format!("{}: this changes the seats, which cannot be compared", told(values)));
            }
            Ok(setting) => settings.push(setting),
            Err(error) => wrong.extend(faults(&error).into_iter().map(|fault| format!("{}: {fault}", told(values)))),
        }
    }
    if !wrong.is_empty() {
        // The first says which keys there are; that need not be said of every value.
        wrong.dedup_by_key(|fault| fault.split_once(": ").map(|(_, fault)| fault.to_string()));
        let more = wrong.len().saturating_sub(TOLD);
        wrong.truncate(TOLD);
        if more > 0 {
            wrong.push(format!("and {more} more"));
        }
        bail!("values that cannot be played:\n{}", wrong.join("\n"));
    }
    Ok(settings)
}

fn faults(error: &anyhow::Error) -> Vec<String> {
    match error.chain().find_map(|cause| cause.downcast_ref::<Faults>()) {
        Some(faults) => faults.list().iter().map(ToString::to_string).collect(),
        None => vec![format!("{error:#}")],
    }
}

/// Values in words: "max_turns=50 zone_points=2".
fn told(values: &Map<String, Value>) -> String {
    values.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect::<Vec<_>>().join(" ")
}

fn announce(args: &Args, balance: &Balance, points: usize, quiet: bool) {
    if quiet {
        return;
    }
    let games = 2 * args.pairs * points as u64;
    let values = if balance.varied.len() == 1 {
        format!("{points} value{} of {}", if points == 1 { "" } else { "s" }, balance.varied[0].key)
    } else {
        let keys: Vec<&str> = balance.varied.iter().map(|one| one.key.as_str()).collect();
        format!("{points} combinations of {} (at most {MOST})", keys.join(", "))
    };
    tell!(
        "{}: {}, {values} x {} pairs = {games} games, {} at once, seed {}",
        args.game,
        balance.bots.join(" against "),
        args.pairs,
        args.many.concurrency(),
        balance.seed
    );
}

fn show(balance: &Balance) {
    let measures = balance.measures();
    let labels: Vec<String> = balance.points.iter().map(|point| point.label(&balance.varied)).collect();
    let keys = balance.varied.iter().map(|one| one.key.as_str()).collect::<Vec<_>>().join(", ");
    let first = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let width = first.max(keys.chars().count());
    if balance.points.is_empty() {
        say!("no pair was played to its end");
        return;
    }
    for measure in &measures {
        show_measure(measure, &keys, &labels, width);
        say!();
    }
    for (point, label) in balance.points.iter().zip(&labels) {
        let (games, distinct, faulty) = (2 * point.pairs, point.distinct_games, point.faulty_games);
        if distinct < games {
            say!("{label}: {} of {games} games were the same as another one, which proves nothing", games - distinct);
        }
        if faulty > 0 {
            say!("{label}: in {faulty} of {games} games a program did something wrong");
        }
    }
    let pairs: Vec<u64> = balance.points.iter().map(|point| point.pairs).collect();
    let (least, most) = (pairs.iter().min().copied().unwrap_or(0), pairs.iter().max().copied().unwrap_or(0));
    let pairs = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    say!(
        "{pairs} pairs for each value; in brackets and between bars: 95 % intervals over pairs; seed {}",
        balance.seed
    );
    if labels.len() > 1 {
        say!("Differences are to {}, over the pairs that both have.", labels[0]);
    }
}

/// The numbers of one measure with a bar for each.
fn show_measure(measure: &Measure, keys: &str, labels: &[String], width: usize) {
    let (axis, bars) = chart::bars(measure, BAR);
    let words: Vec<String> = measure
        .points
        .iter()
        .map(|measured| measured.map_or("-".into(), |measured| chart::in_words(measured, measure.is_share)))
        .collect();
    let shown = |measured: &Option<Measured>| {
        measured.map_or(String::new(), |measured| chart::difference_in_words(measured, measure.is_share))
    };
    let differences: Vec<String> = measure.differences.iter().map(shown).collect();
    let widest = |words: &[String], head: &str| {
        words.iter().map(|word| word.chars().count()).max().unwrap_or(0).max(head.chars().count())
    };
    let head = if labels.len() > 1 { "difference" } else { "" };
    let (wide, far) = (widest(&words, &measure.name), widest(&differences, head));
    say!("{keys:<width$}  {:<wide$}  {head:<far$}  {axis}", measure.name);
    for (((label, word), difference), bar) in labels.iter().zip(&words).zip(&differences).zip(&bars) {
        say!("{label:<width$}  {word:<wide$}  {difference:<far$}  {bar}");
    }
}
