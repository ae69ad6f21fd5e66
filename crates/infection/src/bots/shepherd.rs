//! The humans of the strong bot: they keep out of the zombies' reach as long as they can, and stun those who could bite.

use super::ways::{Direction, FAR, Tolls, Ways};
use crate::action::Action;
use crate::class::{Class, Side};
use crate::game::Infection;
use crate::state::State;
use skirmish_core::Rng;

/// The classes it chooses.
const CLASSES: [(Class, usize); 4] =
    [(Class::Marksman, 5), (Class::Medic, 5), (Class::Traceur, 5), (Class::Builder, 1)];

#[derive(Default)]
pub(super) struct Shepherd {
    tolls: Tolls,
    /// How far the nearest zombie is.
    danger: Ways,
    /// How many zombies could bite on each cell in their next turn.
    jaws: Vec<u16>,
    stamps: Vec<u32>,
    stamp: u32,
    flight: Flight,
    crowd: Vec<u32>,
}

/// Buffers of the search for a refuge.
#[derive(Default)]
struct Flight {
    steps: Vec<u32>,
    from: Vec<u32>,
    queue: Vec<u32>,
}

impl Shepherd {
    pub fn picks(&self, game: &Infection, state: &State, out: &mut Vec<Action>) {
        let mut cl = CLASSES.to_vec();
        if let Ok(v) = std::env::var("INF_CLASSES") {
            cl = v
                .split(',')
                .zip([Class::Marksman, Class::Medic, Class::Traceur, Class::Builder, Class::Demolitionist])
                .map(|(n, c)| (c, n.parse().unwrap()))
                .collect();
        }
        let classes = cl.iter().flat_map(|&(class, count)| std::iter::repeat_n(class, count));
        out.extend(
            game.ids_of(state, Side::Humans)
                .zip(classes)
                .map(|(unit, class)| Action::Pick { unit, class: Some(class) }),
        );
    }

