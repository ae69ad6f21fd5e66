//! The humans of the strong bot: they scatter to where the zombies come last, and stun those who could bite.

use super::ways::{Direction, FAR, Tolls, Ways};
use crate::action::{Action, Given};
use crate::class::{Class, Side};
use crate::game::Infection;
use crate::reach::Reach;
use crate::state::{State, Unit};
use skirmish_core::Rng;
use std::cmp::Reverse;

/// The classes it chooses. Health is worth most, since a human with more of it must be caught more than once.
const CLASSES: [(Class, usize); 4] =
    [(Class::Marksman, 5), (Class::Medic, 5), (Class::Traceur, 5), (Class::Demolitionist, 1)];

/// A refuge is worth less to the others up to this many cells away: a human who is alone is caught last.
const CROWD_RADIUS: i32 = 30;
/// How much less, on the refuge itself, in quarters of a zombie's step.
const CROWD_WEIGHT: i32 = 10;

#[derive(Default)]
pub(super) struct Shepherd {
    tolls: Tolls,
    /// How many steps the nearest zombie needs.
    danger: Ways,
    /// How many zombies could bite on each cell in their next turn.
    jaws: Vec<u16>,
    /// How much refuges taken by others make each cell worth less.
    crowd: Vec<i32>,
    flight: Flight,
}

/// Buffers of the search for a refuge.
#[derive(Default)]
struct Flight {
    /// Steps to each cell.
    steps: Vec<u32>,
    /// The cell at which the first turn of the way ends.
    first: Vec<u32>,
    queue: Vec<u32>,
}

impl Shepherd {
    pub fn picks(&self, game: &Infection, state: &State, out: &mut Vec<Action>) {
        let classes = CLASSES.iter().flat_map(|&(class, count)| std::iter::repeat_n(class, count));
        let humans = game.ids_of(state, Side::Humans);
        out.extend(humans.zip(classes).map(|(unit, class)| Action::Pick { unit, class: Given(Some(class)) }));
    }

