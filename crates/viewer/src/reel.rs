//! A replay of which any moment can be shown: played once from start to end, with states kept along the way.
//!
//! Frame `n` is the state after `n` steps. Only the states at regular intervals are stored; any other frame is played
//! again from the nearest of them, by the same rules.

use crate::error::Error;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{AnyPlayback, EndRecord, Header, StepRecord};
use skirmish_core::scene::{Change, Gauge, Places, Scene, Tale};
use skirmish_core::table::Timing;
use skirmish_core::{Registry, Rejection, Seat, Viewer};
use std::sync::{Arc, Mutex, PoisonError};

/// How many steps apart states are kept (farther apart in long matches), and how many are kept at most.
const KEEP_EVERY: usize = 64;
const MOST_KEPT: usize = 128;
/// About how many points a chart has.
const CHART_POINTS: usize = 400;
/// The most frames that are given at once.
pub const MOST_FRAMES: usize = 256;

/// A replay and its index.
pub struct Reel {
    registry: Registry,
    text: Arc<str>,
    header: Header,
    ending: Option<EndRecord>,
    /// One every `keep_every` steps. Each has its own lock, held while it is copied: many may read at once.
    kept: Vec<Mutex<Box<dyn AnyPlayback>>>,
    keep_every: usize,
    /// Stands behind the last step.
    tip: Mutex<Box<dyn AnyPlayback>>,
    pub index: Index,
    /// By seat: the frames at which it was asked.
    asked: Vec<Vec<usize>>,
    gauges: Vec<(usize, Vec<Gauge>)>,
    gauge_every: usize,
}

/// What a page has to know of all frames.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
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
    /// Who won and why, in a sentence.
    pub summary: Option<String>,
    pub scores: Option<Vec<i64>>,
    /// Why the match counts for nothing, if it does.
    pub void: Option<String>,
    /// What its turns are called, where they are no turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<&'static str>,
}

/// The index as a page is told it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MatchIndex {
    #[serde(flatten)]
    pub index: Index,
    /// Whether more may come.
    pub live: bool,
}

/// A run of frames: the first whole, the others as differences.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FrameRun")]
pub struct Frames {
    pub from: usize,
    pub first: Scene,
    pub changes: Vec<Change>,
}

/// Which frames of a match are shown: from one to another, and how many steps lie between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    pub from: usize,
    pub to: usize,
    pub every: usize,
}

impl Cut {
    /// Every frame there is.
    pub fn whole(reel: &Reel) -> Cut {
        Cut { from: 0, to: reel.index.steps, every: 1 }
    }

    /// How many frames there are; the last one is always among them.
    pub fn count(&self) -> usize {
        (self.to - self.from).div_ceil(self.every) + 1
    }

    fn holds(&self, frame: usize) -> bool {
        (self.from..=self.to).contains(&frame) && ((frame - self.from).is_multiple_of(self.every) || frame == self.to)
    }

    /// The frames, in order.
    pub fn frames(&self) -> impl Iterator<Item = usize> + use<> {
        let Cut { from, to, every } = *self;
        (0..self.count()).map(move |n| (from + n * every).min(to))
    }

    /// The number that a frame has in the cut, or the next one after it; `None` if it lies outside.
    pub fn number(&self, frame: usize) -> Option<usize> {
        (self.from..=self.to).contains(&frame).then(|| (frame - self.from).div_ceil(self.every))
    }
}

/// A frame of a cut.
pub enum Sight<'a> {
    First(&'a Scene),
    Next {
        scene: &'a Scene,
        /// The difference to the one before, for whoever wants it.
        change: &'a dyn Fn() -> Change,
    },
}

