//! `shoot`: shield, hit, kill, and the wipe of a player who has lost the last zord.

use super::{Core, Plan, affordable, own_zord};
use crate::draws::Chance;
use crate::event::{Effect, Event, What};
use crate::game::Zords;
use crate::reason;
use crate::state::State;
use skirmish_core::{Log, Reason, Seat};

impl Zords {
    #[inline]
    pub(super) fn check_shoot(
        &self,
        state: &State,
        seat: Seat,
        unit: i32,
        find: impl FnOnce(&State) -> Option<usize>,
    ) -> Result<Plan, Reason> {
        let zord = own_zord(state, seat, unit)?;
        let target = find(state).ok_or(Reason::NO_SUCH_TARGET)?;
        let (shooter, aim) = (&state.zords[zord], &state.zords[target]);
        if aim.owner == seat {
            return Err(Reason::FRIENDLY_TARGET);
        }
        if shooter.at.chebyshev(aim.at) > shooter.range {
            return Err(Reason::OUT_OF_RANGE);
        }
        if state.time < self.config.grace_s {
            return Err(reason::SHOOTING_BANNED);
        }
        affordable(state, seat, self.config.shoot_cost)?;
        Ok(Plan::Shoot { zord, target })
    }
}

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    pub(super) fn shoot(&mut self, seat: Seat, zord: usize, target: usize) {
        self.spend(seat, self.game.config.shoot_cost);
        let aim = &mut self.state.zords[target];
        let effect = if aim.shields > 0 {
            aim.shields -= 1;
            Effect::Shield
        } else {
            aim.hp -= 1;
            if aim.hp > 0 { Effect::Hit } else { Effect::Kill }
        };
        let (shooter, aim) = (self.state.zords[zord], self.state.zords[target]);
        self.tell(|state| What::Shot {
            seat: state.name(seat),
            unit: shooter.id,
            from_x: shooter.at.x,
            from_y: shooter.at.y,
            target: aim.id,
            to: state.name(aim.owner),
            x: aim.at.x,
            y: aim.at.y,
            effect,
            hp: aim.hp,
            shields: aim.shields,
        });
        if effect == Effect::Kill {
            self.state.zords.remove(target);
            self.state.player_mut(aim.owner).zords -= 1;
            let reward = self.game.config.kill_reward;
            self.state.player_mut(seat).earn(reward);
            self.tell(|state| What::Killed {
                seat: state.name(seat),
                unit: shooter.id,
                target: aim.id,
                owner: state.name(aim.owner),
                reward,
            });
            if self.state.player(aim.owner).is_down() {
                self.wipe(aim.owner, seat);
            }
        }
    }

    /// The last zord is lost, and with it a share of the points.
    fn wipe(&mut self, victim: Seat, by: Seat) {
        let config = &self.game.config;
        let before = self.state.player(victim).points;
        let kept = i128::from(before) * i128::from(config.wipe_keep_num) / i128::from(config.wipe_keep_den);
        self.state.player_mut(victim).points = kept as i64;
        self.tell(|state| What::Wiped {
            seat: state.name(victim),
            by: state.name(by),
            points_before: before,
            points: kept as i64,
        });
    }
}