    /// Every human goes where the fewest zombies could bite, preferably on the way to a refuge.
    pub fn moves(&mut self, game: &Infection, state: &State, rng: &mut Rng, out: &mut Vec<Action>) {
        self.look(game, state);
        self.crowd.clear();
        self.crowd.resize(state.terrain.cells().len(), 0);
        for unit in state.units_of(Side::Humans) {
            let person = &state.units[unit];
            let refuge = self.refuge(game, state, person);
            let reach = state.terrain.walk(person.at(), game.kit(person.class).speed, person.class.climbs());
            let mut best = None;
            reach.each(|x, y| {
                let cell = state.terrain.cell(x, y);
                let jaws = Reverse(self.jaws[cell as usize]);
                let worth = (jaws, refuge == Some(cell), self.danger.at((x, y)), rng.next_u64());
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, (x, y)));
                }
            });
            if let (Some((_, (x, y))), Some(id)) = (best, game.id_of(unit)) {
                out.push(Action::Move { unit: id, x, y });
            }
        }
    }

    /// Stuns as many zombies that could bite as possible, the worst first, and none twice.
    pub fn attacks(&mut self, game: &Infection, state: &State, out: &mut Vec<Action>) {
        let shooters: Vec<(usize, Reach)> = state
            .units_of(Side::Humans)
            .filter(|&unit| state.units[unit].attack_wait == 0)
            .map(|unit| (unit, game.attack_reach(state, &state.units[unit])))
            .collect();
        let threats = threats(game, state);
        let can_hit = |shooter: usize, threat: usize| {
            let zombie: &Unit = &state.units[threats[threat]];
            shooters[shooter].1.contains(zombie.x, zombie.y)
        };
        let mut targets: Vec<Option<usize>> = vec![None; shooters.len()];
        for threat in 0..threats.len() {
            assign(threat, &can_hit, &mut targets, &mut vec![false; shooters.len()]);
        }
        for ((shooter, _), target) in shooters.iter().zip(targets) {
            let target = target.and_then(|threat| game.id_of(threats[threat]));
            if let (Some(unit), Some(target)) = (game.id_of(*shooter), target) {
                out.push(Action::Attack { unit, target });
            }
        }
    }

    /// Medics heal the human who would have the least health left; of equals, the one nearest to the zombies.
    pub fn abilities(&mut self, game: &Infection, state: &State, out: &mut Vec<Action>) {
        self.look(game, state);
        let mut health: Vec<i64> = state.units.iter().map(|unit| unit.health).collect();
        for unit in state.units_of(Side::Humans) {
            let medic = &state.units[unit];
            if medic.class != Class::Medic || medic.ability_wait > 0 {
                continue;
            }
            let reach = game.ability_reach(state, medic);
            let in_need = |&other: &usize| {
                let person = &state.units[other];
                other != unit && health[other] < game.config.max_health && reach.contains(person.x, person.y)
            };
            let left = |&other: &usize| {
                let person = &state.units[other];
                let jaws = self.jaws[state.terrain.cell(person.x, person.y) as usize];
                (health[other] - i64::from(jaws), self.danger.at(person.at()))
            };
            let patient = state.units_of(Side::Humans).filter(in_need).min_by_key(left);
            if let Some(patient) = patient
                && let (Some(unit), Some(target)) = (game.id_of(unit), game.id_of(patient))
            {
                health[patient] += game.config.heal_amount;
                out.push(Action::Heal { unit, target });
            }
        }
    }

    /// Notes where the zombies are and can go.
    fn look(&mut self, game: &Infection, state: &State) {
        self.tolls.read(game, state);
        let speed = steps_of(game.config.zombie_speed);
        let zombies = state.units_of(Side::Zombies).map(|unit| {
            let zombie = &state.units[unit];
            (state.terrain.cell(zombie.x, zombie.y), turns_missed(zombie).saturating_mul(speed))
        });
        self.danger.fill(state, &self.tolls, Direction::From, zombies);
        self.jaws.clear();
        self.jaws.resize(state.terrain.cells().len(), 0);
        let mut bitten = Vec::new();
        for zombie in state.units_of(Side::Zombies).map(|unit| &state.units[unit]) {
            bite_cells(game, state, zombie, &mut bitten);
            bitten.iter().for_each(|&cell| self.jaws[cell as usize] = self.jaws[cell as usize].saturating_add(1));
        }
    }

    /// The first cell on the way to the place that zombies reach last, of all places that can be reached before them.
    fn refuge(&mut self, game: &Infection, state: &State, person: &Unit) -> Option<u32> {
        let (terrain, flight) = (&state.terrain, &mut self.flight);
        let (width, count) = (terrain.width() as usize, terrain.cells().len());
        let speed = steps_of(game.kit(person.class).speed);
        let zombie_speed = steps_of(game.config.zombie_speed);
        let start = terrain.cell(person.x, person.y);
        flight.steps.clear();
        flight.steps.resize(count, FAR);
        flight.steps[start as usize] = 0;
        flight.first.resize(count, 0);
        flight.queue.clear();
        flight.queue.push(start);
        let mut best = None;
        let mut next = 0;
        while next < flight.queue.len() && speed > 0 {
            let at = flight.queue[next] as usize;
            next += 1;
            let steps = flight.steps[at] + 1;
            // A zombie that has walked as far could bite from two steps away, around a corner.
            let safe = steps.div_ceil(speed).saturating_mul(zombie_speed).saturating_add(2);
            for to in around(at, width, count) {
                let danger = self.danger.of(to);
                let open = !terrain.cells()[to].blocks_walking(person.class.climbs());
                if flight.steps[to] != FAR || !open || danger <= safe {
                    continue;
                }
                flight.steps[to] = steps;
                flight.first[to] = if steps <= speed { to as u32 } else { flight.first[at] };
                flight.queue.push(to as u32);
                let worth = 4 * danger.min(FAR / 16) as i32 - steps as i32 - self.crowd[to];
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, to));
                }
            }
        }
        let (_, refuge) = best?;
        let first = flight.first[refuge];
        self.take(state, refuge as u32);
        Some(first)
    }

    /// Makes the surroundings of a refuge worth less to the others.
    fn take(&mut self, state: &State, refuge: u32) {
        let terrain = &state.terrain;
        let (cx, cy) = terrain.place(refuge);
        for y in (cy - CROWD_RADIUS).max(0)..(cy + CROWD_RADIUS).min(terrain.height()) {
            for x in (cx - CROWD_RADIUS).max(0)..(cx + CROWD_RADIUS).min(terrain.width()) {
                let distance = (x - cx).abs().max((y - cy).abs());
                self.crowd[terrain.cell(x, y) as usize] += (CROWD_RADIUS - distance) * CROWD_WEIGHT / CROWD_RADIUS;
            }
        }
    }
}

