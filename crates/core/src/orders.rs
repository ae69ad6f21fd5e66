//! What seats answer: lists of entries, or absences.

use crate::{Reason, Seat};
use serde::{Deserialize, Serialize};

/// One entry of a seat's list: an action, or why it could not be read as one.
///
/// A malformed entry keeps its place in the list, because rulebooks say when it is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry<A> {
    /// An action. Whether it is legal is another question.
    Action(A),
    /// Something that is not an action.
    Bad(Flaw),
}

/// Why an entry could not be read as an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// Not an object, or `do` is missing or not a string.
    NotObject,
    /// `do` names no verb of the game.
    UnknownAction,
    /// A field is missing, of the wrong type or out of range. Holds the game's number of the verb, because some
    /// checks of the verb come first.
    BadFields(u8),
}

impl Flaw {
    /// The reason code of the flaw.
    pub fn reason(self) -> Reason {
        match self {
            Flaw::UnknownAction => Reason::UNKNOWN_ACTION,
            Flaw::NotObject | Flaw::BadFields(_) => Reason::MALFORMED,
        }
    }
}

/// Why a seat gave no list (section 2 of the rules common to all games).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// No complete answer came in time.
    Late,
    /// The answer could not be read as a list.
    Malformed,
    /// It wrote more than the referee takes.
    Flooded,
    /// It could not be started, or was not ready in time.
    NotStarted,
    /// It ended.
    Crashed,
    /// It closed its output and lives on.
    Closed,
    /// It gave up.
    Resigned,
    /// It crashed after its last allowed restart, and the referee gave it up. Games whose rulebook does not know the
    /// word treat it like `Crashed`.
    Disqualified,
}

impl Absence {
    /// Every absence.
    pub const ALL: [Absence; 8] = [
        Absence::Late,
        Absence::Malformed,
        Absence::Flooded,
        Absence::NotStarted,
        Absence::Crashed,
        Absence::Closed,
        Absence::Resigned,
        Absence::Disqualified,
    ];

    /// How a rulebook that does not name this absence treats it.
    pub fn nearest(self) -> Absence {
        match self {
            Absence::Flooded => Absence::Malformed,
            Absence::NotStarted | Absence::Closed | Absence::Resigned | Absence::Disqualified => Absence::Crashed,
            other => other,
        }
    }
}

/// What one seat answered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Answer<'a, A> {
    /// Its list, which may be empty.
    List(&'a [Entry<A>]),
    /// It gave no list.
    Absent(Absence),
}

/// The orders of one step, in one flat buffer that can be reused for the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Orders<A> {
    entries: Vec<Entry<A>>,
    seats: Vec<Given>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Given {
    seat: Seat,
    start: u32,
    end: u32,
    absence: Option<Absence>,
    used_ms: u32,
    turn: Option<i64>,
}

/// One seat's part of the orders of a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatOrders<'a, A> {
    /// Who said it.
    pub seat: Seat,
    /// What it said.
    pub answer: Answer<'a, A>,
    /// The time the seat took, in milliseconds, for games that keep clocks in the position.
    pub used_ms: u32,
    /// The turn the list was made for, if its sender said so.
    pub turn: Option<i64>,
}

impl<A> Default for Orders<A> {
    fn default() -> Self {
        Orders { entries: Vec::new(), seats: Vec::new() }
    }
}

impl<A: Copy> Orders<A> {
    /// Orders of nobody.
    pub fn new() -> Self {
        Self::default()
    }

    /// Orders of one seat alone.
    pub fn of(seat: Seat, entries: impl IntoIterator<Item = Entry<A>>) -> Self {
        let mut orders = Self::new();
        orders.list(seat, entries);
        orders
    }

    /// Forgets all orders and keeps the memory for the next step.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.seats.clear();
    }

    /// Gives `seat` a list. A seat gives its orders once per step.
    pub fn list(&mut self, seat: Seat, entries: impl IntoIterator<Item = Entry<A>>) {
        let start = self.entries.len() as u32;
        self.entries.extend(entries);
        let end = self.entries.len() as u32;
        self.seats.push(Given { seat, start, end, absence: None, used_ms: 0, turn: None });
    }

    /// Notes that `seat` gave no list.
    pub fn absent(&mut self, seat: Seat, absence: Absence) {
        let at = self.entries.len() as u32;
        self.seats.push(Given { seat, start: at, end: at, absence: Some(absence), used_ms: 0, turn: None });
    }

    /// Notes the time that the last seat took.
    pub fn used(&mut self, ms: u32) {
        if let Some(last) = self.seats.last_mut() {
            last.used_ms = ms;
        }
    }

    /// Notes the turn that the last seat's list was made for.
    pub fn meant_for(&mut self, turn: i64) {
        if let Some(last) = self.seats.last_mut() {
            last.turn = Some(turn);
        }
    }

    /// What the seats said, in the order it was given.
    pub fn iter(&self) -> impl Iterator<Item = SeatOrders<'_, A>> {
        self.seats.iter().map(|given| SeatOrders {
            seat: given.seat,
            answer: match given.absence {
                Some(absence) => Answer::Absent(absence),
                None => Answer::List(&self.entries[given.start as usize..given.end as usize]),
            },
            used_ms: given.used_ms,
            turn: given.turn,
        })
    }

    /// What `seat` said; `None` if it was not asked.
    pub fn get(&self, seat: Seat) -> Option<SeatOrders<'_, A>> {
        self.iter().find(|given| given.seat == seat)
    }

    /// The list of `seat`; empty if it gave none.
    pub fn entries(&self, seat: Seat) -> &[Entry<A>] {
        match self.get(seat) {
            Some(SeatOrders { answer: Answer::List(list), .. }) => list,
            _ => &[],
        }
    }
}
