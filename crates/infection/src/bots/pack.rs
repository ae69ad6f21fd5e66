//! The zombies of the strong bot: they divide the humans among themselves, take the cheapest path, break what is worth
//! breaking, and bite so that as many as possible turn.

use super::ways::{Direction, FAR, Tolls, Ways};
use crate::action::Action;
use crate::class::Side;
use crate::game::Infection;
use crate::reach::Reach;
use crate::state::{State, Unit};
use skirmish_core::Rng;

#[derive(Default)]
pub(super) struct Pack {
    tolls: Tolls,
    /// The ways to each human, in the order of `humans`.
    ways: Vec<Ways>,
    humans: Vec<usize>,
    /// Whom each zombie is after: places in `humans`, by unit.
    prey: Vec<Option<usize>>,
    /// The turn that all this is about.
    turn: i64,
}

impl Pack {
    pub fn moves(&mut self, game: &Infection, state: &State, rng: &mut Rng, out: &mut Vec<Action>) {
        self.look(game, state);
        let hunters: Vec<usize> =
            state.units_of(Side::Zombies).filter(|&unit| state.units[unit].stun_wait == 0).collect();
        let reaches: Vec<Reach> = hunters
            .iter()
            .map(|&unit| state.terrain.walk(state.units[unit].at(), game.config.zombie_speed, false))
            .collect();
        let can_bite = |hunter: usize, human: usize| {
            standing_places(state, &state.units[human]).any(|(x, y)| reaches[hunter].contains(x, y))
        };
        let bites = share_bites(game, state, &hunters, &self.humans, can_bite);
        self.share_prey(state, &hunters);
        for (hunter, &unit) in hunters.iter().enumerate() {
            if let Some(human) = bites[hunter] {
                self.prey[unit] = Some(human);
            }
            let Some(prey) = self.prey[unit] else { continue };
            let victim = bites[hunter].map(|human| &state.units[self.humans[human]]);
            let ways = &self.ways[prey];
            let mut best = None;
            reaches[hunter].each(|x, y| {
                let near = victim.is_none_or(|victim| (victim.x - x).abs().max((victim.y - y).abs()) <= 1);
                if near {
                    let worth = (ways.at((x, y)), rng.next_u64());
                    if best.is_none_or(|(least, _)| worth < least) {
                        best = Some((worth, (x, y)));
                    }
                }
            });
            if let (Some((_, (x, y))), Some(id)) = (best, game.id_of(unit)) {
                out.push(Action::Move { unit: id, x, y });
            }
        }
    }

    pub fn attacks(&mut self, game: &Infection, state: &State, out: &mut Vec<Action>) {
        if self.turn != state.turn {
            self.look(game, state);
        }
        let ready = |unit: &usize| state.units[*unit].stun_wait == 0 && state.units[*unit].attack_wait == 0;
        let hunters: Vec<usize> = state.units_of(Side::Zombies).filter(ready).collect();
        let reaches: Vec<Reach> = hunters.iter().map(|&unit| game.attack_reach(state, &state.units[unit])).collect();
        let can_bite =
            |hunter: usize, human: usize| reaches[hunter].contains(state.units[human].x, state.units[human].y);
        let bites = share_bites(game, state, &hunters, &self.humans, can_bite);
        for (hunter, &unit) in hunters.iter().enumerate() {
            let Some(id) = game.id_of(unit) else { continue };
            if let Some(target) = bites[hunter].and_then(|human| game.id_of(self.humans[human])) {
                out.push(Action::Attack { unit: id, target });
            } else if let Some((x, y)) = self.obstacle(state, unit) {
                out.push(Action::Break { unit: id, x, y });
            }
        }
    }

    /// Takes note of the humans and of the ways to them.
    fn look(&mut self, game: &Infection, state: &State) {
        self.turn = state.turn;
        self.tolls.read(game, state);
        self.humans.clear();
        self.humans.extend(state.units_of(Side::Humans));
        self.ways.resize_with(self.ways.len().max(self.humans.len()), Ways::default);
        for (ways, &human) in self.ways.iter_mut().zip(&self.humans) {
            let cell = state.terrain.cell(state.units[human].x, state.units[human].y);
            ways.fill(state, &self.tolls, Direction::Towards, [(cell, 0)]);
        }
        self.prey.clear();
        self.prey.resize(state.units.len(), None);
    }

