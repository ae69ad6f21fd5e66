//! `skirmish bench referee`: what the referee costs, against bare pipes and the same bots.

mod bare;
mod meter;
mod script;

use self::bare::Bare;
pub use self::meter::own_cpu;
use self::meter::{Cost, Lap, Meter};
use self::script::Script;
use crate::fail::Undecided;
use crate::interrupt::{self, Interrupt};
use crate::{ping, place, say, tell};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use skirmish_core::Setup;
use skirmish_core::any::AnyTable;
use skirmish_jail::Brief;
use skirmish_kits::{Kit, Language};
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::exchange::INTERRUPTED;
use skirmish_referee::program::Start;
use skirmish_referee::{Contest, Options, Player, Scribe, Sitter, Witness};
use skirmish_replay::Recorder;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bot that only reads.
const PYTHON_BOT: &str = r#"import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        sys.stdout.write('{"type":"ready"}\n')
    elif message["type"] == "turn":
        sys.stdout.write('{"type":"orders","request":%d,"actions":[]}\n' % message["request"])
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
        overrides: &[("max_turns", 5000)],
        board: Some(EDGE),
        bot: Child::Reader,
    },
];

/// A match is measured in so many stretches, each beside the same one on the bare pipe.
const STRETCHES: usize = 20;

/// Measures every case several times and tells the medians: single runs are spoiled by a busy machine.
pub fn run(rounds: u64, json: bool) -> Result<()> {
    let stop = interrupt::watch();
    let sandbox = place::venue(json).sandbox(None)?;
    for case in CASES {
        if case.bot != Child::Ping && skirmish_jail::find_program(OsStr::new("python3")).is_none() {
            tell!("*** SKIPPED: {}: python3 is not installed", case.name);
            continue;
        }
        let folder = Scratch::new()?;
        let arena = Arena { case: &case, start: bot(&case, &folder.0)?, sandbox: &sandbox, folder: &folder.0 };
        let bar = if json { ProgressBar::hidden() } else { ProgressBar::new(rounds) };
        bar.set_style(ProgressStyle::with_template("{msg}: match {pos} of {len}")?);
        bar.set_message(case.name);
        let script = arena.rehearse()?;
        let bytes = script.questions().map(Vec::len).sum::<usize>() / script.questions().count().max(1);
        let (mut totals, mut laps) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            bar.inc(1);
            let (total, of_match) = arena.measure(&script)?;
            totals.push(total);
            laps.extend(of_match);
            if stop.was_pressed() {
                return Err(Undecided(INTERRUPTED.into()).into());
            }
        }
        bar.finish_and_clear();
        let bare = median_cost(totals.iter().map(|total| &total.bare));
        let referee = median_cost(totals.iter().map(|total| &total.refereed));
        let cpu_ratio = median(totals.iter().map(|total| total.refereed.cpu() / total.bare.cpu()));
        let wall_ratio = median(laps.iter().map(|lap| lap.refereed.wall() / lap.bare.wall()));
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

pub fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The median of each part by itself.
fn median_cost<'a>(costs: impl Iterator<Item = &'a Cost> + Clone) -> [f64; 3] {
    [0, 1, 2].map(|part| median(costs.clone().map(|cost| cost.per_question()[part])))
}

/// A folder for bots and replays that is gone afterwards.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn new() -> Result<Scratch> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("skirmish-bench-{}-{number}", std::process::id()));
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
    let registry = skirmish_games::registry();
    let game = registry.game(case.game)?;
    let config = case.overrides.iter().map(|(key, value)| (key.to_string(), json!(value))).collect();
    let table = game.set_up(&Setup { config, seed, ..Setup::default() })?;
    let Some(edge) = case.board else { return Ok(table) };
    let mut position: Value = serde_json::from_str(&table.position())?;
    (position["width"], position["height"]) = (edge.into(), edge.into());
    position["rows"] = vec![".".repeat(edge); edge].into();
    Ok(game.at(&position, seed.into())?)
}

/// Nobody is to be late on a busy machine.
const TIME: Timekeeping = Timekeeping { turn_ms: Some(60_000), init_ms: None, off: false };

/// Where the matches of a case are played: under the referee, with sandbox, clocks and rules; every seat has such a bot.
struct Arena<'a> {
    case: &'a Case,
    start: Start,
    sandbox: &'a Brief,
    folder: &'a Path,
}

impl Arena<'_> {
    /// Every match has the same seed, and so the same messages.
    const SEED: u64 = 0;

    /// Plays a match to know what its bots are sent.
    fn rehearse(&self) -> Result<Script> {
        let mut scribe = self.scribe()?;
        let table = self.play(&mut scribe)?;
        let replay = scribe.finish(&*table, None).0?;
        Script::of(&replay.path)
    }

    /// Plays a match and, stretch by stretch beside it, the same on the bare pipe.
    fn measure(&self, script: &Script) -> Result<(Lap, Vec<Lap>)> {
        let bare = Bare::start(&self.start, script)?;
        let stretch = script.steps.len().div_ceil(STRETCHES);
        let mut meter = Meter::new(self.scribe()?, bare, script.hellos.len(), stretch, Interrupt.token());
        let played = self.play(&mut meter);
        if let Some(trouble) = meter.trouble.take() {
            return Err(trouble);
        }
        let (table, total) = (played?, meter.total());
        meter.scribe.finish(&*table, None).0?;
        Ok((total, meter.laps))
    }

    fn scribe<'a>(&self) -> Result<Scribe<'a>> {
        let recorder = Recorder::create_in(self.folder, "bench")?;
        Ok(Scribe::new(recorder, "bench".into(), json!(self.sandbox), None, &|_| {}))
    }

    fn play(&self, witness: &mut dyn Witness) -> Result<Box<dyn AnyTable>> {
        let table = table(self.case, Self::SEED)?;
        let player = Player { sitter: Sitter::Program(self.start.clone()), spelled: "ping".into() };
        let players = vec![player; table.seats().len()];
        let sandbox = self.sandbox.clone();
        let cancel = Interrupt.token();
        let options = Options { time: TIME, ponder: false, sandbox, again: false, cancel, interpreters: None };
        let played = Contest::new("bench".into(), table, players, options, witness).play();
        if played.report.interrupted() {
            return Err(Undecided(INTERRUPTED.into()).into());
        }
        if let Some(why) = played.report.void {
            bail!("the referee's own fault: {why}");
        }
        if let Some(fault) = played.report.seats.iter().flat_map(|seat| &seat.faults).next() {
            bail!("the bot of the benchmark failed: {}", fault.message);
        }
        Ok(played.table)
    }
}
