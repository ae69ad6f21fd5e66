//! Positions: the whole game as data.

use crate::config::Config;
use crate::game::Zords;
use crate::name::Name;
use crate::state::{Place, Player, State, Status, Zord};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::Config as _;
use skirmish_core::read::shown;
use skirmish_core::{Check, Faults, Game, Key, Object, Seat};
use skirmish_grid::Point;

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

/// Reads a position and names all faults of its form.
pub(crate) fn read(json: &Value) -> Result<Position, Faults> {
    let check = Check::new();
    let position = Object::document(json, "bad_position", &check).map(|object| read_object(object, &check));
    check.finish(position).map(|position| position.expect("only a fault leaves no position"))
}

fn read_object(mut object: Object<'_>, check: &Check) -> Position {
    object.exactly("game", Zords::ID);
    let schema = object.int("schema", Position::SCHEMA..=Position::SCHEMA);
    let config = match object.need("config") {
        Some(Value::Object(config)) => config.clone(),
        Some(other) => {
            object.fault("config", format!("{} is not an object", shown(other)));
            Map::new()
        }
        None => Map::new(),
    };
    config_of(&config, check);
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
        false if status == Status::Waiting => Vec::new(),
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
    Name::new(text).unwrap_or_else(|| {
        object.fault(key, format!("\"{text}\" cannot be the name of a seat"));
        Name::UNFIT
    })
}

fn side(object: &mut Object<'_>, key: &'static str) -> i32 {
    object.int(key, 0..=i64::from(i32::MAX)) as i32
}

/// The config of a position, its faults named under `/config`.
fn config_of(overrides: &Map<String, Value>, check: &Check) -> Config {
    let inner = Check::new();
    let config = Config::overridden(overrides, "", &inner);
    if let Err(faults) = inner.finish(()) {
        for fault in faults.list() {
            check.fault(fault.code, format!("/config{}", fault.pointer), fault.message.clone());
        }
    }
    config
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

/// Proves a position playable, or names all that is wrong with it.
pub(crate) fn load(position: &Position) -> Result<(Zords, State), Faults> {
    read(&serde_json::to_value(position).expect("positions serialise"))?;
    let check = Check::new();
    let game = Zords::new(config_of(&position.config, &check));
    if position.round.is_some() || position.turn.is_some() {
        game.config.check_rounds("/config", &check);
    }
    let loader = Loader { position, config: &game.config, check: &check };
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
    if check.is_clean()
        && let Some(place) = state.place.filter(|_| state.is_running())
        && !state.turn_is_askable(game.seat_in_round(&state, place))
    {
        loader.fault("/turn", "names a seat that is not asked: it is retired, down or has no actions".into());
    }
    check.finish((game, state))
}

struct Loader<'a> {
    position: &'a Position,
    config: &'a Config,
    check: &'a Check,
}

