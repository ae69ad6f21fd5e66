//! The game as the rest of Skirmish sees it. The rules themselves are in [`stages`](crate::stages) and
//! [`rounds`](crate::rounds).

use crate::action::{self, Action};
use crate::config::Config;
use crate::draws::{Keyed, Script};
use crate::event::Event;
use crate::map::{self, Board};
use crate::name::Name;
use crate::outcome::{self, Memory, Outcome};
use crate::position::{self, Position};
use crate::stages::Core;
use crate::state::{Player, State};
use crate::view::{self, View};
use crate::{bots, legal, reason, show};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::config::Config as _;
use skirmish_core::hash::mix;
use skirmish_core::odd::Odd;
use skirmish_core::view::{News, Step, Viewer};
use skirmish_core::{
    Actor, BotEntry, Check, Clock, Documents, Entry, Faults, Game, Host, Key, Log, MapChoice, Orders, Reason, Rng,
    Rules, Seat, SeatSet, Setup, ShippedMap, Show, Standings, Telling, Turn,
};

/// The game: its config, and what follows from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Zords {
    pub(crate) config: Config,
    /// With fewer action points nothing can be done.
    pub(crate) cheapest: i64,
}

impl Zords {
    pub(crate) fn new(config: Config) -> Zords {
        let c = &config;
        let costs = [c.move_cost, c.shoot_cost, c.shield_cost, c.range_cost, c.donate_cost, c.build_cost];
        let cheapest = costs.into_iter().min().unwrap_or(0);
        Zords { config, cheapest }
    }

    /// A game that has just started, played in rounds: joining and the draws of day 1 are done with `key`.
    fn started(config: Config, names: &[Name], key: Key) -> (Zords, State) {
        let game = Zords::new(config);
        let mut state = State::waiting(key);
        state.players.extend(names.iter().map(|&name| Player::new(name, game.config.start_points)));
        state.seq = names.len() as i64;
        state.make_room(game.config.max_zords);
        let mut silence = ();
        let mut core = game.rules(&mut state, &mut silence);
        // There are enough players, and the first moment of a day is never refused.
        let _ = core.advance(1, 0);
        core.settle();
        (game, state)
    }

    fn rules<'a, L: Log<Event>>(&'a self, state: &'a mut State, log: &'a mut L) -> Core<'a, Keyed, L> {
        let chance = Keyed(state.key);
        Core::new(self, state, chance, log)
    }
}

/// The config and the players of a setup.
fn prepare(setup: &Setup, board: Board) -> Result<(Config, Vec<Name>), Faults> {
    let check = Check::new();
    let mut overrides = board.overrides;
    overrides.extend(setup.config.clone());
    let config = Config::overridden(&overrides, "", &check);
    config.check_rounds("", &check);
    let players = board.players.max(config.min_players as usize).min(config.max_players as usize);
    let fault = |pointer: String, message: String| check.fault("bad_setup", pointer, message);
    let names: Vec<Name> = match setup.seats.is_empty() {
        true => (1..=players).map(|n| Name::of(&format!("p{n}"))).collect(),
        false => setup.seats.iter().map(|text| Name::of(text)).collect(),
    };
    for (i, name) in names.iter().enumerate() {
        if *name == Name::UNFIT {
            fault(format!("/seats/{i}"), format!("\"{}\" cannot be the name of a seat", setup.seats[i]));
        } else if names[..i].iter().any(|other| other.resembles(name)) {
            fault(format!("/seats/{i}"), format!("{name} is listed twice (upper and lower case are the same)"));
        }
    }
    let allowed = config.min_players..=config.max_players;
    if !allowed.contains(&(names.len() as i64)) && check.knows("", ["min_players", "max_players"]) {
        let message = format!("{} players; allowed are {} to {}", names.len(), allowed.start(), allowed.end());
        fault("/seats".into(), message);
    }
    check.finish((config, names))
}

impl Rules for Zords {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn key(&self, state: &State) -> Option<Key> {
        state.keyed.then_some(state.key)
    }

    fn set_key(&self, state: &mut State, key: Option<Key>) {
        state.keyed = key.is_some();
        state.key = key.unwrap_or_else(State::stand_in);
    }

    fn turn(&self, state: &State) -> Turn {
        match self.place(state) {
            Some(place) => Turn::of(self.turn_id(state, place), self.seat_in_round(state, place)),
            None => Turn::over(self.turn_id(state, state.place.unwrap_or(crate::state::Place::START))),
        }
    }

    fn units(&self, state: &State) -> usize {
        self.asked(state).map_or(0, |seat| state.player(seat).zords as usize)
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        legal::actors(self, state, seat, out);
    }

    fn legal(&self, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
        legal::legal(self, state, seat, actor, out);
    }

