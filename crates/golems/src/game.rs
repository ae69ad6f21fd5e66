//! The contract, which hands everything on to the other rooms.

use crate::action::Action;
use crate::config::GolemsConfig;
use crate::legal;
use crate::map::{Board, MAPS, Spot};
use crate::outcome::{self, Outcome};
use crate::position::{self, Position};
use crate::report::{Event, Memory};
use crate::stages::{self, list};
use crate::state::{State, Unit};
use crate::stats::{Colours, Stats};
use crate::view::{self, Formulas, View};
use crate::{bots, map, reason, show};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use skirmish_core::config::sorted;
use skirmish_core::odd::Odd;
use skirmish_core::setup::shipped;
use skirmish_core::view::{News, Step, Viewer};
use skirmish_core::{
    Absence, Actor, BotEntry, Check, Clock, Documents, Entry, Faults, Fixed, Game, Host, Key, Log, MapChoice, Reason,
    Rng, Rules, Seat, SeatSet, Setup, ShippedMap, Show, Standings, Telling, Turn,
};

/// A game of golems: its config and its board.
#[derive(Clone, Debug)]
pub struct Golems {
    pub(crate) config: GolemsConfig,
    /// The overrides as they were given, for positions.
    pub(crate) overrides: Option<Fixed<Map<String, Value>>>,
    pub(crate) board: Board,
    /// The board as views show it.
    pub(crate) rows: Fixed<Vec<String>>,
    pub(crate) formulas: Fixed<Formulas>,
}

/// Config keys that a setup may not set.
const BARRED: [(&str, &str); 2] =
    [("width", "cannot be set: the map decides it"), ("height", "cannot be set: the map decides it")];

pub(crate) const SEATS: [&str; 2] = ["p0", "p1"];

impl Golems {
    pub(crate) fn new(mut config: GolemsConfig, overrides: Option<Map<String, Value>>, board: Board) -> Golems {
        config.width = board.width().into();
        config.height = board.height().into();
        let (rows, formulas) = (Fixed::new(board.rows()), Fixed::new(Formulas::from(&config)));
        Golems { config, overrides: overrides.map(Fixed::new), board, rows, formulas }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a seat may give another entry of its list at all.
    pub fn may_act(&self, state: &State, seat: Seat) -> bool {
        legal::may_act(self, state, seat)
    }

    /// The abilities that the formulas give a unit of these colours.
    pub fn stats(&self, colours: Colours) -> Stats {
        Stats::of(&self.config, colours)
    }

    /// A unit in full health that has not acted and may not act yet. It still needs an id.
    pub(crate) fn fresh(&self, owner: Seat, at: Spot, colours: Colours) -> Unit {
        let stats = self.stats(colours);
        let hp = i64::from(stats.max_health);
        Unit { id: 0, hp, poison: 0, build_points: 0, moves: 0, actions: 0, colours, stats, at, owner }
    }

    /// The first position: four units, and the begin phase of turn 1.
    pub(crate) fn start<L: Log<Event>>(&self, log: &mut L) -> State {
        const RED: Colours = [1, 0, 0, 0];
        const GREEN: Colours = [0, 1, 0, 0];
        let mut state = State::new(&self.board);
        let squares = self.board.start_squares();
        for (i, (owner, colours)) in [(0, RED), (0, GREEN), (1, GREEN), (1, RED)].into_iter().enumerate() {
            state.add(Unit { id: state.next_id, ..self.fresh(Seat(owner), squares[i], colours) });
            state.next_id += 1;
        }
        state.unit_mut(3).build_points = self.config.start_bonus_points;
        stages::begin::begin_phase(self, &mut state, log);
        state
    }

    /// A new game under a setup on a board that is chosen once the config is known.
    fn set_up(
        setup: &Setup,
        choose: impl FnOnce(&GolemsConfig) -> Result<Board, Faults>,
    ) -> Result<(Golems, State), Faults> {
        let check = Check::new();
        let config = GolemsConfig::read(&setup.config, &BARRED, "", &check);
        if !setup.seats.is_empty() && setup.seats != SEATS {
            check.fault("bad_config", "", format!("the seats are p0 and p1, not {}", setup.seats.join(" and ")));
        }
        let board = match choose(&config) {
            Ok(board) => Some(board),
            Err(faults) => {
                check.absorb(faults);
                None
            }
        };
        let board =
            check.finish(()).and_then(|()| board.ok_or_else(|| Faults::one("bad_map", "", "there is no map")))?;
        let mut overrides = setup.config.clone();
        overrides.shift_remove("maps");
        let game = Golems::new(config, (!overrides.is_empty()).then(|| sorted(overrides)), board);
        let state = game.start(&mut ());
        Ok((game, state))
    }
}

/// The map of a setup, or one drawn from the config's list.
fn choose_map(setup: &Setup, config: &GolemsConfig) -> Result<Board, Faults> {
    match &setup.map {
        Some(MapChoice::Named(name)) => Board::read(&shipped(MAPS, name)?),
        Some(MapChoice::Json(map)) => Board::read(map),
        Some(MapChoice::Text(_)) => Err(Faults::one("bad_map", "", "maps of golems are JSON files")),
        None => {
            // A list with an unknown name is refused, no matter which map the seed would draw.
            let maps = config.maps.0.iter().map(|name| shipped(MAPS, name)).collect::<Result<Vec<_>, _>>()?;
            Board::read(&maps[Key::from_seed(setup.seed).draws(0, "map").index(maps.len())])
        }
    }
}

impl Rules for Golems {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn turn(&self, state: &State) -> Turn {
        if state.is_over() { Turn::over(state.turn) } else { Turn::of(state.turn, state.seat) }
    }

