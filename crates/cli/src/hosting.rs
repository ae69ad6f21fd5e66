//! Running a match as the user asked for it: written down, shown, played again where it was nobody's fault.

use crate::fail::{DoesNotHold, Undecided};
use crate::followed::{Followed, Follower};
use crate::interrupt::Interrupt;
use crate::logs::Logs;
use crate::{interrupt, output, replays, sandbox, say, seating, tell};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::json;
use skirmish_core::Reason;
use skirmish_core::any::AnyTable;
use skirmish_core::native::Spelling;
use skirmish_jail::{Brief, MIB};
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::lobby::Lobby;
use skirmish_referee::program::{Program, Start};
use skirmish_referee::report::SeatReport;
use skirmish_referee::scribe::{Scribe, Show};
use skirmish_referee::secret;
use skirmish_referee::tally::Tally;
use skirmish_referee::{Contest, Ending, Options, Played, Player, Report, Witness};
use skirmish_replay::{Recorder, names};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Where replays go.
pub const REPLAYS: &str = "replays";
/// So often a match is played again that the referee itself has spoilt.
const TRIES: u32 = 3;

/// How a match is run and written down.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct HostArgs {
    /// Show the board every so many steps; 0 shows the end alone.
    #[arg(long, value_name = "STEPS", default_value_t = 0)]
    every: u64,
    /// Write the replay here instead. The two games of --swap are called NAME-1.skirmish and NAME-2.skirmish.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Beside which the replays go that have other names.
    #[arg(skip)]
    beside: Option<PathBuf>,
    /// Write no replay, no logs and no failure capsules.
    #[arg(long, conflicts_with = "record")]
    no_replay: bool,
    /// Time for one answer, in place of the game's own.
    #[arg(long, value_name = "MS")]
    turn_ms: Option<i64>,
    /// Time for a program to get ready, in place of the game's own.
    #[arg(long, value_name = "MS")]
    init_ms: Option<i64>,
    /// No time limits, for debugging.
    #[arg(long)]
    no_clock: bool,
    /// Let programs think while they wait for their turn.
    #[arg(long)]
    ponder: bool,
    /// How programs are kept in: full, namespaces, filters, limits or off; without it the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    /// Memory that each program may use, in MiB; without it 256.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: Option<u64>,
    /// Show what programs print on standard error as it comes, each line with its seat.
    #[arg(long)]
    log: bool,
    /// One JSON object: how the match went.
    #[arg(long)]
    pub json: bool,
}

impl HostArgs {
    /// A match that says nothing on the terminal, with everything else as usual.
    pub fn quiet() -> HostArgs {
        HostArgs { json: true, ..HostArgs::default() }
    }

    /// What stands between programs and the machine, as it was asked for.
    pub fn sandbox(&self, needed: bool) -> Result<Brief> {
        seating::sandbox(sandbox::level(self.sandbox.as_deref())?, needed, self.json)
    }

    /// Takes the name that was asked for and gives the names of two games in a row, `NAME-1.skirmish` and
    /// `NAME-2.skirmish`; they must be free.
    pub fn take_records(&mut self) -> Result<[Option<PathBuf>; 2]> {
        let Some(record) = self.record.take() else { return Ok([None, None]) };
        let names = ["1", "2"].map(|n| replays::renamed(&record, n));
        names.iter().try_for_each(|name| refuse_taken(name))?;
        self.beside = Some(record);
        Ok(names.map(Some))
    }
}

fn refuse_taken(path: &Path) -> Result<()> {
    if path.exists() {
        bail!("{} exists; replays are never overwritten", path.display());
    }
    Ok(())
}

type Begun = Box<dyn Fn(&Path) -> Option<Box<dyn Witness>> + Send>;

/// A match as it is to be played.
pub struct Host {
    args: HostArgs,
    sandbox: Brief,
    players: Vec<Player>,
    lobby: Option<Lobby>,
    stop: Interrupt,
    /// Is told where the replay grows, and may follow the match from there.
    begun: Begun,
}

/// A match that was played, and where it is written down.
#[derive(Serialize)]
pub struct Hosted {
    #[serde(rename = "match")]
    pub report: Report,
    pub replay: Option<PathBuf>,
    /// What belongs to each author alone, where there is anything: logs, notes, times, bad answers.
    pub private: Vec<PathBuf>,
    /// The id of the replay: a file with another one is not of this match.
    pub id: Option<String>,
    pub capsules: Vec<PathBuf>,
    /// Of each seat, whether its bot saw only the files that its command names.
    #[serde(skip)]
    apart: Vec<bool>,
    /// Why the match could not be written down, though it was played.
    #[serde(skip)]
    pub unwritten: Option<anyhow::Error>,
    #[serde(skip)]
    pub table: Box<dyn AnyTable>,
    #[serde(skip)]
    pub programs: Vec<Option<Program>>,
}

