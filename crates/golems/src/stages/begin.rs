//! The begin phase of a seat's turn.

use crate::config::Elimination;
use crate::game::Golems;
use crate::report::Event;
use crate::state::{Cause, State, Verdict};
use skirmish_core::read::bounded;
use skirmish_core::{Log, Seat};

pub fn begin_phase<L: Log<Event>>(game: &Golems, state: &mut State, log: &mut L) {
    renew_units(game, state, log);
    earn_points(game, state, log);
    if state.count(Seat(0)) == 0 || state.count(Seat(1)) == 0 {
        finish(game, state, Cause::Elimination);
    } else if state.turn >= game.config.max_turns {
        finish(game, state, Cause::TurnLimit);
    }
}

/// Poison, regeneration, moves and actions. Death is judged after regeneration.
fn renew_units<L: Log<Event>>(game: &Golems, state: &mut State, log: &mut L) {
    let seat = state.seat;
    let mut index = 0;
    while let Some(unit) = state.units_mut().get_mut(index) {
        if unit.owner != seat {
            index += 1;
            continue;
        }
        let stats = unit.stats;
        if unit.poison > 0 {
            unit.hp = unit.hp.saturating_sub(unit.poison);
            log.event(Event::Poison { unit: unit.id, amount: unit.poison, hp: unit.hp });
            unit.poison /= 2;
        }
        let limit = unit.hp.max(i64::from(stats.max_health));
        let regained = i64::from(stats.max_regen).min(limit.saturating_sub(unit.hp));
        if regained > 0 {
            unit.hp += regained;
            log.event(Event::Regen { unit: unit.id, amount: regained, hp: unit.hp });
        }
        unit.moves = i64::from(stats.max_moves);
        unit.actions = game.config.actions_per_turn;
        if unit.hp <= 0 {
            kill(state, index, log);
        } else {
            unit.hp = unit.hp.min(stats.ceiling(game.config.overheal_percent));
            index += 1;
        }
    }
}

/// Units on zones take build points; the score counts what was earned.
fn earn_points<L: Log<Event>>(game: &Golems, state: &mut State, log: &mut L) {
    let seat = state.seat;
    let points = game.config.zone_points;
    let mut earned: i64 = 0;
    for unit in state.units_mut().iter_mut().filter(|unit| unit.owner == seat && game.board.is_zone(unit.at)) {
        let most = i64::from(unit.stats.max_build_points);
        let fitting = points.min(most - unit.build_points).max(0);
        unit.build_points = unit.build_points.saturating_add(points).min(most);
        let amount = if game.config.count_capped_points { points } else { fitting };
        earned += amount;
        log.event(Event::Points { unit: unit.id, amount });
    }
    let score = &mut state.scores[seat.index()];
    *score = bounded(score.saturating_add(earned));
}

/// Takes a unit without health off the board.
pub fn kill<L: Log<Event>>(state: &mut State, index: usize, log: &mut L) {
    let unit = state.remove(index);
    log.event(Event::Die { unit: unit.id, x: unit.at.x, y: unit.at.y });
}

/// Ends the game for the given reason; the second seat wins ties.
pub fn finish(game: &Golems, state: &mut State, reason: Cause) {
    let [first, second] = [0, 1].map(|i| state.count(Seat(i)) > 0);
    let p0_wins = match game.config.elimination {
        Elimination::Survivor if first != second => first,
        _ => state.scores[0] > state.scores[1],
    };
    state.ending = Some(Verdict { winner: Seat(u8::from(!p0_wins)), reason });
}
