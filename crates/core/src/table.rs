//! The table: a game being played, with everything that must be remembered to tell each seat its part.
//!
//! Referee, viewer, reruns, forks and laws all go through it. After a load or a fork the inboxes are empty and
//! each seat gets a first view again.

use crate::hand::Hand;
use crate::plain;
use crate::rules::legal_actions;
use crate::scene::{Places, Scene, Tale};
use crate::view::{News, Step, Viewer};
use crate::{Answer, Entry, Game, Orders, Record, Rejection, Seat, Turn};
use serde::Serialize;
use serde_json::Value;

/// A game, its state, and one inbox per seat.
#[derive(Clone)]
pub struct Table<G: Game> {
    pub game: G,
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
    pub request: u32,
    pub turn: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    pub view: &'a G::View,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<G::Wire>>,
    pub rejected: Vec<RejectedMessage<G>>,
    // The times by themselves: what is flattened is written slowly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<i64>,
}

/// One rejection as a seat is told it; an entry that could not be read is null.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct RejectedMessage<G: Game> {
    pub index: i32,
    pub reason: crate::Reason,
    pub action: Option<G::Wire>,
}

/// The times of a turn message; whoever keeps the clock fills them in.
#[derive(Clone, Copy, Default, Debug)]
pub struct Timing {
    pub last_ms: Option<u32>,
    pub limit_ms: Option<i64>,
    pub bank_ms: Option<i64>,
}

impl<G: Game> Table<G> {
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

    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    pub fn memory(&self) -> &G::Memory {
        &self.memory
    }

    /// What the last step told.
    pub fn record(&self) -> &Record<G::Event> {
        &self.record
    }

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
        let inbox = &mut self.inboxes[seat.index()];
        inbox.requests += 1;
        inbox.requests
    }

    /// The whole message to a seat, `view` being its buffer; with legal actions if it wants them or the game says so.
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
        let inbox = &self.inboxes[seat.index()];
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

    /// What a spectator or an all-knowing viewer sees now.
    pub fn look(&self, viewer: Viewer, view: &mut G::View) {
        let news = News { first: true, rejected: &[], events: &self.record.events, memory: &self.memory };
        self.game.view(&self.state, viewer, &news, view);
    }

    /// What a viewer sees now, as a picture. It takes nothing out of the inboxes.
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

    /// The board as plain text, with everything on it.
    pub fn sketch(&self) -> String {
        match G::SHOW {
            Some(show) => (show.sketch)(&self.game, &self.state),
            None => {
                let mut view = G::View::default();
                self.look(Viewer::Omniscient, &mut view);
                plain::sketch(&view)
            }
        }
    }

    /// The seat for a person to play; `None` where the game does not say how.
    pub fn hand(&self, seat: Seat) -> Option<Hand<G>> {
        Hand::new(&self.game, &self.state, &self.memory, seat)
    }

    /// Plays one step and hands out what it told.
    pub fn step(&mut self, orders: &Orders<G::Action>) {
        let turn = self.turn();
        self.record.clear();
        self.game.step(&mut self.state, orders, &mut self.record);
        self.hand_out(turn, orders);
    }

    /// Plays one step with [draws that were written down](crate::Documents::step_drawn), and says what is wrong with them.
    pub fn step_drawn(&mut self, orders: &Orders<G::Action>, draws: &[Value]) -> Result<(), String> {
        let turn = self.turn();
        self.record.clear();
        let verdict = self.game.step_drawn(&mut self.state, orders, draws, &mut self.record);
        self.hand_out(turn, orders);
        verdict
    }

    /// Throws away the events that wait for the seats, but for one of them. Where nobody is asked, as in a replay that is
    /// only looked at, they would pile up.
    pub fn forget_news(&mut self, except: Option<Seat>) {
        for (i, inbox) in self.inboxes.iter_mut().enumerate() {
            if except.is_none_or(|seat| seat.index() != i) {
                inbox.events.clear();
            }
        }
    }

    /// Remembers the step just played, and puts what it told into the inboxes.
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
