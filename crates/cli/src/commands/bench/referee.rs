//! `skirmish bench referee`: what the referee costs, against bare pipes and the same bots.

use crate::{ping, say, seating};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use skirmish_core::any::{AnyTable, Seated};
use skirmish_core::replay::SeatedPlayer;
use skirmish_core::{Golden, Seat, Setup};
use skirmish_games::Visit;
use skirmish_jail::{Brief, Jail, Level, Pack, Policy, Prisoner};
use skirmish_referee::clock::{SeatClock, Timekeeping};
use skirmish_referee::program::Start;
use skirmish_referee::protocol::hello_line;
use skirmish_referee::witness::Private;
use skirmish_referee::{Contest, Options, Player, Sitter, Witness};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A bot in Python that reads its messages whole, as any real one does.
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

/// What a course of questions and answers took.
#[derive(Clone, Copy, Default)]
struct Cost {
    questions: u32,
    wall: Duration,
    /// CPU time of this program.
    ours: Duration,
    /// CPU time of the bot.
    bots: Duration,
}

impl Cost {
    fn per_question(&self) -> [f64; 3] {
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(self.questions.max(1));
        [micros(self.wall), micros(self.ours), micros(self.bots)]
    }

    fn json(&self) -> Value {
        let [wall, ours, bots] = self.per_question().map(|us| (us * 10.0).round() / 10.0);
        json!({"wall_us": wall, "our_cpu_us": ours, "bot_cpu_us": bots})
    }

    fn cpu(&self) -> f64 {
        let [_, ours, bots] = self.per_question();
        ours + bots
    }
}

/// What is measured.
struct Case {
    name: &'static str,
    game: &'static str,
    overrides: &'static [(&'static str, i64)],
    /// The edge of an empty board in place of the usual one, for the size of the messages.
    board: Option<usize>,
    python: bool,
}

const CASES: [Case; 3] = [
    Case {
        name: "native bot, small messages, both asked at once",
        game: "footsoldiers",
        overrides: &[("total_turns", 20_000)],
        board: None,
        python: false,
    },
    Case {
        name: "native bot, small messages, in turn",
        game: "golems",
        overrides: &[("max_turns", 20_000)],
        board: None,
        python: false,
    },
    Case {
        name: "Python bot, messages of 4 kB, in turn",
        game: "golems",
        overrides: &[("max_turns", 2000)],
        board: Some(45),
        python: true,
    },
];

/// How often each is measured.
const ROUNDS: u64 = 5;

/// Measures every case several times, bare and refereed in turn, and tells the medians.
pub fn run(json: bool) -> Result<()> {
    let sandbox = seating::sandbox(None, true, json)?;
    for case in CASES {
        if case.python && skirmish_jail::find_program(OsStr::new("python3")).is_none() {
            eprintln!("*** SKIPPED: {}: python3 is not installed", case.name);
            continue;
        }
        let folder = std::env::temp_dir().join(format!("skirmish-bench-{}", std::process::id()));
        let start = bot(&case, &folder)?;
        let mut pairs = Vec::new();
        let mut bytes = 0;
        for round in 0..ROUNDS {
            let script = Script::of(&case)?;
            bytes = script.questions().map(Vec::len).sum::<usize>() / script.questions().count().max(1);
            let bare = bare(&start, &script)?;
            let refereed = refereed(&case, &start, &sandbox, round)?;
            pairs.push((bare, refereed));
        }
        // The middle one by its ratio: a busy machine spoils single runs.
        let ratio = |(bare, refereed): &(Cost, Cost)| refereed.cpu() / bare.cpu();
        pairs.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let (bare, refereed) = pairs[pairs.len() / 2];
        let walls = refereed.wall.as_secs_f64()
            / f64::from(refereed.questions)
            / (bare.wall.as_secs_f64() / f64::from(bare.questions));
        if folder.exists() {
            std::fs::remove_dir_all(&folder).context("cannot clean up")?;
        }
        let result = json!({
            "case": case.name, "game": case.game, "bytes": bytes, "sandbox": sandbox.level,
            "bare": bare.json(), "referee": refereed.json(),
            "cpu_ratio": (100.0 * ratio(&(bare, refereed))).round() / 100.0,
            "wall_ratio": (100.0 * walls).round() / 100.0,
        });
        if json {
            say!("{result}");
            continue;
        }
        say!("{} ({}, {bytes} bytes a message, sandbox {})", case.name, case.game, sandbox.level);
        for (name, cost) in [("bare pipe", bare), ("referee", refereed)] {
            let [wall, ours, bots] = cost.per_question();
            say!(
                "  {name:10} {wall:8.1} us of wall time, {ours:7.1} us of our CPU, {bots:7.1} us of the bot's, each answer"
            );
        }
        say!("  ratio      {:.2} in CPU, {:.2} in wall time", ratio(&(bare, refereed)), walls);
    }
    Ok(())
}

