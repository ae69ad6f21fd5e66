//! The game as it is played on: plain numbers in flat lists.

use crate::name::Name;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::read::bounded;
use skirmish_core::{Hasher, Key, Seat};
use skirmish_grid::Point;

/// Anyone who is neither a player of the game nor the clock.
pub const NOBODY: Seat = Seat(u8::MAX - 1);

/// A game in progress.
#[derive(PartialEq, Debug)]
pub struct State {
    pub(crate) status: Status,
    pub(crate) day: i64,
    pub(crate) time: i64,
    pub(crate) seq: i64,
    pub(crate) next_id: i64,
    /// In joining order, which is seat order.
    pub(crate) players: Vec<Player>,
    /// In order of creation, which is by ascending id unless a position had it otherwise.
    pub(crate) zords: Vec<Zord>,
    /// `None` until the game starts.
    pub(crate) totems: Option<[Point; 2]>,
    /// The base order of turns, drawn at the start.
    pub(crate) order: Vec<Seat>,
    /// Where the rounds driver is; `None` until the game starts, and in live games.
    pub(crate) place: Option<Place>,
    /// Real seconds lost, in live games.
    pub(crate) shift_s: Option<i64>,
    pub(crate) key: Key,
    /// Whether the key is the game's own; a position without one is played with a stand-in that is not written.
    pub(crate) keyed: bool,
    /// Entries of the running list judged so far; 0 between steps.
    pub(crate) listed: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Waiting,
    Running,
    Over,
    Aborted,
}

/// A player, as everybody sees them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    pub name: Name,
    /// Action points left today.
    pub actions: i64,
    pub points: i64,
    pub faults: i64,
    pub retired: bool,
    /// How many zords the player has on the board.
    pub zords: i64,
}

/// A zord on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zord {
    pub id: i64,
    pub at: Point,
    pub hp: i64,
    pub shields: i64,
    pub range: i64,
    pub owner: Seat,
}

/// The next seat to act: its index in the order of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub round: i64,
    pub turn: usize,
}

impl Place {
    pub(crate) const START: Place = Place { round: 0, turn: 0 };
}

impl Player {
    pub(crate) fn new(name: Name, points: i64) -> Player {
        Player { name, actions: 0, points, faults: 0, retired: false, zords: 0 }
    }

    /// Whether the player has no zord on the board.
    #[inline]
    pub fn is_down(&self) -> bool {
        self.zords == 0
    }

    pub(crate) fn earn(&mut self, points: i64) {
        self.points = bounded(self.points.saturating_add(points));
    }
}

impl State {
    /// What a game without a key of its own is played with.
    pub(crate) fn stand_in() -> Key {
        Key::from_seed(0)
    }

    /// A game that nobody has joined yet.
    pub(crate) fn waiting(key: Key) -> State {
        State {
            status: Status::Waiting,
            day: 0,
            time: 0,
            seq: 0,
            next_id: 3,
            players: Vec::new(),
            zords: Vec::new(),
            totems: None,
            order: Vec::new(),
            place: None,
            shift_s: None,
            key,
            keyed: true,
            listed: 0,
        }
    }

    /// Room for all the zords there can be, so that play need not ask for more; of absurdly many, for some.
    pub(crate) fn make_room(&mut self, max_zords: i64) {
        let most = self.players.len() * max_zords.min(8) as usize;
        self.zords.reserve(most.saturating_sub(self.zords.len()));
    }

    /// One more change that others can be told about.
    pub(crate) fn count_change(&mut self) {
        self.seq = bounded(self.seq + 1);
    }

    pub fn status(&self) -> Status {
        self.status
    }

    /// The day and the time of the game.
    pub fn moment(&self) -> (i64, i64) {
        (self.day, self.time)
    }

    /// Counts everything that happened but the mere passage of time.
    pub fn seq(&self) -> i64 {
        self.seq
    }

    /// Real seconds that a live game lost.
    pub fn shift_s(&self) -> i64 {
        self.shift_s.unwrap_or(0)
    }