impl Host {
    /// Makes the players ready for a table like this one.
    pub fn new(args: &HostArgs, spelled: &[String], table: &mut dyn AnyTable) -> Result<Host> {
        args.record.as_deref().map_or(Ok(()), refuse_taken)?;
        for (name, ms) in [("--turn-ms", args.turn_ms), ("--init-ms", args.init_ms)] {
            if let Some(ms @ ..1) = ms {
                bail!("{name} {ms}: a time is at least 1 ms");
            }
        }
        let specs = seating::read(spelled, table)?;
        let sandbox = args.sandbox(specs.iter().any(|(_, spec)| spec.needs_sandbox()))?;
        let mut players = seating::players(specs, table, sandbox.level, args.json)?;
        let starts = players.iter_mut().filter_map(|player| player.sitter.start_mut());
        starts.for_each(|start| start.memory = args.memory.map(|mib| mib * MIB));
        seating::keep_apart(&mut players, args.record.as_deref().or(args.beside.as_deref()), args.json);
        let lobby = seating::lobby(&players)?;
        let (args, stop) = (args.clone(), interrupt::watch());
        Ok(Host { args, sandbox, players, lobby, stop, begun: Box::new(|_| None) })
    }

    /// Lets programs that `named` does not know see little of the folders around: somebody else may have spelled them.
    pub fn distrust(&mut self, named: impl Fn(&str) -> bool) {
        let strange = self.players.iter_mut().filter(|player| !named(&player.spelled));
        strange.filter_map(|player| player.sitter.start_mut()).for_each(Start::see_little);
    }

