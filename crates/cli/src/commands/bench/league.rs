//! `skirmish bench league`: what a tournament costs, against the same games without schedule, ledger and statistics.

use super::referee::{Scratch, median, own_cpu};
use crate::interrupt::{self, Interrupt};
use crate::{ping, place, say};
use anyhow::{Context, Result};
use serde_json::json;
use skirmish_core::hash::mix;
use skirmish_core::{Setup, registry::AnyGame};
use skirmish_kits::{Kit, Language};
use skirmish_league::fixture::{Fixture, Key};
use skirmish_league::ledger::Ledger;
use skirmish_league::local::{Hall, Keep};
use skirmish_league::record::{Game, Record};
use skirmish_league::{
    Driver, Format, Limits, Local, Report, Setting, Starts, Table, Tournament, Treatment, tournament,
};
use skirmish_matches::{Identity, Venue};
use skirmish_stats::{Model, Sprt};
use skirmish_viewer::ReportPage;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Slices of each measurement, each played both ways, so that a busy machine spoils both; and what it spoils for one is
/// left out by the median.
const SLICES: u32 = 12;
/// Bots and pairs of the ledger that is loaded: 100 000 games.
const BOTS: usize = 64;
const PAIRS: u64 = 50_000;

/// With `only`, the built-in bots of that game and nothing else.
pub fn run(seconds: f64, seed: u64, only: Option<&str>, json: bool) -> Result<()> {
    let stop = interrupt::watch();
    let venue = place::venue(json);
    let slice = Duration::from_secs_f64(seconds / f64::from(SLICES));
    let games = match only {
        Some(id) => vec![venue.game(id)?.facts().id],
        None => skirmish_games::IDS.to_vec(),
    };
    for id in games {
        let described = described(&venue, id, &["medium", "medium"], seed)?;
        measure(&venue, &described, id, slice, json)?;
        if stop.was_pressed() {
            return stop.verdict();
        }
    }
    if only.is_some() {
        return stop.verdict();
    }
    // In a folder of its own: a bot is known by all that lies beside it, and beside this program may lie a whole build.
    let (exe, small) = (std::env::current_exe().context("where this program is")?, Scratch::new()?);
    std::fs::copy(exe, small.0.join("ping")).context("a copy of this program")?;
    let program = format!("{} {}", small.0.join("ping").display(), ping::ARGUMENT);
    let mut programs = described(&venue, "footsoldiers", &[&program, &program], seed)?;
    programs.setting.config.insert("total_turns".into(), 200.into());
    measure(&venue, &programs, "smallest programs (footsoldiers, 200 turns)", slice, json)?;
    if stop.was_pressed() {
        return stop.verdict();
    }
    let python = Language::find("python").context("kits in Python")?;
    if python.missing_tool().is_none() {
        let kit = Scratch::new()?;
        Kit::new("footsoldiers", python, "kit")?.write(&kit.0.join("kit")).context("a kit")?;
        let bot = kit.0.join("kit").display().to_string();
        let mut programs = described(&venue, "footsoldiers", &[&bot, &bot], seed)?;
        programs.setting.config.insert("total_turns".into(), 200.into());
        measure(&venue, &programs, "bots of the Python kit (footsoldiers, 200 turns)", slice, json)?;
    }
    load(&venue, seed, json, stop)
}

fn described(venue: &Venue, game: &str, bots: &[&str], seed: u64) -> Result<Tournament> {
    let known: &dyn AnyGame = venue.game(game)?;
    let players: Vec<String> = bots.iter().map(ToString::to_string).collect();
    Ok(Tournament {
        setting: Setting::new(known, &Setup::seeded(seed), Vec::new(), Vec::new())?,
        seed,
        format: Format::RoundRobin,
        pairs: u64::from(u32::MAX),
        entrants: tournament::named(&players),
        treatment: Treatment::default(),
        until_separated: false,
    })
}

