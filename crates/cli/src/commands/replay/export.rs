//! `skirmish replay export`

use crate::fail::{DoesNotHold, unknown};
use crate::{output, replays, tell};
use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{AnyPlayback, StepRecord, Wrong};
use skirmish_matches::replays::LARGEST_LOG;
use skirmish_replay::ReplayFile;
use skirmish_replay::names::private_file;
use skirmish_replay::plain;
use std::fs::OpenOptions;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Write a replay as JSON, one object per line; docs/replays.md describes them.
#[derive(clap::Args)]
pub struct Args {
    /// The replay.
    file: PathBuf,
    /// What to write.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT", default_value = "all")]
    what: Vec<What>,
    /// Only the messages, orders and private data of this seat.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Include what is private to the authors of the bots: logs, notes, times.
    #[arg(long)]
    private: bool,
    /// Write to this file, which must not exist.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON lines, as always.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// The position at the start and after every step.
    Positions,
    /// What the seats were sent.
    Messages,
    /// What they answered, and what was refused of it.
    Orders,
    /// What happened.
    Events,
    /// All of these.
    All,
}

pub fn run(args: Args) -> Result<()> {
    let (file, mut playback) = replays::open(&args.file)?;
    let only = match &args.seat {
        Some(name) => {
            let seats = playback.table().seats();
            let known: Vec<&str> = seats.iter().map(String::as_str).collect();
            let at = known.iter().position(|seat| seat == name).ok_or_else(|| unknown("seat", name, &known))?;
            Some(Seat(at as u8))
        }
        None => None,
    };
    let to: Box<dyn Write> = match &args.out {
        Some(path) => Box::new(OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
            let taken = error.kind() == ErrorKind::AlreadyExists;
            let why = if taken { "exists; nothing is overwritten" } else { "cannot be written" };
            anyhow::Error::new(error).context(format!("{} {why}", path.display()))
        })?),
        None => Box::new(std::io::stdout().lock()),
    };
    let mut export = Export { to: BufWriter::new(to), what: args.what, only };
    let written = export.replay(&file, &mut *playback).and_then(|()| {
        if args.private {
            export.private(&args.file, playback.table().seats())?;
        }
        export.to.flush().map_err(Trouble::Io)
    });
    match written {
        Ok(()) => Ok(()),
        // Whoever reads has seen enough.
        Err(Trouble::Io(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(Trouble::Io(error)) => Err(error).context("cannot write the export"),
        Err(Trouble::Wrong(wrong)) => Err(DoesNotHold(format!("{}: {wrong}", args.file.display())).into()),
        Err(Trouble::Private(why)) => Err(why),
    }
}

/// Why an export breaks off.
enum Trouble {
    Io(std::io::Error),
    Wrong(Wrong),
    Private(anyhow::Error),
}

impl From<Wrong> for Trouble {
    fn from(wrong: Wrong) -> Trouble {
        Trouble::Wrong(wrong)
    }
}

/// One line of an export.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Line<'a> {
    Position {
        step: usize,
        turn: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        phase: Option<&'static str>,
        position: &'a RawValue,
    },
    Message {
        step: usize,
        seat: &'a str,
        message: &'a RawValue,
    },
    Orders {
        step: usize,
        turn: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        phase: Option<&'static str>,
        seat: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        actions: Option<&'a [Box<RawValue>]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        absence: Option<skirmish_core::Absence>,
        rejected: Vec<Value>,
    },
    Event {
        step: usize,
        turn: i64,
        event: Value,
    },
}

struct Export<W: Write> {
    to: BufWriter<W>,
    what: Vec<What>,
    only: Option<Seat>,
}

impl<W: Write> Export<W> {
    fn wants(&self, what: What) -> bool {
        self.what.contains(&what) || self.what.contains(&What::All)
    }

    fn wants_seat(&self, seat: u8) -> bool {
        self.only.is_none_or(|only| only.0 == seat)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), Trouble> {
        let json = serde_json::to_string(line).map_err(|error| Trouble::Io(error.into()))?;
        writeln!(self.to, "{}", output::one_line_of_json(&json)).map_err(Trouble::Io)
    }