    fn is_legal(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.admit_in_turn(state, seat, &Entry::Action(*action))?;
        self.check(state, seat, &action.command).map(|_| ())
    }

    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        legal::sample(self, state, seat, rng)
    }

    fn act(&self, state: &mut State, seat: Seat, action: &Action, log: &mut impl Log<Event>) -> Result<(), Reason> {
        self.rules(state, log).act(seat, &Entry::Action(*action))
    }

    fn close(&self, state: &mut State, log: &mut impl Log<Event>) {
        self.rules(state, log).close();
    }

    fn step(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Event>) {
        self.rules(state, log).step(orders);
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

impl Documents for Zords {
    const ID: &'static str = "zords";
    const ABOUT: &'static str = "many players on one open board; each day, totems pay those who stand near";
    const VERSION: u32 = 1;
    const RULES: &'static str = include_str!("rules.md");
    const MAPS: &'static [ShippedMap] = map::MAPS;
    const SEATS: std::ops::RangeInclusive<usize> = 2..=64;

    type Config = Config;
    type Position = Position;

    fn resolve(setup: &Setup) -> Result<(Self, State), Faults> {
        let (config, names) = prepare(setup, Board::choose(setup.map.as_ref())?)?;
        Ok(Zords::started(config, &names, Key::from_seed(setup.seed)))
    }

    /// Two players get `duel` and drawn maps like it; more get `skirmish`, or `classic` if that is too small for them.
    /// The start depends on `n`, all later draws on the seed.
    fn opening(n: u64, base: &Setup) -> Result<(Self, State), Faults> {
        let wanted = base.config.get("min_players").and_then(Value::as_u64).unwrap_or(0) as usize;
        let board = match (&base.map, base.seats.len().max(wanted)) {
            (Some(choice), _) => Board::choose(Some(choice))?,
            (None, 0..=2) if n == 0 => Board::choose(Some(&MapChoice::Named("duel".into())))?,
            (None, 0..=2) => Board::read(&map::drawn_duel(n))?,
            (None, 3..=8) if n % 4 != 3 => Board::choose(Some(&MapChoice::Named("skirmish".into())))?,
            (None, _) => Board::choose(None)?,
        };
        let (config, names) = prepare(base, board)?;
        let start = Key::from_seed(mix(base.seed ^ mix(n.wrapping_add(1))));
        let (game, mut state) = Zords::started(config, &names, start);
        game.reseed(&mut state, base.seed.into());
        Ok((game, state))
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

    fn step_drawn(
        &self,
        state: &mut State,
        orders: &Orders<Action>,
        draws: &[Value],
        log: &mut impl Log<Event>,
    ) -> Result<(), String> {
        let mut script = Script::new(draws.to_vec());
        Core::new(self, state, &mut script, log).step(orders);
        script.finish()
    }
}

impl Telling for Zords {
    const ENDINGS: &'static [&'static str] = &["turn_limit", "aborted"];
    const SCORE: &'static str = "points";
    const PUBLIC_EVENTS: bool = true;

    type Wire = Action;
    type View = View;
    type Memory = Memory;
    type Outcome = Outcome;

    fn seats(&self, state: &State) -> Vec<String> {
        state.players.iter().map(|player| player.name.to_string()).collect()
    }

    fn map_info(&self, _: &State) -> Value {
        let cells = |key| self.config.complete().remove(key).unwrap_or_default();
        json!({
            "board_size": self.config.board_size,
            "totems": cells("fixed_totems"),
            "spawns": cells("fixed_spawns"),
        })
    }

    fn parse(&self, action: &RawValue) -> Entry<Action> {
        action::parse(action)
    }

    fn wire(&self, action: &Action) -> Action {
        *action
    }

    fn begin(&self, _: &State) -> Memory {
        Memory::default()
    }

    fn remember(&self, memory: &mut Memory, told: &Step<'_, Self>) {
        told.record.events.iter().for_each(|event| memory.note(told.state, event));
    }

    fn view(&self, state: &State, viewer: Viewer, news: &News<'_, Self>, out: &mut View) {
        view::write(self, state, viewer, news, out);
    }

    fn outcome(&self, state: &State, memory: &Memory) -> Outcome {
        outcome::outcome(self, state, memory)
    }

    fn summary(&self, state: &State, _: &Memory) -> String {
        outcome::summary(self, state)
    }

    fn moment(&self, state: &State) -> String {
        outcome::moment(self, state)
    }

    fn explain(reason: Reason) -> Option<&'static str> {
        reason::text(reason)
    }
}

impl Game for Zords {
    const SHOW: Option<&'static Show<Zords>> = Some(&show::SHOW);
    const BOTS: &'static [BotEntry<Zords>] = bots::BOTS;
    const ODD: Odd = crate::odd::ODD;

    fn host(&self) -> Host {
        let config = &self.config;
        let first_turn_ms = Some(config.first_turn_ms);
        let clock = Clock { turn_ms: config.turn_ms, first_turn_ms, ..Clock::default() };
        Host { line_limit: 64 << 10, ..Host::new(clock, config.max_actions) }
    }
}
