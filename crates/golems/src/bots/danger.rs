//! Where it is dangerous to stand, and who is stronger there.

use super::sight::Sight;
use crate::map::Spot;
use crate::state::Unit;

/// How far from a square a unit still counts towards the strength there.
const PRESENCE: i32 = 5;

/// Per square: the damage that enemies could do there next turn, and the strength of both sides around it.
#[derive(Default)]
pub struct Danger {
    threat: Vec<i64>,
    ours: Vec<i64>,
    theirs: Vec<i64>,
}

impl Danger {
    pub fn measure(&mut self, sight: &Sight) {
        for map in [&mut self.threat, &mut self.ours, &mut self.theirs] {
            map.clear();
            map.resize(sight.game.board().cells(), 0);
        }
        for unit in sight.state.units() {
            let strength = strength(unit);
            if unit.owner == sight.me {
                sight.near(unit.at, PRESENCE, |spot| self.ours[usize::from(spot.cell)] += strength);
            } else {
                let power = i64::from(unit.stats.attack_power);
                sight.near(unit.at, PRESENCE, |spot| self.theirs[usize::from(spot.cell)] += strength);
                sight.near(unit.at, reach(unit), |spot| self.threat[usize::from(spot.cell)] += power);
            }
        }
    }

    /// The damage that enemies could do on a square, ignoring walls and crowds.
    pub fn threat(&self, spot: Spot) -> i64 {
        self.threat[usize::from(spot.cell)]
    }

    /// The strength of the enemy around a square.
    pub fn theirs(&self, spot: Spot) -> i64 {
        self.theirs[usize::from(spot.cell)]
    }

    /// Whether a unit may stand on a square: out of reach, or where its own side has at least `temper` percent of the
    /// enemy's strength, or half of that if it would survive.
    pub fn dares(&self, unit: &Unit, spot: Spot, temper: i64) -> bool {
        let threat = self.threat(spot);
        let strong = |percent| self.ours[usize::from(spot.cell)] * 100 >= self.theirs(spot) * percent;
        threat == 0 || strong(temper) || threat < unit.hp && strong(temper / 2)
    }
}

/// How far a unit can strike in its next turn: after walking, or from where it stands.
fn reach(unit: &Unit) -> i32 {
    unit.stats.max_moves.saturating_add(1).max(unit.stats.attack_range)
}

/// What a unit is worth in a fight.
pub fn strength(unit: &Unit) -> i64 {
    i64::from(unit.stats.attack_power) + unit.hp.min(1000)
}
