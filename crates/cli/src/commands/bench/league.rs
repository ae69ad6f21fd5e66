//! `skirmish bench league`: what a tournament costs, against the same games without schedule, ledger and statistics.

use super::referee::Scratch;
use crate::interrupt::{self, Interrupt};
use crate::{ping, place, say};
use anyhow::{Context, Result};
use serde_json::json;
use skirmish_core::hash::mix;
use skirmish_core::{Setup, registry::AnyGame};
use skirmish_kits::{Kit, Language};
use skirmish_league::field::Outcome;
use skirmish_league::fixture::{Fixture, Key};
use skirmish_league::ledger::Ledger;
use skirmish_league::local::{Hall, Keep};
use skirmish_league::record::{Game, Record};
use skirmish_league::{
    Driver, Format, Limits, Local, Report, Setting, Starts, Table, Tournament, Treatment, tournament,
};
use skirmish_matches::{Identity, Venue};
use skirmish_viewer::ReportPage;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Slices of each measurement, the two in turn, so that a busy machine spoils both.
const SLICES: u32 = 6;
/// Bots and pairs of the ledger that is loaded: 100 000 games.
const BOTS: usize = 64;
const PAIRS: u64 = 50_000;

pub fn run(seconds: f64, seed: u64, json: bool) -> Result<()> {
    let stop = interrupt::watch();
    let venue = place::venue(json);
    let slice = Duration::from_secs_f64(seconds / f64::from(SLICES));
    for id in skirmish_games::IDS {
        let described = described(&venue, id, &["medium", "medium"], seed)?;
        measure(&venue, &described, id, slice, json)?;
        if stop.was_pressed() {
            return stop.verdict();
        }
    }
    let exe = std::env::current_exe().context("where this program is")?;
    let program = format!("{} {}", exe.display(), ping::ARGUMENT);
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

/// Pairs a second through the league and without it.
fn measure(venue: &Venue, described: &Tournament, name: &str, slice: Duration, json: bool) -> Result<()> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let folder = Scratch::new()?;
    let mut venue = venue.clone();
    venue.replays = folder.0.join("replays");
    let hall = Arc::new(Hall::ready(venue.clone(), described, None, Keep::Programs)?.numbered(vec![0, 1]));
    let next = AtomicU64::new(0);
    let (mut bare, mut league) = ((0, Duration::ZERO), (0, Duration::ZERO));
    for n in 0..SLICES {
        let began = Instant::now();
        bare.0 += play_bare(&hall, threads, &next, began + slice);
        bare.1 += began.elapsed();
        let out = folder.0.join(format!("out-{n}"));
        let game = venue.game(&described.setting.game)?;
        let mut ledger = Ledger::open(&out, described.clone())?;
        let identities = hall.team().identities(&game.facts())?;
        let bots = ledger.enrol(&described.entrants.iter().cloned().zip(identities).collect::<Vec<_>>())?;
        let starts = Starts::of(&described.setting, game, described.seed)?;
        let mut driver = Driver::new(ledger, starts, bots, Some(Default::default()))?;
        let limits = Limits { fixtures: None, time: Some(slice) };
        let mut field = Local::new(&hall, threads);
        let began = Instant::now();
        driver.run(&mut field, &limits, &venue.cancel, |_| {})?;
        league.1 += began.elapsed();
        league.0 += driver.ledger.records.len() as u64;
    }
    let rate = |(pairs, time): (u64, Duration)| pairs as f64 / time.as_secs_f64();
    let (bare, league) = (rate(bare), rate(league));
    if json {
        say!(
            "{}",
            json!({"case": name, "threads": threads, "bare_pairs_per_s": bare, "league_pairs_per_s": league, "share": league / bare})
        );
    } else {
        say!("{name}: {bare:.1} pairs/s bare, {league:.1} in the league: {:.1} %", 100.0 * league / bare);
    }
    Ok(())
}

/// Threads that only play, until then.
fn play_bare(hall: &Hall, threads: usize, next: &AtomicU64, until: Instant) -> u64 {
    let one = || {
        let mut played = 0;
        while Instant::now() < until {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let fixture = Fixture { key: Key { round: 0, bots: vec![0, 1], nth: n }, number: n, start: n };
            played += u64::from(matches!(hall.play(&fixture), Outcome::Played(_)));
        }
        played
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|thread| thread.join().unwrap_or(0)).sum()
    })
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
