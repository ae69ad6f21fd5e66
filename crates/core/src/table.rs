//! The table: a game being played, and everything it takes to tell each seat its part.
//!
//! Referee, viewer, reruns, forks and laws all go through it. After a load or a fork the inboxes are empty and every
//! seat gets a first view again.

use crate::hand::Hand;
use crate::plain;
use crate::rules::legal_actions;
use crate::scene::{Places, Scene, Tale};
use crate::sketch::Sketch;
use crate::view::{News, Step, Viewer};
use crate::{Answer, Entry, Game, Orders, Record, Rejection, Seat, Turn};
use serde::Serialize;
use serde_json::Value;

/// A game, its state, and one inbox per seat.
///
/// ```
/// use skirmish_cairns::Cairns;
/// use skirmish_core::{Documents, Entry, Orders, Rng, Setup, Table};
///
/// let (game, state) = Cairns::resolve(&Setup::seeded(7)).unwrap();
/// let mut table = Table::new(game, state);
/// let (mut view, mut rng) = (Default::default(), Rng::new(1));
/// while !table.turn().is_over() {
///     let mut orders = Orders::new();
///     for seat in table.turn().to_act.iter() {
///         table.ask(seat, &mut view); // A bot would decide by the view; this one plays at random.
///         let choice = rng.choose(&table.legal(seat)).copied();
///         orders.list(seat, choice.map(Entry::Action));
///     }
///     table.step(&orders);
///     assert!(table.record().rejections.is_empty());
/// }
/// assert!(!table.summary().starts_with("Not over"));
/// ```
#[derive(Clone)]
pub struct Table<G: Game> {
    /// The game's tables.
    pub game: G,
    /// How things stand.
    pub state: G::State,
    memory: G::Memory,
    inboxes: Vec<Inbox<G>>,
    record: Record<G::Event>,
}

#[derive(Clone)]
struct Inbox<G: Game> {
    requests: u32,
    rejected: Vec<Rejection>,
    entries: Vec<Entry<G::Action>>,
    events: Vec<G::Event>,
}

impl<G: Game> Default for Inbox<G> {
    fn default() -> Self {
        Inbox { requests: 0, rejected: Vec::new(), entries: Vec::new(), events: Vec::new() }
    }
}

/// The message that asks a seat for its orders.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct TurnMessage<'a, G: Game> {
    r#type: &'static str,
    /// Counts the requests to this seat, from 1; the answer names it.
    pub request: u32,
    /// The number of the turn.
    pub turn: i64,
    /// The phase, in games that have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// What the seat is told.
    pub view: &'a G::View,
    /// The seat's legal actions, if it is sent them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<G::Wire>>,
    /// What was refused of the seat's last list.
    pub rejected: Vec<RejectedMessage<G>>,
    // The times one by one: serde writes flattened structs slowly.
    /// How long the last answer took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_ms: Option<u32>,
    /// How long this answer may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<i64>,
    /// What is left in the seat's time bank, in games that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<i64>,
}

/// One rejection, as the seat is told about it.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct RejectedMessage<G: Game> {
    /// The place in the list, from 0; -1 is the whole list.
    pub index: i32,
    /// Why it was refused.
    pub reason: crate::Reason,
    /// The action that was refused; `None` if the entry could not be read as one.
    pub action: Option<G::Wire>,
}

/// The times of a turn message in milliseconds; whoever keeps the clock fills them in.
#[derive(Clone, Copy, Default, Debug)]
pub struct Timing {
    /// How long the last answer took.
    pub last_ms: Option<u32>,
    /// How long the answer may take.
    pub limit_ms: Option<i64>,
    /// What is left in the time bank.
    pub bank_ms: Option<i64>,
}