/// The up to four neighbours of a cell.
fn around(at: usize, width: usize, count: usize) -> impl Iterator<Item = usize> {
    let x = at % width;
    let right = (x + 1 < width).then_some(at + 1);
    let left = (x > 0).then(|| at - 1);
    let down = (at + width < count).then_some(at + width);
    [right, left, down, at.checked_sub(width)].into_iter().flatten()
}

/// The zombies that could bite someone in their next turn, those who could bite the weakest first.
fn threats(game: &Infection, state: &State) -> Vec<usize> {
    let mut bitten = Vec::new();
    let mut threats: Vec<(i64, usize)> = Vec::new();
    for unit in state.units_of(Side::Zombies) {
        bite_cells(game, state, &state.units[unit], &mut bitten);
        let humans = state.units_of(Side::Humans).map(|human| &state.units[human]);
        let in_reach = humans.filter(|human| bitten.binary_search(&state.terrain.cell(human.x, human.y)).is_ok());
        threats.extend(in_reach.map(|human| human.health).min().map(|health| (health, unit)));
    }
    threats.sort_unstable();
    threats.into_iter().map(|(_, unit)| unit).collect()
}

/// Finds a shooter for a threat, giving other threats to other shooters where that helps.
fn assign(
    threat: usize,
    can_hit: &impl Fn(usize, usize) -> bool,
    targets: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for shooter in 0..targets.len() {
        if tried[shooter] || !can_hit(shooter, threat) {
            continue;
        }
        tried[shooter] = true;
        if targets[shooter].is_none_or(|other| assign(other, can_hit, targets, tried)) {
            targets[shooter] = Some(threat);
            return true;
        }
    }
    false
}

/// A speed as a number of steps, capped: no board is larger.
fn steps_of(speed: i64) -> u32 {
    speed.min(1 << 20) as u32
}

/// How many of its next turns a zombie misses, seen from a turn of the humans.
fn turns_missed(zombie: &Unit) -> u32 {
    (zombie.stun_wait / 2).min(8) as u32
}

/// Writes down the cells on which a zombie could bite in its next turn, ascending.
fn bite_cells(game: &Infection, state: &State, zombie: &Unit, cells: &mut Vec<u32>) {
    cells.clear();
    if turns_missed(zombie) > 0 {
        return;
    }
    let terrain = &state.terrain;
    let claws = game.config.zombie_range.min(i64::from(terrain.width().max(terrain.height()))) as i32;
    terrain.walk(zombie.at(), game.config.zombie_speed, false).each(|x, y| {
        for cy in (y - claws).max(0)..=(y + claws).min(terrain.height() - 1) {
            cells.extend(terrain.cell((x - claws).max(0), cy)..=terrain.cell((x + claws).min(terrain.width() - 1), cy));
        }
    });
    cells.sort_unstable();
    cells.dedup();
}