    /// Lets somebody know where the replay grows, as soon as it does; what they give is told every step.
    pub fn when_begun(&mut self, tell: impl Fn(&Path) -> Option<Box<dyn Witness>> + Send + 'static) {
        self.begun = Box::new(tell);
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Plays a match at a table made by `make`, the players sitting down in the order given by `order`. `programs` are
    /// there from the game before; `again` says that another game follows.
    pub fn play(
        &self,
        make: &dyn Fn() -> Result<Box<dyn AnyTable>>,
        order: &[usize],
        programs: Vec<Option<Program>>,
        again: bool,
    ) -> Result<Hosted> {
        self.play_into(self.args.record.as_deref(), make, order, programs, again)
    }

    /// The same, written to `record`. A try that counts for nothing is kept under a name that says so.
    pub fn play_into(
        &self,
        record: Option<&Path>,
        make: &dyn Fn() -> Result<Box<dyn AnyTable>>,
        order: &[usize],
        mut programs: Vec<Option<Program>>,
        again: bool,
    ) -> Result<Hosted> {
        for attempt in 1.. {
            let table = make()?;
            let players = order.iter().map(|&i| self.players[i].clone()).collect();
            let options = Options {
                time: Timekeeping { off: self.args.no_clock, turn_ms: self.args.turn_ms, init_ms: self.args.init_ms },
                ponder: self.args.ponder,
                sandbox: self.sandbox.clone(),
                again,
                cancel: self.stop.token(),
            };
            let hosted = self.once(record, table, players, options, std::mem::take(&mut programs))?;
            let spoilt = hosted.report.void.is_some() && !hosted.report.interrupted();
            if !spoilt || attempt == TRIES {
                return Ok(hosted);
            }
            if let Some(record) = record {
                replays::set_aside(record, &hosted.private, &hosted.capsules)?;
            }
            if !self.args.json {
                let why = hosted.report.void.as_deref().unwrap_or_default();
                tell!("the match counts for nothing ({why}) and is played again");
            }
        }
        unreachable!("the last try returns")
    }

    fn once(
        &self,
        record: Option<&Path>,
        table: Box<dyn AnyTable>,
        players: Vec<Player>,
        options: Options,
        programs: Vec<Option<Program>>,
    ) -> Result<Hosted> {
        let game = table.game();
        let id = secret::match_id(game)?;
        let apart = players.iter().map(|player| player.sitter.start().is_some_and(|start| start.files_only)).collect();
        let mut steps = 0;
        let mut show = |table: &dyn AnyTable| {
            steps += 1;
            if steps % self.args.every == 0 {
                say!("{}", table.moment());
                output::block("", &table.sketch());
            }
        };
        let show: Option<Show<'_>> = if self.args.json || self.args.every == 0 { None } else { Some(&mut show) };
        let (logs, echoes) = if self.args.log { Some(Logs::show(table.seats())).unzip() } else { (None, None) };
        let run = |witness: &mut dyn Witness| {
            let mut contest =
                Contest::new(id.clone(), table, players, options.clone(), witness).with_programs(programs);
            if let Some(lobby) = &self.lobby {
                contest = contest.with_lobby(lobby);
            }
            let played = contest.with_echoes(echoes.unwrap_or_default()).play();
            logs.into_iter().for_each(Logs::finish);
            played
        };
        let recorder = match self.args.no_replay {
            true => Ok(None),
            false => self.recorder(record, &id).map(Some),
        };
        let recorder = match recorder {
            Ok(Some(recorder)) => recorder,
            // A disk that cannot be written is no reason not to play; a file in a place that is not there is.
            Err(error) if record.is_some() && !is_full(&error) => return Err(error),
            nothing => {
                let Played { report, table, programs } = run(&mut Unwritten { show });
                let (capsules, unwritten) = (Vec::new(), nothing.err());
                let (replay, private, id) = (None, Vec::new(), None);
                return Ok(Hosted { report, replay, private, id, capsules, unwritten, apart, table, programs });
            }
        };
        let follower = Follower::default();
        let begun = |path: &Path| *follower.borrow_mut() = (self.begun)(path);
        let mut scribe = Scribe::new(recorder, id.clone(), json!(options.sandbox), show, &begun);
        let Played { report, table, programs } = run(&mut Followed { scribe: &mut scribe, by: &follower });
        let (finished, capsules) = scribe.finish(&*table, report.void.as_deref());
        // Whoever followed finds the ending in the file from now on.
        drop(follower.take());
        let (replay, id, unwritten) = match finished {
            Ok(finished) => (Some(finished.path), Some(finished.id), None),
            Err(error) => (None, None, Some(error.into())),
        };
        let beside = |replay: &PathBuf| -> Vec<PathBuf> {
            table.seats().iter().map(|seat| names::private_file(replay, seat)).filter(|path| path.exists()).collect()
        };
        let private = replay.as_ref().map(beside).unwrap_or_default();
        Ok(Hosted { report, replay, private, id, capsules, unwritten, apart, table, programs })
    }

    fn recorder(&self, record: Option<&Path>, id: &str) -> Result<Recorder> {
        Ok(match record {
            Some(path) => Recorder::create(path)?,
            None => Recorder::create_in(Path::new(REPLAYS), id)?,
        })
    }
}

/// Whether there is no room to write.
fn is_full(error: &anyhow::Error) -> bool {
    let Some(skirmish_replay::Error::Io { why, .. }) = error.downcast_ref() else { return false };
    matches!(why.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// A match that nobody writes down.
struct Unwritten<'a> {
    show: Option<Show<'a>>,
}

impl Witness for Unwritten<'_> {
    fn step(&mut self, table: &mut dyn AnyTable) {
        if let Some(show) = &mut self.show {
            show(table);
        }
    }
}

impl Hosted {
    /// Says how the match went, for people.
    pub fn show(&self) {
        let (report, table) = (&self.report, &*self.table);
        output::block("", &table.sketch());
        for seat in &report.seats {
            let name = seat.name.as_ref().map_or(String::new(), |name| format!(" ({name})"));
            let times = match seat.requests {
                0 => String::new(),
                n => format!(
                    ", {n} answers in {} ms, the longest {} ms, {} ms of CPU",
                    seat.time_ms, seat.longest_ms, seat.cpu_ms
                ),
            };
            say!("{}: {}{name}{times}", seat.seat, seat.player);
            self.show_trouble(seat, "  ");
        }
        self.show_capsules("");
        output::block("", &outcome(table));
        say!("seed: {} (--seed repeats the match)", report.seed);
        if report.disturbed {
            say!("other programs held up the bots; nobody was late because of it, but a quiet machine tells more");
        }
        if let Some(path) = &self.replay {
            say!("replay: {0} (watch it: skirmish watch {0}; prove it: skirmish replay verify {0})", path.display());
        }
    }

