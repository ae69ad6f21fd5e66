//! What a seat is told each turn: everything, with the derived abilities of all units.

use crate::config::GolemsConfig;
use crate::game::Golems;
use crate::position::{Scores, SeatName, UnitRecord};
use crate::report::Report;
use crate::state::{State, Unit};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Documents, Fixed, Seat};

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    pub game: &'static str,
    pub width: i64,
    pub height: i64,
    /// The top row first: '.' open, '#' wall, 'O' build zone.
    pub rows: Fixed<Vec<String>>,
    pub turn: i64,
    /// The seat to move.
    pub seat: SeatName,
    pub scores: Scores,
    pub next_id: i64,
    pub over: bool,
    pub winner: Option<SeatName>,
    pub reason: Option<&'static str>,
    /// By ascending id.
    pub units: Vec<UnitView>,
    /// Overrides of the config, where the game was given any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Fixed<Map<String, Value>>>,
    /// The viewer's own seat; spectators have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<SeatName>,
    pub formulas: Fixed<Formulas>,
    pub max_turns: i64,
    /// The opponent's latest turn; for spectators the latest of all.
    pub last: Option<Report>,
}

/// The texts of the ten formulas.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Formulas {
    pub max_health: String,
    pub max_moves: String,
    pub attack_power: String,
    pub attack_range: String,
    pub heal_power: String,
    pub poison_power: String,
    pub max_regen: String,
    pub splash_damage: String,
    pub level: String,
    pub max_build_points: String,
}

impl From<&GolemsConfig> for Formulas {
    fn from(config: &GolemsConfig) -> Formulas {
        Formulas {
            max_health: config.max_health.text().into(),
            max_moves: config.max_moves.text().into(),
            attack_power: config.attack_power.text().into(),
            attack_range: config.attack_range.text().into(),
            heal_power: config.heal_power.text().into(),
            poison_power: config.poison_power.text().into(),
            max_regen: config.max_regen.text().into(),
            splash_damage: config.splash_damage.text().into(),
            level: config.level.text().into(),
            max_build_points: config.max_build_points.text().into(),
        }
    }
}

/// A unit with its derived abilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct UnitView {
    pub id: i64,
    pub owner: SeatName,
    pub x: i64,
    pub y: i64,
    pub red: i64,
    pub green: i64,
    pub blue: i64,
    pub yellow: i64,
    pub hp: i64,
    pub poison: i64,
    pub build_points: i64,
    pub moves: i64,
    pub actions: i64,
    pub level: i32,
    pub max_health: i32,
    pub max_moves: i32,
    pub attack_power: i32,
    pub attack_range: i32,
    pub heal_power: i32,
    pub poison_power: i32,
    pub max_regen: i32,
    pub splash_damage: i32,
    pub max_build_points: i32,
}

impl From<&Unit> for UnitView {
    fn from(unit: &Unit) -> UnitView {
        let (record, stats) = (UnitRecord::from(unit), unit.stats);
        UnitView {
            id: record.id,
            owner: record.owner,
            x: record.x,
            y: record.y,
            red: record.red,
            green: record.green,
            blue: record.blue,
            yellow: record.yellow,
            hp: record.hp,
            poison: record.poison,
            build_points: record.build_points,
            moves: record.moves,
            actions: record.actions,
            level: stats.level,
            max_health: stats.max_health,
            max_moves: stats.max_moves,
            attack_power: stats.attack_power,
            attack_range: stats.attack_range,
            heal_power: stats.heal_power,
            poison_power: stats.poison_power,
            max_regen: stats.max_regen,
            splash_damage: stats.splash_damage,
            max_build_points: stats.max_build_points,
        }
    }
}

/// Writes the view into a buffer that may hold an older one, of whatever game.
pub fn write(game: &Golems, state: &State, viewer: Viewer, news: &News<'_, Golems>, out: &mut View) {
    let you = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::Omniscient => None,
    };
    out.game = Golems::ID;
    out.width = game.board.width().into();
    out.height = game.board.height().into();
    out.rows = game.rows.clone();
    out.turn = state.turn;
    out.seat = state.seat.into();
    out.scores = state.scores.into();
    out.next_id = state.next_id;
    out.over = state.is_over();
    out.winner = state.ending.map(|ending| ending.winner.into());
    out.reason = state.ending.map(|ending| ending.reason.word());
    out.units.clear();
    out.units.extend(state.units().iter().map(UnitView::from));
    out.config.clone_from(&game.overrides);
    out.you = you.map(SeatName::from);
    out.formulas = game.formulas.clone();
    out.max_turns = game.config.max_turns;
    let last = match you {
        Some(seat) => news.memory.report(other(seat)),
        None => news.memory.latest(),
    };
    out.last = last.cloned();
}

/// The other seat, whatever number comes in.
fn other(seat: Seat) -> Seat {
    Seat(u8::from(seat.0 == 0))
}
