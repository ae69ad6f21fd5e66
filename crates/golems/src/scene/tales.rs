//! Events in words, and what flares up.

use crate::report::Event;
use skirmish_core::scene::{Color, Effect, Item, Places, Tale};

pub fn tell(event: &Event, places: &Places<'_>) -> Tale {
    let scene = Stage { places };
    match *event {
        Event::Move { unit, x, y } => {
            scene.tale(format!("{} moves to ({x}, {y}).", scene.name(unit)), &[unit], Some(scene.square(x, y)))
        }
        Event::Attack { unit, x, y } => {
            let (from, to) = (scene.at(unit), scene.square(x, y));
            let beam = Effect::beam(from.unwrap_or(to), to, scene.color(unit));
            let text = format!("{} targets ({x}, {y}).", scene.name(unit));
            Tale { effects: vec![beam], ..scene.tale(text, &[unit], Some(to)) }
        }
        Event::Hurt { unit, by, amount, .. } => {
            let text = format!("{} hits {} for {amount}.", scene.name(by), scene.name(unit));
            scene.changed(scene.tale(text, &[by, unit], scene.at(unit)), format!("-{amount}"), Color::Bad, true)
        }
        Event::Heal { unit, by, amount, .. } => {
            let whom = if unit == by { "itself".into() } else { scene.name(unit) };
            let text = format!("{} heals {whom} by {amount}.", scene.name(by));
            scene.changed(scene.tale(text, &[by, unit], scene.at(unit)), format!("+{amount}"), Color::Good, false)
        }
        Event::Poison { unit, amount, .. } => {
            let text = format!("{} loses {amount} to poison.", scene.name(unit));
            scene.changed(scene.tale(text, &[unit], scene.at(unit)), format!("-{amount}"), Color::Accent, false)
        }
        Event::Regen { unit, amount, .. } => {
            let text = format!("{} regains {amount}.", scene.name(unit));
            scene.changed(scene.tale(text, &[unit], scene.at(unit)), format!("+{amount}"), Color::Good, false)
        }
        Event::Build { unit, new, x, y } => {
            let at = scene.square(x, y);
            let text = format!("{} builds golem {new} on ({x}, {y}).", scene.name(unit));
            let effects = vec![Effect::ring(at, scene.color(unit))];
            Tale { key: Some("build"), effects, ..scene.tale(text, &[unit, new], Some(at)) }
        }
        Event::Combine { unit, target } => {
            let (from, to) = (scene.at(unit), scene.at(target));
            let text = format!("{} merges into golem {target}.", scene.name(unit));
            let color = scene.color(unit);
            let effects = match from.zip(to) {
                Some((from, to)) => vec![Effect::beam(from, to, color), Effect::ring(to, color)],
                None => Vec::new(),
            };
            Tale { key: Some("combine"), effects, ..scene.tale(text, &[unit, target], to) }
        }
        Event::Points { unit, amount } => {
            let points = if amount == 1 { "point" } else { "points" };
            let text = format!("{} earns {amount} {points}.", scene.name(unit));
            scene.changed(scene.tale(text, &[unit], scene.at(unit)), format!("+{amount}"), Color::Warn, false)
        }
        Event::Die { unit, x, y } => {
            let at = scene.square(x, y);
            let effects = vec![Effect::burst(at, scene.color(unit)), Effect::ring(at, Color::Bad)];
            Tale {
                key: Some("death"),
                effects,
                ..scene.tale(format!("{} crumbles.", scene.name(unit)), &[unit], Some(at))
            }
        }
    }
}

/// The scenes around a step, for looking things up.
struct Stage<'a> {
    places: &'a Places<'a>,
}

impl Stage<'_> {
    /// A golem as it is after the step, or else was before it. One that strikes, heals, builds or earns does so where it
    /// ends the step, or near it.
    fn golem(&self, id: i64) -> Option<&Item> {
        let id = id.to_string();
        [self.places.after, self.places.before]
            .into_iter()
            .find_map(|scene| scene.items.iter().find(|item| item.id == id))
    }

    fn at(&self, id: i64) -> Option<[f32; 2]> {
        self.golem(id).map(|item| item.at)
    }

    fn square(&self, x: u8, y: u8) -> [f32; 2] {
        self.places.grid.centre(x.into(), y.into())
    }

    fn color(&self, id: i64) -> Color {
        self.golem(id).and_then(|item| item.seat).map_or(Color::Ink, Color::Seat)
    }

    /// "p0's golem 12".
    fn name(&self, id: i64) -> String {
        match self.golem(id).and_then(|item| item.seat) {
            Some(seat) => format!("{}'s golem {id}", super::NAMES[usize::from(seat != 0)]),
            None => format!("golem {id}"),
        }
    }

    fn tale(&self, text: String, about: &[i64], at: Option<[f32; 2]>) -> Tale {
        Tale { text, about: about.iter().map(i64::to_string).collect(), at, ..Tale::default() }
    }

    /// A number that rises where the tale is, with a blow or without.
    fn changed(&self, mut tale: Tale, number: String, color: Color, blow: bool) -> Tale {
        if let Some(at) = tale.at {
            tale.effects.push(Effect::rise(at, number, color));
            if blow {
                tale.effects.push(Effect::burst(at, color));
            }
        }
        tale
    }
}