    pub fn moves(&mut self, game: &Infection, state: &State, rng: &mut Rng, out: &mut Vec<Action>) {
        self.look(game, state);
        self.crowd.clear(); self.crowd.resize(state.terrain.cells().len(), 0);
        let hold = std::env::var("INF_HOLD").ok().map_or(0, |v| v.parse::<i64>().unwrap());
        if state.humans_alive() >= 21 - hold {
            return;
        }
        for unit in state.units_of(Side::Humans) {
            let Some(id) = game.id_of(unit) else { continue };
            let refuge = self.refuge(game, state, unit);
            let person = &state.units[unit];
            let kit = game.kit(person.class);
            let reach = state.terrain.walk(person.at(), kit.speed, person.class.climbs());
            let mut best = None;
            reach.each(|x, y| {
                let cell = state.terrain.cell(x, y);
                let planned = u32::from(refuge == Some(cell));
                let worth =
                    (std::cmp::Reverse(self.jaws[cell as usize]), planned, self.danger.at((x, y)), rng.next_u64());
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, (x, y)));
                }
            });
            if let Some((_, (x, y))) = best
                && (x, y) != person.at()
            {
                out.push(Action::Move { unit: id, x, y });
            }
        }
    }

    pub fn attacks(&mut self, game: &Infection, state: &State, out: &mut Vec<Action>) {
        let shots = self.share_shots(game, state);
        for (shooter, target) in shots {
            if let (Some(unit), Some(target)) = (game.id_of(shooter), game.id_of(target)) {
                out.push(Action::Attack { unit, target });
            }
        }
    }

    pub fn abilities(&mut self, game: &Infection, state: &State, rng: &mut Rng, out: &mut Vec<Action>) {
        self.look(game, state);
        let mut health: Vec<i64> = state.units.iter().map(|unit| unit.health).collect();
        for unit in state.units_of(Side::Humans) {
            let medic = &state.units[unit];
            if medic.class != Class::Medic || medic.ability_wait > 0 {
                continue;
            }
            let reach = game.ability_reach(state, medic);
            let patients = state.units_of(Side::Humans).filter(|&other| {
                other != unit
                    && reach.contains(state.units[other].x, state.units[other].y)
                    && health[other] < game.config.max_health
            });
            let worth = |other: usize| {
                let person = &state.units[other];
                let jaws = i64::from(self.jaws[state.terrain.cell(person.x, person.y) as usize]);
                (health[other] - jaws, self.danger.at(person.at()))
            };
            let target = patients.min_by_key(|&other| (worth(other), rng.next_u64()));
            if let Some(target) = target
                && let (Some(unit), Some(id)) = (game.id_of(unit), game.id_of(target))
            {
                health[target] += game.config.heal_amount;
                out.push(Action::Heal { unit, target: id });
            }
        }
    }

    /// Takes note of where the zombies can be.
    fn look(&mut self, game: &Infection, state: &State) {
        self.tolls.read(game, state);
        let speed = game.config.zombie_speed as u32;
        let zombies = state.units_of(Side::Zombies).map(|unit| {
            let zombie = &state.units[unit];
            (state.terrain.cell(zombie.x, zombie.y), turns_missed(zombie.stun_wait).saturating_mul(speed))
        });
        self.danger.fill(state, &self.tolls, Direction::From, zombies);
        self.jaws.clear();
        self.jaws.resize(state.terrain.cells().len(), 0);
        self.stamps.resize(self.jaws.len(), 0);
        for unit in state.units_of(Side::Zombies) {
            if turns_missed(state.units[unit].stun_wait) == 0 {
                self.stamp += 1;
                let (stamp, stamps, jaws) = (self.stamp, &mut self.stamps, &mut self.jaws);
                each_bite(game, state, unit, |cell| {
                    if std::mem::replace(&mut stamps[cell as usize], stamp) != stamp {
                        jaws[cell as usize] += 1;
                    }
                });
            }
        }
    }

    /// The first cell on the way to where the zombies come last.
    fn refuge(&mut self, game: &Infection, state: &State, unit: usize) -> Option<u32> {
        let person = &state.units[unit];
        let (terrain, flight) = (&state.terrain, &mut self.flight);
        let (width, count) = (terrain.width() as usize, terrain.cells().len());
        let speed = game.kit(person.class).speed as u32;
        let zombie_speed = game.config.zombie_speed as u32;
        if speed == 0 {
            return None;
        }
        flight.steps.clear();
        flight.steps.resize(count, FAR);
        flight.from.resize(count, 0);
        flight.queue.clear();
        let start = terrain.cell(person.x, person.y);
        flight.steps[start as usize] = 0;
        flight.from[start as usize] = start;
        flight.queue.push(start);
        let mut best = (0, start);
        let mut next = 0;
        while next < flight.queue.len() {
            let at = flight.queue[next] as usize;
            next += 1;
            let steps = flight.steps[at] + 1;
            let arrival = steps.div_ceil(speed);
            let x = at % width;
            let around = [
                (x + 1 < width).then(|| at + 1),
                (x > 0).then(|| at - 1),
                (at + width < count).then(|| at + width),
                at.checked_sub(width),
            ];
            for to in around.into_iter().flatten() {
                if flight.steps[to] != FAR || terrain.cells()[to].blocks_walking(person.class.climbs()) {
                    continue;
                }
                let danger = self.danger.at((to as i32 % width as i32, to as i32 / width as i32));
                if danger <= zombie_speed * arrival + 2 {
                    continue;
                }
                flight.steps[to] = steps;
                // The way is remembered turn by turn.
                flight.from[to] = if steps <= speed { to as u32 } else { flight.from[at] };
                flight.queue.push(to as u32);
                let worth = (danger.min(1_000_000) * 4 - steps.min(danger)).saturating_sub(self.crowd[to]);
                if worth > best.0 {
                    best = (worth, to as u32);
                }
            }
        }
        let w = std::env::var("INF_W").ok().map_or(0, |v| v.parse::<i32>().unwrap());
        let r = std::env::var("INF_R").ok().map_or(20, |v| v.parse::<i32>().unwrap());
        let (bx, by) = terrain.place(best.1);
        for y in (by - r).max(0)..(by + r).min(terrain.height()) {
            for x in (bx - r).max(0)..(bx + r).min(terrain.width()) {
                let d = (x - bx).abs().max((y - by).abs());
                self.crowd[terrain.cell(x, y) as usize] += ((r - d) * w / r) as u32;
            }
        }
        (best.0 > 0).then(|| flight.from[best.1 as usize])
    }

    /// Shooters and targets: as many as possible of those who could bite, the worst first, and nobody twice.
    fn share_shots(&mut self, game: &Infection, state: &State) -> Vec<(usize, usize)> {
        let shooters: Vec<usize> =
            state.units_of(Side::Humans).filter(|&unit| state.units[unit].attack_wait == 0).collect();
        let reaches: Vec<_> = shooters.iter().map(|&unit| game.attack_reach(state, &state.units[unit])).collect();
        self.stamps.resize(state.terrain.cells().len(), 0);
        let mut threats: Vec<(i64, usize)> = Vec::new();
        for unit in state.units_of(Side::Zombies) {
            if turns_missed(state.units[unit].stun_wait) > 0 {
                continue;
            }
            self.stamp += 1;
            each_bite(game, state, unit, |cell| self.stamps[cell as usize] = self.stamp);
            let weakest = state
                .units_of(Side::Humans)
                .map(|human| &state.units[human])
                .filter(|human| self.stamps[state.terrain.cell(human.x, human.y) as usize] == self.stamp)
                .map(|human| human.health)
                .min();
            threats.extend(weakest.map(|health| (health, unit)));
        }
        threats.sort_unstable();
        let mut taken: Vec<Option<usize>> = vec![None; shooters.len()];
        for (threat, &(_, zombie)) in threats.iter().enumerate() {
            let _ = zombie;
            let mut tried = vec![false; shooters.len()];
            let can = |shooter: usize, threat: usize| {
                let zombie: &crate::state::Unit = &state.units[threats[threat].1];
                reaches[shooter].contains(zombie.x, zombie.y)
            };
            assign(threat, &can, &mut taken, &mut tried);
        }
        taken
            .iter()
            .enumerate()
            .filter_map(|(shooter, threat)| threat.map(|threat| (shooters[shooter], threats[threat].1)))
            .collect()
    }
}

