//! Watching: a replay, or a match while it runs, as a film with the keys of the page.

use crate::Error;
use crate::board::{Lights, View};
use crate::film::Film;
use crate::ink::Ink;
use crate::keys::{Code, Key};
use crate::panel::{self, Layout};
use crate::stage::{Act, Flow, Leaf, Open, run};
use crate::words::{bar, bold, boxed, plain, wrap, write};
use ratatui_core::layout::Rect;
use ratatui_core::terminal::Frame;
use ratatui_core::text::Line;
use skirmish_core::Seat;
use skirmish_referee::Cancel;
use skirmish_viewer::reel::LineKind;
use skirmish_viewer::session::About;
use skirmish_viewer::watched::Watched;
use std::time::Instant;

/// Where a film begins.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub turn: Option<i64>,
    /// Before this many steps were played; wins over the turn.
    pub frame: Option<usize>,
    /// Whose eyes it is seen with.
    pub seat: Option<Seat>,
}

const KEYS: &[(&str, &str)] = &[
    ("space", "play, pause"),
    ("left, right", "one frame back, forward; with Shift one turn"),
    ("up, down", "faster, slower: 0.25x to 64x"),
    ("PgUp, PgDn", "a tenth of the match back, forward"),
    (", .", "the start, the end (also Home, End)"),
    (":", "go to a turn: type its number"),
    ("e q", "the next, the previous key event"),
    ("f", "see it as the next seat saw it, and back to everything"),
    ("h j k l", "scroll the board; r follows the action again"),
    ("z", "the whole board smaller, or a part of it"),
    ("g", "what the characters stand for"),
    ("v", "the events up to here"),
    ("? ", "these keys"),
    ("Q", "leave (also Ctrl-C); Ctrl-Z goes to the shell"),
];

/// Shows a match until it is left.
pub fn watch(watched: &Watched, start: &Start, cancel: &Cancel) -> Result<(), Error> {
    run(&mut Watch::new(watched, start)?, cancel)
}

/// A match on the screen.
pub struct Watch<'a> {
    watched: &'a Watched,
    about: About,
    film: Film,
    view: View,
    ink: Ink,
    open: Option<Open>,
    /// The number of a turn that is being typed.
    turn: Option<String>,
    /// What a key had to say, until the next one.
    said: String,
    dirty: bool,
}