    fn replay(&mut self, file: &ReplayFile, playback: &mut dyn AnyPlayback) -> Result<(), Trouble> {
        let header = playback.header();
        let first = json!({
            "kind": "replay",
            "id": file.id,
            "complete": file.complete,
            "game": header.game,
            "version": header.version,
            "engine": header.engine,
            "players": header.players,
            "sandbox": header.sandbox,
            "seats": playback.table().seats(),
        });
        self.line(&first)?;
        self.position(0, playback.table())?;
        while let Some(step) = playback.peek()?.cloned() {
            let number = playback.played() + 1;
            self.messages(number, &step, playback.table())?;
            let turn = playback.table().turn();
            playback.play()?;
            let table = playback.table();
            self.orders(number, turn, &step, table)?;
            if self.wants(What::Events) {
                for event in table.events() {
                    self.line(&Line::Event { step: number, turn: turn.number, event })?;
                }
            }
            self.position(number, table)?;
        }
        if playback.ending().is_some() {
            playback.finish()?;
        }
        let (steps, turn) = (playback.played(), playback.table().turn().number);
        if let Some(ending) = playback.ending() {
            let (result, void, seed) = (&ending.result, &ending.void, ending.seed);
            self.line(
                &json!({"kind": "result", "step": steps, "turn": turn, "result": result, "void": void, "seed": seed}),
            )?;
        }
        Ok(())
    }

    fn position(&mut self, step: usize, table: &dyn AnyTable) -> Result<(), Trouble> {
        if !self.wants(What::Positions) {
            return Ok(());
        }
        let turn = table.turn();
        let position = raw(table.position());
        self.line(&Line::Position { step, turn: turn.number, phase: turn.phase, position: &position })
    }

    /// What everyone who was asked was sent before the step.
    fn messages(&mut self, number: usize, step: &StepRecord, table: &mut dyn AnyTable) -> Result<(), Trouble> {
        if !self.wants(What::Messages) {
            return Ok(());
        }
        for given in &step.orders {
            if !self.wants_seat(given.seat) {
                continue;
            }
            let Some(seat) = table.seats().get(usize::from(given.seat)).cloned() else { continue };
            let mut message = Vec::new();
            table.message(Seat(given.seat), false, Default::default(), &mut message);
            let message = raw(String::from_utf8_lossy(&message).into_owned());
            self.line(&Line::Message { step: number, seat: &seat, message: &message })?;
        }
        Ok(())
    }

    fn orders(
        &mut self,
        number: usize,
        turn: skirmish_core::Turn,
        step: &StepRecord,
        table: &dyn AnyTable,
    ) -> Result<(), Trouble> {
        if !self.wants(What::Orders) {
            return Ok(());
        }
        for given in &step.orders {
            if !self.wants_seat(given.seat) {
                continue;
            }
            let seat = table.seats().get(usize::from(given.seat)).map_or("nobody", String::as_str);
            let refused = table.rejections().iter().filter(|rejection| rejection.seat.0 == given.seat);
            self.line(&Line::Orders {
                step: number,
                turn: turn.number,
                phase: turn.phase,
                seat,
                actions: given.actions.as_deref(),
                absence: given.absence,
                rejected: refused.map(|r| json!({"index": r.index, "reason": r.reason})).collect(),
            })?;
        }
        Ok(())
    }

    /// What lies beside the replay, for whoever may see it.
    fn private(&mut self, replay: &Path, seats: &[String]) -> Result<(), Trouble> {
        let mut found = false;
        for (i, seat) in seats.iter().enumerate() {
            if !self.wants_seat(i as u8) {
                continue;
            }
            let path = private_file(replay, seat);
            let text = match plain::read_text(&path, LARGEST_LOG) {
                Ok(text) => text,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => {
                    let what = format!("cannot read {}", path.display());
                    return Err(Trouble::Private(anyhow::Error::new(error).context(what)));
                }
            };
            found = true;
            for (n, line) in text.lines().enumerate() {
                let data: Value = serde_json::from_str(line)
                    .with_context(|| format!("{} line {}", path.display(), n + 1))
                    .map_err(Trouble::Private)?;
                self.line(&json!({"kind": "private", "seat": seat, "data": data}))?;
            }
        }
        if !found {
            tell!("there is no private data beside {}", replay.display());
        }
        Ok(())
    }
}

/// JSON that the table has written, to be passed on as it is.
fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).expect("tables write JSON")
}
