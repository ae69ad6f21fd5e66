//! Playing by hand: the seats of one or more people at one terminal, who see what their seats were sent and nothing else.

mod compose;
mod draw;
mod picker;
mod turn;

use crate::Error;
use crate::board::View;
use crate::ink::Ink;
use crate::keys::{Code, Key};
use crate::stage::{Act, Flow, Leaf, Open, run};
use compose::{Composer, describe};
use picker::{Picked, Picker};
use ratatui_core::terminal::Frame;
use serde_json::Value;
use skirmish_core::hand::{Pace, Verb};
use skirmish_core::sketch::Sketch;
use skirmish_core::{Actor, Seat};
use skirmish_referee::Cancel;
use skirmish_referee::desk::{Desk, Over};
use skirmish_viewer::session::About;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use turn::{Standing, Turn};

/// How long each step of the others is shown.
const STEP: Duration = Duration::from_millis(300);
/// How far the cursor leaps with Shift.
const LEAP: i64 = 5;

const KEYS: &[(&str, &str)] = &[
    ("Tab, e, q", "the next, the previous unit that can act (your side itself comes last)"),
    ("arrows", "move the cursor; with Shift five cells"),
    ("Enter", "what a click does: choose, strike, walk there, however far that is"),
    ("a letter", "an order of the game: it is beside the board, and asks for what it needs"),
    ("/", "a list of everything the unit can do; type to find something in it"),
    ("A", "everybody: the next Enter, k or j is for all units that can act"),
    ("k", "advance to the cursor: strike whoever comes into range on the way"),
    ("j", "hold: stay, and strike whoever comes into range"),
    ("v", "stop: take the standing order back"),
    (".", "the orders of the turn before once more"),
    ("Backspace", "undo; Ctrl-Y does it again"),
    ("n", "have a bot suggest orders: Enter takes one, y all of them"),
    ("f", "let a bot finish the turn"),
    ("N", "another bot"),
    ("S", "send the turn (also Ctrl-S, and Ctrl-Enter where it arrives)"),
    ("R", "resign"),
    ("Z", "the whole board smaller, or a part of it around the cursor"),
    ("G V", "what the characters stand for; what has happened"),
    ("? ", "these keys"),
    ("Q", "leave the match (also Ctrl-C); Ctrl-Z goes to the shell"),
];

/// How a person left the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// While the match was still on.
    Midway,
    /// When it was over.
    Done,
    /// When it was over, to see all of it.
    ToWatch,
}

/// Seats the people of a match at this terminal until it is over or they leave.
pub fn play(about: &About, desks: Vec<(Seat, Arc<Desk>)>, cancel: &Cancel) -> Result<Left, Error> {
    let mut play = Play::new(about.clone(), desks);
    run(&mut play, cancel)?;
    Ok(play.left())
}

/// What the person is busy with.
enum Busy {
    /// Nothing but the board.
    Free,
    /// Putting an order together: the slot that is open, and what may fill it.
    Composing(Composer, Picker),
    /// Choosing from everything that is legal.
    Listing(Picker, Vec<Value>),
    /// Looking at what a bot suggests.
    Suggested(Picker, Vec<Value>),
    /// Asked for a yes before something that cannot be taken back.
    Sure(Sure),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sure {
    Resign,
    Leave,
    SendNothing,
}

impl Sure {
    fn question(self) -> &'static str {
        match self {
            Sure::Resign => "Resign? It counts as a loss. y: yes, any other key: no",
            Sure::Leave => "Leave? The match ends undecided; its replay is kept. y: yes, any other key: no",
            Sure::SendNothing => "No orders are given. Send an empty turn? y: yes, any other key: no",
        }
    }
}

/// The people at this terminal.
pub(crate) struct Play {
    about: About,
    desks: Vec<(Seat, Arc<Desk>)>,
    turn: Option<Turn>,
    /// The board after the last orders, while the others have their turn.
    last: Option<Sketch>,
    /// Who sat here last: with several people the board is covered until the next one says that he or she is there.
    sits: Option<Seat>,
    curtain: bool,
    over: Option<Over>,
    standing: Vec<(Seat, Standing)>,
    cursor: [i64; 2],
    view: View,
    ink: Ink,
    busy: Busy,
    everybody: bool,
    open: Option<Open>,
    /// The bot that helps, by its place among the bots.
    bot: usize,
    said: String,
    /// What has happened, the latest last.
    log: Vec<String>,
    /// Steps of the others that are still to be shown.
    story: VecDeque<(Sketch, Vec<String>)>,
    shown: Option<Instant>,
    left: Left,
    dirty: bool,
}

