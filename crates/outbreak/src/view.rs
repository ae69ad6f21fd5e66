//! What is told: the position as a seat sees it.

use crate::Outbreak;
use crate::decimal::Decimal;
use crate::position::{CrateInfo, DropInfo, HumanInfo, WallInfo, ZombieInfo, ZoneInfo, zone_infos};
use crate::state::{Crate, State, Wall};
use crate::words::{Cause, Side};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::Config as _;
use skirmish_core::view::{News, Viewer};

/// A position filtered for one viewer. What a viewer is never told is left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    pub game: &'static str,
    /// The seat this is for; left out for onlookers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
    pub turn: i64,
    /// The seat to move.
    pub seat: Side,
    /// The next id: onlookers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_id: Option<i64>,
    /// Humans only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drops_ready: Option<Decimal>,
    pub spawn_ready: Decimal,
    /// Zombies that may be spawned now: the whole part of `spawn_ready`.
    pub spawn_count: i64,
    /// The most living zombies on this turn.
    pub zombie_cap: i64,
    /// Humans that may still be placed; humans only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub humans_ready: Option<i64>,
    /// Zombies only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zones: Option<Vec<ZoneInfo>>,
    pub humans: Vec<HumanInfo>,
    pub zombies: Vec<ZombieInfo>,
    pub walls: Vec<WallInfo>,
    /// Humans only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crates: Option<Vec<CrateInfo>>,
    /// Humans only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drops: Option<Vec<DropInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub humans_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zombies_ms: Option<i64>,
    pub winner: Option<Side>,
    pub reason: Option<Cause>,
    /// All walls at the start; in a first view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_walls: Option<Vec<WallInfo>>,
    /// All crates at the start; in the humans' first view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_crates: Option<Vec<CrateInfo>>,
    /// The complete config; in a first view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Map<String, Value>>,
}

/// What a first view shows of the map: everything as it stood when play began.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(crate) walls: Vec<Wall>,
    pub(crate) crates: Vec<Crate>,
}

impl Outbreak {
    pub(crate) fn remember_map(&self, state: &State) -> Memory {
        Memory { walls: state.walls.clone(), crates: state.crates.clone() }
    }

    /// Humans that may still be placed.
    pub fn places_left(&self, state: &State) -> i64 {
        match state.turn() {
            1 => (self.config.human_count - state.humans.len() as i64).max(0),
            _ => 0,
        }
    }
}

pub(crate) fn write(game: &Outbreak, state: &State, viewer: Viewer, news: &News<'_, Outbreak>, out: &mut View) {
    let facts = &state.facts;
    let you = match viewer {
        Viewer::Seat(seat) => Side::of(seat),
        Viewer::Spectator | Viewer::Omniscient => None,
    };
    // Onlookers are told all that either side is.
    let of = |side| you.is_none_or(|you| you == side);
    let seen = |at| you.is_none_or(|you| game.sees(state, you, at));

    out.game = "outbreak";
    out.you = you;
    out.turn = facts.turn;
    out.seat = state.side();
    out.next_id = you.is_none().then_some(facts.next_id);
    out.drops_ready = of(Side::Humans).then_some(facts.drops_ready);
    out.spawn_ready = facts.spawn_ready;
    out.spawn_count = facts.spawn_ready.floor();
    out.zombie_cap = game.zombie_cap(facts.turn);
    out.humans_ready = of(Side::Humans).then(|| game.places_left(state));
    out.zones = of(Side::Zombies).then(|| zone_infos(facts.zones));

    let humans = state.humans.iter().filter(|human| of(Side::Humans) || seen(human.at));
    refill(&mut out.humans, humans.map(|human| game.human_info(human)));
    let zombies = state.zombies.iter().filter(|zombie| of(Side::Zombies) || seen(zombie.at));
    refill(&mut out.zombies, zombies.map(ZombieInfo::from));
    refill(&mut out.walls, state.walls.iter().filter(|wall| seen(wall.at)).map(WallInfo::from));
    let crates = state.crates.iter().filter(|found| seen(found.at)).map(|found| game.crate_info(found));
    refill_if(of(Side::Humans), &mut out.crates, crates);
    refill_if(of(Side::Humans), &mut out.drops, state.drops.iter().map(|drop| game.drop_info(drop)));

    [out.humans_ms, out.zombies_ms] = facts.clocks;
    out.winner = facts.ending.map(Cause::winner);
    out.reason = facts.ending;
    let first = news.first && you.is_some();
    out.map_walls = first.then(|| news.memory.walls.iter().map(WallInfo::from).collect());
    let map_crates = || news.memory.crates.iter().map(|found| game.crate_info(found)).collect();
    out.map_crates = (first && of(Side::Humans)).then(map_crates);
    out.config = news.first.then(|| game.config.complete());
}

fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) {
    list.clear();
    list.extend(items);
}

fn refill_if<T>(wanted: bool, list: &mut Option<Vec<T>>, items: impl Iterator<Item = T>) {
    if wanted {
        refill(list.get_or_insert_default(), items);
    } else {
        *list = None;
    }
}