impl<G: Game> Table<G> {
    /// Puts a game on the table. Every inbox is empty, and every seat gets a first view.
    pub fn new(game: G, state: G::State) -> Table<G> {
        let seats = game.seats(&state).len();
        let memory = game.begin(&state);
        Table {
            game,
            state,
            memory,
            inboxes: (0..seats).map(|_| Inbox::default()).collect(),
            record: Record::default(),
        }
    }

    /// Puts a game on the table that somebody has played before, with what was remembered of it.
    pub fn resume(game: G, state: G::State, memory: G::Memory) -> Table<G> {
        Table { memory, ..Table::new(game, state) }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// What the table remembers for views and results, beyond the state.
    pub fn memory(&self) -> &G::Memory {
        &self.memory
    }

    /// The events, rejections and draws of the last step.
    pub fn record(&self) -> &Record<G::Event> {
        &self.record
    }

    /// The result object of the rulebook, while the game runs as well.
    pub fn outcome(&self) -> G::Outcome {
        self.game.outcome(&self.state, &self.memory)
    }

    /// How it ended, or how it stands, in plain sentences.
    pub fn summary(&self) -> String {
        self.game.summary(&self.state, &self.memory)
    }

    /// Asks a seat: writes its view, takes its news out of the inbox and returns the number of the request.
    pub fn ask(&mut self, seat: Seat, view: &mut G::View) -> u32 {
        let request = self.count_request(seat);
        let inbox = &mut self.inboxes[seat.index()];
        let news = News { first: request == 1, rejected: &inbox.rejected, events: &inbox.events, memory: &self.memory };
        self.game.view(&self.state, Viewer::Seat(seat), &news, view);
        inbox.events.clear();
        request
    }

    /// Counts a request to a seat and returns its number. [`Table::ask`] does so itself.
    pub fn count_request(&mut self, seat: Seat) -> u32 {
        // In a live game seats come later.
        if seat.index() >= self.inboxes.len() {
            self.inboxes.resize_with(seat.index() + 1, Inbox::default);
        }
        let inbox = &mut self.inboxes[seat.index()];
        inbox.requests += 1;
        inbox.requests
    }

    /// The whole message to a seat, with `view` as the buffer for its view. It has the legal actions if the seat wants
    /// them or the game always sends them.
    pub fn message<'a>(
        &mut self,
        seat: Seat,
        want_legal: bool,
        timing: Timing,
        view: &'a mut G::View,
    ) -> TurnMessage<'a, G> {
        let request = self.ask(seat, view);
        let turn = self.turn();
        let rejected = self.rejected(seat);
        let legal = (want_legal || self.game.host().lists_legal)
            .then(|| self.legal(seat).iter().map(|action| self.game.wire(action)).collect());
        let Timing { last_ms, limit_ms, bank_ms } = timing;
        TurnMessage {
            r#type: "turn",
            request,
            turn: turn.number,
            phase: turn.phase,
            view,
            legal,
            rejected,
            last_ms,
            limit_ms,
            bank_ms,
        }
    }

    /// What was refused of a seat's last list.
    pub fn rejected(&self, seat: Seat) -> Vec<RejectedMessage<G>> {
        let Some(inbox) = self.inboxes.get(seat.index()) else { return Vec::new() };
        inbox
            .rejected
            .iter()
            .map(|rejection| RejectedMessage {
                index: rejection.index,
                reason: rejection.reason,
                action: usize::try_from(rejection.index).ok().and_then(|i| inbox.entries.get(i)).and_then(|entry| {
                    match entry {
                        Entry::Action(action) => Some(self.game.wire(action)),
                        Entry::Bad(_) => None,
                    }
                }),
            })
            .collect()
    }

    /// The legal actions of a seat, by actor.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        legal_actions(&self.game, &self.state, seat)
    }

    /// What a spectator or an omniscient viewer sees now.
    pub fn look(&self, viewer: Viewer, view: &mut G::View) {
        let news = News { first: true, rejected: &[], events: &self.record.events, memory: &self.memory };
        self.game.view(&self.state, viewer, &news, view);
    }

    /// A picture of what a viewer sees now. The inboxes stay as they are.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        let news = News { first: true, rejected: &[], events: &[], memory: &self.memory };
        let mut view = G::View::default();
        self.game.view(&self.state, viewer, &news, &mut view);
        match G::SHOW {
            Some(show) => (show.scene)(self.game.config(), &view),
            None => plain::scene(&view, &self.game.seats(&self.state)),
        }
    }

    /// The events of the last step in words, between the pictures before and after it.
    pub fn tales(&self, before: &Scene, after: &Scene) -> Vec<Tale> {
        let places = Places { grid: after.grid, before, after };
        let tell = |event| match G::SHOW {
            Some(show) => (show.tell)(event, &places),
            None => plain::tell(event),
        };
        self.record.events.iter().map(tell).collect()
    }

    /// The board as characters: with everything on it, or as a seat may imagine it.
    pub fn sketch(&self, viewer: Viewer) -> Sketch {
        match (G::SHOW, viewer) {
            (Some(show), Viewer::Seat(seat)) => {
                let imagined = (show.imagine)(&self.game, &self.state, &self.memory, seat);
                (show.sketch)(&self.game, &imagined)
            }
            (Some(show), _) => (show.sketch)(&self.game, &self.state),
            (None, _) => {
                let mut view = G::View::default();
                self.look(viewer, &mut view);
                plain::sketch(&view)
            }
        }
    }

    /// The seat for a person to play; `None` if the game cannot be played by hand.
    pub fn hand(&self, seat: Seat) -> Option<Hand<G>> {
        Hand::new(&self.game, &self.state, &self.memory, seat)
    }

    /// Plays one step and puts its news into the inboxes.
    pub fn step(&mut self, orders: &Orders<G::Action>) {
        let turn = self.turn();
        self.record.clear();
        self.game.step(&mut self.state, orders, &mut self.record);
        self.hand_out(turn, orders);
    }

    /// Plays one step with [recorded draws](crate::Documents::step_drawn), and says what is wrong with them.
    pub fn step_drawn(&mut self, orders: &Orders<G::Action>, draws: &[Value]) -> Result<(), String> {
        let turn = self.turn();
        self.record.clear();
        let verdict = self.game.step_drawn(&mut self.state, orders, draws, &mut self.record);
        self.hand_out(turn, orders);
        verdict
    }

    /// Takes over a step that was played elsewhere: how things stand after it, and what it told.
    pub fn take_over(&mut self, orders: &Orders<G::Action>, state: G::State, record: Record<G::Event>) {
        let turn = self.turn();
        (self.state, self.record) = (state, record);
        self.hand_out(turn, orders);
    }

    /// Throws away the events that wait in the inboxes, except those of one seat. They would pile up where nobody is
    /// asked, as in a replay that is only watched.
    pub fn forget_news(&mut self, except: Option<Seat>) {
        for (i, inbox) in self.inboxes.iter_mut().enumerate() {
            if except.is_none_or(|seat| seat.index() != i) {
                inbox.events.clear();
            }
        }
    }

    /// Remembers the step just played, and puts its news into the inboxes.
    fn hand_out(&mut self, turn: Turn, orders: &Orders<G::Action>) {
        let step = Step { turn, orders, record: &self.record, state: &self.state };
        self.game.remember(&mut self.memory, &step);
        for given in orders.iter() {
            let Some(inbox) = self.inboxes.get_mut(given.seat.index()) else { continue };
            inbox.rejected.clear();
            inbox.rejected.extend(self.record.rejections.iter().filter(|r| r.seat == given.seat));
            inbox.entries.clear();
            if let Answer::List(list) = given.answer {
                inbox.entries.extend_from_slice(list);
            }
        }
        if G::PUBLIC_EVENTS {
            for inbox in &mut self.inboxes {
                inbox.events.extend_from_slice(&self.record.events);
            }
        }
    }
}