impl Loader<'_> {
    fn fault(&self, pointer: &str, message: String) {
        self.check.fault("bad_position", pointer, message);
    }

    /// Whether totems and an order must be there.
    fn started(&self) -> bool {
        match self.position.status {
            Status::Waiting => false,
            Status::Running | Status::Over => true,
            Status::Aborted => self.position.day > 0,
        }
    }

    fn check_time(&self) {
        let (last, length) = (self.config.days, self.config.day_length_s);
        let (days, times) = match self.position.status {
            Status::Waiting => (0..=0, 0..=0),
            Status::Running => (1..=last, 0..=length - 1),
            Status::Over => (last..=last, length..=length),
            Status::Aborted => (0..=last, 0..=length),
        };
        for (pointer, number, range) in [("/day", self.position.day, days), ("/time", self.position.time, times)] {
            if !range.contains(&number) {
                let message = format!("{number} is not allowed; allowed is {} to {}", range.start(), range.end());
                self.fault(pointer, message);
            }
        }
    }

    /// Every entity is on the board, and no two on one cell.
    fn check_board(&self) {
        let totems = self.position.totems.iter().enumerate().map(|(i, t)| (format!("/totems/{i}"), t.x, t.y));
        let zords = self.position.zords.iter().enumerate().map(|(i, z)| (format!("/zords/{i}"), z.x, z.y));
        let mut seen = std::collections::HashSet::new();
        for (pointer, x, y) in totems.chain(zords) {
            if !self.config.on_board(Point::new(x, y)) {
                self.fault(&pointer, format!("({x},{y}) is off the board"));
            }
            if !seen.insert((x, y)) {
                self.fault(&pointer, format!("({x},{y}) is taken already"));
            }
        }
    }

    fn players(&self) -> Vec<Player> {
        let (list, most) = (&self.position.players, self.config.max_players);
        if list.len() as i64 > most {
            self.fault("/players", format!("{} players are more than {most}", list.len()));
        }
        if self.started() && (list.len() as i64) < self.config.min_players {
            self.fault("/players", format!("{} players are fewer than {}", list.len(), self.config.min_players));
        }
        for (i, player) in list.iter().enumerate() {
            if list[..i].iter().any(|other| other.seat.resembles(&player.seat)) {
                self.fault(&format!("/players/{i}/seat"), format!("{} is there twice", player.seat));
            }
            if player.actions > self.config.actions_per_day {
                let message = format!("{} is more than {}", player.actions, self.config.actions_per_day);
                self.fault(&format!("/players/{i}/actions"), message);
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
            if player.zords > self.config.max_zords {
                let message = format!("{} zords are more than {}", player.zords, self.config.max_zords);
                self.fault(&format!("/players/{i}"), message);
            }
        }
        players
    }

    fn zords(&self, players: &[Player]) -> Vec<Zord> {
        let mut ids = std::collections::HashSet::new();
        if !self.started() && !self.position.zords.is_empty() {
            self.fault("/zords", "nothing is on the board before the start".into());
        }
        let mut zord = |(i, given): (usize, &ZordPosition)| {
            let fault = |key: &str, message: String| self.fault(&format!("/zords/{i}/{key}"), message);
            if given.id >= self.position.next_id {
                fault("id", format!("{} is not less than next_id", given.id));
            }
            if !ids.insert(given.id) {
                fault("id", format!("{} is there twice", given.id));
            }
            if given.hp > self.config.most_hp() {
                fault("hp", format!("{} is more than {}", given.hp, self.config.most_hp()));
            }
            if given.range < self.config.base_range {
                fault("range", format!("{} is less than {}", given.range, self.config.base_range));
            }
            let owner = players.iter().position(|player| player.name == given.owner).unwrap_or_else(|| {
                fault("owner", format!("{} is no player", given.owner));
                0
            });
            let (at, owner) = (Point::new(given.x, given.y), Seat(owner as u8));
            Zord { id: given.id, at, hp: given.hp, shields: given.shields, range: given.range, owner }
        };
        self.position.zords.iter().enumerate().map(&mut zord).collect()
    }

    fn totems(&self) -> Option<[Point; 2]> {
        match (&self.position.totems[..], self.started()) {
            ([a, b], true) if (a.id, b.id) == (1, 2) => {
                let totems = [Point::new(a.x, a.y), Point::new(b.x, b.y)];
                if totems[0].chebyshev(totems[1]) <= 2 * self.config.totem_aura {
                    self.fault("/totems", "their areas overlap".into());
                }
                return Some(totems);
            }
            (_, true) => self.fault("/totems", "are not totem 1 and totem 2".into()),
            ([], false) => {}
            (_, false) => self.fault("/totems", "there are none before the start".into()),
        }
        None
    }

    fn order(&self, players: &[Player]) -> Vec<Seat> {
        let given = &self.position.order;
        let index = |name: &Name| players.iter().position(|player| player.name == *name);
        let order: Vec<Seat> = given.iter().filter_map(index).map(|i| Seat(i as u8)).collect();
        let expected = if self.started() { players.len() } else { 0 };
        let twice = order.iter().enumerate().any(|(i, seat)| order[..i].contains(seat));
        if given.len() != expected || order.len() != expected || twice {
            let wanted = if self.started() { "is not the players in some order" } else { "is not empty" };
            self.fault("/order", wanted.into());
        }
        order
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
        let over = self.position.status == Status::Over;
        let most = if over { (0, 0) } else { (self.config.rounds_per_day - 1, self.position.players.len() as i64 - 1) };
        for (pointer, number, most) in [("/round", round, most.0), ("/turn", turn, most.1)] {
            if !self.started() {
                self.fault(pointer, "is not there before the start".into());
            } else if !(0..=most).contains(&number) {
                self.fault(pointer, format!("{number} is not allowed; allowed is 0 to {most}"));
            }
        }
        Some(Place { round, turn: usize::try_from(turn).unwrap_or(0) })
    }

    fn key(&self) -> Key {
        let Some(text) = &self.position.rng else { return Key::from_seed(0) };
        Key::from_hex(text).filter(|key| key.to_hex() == *text).unwrap_or_else(|| {
            self.fault("/rng", "is not 32 hexadecimal digits".into());
            Key::default()
        })
    }
}
