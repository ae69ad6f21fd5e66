//! A replay as a film: which frame is shown, how fast it goes on, and what has happened up to there.

use crate::Error;
use skirmish_core::replay::AnyPlayback;
use skirmish_core::scene::{Layer, Scene};
use skirmish_core::sketch::Sketch;
use skirmish_core::{Seat, Viewer};
use skirmish_viewer::Reel;
use skirmish_viewer::reel::{Line, lines};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// As on the page.
const SPEEDS: [f64; 9] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// A whole match takes about this long at speed 1, but a step no less and no more than this, in seconds.
const MATCH_TAKES: f64 = 75.0;
const STEP_LEAST: f64 = 0.04;
const STEP_MOST: f64 = 0.5;
/// How many lines of the log are kept, and how many steps are told again after a leap.
const LINES: usize = 200;
const STEPS_TOLD: usize = 24;

/// The moment that is shown.
#[derive(Default)]
pub struct Shot {
    pub scene: Scene,
    pub sketch: Option<Sketch>,
    /// "turn 7, attack".
    pub moment: String,
    /// Where something has just happened, the most important place first.
    pub places: Vec<[i64; 2]>,
}

impl Shot {
    /// Where to look: at what has just happened, or else at the unit in the middle of all.
    pub fn focus(&self) -> Option<[i64; 2]> {
        let somebody = || {
            let sketch = self.sketch.as_ref()?;
            let spots =
                sketch.rows().iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |at| (y, at)));
            let units = spots.filter(|(_, (_, mark))| mark.layer >= Layer::Unit);
            let mut cells: Vec<[i64; 2]> = units.map(|(y, (x, _))| [sketch.x_of(x), sketch.y_of(y)]).collect();
            cells.sort_unstable();
            cells.get(cells.len() / 2).copied()
        };
        self.places.first().copied().or_else(somebody)
    }
}

/// A film.
pub struct Film {
    pub frame: usize,
    pub playing: bool,
    pub seat: Option<Seat>,
    pub shot: Shot,
    pub log: VecDeque<Line>,
    speed: usize,
    /// When the frame that is shown came, while it plays.
    since: Option<Instant>,
    /// Stands at the frame.
    near: Option<Box<dyn AnyPlayback>>,
    /// The picture of the frame with everything in it.
    all: Scene,
    was_live: bool,
}

impl Film {
    /// Opens at a frame, or at the last one before it that there is.
    pub fn open(reel: &Reel, frame: usize, seat: Option<Seat>) -> Result<Film, Error> {
        let mut film = Film {
            frame: 0,
            playing: false,
            seat,
            shot: Shot::default(),
            log: VecDeque::new(),
            speed: 2,
            since: None,
            near: None,
            all: Scene::default(),
            was_live: reel.is_live(),
        };
        film.show(reel, frame)?;
        Ok(film)
    }

    /// Shows a frame, or the last one if there are fewer.
    pub fn show(&mut self, reel: &Reel, frame: usize) -> Result<(), Error> {
        let frame = frame.min(reel.index.steps);
        // The ending tells more than the steps did: whatever was read without it is opened anew.
        let near = self.near.take().filter(|_| self.was_live == reel.is_live());
        self.was_live = reel.is_live();
        let mut playback = match near {
            Some(near) if near.played() == self.frame && frame == self.frame + 1 => {
                let mut playback = reel.from_near(Some(near), self.frame)?;
                self.step(&mut *playback)?;
                playback
            }
            near => {
                let mut playback = reel.from_near(near, frame)?;
                self.all = playback.table().scene(Viewer::Omniscient);
                self.log.clear();
                reel.log(frame.saturating_sub(STEPS_TOLD), frame, |line| {
                    self.log.push_back(line);
                    Ok(())
                })?;
                playback
            }
        };
        let excess = self.log.len().saturating_sub(LINES);
        self.log.drain(..excess);
        self.frame = frame;
        self.shoot(reel, &mut *playback)?;
        self.near = Some(playback);
        Ok(())
    }

    /// Plays the next step and takes down what it tells.
    fn step(&mut self, playback: &mut dyn AnyPlayback) -> Result<(), Error> {
        let Some(step) = playback.peek()?.cloned() else { return Ok(()) };
        playback.play()?;
        playback.table().forget_news(None);
        let frame = playback.played();
        let after = playback.table().scene(Viewer::Omniscient);
        self.log.extend(lines(&step, playback.table(), (&self.all, &after), frame));
        self.all = after;
        Ok(())
    }

