//! Positions and starts.

use crate::rules::CAIRNS;
use crate::{Cairns, CairnsConfig, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::{Check, Config, Documents, Faults, Key, Object, Seat, Setup};

/// Everything about a game, as data.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Position {
    game: &'static str,
    turn: i64,
    cairns: Vec<i64>,
    scores: Vec<i64>,
    secrets: Vec<i64>,
    forfeit: Option<i64>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    config: Map<String, Value>,
}

impl Documents for Cairns {
    const ID: &'static str = "cairns";
    const ABOUT: &'static str = "two seats take stones from three cairns, each with a secret of its own";
    const VERSION: u32 = 1;
    const RULES: &'static str = "Take 1 to {most} stones from one cairn. The last stone of your secret cairn is worth {bonus} more. \
        The most stones win.";

    type Config = CairnsConfig;
    type Position = Position;

    fn config(&self) -> &CairnsConfig {
        &self.config
    }

    fn resolve(setup: &Setup) -> Result<(Cairns, State), Faults> {
        let check = Check::new();
        let config = CairnsConfig::overridden(&setup.config, "", &check);
        let mut draws = Key::from_seed(setup.seed).draws(0, "secrets");
        let secrets = [draws.index(CAIRNS) as u8, draws.index(CAIRNS) as u8];
        let cairns = [config.stones; CAIRNS];
        let state = State { turn: 1, cairns, scores: [0; 2], secrets, forfeit: None, taken: false };
        check.finish((Cairns { config, overrides: setup.config.clone() }, state))
    }

    /// Starts differ in the first two cairns.
    fn opening(n: u64, base: &Setup) -> Result<(Cairns, State), Faults> {
        let (game, mut state) = Cairns::resolve(base)?;
        let stones = game.config.stones as u64;
        state.cairns[0] = 1 + (n % stones) as i64;
        state.cairns[1] = 1 + (n / stones % stones) as i64;
        Ok((game, state))
    }

    fn read_position(json: &Value) -> Result<Position, Faults> {
        let check = Check::new();
        let mut doc = Object::document(json, "bad_position", &check);
        let numbers = |doc: &mut Object<'_>, key| doc.list(key).iter().filter_map(|(_, n)| n.as_i64()).collect();
        doc.exactly("game", Cairns::ID);
        let position = Position {
            game: Cairns::ID,
            turn: doc.int("turn", 1..),
            cairns: numbers(&mut doc, "cairns"),
            scores: numbers(&mut doc, "scores"),
            secrets: numbers(&mut doc, "secrets"),
            forfeit: doc.need("forfeit").and_then(Value::as_i64),
            config: if doc.has("config") { doc.map("config") } else { Map::new() },
        };
        doc.finish();
        check.finish(position)
    }

    fn from_position(position: &Position) -> Result<(Cairns, State), Faults> {
        let check = Check::new();
        let config = CairnsConfig::overridden(&position.config, "/config", &check);
        let mut state = State {
            turn: position.turn,
            cairns: [0; CAIRNS],
            scores: [0; 2],
            secrets: [0; 2],
            forfeit: position.forfeit.map(|seat| Seat(seat as u8)),
            taken: false,
        };
        let fault = |key: &str, message: &str| check.fault("bad_position", format!("/{key}"), message);
        match <[i64; CAIRNS]>::try_from(position.cairns.as_slice()) {
            Ok(cairns) if cairns.iter().all(|n| (0..=1_000_000).contains(n)) => state.cairns = cairns,
            _ => fault("cairns", "there are three, with 0 to 1000000 stones"),
        }
        match <[i64; 2]>::try_from(position.scores.as_slice()) {
            Ok(scores) if scores.iter().all(|n| (0..=1_000_000).contains(n)) => state.scores = scores,
            _ => fault("scores", "there are two, from 0 to 1000000"),
        }
        match position.secrets[..] {
            [one @ 0..=2, two @ 0..=2] => state.secrets = [one as u8, two as u8],
            _ => fault("secrets", "each of the two seats has a cairn from 0 to 2"),
        }
        if position.forfeit.is_some_and(|seat| !(0..2).contains(&seat)) {
            fault("forfeit", "only seat 0 or 1 can have given up");
        }
        if position.turn > config.max_turns + 1 {
            fault("turn", "the game was over before");
        }
        check.finish((Cairns { config, overrides: position.config.clone() }, state))
    }

    fn position(&self, state: &State) -> Position {
        Position {
            game: Cairns::ID,
            turn: state.turn,
            cairns: state.cairns.to_vec(),
            scores: state.scores.to_vec(),
            secrets: state.secrets.iter().map(|&n| n.into()).collect(),
            forfeit: state.forfeit.map(|seat| seat.0.into()),
            config: self.overrides.clone(),
        }
    }
}
