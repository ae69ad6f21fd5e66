//! A replay that any moment can be shown of: played once from end to end, with states kept on the way.
//!
//! Frame `n` is how things stood after `n` steps. Nothing is stored but the states at every so many steps; whatever is
//! asked for is played again from the nearest of them, through the same rules.

use crate::error::Error;
use serde::Serialize;
use serde_json::{Value, json};
use skirmish_core::replay::{AnyPlayback, Ending, Header, StepRecord};
use skirmish_core::scene::{Change, Gauge, Places, Scene};
use skirmish_core::table::Timing;
use skirmish_core::{Seat, Viewer};
use std::sync::{Arc, Mutex, PoisonError};

/// A state is kept every so many steps.
const KEEP_EVERY: usize = 64;
/// About so many points make a chart.
const CHART_POINTS: usize = 400;
/// The most frames that are given at once.
pub const MOST_FRAMES: usize = 256;

/// A replay and its index.
pub struct Reel {
    text: Arc<str>,
    header: Header,
    ending: Option<Ending>,
    /// Each behind a lock of its own, for the moment it is copied: many may look at once.
    kept: Vec<Mutex<Box<dyn AnyPlayback>>>,
    /// Stands behind the last step.
    tip: Mutex<Box<dyn AnyPlayback>>,
    pub index: Index,
    /// By seat: the frames at which it was asked.
    asked: Vec<Vec<usize>>,
    gauges: Vec<(usize, Vec<Gauge>)>,
    gauge_every: usize,
}

/// What a page has to know of all frames.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Index {
    pub steps: usize,
    /// Of each frame: the turn and the phase that are due.
    pub turn: Vec<i64>,
    pub phase: Vec<Option<&'static str>>,
    /// Of each step: who gave orders.
    pub acted: Vec<Vec<u8>>,
    /// What people jump to: the frame after it, and its kind.
    pub keys: Vec<(usize, &'static str)>,
    pub result: Option<Value>,
    pub winner: Option<u8>,
    pub reason: Option<&'static str>,
    pub scores: Option<Vec<i64>>,
    pub void: Option<String>,
}

/// A run of frames: the first whole, the others as differences.
#[derive(Debug, Serialize)]
pub struct Frames {
    pub from: usize,
    pub first: Scene,
    pub changes: Vec<Change>,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The frame it is shown with: the one after the step it tells of.
    pub step: usize,
    pub kind: LineKind,
    pub key: Option<&'static str>,
    pub text: String,
    pub about: Vec<String>,
    pub at: Option<[f32; 2]>,
    pub seat: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    Event,
    Rejection,
    Fault,
}

#[derive(Debug, Serialize)]
pub struct Chart {
    pub name: String,
    pub series: Vec<Series>,
}

#[derive(Debug, Serialize)]
pub struct Series {
    pub seat: u8,
    pub points: Vec<(usize, i64)>,
}

impl Reel {
    /// Plays the records of a replay, complete or not.
    pub fn open(text: &str) -> Result<Reel, Error> {
        let text: Arc<str> = text.into();
        let tip = skirmish_replay::open(text.to_string())?;
        let seats = tip.header().players.len();
        // The header and the ending are no steps; one more or less does not matter here.
        let gauge_every = text.lines().count().div_ceil(CHART_POINTS).max(1);
        let mut reel = Reel {
            header: tip.header().clone(),
            ending: tip.ending().cloned(),
            text,
            kept: Vec::new(),
            tip: Mutex::new(tip),
            index: Index::default(),
            asked: vec![Vec::new(); seats],
            gauges: Vec::new(),
            gauge_every,
        };
        let seats = unlocked(&mut reel.tip).table().seats().len();
        reel.asked.resize(seats, Vec::new());
        reel.look();
        reel.play_on()?;
        Ok(reel)
    }

