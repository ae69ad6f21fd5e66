//! The tables of a game, and the contract.

use crate::action::Action;
use crate::class::{Class, Kit, Side};
use crate::config::{Config, Prompt};
use crate::event::Event;
use crate::outcome::{NamedOutcome, Scores};
use crate::position::{self, Position};
use crate::state::{Phase, State};
use crate::terrain::Kind;
use crate::view::View;
use crate::{bots, config, legal, map, native, outcome, reason, show, view};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use skirmish_core::native::Dialect;
use skirmish_core::odd::Odd;
use skirmish_core::{
    Actor, BotEntry, Clock, Documents, Entry, Faults, Game, Host, Judged, Log, News, Orders, Preset, Reason, Rng,
    Rules, Seat, SeatSet, Setup, ShippedMap, Show, Standings, Telling, Turn, Viewer,
};

/// A game of `infection`: its config, and who is who.
#[derive(Clone, Debug)]
pub struct Infection {
    pub(crate) config: Config,
    /// The config keys that were given, alphabetically.
    pub(crate) overrides: Map<String, Value>,
    /// The ids of the units, ascending. A state lists its units in this order.
    pub(crate) ids: Vec<i64>,
    kits: [Kit; 7],
}

impl Infection {
    pub(crate) fn new(config: Config, overrides: Map<String, Value>, ids: Vec<i64>) -> Infection {
        let kits = Class::ALL.map(|class| config.kit(class));
        Infection { config, overrides, ids, kits }
    }

    #[inline]
    pub fn kit(&self, class: Class) -> &Kit {
        &self.kits[class as usize]
    }

    /// The durability of a whole obstacle; 0 for what cannot be broken.
    pub fn full_durability(&self, kind: Kind) -> i64 {
        self.config.durability(kind)
    }

    /// The ids of the units, ascending: those of [`State::units`], in its order.
    pub fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// The place of a unit in the list, by its id as an action says it.
    #[inline]
    pub(crate) fn unit_called(&self, id: i32) -> Option<usize> {
        self.place_of(i64::from(id))
    }

    /// The place of a unit in the list.
    #[inline]
    pub fn place_of(&self, id: i64) -> Option<usize> {
        // Ids mostly run from 0 without gaps.
        match usize::try_from(id).ok().filter(|&place| self.ids.get(place) == Some(&id)) {
            Some(place) => Some(place),
            None => self.ids.binary_search(&id).ok(),
        }
    }

    /// The ids of a side's units that actions can name.
    pub(crate) fn ids_of(&self, state: &State, side: Side) -> impl Iterator<Item = i32> {
        state.units_of(side).filter_map(|unit| self.id_of(unit))
    }

    /// The points of both sides if the game ended now.
    pub fn scores(&self, state: &State) -> Scores {
        Scores::at(&self.config, state.turn, state.humans_alive(), state.infected)
    }

    /// The id of a unit, if actions can name it.
    #[inline]
    pub fn id_of(&self, unit: usize) -> Option<i32> {
        i32::try_from(self.ids[unit]).ok()
    }

    /// Whether a side has made so many faults that it is no longer asked.
    pub(crate) fn is_ignored(&self, state: &State, side: Side) -> bool {
        state.faults[side as usize] >= self.config.max_faults
    }

    /// The side of a seat that may act now, or why it may not.
    pub(crate) fn acting_side(&self, state: &State, seat: Seat) -> Result<Side, Reason> {
        match state.side() {
            None => Err(Reason::GAME_OVER),
            Some(side) if side.seat() != seat || self.is_ignored(state, side) => Err(Reason::NOT_YOUR_TURN),
            Some(side) => Ok(side),
        }
    }
}

impl Rules for Infection {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn turn(&self, state: &State) -> Turn {
        let Some(side) = state.side() else {
            return Turn { phase: Some(Phase::Over.name()), ..Turn::over(state.turn) };
        };
        let to_act = SeatSet::one(side.seat());
        Turn {
            number: state.turn,
            phase: Some(state.phase.name()),
            to_act,
            silent: if self.is_ignored(state, side) { to_act } else { SeatSet::EMPTY },
        }
    }

    fn units(&self, state: &State) -> usize {
        state.side().map_or(0, |side| state.units_of(side).count())
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        legal::actors(self, state, seat, out);
    }

    fn legal(&self, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
        legal::legal(self, state, seat, actor, out);
    }

