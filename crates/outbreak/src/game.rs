//! The game's tables, and the contract as a thin layer over the other files.

use crate::action::{Action, Wire};
use crate::config::{Config, Weapon};
use crate::event::Event;
use crate::outcome::Outcome;
use crate::position::{self, Position, canonical};
use crate::sight::Disc;
use crate::state::State;
use crate::view::{Memory, View};
use crate::words::{AMMO, Item, Name, Side, WeaponId};
use crate::{bots, config, legal, map, outcome, reason, show, view};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use skirmish_core::config::Config as _;
use skirmish_core::odd::Odd;
use skirmish_core::view::{News, Viewer};
use skirmish_core::{
    Actor, BotEntry, Check, Clock, Documents, Entry, Faults, Game, Host, Judged, Log, MapChoice, Orders, Preset,
    Reason, Rng, Rules, Seat, SeatSet, Setup, ShippedMap, Show, Standings, Telling, Turn, setup,
};
use skirmish_grid::hex::Diamond;

/// The immutable tables of one game.
#[derive(Clone, Debug)]
pub struct Outbreak {
    pub(crate) config: Config,
    /// The config as it was given, handed on from position to position.
    pub(crate) overrides: Map<String, Value>,
    map_name: Option<String>,
    pub(crate) board: Diamond,
    /// What a human holds after dropping its weapon.
    pub(crate) fallback: WeaponId,
    pub(crate) zombie_weapon: WeaponId,
    /// 1/distance, by distance.
    pub(crate) nearness: Vec<f64>,
    /// What a unit of each side sees around itself.
    pub(crate) discs: [Disc; 2],
    ammo: Name,
}

impl Outbreak {
    /// The tables for a config that was found good.
    pub(crate) fn new(config: Config, overrides: Map<String, Value>, map_name: Option<String>) -> Outbreak {
        let board = Diamond::new(config.radius as i32);
        let weapon = |name| config.weapons.find(name).unwrap_or(WeaponId(0));
        Outbreak {
            overrides: canonical(overrides),
            map_name,
            board,
            fallback: weapon(&config.human_fallback_weapon),
            zombie_weapon: weapon(&config.zombie_weapon),
            nearness: (0..=4 * board.radius()).map(|distance| 1.0 / f64::from(distance.max(1))).collect(),
            discs: [config.human_sight, config.zombie_sight].map(|sight| Disc::new(board, sight)),
            ammo: Name::new(AMMO),
            config,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> Diamond {
        self.board
    }

    /// What a human holds after dropping its weapon.
    #[inline]
    pub fn fallback(&self) -> WeaponId {
        self.fallback
    }

    /// The weapon of every zombie.
    #[inline]
    pub fn zombie_weapon(&self) -> WeaponId {
        self.zombie_weapon
    }

    /// A weapon of the table.
    #[inline]
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.config.weapons.0[usize::from(id.0)]
    }

    pub(crate) fn item_called(&self, name: &str) -> Option<Item> {
        if name == AMMO { Some(Item::Ammo) } else { self.config.weapons.find(name).map(Item::Weapon) }
    }

    pub(crate) fn item_name(&self, item: Item) -> Name {
        match item {
            Item::Ammo => self.ammo.clone(),
            Item::Weapon(id) => self.weapon(id).name.clone(),
        }
    }

    /// The most living zombies now.
    pub fn zombie_cap(&self, turn: i64) -> i64 {
        self.config.zombie_cap.saturating_add(self.config.zombie_cap_incr.floor_times(turn / 2))
    }

    /// Resolves a game on the given map file.
    fn on_map(map: &Value, overrides: &Map<String, Value>) -> Result<(Outbreak, State), Faults> {
        let check = Check::new();
        let mut overrides = overrides.clone();
        let config = Config::overridden(&overrides, "", &check);
        check.finish(())?;
        let board = map::read(map, &config)?;
        match overrides.get("radius").and_then(Value::as_i64) {
            Some(radius) if radius != board.radius => {
                let message =
                    format!("{radius} is not the radius of the map {}, which is {}", board.name, board.radius);
                return Err(Faults::one("bad_config", "/radius", message));
            }
            None if board.radius != config.radius => {
                overrides.insert("radius".into(), board.radius.into());
            }
            _ => {}
        }
        let config = Config { radius: board.radius, ..config };
        let game = Outbreak::new(config, overrides, Some(board.name.clone()));
        let mut state = position::on_map(&game, &board);
        game.begin_turn_one(&mut state);
        Ok((game, state))
    }
}

impl Rules for Outbreak {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn turn(&self, state: &State) -> Turn {
        match state.ending() {
            Some(_) => Turn::over(state.turn()),
            None => Turn::of(state.turn(), state.side().seat()),
        }
    }

