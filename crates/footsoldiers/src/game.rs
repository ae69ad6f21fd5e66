//! The game: its tables, and the contract, which hands everything on to its own room.

use crate::action::{self, Action, Wire};
use crate::config::{self, Config, Traits};
use crate::event::Event;
use crate::field::{Field, Square};
use crate::map::{MAPS, Map};
use crate::outcome::Outcome;
use crate::position::{self, Position};
use crate::state::{Kind, SEATS, State, Team};
use crate::view::{FixedParts, View};
use crate::{bots, legal, map, native, outcome, reason, show, view};
use serde_json::{Value, json, value::RawValue};
use skirmish_core::native::Dialect;
use skirmish_core::odd::Odd;
use skirmish_core::{
    Actor, BotEntry, Check, Clock, Documents, Entry, Faults, Game, Hasher, Host, Log, News, Orders, Reason, Rng, Rules,
    Seat, SeatSet, Setup, ShippedMap, Show, Standings, Telling, Turn, Viewer,
};

/// The immutable half of a match: constants, bases and rocks.
#[derive(Clone, Debug)]
pub struct Footsoldiers {
    pub(crate) config: Config,
    pub(crate) kinds: [Traits; 3],
    /// In seat order.
    pub(crate) bases: [Base; 2],
    /// In square order.
    pub(crate) rocks: Vec<Rock>,
    pub(crate) field: Field,
    /// The lower right corner of the map's rectangle, whose other corner is (0, 0).
    pub(crate) far_corner: Square,
    /// What views show of all this.
    pub(crate) fixed: FixedParts,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Base {
    pub id: i64,
    pub at: Square,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rock {
    pub id: i64,
    pub at: Square,
}

impl Footsoldiers {
    pub(crate) const NAME: &'static str = "footsoldiers";

    pub(crate) fn new(config: Config, bases: [Base; 2], rocks: Vec<Rock>, field: Field) -> Footsoldiers {
        let kinds = Kind::ALL.map(|kind| config.traits(kind));
        let things = || bases.iter().map(|base| base.at).chain(rocks.iter().map(|rock| rock.at));
        let far = |coordinate: fn(Square) -> i64| things().map(coordinate).max().unwrap_or(0).max(0);
        let far_corner = Square::new(far(|at| at.x), far(|at| at.y));
        let fixed = FixedParts::new(&config, &rocks);
        Footsoldiers { config, kinds, bases, rocks, field, far_corner, fixed }
    }

    /// What a kind of soldier can do and costs.
    pub fn traits(&self, kind: Kind) -> Traits {
        self.kinds[kind as usize]
    }

    /// Where the base of a seat stands.
    #[inline]
    pub fn base(&self, team: Team) -> Square {
        self.bases[team.index()].at
    }

    /// Where the rocks are, in square order.
    pub fn rocks(&self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        self.rocks.iter().map(|rock| rock.at)
    }

    /// The points of both seats: 2 for a win, 1 for a draw, else 0.
    pub fn scores(&self, state: &State) -> [i64; 2] {
        outcome::scores(self.end(state))
    }

    fn on_map(config: Config, map: &Map) -> (Footsoldiers, State) {
        let start = position::start(&config, map.bases, &map.rocks);
        position::assemble(config, &start)
    }
}

impl Rules for Footsoldiers {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn turn(&self, state: &State) -> Turn {
        let number = self.config.total_turns - state.turns_remaining;
        let to_act = if self.is_over(state) { SeatSet::EMPTY } else { SeatSet::first(SEATS.len()) };
        Turn { number, phase: None, to_act, silent: SeatSet::EMPTY }
    }

    fn units(&self, state: &State) -> usize {
        state.armies[0].len() + state.armies[1].len()
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        legal::actors(self, state, seat, out);
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
        self.apply(state, seat, plan, log);
        Ok(())
    }

    fn close(&self, state: &mut State, log: &mut impl Log<Event>) {
        self.play_turn(state, log);
    }

    fn step(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Event>) {
        self.take_orders(state, orders, log);
    }

    fn standings(&self, state: &State) -> Standings {
        outcome::standings(self, state)
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = Hasher::new();
        hasher.int(state.turns_remaining);
        hasher.int(state.next_id);
        for side in 0..2 {
            hasher.int(state.health[side]);
            hasher.int(state.money[side]);
            hasher.word(state.disqualified[side].into());
            hasher.word(state.armies[side].len() as u64);
            for soldier in &state.armies[side] {
                hasher.int(soldier.id);
                hasher.int(soldier.at.x);
                hasher.int(soldier.at.y);
                hasher.int(soldier.goal.x);
                hasher.int(soldier.goal.y);
                hasher.int(soldier.health);
                hasher.word(soldier.kind as u64 * 4 + soldier.facing as u64);
            }
        }
        hasher.finish()
    }

    fn ground(&self) -> u64 {
        let mut hasher = Hasher::new();
        let things = self.bases.iter().map(|base| base.at).chain(self.rocks.iter().map(|rock| rock.at));
        things.for_each(|at| [at.x, at.y].into_iter().for_each(|n| hasher.int(n)));
        hasher.finish()
    }

    fn counted_out(&self, state: &State) -> SeatSet {
        outcome::counted_out(state)
    }
}

impl Documents for Footsoldiers {
    const ID: &'static str = Footsoldiers::NAME;
    const ABOUT: &'static str = "two bases, one command each per turn, and soldiers that walk and strike on their own";
    const VERSION: u32 = 1;
    const RULES: &'static str = include_str!("rules.md");
    const MAPS: &'static [ShippedMap] = map::MAPS;

    type Config = Config;
    type Position = Position;

    /// Our own keys, or the file of the original game.
    fn read_config(overrides: &serde_json::Map<String, Value>) -> Result<Config, Faults> {
        let check = Check::new();
        let config = config::read(overrides, &check);
        check.finish(config)
    }

    fn resolve(setup: &Setup) -> Result<(Self, State), Faults> {
        let check = Check::new();
        let config = config::read(&setup.config, &check);
        if !setup.seats.is_empty() && setup.seats != SEATS {
            check.fault("bad_setup", "/seats", "the seats of this game are always player1 and player2");
        }
        let map = Map::choose(setup.map.as_ref()).unwrap_or_else(|faults| {
            check.absorb(faults);
            Map::default()
        });
        check.finish(())?;
        Ok(Footsoldiers::on_map(config, &map))
    }

    fn opening(n: u64, base: &Setup) -> Result<(Self, State), Faults> {
        if base.map.is_some() {
            return Footsoldiers::resolve(base);
        }
        if let Some(map) = usize::try_from(n).ok().and_then(|n| MAPS.get(n)) {
            return Footsoldiers::resolve(&base.clone().with_map(map.name));
        }
        let (game, _) = Footsoldiers::resolve(base)?;
        let map = Map::random(game.config.max_distance_from_base, &mut Rng::new(n));
        Ok(Footsoldiers::on_map(game.config, &map))
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

impl Telling for Footsoldiers {
    const ENDINGS: &'static [&'static str] =
        &["base_destroyed", "both_bases_destroyed", "turn_limit", "disqualified", "both_disqualified"];
    const SCORE: &'static str = "2 for a win, 1 for a draw";

    type Wire = Wire;
    type View = View;
    type Memory = ();
    type Outcome = Outcome;

    fn seats(&self, _: &State) -> Vec<String> {
        SEATS.map(String::from).to_vec()
    }

    fn map_info(&self, _: &State) -> Value {
        let base = |(base, seat): (&Base, &str)| json!({"id": base.id, "seat": seat, "x": base.at.x, "y": base.at.y});
        let rock = |rock: &Rock| json!({"id": rock.id, "x": rock.at.x, "y": rock.at.y});
        json!({
            "width": self.far_corner.x + 1,
            "height": self.far_corner.y + 1,
            "bases": self.bases.iter().zip(SEATS).map(base).collect::<Vec<_>>(),
            "rocks": self.rocks.iter().map(rock).collect::<Vec<_>>(),
        })
    }

    fn parse(&self, action: &RawValue) -> Entry<Action> {
        action::parse(action)
    }

    fn wire(&self, action: &Action) -> Wire {
        (*action).into()
    }

    fn view(&self, state: &State, viewer: Viewer, news: &News<'_, Self>, out: &mut View) {
        view::write(self, state, viewer, news.rejected, out);
    }

    fn outcome(&self, state: &State, (): &()) -> Outcome {
        outcome::outcome(self, state)
    }

    fn summary(&self, state: &State, (): &()) -> String {
        outcome::summary(self, state)
    }

    fn explain(reason: Reason) -> Option<&'static str> {
        reason::text(reason)
    }
}

impl Game for Footsoldiers {
    const SHOW: Option<&'static Show<Footsoldiers>> = Some(&show::SHOW);
    const DIALECT: Option<&'static Dialect<Footsoldiers>> = Some(&native::DIALECT);
    const BOTS: &'static [BotEntry<Footsoldiers>] = bots::BOTS;
    const ODD: Odd = crate::odd::ODD;

    fn host(&self) -> Host {
        let config = &self.config;
        let clock = Clock { start_ms: Some(config.start_ms), turn_ms: config.turn_ms, ..Clock::default() };
        Host { max_restarts: u32::try_from(config.max_restarts).ok(), ..Host::new(clock, 1) }
    }
}