    fn units(&self, state: &State) -> usize {
        if state.is_over() { 0 } else { state.count(state.seat) }
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        legal::actors(self, state, seat, out);
    }

    fn legal(&self, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
        legal::legal(self, state, seat, actor, out);
    }

    fn is_legal(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        list::check(self, state, seat, action).map(|_| ())
    }

    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        legal::sample(self, state, seat, rng)
    }

    fn act(&self, state: &mut State, seat: Seat, action: &Action, log: &mut impl Log<Event>) -> Result<(), Reason> {
        let plan = list::check(self, state, seat, action)?;
        list::apply(self, state, plan, log);
        Ok(())
    }

    fn close(&self, state: &mut State, log: &mut impl Log<Event>) {
        stages::end_phase(self, state, log);
    }

    fn entry(
        &self,
        state: &mut State,
        seat: Seat,
        at: (usize, &Entry<Action>),
        log: &mut impl Log<Event>,
    ) -> Result<(), Reason> {
        list::entry(self, state, seat, at, log)
    }

    fn absent(&self, state: &mut State, seat: Seat, _: Absence, _: &mut impl Log<Event>) {
        stages::forfeit(state, seat);
    }

    fn standings(&self, state: &State) -> Standings {
        outcome::standings(state)
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash()
    }

    fn ground(&self) -> u64 {
        self.board.hash()
    }

    fn counted_out(&self, state: &State) -> SeatSet {
        outcome::counted_out(state)
    }
}

impl Documents for Golems {
    const ID: &'static str = "golems";
    const ABOUT: &'static str = "four-colour units that earn points on zones, fight, build and combine";
    const VERSION: u32 = 1;
    const RULES: &'static str = include_str!("rules.md");
    const MAPS: &'static [ShippedMap] = map::MAPS;

    type Config = GolemsConfig;
    type Position = Position;

    fn resolve(setup: &Setup) -> Result<(Golems, State), Faults> {
        Golems::set_up(setup, |config| choose_map(setup, config))
    }

    /// The shipped maps first, then generated ones.
    fn opening(n: u64, base: &Setup) -> Result<(Golems, State), Faults> {
        if base.map.is_some() {
            return Golems::resolve(base);
        }
        Golems::set_up(base, |_| match MAPS.get(n as usize) {
            Some(map) => Board::read(&shipped(MAPS, map.name)?),
            None => Ok(Board::generated(n)),
        })
    }

    fn read_position(json: &Value) -> Result<Position, Faults> {
        position::read(json)
    }

    fn from_position(position: &Position) -> Result<(Golems, State), Faults> {
        position::load(position)
    }

    fn position(&self, state: &State) -> Position {
        position::write(self, state)
    }

    fn config(&self) -> &GolemsConfig {
        &self.config
    }
}

impl Telling for Golems {
    const ENDINGS: &'static [&'static str] = &["elimination", "turn_limit", "forfeit"];
    const SCORE: &'static str = "build points earned";

    type Wire = Action;
    type View = View;
    type Memory = Memory;
    type Outcome = Outcome;

    fn seats(&self, _: &State) -> Vec<String> {
        SEATS.map(String::from).into()
    }

    fn map_info(&self, _: &State) -> Value {
        self.board.info()
    }

    fn parse(&self, action: &RawValue) -> Entry<Action> {
        Action::parse(action)
    }

    fn wire(&self, action: &Action) -> Action {
        *action
    }

    fn begin(&self, state: &State) -> Memory {
        Memory::new(self, state)
    }

    fn remember(&self, memory: &mut Memory, told: &Step<'_, Golems>) {
        memory.take(told);
    }

    fn view(&self, state: &State, viewer: Viewer, news: &News<'_, Golems>, out: &mut View) {
        view::write(self, state, viewer, news, out);
    }

    fn outcome(&self, state: &State, memory: &Memory) -> Outcome {
        outcome::outcome(state, memory)
    }

    fn summary(&self, state: &State, memory: &Memory) -> String {
        outcome::summary(self, state, memory)
    }

    fn explain(reason: Reason) -> Option<&'static str> {
        reason::text(reason)
    }
}

impl Game for Golems {
    const SHOW: Option<&'static Show<Golems>> = Some(&show::SHOW);
    const BOTS: &'static [BotEntry<Golems>] = bots::BOTS;
    const ODD: Odd = crate::odd::ODD;

