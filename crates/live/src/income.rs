//! The table of points, with what the totems would pay each player today: now, and at worst and best if nobody shoots.

use crate::hosted::Published;
use serde::Serialize;
use skirmish_core::Documents;
use skirmish_zords::state::Status;
use skirmish_zords::{Config, View};

/// A player in the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    pub rank: i64,
    pub seat: String,
    pub points: i64,
    pub actions: i64,
    pub zords: usize,
    pub hp: i64,
    pub retired: bool,
    /// What the totems would pay if the day ended now.
    pub due: i64,
    /// The least they pay if everybody else goes where it hurts most, and the most if this player goes where it pays most.
    pub worst: i64,
    pub best: i64,
}

/// With more zords than this, the best is looked for one zord after the other.
const TRIED_WHOLE: usize = 6;

/// All players, by points.
pub fn table(now: &Published) -> Vec<Line> {
    lines(now.driver.game().config(), &now.live_view().view)
}

fn lines(config: &Config, view: &View) -> Vec<Line> {
    let field = Field::of(config, view);
    // Totems pay at the end of a day, and there is none any more.
    let runs = view.status == Status::Running;
    let line = |leader: &skirmish_zords::view::Leader| {
        let seat = view.players.iter().position(|player| player.seat == leader.seat).unwrap_or_default();
        let player = &view.players[seat];
        let own = view.zords.iter().filter(|zord| zord.owner == player.seat);
        Line {
            rank: leader.rank,
            seat: player.seat.to_string(),
            points: player.points,
            actions: player.actions,
            zords: own.clone().count(),
            hp: own.map(|zord| zord.hp).sum(),
            retired: player.retired,
            due: if runs { field.pays(&field.held[seat], &field.others(seat)) } else { 0 },
            worst: if runs { field.worst(seat) } else { 0 },
            best: if runs { field.best(seat) } else { 0 },
        }
    };
    view.leaderboard.iter().map(line).collect()
}

/// Who is near which totem, and who can get there today.
struct Field {
    reward: i64,
    move_cost: i64,
    actions: Vec<i64>,
    /// By seat and zord: how many cells each totem's area is away; 0 inside.
    away: Vec<Vec<Vec<i64>>>,
    /// By seat: how many zords are in each area.
    held: Vec<Vec<i64>>,
}

impl Field {
    fn of(config: &Config, view: &View) -> Field {
        let away_of = |name| {
            let own = view.zords.iter().filter(move |zord| zord.owner == name);
            let away = own.map(|zord| {
                let far = |x: i32, y: i32| i64::from((zord.x - x).abs().max((zord.y - y).abs()));
                view.totems.iter().map(|totem| (far(totem.x, totem.y) - config.totem_aura).max(0)).collect()
            });
            away.collect::<Vec<Vec<i64>>>()
        };
        let away: Vec<Vec<Vec<i64>>> = view.players.iter().map(|player| away_of(player.seat)).collect();
        let totems = view.totems.len();
        let held = away.iter().map(|zords| inside(zords, totems)).collect();
        let actions = view.players.iter().map(|player| if player.retired { 0 } else { player.actions }).collect();
        Field { reward: config.totem_reward, move_cost: config.move_cost, actions, away, held }
    }

    /// How many zords of all others are in each area.
    fn others(&self, seat: usize) -> Vec<i64> {
        self.sum(seat, |other| self.held[other].clone())
    }

    fn sum(&self, seat: usize, of: impl Fn(usize) -> Vec<i64>) -> Vec<i64> {
        let mut sum = vec![0; self.held.first().map_or(0, Vec::len)];
        for other in (0..self.held.len()).filter(|&other| other != seat) {
            for (all, count) in sum.iter_mut().zip(of(other)) {
                *all += count;
            }
        }
        sum
    }

    fn pays(&self, own: &[i64], others: &[i64]) -> i64 {
        let share = |(&own, &others): (&i64, &i64)| {
            let (own, all) = (i128::from(own), i128::from(own) + i128::from(others));
            (i128::from(self.reward) * own / all.max(1)) as i64
        };
        own.iter().zip(others).map(share).sum()
    }

    /// Everybody else brings as many zords into each area as their actions allow; they cannot all be in both, so it may be a
    /// little better than this.
    fn worst(&self, seat: usize) -> i64 {
        let crowd = self.sum(seat, |other| self.most(other));
        self.pays(&self.held[seat], &crowd)
    }

