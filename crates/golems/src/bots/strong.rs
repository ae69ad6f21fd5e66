//! `foundry`: expands first, then fights where it pays.

use super::danger::{Danger, strength};
use super::medium::{self, claims, heal, shoot};
use super::sight::{FAR, Sight, Walk, best};
use crate::action::Action;
use crate::game::Golems;
use crate::map::Spot;
use crate::state::Unit;
use crate::stats::Stats;
use crate::view::View;
use skirmish_core::{Bot, Hello, Rules};
use std::array::from_fn;
use std::cmp::Reverse;

/// Assigns units like the warden, but counts blows: units strike together where that kills, stay out of reach where
/// they are weaker, and spare units merge into fighters. It plans a turn in several tempers, plays a few turns ahead
/// with each, and keeps the plan that gives the best points, zones and units.
pub struct Foundry {
    sight: Sight,
    hands: Hands,
}

/// A way to play a turn.
#[derive(Clone, Copy)]
struct Temper {
    /// How strong our side must be where a unit enters the enemy's reach, in percent of the enemy's strength.
    care: i64,
    /// Whether fighters go for the enemy's least defended zones instead of its nearest unit.
    raid: bool,
}

const fn hunting(care: i64) -> Temper {
    Temper { care, raid: false }
}

const fn raiding(care: i64) -> Temper {
    Temper { care, raid: true }
}

const TEMPERS: [Temper; 5] = [hunting(0), hunting(60), hunting(100), hunting(150), hunting(250)];
/// What is also tried when the other seat has earned more.
const TEMPERS_BEHIND: [Temper; 2] = [raiding(0), raiding(100)];
/// More units than this per zone of ours are too many.
const CROWD: usize = 7;
/// The highest level of a fighter.
const HIGHEST: i32 = 8;

impl Foundry {
    pub fn new(hello: &Hello<'_, Golems>) -> Foundry {
        Foundry { sight: Sight::new(hello), hands: Hands::default() }
    }
}

impl Bot<Golems> for Foundry {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        let (sight, hands) = (&mut self.sight, &mut self.hands);
        if !sight.look(view) {
            return;
        }
        let start = sight.state.clone();
        let turns = turns_ahead(sight);
        let mut lists: Vec<Vec<Action>> = Vec::new();
        let mut worths: Vec<(i64, usize)> = Vec::new();
        let [own, other] = [sight.me, sight.me.other()].map(|seat| start.scores[seat.index()]);
        let behind: &[Temper] = if own < other { &TEMPERS_BEHIND } else { &[] };
        for &temper in TEMPERS.iter().chain(behind) {
            sight.state.clone_from(&start);
            hands.play(sight, temper);
            let list = std::mem::take(&mut sight.orders);
            if !lists.contains(&list) {
                worths.push((hands.look_ahead(sight, temper, turns), lists.len()));
                lists.push(list);
            }
        }
        if let Some((_, chosen)) = best(&mut sight.rng, &worths, |plan| plan.0) {
            orders.append(&mut lists[chosen]);
        }
    }
}

/// How many turns of both seats are played ahead: fewer on large boards and with many units, where each takes longer.
fn turns_ahead(sight: &Sight) -> usize {
    match sight.state.units().len() * sight.game.board().cells() {
        ..200_000 => 6,
        200_000..1_000_000 => 2,
        _ => 1,
    }
}

/// What planning needs besides the sight.
#[derive(Default)]
struct Hands {
    walk: Walk,
    danger: Danger,
}

impl Hands {
    /// Plays on from the end of our list, with the other seat as a warden, and rates the result.
    fn look_ahead(&mut self, sight: &mut Sight, temper: Temper, turns: usize) -> i64 {
        let me = sight.me;
        for ahead in 0..turns {
            sight.game.close(&mut sight.state, &mut ());
            if sight.state.is_over() {
                break;
            }
            sight.me = sight.state.seat;
            if ahead % 2 == 0 {
                medium::play(sight, &mut self.walk);
            } else {
                self.play(sight, temper);
            }
            sight.orders.clear();
        }
        sight.me = me;
        worth(sight)
    }