    fn host(&self) -> Host {
        let config = &self.config;
        let first_turn_ms = Some(config.first_turn_ms);
        Host::new(Clock { turn_ms: config.turn_ms, first_turn_ms, ..Clock::default() }, config.max_actions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn setup(config: Value) -> Setup {
        Setup { config: config.as_object().cloned().unwrap(), ..Setup::default() }
    }

    #[test]
    fn the_map_is_drawn_from_the_list() {
        let drawn = |seed, config| {
            let (game, _) = Golems::resolve(&Setup { seed, ..setup(config) }).unwrap();
            game.board().name().unwrap().to_owned()
        };
        for map in MAPS {
            assert!((0..40).any(|seed| drawn(seed, json!({})) == map.name), "{} is never drawn", map.name);
        }
        assert!((0..10).all(|seed| drawn(seed, json!({"maps": ["own_ridges"]})) == "own_ridges"));
        let named = Golems::resolve(&Setup::seeded(3).with_map("own_ruins")).unwrap().0;
        assert_eq!(named.board().name(), Some("own_ruins"));
    }

    #[test]
    fn bad_setups_are_refused_with_all_faults() {
        let codes = |setup: &Setup| -> Vec<String> {
            let faults = Golems::resolve(setup).unwrap_err();
            faults.list().iter().map(|fault| format!("{} {}", fault.code, fault.pointer)).collect()
        };
        let config = json!({"width": 26, "level": "R+", "max_health": 5, "maps": [], "turn_ms": 0});
        let wanted = [
            "bad_config /width",
            "bad_formula /level",
            "bad_config /max_health",
            "bad_config /maps",
            "bad_config /turn_ms",
        ];
        assert_eq!(codes(&setup(config)), wanted);
        assert_eq!(codes(&setup(json!({"maps": ["own_ruins", "nowhere"]}))), ["bad_map "]);
        assert_eq!(codes(&Setup::default().with_map("nowhere")), ["bad_map "]);
        assert_eq!(codes(&Setup { seats: vec!["a".into(), "b".into()], ..Setup::default() }), ["bad_config "]);
    }

    #[test]
    fn overrides_go_into_positions_without_the_maps() {
        let after = |config| {
            let (game, state) = Golems::resolve(&setup(config)).unwrap();
            serde_json::to_value(game.position(&state)).unwrap().get("config").cloned()
        };
        assert_eq!(after(json!({})), None);
        assert_eq!(after(json!({"maps": ["own_ruins"]})), None);
        let config = after(json!({"zone_points": 1, "maps": ["own_ruins"], "max_turns": 7})).unwrap();
        assert_eq!(config.to_string(), r#"{"max_turns":7,"zone_points":1}"#);
    }

    #[test]
    fn the_first_position() {
        let setup =
            Setup { map: Some(MapChoice::Named("own_scatter".into())), ..setup(json!({"start_bonus_points": 2})) };
        let (game, state) = Golems::resolve(&setup).unwrap();
        let units: Vec<_> = state.units().iter().map(|u| (u.id, u.owner.0, u.at.x, u.at.y, u.colours, u.hp)).collect();
        let wanted = [
            (1, 0, 0, 0, [1, 0, 0, 0], 50),
            (2, 0, 1, 0, [0, 1, 0, 0], 65),
            (3, 1, 24, 25, [0, 1, 0, 0], 65),
            (4, 1, 25, 25, [1, 0, 0, 0], 50),
        ];
        assert_eq!(units, wanted);
        let left: Vec<_> = state.units().iter().map(|u| (u.build_points, u.moves, u.actions)).collect();
        assert_eq!(left, [(0, 2, 1), (0, 2, 1), (0, 0, 0), (2, 0, 0)]);
        assert_eq!((state.next_id, state.turn, state.seat, state.scores), (5, 1, Seat(0), [0, 0]));
        assert_eq!((game.config().width, game.host().clock.first_turn_ms), (26, Some(5000)));
    }

    #[test]
    fn openings_differ() {
        let rows = |n| Golems::opening(n, &Setup::default()).unwrap().0.board().rows();
        let all: Vec<_> = (0..54).map(rows).collect();
        for (n, board) in all.iter().enumerate() {
            assert!(!all[..n].contains(board), "{n}");
        }
        assert_eq!(rows(20), all[20]);
    }

    #[test]
    fn a_list_longer_than_allowed_is_cut() {
        let (game, mut state) = Golems::resolve(&setup(json!({"max_actions": 2, "max_moves": "9"}))).unwrap();
        let step = |unit, x, y| Action::Move { unit, x, y };
        let seat = Seat(0);
        assert!(game.act(&mut state, seat, &step(1, 0, 1), &mut ()).is_ok());
        assert!(game.act(&mut state, seat, &step(1, 5, 5), &mut ()).is_err());
        assert!(game.act(&mut state, seat, &step(1, 0, 0), &mut ()).is_ok());
        assert_eq!(game.act(&mut state, seat, &Action::End, &mut ()), Err(Reason::TOO_MANY_ACTIONS));
        assert_eq!(game.sample(&state, seat, &mut Rng::new(1)), None);
        game.close(&mut state, &mut ());
        assert_eq!((state.turn, state.taken), (2, 0));
    }
}