    /// Takes the text of a file that has grown; true if there is anything new.
    pub fn grow(&mut self, text: &str) -> Result<bool, Error> {
        if text.len() == self.text.len() || !text.starts_with(&*self.text) {
            return Ok(false);
        }
        let ended =
            text.trim_end().lines().next_back().is_some_and(|last| serde_json::from_str::<Ending>(last).is_ok());
        if ended {
            // The ending tells the key: from now on draws are proved, not read.
            *self = Reel::open(text)?;
            return Ok(true);
        }
        self.text = text.into();
        unlocked(&mut self.tip).grow(Arc::clone(&self.text));
        self.play_on()?;
        Ok(true)
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The records.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn seed(&self) -> Option<u64> {
        self.ending.as_ref().map(|ending| ending.seed)
    }

    /// Whether the match may still go on.
    pub fn is_live(&self) -> bool {
        self.ending.is_none()
    }

    fn play_on(&mut self) -> Result<(), Error> {
        let nowhere = Scene::default();
        let places = Places { grid: nowhere.grid, before: &nowhere, after: &nowhere };
        while let Some(step) = unlocked(&mut self.tip).peek()? {
            self.index.acted.push(step.orders.iter().map(|given| given.seat).collect());
            let absent = step.orders.iter().any(|given| given.absence.is_some());
            let tip = unlocked(&mut self.tip);
            tip.play()?;
            let frame = tip.played();
            let tales = tip.table().tales(places.before, places.after);
            let mut kinds: Vec<&'static str> = tales.iter().filter_map(|tale| tale.key).collect();
            kinds.extend(absent.then_some("fault"));
            kinds.sort_unstable();
            kinds.dedup();
            self.index.keys.extend(kinds.into_iter().map(|kind| (frame, kind)));
            self.look();
        }
        let table = unlocked(&mut self.tip).table();
        let standings = table.standings();
        if self.ending.is_some() || standings.over {
            self.index.result = Some(table.result());
            self.index.winner = standings.winner.map(|seat| seat.0);
            self.index.reason = standings.reason;
            self.index.scores = Some(standings.scores);
        }
        self.index.void = self.ending.as_ref().and_then(|ending| ending.void.clone());
        let steps = self.index.steps;
        if self.gauges.last().is_none_or(|(frame, _)| *frame != steps) {
            self.gauges.push((steps, unlocked(&mut self.tip).table().scene(Viewer::Omniscient).gauges));
        }
        Ok(())
    }

    /// Takes note of the frame at the tip.
    fn look(&mut self) {
        let tip = unlocked(&mut self.tip);
        let frame = tip.played();
        let turn = tip.table().turn();
        self.index.steps = frame;
        self.index.turn.push(turn.number);
        self.index.phase.push(turn.phase);
        for seat in turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)) {
            self.asked[seat.index()].push(frame);
        }
        if frame.is_multiple_of(KEEP_EVERY) {
            self.kept.push(Mutex::new(tip.snapshot()));
        }
        if frame.is_multiple_of(self.gauge_every) {
            self.gauges.push((frame, tip.table().scene(Viewer::Omniscient).gauges));
        }
    }

    /// A playback that stands at a frame.
    pub fn at(&self, frame: usize) -> Result<Box<dyn AnyPlayback>, Error> {
        if frame > self.index.steps {
            return Err(Error::NoFrame { frame, last: self.index.steps });
        }
        let mut playback = self.kept[frame / KEEP_EVERY].lock().unwrap_or_else(PoisonError::into_inner).snapshot();
        playback.grow(Arc::clone(&self.text));
        playback.skip_to_step(frame)?;
        Ok(playback)
    }

    /// The frame at which a seat was asked last, at this one or before.
    fn asked_by(&self, seat: Seat, frame: usize) -> Option<usize> {
        let asked = self.asked.get(seat.index())?;
        asked[..asked.partition_point(|&at| at <= frame)].last().copied()
    }

    /// The frame after the answer to a seat's request of that turn, not before `from`.
    pub fn answered(&self, seat: Seat, turn: i64, from: usize) -> Option<usize> {
        let asked = self.asked.get(seat.index())?;
        asked.iter().copied().find(|&at| at >= from && self.index.turn[at] == turn).map(|at| at + 1)
    }

    /// Pictures, all-knowing or what a seat was sent when it was asked last.
    pub fn frames(&self, from: usize, count: usize, seat: Option<Seat>) -> Result<Frames, Error> {
        let to = (from + count.clamp(1, MOST_FRAMES)).min(self.index.steps + 1);
        let begin = match seat {
            Some(seat) => self.asked_by(seat, from).unwrap_or(from),
            None => from,
        };
        let mut playback = self.at(begin)?;
        let mut frames = Frames { from, first: Scene::default(), changes: Vec::new() };
        let mut before = Scene::default();
        for frame in begin..to.max(from + 1) {
            if frame > begin {
                playback.play()?;
            }
            let table = playback.table();
            let after = match seat {
                None => table.scene(Viewer::Omniscient),
                Some(seat) if self.asked_by(seat, frame) == Some(frame) => table.scene(Viewer::Seat(seat)),
                Some(_) => before.clone(),
            };
            if frame == from {
                frames.first = after.clone();
            } else if frame > from {
                let mut change = Change::between(&before, &after);
                if seat.is_none() {
                    change.effects = table.tales(&before, &after).into_iter().flat_map(|tale| tale.effects).collect();
                }
                frames.changes.push(change);
            }
            before = after;
        }
        Ok(frames)
    }

    /// One picture.
    pub fn scene(&self, frame: usize, seat: Option<Seat>) -> Result<Scene, Error> {
        Ok(self.frames(frame, 1, seat)?.first)
    }

    /// What happened after frame `from`, up to frame `to`.
    pub fn log(&self, from: usize, to: usize) -> Result<Vec<Line>, Error> {
        let to = to.min(self.index.steps);
        let mut lines = Vec::new();
        if from >= to {
            return Ok(lines);
        }
        let mut playback = self.at(from)?;
        let names = playback.table().seats().to_vec();
        let mut before = playback.table().scene(Viewer::Omniscient);
        for frame in from + 1..=to {
            let Some(step) = playback.peek()?.cloned() else { break };
            playback.play()?;
            let table = playback.table();
            let after = table.scene(Viewer::Omniscient);
            let event = |tale: skirmish_core::scene::Tale| Line {
                step: frame,
                kind: LineKind::Event,
                key: tale.key,
                text: tale.text,
                about: tale.about,
                at: tale.at,
                seat: None,
            };
            lines.extend(table.tales(&before, &after).into_iter().filter(|tale| !tale.text.is_empty()).map(event));
            lines.extend(faults(&step, &names, frame));
            for rejection in table.rejections() {
                let given = step.orders.iter().find(|given| given.seat == rejection.seat.0);
                let action = given
                    .and_then(|given| given.actions.as_ref())
                    .and_then(|actions| actions.get(usize::try_from(rejection.index).ok()?))
                    .and_then(|action| serde_json::from_str::<Value>(action.get()).ok());
                lines.push(Line {
                    step: frame,
                    kind: LineKind::Rejection,
                    key: None,
                    text: format!(
                        "{}: {} is refused: {} ({})",
                        names.get(rejection.seat.index()).map_or("?", String::as_str),
                        action.as_ref().map_or("an order".into(), Value::to_string),
                        rejection.reason,
                        table.explain(rejection.reason),
                    ),
                    about: action
                        .iter()
                        .filter_map(|action| action["unit"].as_i64())
                        .map(|id| id.to_string())
                        .collect(),
                    at: None,
                    seat: Some(rejection.seat.0),
                });
            }
            before = after;
        }
        Ok(lines)
    }

    /// The numbers of the scenes over time.
    pub fn charts(&self) -> Vec<Chart> {
        let mut charts: Vec<Chart> = Vec::new();
        for (frame, gauges) in &self.gauges {
            for gauge in gauges {
                add(&mut charts, gauge.chart, gauge.seat, (*frame, gauge.value));
            }
        }
        charts
    }

    /// The message a seat was sent last, at this frame or before: its frame, and the message without times.
    ///
    /// Messages depend on those before, so the seat is asked anew from the first one on.
    pub fn message(&self, seat: Seat, frame: usize) -> Result<(usize, Value), Error> {
        let at = self.asked_by(seat, frame).ok_or(Error::NotAskedYet { frame })?;
        let mut playback = self.at(0)?;
        let mut message = Vec::new();
        for frame in 0..=at {
            if frame > 0 {
                playback.play()?;
            }
            if self.asked_by(seat, frame) == Some(frame) {
                message.clear();
                playback.table().message(seat, false, Timing::default(), &mut message);
            }
        }
        Ok((at, serde_json::from_slice(&message).unwrap_or_else(|_| json!(null))))
    }
}