    /// A whole turn of the seat `sight.me`.
    fn play(&mut self, sight: &mut Sight, temper: Temper) {
        let units = sight.mine();
        let claims = claims(sight, &units);
        self.danger.measure(sight);
        self.kill(sight, &units);
        self.danger.measure(sight);
        let open: Vec<Spot> = sight.zones.iter().copied().filter(|&zone| sight.own_on(zone).is_none()).collect();
        for &id in &units {
            if !self.build(sight, id, &open) && on_zone(sight, id) {
                shoot(sight, id);
            }
        }
        self.combine(sight, &units, &claims);
        let raids = if temper.raid { self.raids(sight) } else { Vec::new() };
        // Units with a zone to go to come first: they will soon be out of the way.
        let (settlers, fighters): (Vec<_>, Vec<_>) = units.iter().zip(&claims).partition(|(_, claim)| claim.is_some());
        for (&id, claim) in settlers.into_iter().chain(fighters) {
            match claim {
                Some(zone) => self.go(sight, id, sight.zones[*zone], temper),
                None => self.fight(sight, id, temper, &raids),
            }
            if !shoot(sight, id) {
                heal(sight, id);
            }
        }
    }

    /// Several units strike enemies that can be killed, the weakest first. No unit leaves a zone for it.
    fn kill(&mut self, sight: &mut Sight, units: &[i32]) {
        let mut prey: Vec<(i64, bool, i64)> =
            sight.enemies().map(|enemy| (enemy.hp, !sight.game.board().is_zone(enemy.at), enemy.id)).collect();
        prey.sort_unstable();
        for (hp, _, id) in prey {
            let Ok(prey) = i32::try_from(id) else { continue };
            let Some(target) = sight.unit(prey).map(|enemy| enemy.at) else { continue };
            let (mut still, mut coming) = (Vec::new(), Vec::new());
            for &own in units {
                let Some(unit) = sight.unit(own).filter(|unit| unit.actions > 0) else { continue };
                let distance = unit.at.distance(target);
                if distance == 1 || distance <= unit.stats.attack_range && unit.is_unmoved() {
                    still.push((unit.stats.attack_power, own));
                } else if i64::from(distance) <= unit.moves.saturating_add(1) && !on_zone(sight, own) {
                    coming.push((unit.stats.attack_power, own));
                }
            }
            still.sort_unstable_by_key(|&(power, _)| Reverse(power));
            coming.sort_unstable_by_key(|&(power, _)| Reverse(power));
            let room = sight.around(target).iter().filter(|&&spot| sight.is_free(spot)).count();
            let sum: i64 = still.iter().chain(coming.iter().take(room)).map(|&(power, _)| i64::from(power)).sum();
            if sum < hp {
                continue;
            }
            for (_, own) in still.into_iter().chain(coming) {
                if sight.unit(prey).is_none() {
                    break;
                }
                self.strike(sight, own, target);
            }
        }
    }

    /// Attacks a square, first walking next to it if necessary, where it is least dangerous.
    fn strike(&mut self, sight: &mut Sight, id: i32, target: Spot) {
        if sight.attack(id, target) {
            return;
        }
        let Some(unit) = sight.unit(id).copied() else { return };
        let mut stands = Vec::new();
        self.walk.search(
            sight,
            unit.at,
            steps(&unit),
            |spot| sight.is_free(spot),
            |spot, steps| {
                if spot.distance(target) == 1 && sight.is_free(spot) {
                    stands.push((self.danger.threat(spot), steps, spot));
                }
                false
            },
        );
        if let Some((_, _, stand)) = best(&mut sight.rng, &stands, |&(threat, steps, _)| Reverse((threat, steps))) {
            let path = self.walk.path(sight, stand);
            sight.walk(id, path);
            sight.attack(id, target);
        }
    }