impl<'a> Watch<'a> {
    pub fn new(watched: &'a Watched, start: &Start) -> Result<Watch<'a>, Error> {
        let (film, about) = watched.with(|reel| {
            let of_turn = |turn: i64| reel.index.turn.partition_point(|&at| at < turn);
            let frame = start.frame.or_else(|| start.turn.map(of_turn));
            let mut film = Film::open(reel, frame.unwrap_or(0), start.seat)?;
            // Who asked for a moment wants to see that one.
            film.playing = frame.is_none();
            let mut playback = reel.at(0)?;
            let title = reel.header().id.clone();
            Ok::<_, Error>((film, About::of(as_viewed(playback.table()), &reel.header().players, title)))
        })?;
        Ok(Watch {
            watched,
            about,
            film,
            view: View::with_keys("hjkl", 'z'),
            ink: Ink::of_environment(),
            open: None,
            turn: None,
            said: String::new(),
            dirty: true,
        })
    }

    fn top(&self) -> (String, String) {
        let live = if self.watched.is_live() { " (live)" } else { "" };
        let eyes = match self.film.seat {
            Some(seat) => format!(" as {} saw it", self.about.seats[seat.index()].name),
            None => String::new(),
        };
        let (frame, last) = (self.film.frame, self.watched.with(|reel| reel.index.steps));
        let plays = if self.film.playing { ">" } else { "||" };
        (
            format!(" {}{live}: {}{eyes}", self.about.game, self.film.shot.moment),
            format!("{plays} {}x  {frame}/{last} ", self.film.speed()),
        )
    }

    /// How it ended, once the end is shown.
    fn ending(&self) -> Option<String> {
        self.watched.with(|reel| {
            let index = &reel.index;
            let at_end = self.film.frame == index.steps && !reel.is_live();
            let summary = index.void.as_ref().map(|why| format!("the match is void: {why}")).or(index.summary.clone());
            summary.filter(|_| at_end)
        })
    }

    fn draw_on(&mut self, frame: &mut Frame<'_>) {
        let screen = frame.area();
        let buffer = frame.buffer_mut();
        let layout = Layout::of(screen);
        let (left, right) = self.top();
        bar(buffer, layout.top, &left, &right);
        let shot = &self.film.shot;
        match &shot.sketch {
            Some(sketch) => {
                let lights = Lights { focus: shot.focus(), flashed: &shot.places, ..Lights::default() };
                self.view.draw(buffer, layout.board, sketch, self.ink, &lights);
            }
            None => write(buffer, layout.board, &["this seat had not been asked yet".into()]),
        }
        let mut beside = panel::scores(&shot.scene, &self.about.seats, self.ink, layout.panel);
        if !layout.is_narrow()
            && let Some(sketch) = &shot.sketch
        {
            beside.push(Line::default());
            beside.extend(panel::legend(sketch, &self.about.seats, self.ink));
        }
        write(buffer, layout.panel, &beside);
        let ending = self.ending();
        if let Some(ending) = &ending {
            let lines = wrap(&ending.replace('\n', " "), usize::from(layout.log.width));
            let lines: Vec<Line<'_>> = lines.into_iter().map(|line| bold(line).into()).collect();
            write(buffer, layout.log, &lines);
        } else if self.film.seat.is_some() && self.about.hides {
            let faint = self.ink.faint();
            write(buffer, layout.log, &[Line::styled("events are told in the view of everything (f)", faint)]);
        } else {
            let now = self.film.frame;
            let told =
                self.film.log.iter().map(|line| {
                    (line.text.as_str(), line.step == now, line.key.is_some() || line.kind == LineKind::Fault)
                });
            write(buffer, layout.log, &panel::tail(told, self.ink, layout.log));
        }
        let help = match &self.turn {
            Some(typed) => format!(" go to turn {typed}_"),
            None if !self.said.is_empty() => format!(" {}", self.said),
            None if screen.width < 66 => " space play  arrows  e q  ? keys  Q leave".into(),
            None => " space play  left right step  up down speed  e q events  f seat  ? keys  Q leave".into(),
        };
        bar(buffer, layout.bottom, &help, "");
        if let Some(open) = &mut self.open {
            let (title, lines) = match open.what {
                Leaf::Help => ("Keys", keys(KEYS, screen)),
                Leaf::Legend => {
                    let sketch = self.film.shot.sketch.as_ref();
                    (
                        "Legend",
                        sketch.map(|sketch| panel::legend(sketch, &self.about.seats, self.ink)).unwrap_or_default(),
                    )
                }
                Leaf::Log => {
                    let width = usize::from(screen.width).saturating_sub(6);
                    let told = self.film.log.iter().flat_map(|line| wrap(&line.text, width));
                    ("Events", told.map(|line| plain(line).into()).collect())
                }
            };
            open.hidden = boxed(frame.buffer_mut(), screen, title, &lines, open.skip);
        }
    }

    /// Typing the number of a turn; false once that is over.
    fn type_turn(&mut self, key: Key) -> Result<(), Error> {
        let Some(typed) = &mut self.turn else { return Ok(()) };
        match key.code {
            Code::Char(digit) if digit.is_ascii_digit() && typed.len() < 12 => typed.push(digit),
            Code::Char('-') if typed.is_empty() => typed.push('-'),
            Code::Backspace => drop(typed.pop()),
            Code::Enter => {
                if let Ok(turn) = typed.parse::<i64>() {
                    let frame = self.watched.with(|reel| reel.index.turn.partition_point(|&at| at < turn));
                    self.go(frame)?;
                }
                self.turn = None;
            }
            Code::Escape => self.turn = None,
            _ => {}
        }
        Ok(())
    }

    fn go(&mut self, frame: usize) -> Result<(), Error> {
        let film = &mut self.film;
        self.watched.with(|reel| film.go(reel, frame))
    }

    fn event(&mut self, forward: bool) -> Result<(), Error> {
        match self.watched.with(|reel| self.film.event(reel, forward)) {
            Some((frame, kind)) => {
                self.go(frame)?;
                self.said = format!("{kind} ({})", self.film.shot.moment);
            }
            None => self.said = format!("there is no {} key event", if forward { "later" } else { "earlier" }),
        }
        Ok(())
    }

    /// Sees it with the next pair of eyes.
    fn eyes(&mut self) -> Result<(), Error> {
        let seats = self.about.seats.len();
        self.film.seat = match self.film.seat {
            None => Some(Seat(0)),
            Some(Seat(n)) => Some(Seat(n + 1)).filter(|seat| seat.index() < seats),
        };
        let film = &mut self.film;
        self.watched.with(|reel| film.show(reel, film.frame))
    }

    fn pressed(&mut self, key: Key) -> Result<Flow, Error> {
        self.said.clear();
        let steps = self.watched.with(|reel| reel.index.steps);
        let (frame, tenth) = (self.film.frame, (steps / 10).max(1));
        match key.code {
            Code::Char(' ') => {
                let (film, live) = (&mut self.film, self.watched.is_live());
                self.watched.with(|reel| film.toggle(reel, live))?;
            }
            Code::Left | Code::Right if key.shift => {
                let to = self.watched.with(|reel| self.film.turn(reel, key.code == Code::Right));
                self.go(to)?;
            }
            Code::Left => self.go(frame.saturating_sub(1))?,
            Code::Right => self.go(frame + 1)?,
            Code::PageUp => self.go(frame.saturating_sub(tenth))?,
            Code::PageDown => self.go(frame + tenth)?,
            Code::Up => self.film.faster(1),
            Code::Down => self.film.faster(-1),
            Code::Home | Code::Char(',') => self.go(0)?,
            Code::End | Code::Char('.') => self.go(steps)?,
            Code::Char(':') => self.turn = Some(String::new()),
            Code::Char('e') => self.event(true)?,
            Code::Char('q') => self.event(false)?,
            Code::Char('f') => self.eyes()?,
            Code::Char('h') => self.view.scroll([-1, 0]),
            Code::Char('j') => self.view.scroll([0, 1]),
            Code::Char('k') => self.view.scroll([0, -1]),
            Code::Char('l') => self.view.scroll([1, 0]),
            Code::Char('r') => self.view.held = false,
            Code::Char('z') => self.view.small = !self.view.small,
            Code::Char('g') => self.open = Some(Open::new(Leaf::Legend)),
            Code::Char('v') => self.open = Some(Open::new(Leaf::Log)),
            Code::Char('?') => self.open = Some(Open::new(Leaf::Help)),
            Code::Char('Q') => return Ok(Flow::Leave),
            _ => self.said = "? shows all keys, Q leaves".into(),
        }
        Ok(Flow::Stay)
    }
}

impl Act for Watch<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.draw_on(frame);
        self.dirty = false;
    }

    fn press(&mut self, key: Key) -> Result<Flow, Error> {
        self.dirty = true;
        if let Some(open) = &mut self.open {
            if open.press(key) == Flow::Leave {
                self.open = None;
            }
            return Ok(Flow::Stay);
        }
        if self.turn.is_some() {
            self.type_turn(key)?;
            return Ok(Flow::Stay);
        }
        self.pressed(key)
    }

    fn tick(&mut self, now: Instant) -> Result<bool, Error> {
        let live = self.watched.is_live();
        let grown = live && self.watched.refresh()?;
        // The ending may be all that is new.
        let (film, still) = (&mut self.film, self.watched.is_live());
        let moved = self.watched.with(|reel| film.tick(reel, now, still))?;
        Ok(std::mem::take(&mut self.dirty) || grown || moved)
    }
}

/// A table of keys as lines.
pub fn keys(keys: &[(&str, &str)], screen: Rect) -> Vec<Line<'static>> {
    let width = keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let room = usize::from(screen.width).saturating_sub(width + 6);
    let mut lines = Vec::new();
    for (key, what) in keys {
        for (i, part) in wrap(what, room).into_iter().enumerate() {
            let key = if i == 0 { *key } else { "" };
            lines.push(Line::from_iter([bold(format!("{key:width$}  ")), plain(part)]));
        }
    }
    lines
}

/// The side of a table that pages and terminals are told about.
fn as_viewed(table: &dyn skirmish_core::any::AnyTable) -> &dyn skirmish_core::any::Viewed {
    table
}
