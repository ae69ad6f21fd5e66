//! Simple ways of playing that need no thought: what the medium bot does, and what the strong one assumes of both sides
//! when it looks ahead.

use super::board::{Known, build, facing_towards, order, turn};
use crate::action::Action;
use crate::field::Square;
use crate::state::{Facing, Kind, Soldier, State, Team};

/// A way to play on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Script {
    /// Attackers of one kind, and nothing else.
    Rush(Kind),
    /// Attackers, scouts and assassins in equal numbers.
    Mixed,
    /// An ambush for every enemy that comes to the base, and attackers of one kind.
    Guarded(Kind),
}

impl Script {
    /// The next command of a side that follows the script.
    pub(super) fn command(self, known: &Known, state: &State, team: Team) -> Option<Action> {
        let first = match self {
            Script::Rush(kind) => attacker(known, state, team, kind),
            Script::Mixed => {
                let army = state.army(team);
                let scouts = army.iter().filter(|soldier| soldier.kind == Kind::Scout).count();
                attacker(known, state, team, if 2 * scouts > army.len() { Kind::Assassin } else { Kind::Scout })
            }
            Script::Guarded(kind) => ambush(known, state, team).or_else(|| attacker(known, state, team, kind)),
        };
        first.or_else(|| aim(known, state, team)).or_else(|| steer(known, state, team))
    }
}

/// An enemy this near to a base calls for a guard.
const ALARM: i64 = 8;

/// A soldier on the free square from which the way to the enemy's base is shortest.
pub(super) fn attacker(known: &Known, state: &State, team: Team, kind: Kind) -> Option<Action> {
    if !known.can_pay(state, team, kind) {
        return None;
    }
    let at = known.sites(state, team).next()?;
    let goal = known.base(team.other());
    build(kind, at, goal, facing_towards(at, goal))
}

/// Builds a tank next to the base against an enemy that has come near, if the race for the bases would be lost without it.
pub(super) fn guard(known: &Known, state: &State, team: Team) -> Option<Action> {
    let (base, target) = (known.base(team), known.base(team.other()));
    let intruder = state.army(team.other()).iter().min_by_key(|enemy| enemy.at.distance(base))?.at;
    let strength = |army: &[Soldier], base: Square| -> i64 {
        let near = army.iter().filter(|soldier| soldier.at.distance(base) <= ALARM);
        near.map(|soldier| known.game.traits(soldier.kind).damage).sum()
    };
    let (danger, pressure) = (strength(state.army(team.other()), base), strength(state.army(team), target));
    let ahead = state.health(team) * pressure >= state.health(team.other()) * danger;
    if intruder.distance(base) > ALARM || ahead || !known.can_pay(state, team, Kind::Tank) {
        return None;
    }
    let free = Facing::ALL.map(|facing| base.towards(facing)).into_iter().filter(|&at| known.is_free(state, at));
    let at = free.min_by_key(|at| at.distance(intruder))?;
    build(Kind::Tank, at, at, facing_towards(at, intruder))
}

/// Builds a soldier next to an enemy near the base, facing it.
fn ambush(known: &Known, state: &State, team: Team) -> Option<Action> {
    let kind = [Kind::Assassin, Kind::Scout].into_iter().find(|&kind| known.can_pay(state, team, kind))?;
    let base = known.base(team);
    let own = state.army(team);
    let alone = |enemy: &&Soldier| {
        enemy.at.distance(base) <= 2 && !own.iter().any(|soldier| soldier.at.distance(enemy.at) == 1)
    };
    let intruder = state.army(team.other()).iter().filter(alone).min_by_key(|enemy| enemy.at.distance(base))?;
    let around = Facing::ALL.map(|facing| intruder.at.towards(facing)).into_iter();
    let at = around.filter(|&at| known.can_build_at(state, team, at)).min_by_key(|at| at.distance(base))?;
    build(kind, at, at, facing_towards(at, intruder.at))
}

/// Turns a soldier next to the enemy's base towards it.
pub(super) fn aim(known: &Known, state: &State, team: Team) -> Option<Action> {
    let base = known.base(team.other());
    let astray = |soldier: &&Soldier| soldier.at.distance(base) == 1 && soldier.at.towards(soldier.facing) != base;
    let soldier = state.army(team).iter().find(astray)?;
    turn(soldier, facing_towards(soldier.at, base))
}

/// Gives an attacker that would get no closer a destination along its path.
pub(super) fn steer(known: &Known, state: &State, team: Team) -> Option<Action> {
    let ways = known.ways(team.other());
    let home = known.base(team);
    let stuck = state.army(team).iter().find(|soldier| {
        let left = ways.from(soldier.at);
        let guards = soldier.goal == soldier.at && soldier.at.distance(home) <= 2;
        left > 1 && !guards && ways.from(known.game.walk(state, soldier)) >= left
    })?;
    let goal = ways.ahead(stuck.at, known.game.traits(stuck.kind).speed);
    if goal == stuck.goal { None } else { order(stuck, goal) }
}