    /// The picture of the present frame: with everything, or as the seat was sent it last.
    fn shoot(&mut self, reel: &Reel, playback: &mut dyn AnyPlayback) -> Result<(), Error> {
        let before = self.shot.sketch.take();
        let grid = self.all.grid;
        self.shot.moment = playback.table().moment();
        (self.shot.scene, self.shot.sketch) = match self.seat.map(|seat| (seat, reel.asked_by(seat, self.frame))) {
            None => (self.all.clone(), Some(playback.table().sketch(Viewer::Omniscient))),
            Some((_, None)) => (Scene { items: Vec::new(), ..self.all.clone() }, None),
            Some((seat, Some(asked))) => {
                let seen = |table: &dyn skirmish_core::any::AnyTable| {
                    (table.scene(Viewer::Seat(seat)), Some(table.sketch(Viewer::Seat(seat))))
                };
                if asked == self.frame { seen(playback.table()) } else { seen(reel.at(asked)?.table()) }
            }
        };
        let told = self.log.iter().rev().take_while(|line| line.step == self.frame);
        let mut told: Vec<_> = told.filter_map(|line| Some((line.key.is_none(), grid.cell_at(line.at?)))).collect();
        told.sort_by_key(|(everyday, _)| *everyday);
        self.shot.places = told.into_iter().map(|(_, cell)| cell).collect();
        if self.seat.is_some() {
            // What happens is told with everything in sight alone.
            self.shot.places.clear();
        }
        if let (Some(before), Some(now), true) = (before, &self.shot.sketch, self.shot.places.is_empty()) {
            self.shot.places = moved(&before, now).into_iter().collect();
        }
        Ok(())
    }

    /// Goes on if it is time; true if another frame is shown.
    pub fn tick(&mut self, reel: &Reel, now: Instant, live: bool) -> Result<bool, Error> {
        let since = match self.since {
            Some(since) if self.playing => since,
            _ => {
                self.since = self.playing.then_some(now);
                return Ok(false);
            }
        };
        let last = reel.index.steps;
        if self.frame >= last {
            self.playing = live;
            self.since = Some(now);
            return Ok(!live);
        }
        let step = (MATCH_TAKES / last.max(1) as f64).clamp(STEP_LEAST, STEP_MOST) / SPEEDS[self.speed];
        let due = (now.duration_since(since).as_secs_f64() / step) as usize;
        if due == 0 {
            return Ok(false);
        }
        self.since = Some(since + Duration::from_secs_f64(step * due as f64));
        let to = (self.frame + due).min(last);
        // A few steps are told one by one; whoever goes faster than that reads nothing anyway.
        if to - self.frame <= STEPS_TOLD {
            while self.frame < to {
                self.show(reel, self.frame + 1)?;
            }
        } else {
            self.show(reel, to)?;
        }
        Ok(true)
    }

    /// Plays, or stops; from the start if it has come to its end.
    pub fn toggle(&mut self, reel: &Reel, live: bool) -> Result<(), Error> {
        self.playing = !self.playing;
        self.since = None;
        if self.playing && self.frame >= reel.index.steps && !live {
            self.show(reel, 0)?;
        }
        Ok(())
    }

    pub fn faster(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        self.since = None;
    }

    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Stops at another frame.
    pub fn go(&mut self, reel: &Reel, frame: usize) -> Result<(), Error> {
        self.playing = false;
        self.show(reel, frame)
    }

    /// The first frame of the next turn, or of this one or the one before.
    pub fn turn(&self, reel: &Reel, forward: bool) -> usize {
        let turns = &reel.index.turn;
        let first_of = |turn: i64| turns.partition_point(|&at| at < turn);
        let now = turns[self.frame];
        if forward {
            turns.partition_point(|&at| at <= now).min(reel.index.steps)
        } else if first_of(now) < self.frame {
            first_of(now)
        } else {
            first_of(turns[self.frame.saturating_sub(1)])
        }
    }

    /// The frame of the next key event or the one before, and what it is.
    pub fn event(&self, reel: &Reel, forward: bool) -> Option<(usize, &'static str)> {
        let keys = &reel.index.keys;
        let next = keys.iter().find(|(frame, _)| *frame > self.frame);
        let last = keys.iter().rev().find(|(frame, _)| *frame < self.frame);
        if forward { next.copied() } else { last.copied() }
    }
}

/// A place where a unit is now and was not before, if there is one.
fn moved(before: &Sketch, now: &Sketch) -> Option<[i64; 2]> {
    for (row, marks) in now.rows().iter().enumerate() {
        for (column, mark) in marks.iter().enumerate() {
            let cell = [now.x_of(column), now.y_of(row)];
            let was = before.spot_of(cell).map(|[column, row]| before.rows()[row][column]);
            if mark.layer >= Layer::Unit && was != Some(*mark) {
                return Some(cell);
            }
        }
    }
    None
}