    /// Builds, if it can, where the new unit will survive, and near a goal; true if it did.
    fn build(&mut self, sight: &mut Sight, id: i32, goals: &[Spot]) -> bool {
        let Some(unit) = sight.unit(id).filter(|unit| unit.actions > 0) else { return false };
        if unit.build_points < unit.stats.max_build_points.into() {
            return false;
        }
        let health = i64::from(unit.stats.max_health);
        let free: Vec<Spot> = sight.around(unit.at).iter().copied().filter(|&spot| sight.is_free(spot)).collect();
        let nearest = |spot: Spot| goals.iter().map(|goal| goal.distance(spot)).min();
        let chosen = best(&mut sight.rng, &free, |&spot| Reverse((self.danger.threat(spot) >= health, nearest(spot))));
        chosen.is_some_and(|spot| sight.build(id, spot))
    }

    /// Merges spare units into fighters, where no enemy can reach them.
    fn combine(&mut self, sight: &mut Sight, units: &[i32], claims: &[Option<usize>]) {
        let held = claims.iter().flatten().count();
        let mut spare = units.len().saturating_sub(CROWD * held);
        for (&id, claim) in units.iter().zip(claims) {
            if spare == 0 {
                return;
            }
            if claim.is_none()
                && let Some(partner) = self.partner(sight, id, units, claims)
                && sight.act(Action::Combine { unit: id, target: partner })
            {
                spare -= 1;
            }
        }
    }

    /// The idle neighbour that a unit merges with best.
    fn partner(&mut self, sight: &mut Sight, id: i32, units: &[i32], claims: &[Option<usize>]) -> Option<i32> {
        let idle = |unit: &Unit| unit.actions > 0 && self.danger.threat(unit.at) == 0;
        let unit = sight.unit(id).filter(|unit| idle(unit))?;
        let mut partners = Vec::new();
        for &spot in sight.around(unit.at) {
            let Some(other) = sight.own_on(spot).filter(|other| idle(other)) else { continue };
            let Ok(id) = i32::try_from(other.id) else { continue };
            if units.binary_search(&id).is_ok_and(|i| claims[i].is_none())
                && unit.stats.level.saturating_add(other.stats.level) <= HIGHEST
            {
                let together = sight.game.stats(from_fn(|i| unit.colours[i].saturating_add(other.colours[i])));
                partners.push((fitness(&together), id));
            }
        }
        best(&mut sight.rng, &partners, |partner| partner.0).map(|partner| partner.1)
    }

    /// The enemy's zones and its strength around them.
    fn raids(&self, sight: &Sight) -> Vec<(usize, i64)> {
        let held = (0..sight.zones.len()).filter(|&zone| sight.enemy_on(sight.zones[zone]).is_some());
        held.map(|zone| (zone, self.danger.theirs(sight.zones[zone]))).collect()
    }

    /// Walks towards a square, around all units, as far as the unit dares.
    fn go(&mut self, sight: &mut Sight, id: i32, goal: Spot, temper: Temper) {
        let Some(unit) = sight.unit(id).copied().filter(|unit| unit.moves > 0 && unit.at != goal) else { return };
        let found = self.walk.search(sight, unit.at, FAR - 1, |spot| sight.is_free(spot), |spot, _| spot == goal);
        if found.is_some() {
            self.walk_daring(sight, &unit, id, goal, temper);
        }
    }

    fn walk_daring(&mut self, sight: &mut Sight, unit: &Unit, id: i32, goal: Spot, temper: Temper) {
        let path = self.walk.path(sight, goal);
        let within = &path[..path.len().min(steps(unit).into())];
        if let Some(last) = within.iter().rposition(|&spot| self.danger.dares(unit, spot, temper.care)) {
            sight.walk(id, &within[..=last]);
        }
    }