/// The same pairs through the league and without it.
fn measure(venue: &Venue, described: &Tournament, name: &str, slice: Duration, json: bool) -> Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let folder = Scratch::new()?;
    let mut venue = venue.clone();
    venue.replays = folder.0.join("replays");
    // A test that never decides, or a slice would be as long as its luck.
    let test = Sprt::new(0.0, 20.0, 1e-300, 1e-300, Model::Normalized)?;
    let (mut pairs, mut slices, mut programs) = (0, Vec::new(), false);
    for n in 0..SLICES {
        // Other starts in every slice.
        let described = Tournament { seed: mix(described.seed ^ u64::from(n)) >> 12, ..described.clone() };
        let hall = Arc::new(Hall::ready(venue.clone(), &described, None, Keep::Programs)?.numbered(vec![0, 1]));
        let game = venue.game(&described.setting.game)?;
        let mut ledger = Ledger::open(&folder.0.join(format!("out-{n}")), described.clone())?;
        let identities = hall.team().identities(&game.facts())?;
        let bots = ledger.enrol(&described.entrants.iter().cloned().zip(identities).collect::<Vec<_>>())?;
        let starts = Starts::of(&described.setting, game, described.seed)?;
        let mut driver = Driver::new(ledger, starts, bots, Some(test))?;
        let limits = Limits { fixtures: None, time: Some(slice) };
        let mut field = Local::new(&hall, threads);
        let (league, ran) = timed(|| driver.run(&mut field, &limits, &venue.cancel, |_| {}));
        ran?;
        let played: Vec<Fixture> = driver.ledger.records.iter().map(|record| record.fixture.clone()).collect();
        pairs += played.len();
        let (bare, ()) = timed(|| play_bare(&hall, threads, &played));
        programs = hall.has_programs();
        slices.push((bare, league));
    }
    let sum = |of: fn(&(Took, Took)) -> f64| slices.iter().map(of).sum::<f64>();
    let (bare, league) = (pairs as f64 / sum(|slice| slice.0.wall), pairs as f64 / sum(|slice| slice.1.wall));
    let share = median(slices.iter().map(|(bare, league)| bare.wall / league.wall));
    // What programs take is not ours.
    let cpu_share = (!programs).then(|| sum(|slice| slice.0.cpu) / sum(|slice| slice.1.cpu));
    if json {
        say!(
            "{}",
            json!({"case": name, "threads": threads, "pairs": pairs, "bare_pairs_per_s": bare, "league_pairs_per_s": league, "share": share, "cpu_share": cpu_share})
        );
    } else {
        let by_cpu = cpu_share.map_or(String::new(), |share| format!(", {:.1} % by CPU time", 100.0 * share));
        say!(
            "{name}: {bare:.1} pairs/s bare, {league:.1} in the league; median of {SLICES}: {:.1} %{by_cpu}",
            100.0 * share
        );
    }
    Ok(())
}

/// Seconds that something took.
struct Took {
    wall: f64,
    /// Of all cores.
    cpu: f64,
}

fn timed<T>(doing: impl FnOnce() -> T) -> (Took, T) {
    let (began, cpu) = (Instant::now(), own_cpu());
    let done = doing();
    (Took { wall: began.elapsed().as_secs_f64(), cpu: (own_cpu() - cpu).as_secs_f64() }, done)
}

/// Threads that only play these.
fn play_bare(hall: &Hall, threads: usize, fixtures: &[Fixture]) {
    let next = AtomicUsize::new(0);
    let one = || {
        while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
            black_box(hall.play(fixture));
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(one))));
}

/// How long a large ledger takes to load and to fit.
fn load(venue: &Venue, seed: u64, json: bool, stop: Interrupt) -> Result<()> {
    let folder = Scratch::new()?;
    let names: Vec<String> = (0..BOTS).map(|n| format!("b{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    write(venue, &folder.0, &names, seed)?;
    let began = Instant::now();
    let ledger = Ledger::read(&folder.0)?;
    let read = began.elapsed();
    let table = Table::of(&ledger)?;
    let fitted = began.elapsed();
    let report = Report::of(&ledger)?;
    let page = ReportPage::new(&report, usize::MAX)?.write(Vec::new())?.len();
    let all = began.elapsed();
    let games = table.games;
    let [read, fitted, all] = [read, fitted, all].map(|time| time.as_secs_f64());
    if json {
        say!(
            "{}",
            json!({"case": "ledger", "games": games, "bots": BOTS, "read_s": read, "read_and_fit_s": fitted, "report_s": all, "page_bytes": page})
        );
    } else {
        say!(
            "a ledger of {games} games of {BOTS} bots: read in {read:.2} s, with its table in {fitted:.2} s, with its report as a page in {all:.2} s"
        );
    }
    stop.verdict()
}

/// Makes up a ledger in which lower numbers win more often.
fn write(venue: &Venue, folder: &Path, names: &[&str], seed: u64) -> Result<()> {
    let mut ledger = Ledger::open(folder, described(venue, "golems", names, seed)?)?;
    let entrants = ledger.tournament.entrants.clone();
    let known = |name: &str| Identity { source: name.into(), built: name.into() };
    ledger.enrol(&entrants.into_iter().map(|entrant| (entrant.clone(), known(&entrant.name))).collect::<Vec<_>>())?;
    let meetings = (BOTS * (BOTS - 1) / 2) as u64;
    let all: Vec<(usize, usize)> = (0..BOTS).flat_map(|a| (a + 1..BOTS).map(move |b| (a, b))).collect();
    for n in 0..PAIRS {
        let (one, two) = all[(n % meetings) as usize];
        let game = |bots: [usize; 2], number: u64| {
            let drawn = mix(seed ^ mix(n * 2 + number)) % 1000;
            // Nearly even, so that everybody takes something off everybody.
            let first_wins =
                drawn < 500 + 3 * bots[1].saturating_sub(bots[0]) as u64 - 3 * bots[0].saturating_sub(bots[1]) as u64;
            Game {
                bots: bots.to_vec(),
                seed: mix(n),
                hash: mix(n * 2 + number),
                steps: 400,
                turns: 200,
                winner: Some(usize::from(!first_wins)),
                scores: vec![i64::from(first_wins), i64::from(!first_wins)],
                reason: Some("elimination".into()),
                ms: 3,
                replay: None,
                disturbed: false,
                seats: Vec::new(),
            }
        };
        let fixture = Fixture { key: Key { round: 0, bots: vec![one, two], nth: n / meetings }, number: n, start: n };
        let games = vec![game([one, two], 0), game([two, one], 1)];
        ledger.add(Record { fixture, games, latency_ms: 0, worker: None })?;
    }
    Ok(ledger.sync()?)
}