    /// Gives every hunter a human, the cheapest pairs first; a human gets a second hunter only when each has one.
    fn share_prey(&mut self, state: &State, hunters: &[usize]) {
        let mut pairs: Vec<(u32, usize, usize)> = Vec::new();
        for &unit in hunters {
            let costs = self.ways.iter().take(self.humans.len()).map(|ways| ways.at(state.units[unit].at()));
            pairs.extend(costs.enumerate().filter(|(_, cost)| *cost != FAR).map(|(human, cost)| (cost, unit, human)));
        }
        pairs.sort_unstable();
        let mut after = vec![0; self.humans.len()];
        for most in 1..=hunters.len() {
            for &(_, unit, human) in &pairs {
                if self.prey[unit].is_none() && after[human] < most {
                    self.prey[unit] = Some(human);
                    after[human] += 1;
                }
            }
        }
    }

    /// What a zombie must break to come nearer to its prey.
    fn obstacle(&self, state: &State, unit: usize) -> Option<(i32, i32)> {
        let (zombie, terrain) = (&state.units[unit], &state.terrain);
        let ways = &self.ways[self.prey[unit]?];
        if terrain.kind(zombie.x, zombie.y).is_obstacle() {
            return Some(zombie.at());
        }
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| (zombie.x + dx, zombie.y + dy));
        let next = around
            .into_iter()
            .filter(|&(x, y)| terrain.is_inside(x, y) && ways.at((x, y)) != FAR)
            .min_by_key(|&(x, y)| ways.at((x, y)).saturating_add(u32::from(self.tolls.at(terrain.cell(x, y)))))?;
        terrain.kind(next.0, next.1).breaks().then_some(next)
    }
}

/// Where a zombie with claws of range 1 can stand to bite a human.
fn standing_places(state: &State, human: &Unit) -> impl Iterator<Item = (i32, i32)> {
    let (x, y) = human.at();
    (-1..=1)
        .flat_map(move |dy| (-1..=1).map(move |dx| (x + dx, y + dy)))
        .filter(|&(x, y)| state.terrain.is_inside(x, y))
}

/// Whom each hunter bites: first those who can be turned, the weakest first; the other hunters bite whom they can.
fn share_bites(
    game: &Infection,
    state: &State,
    hunters: &[usize],
    humans: &[usize],
    can_bite: impl Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let able: Vec<Vec<usize>> =
        humans.iter().map(|&human| (0..hunters.len()).filter(|&hunter| can_bite(hunter, human)).collect()).collect();
    let options: Vec<usize> =
        (0..hunters.len()).map(|hunter| able.iter().filter(|able| able.contains(&hunter)).count()).collect();
    let damage = game.config.zombie_damage.max(1);
    let needed = |human: usize| ((state.units[humans[human]].health + damage - 1) / damage) as usize;
    let mut order: Vec<usize> = (0..humans.len()).filter(|&human| !able[human].is_empty()).collect();
    order.sort_by_key(|&human| (needed(human), able[human].len()));
    let mut bites = vec![None; hunters.len()];
    for &human in &order {
        let mut free: Vec<usize> = able[human].iter().copied().filter(|&hunter| bites[hunter].is_none()).collect();
        free.sort_by_key(|&hunter| options[hunter]);
        if free.len() >= needed(human) {
            free.iter().take(needed(human)).for_each(|&hunter| bites[hunter] = Some(human));
        }
    }
    for &human in &order {
        for &hunter in &able[human] {
            // No human needs more bites than it has health.
            let bitten = bites.iter().filter(|bite| **bite == Some(human)).count();
            if bites[hunter].is_none() && bitten < needed(human) {
                bites[hunter] = Some(human);
            }
        }
    }
    bites
}