    fn is_legal(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        let side = self.acting_side(state, seat)?;
        self.judge(state, side, action).map(|_| ())
    }

    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        legal::sample(self, state, seat, rng)
    }

    fn act(&self, state: &mut State, seat: Seat, action: &Action, log: &mut impl Log<Event>) -> Result<(), Reason> {
        let side = self.acting_side(state, seat)?;
        let plan = self.judge(state, side, action)?;
        if state.phase != action.phase() {
            self.enter_phase(state, action.phase());
        }
        state.note_action(plan.unit());
        self.carry_out(state, plan, log);
        Ok(())
    }

    fn close(&self, state: &mut State, log: &mut impl Log<Event>) {
        if let Some(side) = state.side() {
            if !self.is_ignored(state, side) {
                state.faults[side as usize] = 0;
            }
            self.finish_step(state, log);
        }
    }

    fn step(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Event>) {
        self.play(state, orders, log);
    }

    fn standings(&self, state: &State) -> Standings {
        outcome::standings(self, state)
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn counted_out(&self, state: &State) -> SeatSet {
        outcome::counted_out(self, state)
    }
}

impl Documents for Infection {
    const ID: &'static str = "infection";
    const ABOUT: &'static str = "survivors with classes run from zombies on a square grid; the infected change sides";
    const VERSION: u32 = 1;
    const RULES: &'static str = include_str!("rules.md");
    const MAPS: &'static [ShippedMap] = map::MAPS;
    const PRESETS: &'static [Preset] = config::PRESETS;

    type Config = Config;
    type Position = Position;

    fn resolve(setup: &Setup) -> Result<(Infection, State), Faults> {
        map::resolve(setup)
    }

    fn opening(n: u64, base: &Setup) -> Result<(Infection, State), Faults> {
        map::opening(n, base)
    }

    fn read_position(json: &Value) -> Result<Position, Faults> {
        position::read(json)
    }

    fn from_position(position: &Position) -> Result<(Infection, State), Faults> {
        position::load(position)
    }

    fn position(&self, state: &State) -> Position {
        let mut position = Position::default();
        position::write_into(self, state, &mut position);
        position
    }

    fn config(&self) -> &Config {
        &self.config
    }
}

impl Telling for Infection {
    const ENDINGS: &'static [&'static str] = &["all_infected", "turn_limit"];
    const SCORE: &'static str =
        "points: the humans score turns survived and humans left, the zombies turns saved and humans infected";

    type Wire = Action;
    type View = View;
    type Memory = ();
    type Outcome = NamedOutcome;

    fn seats(&self, _: &State) -> Vec<String> {
        Side::ALL.map(|side| side.name().to_owned()).to_vec()
    }

    fn map_info(&self, state: &State) -> Value {
        let mut position = Position::default();
        position::write_into(self, state, &mut position);
        json!({
            "name": self.config.map,
            "width": self.config.width,
            "height": self.config.height,
            "rows": position.rows,
        })
    }

    fn parse(&self, action: &RawValue) -> Entry<Action> {
        Action::parse(action)
    }

    fn wire(&self, action: &Action) -> Action {
        *action
    }

    fn view(&self, state: &State, viewer: Viewer, _: &News<'_, Infection>, out: &mut View) {
        view::write(self, state, viewer, out);
    }

    fn outcome(&self, state: &State, _: &()) -> NamedOutcome {
        NamedOutcome { game: Self::ID, outcome: outcome::outcome(self, state) }
    }

    fn summary(&self, state: &State, (): &()) -> String {
        outcome::summary(self, state)
    }

    fn explain(reason: Reason) -> Option<&'static str> {
        reason::text(reason)
    }
}

impl Game for Infection {
    const SHOW: Option<&'static Show<Infection>> = Some(&show::SHOW);
    const DIALECT: Option<&'static Dialect<Infection>> = Some(&native::DIALECT);
    const BOTS: &'static [BotEntry<Infection>] = bots::BOTS;
    const ODD: Odd = crate::odd::ODD;

    fn host(&self) -> Host {
        let config = &self.config;
        let clock = Clock { start_ms: Some(config.start_ms), turn_ms: config.turn_ms, ..Clock::default() };
        // A unit acts once per phase. Ten entries for each leave room for bots that list alternatives.
        let longest = config.starting_humans.saturating_add(config.starting_zombies).saturating_mul(10);
        Host { lists_legal: config.list_legal, judged: Judged::ByScore, ..Host::new(clock, longest) }
    }

    /// A seat that is asked once per turn gets the time of all its phases at once.
    fn turn_ms(&self, state: &State) -> i64 {
        let phases = match (self.config.prompt, state.phase, state.turn % 2) {
            (Prompt::Phase, _, _) | (_, Phase::Classes | Phase::Over, _) => 1,
            (Prompt::Turn, _, 0) => 3,
            (Prompt::Turn, _, _) => 2,
        };
        self.config.turn_ms.saturating_mul(phases)
    }
}