impl Play {
    pub(crate) fn new(about: About, desks: Vec<(Seat, Arc<Desk>)>) -> Play {
        let bot = about.bots.iter().position(|bot| *bot == "medium").unwrap_or(0);
        Play {
            about,
            desks,
            turn: None,
            last: None,
            sits: None,
            curtain: false,
            over: None,
            standing: Vec::new(),
            cursor: [0, 0],
            view: View::with_keys("the cursor", 'Z'),
            ink: Ink::of_environment(),
            busy: Busy::Free,
            everybody: false,
            open: None,
            bot,
            said: String::new(),
            log: Vec::new(),
            story: VecDeque::new(),
            shown: None,
            left: Left::Midway,
            dirty: true,
        }
    }

    /// How many orders are not sent yet.
    #[cfg(test)]
    pub(crate) fn orders(&self) -> usize {
        self.turn.as_ref().map_or(0, Turn::count)
    }

    fn left(&self) -> Left {
        self.left
    }

    fn verbs(&self) -> &'static [Verb] {
        self.about.verbs
    }

    fn name(&self, seat: Seat) -> &str {
        self.about.seats.get(seat.index()).map_or("?", |info| info.name.as_str())
    }

    /// Looks whether a desk asks something, or the match is over.
    fn look(&mut self) -> bool {
        if self.over.is_none() {
            self.over = self.desks.iter().find_map(|(_, desk)| desk.look(|at| at.over.cloned()));
            if self.over.is_some() {
                self.turn = None;
                self.story.clear();
                (self.busy, self.open, self.curtain) = (Busy::Free, None, false);
                return true;
            }
        }
        if self.over.is_some() || self.turn.as_ref().is_some_and(Turn::is_open) {
            return false;
        }
        let had = self.turn.take().is_some();
        let verbs = self.verbs();
        let asked = self.desks.iter().find_map(|(seat, desk)| Turn::open(desk, *seat, verbs));
        match asked {
            Some(turn) => self.begin(turn),
            None => return had,
        }
        true
    }

    /// A seat is asked: what has happened is told, standing orders go on, and the first unit is chosen.
    fn begin(&mut self, mut turn: Turn) {
        (self.busy, self.everybody, self.open) = (Busy::Free, false, None);
        let seat = turn.seat;
        self.curtain = self.desks.len() > 1 && self.sits != Some(seat);
        if self.sits != Some(seat) {
            self.log.clear();
        }
        self.sits = Some(seat);
        self.log.push(format!("-- {}", turn.moment));
        self.log.append(&mut turn.rejected);
        if let Some(story) = &turn.story {
            let told = |lines: &[skirmish_referee::story::Told]| -> Vec<String> {
                lines.iter().map(|line| line.text.clone()).collect()
            };
            self.story =
                story.steps.iter().filter_map(|step| Some((step.sketch.clone()?, told(&step.lines)))).collect();
            self.log.extend(story.steps.iter().flat_map(|step| told(&step.lines)));
        }
        self.log.extend(turn.losses(self.about.hides));
        let excess = self.log.len().saturating_sub(400);
        self.log.drain(..excess);
        let mine: Vec<Standing> =
            self.standing.iter().filter(|(whose, _)| *whose == seat).map(|(_, one)| one.clone()).collect();
        let marched = turn.march(&mine);
        let done = |unit: i64| marched.arrived.contains(&unit) || turn.item(unit).is_none();
        self.standing.retain(|(whose, one)| *whose != seat || !done(one.unit));
        let added = turn.add(&marched.orders).unwrap_or(0);
        turn.select(None);
        turn.next(true);
        if added > 0 {
            self.said = format!("standing orders: {added} of the orders are theirs; Backspace takes them back");
        }
        self.turn = Some(turn);
        self.show_chosen();
    }

    /// Puts the cursor on whoever is chosen.
    fn show_chosen(&mut self) {
        let Some(turn) = &self.turn else { return };
        if let Some(cell) = turn.actor.and_then(|actor| turn.cell_of(actor)) {
            self.cursor = cell;
        }
    }

    /// Goes on to the next unit if the chosen one has nothing left to do.
    fn go_on(&mut self) {
        let Some(turn) = &mut self.turn else { return };
        if turn.actor.is_some_and(|actor| !turn.actors().contains(&actor)) {
            turn.next(true);
            self.show_chosen();
        }
    }

    /// Takes orders into the turn and says what came of it.
    fn add(&mut self, actions: &[Value]) {
        let verbs = self.verbs();
        let Some(turn) = &mut self.turn else { return };
        let first = actions.first().map(|action| describe(verbs, action, &turn.considered.scene)).unwrap_or_default();
        self.said = match turn.add(actions) {
            Ok(0) => "nothing to add".into(),
            Ok(1) => first,
            Ok(many) => format!("{many} orders"),
            Err(why) => format!("{first}: {why}"),
        };
        self.go_on();
    }

    /// What a click at the cursor does.
    fn click(&mut self) {
        let cursor = self.cursor;
        if self.everybody {
            return self.march(Some(cursor), Pace::Go);
        }
        let Some(turn) = &mut self.turn else { return };
        let actors = turn.actors();
        let mut here = actors.iter().copied().filter(|actor| turn.cell_of(*actor) == Some(cursor));
        if let Some(other) = here.find(|actor| turn.actor != Some(*actor)) {
            turn.select(Some(other));
            self.said.clear();
            return;
        }
        let Some(Actor::Unit(unit)) = turn.actor else {
            self.said = "choose a unit first: Tab, or Enter on it; letters give orders of your side".into();
            return;
        };
        let Some(reach) = &turn.reach else { return };
        let target_at = |target: Option<i64>| target.and_then(|target| turn.item(target)?.cell) == Some(cursor);
        let strike = reach.strikes.iter().find(|way| way.cell == Some(cursor) || target_at(way.target));
        let place = reach.places.iter().find(|way| way.cell == Some(cursor));
        if let Some(way) = strike.or(place) {
            let orders = way.orders.clone();
            self.standing.retain(|(_, one)| one.unit != unit);
            return self.add(&orders);
        }
        if let Some(barred) = reach.barred.iter().find(|barred| target_at(Some(barred.target))) {
            self.said = barred.why.into();
            return;
        }
        self.march(Some(cursor), Pace::Go);
    }

    /// Sends the chosen unit or everybody somewhere, over as many turns as it takes.
    fn march(&mut self, goal: Option<[i64; 2]>, pace: Pace) {
        let walks = self.verbs().iter().any(|verb| verb.walks);
        let Some(turn) = &mut self.turn else { return };
        let units = match turn.actor {
            _ if self.everybody => turn.units(),
            Some(Actor::Unit(unit)) => vec![unit],
            _ => Vec::new(),
        };
        if units.is_empty() {
            self.said = "nobody is chosen who can go".into();
            return;
        }
        if goal.is_some() && !walks {
            self.said = "units do not walk in this game".into();
            return;
        }
        let seat = turn.seat;
        let standing: Vec<Standing> = units.iter().map(|&unit| Standing { unit, goal, pace }).collect();
        let marched = turn.march(&standing);
        let stuck = marched.stuck.len();
        self.standing.retain(|(_, one)| !units.contains(&one.unit));
        let lasting = standing.into_iter().filter(|one| !marched.arrived.contains(&one.unit)).map(|one| (seat, one));
        self.standing.extend(lasting);
        let added = turn.add(&marched.orders).unwrap_or(0);
        let how = match (goal, pace) {
            (Some([x, y]), Pace::Fight) => format!("advance to ({x}, {y})"),
            (Some([x, y]), _) => format!("go to ({x}, {y})"),
            (None, _) => "hold".into(),
        };
        let not = if stuck > 0 { format!("; {stuck} cannot get closer now") } else { String::new() };
        self.said = format!("{how}: {added} orders now, and on until it is done (v: stop){not}");
        self.everybody = false;
        self.go_on();
    }

    /// Begins an order of the game by its letter; false if there is none.
    fn verb(&mut self, letter: char) -> bool {
        let verbs = self.verbs();
        let named: Vec<&'static Verb> = verbs.iter().filter(|verb| verb.key == letter).collect();
        let Some(turn) = &mut self.turn else { return false };
        let Some(first) = named.first() else { return false };
        let of_unit = matches!(turn.actor, Some(Actor::Unit(_)));
        let verb = named.iter().copied().find(|verb| verb.unit == of_unit).unwrap_or(first);
        if !verb.unit && turn.actor != Some(Actor::Seat) {
            turn.select(Some(Actor::Seat));
        }
        if verb.unit && !of_unit {
            self.said = format!("{}: choose a unit first (Tab)", verb.label);
            return true;
        }
        let candidates: Vec<Value> = turn.of_verb(verb).into_iter().cloned().collect();
        if candidates.is_empty() {
            self.said = format!("{}: not possible now. {}", verb.label, verb.about);
            return true;
        }
        let unit = if let Some(Actor::Unit(unit)) = turn.actor { Some(unit) } else { None };
        self.compose(Composer::new(verb, unit, candidates));
        true
    }

    /// Asks for the next slot of an order, or takes the order if nothing is left open.
    fn compose(&mut self, composer: Composer) {
        if let Some(action) = composer.action() {
            self.busy = Busy::Free;
            self.standing.retain(|(_, one)| Some(one.unit) != action["unit"].as_i64());
            return self.add(&[action]);
        }
        let Some(turn) = &self.turn else { return };
        let choices = composer.choices(&turn.considered.scene);
        let title = format!("{}: {}", composer.verb.label, composer.slot().map_or("", compose::label));
        let picker = Picker::new(title, choices, composer.asks_for_cell());
        if let Some(cell) = picker.nearest(self.cursor) {
            self.cursor = cell;
        }
        self.said.clear();
        self.busy = Busy::Composing(composer, picker);
    }

    fn composing(&mut self, mut composer: Composer, mut picker: Picker, key: Key) {
        let rising = self.rising();
        match picker.press(key, &mut self.cursor, rising) {
            Picked::Nothing => self.busy = Busy::Composing(composer, picker),
            Picked::Choice(i) => {
                composer.fill(picker.choices[i].value.clone());
                self.compose(composer);
            }
            Picked::Cell([x, y]) => {
                composer.fill(serde_json::json!([x, y]));
                self.compose(composer);
            }
            Picked::Back if composer.back() => self.compose(composer),
            Picked::Back => self.busy = Busy::Free,
        }
    }

    /// Everything that whoever is chosen can do, as one list.
    fn list(&mut self) {
        let verbs = self.verbs();
        let Some(turn) = &self.turn else { return };
        let legal = turn.considered.legal.clone();
        if legal.is_empty() {
            self.said = "nothing can be done with this choice; Tab goes on".into();
            return;
        }
        let words = legal.iter().map(|action| describe(verbs, action, &turn.considered.scene)).collect();
        self.busy = Busy::Listing(Picker::of_words("Everything possible: type to find".into(), words), legal);
    }

    fn listing(&mut self, mut picker: Picker, legal: Vec<Value>, key: Key) {
        let rising = self.rising();
        match picker.press(key, &mut self.cursor, rising) {
            Picked::Choice(i) => {
                self.busy = Busy::Free;
                self.add(&[legal[i].clone()]);
            }
            Picked::Back => self.busy = Busy::Free,
            Picked::Nothing | Picked::Cell(_) => self.busy = Busy::Listing(picker, legal),
        }
    }

    fn suggest(&mut self) {
        let verbs = self.verbs();
        let (Some(turn), Some(bot)) = (&self.turn, self.about.bots.get(self.bot)) else { return };
        let advice = turn.advice(bot);
        if advice.is_empty() {
            self.said = format!("{bot} would add nothing");
            return;
        }
        let words = advice.iter().map(|action| describe(verbs, action, &turn.considered.scene)).collect();
        let title = format!("{bot} suggests (Enter: this one, y: all)");
        self.busy = Busy::Suggested(Picker::of_words(title, words).without_typing(), advice);
    }

    fn suggested(&mut self, mut picker: Picker, mut advice: Vec<Value>, key: Key) {
        if key.char() == Some('y') {
            self.busy = Busy::Free;
            return self.add(&advice);
        }
        let rising = self.rising();
        match picker.press(key, &mut self.cursor, rising) {
            Picked::Choice(i) => {
                let action = advice.remove(i);
                picker.choices.remove(i);
                self.add(&[action]);
                let rest = !advice.is_empty();
                self.busy = if rest { Busy::Suggested(picker.at(i), advice) } else { Busy::Free };
            }
            Picked::Back => self.busy = Busy::Free,
            Picked::Nothing | Picked::Cell(_) => self.busy = Busy::Suggested(picker, advice),
        }
    }

    fn finish(&mut self) {
        let (Some(turn), Some(bot)) = (&self.turn, self.about.bots.get(self.bot).copied()) else { return };
        let advice = turn.advice(bot);
        self.add(&advice);
        self.said = match advice.len() {
            0 => format!("{bot} would add nothing; S sends"),
            count => format!("{bot} added {count} order{}; look, then S sends", if count == 1 { "" } else { "s" }),
        };
    }

    fn send(&mut self, sure: bool) {
        let Some(turn) = &mut self.turn else { return };
        if turn.count() == 0 && !sure && !turn.units().is_empty() {
            self.busy = Busy::Sure(Sure::SendNothing);
            return;
        }
        self.last = Some(turn.sketch.clone());
        self.said = match turn.send() {
            Ok(()) => "sent".into(),
            Err(why) => why.to_string(),
        };
        self.turn = None;
    }

    fn sure(&mut self, sure: Sure, key: Key) -> Flow {
        self.busy = Busy::Free;
        if key.char() != Some('y') {
            self.said.clear();
            return Flow::Stay;
        }
        match sure {
            Sure::SendNothing => self.send(true),
            Sure::Resign => {
                if let Some(turn) = self.turn.take() {
                    self.said = turn.resign().map_or_else(|why| why.to_string(), |()| "resigned".into());
                }
            }
            Sure::Leave => return Flow::Leave,
        }
        Flow::Stay
    }

    fn rising(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.sketch.is_rising())
    }

    /// Moves the cursor on the screen, and so on the board; it stays on it.
    fn steer(&mut self, arrow: [i64; 2], far: bool) {
        let Some(turn) = &self.turn else { return };
        self.cursor = steered(&turn.sketch, self.cursor, arrow, if far { LEAP } else { 1 });
    }

    /// A key while nothing else is open.
    fn free(&mut self, key: Key) -> Flow {
        self.said.clear();
        if let Some(arrow) = key.arrow() {
            self.steer(arrow, key.shift);
            return Flow::Stay;
        }
        let letter = key.char();
        match (key.code, letter) {
            (Code::Enter, _) if key.control => self.send(false),
            (Code::Char('s'), None) if key.control => self.send(false),
            (Code::Char('y'), None) if key.control => {
                if let Some(turn) = &mut self.turn {
                    self.said = if turn.redo() { "done again" } else { "there is nothing to do again" }.into();
                }
            }
            (Code::Enter, _) => self.click(),
            (Code::Tab, _) => self.next(!key.shift),
            (_, Some('e')) => self.next(true),
            (_, Some('q')) => self.next(false),
            (Code::Backspace, _) => {
                if let Some(turn) = &mut self.turn {
                    self.said = if turn.undo() { "undone" } else { "there is nothing to undo" }.into();
                }
            }
            (Code::Escape, _) => self.everybody = false,
            (_, Some('/')) => self.list(),
            (_, Some('A')) => {
                self.everybody = !self.everybody;
                self.said =
                    if self.everybody { "everybody: Enter, k or j at the cursor is for all" } else { "one unit" }
                        .into();
            }
            (_, Some('k')) => self.march(Some(self.cursor), Pace::Fight),
            (_, Some('j')) => self.march(None, Pace::Hold),
            (_, Some('v')) => {
                if let Some(Actor::Unit(unit)) = self.turn.as_ref().and_then(|turn| turn.actor) {
                    self.standing.retain(|(_, one)| one.unit != unit && !self.everybody);
                    self.said = "no standing order".into();
                }
            }
            (_, Some('.')) => {
                let last = self.turn.as_ref().map(Turn::last).unwrap_or_default();
                self.add(&last);
            }
            (_, Some('n')) => self.suggest(),
            (_, Some('f')) => self.finish(),
            (_, Some('N')) => {
                self.bot = (self.bot + 1) % self.about.bots.len().max(1);
                self.said = format!("{} helps (n, f)", self.about.bots.get(self.bot).unwrap_or(&"nobody"));
            }
            (_, Some('S')) => self.send(false),
            (_, Some('R')) if self.turn.is_some() => self.busy = Busy::Sure(Sure::Resign),
            (_, Some('Z')) => self.view.small = !self.view.small,
            (_, Some('?')) => self.open = Some(Open::new(Leaf::Help)),
            (_, Some('V')) => self.open = Some(Open::new(Leaf::Log)),
            (_, Some('G')) => self.open = Some(Open::new(Leaf::Legend)),
            (_, Some('Q')) => {
                if self.over.is_some() {
                    self.left = Left::Done;
                    return Flow::Leave;
                }
                self.busy = Busy::Sure(Sure::Leave);
            }
            (_, Some('w')) if self.over.as_ref().is_some_and(|over| over.replay.is_some()) => {
                self.left = Left::ToWatch;
                return Flow::Leave;
            }
            (_, Some(letter)) if self.verb(letter) => {}
            _ => self.said = "? shows all keys".into(),
        }
        Flow::Stay
    }

    fn next(&mut self, forward: bool) {
        if let Some(turn) = &mut self.turn {
            turn.next(forward);
            if turn.actor.is_none() {
                self.said = "nobody is left who can act; S sends".into();
            }
        }
        self.show_chosen();
    }
}