    /// How many zords a seat can have in each area at most today, each area taken for itself.
    fn most(&self, seat: usize) -> Vec<i64> {
        let totems = self.held[seat].len();
        let most = |totem: usize| {
            let mut ways: Vec<i64> = self.away[seat].iter().map(|zord| zord[totem]).collect();
            ways.sort_unstable();
            let mut left = self.actions[seat];
            let mut goes = |&way: &i64| {
                left = left.saturating_sub(way.saturating_mul(self.move_cost));
                left >= 0
            };
            ways.iter().take_while(|way| goes(way)).count() as i64
        };
        (0..totems).map(most).collect()
    }

    /// The best that the seat can still do by walking, if the others stay where they are.
    fn best(&self, seat: usize) -> i64 {
        let (zords, others) = (&self.away[seat], self.others(seat));
        let mut own = vec![0; others.len()];
        // Few zords: all ways to send them. Many: one after the other, each where it pays most.
        if zords.len() <= TRIED_WHOLE {
            return self.try_all(zords, self.actions[seat], &mut own, &others);
        }
        let mut left = self.actions[seat];
        let mut best = 0;
        for zord in zords {
            let affordable = (0..own.len()).filter(|&totem| zord[totem].saturating_mul(self.move_cost) <= left);
            let gain = |totem: usize| {
                let mut tried = own.clone();
                tried[totem] += 1;
                self.pays(&tried, &others)
            };
            let Some(totem) = affordable.max_by_key(|&totem| gain(totem)) else { continue };
            own[totem] += 1;
            left -= zord[totem].saturating_mul(self.move_cost);
            best = best.max(self.pays(&own, &others));
        }
        best
    }

    fn try_all(&self, zords: &[Vec<i64>], left: i64, own: &mut Vec<i64>, others: &[i64]) -> i64 {
        let Some((zord, rest)) = zords.split_first() else { return self.pays(own, others) };
        // It may stay outside, if that leaves more for the others.
        let mut best = self.try_all(rest, left, own, others);
        for totem in 0..own.len() {
            let cost = zord[totem].saturating_mul(self.move_cost);
            if cost > left {
                continue;
            }
            own[totem] += 1;
            best = best.max(self.try_all(rest, left - cost, own, others));
            own[totem] -= 1;
        }
        best
    }
}

/// How many of the zords are in each area.
fn inside(zords: &[Vec<i64>], totems: usize) -> Vec<i64> {
    (0..totems).map(|totem| zords.iter().filter(|zord| zord[totem] == 0).count() as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of two totems that pay 50, with a cell per action.
    fn field(actions: &[i64], away: &[&[[i64; 2]]]) -> Field {
        let away: Vec<Vec<Vec<i64>>> =
            away.iter().map(|zords| zords.iter().map(|zord| zord.to_vec()).collect()).collect();
        let held = away.iter().map(|zords| inside(zords, 2)).collect();
        Field { reward: 50, move_cost: 1, actions: actions.to_vec(), away, held }
    }

    fn range(field: &Field, seat: usize) -> [i64; 3] {
        [field.worst(seat), field.pays(&field.held[seat], &field.others(seat)), field.best(seat)]
    }

    #[test]
    fn who_is_alone_gets_all_unless_others_can_come() {
        let far = field(&[20, 20], &[&[[0, 60]], &[[21, 60]]]);
        assert_eq!(range(&far, 0), [50, 50, 50]);
        assert_eq!(range(&far, 1), [0, 0, 0]);
        let near = field(&[20, 20], &[&[[0, 60]], &[[20, 60]]]);
        assert_eq!(range(&near, 0), [25, 50, 50]);
        assert_eq!(range(&near, 1), [0, 0, 25]);
    }

    #[test]
    fn actions_are_spent_once() {
        // Both zords can get somewhere, but not both of them.
        let one = field(&[10, 0], &[&[[8, 9], [7, 30]], &[[0, 90]]]);
        assert_eq!(range(&one, 0), [0, 0, 50]);
        let both = field(&[16, 0], &[&[[8, 9], [7, 30]], &[[0, 90]]]);
        assert_eq!(range(&both, 0), [0, 0, 75]);
    }

    #[test]
    fn many_zords_are_worth_as_much_as_few_that_stand_alike() {
        let crowd: Vec<[i64; 2]> = vec![[0, 90]; TRIED_WHOLE + 1];
        let many = field(&[5, 5], &[&crowd, &[[1, 90]]]);
        assert_eq!(range(&many, 0), [43, 50, 50]);
    }
}