/// Finds a shooter for a threat, moving others to other shooters where that helps.
fn assign(threat: usize, can: &impl Fn(usize, usize) -> bool, taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for shooter in 0..taken.len() {
        if tried[shooter] || !can(shooter, threat) {
            continue;
        }
        tried[shooter] = true;
        let free = match taken[shooter] {
            None => true,
            Some(other) => assign(other, can, taken, tried),
        };
        if free {
            taken[shooter] = Some(threat);
            return true;
        }
    }
    false
}

/// How many of its turns to come a zombie misses, seen from a turn of the humans.
fn turns_missed(stun_wait: i64) -> u32 {
    (stun_wait / 2).min(8) as u32
}

/// Shows the cells on which a zombie could bite in its next turn, some of them several times.
fn each_bite(game: &Infection, state: &State, unit: usize, mut see: impl FnMut(u32)) {
    let terrain = &state.terrain;
    let claws = game.config.zombie_range.min(i64::from(terrain.width())) as i32;
    let reach = terrain.walk(state.units[unit].at(), game.config.zombie_speed, false);
    reach.each(|x, y| {
        for cy in (y - claws).max(0)..=(y + claws).min(terrain.height() - 1) {
            for cx in (x - claws).max(0)..=(x + claws).min(terrain.width() - 1) {
                see(terrain.cell(cx, cy));
            }
        }
    });
}
