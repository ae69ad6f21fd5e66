//! `greedy`: zombies run at the closest human, humans away from the closest zombie, all as the crow flies. Walls are
//! seen when they are in the way, so it gets stuck behind them.

use super::Mind;
use crate::action::{Action, Given};
use crate::class::{Class, Side};
use crate::game::Infection;
use crate::state::{Phase, State, Unit};
use skirmish_core::{Actor, Rng, Rules};

pub(super) struct Greedy;

/// The classes it chooses.
const CLASSES: [(Class, usize); 4] =
    [(Class::Marksman, 5), (Class::Medic, 5), (Class::Traceur, 4), (Class::Demolitionist, 2)];

impl Mind for Greedy {
    fn phase(&mut self, game: &Infection, state: &State, side: Side, rng: &mut Rng, out: &mut Vec<Action>) {
        if state.phase == Phase::Classes {
            let classes = CLASSES.iter().flat_map(|&(class, count)| std::iter::repeat_n(class, count));
            let humans = game.ids_of(state, Side::Humans);
            out.extend(humans.zip(classes).map(|(unit, class)| Action::Pick { unit, class: Given(Some(class)) }));
            return;
        }
        // Bites count at once, so that nobody is bitten twice for nothing.
        let mut state = state.clone();
        let mut options = Vec::new();
        for id in game.ids_of(&state, side).collect::<Vec<_>>() {
            options.clear();
            game.legal(&state, side.seat(), Actor::Unit(i64::from(id)), &mut options);
            options.retain(|action| action.phase() == state.phase);
            let Some(unit) = game.unit_called(id) else { continue };
            let action = choose(game, &state, &state.units[unit], &options, rng);
            if let Some(action) = action
                && game.act(&mut state, side.seat(), &action, &mut ()).is_ok()
            {
                out.push(action);
            }
        }
    }
}

/// The option that is worth most; chance decides between equals.
fn choose(game: &Infection, state: &State, unit: &Unit, options: &[Action], rng: &mut Rng) -> Option<Action> {
    let enemy = closest(state, unit)?;
    let worth = |action: &Action| -> Option<i32> {
        let health = |target: i32| game.unit_called(target).map(|target| state.units[target].health as i32);
        let steps = |target: i32| game.unit_called(target).map(|target| distance(unit.at(), state.units[target].at()));
        match (*action, unit.class) {
            (Action::Move { x, y, .. }, Class::Zombie) => Some(-distance((x, y), enemy)),
            (Action::Move { x, y, .. }, _) => closest_to(state, (x, y), Side::Zombies).map(|at| distance((x, y), at)),
            (Action::Attack { target, .. }, Class::Zombie) => Some(1000 - health(target)?),
            (Action::Attack { target, .. }, _) => Some(-steps(target)?),
            // Only obstacles nearer to the closest human.
            (Action::Break { x, y, .. }, Class::Zombie) => {
                let gain = distance(unit.at(), enemy) - distance((x, y), enemy);
                (gain > 0).then_some(gain)
            }
            (Action::Heal { target, .. }, _) => Some(-health(target)?),
            _ => None,
        }
    };
    let best = options.iter().filter_map(worth).max()?;
    let equals: Vec<_> = options.iter().filter(|action| worth(action) == Some(best)).collect();
    rng.choose(&equals).map(|action| **action)
}

fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// Where the closest enemy of a unit stands.
fn closest(state: &State, unit: &Unit) -> Option<(i32, i32)> {
    let enemies = if unit.class == Class::Zombie { Side::Humans } else { Side::Zombies };
    closest_to(state, unit.at(), enemies)
}

fn closest_to(state: &State, cell: (i32, i32), side: Side) -> Option<(i32, i32)> {
    state.units_of(side).map(|unit| state.units[unit].at()).min_by_key(|&at| distance(cell, at))
}