    /// Whether a player has given up, or was given up.
    pub fn is_retired(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|player| player.retired)
    }

    /// How many have joined.
    pub fn joined(&self) -> usize {
        self.players.len()
    }

    /// The action points and the points that a seat has left.
    pub fn means(&self, seat: Seat) -> Option<(i64, i64)> {
        self.players.get(seat.index()).map(|player| (player.actions, player.points))
    }

    /// The players, in seat order.
    #[inline]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The zords, in order of creation.
    #[inline]
    pub fn zords(&self) -> &[Zord] {
        &self.zords
    }

    /// The cells of the two totems; `None` until the game starts.
    #[inline]
    pub fn totems(&self) -> Option<[Point; 2]> {
        self.totems
    }

    /// Becomes what a seat knows of another state: all of it but the random key, for which the stand-in is there.
    pub fn become_told(&mut self, source: &State) {
        let key = if self.keyed { State::stand_in() } else { self.key };
        self.clone_from(source);
        (self.key, self.keyed) = (key, false);
    }

    pub(crate) fn is_running(&self) -> bool {
        self.status == Status::Running
    }

    /// The index of the zord with an id.
    #[inline]
    pub fn zord(&self, id: i64) -> Option<usize> {
        self.zords.iter().position(|zord| zord.id == id)
    }

    /// The index of the zord on a cell.
    #[inline]
    pub fn zord_at(&self, cell: Point) -> Option<usize> {
        self.zords.iter().position(|zord| zord.at == cell)
    }

    /// Whether a zord or a totem is on a cell.
    #[inline]
    pub(crate) fn is_occupied(&self, cell: Point) -> bool {
        self.totems.is_some_and(|totems| totems.contains(&cell)) || self.zord_at(cell).is_some()
    }

    #[inline]
    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    #[inline]
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn name(&self, seat: Seat) -> Name {
        self.players.get(seat.index()).map_or(Name::UNFIT, |player| player.name)
    }

    /// The seat of a player by its name.
    pub fn seat_called(&self, name: Name) -> Option<Seat> {
        self.players.iter().position(|player| player.name == name).map(|i| Seat(i as u8))
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// The zords of a seat.
    #[inline]
    pub(crate) fn zords_of(&self, seat: Seat) -> impl Iterator<Item = &Zord> {
        self.zords.iter().filter(move |zord| zord.owner == seat)
    }

    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        let head = [self.status as i64, self.day, self.time, self.seq, self.next_id, self.shift_s.unwrap_or(0)];
        head.into_iter().for_each(|n| hasher.int(n));
        hasher.int(self.players.len() as i64);
        for player in &self.players {
            hasher.text(player.name.as_str());
            let numbers = [player.actions, player.points, player.faults, i64::from(player.retired)];
            numbers.into_iter().for_each(|n| hasher.int(n));
        }
        hasher.int(self.zords.len() as i64);
        for zord in &self.zords {
            let cell = [i64::from(zord.at.x), i64::from(zord.at.y)];
            let numbers = [zord.id, i64::from(zord.owner.0), zord.hp, zord.shields, zord.range];
            cell.into_iter().chain(numbers).for_each(|n| hasher.int(n));
        }
        for totem in self.totems.into_iter().flatten() {
            hasher.int(totem.x.into());
            hasher.int(totem.y.into());
        }
        self.order.iter().for_each(|seat| hasher.int(seat.0.into()));
        if let Some(place) = self.place {
            hasher.int(place.round);
            hasher.int(place.turn as i64);
        }
        hasher.finish()
    }
}

impl Clone for State {
    /// Keeps the room for zords.
    fn clone(&self) -> State {
        let mut zords = Vec::with_capacity(self.zords.capacity());
        zords.extend_from_slice(&self.zords);
        State { players: self.players.clone(), zords, order: self.order.clone(), ..*self }
    }

    /// Keeps the lists' memory.
    fn clone_from(&mut self, source: &State) {
        let mut players = std::mem::take(&mut self.players);
        let mut zords = std::mem::take(&mut self.zords);
        let mut order = std::mem::take(&mut self.order);
        players.clone_from(&source.players);
        zords.clone_from(&source.zords);
        order.clone_from(&source.order);
        *self = State { players, zords, order, ..*source };
    }
}