    /// A unit without a zone: strikes where it dares, retreats where it does not dare to stay, or moves closer.
    fn fight(&mut self, sight: &mut Sight, id: i32, temper: Temper, raids: &[(usize, i64)]) {
        let Some(unit) = sight.unit(id).copied().filter(|unit| unit.moves > 0) else { return };
        let mut stands: Vec<Spot> = Vec::new();
        let raid = raids.iter().filter(|raid| sight.zone_steps(raid.0, unit.at) != FAR);
        let raid = raid.min_by_key(|raid| i64::from(sight.zone_steps(raid.0, unit.at)) + raid.1 / 40);
        let raid = raid.map(|raid| sight.zones[raid.0]);
        let goal = self.walk.search(
            sight,
            unit.at,
            FAR - 1,
            |spot| sight.is_free(spot),
            |spot, steps| {
                if i64::from(steps) <= unit.moves && (steps == 0 || sight.is_free(spot)) {
                    stands.push(spot);
                }
                i64::from(steps) > unit.moves && raid.map_or(sight.enemy_on(spot).is_some(), |raid| raid == spot)
            },
        );
        let mut blows = Vec::new();
        if unit.actions > 0 {
            for &stand in stands.iter().filter(|&&stand| self.danger.dares(&unit, stand, temper.care)) {
                if let Some((blow, target)) = sight.best_blow(&unit, stand) {
                    blows.push((blow, Reverse(self.danger.threat(stand)), target, stand));
                }
            }
        }
        if let Some((_, _, target, stand)) = best(&mut sight.rng, &blows, |blow| (blow.0, blow.1)) {
            let path = self.walk.path(sight, stand);
            sight.walk(id, path);
            sight.attack(id, target);
        } else if !self.danger.dares(&unit, unit.at, temper.care) {
            let safety = |&stand: &Spot| Reverse((self.danger.threat(stand), self.walk.steps(stand)));
            if let Some(stand) = best(&mut sight.rng, &stands, safety) {
                let path = self.walk.path(sight, stand);
                sight.walk(id, path);
            }
        } else if let Some(stand) = self.firing_place(sight, &unit, &stands) {
            let path = self.walk.path(sight, stand);
            sight.walk(id, path);
        } else if let Some(goal) = goal {
            self.walk_daring(sight, &unit, id, goal, temper);
        }
    }

    /// A square out of reach from which a long-range unit can shoot next turn.
    fn firing_place(&mut self, sight: &mut Sight, unit: &Unit, stands: &[Spot]) -> Option<Spot> {
        let range = unit.stats.attack_range;
        if range < 3 {
            return None;
        }
        let mut places = Vec::new();
        for &stand in stands.iter().filter(|&&stand| self.danger.threat(stand) == 0) {
            let prey = sight.enemies().filter(|enemy| enemy.at.distance(stand) <= range).count();
            if prey > 0 {
                places.push((prey, Reverse(self.walk.steps(stand)), stand));
            }
        }
        best(&mut sight.rng, &places, |place| (place.0, place.1)).map(|place| place.2)
    }
}

fn on_zone(sight: &Sight, id: i32) -> bool {
    sight.unit(id).is_some_and(|unit| sight.game.board().is_zone(unit.at))
}

/// The steps a unit has left, as a search counts them.
fn steps(unit: &Unit) -> u16 {
    unit.moves.clamp(0, (FAR - 1).into()) as u16
}

/// How good a fighter is beyond its blows: splash first, then reach, poison, regeneration and healing.
fn fitness(stats: &Stats) -> i64 {
    let parts = [
        (3, stats.splash_damage),
        (8, stats.attack_range),
        (1, stats.poison_power),
        (2, stats.max_regen),
        (1, stats.heal_power),
    ];
    parts.into_iter().map(|(weight, value)| weight * i64::from(value)).sum()
}

/// How the state looks for the seat `sight.me`.
fn worth(sight: &Sight) -> i64 {
    let state = &sight.state;
    if let Some(ending) = state.ending {
        return if ending.winner == sight.me { 1_000_000 } else { -1_000_000 };
    }
    let left = (sight.game.config.max_turns - state.turn) / 2;
    let zone = 50 * left.min(12);
    let lead = state.scores[sight.me.index()].saturating_sub(state.scores[sight.me.other().index()]);
    let mut sum = 50 * lead.clamp(-10_000, 10_000);
    for unit in state.units() {
        let held = if sight.game.board().is_zone(unit.at) { zone } else { 0 };
        let value = 100 + strength(unit) + held;
        sum += if unit.owner == sight.me { value } else { -value };
    }
    sum
}
