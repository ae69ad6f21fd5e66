//! What changes during a game.

use crate::field::Square;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Seat;

/// The seats in their order.
pub const SEATS: [&str; 2] = ["player1", "player2"];

/// A seat as data names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Team {
    #[default]
    Player1,
    Player2,
}

impl Team {
    pub const WORDS: [(&'static str, Team); 2] = [("player1", Team::Player1), ("player2", Team::Player2)];

    /// The team on a seat of this game; any seat beyond the first is the second.
    pub fn of(seat: Seat) -> Team {
        if seat.0 == 0 { Team::Player1 } else { Team::Player2 }
    }

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn other(self) -> Team {
        match self {
            Team::Player1 => Team::Player2,
            Team::Player2 => Team::Player1,
        }
    }

    pub fn name(self) -> &'static str {
        SEATS[self.index()]
    }
}

/// The kinds of soldiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    #[default]
    Scout,
    Assassin,
    Tank,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Scout, Kind::Assassin, Kind::Tank];
    pub const WORDS: [(&'static str, Kind); 3] =
        [("scout", Kind::Scout), ("assassin", Kind::Assassin), ("tank", Kind::Tank)];
}

/// Where a soldier looks first for someone to strike. The order is clockwise on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    #[default]
    Down,
    Left,
    Up,
    Right,
}

impl Facing {
    pub const ALL: [Facing; 4] = [Facing::Down, Facing::Left, Facing::Up, Facing::Right];
    pub const WORDS: [(&'static str, Facing); 4] =
        [("down", Facing::Down), ("left", Facing::Left), ("up", Facing::Up), ("right", Facing::Right)];

    /// The four directions, clockwise, beginning with this one.
    pub fn looks(self) -> impl Iterator<Item = Facing> {
        (0..4).map(move |turn| Facing::ALL[(self as usize + turn) & 3])
    }

    /// The four neighbours of a square, clockwise, beginning with the one faced.
    pub fn ring(self, at: Square) -> impl Iterator<Item = Square> {
        self.looks().map(move |facing| at.towards(facing))
    }
}

/// One soldier. Its seat is the army it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Soldier {
    pub at: Square,
    pub goal: Square,
    pub health: i64,
    pub id: i64,
    pub kind: Kind,
    pub facing: Facing,
}

/// The state of a game between steps, and in the middle of one.
#[derive(PartialEq, Debug)]
pub struct State {
    pub(crate) turns_remaining: i64,
    pub(crate) next_id: i64,
    pub(crate) health: [i64; 2],
    pub(crate) money: [i64; 2],
    pub(crate) disqualified: [bool; 2],
    /// The soldiers of each seat, always in square order but while they walk.
    pub(crate) armies: [Vec<Soldier>; 2],
    /// Who has given its command in the step under way; nobody between steps.
    pub(crate) given: [bool; 2],
    /// The squares of the field on which anything stands: rows of bits, follows from the rest.
    pub(crate) blocked: Vec<u64>,
    /// Soldiers standing outside the field; follows from the rest.
    pub(crate) strays: usize,
}

impl State {
    /// The soldiers of a seat in square order.
    pub fn army(&self, team: Team) -> &[Soldier] {
        &self.armies[team.index()]
    }

    pub fn turns_remaining(&self) -> i64 {
        self.turns_remaining
    }

    pub fn health(&self, team: Team) -> i64 {
        self.health[team.index()]
    }

    pub fn money(&self, team: Team) -> i64 {
        self.money[team.index()]
    }
}

/// Room for the soldiers of a common game, so that building one needs no memory.
pub(crate) const ROOM: usize = 32;

/// A copy has the room of its original; copying into an old state needs no memory at all.
impl Clone for State {
    fn clone(&self) -> State {
        let army = |soldiers: &Vec<Soldier>| {
            let mut copy = Vec::with_capacity(soldiers.capacity());
            copy.extend_from_slice(soldiers);
            copy
        };
        State { armies: [army(&self.armies[0]), army(&self.armies[1])], blocked: self.blocked.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &State) {
        let State { turns_remaining, next_id, health, money, disqualified, armies, given, blocked, strays } = source;
        self.armies[0].clone_from(&armies[0]);
        self.armies[1].clone_from(&armies[1]);
        self.blocked.clone_from(blocked);
        (self.turns_remaining, self.next_id) = (*turns_remaining, *next_id);
        (self.health, self.money) = (*health, *money);
        (self.disqualified, self.given, self.strays) = (*disqualified, *given, *strays);
    }
}