/// The bot of a case; a script is written into `folder`.
fn bot(case: &Case, folder: &PathBuf) -> Result<Start> {
    if case.python {
        std::fs::create_dir_all(folder).context("cannot write the bot")?;
        std::fs::write(folder.join("bot.py"), PYTHON_BOT).context("cannot write the bot")?;
        return Ok(Start {
            command: "python3".into(),
            args: vec!["bot.py".into()],
            folder: folder.clone(),
            ..Start::default()
        });
    }
    let program = std::env::current_exe().context("cannot find this program")?;
    let (Some(home), Some(name)) = (program.parent(), program.file_name().and_then(OsStr::to_str)) else {
        bail!("cannot find this program's folder");
    };
    Ok(Start {
        command: format!("./{name}"),
        args: vec![ping::ARGUMENT.into()],
        folder: home.into(),
        ..Start::default()
    })
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

/// A match where nobody does anything: the greetings, and what each step asks of whom.
struct Script {
    hellos: Vec<Vec<u8>>,
    steps: Vec<Vec<(Seat, Vec<u8>)>>,
}

impl Script {
    fn of(case: &Case) -> Result<Script> {
        let mut table = table(case, 0)?;
        let seats = || (0..table.seats().len()).map(|i| Seat(i as u8));
        let hellos = seats().map(|seat| hello_line(&*table, seat, "bench", 0, table.clock())).collect();
        let mut clocks: Vec<SeatClock> =
            seats().map(|_| SeatClock::new(table.clock(), Timekeeping::default())).collect();
        let mut steps = Vec::new();
        loop {
            let turn = table.turn();
            if turn.is_over() {
                return Ok(Script { hellos, steps });
            }
            let mut asked = Vec::new();
            for seat in turn.to_act.iter() {
                let mut line = Vec::new();
                let timing = clocks[seat.index()].timing(table.turn_ms());
                table.message(seat, false, timing, &mut line);
                line.push(b'\n');
                asked.push((seat, line));
                table.list(seat, &[], 0);
            }
            steps.push(asked);
            table.step();
        }
    }

    fn questions(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.steps.iter().flatten().map(|(_, line)| line)
    }
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
    let cpu = |bots: &[(Prisoner, _, _)]| bots.iter().filter_map(|(bot, ..)| bot.cpu()).sum::<Duration>();
    let mut answer = Vec::new();
    let (wall, ours, theirs) = (Instant::now(), own_cpu(), cpu(&bots));
    for asked in &script.steps {
        for (seat, line) in asked {
            bots[seat.index()].1.write_all(line)?;
        }
        for (seat, _) in asked {
            answer.clear();
            if bots[seat.index()].2.read_until(b'\n', &mut answer)? == 0 {
                bail!("the bot of the benchmark ended early");
            }
        }
    }
    Ok(Cost {
        questions: script.questions().count() as u32,
        wall: wall.elapsed(),
        ours: own_cpu() - ours,
        bots: cpu(&bots).saturating_sub(theirs),
    })
}

/// The same under the referee, with sandbox, clocks and rules; every seat has such a bot.
fn refereed(case: &Case, start: &Start, sandbox: &Brief, seed: u64) -> Result<Cost> {
    let table = table(case, seed)?;
    let player = Player { sitter: Sitter::Program(start.clone()), spelled: "ping".into() };
    let players = vec![player; table.seats().len()];
    let options = Options {
        time: Timekeeping { turn_ms: Some(60_000), ..Timekeeping::default() },
        ponder: false,
        sandbox: sandbox.clone(),
        seed,
        again: false,
    };
    let mut meter = Meter::new(players.len());
    let played = Contest::new("bench".into(), table, players, options, &mut meter).play();
    if let Some(why) = played.report.void {
        bail!("the referee's own fault: {why}");
    }
    if let Some(fault) = played.report.seats.iter().flat_map(|seat| &seat.faults).next() {
        bail!("the bot of the benchmark failed: {}", fault.message);
    }
    Ok(meter.cost())
}

/// Looks at the clocks when a match begins and after every step.
struct Meter {
    begun: (Instant, Duration),
    ended: (Instant, Duration),
    questions: u32,
    /// CPU time of each bot at its first answer and at its last.
    bots: Vec<Option<(u64, u64)>>,
}

impl Meter {
    fn new(seats: usize) -> Meter {
        let now = (Instant::now(), own_cpu());
        Meter { begun: now, ended: now, questions: 0, bots: vec![None; seats] }
    }

    fn cost(&self) -> Cost {
        let bots: u64 = self.bots.iter().flatten().map(|(first, last)| last - first).sum();
        Cost {
            questions: self.questions,
            wall: self.ended.0 - self.begun.0,
            ours: self.ended.1 - self.begun.1,
            bots: Duration::from_micros(bots),
        }
    }
}

impl Witness for Meter {
    fn begin(&mut self, _: &[SeatedPlayer], _: &mut dyn AnyTable) {
        self.begun = (Instant::now(), own_cpu());
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        if table.turn().is_over() {
            self.ended = (Instant::now(), own_cpu());
        }
    }

    fn answer(&mut self, seat: Seat, private: &Private) {
        self.questions += 1;
        let (_, last) = self.bots[seat.index()].get_or_insert((private.cpu_us, private.cpu_us));
        *last = private.cpu_us;
    }
}

fn own_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