impl Sight<'_> {
    pub fn scene(&self) -> &Scene {
        match self {
            Sight::First(scene) | Sight::Next { scene, .. } => scene,
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LogLine")]
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    Event,
    Rejection,
    Fault,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Chart {
    pub name: String,
    pub series: Vec<Series>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Series {
    pub seat: u8,
    pub points: Vec<(usize, i64)>,
}

impl Reel {
    /// Plays the records of a replay, complete or not.
    pub fn open(registry: &Registry, text: &str) -> Result<Reel, Error> {
        let text: Arc<str> = text.into();
        let mut tip = registry.playback(text.to_string())?;
        // One text for all of them.
        tip.grow(Arc::clone(&text));
        let seats = tip.header().players.len();
        // The header and the ending are not steps; one more or less does not matter here.
        let gauge_every = text.lines().count().div_ceil(CHART_POINTS).max(1);
        let mut reel = Reel {
            registry: registry.clone(),
            header: tip.header().clone(),
            ending: tip.ending().cloned(),
            text,
            kept: Vec::new(),
            keep_every: KEEP_EVERY,
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

    /// Takes records that came after the others; true if there are any.
    pub fn append(&mut self, more: &str) -> Result<bool, Error> {
        if more.is_empty() {
            return Ok(false);
        }
        let text = [&self.text, more].concat();
        self.grow(&text)
    }

    /// Takes the text of a file that has grown; true if there is anything new.
    pub fn grow(&mut self, text: &str) -> Result<bool, Error> {
        if text.len() == self.text.len() || !text.starts_with(&*self.text) {
            return Ok(false);
        }
        let ended =
            text.trim_end().lines().next_back().is_some_and(|last| serde_json::from_str::<EndRecord>(last).is_ok());
        if ended {
            // The ending tells the key: from now on draws are proved, not read.
            *self = Reel::open(&self.registry, text)?;
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
            tip.table().forget_news(None);
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
            self.index.summary = Some(table.summary());
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
        if frame.is_multiple_of(self.keep_every) {
            self.kept.push(Mutex::new(tip.snapshot()));
        }
        if self.kept.len() > MOST_KEPT {
            let mut n = 0;
            self.kept.retain(|_| {
                n += 1;
                n % 2 == 1
            });
            self.keep_every *= 2;
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
        let mut playback = self.kept[frame / self.keep_every].lock().unwrap_or_else(PoisonError::into_inner).snapshot();
        playback.grow(Arc::clone(&self.text));
        while playback.played() < frame && playback.play()? {
            playback.table().forget_news(None);
        }
        Ok(playback)
    }

    /// The same, going on from a playback of this reel where that is the shorter way.
    pub fn from_near(&self, near: Option<Box<dyn AnyPlayback>>, frame: usize) -> Result<Box<dyn AnyPlayback>, Error> {
        let reaches = |played: usize| (played..played + self.keep_every).contains(&frame) && frame <= self.index.steps;
        let Some(mut playback) = near.filter(|near| reaches(near.played())) else {
            return self.at(frame);
        };
        playback.grow(Arc::clone(&self.text));
        while playback.played() < frame && playback.play()? {
            playback.table().forget_news(None);
        }
        Ok(playback)
    }

    /// The frame at which a seat was asked last, at this one or before.
    pub fn asked_by(&self, seat: Seat, frame: usize) -> Option<usize> {
        let asked = self.asked.get(seat.index())?;
        asked[..asked.partition_point(|&at| at <= frame)].last().copied()
    }

    /// The frame after the answer to a seat's request of that turn, not before `from`.
    pub fn answered(&self, seat: Seat, turn: i64, from: usize) -> Option<usize> {
        let asked = self.asked.get(seat.index())?;
        let rest = &asked[asked.partition_point(|&at| at < from)..];
        // Turns only grow.
        let at = rest.get(rest.partition_point(|&at| self.index.turn[at] < turn)).copied();
        at.filter(|&at| self.index.turn[at] == turn).map(|at| at + 1)
    }

    /// Pictures, all-knowing or what a seat was sent when it was asked last.
    pub fn frames(&self, from: usize, count: usize, seat: Option<Seat>) -> Result<Frames, Error> {
        let last = self.index.steps;
        if from > last {
            return Err(Error::NoFrame { frame: from, last });
        }
        let cut = Cut { from, to: (from + count.clamp(1, MOST_FRAMES) - 1).min(last), every: 1 };
        let mut frames = Frames { from, first: Scene::default(), changes: Vec::new() };
        self.tour(cut, seat, |sight| {
            match sight {
                Sight::First(scene) => frames.first = scene.clone(),
                Sight::Next { change, .. } => frames.changes.push(change()),
            }
            Ok(())
        })?;
        Ok(frames)
    }

    /// Goes through the frames of a cut and shows each, all-knowing or as a seat was last sent it. No more than two pictures
    /// are held at a time, however long the match is.
    pub fn tour(
        &self,
        cut: Cut,
        seat: Option<Seat>,
        mut see: impl FnMut(Sight<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let begin = seat.and_then(|seat| self.asked_by(seat, cut.from)).unwrap_or(cut.from);
        let mut playback = self.at(begin)?;
        // The picture that was shown last, and the latest one if that is another.
        let (mut shown, mut latest) = (Scene::default(), None);
        for frame in begin..=cut.to {
            if frame > begin {
                playback.play()?;
                playback.table().forget_news(None);
            }
            let holds = cut.holds(frame);
            let table = playback.table();
            let after = match seat {
                // What happens in a step is told by the pictures before and after it.
                None if holds || cut.holds(frame + 1) => Some(table.scene(Viewer::Omniscient)),
                None => None,
                Some(seat) => {
                    let asked = self.asked_by(seat, frame) == Some(frame);
                    asked.then(|| table.scene(Viewer::Seat(seat)))
                }
            };
            if !holds {
                latest = after.or(latest);
                continue;
            }
            if frame == cut.from {
                shown = after.or(latest.take()).unwrap_or_default();
                see(Sight::First(&shown))?;
                continue;
            }
            let before = latest.take();
            let now = match after {
                Some(now) => now,
                None => before.clone().unwrap_or_else(|| shown.clone()),
            };
            let change = || {
                let mut change = Change::between(&shown, &now);
                if seat.is_none() {
                    let tales = table.tales(before.as_ref().unwrap_or(&shown), &now);
                    change.effects = tales.into_iter().flat_map(|tale| tale.effects).collect();
                }
                change
            };
            see(Sight::Next { scene: &now, change: &change })?;
            shown = now;
        }
        Ok(())
    }

    /// One picture.
    pub fn scene(&self, frame: usize, seat: Option<Seat>) -> Result<Scene, Error> {
        Ok(self.frames(frame, 1, seat)?.first)
    }

    /// Tells line by line what happened after frame `from`, up to frame `to`.
    pub fn log(&self, from: usize, to: usize, mut tell: impl FnMut(Line) -> Result<(), Error>) -> Result<(), Error> {
        let to = to.min(self.index.steps);
        if from >= to {
            return Ok(());
        }
        let mut playback = self.at(from)?;
        let mut before = playback.table().scene(Viewer::Omniscient);
        for frame in from + 1..=to {
            let Some(step) = playback.peek()?.cloned() else { break };
            playback.play()?;
            playback.table().forget_news(None);
            let table = playback.table();
            let after = table.scene(Viewer::Omniscient);
            lines(&step, table, (&before, &after), frame).into_iter().try_for_each(&mut tell)?;
            before = after;
        }
        Ok(())
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
    /// Messages depend on earlier ones, so the seat is asked again from the first one on.
    pub fn message(&self, seat: Seat, frame: usize) -> Result<(usize, Value), Error> {
        let at = self.asked_by(seat, frame).ok_or(Error::NotAskedYet { frame })?;
        let mut playback = self.at(0)?;
        let mut message = Vec::new();
        for frame in 0..=at {
            if frame > 0 {
                playback.play()?;
                playback.table().forget_news(Some(seat));
            }
            if self.asked_by(seat, frame) == Some(frame) {
                message.clear();
                playback.table().message(seat, false, Timing::default(), &mut message);
            }
        }
        Ok((at, serde_json::from_slice(&message).unwrap_or_else(|_| json!(null))))
    }
}

/// The value behind a lock that nobody else can hold.
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

/// What happened in the step that a table has just played, between the pictures before and after it.
pub fn lines(step: &StepRecord, table: &dyn AnyTable, (before, after): (&Scene, &Scene), frame: usize) -> Vec<Line> {
    let names = table.seats();
    let event = |tale: Tale| Line {
        step: frame,
        kind: LineKind::Event,
        key: tale.key,
        text: tale.text,
        about: tale.about,
        at: tale.at,
        seat: None,
    };
    let rejection = |rejection: &Rejection| {
        let given = step.orders.iter().find(|given| given.seat == rejection.seat.0);
        let action = given
            .and_then(|given| given.actions.as_ref())
            .and_then(|actions| actions.get(usize::try_from(rejection.index).ok()?))
            .and_then(|action| serde_json::from_str::<Value>(action.get()).ok());
        Line {
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
            about: action.iter().filter_map(|action| action["unit"].as_i64()).map(|id| id.to_string()).collect(),
            at: None,
            seat: Some(rejection.seat.0),
        }
    };
    let tales = table.tales(before, after).into_iter().filter(|tale| !tale.text.is_empty());
    let told = tales.map(event).chain(faults(step, names, frame));
    told.chain(table.rejections().iter().map(rejection)).collect()
}

/// The seats that gave no list in a step.
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
