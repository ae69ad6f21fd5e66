//! Which actions are legal: listed for one unit, or one drawn at random.

use crate::action::{Action, Given};
use crate::class::{Class, Side};
use crate::config::Prompt;
use crate::game::Infection;
use crate::stages::{Plan, is_too_far};
use crate::state::{Phase, State, Unit};
use skirmish_core::{Actor, Rng, Seat};
use skirmish_grid::window::Window;
use smallvec::SmallVec;

/// How many random cells are tried before all are listed.
const TRIES: usize = 24;

impl Plan {
    /// The unit that acts.
    pub(crate) fn unit(&self) -> usize {
        match *self {
            Plan::Pick { unit, .. }
            | Plan::Move { unit, .. }
            | Plan::Shot { unit, .. }
            | Plan::Bite { unit, .. }
            | Plan::Break { unit, .. }
            | Plan::Heal { unit, .. }
            | Plan::Build { unit, .. } => unit,
        }
    }
}

impl Infection {
    /// When a whole turn is asked for: shows the states at the start of its later phases, until an answer comes.
    fn for_phases_ahead<T>(&self, state: &State, mut see: impl FnMut(&State) -> Option<T>) -> Option<T> {
        if self.config.prompt != Prompt::Turn {
            return None;
        }
        let later = [Phase::Attack, Phase::Ability].into_iter().filter(|&phase| self.is_ahead(state, phase));
        later.into_iter().find_map(|phase| see(&self.ahead(state, phase)))
    }

    /// Every legal action of a unit that is ready, in the order they are listed.
    fn each_legal(&self, state: &State, side: Side, unit: usize, mut see: impl FnMut(Action)) {
        // Units with ids beyond what an action can say cannot act.
        let Ok(id) = i32::try_from(self.ids[unit]) else { return };
        let data = &state.units[unit];
        match state.phase {
            Phase::Classes => self.each_pick(state, side, id, see),
            Phase::Move => {
                let kit = self.kit(data.class);
                let reach = state.terrain.walk(data.at(), kit.speed, data.class.climbs());
                reach.each(|x, y| see(Action::Move { unit: id, x, y }));
            }
            Phase::Attack => self.each_attack(state, side, data, id, see),
            Phase::Ability if data.class == Class::Medic => {
                let reach = self.ability_reach(state, data);
                for target in state.units_of(Side::Humans).filter(|&target| target != unit) {
                    let other = &state.units[target];
                    if reach.contains(other.x, other.y) {
                        self.with_id(target, |target| see(Action::Heal { unit: id, target }));
                    }
                }
            }
            Phase::Ability => self.ability_reach(state, data).each(|x, y| {
                let action = Action::Build { unit: id, x, y };
                if self.judge(state, side, &action).is_ok() {
                    see(action);
                }
            }),
            Phase::Over => {}
        }
    }

    fn each_pick(&self, state: &State, side: Side, id: i32, mut see: impl FnMut(Action)) {
        for class in Class::HUMAN {
            let action = Action::Pick { unit: id, class: Given(Some(class)) };
            if self.judge(state, side, &action).is_ok() {
                see(action);
            }
        }
    }

    fn each_attack(&self, state: &State, side: Side, data: &Unit, id: i32, mut see: impl FnMut(Action)) {
        let range = self.kit(data.class).range;
        // A human infected in this phase is a target for neither side.
        let (enemies, shape): (_, fn(i32) -> Window) = match side {
            Side::Humans => (Side::Zombies, Window::diamond),
            Side::Zombies => (Side::Humans, Window::square),
        };
        let near =
            || state.units_of(enemies).filter(|&target| !is_too_far(side, data, state.units[target].at(), range));
        let solid = state.terrain.is_solid_near(data.at(), range, shape);
        if !solid && near().next().is_none() {
            return;
        }
        let reach = self.attack_reach(state, data);
        for target in near() {
            if reach.contains(state.units[target].x, state.units[target].y) {
                self.with_id(target, |target| see(Action::Attack { unit: id, target }));
            }
        }
        if solid {
            state.terrain.solid_in(&reach, |x, y| see(Action::Break { unit: id, x, y }));
        }
    }