/// Where the cursor is after an arrow: as the arrow points on the screen, on the board.
fn steered(sketch: &Sketch, [x, y]: [i64; 2], [dx, dy]: [i64; 2], by: i64) -> [i64; 2] {
    let up = if sketch.is_rising() { -1 } else { 1 };
    let [columns, rows] = sketch.size();
    if columns == 0 {
        return [x, y];
    }
    let last = sketch.cells() - 1;
    let ys = [sketch.y_of(0), sketch.y_of(rows - 1)];
    [
        (x + dx * by).clamp(sketch.x_of(0), sketch.x_of(columns - 1) + last),
        (y + dy * by * up).clamp(ys[0].min(ys[1]), ys[0].max(ys[1]) + last),
    ]
}

impl Act for Play {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw::draw(self, frame);
        self.dirty = false;
    }

    fn press(&mut self, key: Key) -> Result<Flow, Error> {
        self.dirty = true;
        if self.curtain {
            self.curtain = key.code != Code::Enter;
            self.shown = None;
            return Ok(Flow::Stay);
        }
        if let Some(open) = &mut self.open {
            if open.press(key) == Flow::Leave {
                self.open = None;
            }
            return Ok(Flow::Stay);
        }
        // Whoever presses a key has seen enough of the others.
        self.story.clear();
        match std::mem::replace(&mut self.busy, Busy::Free) {
            Busy::Free => return Ok(self.free(key)),
            Busy::Composing(composer, picker) => self.composing(composer, picker, key),
            Busy::Listing(picker, legal) => self.listing(picker, legal, key),
            Busy::Suggested(picker, advice) => self.suggested(picker, advice, key),
            Busy::Sure(sure) => return Ok(self.sure(sure, key)),
        }
        Ok(Flow::Stay)
    }

    fn tick(&mut self, now: Instant) -> Result<bool, Error> {
        let mut changed = self.look() || std::mem::take(&mut self.dirty);
        if !self.story.is_empty() && !self.curtain {
            let since = *self.shown.get_or_insert(now);
            if now.duration_since(since) >= STEP {
                self.story.pop_front();
                self.shown = Some(now);
                changed = true;
            }
        } else {
            self.shown = None;
        }
        Ok(changed)
    }
}
