//! Options of commands that play a match.

use crate::{output, place, say, tell};
use anyhow::Result;
use skirmish_core::Viewer;
use skirmish_core::any::AnyTable;
use skirmish_jail::Level;
use skirmish_matches::logs::Hear;
use skirmish_matches::{MatchOptions, Record, TeamOptions, Trust};
use skirmish_referee::clock::Timekeeping;
use std::path::PathBuf;
use std::sync::Arc;

/// How programs are treated, in one match or in many.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ProgramArgs {
    /// Time limit for one answer, instead of the game's own.
    #[arg(long, value_name = "MS")]
    turn_ms: Option<i64>,
    /// Time limit for a program to get ready, instead of the game's own.
    #[arg(long, value_name = "MS")]
    init_ms: Option<i64>,
    /// No time limits, for debugging.
    #[arg(long)]
    no_clock: bool,
    /// Let programs think while they wait for their turn.
    #[arg(long)]
    pub ponder: bool,
    /// Sandbox level for programs: full, namespaces, filters, limits or off. Default: the best that works here.
    #[arg(long, value_name = "LEVEL")]
    sandbox: Option<String>,
    /// Memory limit for each program, in MiB. Default: 256.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory: Option<u64>,
}

impl ProgramArgs {
    pub fn time(&self) -> Timekeeping {
        Timekeeping { off: self.no_clock, turn_ms: self.turn_ms, init_ms: self.init_ms }
    }

    pub fn level(&self) -> Result<Option<Level>> {
        place::level(self.sandbox.as_deref())
    }
}

/// How a match is run and written down.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct HostArgs {
    /// Show the board every STEPS steps; 0 shows only the end.
    #[arg(long, value_name = "STEPS", default_value_t = 0)]
    every: u64,
    /// Write the replay to this file; `play --swap` writes NAME-1.skirmish and NAME-2.skirmish.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write no replay, no logs and no failure capsules.
    #[arg(long, conflicts_with = "record")]
    no_replay: bool,
    #[command(flatten)]
    programs: ProgramArgs,
    /// Show what programs print on standard error as it comes, each line with its seat.
    #[arg(long)]
    log: bool,
    /// Print one JSON object: how the match went.
    #[arg(long)]
    pub json: bool,
}

impl HostArgs {
    pub fn of_match(&self) -> MatchOptions {
        let record = match &self.record {
            Some(path) => Record::File(path.clone()),
            None if self.no_replay => Record::Nowhere,
            None => Record::Folder,
        };
        MatchOptions { time: self.programs.time(), ponder: self.programs.ponder, record }
    }

    /// Whether there will be a replay.
    pub fn is_recorded(&self) -> bool {
        !self.no_replay
    }

    pub fn of_team(&self, trust: Trust) -> Result<TeamOptions> {
        let (sandbox, memory) = (self.programs.level()?, self.programs.memory);
        Ok(TeamOptions { sandbox, memory, record: self.record.clone(), trust, called: None })
    }

    /// Who shows the board while the match is played, if anybody does.
    pub fn shows(&self) -> Option<impl FnMut(&dyn AnyTable) + use<>> {
        let (every, mut steps) = (self.every, 0);
        let show = move |table: &dyn AnyTable| {
            steps += 1;
            if steps % every == 0 {
                say!("{}", table.moment());
                output::block("", &table.sketch(Viewer::Omniscient).to_string());
            }
        };
        (!self.json && every > 0).then_some(show)
    }

    /// Who shows the logs of the bots, if anybody does.
    pub fn logs(&self) -> Option<Hear> {
        self.log.then(|| Arc::new(|seat: &str, line: &str| tell!("{seat}| {line}")) as Hear)
    }
}