    fn with_id(&self, unit: usize, see: impl FnOnce(i32)) {
        if let Ok(id) = i32::try_from(self.ids[unit]) {
            see(id);
        }
    }

    /// A legal action in this phase, of the first unit with one, starting at a random unit.
    fn draw_in_phase(&self, state: &State, side: Side, rng: &mut Rng) -> Option<Action> {
        let ready = &state.notes.ready;
        let first = ready.iter().nth(rng.index(ready.count()))?;
        let mut draw = |unit: usize| self.draw_for(state, side, unit, rng);
        let found = ready.iter_from(first).find_map(&mut draw);
        found.or_else(|| ready.iter().take_while(|&unit| unit < first).find_map(draw))
    }

    fn draw_for(&self, state: &State, side: Side, unit: usize, rng: &mut Rng) -> Option<Action> {
        let class = state.units[unit].class;
        let by_trial = match state.phase {
            Phase::Move => self.try_cells(state, unit, self.kit(class).speed, rng),
            Phase::Ability if class == Class::Builder => self.try_cells(state, unit, self.kit(class).range, rng),
            _ => None,
        };
        by_trial.or_else(|| self.draw_listed(state, side, unit, rng))
    }

    /// Tries random cells in range of a unit that moves or builds.
    fn try_cells(&self, state: &State, unit: usize, range: i64, rng: &mut Rng) -> Option<Action> {
        let (data, terrain) = (&state.units[unit], &state.terrain);
        let id = i32::try_from(self.ids[unit]).ok()?;
        let range = range.min(i64::from(terrain.width().max(terrain.height()))) as i32;
        let around = |at: i32, size: i32| {
            let low = (at - range).max(0);
            (low, ((at + range).min(size - 1) - low + 1) as usize)
        };
        let (left, columns) = around(data.x, terrain.width());
        let (top, rows) = around(data.y, terrain.height());
        for _ in 0..TRIES {
            let (x, y) = (left + rng.index(columns) as i32, top + rng.index(rows) as i32);
            if (x - data.x).abs() + (y - data.y).abs() > range {
                continue;
            }
            let action = match state.phase {
                Phase::Move => Action::Move { unit: id, x, y },
                _ => Action::Build { unit: id, x, y },
            };
            if self.plan(state, unit, &action).is_ok() {
                return Some(action);
            }
        }
        None
    }

    /// One of all legal actions of a unit.
    fn draw_listed(&self, state: &State, side: Side, unit: usize, rng: &mut Rng) -> Option<Action> {
        // Room for all that a unit can do with the usual ranges.
        let mut options: SmallVec<[Action; 128]> = SmallVec::new();
        self.each_legal(state, side, unit, |action| options.push(action));
        rng.choose(&options).copied()
    }
}

pub(crate) fn sample(game: &Infection, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
    let side = game.acting_side(state, seat).ok()?;
    game.draw_in_phase(state, side, rng)
        .or_else(|| game.for_phases_ahead(state, |ahead| game.draw_in_phase(ahead, side, rng)))
}

pub(crate) fn legal(game: &Infection, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
    let Ok(side) = game.acting_side(state, seat) else { return };
    let Actor::Unit(id) = actor else { return };
    let Ok(unit) = game.ids.binary_search(&id) else { return };
    let mut list = |state: &State| {
        if state.notes.ready.contains(unit) {
            game.each_legal(state, side, unit, |action| out.push(action));
        }
    };
    list(state);
    game.for_phases_ahead(state, |ahead| {
        list(ahead);
        None::<()>
    });
}

pub(crate) fn actors(game: &Infection, state: &State, seat: Seat, out: &mut Vec<Actor>) {
    let Ok(side) = game.acting_side(state, seat) else { return };
    let units = (0..state.units.len()).filter(|&unit| state.side_of(unit) == side);
    out.extend(units.map(|unit| Actor::Unit(game.ids[unit])));
}
