//! `skirmish bench referee`: what the referee costs, against bare pipes and the same bots.

mod meter;
mod script;

use self::meter::{Cost, Meter, own_cpu};
use self::script::Script;
use crate::interrupt::{self, Interrupt};
use crate::{ping, say, seating};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use skirmish_core::any::{AnyTable, Seated};
use skirmish_core::{Golden, Setup};
use skirmish_games::Visit;
use skirmish_jail::{Brief, Jail, Level, Pack, Policy, Prisoner};
use skirmish_kits::{Kit, Language};
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::exchange::INTERRUPTED;
use skirmish_referee::program::Start;
use skirmish_referee::{Contest, Options, Player, Scribe, Sitter};
use skirmish_replay::Recorder;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The bot that only reads.
const PYTHON_BOT: &str = r#"import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "turn":
        print('{"type":"orders","request":%d,"actions":[]}' % message["request"], flush=True)
    else:
        break
"#;

/// What is measured.
struct Case {
    name: &'static str,
    game: &'static str,
    overrides: &'static [(&'static str, i64)],
    /// The edge of an empty board in place of the usual one, for the size of the messages.
    board: Option<usize>,
    bot: Child,
}

/// Who sits on every seat.
#[derive(Clone, Copy, PartialEq)]
enum Child {
    /// The smallest bot there is.
    Ping,
    /// A bot in Python that reads its messages and does nothing.
    Reader,
    /// The bot of the Python starter kit, as an author begins with it.
    Kit,
}

/// An empty board of golems whose views have 4 kB.
const EDGE: usize = 45;

const CASES: [Case; 4] = [
    Case {
        name: "native bot, small messages, both asked at once",
        game: "footsoldiers",
        overrides: &[("total_turns", 20_000)],
        board: None,
        bot: Child::Ping,
    },
    Case {
        name: "native bot, small messages, in turn",
        game: "golems",
        overrides: &[("max_turns", 20_000)],
        board: None,
        bot: Child::Ping,
    },
    Case {
        name: "Python bot that plays (the starter kit), in turn",
        game: "golems",
        overrides: &[],
        board: Some(EDGE),
        bot: Child::Kit,
    },
    Case {
        name: "Python bot that only reads, in turn",
        game: "golems",
        overrides: &[("max_turns", 2000)],
        board: Some(EDGE),
        bot: Child::Reader,
    },
];

/// Measures every case several times and tells the medians: single runs are spoiled by a busy machine.
pub fn run(rounds: u64, json: bool) -> Result<()> {
    let stop = interrupt::watch()?;
    let sandbox = seating::sandbox(None, true, json)?;
    for case in CASES {
        if case.bot != Child::Ping && skirmish_jail::find_program(OsStr::new("python3")).is_none() {
            eprintln!("*** SKIPPED: {}: python3 is not installed", case.name);
            continue;
        }
        let folder = Scratch::new()?;
        let start = bot(&case, &folder.0)?;
        let mut pairs = Vec::new();
        let mut bytes = 0;
        let bar = if json { ProgressBar::hidden() } else { ProgressBar::new(rounds) };
        bar.set_style(ProgressStyle::with_template("{msg}: match {pos} of {len}")?);
        bar.set_message(case.name);
        for round in 0..rounds {
            bar.inc(1);
            let (refereed, replay) = refereed(&case, &start, &sandbox, &folder.0, round)?;
            let script = Script::of(&replay)?;
            bytes = script.questions().map(Vec::len).sum::<usize>() / script.questions().count().max(1);
            pairs.push((bare(&start, &script)?, refereed));
            if stop.was_pressed() {
                bail!(INTERRUPTED);
            }
        }
        bar.finish_and_clear();
        let bare = median_cost(pairs.iter().map(|(bare, _)| bare));
        let referee = median_cost(pairs.iter().map(|(_, refereed)| refereed));
        let cpu_ratio = median(pairs.iter().map(|(bare, refereed)| refereed.cpu() / bare.cpu()));
        let wall_ratio = median(pairs.iter().map(|(bare, refereed)| refereed.wall() / bare.wall()));
        if json {
            let tenths = |[wall, ours, bots]: [f64; 3]| {
                let [wall, ours, bots] = [wall, ours, bots].map(|us| (us * 10.0).round() / 10.0);
                json!({"wall_us": wall, "our_cpu_us": ours, "bot_cpu_us": bots})
            };
            let hundredths = |ratio: f64| (ratio * 100.0).round() / 100.0;
            say!(
                "{}",
                json!({
                    "case": case.name, "game": case.game, "bytes": bytes, "sandbox": sandbox.level,
                    "bare": tenths(bare), "referee": tenths(referee),
                    "cpu_ratio": hundredths(cpu_ratio), "wall_ratio": hundredths(wall_ratio),
                })
            );
            continue;
        }
        say!("{} ({}, {bytes} bytes a message, sandbox {})", case.name, case.game, sandbox.level);
        for (name, [wall, ours, bots]) in [("bare pipe", bare), ("referee", referee)] {
            say!(
                "  {name:10} {wall:8.1} us of wall time, {ours:7.1} us of our CPU, {bots:7.1} us of the bot's, each answer"
            );
        }
        say!("  ratio      {cpu_ratio:.2} in CPU, {wall_ratio:.2} in wall time");
    }
    Ok(())
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The median of each part by itself.
fn median_cost<'a>(costs: impl Iterator<Item = &'a Cost> + Clone) -> [f64; 3] {
    [0, 1, 2].map(|part| median(costs.clone().map(|cost| cost.per_question()[part])))
}

/// A folder for bots and replays that is gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch> {
        let folder = std::env::temp_dir().join(format!("skirmish-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).context("cannot make a folder for the bots")?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file more.
        let _left = std::fs::remove_dir_all(&self.0);
    }
}