/// What is behind a lock that nobody else can hold.
fn unlocked<T>(lock: &mut Mutex<T>) -> &mut T {
    lock.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a point to a chart, which is begun if it is new.
pub fn add(charts: &mut Vec<Chart>, name: &str, seat: u8, point: (usize, i64)) {
    let at = charts.iter().position(|chart| chart.name == name).unwrap_or_else(|| {
        charts.push(Chart { name: name.into(), series: Vec::new() });
        charts.len() - 1
    });
    let series = &mut charts[at].series;
    let at = series.iter().position(|series| series.seat == seat).unwrap_or_else(|| {
        series.push(Series { seat, points: Vec::new() });
        series.len() - 1
    });
    series[at].points.push(point);
}

/// Those who gave no list in a step.
fn faults(step: &StepRecord, names: &[String], frame: usize) -> Vec<Line> {
    let absent = |given: &skirmish_core::replay::SeatRecord| {
        let absence = given.absence?;
        let name = names.get(usize::from(given.seat)).map_or("?", String::as_str);
        let word = serde_json::to_value(absence).ok()?;
        Some(Line {
            step: frame,
            kind: LineKind::Fault,
            key: Some("fault"),
            text: format!("{name} gives no orders: {}", word.as_str().unwrap_or("absent").replace('_', " ")),
            about: Vec::new(),
            at: None,
            seat: Some(given.seat),
        })
    };
    step.orders.iter().filter_map(absent).collect()
}