    /// What went wrong on a seat or is to be read about it, and where.
    pub fn show_trouble(&self, seat: &SeatReport, indent: &str) {
        let Tally { exceptions, first_exception, notes, .. } = &seat.tally;
        for fault in seat.faults.iter().take(5) {
            say!("{indent}turn {}: {}", fault.turn, fault.message);
        }
        if seat.fault_count > 5 {
            say!("{indent}... and {} more", seat.fault_count - 5);
        }
        if let Some(hint) = native_hint(seat, &*self.table) {
            say!("{indent}{hint}");
        }
        if let Some(first) = first_exception {
            say!(
                "{indent}its code failed in {exceptions} of {} answers, which its kit gave without orders; first in turn {}: {}",
                seat.requests,
                first.turn,
                first.message
            );
        }
        // Whoever is not asked as a program has no author here.
        if seat.requests > 0 && seat.tally.rejected_count() > 0 {
            say!("{indent}{} of its actions were refused: {}", seat.tally.rejected_count(), seat.tally.reasons());
            for &reason in seat.tally.rejected.keys() {
                say!("{indent}  {reason}: {}", self.table.explain(Reason(reason)));
            }
        }
        let failed = !seat.faults.is_empty() || *exceptions > 0;
        let at = self.report.seats.iter().position(|other| std::ptr::eq(other, seat));
        if failed && at.is_some_and(|at| self.apart.get(at) == Some(&true)) {
            say!(
                "{indent}it saw only the files that its command names, because its folder is not its own alone. If it \
                 imports from there, that is why it failed: give each bot a folder of its own."
            );
        }
        if seat.faults.iter().any(|fault| matches!(fault.ending, Ending::OutOfMemory { .. })) {
            say!("{indent}--memory MIB gives every bot another limit");
        }
        if failed && !seat.log.trim().is_empty() {
            say!("{indent}the end of its standard error:");
            output::block(&format!("{indent}  "), &output::last_lines(&seat.log, 10));
        }
        let private = self.replay.as_ref().map(|replay| names::private_file(replay, &seat.seat));
        if let Some(private) = private.filter(|private| self.private.contains(private))
            && (failed || *notes > 0 || seat.tally.rejected_count() > 0)
        {
            let noted = if *notes > 0 { format!(" and {notes} notes") } else { String::new() };
            say!("{indent}its log{noted}, turn by turn: {}", private.display());
        }
    }

    /// Where the failures are told, and how they are run again.
    pub fn show_capsules(&self, indent: &str) {
        for capsule in self.capsules.iter().take(3) {
            say!("{indent}what it was sent and said: {0} (run it again: skirmish rerun {0})", capsule.display());
        }
        if self.capsules.len() > 3 {
            say!("{indent}... and {} more capsules beside it", self.capsules.len() - 3);
        }
    }

    /// Not well is a match that could not be written down, one that counts for nothing, and one in which a bot failed;
    /// everything about it was said before.
    pub fn verdict(self) -> Result<()> {
        if let Some(error) = self.unwritten {
            return Err(error).context("the result stands, but the match is not written down");
        }
        match &self.report.void {
            Some(why) if self.report.interrupted() => Err(Undecided(format!("the match was stopped: {why}")).into()),
            Some(why) => Err(Undecided(format!("the match counts for nothing: {why}")).into()),
            None => match self.report.seats.iter().find(|seat| seat.ending.is_failure()) {
                Some(seat) => {
                    Err(DoesNotHold(format!("{} ({}) failed: {}", seat.seat, seat.player, seat.ending)).into())
                }
                None => Ok(()),
            },
        }
    }
}

/// What may help a native bot that never answers: it may not bear how it is spoken to.
fn native_hint(seat: &SeatReport, table: &dyn AnyTable) -> Option<String> {
    let Spelling { setting: None, command } = Spelling::read(&seat.player)? else { return None };
    let first = seat.faults.first().filter(|fault| fault.request == 1)?;
    let other = table.native_settings().get(1).filter(|_| matches!(first.ending, Ending::Late { .. }))?;
    Some(format!(
        "it did not answer the first state; \"native+{}:{command}\" speaks otherwise: {}",
        other.word, other.about
    ))
}

/// Who won and why, or how it stands, and what the scores are.
pub fn outcome(table: &dyn AnyTable) -> String {
    let (seats, scores) = (table.seats(), table.standings().scores);
    let scores: Vec<String> = seats.iter().zip(scores).map(|(seat, n)| format!("{seat} {n}")).collect();
    format!("{}\nscores: {} ({})", table.summary(), scores.join(", "), table.scoring())
}
