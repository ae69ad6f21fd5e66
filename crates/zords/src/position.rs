//! Positions: the whole game as data.

use crate::config::Config;
use crate::game::Zords;
use crate::name::Name;
use crate::state::{Place, Player, State, Status, Zord};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::Config as _;
use skirmish_core::read::judged;
use skirmish_core::{Check, Documents, Faults, Key, Object, Seat};
use skirmish_grid::Point;

const CODE: &str = "bad_position";

/// A position. It serialises to the canonical form.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Position {
    pub game: &'static str,
    pub schema: i64,
    /// The keys that differ from the defaults.
    pub config: Map<String, Value>,
    pub status: Status,
    pub day: i64,
    pub time: i64,
    /// Counts everything that happened but the mere passage of time.
    pub seq: i64,
    pub next_id: i64,
    /// In joining order.
    pub players: Vec<PlayerPosition>,
    /// By ascending id.
    pub zords: Vec<ZordPosition>,
    /// None while waiting, else two.
    pub totems: Vec<TotemPosition>,
    /// The base order of turns.
    pub order: Vec<Name>,
    /// Play in rounds: the round of the day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<i64>,
    /// Play in rounds: the index of the next seat to act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
    /// Live play: real seconds that were lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift_s: Option<i64>,
    /// The random key; not in public positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rng: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct PlayerPosition {
    pub seat: Name,
    /// Action points left today.
    pub actions: i64,
    pub points: i64,
    pub faults: i64,
    pub retired: bool,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct ZordPosition {
    pub id: i64,
    pub owner: Name,
    pub x: i32,
    pub y: i32,
    pub hp: i64,
    pub shields: i64,
    pub range: i64,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct TotemPosition {
    pub id: i64,
    pub x: i32,
    pub y: i32,
}

const STATUSES: [(&str, Status); 4] =
    [("waiting", Status::Waiting), ("running", Status::Running), ("over", Status::Over), ("aborted", Status::Aborted)];

impl Position {
    pub const SCHEMA: i64 = 1;
}

/// Reads a position; one of bad form is judged as well, so that all faults are named at once.
pub(crate) fn read(json: &Value) -> Result<Position, Faults> {
    judged(json, CODE, read_object, judge)
}

fn read_object(mut object: Object<'_>) -> Position {
    object.exactly("game", Zords::ID);
    let schema = object.int("schema", Position::SCHEMA..=Position::SCHEMA);
    let config = object.map("config");
    let status = object.word("status", &STATUSES);
    let (day, time) = (object.int("day", 0..), object.int("time", 0..));
    let seq = object.int_or("seq", 0, 0..);
    let next_id = object.int("next_id", 3..);
    let players: Vec<PlayerPosition> = object.objects("players", read_player);
    let zords = object.objects("zords", read_zord);
    let totems = object.objects("totems", |mut totem| {
        let id = totem.int("id", 1..=2);
        let (x, y) = (side(&mut totem, "x"), side(&mut totem, "y"));
        totem.finish();
        TotemPosition { id, x, y }
    });
    let order = match object.has("order") {
        true => object.strings("order").into_iter().map(Name::of).collect(),
        false if !has_started(status, day) => Vec::new(),
        false => players.iter().map(|player| player.seat).collect(),
    };
    let mut optional = |key| object.take(key).is_some().then(|| object.int(key, ..));
    let (round, turn, shift_s) = (optional("round"), optional("turn"), optional("shift_s"));
    let rng = object.take("rng").map(|_| object.text("rng").to_string());
    object.finish();
    Position {
        game: Zords::ID,
        schema,
        config,
        status,
        day,
        time,
        seq,
        next_id,
        players,
        zords,
        totems,
        order,
        round,
        turn,
        shift_s,
        rng,
    }
}

fn read_player(mut object: Object<'_>) -> PlayerPosition {
    let seat = seat_name(&mut object, "seat");
    let (actions, points) = (object.int("actions", 0..), object.int("points", 0..));
    let faults = object.int_or("faults", 0, 0..);
    let retired = object.take("retired").is_some() && object.bool("retired");
    object.finish();
    PlayerPosition { seat, actions, points, faults, retired }
}

fn read_zord(mut object: Object<'_>) -> ZordPosition {
    let zord = ZordPosition {
        id: object.int("id", 3..),
        owner: seat_name(&mut object, "owner"),
        x: side(&mut object, "x"),
        y: side(&mut object, "y"),
        hp: object.int("hp", 1..),
        shields: object.int("shields", 0..),
        range: object.int("range", 0..),
    };
    object.finish();
    zord
}

fn seat_name(object: &mut Object<'_>, key: &'static str) -> Name {
    let text = object.text(key);
    let name = Name::new(text);
    if name.is_none() && object.check().knows(object.pointer(), [key]) {
        object.fault(key, format!("\"{text}\" cannot be the name of a seat"));
    }
    name.unwrap_or(Name::UNFIT)
}

fn side(object: &mut Object<'_>, key: &'static str) -> i32 {
    object.int(key, 0..=i64::from(i32::MAX)) as i32
}

/// Whether there are totems and an order.
fn has_started(status: Status, day: i64) -> bool {
    match status {
        Status::Waiting => false,
        Status::Running | Status::Over => true,
        Status::Aborted => day > 0,
    }
}

impl PlayerPosition {
    pub(crate) fn of(player: &Player) -> PlayerPosition {
        PlayerPosition {
            seat: player.name,
            actions: player.actions,
            points: player.points,
            faults: player.faults,
            retired: player.retired,
        }
    }
}

impl ZordPosition {
    pub(crate) fn of(state: &State, zord: &Zord) -> ZordPosition {
        ZordPosition {
            id: zord.id,
            owner: state.name(zord.owner),
            x: zord.at.x,
            y: zord.at.y,
            hp: zord.hp,
            shields: zord.shields,
            range: zord.range,
        }
    }
}

impl TotemPosition {
    pub(crate) fn all(state: &State) -> impl Iterator<Item = TotemPosition> {
        (1..).zip(state.totems.into_iter().flatten()).map(|(id, at)| TotemPosition { id, x: at.x, y: at.y })
    }
}

/// The canonical position of a state.
pub(crate) fn write(game: &Zords, state: &State) -> Position {
    Position {
        game: Zords::ID,
        schema: Position::SCHEMA,
        config: game.config.differences(),
        status: state.status,
        day: state.day,
        time: state.time,
        seq: state.seq,
        next_id: state.next_id,
        players: state.players.iter().map(PlayerPosition::of).collect(),
        zords: state.zords.iter().map(|zord| ZordPosition::of(state, zord)).collect(),
        totems: TotemPosition::all(state).collect(),
        order: state.order.iter().map(|&seat| state.name(seat)).collect(),
        round: state.place.map(|place| place.round),
        turn: state.place.map(|place| place.turn as i64),
        shift_s: state.shift_s,
        rng: state.keyed.then(|| state.key.to_hex()),
    }
}

/// Proves a position playable, or names everything that is wrong with it.
pub(crate) fn load(position: &Position) -> Result<(Zords, State), Faults> {
    read(&serde_json::to_value(position).expect("positions serialise"))?;
    let check = Check::new();
    let loaded = judge(position, &check);
    check.finish(loaded)
}

/// The game and state of a position. What is wrong with the values that `check` knows goes into it.
fn judge(position: &Position, check: &Check) -> (Zords, State) {
    let game = Zords::new(Config::overridden(&position.config, "/config", check));
    if position.round.is_some() || position.turn.is_some() {
        game.config.check_rounds("/config", check);
    }
    let loader = Loader { position, config: &game.config, check };
    loader.check_time();
    loader.check_board();
    let players = loader.players();
    let mut state = State {
        status: position.status,
        day: position.day,
        time: position.time,
        seq: position.seq,
        next_id: position.next_id,
        zords: loader.zords(&players),
        totems: loader.totems(),
        order: loader.order(&players),
        place: loader.place(),
        shift_s: position.shift_s,
        key: loader.key(),
        keyed: position.rng.is_some(),
        listed: 0,
        players,
    };
    state.make_room(game.config.max_zords);
    loader.check_turn(&game, &state);
    (game, state)
}

struct Loader<'a> {
    position: &'a Position,
    config: &'a Config,
    check: &'a Check,
}