/// The bot of a case; what it needs is written into `folder`.
fn bot(case: &Case, folder: &Path) -> Result<Start> {
    let python = |file: &str| Start {
        command: "python3".into(),
        args: vec![file.into()],
        folder: folder.into(),
        ..Start::default()
    };
    match case.bot {
        Child::Ping => {
            let program = std::env::current_exe().context("cannot find this program")?;
            let (Some(home), Some(name)) = (program.parent(), program.file_name().and_then(OsStr::to_str)) else {
                bail!("cannot find this program's folder");
            };
            let (command, args) = (format!("./{name}"), vec![ping::ARGUMENT.into()]);
            Ok(Start { command, args, folder: home.into(), ..Start::default() })
        }
        Child::Reader => {
            std::fs::write(folder.join("bot.py"), PYTHON_BOT).context("cannot write the bot")?;
            Ok(python("bot.py"))
        }
        Child::Kit => {
            let language = Language::find("python").context("there is no kit for Python")?;
            Kit::new(case.game, language, "bench")?.write(folder).context("cannot write the bot")?;
            Ok(python(language.bot_file))
        }
    }
}

fn table(case: &Case, seed: u64) -> Result<Box<dyn AnyTable>> {
    struct Make<'a>(&'a Case, u64);
    impl Visit for Make<'_> {
        type Output = Result<Box<dyn AnyTable>>;

        fn visit<G: Golden>(self) -> Self::Output {
            let config = self.0.overrides.iter().map(|(key, value)| (key.to_string(), json!(value))).collect();
            let (game, state) = G::resolve(&Setup { config, map: None, seats: Vec::new(), seed: self.1 })?;
            let Some(edge) = self.0.board else { return Ok(Box::new(Seated::new(game, state, self.1))) };
            let mut position = serde_json::to_value(game.position(&state))?;
            (position["width"], position["height"]) = (edge.into(), edge.into());
            position["rows"] = vec![".".repeat(edge); edge].into();
            let (game, state) = G::from_position(&G::read_position(&position)?)?;
            Ok(Box::new(Seated::new(game, state, self.1)))
        }
    }
    skirmish_games::visit(case.game, Make(case, seed)).expect("the game exists")
}

/// The bare pipe: the same bots and the same messages in the same order, written and read without any care.
fn bare(start: &Start, script: &Script) -> Result<Cost> {
    let pack = Pack::for_command(&start.folder, OsStr::new(&start.command), None);
    let policy = Policy::play(Level::Off, &start.folder, pack);
    let mut bots = Vec::new();
    for hello in &script.hellos {
        let mut bot = Jail::new().spawn(&policy, &start.command, &start.args, [])?;
        let (Some(mut stdin), Some(stdout)) = (bot.stdin.take(), bot.stdout.take()) else {
            unreachable!("a fresh prisoner has its pipes");
        };
        let mut stdout = BufReader::new(stdout);
        stdin.write_all(hello)?;
        stdout.read_until(b'\n', &mut Vec::new())?;
        bots.push((bot, stdin, stdout));
    }
    // As in a match, a bot's time is counted from its first answer.
    let mut first: Vec<Option<Duration>> = vec![None; bots.len()];
    let mut answer = Vec::new();
    let (wall, ours) = (Instant::now(), own_cpu());
    for asked in &script.steps {
        for (seat, line) in asked {
            bots[seat.index()].1.write_all(line)?;
        }
        for (seat, _) in asked {
            answer.clear();
            if bots[seat.index()].2.read_until(b'\n', &mut answer)? == 0 {
                bail!("the bot of the benchmark ended early");
            }
            let (bot, first) = (&bots[seat.index()].0, &mut first[seat.index()]);
            if first.is_none() {
                *first = bot.cpu();
            }
        }
    }
    let (wall, ours) = (wall.elapsed(), own_cpu() - ours);
    let used = |(bot, first): (&Prisoner, Option<Duration>)| Some(bot.cpu()?.saturating_sub(first?));
    let bots = bots.iter().map(|(bot, ..)| bot).zip(first).filter_map(used).sum();
    Ok(Cost { questions: script.questions().count() as u32, wall, ours, bots })
}

/// Nobody is to be late on a busy machine.
const TIME: Timekeeping = Timekeeping { turn_ms: Some(60_000), init_ms: None, off: false };

/// A match under the referee, with sandbox, clocks and rules; every seat has such a bot.
fn refereed(case: &Case, start: &Start, sandbox: &Brief, folder: &Path, seed: u64) -> Result<(Cost, PathBuf)> {
    let table = table(case, seed)?;
    let player = Player { sitter: Sitter::Program(start.clone()), spelled: "ping".into() };
    let players = vec![player; table.seats().len()];
    let options = Options { time: TIME, ponder: false, sandbox: sandbox.clone(), seed, again: false };
    let recorder = Recorder::create_in(folder, case.game, seed)?;
    let mut show = |_: &dyn AnyTable| {};
    let scribe = Scribe::new(recorder, json!(sandbox), &|| Interrupt.was_pressed(), &mut show, &|_| {});
    let mut meter = Meter::new(players.len(), scribe);
    let played = Contest::new("bench".into(), table, players, options, &mut meter).play();
    if played.report.interrupted() {
        bail!(INTERRUPTED);
    }
    if let Some(why) = played.report.void {
        bail!("the referee's own fault: {why}");
    }
    if let Some(fault) = played.report.seats.iter().flat_map(|seat| &seat.faults).next() {
        bail!("the bot of the benchmark failed: {}", fault.message);
    }
    let cost = meter.cost();
    let (replay, _) = meter.scribe.finish(&*played.table, None)?;
    Ok((cost, replay.path))
}
