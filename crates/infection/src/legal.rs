//! Which actions are legal: listed for one unit, or one drawn at random.

use crate::action::{Action, Given};
use crate::class::{Class, Side};
use crate::config::Prompt;
use crate::game::Infection;
use crate::reach::Reach;
use crate::stages::{Plan, is_too_far};
use crate::state::{Phase, State, Unit};
use crate::terrain::Kind;
use skirmish_core::{Actor, Rng, Seat};
use skirmish_grid::window::Window;
use smallvec::SmallVec;

/// How many random cells are tried before all are listed.
const TRIES: usize = 24;

/// Takes what one unit may do, cells as whole sets, in the order of the list. Units are places in the list of units.
pub trait Options {
    fn pick(&mut self, class: Class);
    fn moves(&mut self, to: &Reach);
    fn attack(&mut self, target: usize);
    fn breaks(&mut self, cells: &Reach);
    fn heal(&mut self, target: usize);
    fn builds(&mut self, cells: &Reach);
}

/// Takes them as actions, one by one.
struct Actions<'a, F> {
    game: &'a Infection,
    unit: i32,
    see: F,
}

impl<F: FnMut(Action)> Options for Actions<'_, F> {
    fn pick(&mut self, class: Class) {
        (self.see)(Action::Pick { unit: self.unit, class: Given(Some(class)) });
    }

    fn moves(&mut self, to: &Reach) {
        to.each(|x, y| (self.see)(Action::Move { unit: self.unit, x, y }));
    }

    fn attack(&mut self, target: usize) {
        if let Some(target) = self.game.id_of(target) {
            (self.see)(Action::Attack { unit: self.unit, target });
        }
    }

    fn breaks(&mut self, cells: &Reach) {
        cells.each(|x, y| (self.see)(Action::Break { unit: self.unit, x, y }));
    }

    fn heal(&mut self, target: usize) {
        if let Some(target) = self.game.id_of(target) {
            (self.see)(Action::Heal { unit: self.unit, target });
        }
    }

    fn builds(&mut self, cells: &Reach) {
        cells.each(|x, y| (self.see)(Action::Build { unit: self.unit, x, y }));
    }
}

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

    /// Everything that a unit may do now; with a whole turn asked for also what it may do in the later phases.
    #[inline]
    pub fn options(&self, state: &State, seat: Seat, unit: usize, out: &mut impl Options) {
        let Ok(side) = self.acting_side(state, seat) else { return };
        let mut look = |state: &State| {
            if state.notes.ready.contains(unit) {
                self.options_in_phase(state, side, unit, out);
            }
        };
        look(state);
        self.for_phases_ahead(state, |ahead| {
            look(ahead);
            None::<()>
        });
    }

    /// The first unit from a place on that can perhaps act; those left out certainly cannot.
    #[inline]
    pub fn next_able(&self, state: &State, seat: Seat, from: usize) -> Option<usize> {
        let side = self.acting_side(state, seat).ok()?;
        match self.config.prompt {
            Prompt::Phase => state.notes.ready.iter_from(from).next(),
            Prompt::Turn => {
                let able = |&unit: &usize| state.side_of(unit) == side && state.units[unit].stun_wait == 0;
                (from..state.units.len()).find(able)
            }
        }
    }

    /// Everything that a unit that is ready may do in this phase.
    fn options_in_phase(&self, state: &State, side: Side, unit: usize, out: &mut impl Options) {
        // Units with ids beyond what an action can say cannot act, and nobody can aim at them.
        if self.id_of(unit).is_none() {
            return;
        }
        let data = &state.units[unit];
        match state.phase {
            Phase::Classes => {
                let allowed = |&class: &Class| self.plan_pick(state, unit, Some(class)).is_ok();
                Class::HUMAN.into_iter().filter(allowed).for_each(|class| out.pick(class));
            }
            Phase::Move => out.moves(&state.terrain.walk(data.at(), self.kit(data.class).speed, data.class.climbs())),
            Phase::Attack => self.attacks(state, side, data, out),
            Phase::Ability if data.class == Class::Medic => {
                let reach = self.ability_reach(state, data);
                for target in state.units_of(Side::Humans).filter(|&target| target != unit) {
                    let other = &state.units[target];
                    if reach.contains(other.x, other.y) && self.id_of(target).is_some() {
                        out.heal(target);
                    }
                }
            }
            Phase::Ability => out.builds(&self.sites(state, data)),
            Phase::Over => {}
        }
    }

    fn attacks(&self, state: &State, side: Side, data: &Unit, out: &mut impl Options) {
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
            if reach.contains(state.units[target].x, state.units[target].y) && self.id_of(target).is_some() {
                out.attack(target);
            }
        }
        if solid {
            out.breaks(&state.terrain.solid_in(reach));
        }
    }

    /// Where a builder can put up a barricade: on open ground in its reach that nobody stands on or builds on.
    fn sites(&self, state: &State, builder: &Unit) -> Reach {
        let mut sites = self.ability_reach(state, builder);
        sites.retain(|x, y| state.terrain.kind(x, y) == Kind::Open);
        state.units.iter().for_each(|unit| sites.remove(unit.x, unit.y));
        let taken = state.notes.changed.iter().map(|&cell| state.terrain.place(cell));
        taken.for_each(|(x, y)| sites.remove(x, y));
        sites
    }

    /// Every legal action of a unit that is ready, in the order they are listed.
    fn each_legal(&self, state: &State, side: Side, unit: usize, see: impl FnMut(Action)) {
        if let Some(id) = self.id_of(unit) {
            self.options_in_phase(state, side, unit, &mut Actions { game: self, unit: id, see });
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
    let Actor::Unit(id) = actor else { return };
    let Some(unit) = game.place_of(id) else { return };
    let Some(id) = game.id_of(unit) else { return };
    game.options(state, seat, unit, &mut Actions { game, unit: id, see: |action| out.push(action) });
}

pub(crate) fn actors(game: &Infection, state: &State, seat: Seat, out: &mut Vec<Actor>) {
    let Ok(side) = game.acting_side(state, seat) else { return };
    let units = (0..state.units.len()).filter(|&unit| state.side_of(unit) == side);
    out.extend(units.map(|unit| Actor::Unit(game.ids[unit])));
}