impl Loader<'_> {
    fn fault(&self, pointer: &str, message: String) {
        self.check.fault(CODE, pointer, message);
    }

    /// A fault in a value that other values depend on; it then counts as unknown.
    fn misfit(&self, pointer: &str, message: String) {
        self.check.misread(CODE, pointer, message);
    }

    fn knows(&self, keys: &[&str]) -> bool {
        self.check.knows("", keys)
    }

    fn knows_config(&self, keys: &[&str]) -> bool {
        self.check.knows("/config", keys)
    }

    /// Whether every one of a list of so many objects is known to be one, and `keys` of it are known.
    fn knows_all(&self, list: &str, length: usize, keys: &[&str]) -> bool {
        let at = |i| format!("/{list}/{i}");
        self.knows(&[list])
            && self.check.knows(&format!("/{list}"), 0..length)
            && (0..length).all(|i| self.check.knows(&at(i), keys))
    }

    /// Whether totems and an order must be there, if that is known.
    fn started(&self) -> Option<bool> {
        let Position { status, day, .. } = *self.position;
        let known = self.knows(&["status"]) && (status != Status::Aborted || self.knows(&["day"]));
        known.then(|| has_started(status, day))
    }

    fn check_time(&self) {
        let (last, length) = (self.config.days, self.config.day_length_s);
        let (days, times) = match self.position.status {
            Status::Waiting => (0..=0, 0..=0),
            Status::Running => (1..=last, 0..=length - 1),
            Status::Over => (last..=last, length..=length),
            Status::Aborted => (0..=last, 0..=length),
        };
        let clock = [("day", self.position.day, days, "days"), ("time", self.position.time, times, "day_length_s")];
        for (key, number, range, limit) in clock {
            let known = self.position.status == Status::Waiting || self.knows_config(&[limit]);
            if !range.contains(&number) && known && self.knows(&["status", key]) {
                let message = format!("{number} is not allowed; allowed is {} to {}", range.start(), range.end());
                self.fault(&format!("/{key}"), message);
            }
        }
    }

    /// Every entity is on the board, and no two on one cell.
    fn check_board(&self) {
        let totems = self.position.totems.iter().enumerate().map(|(i, t)| (format!("/totems/{i}"), t.x, t.y));
        let zords = self.position.zords.iter().enumerate().map(|(i, z)| (format!("/zords/{i}"), z.x, z.y));
        let mut seen = std::collections::HashSet::new();
        for (pointer, x, y) in totems.chain(zords).filter(|(pointer, ..)| self.check.knows(pointer, ["x", "y"])) {
            if !self.config.on_board(Point::new(x, y)) && self.knows_config(&["board_size"]) {
                self.fault(&pointer, format!("({x},{y}) is off the board"));
            }
            if !seen.insert((x, y)) {
                self.fault(&pointer, format!("({x},{y}) is already taken"));
            }
        }
    }

    fn players(&self) -> Vec<Player> {
        let list = &self.position.players;
        let (count, least, most) = (list.len() as i64, self.config.min_players, self.config.max_players);
        let counted = self.knows_all("players", list.len(), &[]);
        if count > most && counted && self.knows_config(&["max_players"]) {
            self.fault("/players", format!("{count} players are more than {most}"));
        }
        if count < least && counted && self.knows_config(&["min_players"]) && self.started() == Some(true) {
            self.fault("/players", format!("{count} players are fewer than {least}"));
        }
        let mut names = Vec::new();
        for (i, player) in list.iter().enumerate() {
            let at = format!("/players/{i}");
            if self.check.knows(&at, ["seat"]) {
                if names.iter().any(|other: &Name| other.resembles(&player.seat)) {
                    self.fault(&format!("{at}/seat"), format!("{} is listed twice", player.seat));
                }
                names.push(player.seat);
            }
            let most = self.config.actions_per_day;
            if player.actions > most && self.check.knows(&at, ["actions"]) && self.knows_config(&["actions_per_day"]) {
                self.fault(&format!("{at}/actions"), format!("{} is more than {most}", player.actions));
            }
        }
        let zords = |seat| self.position.zords.iter().filter(|zord| zord.owner == seat).count() as i64;
        let player = |given: &PlayerPosition| Player {
            name: given.seat,
            actions: given.actions,
            points: given.points,
            faults: given.faults,
            retired: given.retired,
            zords: zords(given.seat),
        };
        let players: Vec<Player> = list.iter().take(Seat::MAX).map(player).collect();
        for (i, player) in players.iter().enumerate() {
            let (at, most) = (format!("/players/{i}"), self.config.max_zords);
            if player.zords > most && self.check.knows(&at, ["seat"]) && self.knows_config(&["max_zords"]) {
                self.fault(&at, format!("{} zords are more than {most}", player.zords));
            }
        }
        players
    }

    fn zords(&self, players: &[Player]) -> Vec<Zord> {
        let mut ids = std::collections::HashSet::new();
        if self.started() == Some(false) && !self.position.zords.is_empty() {
            self.fault("/zords", "nothing is on the board before the start".into());
        }
        let named = self.knows_all("players", self.position.players.len(), &["seat"]);
        let mut zord = |(i, given): (usize, &ZordPosition)| {
            let at = format!("/zords/{i}");
            let knows = |key: &str| self.check.knows(&at, [key]);
            let fault = |key: &str, message: String| self.fault(&format!("{at}/{key}"), message);
            if given.id >= self.position.next_id && knows("id") && self.knows(&["next_id"]) {
                fault("id", format!("{} is not less than next_id", given.id));
            }
            if knows("id") && !ids.insert(given.id) {
                fault("id", format!("{} is listed twice", given.id));
            }
            let (most, least) = (self.config.most_hp(), self.config.base_range);
            if given.hp > most && knows("hp") && self.knows_config(&["zord_hp", "built_zord_hp"]) {
                fault("hp", format!("{} is more than {most}", given.hp));
            }
            if given.range < least && knows("range") && self.knows_config(&["base_range"]) {
                fault("range", format!("{} is less than {least}", given.range));
            }
            let owner = players.iter().position(|player| player.name == given.owner);
            if owner.is_none() && knows("owner") && named {
                self.misfit(&format!("{at}/owner"), format!("{} is not a player", given.owner));
            }
            let (at, owner) = (Point::new(given.x, given.y), Seat(owner.unwrap_or(0) as u8));
            Zord { id: given.id, at, hp: given.hp, shields: given.shields, range: given.range, owner }
        };
        self.position.zords.iter().enumerate().map(&mut zord).collect()
    }

    fn totems(&self) -> Option<[Point; 2]> {
        let list = &self.position.totems[..];
        let knows = |i: usize, keys: &[&str]| self.check.knows(&format!("/totems/{i}"), keys);
        match (list, self.started()?) {
            ([a, b], true) if (a.id, b.id) == (1, 2) => {
                let totems = [Point::new(a.x, a.y), Point::new(b.x, b.y)];
                let known = knows(0, &["x", "y"]) && knows(1, &["x", "y"]) && self.knows_config(&["totem_aura"]);
                if totems[0].chebyshev(totems[1]) <= 2 * self.config.totem_aura && known {
                    self.fault("/totems", "their areas overlap".into());
                }
                return Some(totems);
            }
            (_, true) if self.knows_all("totems", list.len(), &["id"]) => {
                self.fault("/totems", "are not totem 1 and totem 2".into());
            }
            ([_, ..], false) => self.fault("/totems", "there are none before the start".into()),
            _ => {}
        }
        None
    }

    fn order(&self, players: &[Player]) -> Vec<Seat> {
        let (given, list) = (&self.position.order, &self.position.players);
        let index = |name: &Name| players.iter().position(|player| player.name == *name);
        let times = |name: Name| given.iter().filter(|other| **other == name).count();
        match self.started() {
            Some(false) if !given.is_empty() => self.misfit("/order", "is not empty".into()),
            Some(true) if self.knows_all("order", given.len(), &[]) => {
                let named = list.len() <= Seat::MAX && self.knows_all("players", list.len(), &["seat"]);
                let of_all =
                    |one: &PlayerPosition| times(one.seat) == list.iter().filter(|p| p.seat == one.seat).count();
                if named && (given.len() != list.len() || !list.iter().all(of_all)) {
                    self.misfit("/order", "is not the players in some order".into());
                }
            }
            _ => {}
        }
        given.iter().filter_map(index).map(|i| Seat(i as u8)).collect()
    }

    fn place(&self) -> Option<Place> {
        let (round, turn) = match (self.position.round, self.position.turn) {
            (None, None) => return None,
            (Some(round), Some(turn)) => (round, turn),
            (Some(_), None) => {
                self.fault("/turn", "is missing: round and turn are there together".into());
                return None;
            }
            (None, Some(_)) => {
                self.fault("/round", "is missing: round and turn are there together".into());
                return None;
            }
        };
        let (over, players) = (self.position.status == Status::Over, self.position.players.len());
        let most = if over { (0, 0) } else { (self.config.rounds_per_day - 1, players as i64 - 1) };
        let known = (over || self.knows_config(&["rounds_per_day"]), over || self.knows_all("players", players, &[]));
        for (key, number, most, known) in [("round", round, most.0, known.0), ("turn", turn, most.1, known.1)] {
            match self.started() {
                Some(false) => self.misfit(&format!("/{key}"), "is not there before the start".into()),
                Some(true) if !(0..=most).contains(&number) && known && self.knows(&[key]) => {
                    self.misfit(&format!("/{key}"), format!("{number} is not allowed; allowed is 0 to {most}"));
                }
                _ => {}
            }
        }
        Some(Place { round, turn: usize::try_from(turn).unwrap_or(0) })
    }

    /// The turn of a running game is that of a seat that is asked.
    fn check_turn(&self, game: &Zords, state: &State) {
        let in_time = state.is_running() && (1..=self.config.days).contains(&state.day) && !state.order.is_empty();
        let Some(place) = state.place.filter(|_| in_time) else { return };
        let seat = game.seat_in_round(state, place);
        if !state.turn_is_askable(seat)
            && self.knows(&["status", "day", "round", "turn"])
            && self.knows_config(&["days", "rounds_per_day"])
            && self.knows_all("order", self.position.order.len(), &[])
            && self.knows_all("players", self.position.players.len(), &["seat"])
            && self.check.knows(&format!("/players/{}", seat.index()), ["actions", "retired"])
            && self.knows_all("zords", self.position.zords.len(), &["owner"])
        {
            self.fault("/turn", "names a seat that is not asked: it is retired, down or has no actions".into());
        }
    }

    fn key(&self) -> Key {
        let Some(text) = &self.position.rng else { return State::stand_in() };
        let key = Key::from_hex(text).filter(|key| key.to_hex() == *text);
        if key.is_none() && self.knows(&["rng"]) {
            self.fault("/rng", "is not 32 hexadecimal digits".into());
        }
        key.unwrap_or_default()
    }
}
