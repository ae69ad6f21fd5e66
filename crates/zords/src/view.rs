//! What a seat is told. Everything is public but the random key, so all views hold the same.

use crate::event::Event;
use crate::game::Zords;
use crate::name::Name;
use crate::outcome;
use crate::position::{PlayerPosition, Position, TotemPosition, ZordPosition};
use crate::state::{Place, State, Status};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::{Config as _, sorted};
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Documents, Seat};

/// The view of a seat or a spectator.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    pub game: &'static str,
    pub schema: i64,
    /// The complete config, in the first view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Map<String, Value>>,
    pub status: Status,
    pub day: i64,
    pub time: i64,
    pub seq: i64,
    pub next_id: i64,
    pub players: Vec<PlayerPosition>,
    pub zords: Vec<ZordPosition>,
    pub totems: Vec<TotemPosition>,
    pub order: Vec<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift_s: Option<i64>,
    /// The seat that looks; null for spectators.
    pub you: Option<Name>,
    pub shooting_allowed: bool,
    /// Playing days of the game.
    pub days: i64,
    pub leaderboard: Vec<Leader>,
    /// The number of the turn, in rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<i64>,
    /// The seats in the order of this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_order: Option<Vec<Name>>,
    /// What happened since the last view, oldest first.
    pub events: Vec<Event>,
}

/// A line of the leaderboard; equals share a rank.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Leader {
    pub rank: i64,
    pub seat: Name,
    pub points: i64,
}

impl View {
    /// The player that a seat is.
    pub fn player(&self, seat: Seat) -> Option<&PlayerPosition> {
        self.players.get(seat.index())
    }
}

pub(crate) fn write(game: &Zords, state: &State, viewer: Viewer, news: &News<'_, Zords>, out: &mut View) {
    out.game = Zords::ID;
    out.schema = Position::SCHEMA;
    out.config = news.first.then(|| sorted(game.config.complete()));
    (out.status, out.day, out.time) = (state.status, state.day, state.time);
    (out.seq, out.next_id) = (state.seq, state.next_id);
    refill(&mut out.players, state.players.iter().map(PlayerPosition::of));
    refill(&mut out.zords, state.zords.iter().map(|zord| ZordPosition::of(state, zord)));
    refill(&mut out.totems, TotemPosition::all(state));
    refill(&mut out.order, state.order.iter().map(|&seat| state.name(seat)));
    out.round = state.place.map(|place| place.round);
    out.turn = state.place.map(|place| place.turn as i64);
    out.shift_s = state.shift_s;
    out.you = match viewer {
        Viewer::Seat(seat) => state.players.get(seat.index()).map(|player| player.name),
        Viewer::Spectator | Viewer::Omniscient => None,
    };
    out.shooting_allowed = state.is_running() && state.time >= game.config.grace_s;
    out.days = game.config.days;
    let leader = |(rank, seat)| Leader { rank, seat: state.name(seat), points: state.player(seat).points };
    refill(&mut out.leaderboard, outcome::ranking(state).map(leader));
    out.turn_id = state.place.map(|place| game.turn_id(state, place));
    out.round_order = state.place.map(|Place { round, .. }| {
        let mut seats = out.round_order.take().unwrap_or_default();
        refill(&mut seats, game.round_order(state, round).map(|seat| state.name(seat)));
        seats
    });
    refill(&mut out.events, news.events.iter().cloned());
}

/// Fills a list anew, keeping its memory.
fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) {
    list.clear();
    list.extend(items);
}