    fn units(&self, state: &State) -> usize {
        match (state.ending(), state.side()) {
            (Some(_), _) => 0,
            (None, Side::Humans) => state.humans.len(),
            (None, Side::Zombies) => state.zombies.len(),
        }
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        legal::actors(state, seat, out);
    }

    fn legal(&self, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
        legal::legal(self, state, seat, actor, out);
    }

    fn is_legal(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.check(state, seat, action).map(|_| ())
    }

    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        legal::sample(self, state, seat, rng)
    }

    fn act(&self, state: &mut State, seat: Seat, action: &Action, log: &mut impl Log<Event>) -> Result<(), Reason> {
        let plan = self.check(state, seat, action)?;
        self.carry_out(state, plan, log);
        Ok(())
    }

    fn close(&self, state: &mut State, log: &mut impl Log<Event>) {
        self.close_list(state, log);
    }

    fn step(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Event>) {
        self.play_orders(state, orders, log);
    }

    fn standings(&self, state: &State) -> Standings {
        outcome::standings(state)
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn counted_out(&self, state: &State) -> SeatSet {
        outcome::counted_out(state)
    }
}

impl Documents for Outbreak {
    const ID: &'static str = "outbreak";
    const ABOUT: &'static str = "survivors against a growing horde on a diamond of hexes";
    const VERSION: u32 = 1;
    const RULES: &'static str = include_str!("rules.md");
    const MAPS: &'static [ShippedMap] = map::MAPS;
    const PRESETS: &'static [Preset] = config::PRESETS;

    type Config = Config;
    type Position = Position;

    fn resolve(setup: &Setup) -> Result<(Self, State), Faults> {
        let map = match &setup.map {
            None => setup::shipped(map::MAPS, map::MAPS[0].name)?,
            Some(MapChoice::Named(name)) => setup::shipped(map::MAPS, name)?,
            Some(MapChoice::Json(map)) => map.clone(),
            Some(MapChoice::Text(_)) => return Err(Faults::one("bad_map", "", "maps of outbreak are JSON")),
        };
        Outbreak::on_map(&map, &setup.config)
    }

    /// The default map, then generated ones. Where the setup names a map, every opening is on it.
    fn opening(n: u64, base: &Setup) -> Result<(Self, State), Faults> {
        match (n, &base.map) {
            (1.., None) => Outbreak::on_map(&map::generate(n), &base.config),
            _ => Outbreak::resolve(base),
        }
    }

    fn read_position(json: &Value) -> Result<Position, Faults> {
        position::read(json)
    }

    fn from_position(position: &Position) -> Result<(Self, State), Faults> {
        position::load(position)
    }

    fn position(&self, state: &State) -> Position {
        position::write(self, state)
    }

    fn config(&self) -> &Config {
        &self.config
    }
}

impl Telling for Outbreak {
    const ENDINGS: &'static [&'static str] =
        &["humans_dead", "turn_limit", "humans_timeout", "zombies_timeout", "humans_crash", "zombies_crash"];
    const SCORE: &'static str = "turns the humans lasted; the zombies get nothing";
    const HIDES: bool = true;

    type Wire = Wire;
    type View = View;
    type Memory = Memory;
    type Outcome = Outcome;

    fn seats(&self, _: &State) -> Vec<String> {
        Side::WORDS.map(|(name, _)| name.to_string()).into()
    }

    fn map_info(&self, _: &State) -> Value {
        json!({"name": self.map_name, "radius": self.board.radius()})
    }

    fn parse(&self, action: &RawValue) -> Entry<Action> {
        self.read_action(action)
    }

    fn wire(&self, action: &Action) -> Wire {
        self.write_action(action)
    }

    fn begin(&self, state: &State) -> Memory {
        self.remember_map(state)
    }

    fn view(&self, state: &State, viewer: Viewer, news: &News<'_, Self>, out: &mut View) {
        view::write(self, state, viewer, news, out);
    }

    fn outcome(&self, state: &State, _: &Memory) -> Outcome {
        outcome::outcome(state)
    }

    fn summary(&self, state: &State, _: &Memory) -> String {
        outcome::summary(self, state)
    }

    fn explain(reason: Reason) -> Option<&'static str> {
        reason::text(reason)
    }
}

impl Game for Outbreak {
    const SHOW: Option<&'static Show<Outbreak>> = Some(&show::SHOW);
    const BOTS: &'static [BotEntry<Outbreak>] = bots::BOTS;
    const ODD: Odd = crate::odd::ODD;

    fn host(&self) -> Host {
        let config = &self.config;
        let clock = Clock { turn_ms: config.turn_ms, bank_ms: Some(config.bank_ms), ..Clock::default() };
        Host { counts_time: true, judged: Judged::ByScore, ..Host::new(clock, config.max_actions) }
    }
}
