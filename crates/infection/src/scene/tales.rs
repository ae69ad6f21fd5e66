//! Events in words, and what flares up.

use super::{GRID, color};
use crate::class::Side;
use crate::event::Event;
use skirmish_core::scene::{Color, Effect, Item, Places, Tale};

/// Tells an event. Units are called what they were before the step, and found where they are after it: nobody ever
/// leaves the board, and walking comes before everything else.
pub(crate) fn tell(event: &Event, places: &Places<'_>) -> Tale {
    let teller = Teller { places };
    match *event {
        Event::Picked { unit, class } => Tale {
            text: format!("Human {unit} becomes a {}.", class.name()),
            effects: vec![Effect::ring(teller.at(unit), color(Side::Humans))],
            ..teller.tale(unit, None)
        },
        Event::Moved { unit, from, to } if from == to => {
            Tale { text: format!("{} stays where it is.", teller.name(unit)), ..teller.tale(unit, None) }
        }
        Event::Moved { unit, to, .. } => Tale {
            text: format!("{} walks to ({}, {}).", teller.name(unit), to[0], to[1]),
            at: Some(cell(to[0], to[1])),
            ..teller.tale(unit, None)
        },
        Event::Shot { unit, target } => {
            let (from, to) = (teller.at(unit), teller.at(target));
            Tale {
                text: format!("{} shoots and stuns {}.", teller.name(unit), teller.other(target)),
                at: Some(to),
                effects: vec![
                    Effect::beam(from, to, color(Side::Humans)),
                    Effect::burst(to, Color::Warn),
                    Effect::rise(to, "stunned", Color::Warn),
                ],
                ..teller.tale(unit, Some(target))
            }
        }
        Event::Bitten { unit, target, health } => {
            let (from, to) = (teller.at(unit), teller.at(target));
            let left = if health > 0 { format!(", who has {health} health left") } else { String::new() };
            let mut tale = Tale {
                text: format!("{} bites {}{left}.", teller.name(unit), teller.other(target)),
                at: Some(to),
                effects: vec![Effect::beam(from, to, color(Side::Zombies))],
                ..teller.tale(unit, Some(target))
            };
            // The last bite is told by what comes of it.
            if health > 0 {
                tale.key = Some("bite");
                tale.effects.push(Effect::rise(to, format_args!("{health} left"), Color::Bad));
            }
            tale
        }
        Event::Infected { unit } => {
            let at = teller.at(unit);
            Tale {
                text: format!("{} is infected and joins the zombies.", teller.name(unit)),
                key: Some("infection"),
                effects: vec![
                    Effect::burst(at, color(Side::Humans)),
                    Effect::ring(at, color(Side::Zombies)),
                    Effect::rise(at, "infected", Color::Bad),
                ],
                ..teller.tale(unit, None)
            }
        }
        Event::Broke { unit, x, y, durability } => {
            let (id, at) = (format!("c{x},{y}"), cell(x, y));
            let what = teller.item(&id).map_or("obstacle".into(), |item| item.title.to_lowercase());
            let after = match durability {
                0 => "now debris".into(),
                left => format!("{left} durability left"),
            };
            let mut tale = Tale {
                text: format!("{} strikes the {what} at ({x}, {y}): {after}.", teller.name(unit)),
                at: Some(at),
                key: (durability == 0).then_some("breach"),
                effects: vec![Effect::beam(teller.at(unit), at, Color::Faint), Effect::burst(at, Color::Wood)],
                ..teller.tale(unit, None)
            };
            if durability > 0 {
                tale.effects.push(Effect::rise(at, format_args!("{durability} left"), Color::Warn));
            }
            tale.about.push(id);
            tale
        }
        Event::Healed { unit, target, health } => {
            let (from, to) = (teller.at(unit), teller.at(target));
            Tale {
                text: format!("{} heals {} to {health} health.", teller.name(unit), teller.other(target)),
                at: Some(to),
                effects: vec![
                    Effect::beam(from, to, Color::Good),
                    Effect::rise(to, format_args!("health {health}"), Color::Good),
                ],
                ..teller.tale(unit, Some(target))
            }
        }
        Event::Built { unit, x, y } => {
            let mut tale = Tale {
                text: format!("{} puts up a barricade at ({x}, {y}).", teller.name(unit)),
                at: Some(cell(x, y)),
                key: Some("build"),
                effects: vec![Effect::ring(cell(x, y), Color::Wood)],
                ..teller.tale(unit, None)
            };
            tale.about.push(format!("c{x},{y}"));
            tale
        }
        Event::Turn { turn } => {
            let whose = if turn % 2 == 0 { "humans" } else { "zombies" };
            Tale { text: format!("Turn {turn}: the {whose} act."), ..Tale::default() }
        }
        Event::Over { turn, humans } => {
            let left = match humans {
                0 => "nobody is left".into(),
                1 => "1 human is left".into(),
                n => format!("{n} humans are left"),
            };
            Tale { text: format!("The game ends on turn {turn}: {left}."), key: Some("end"), ..Tale::default() }
        }
    }
}

fn cell(x: i32, y: i32) -> [f32; 2] {
    GRID.centre(x.into(), y.into())
}

struct Teller<'a> {
    places: &'a Places<'a>,
}

impl Teller<'_> {
    /// The beginning of a tale: about whom it is, and where that one is.
    fn tale(&self, doer: i64, other: Option<i64>) -> Tale {
        let about = [Some(doer), other].into_iter().flatten().map(|id| id.to_string()).collect();
        Tale { about, at: Some(self.at(doer)), ..Tale::default() }
    }

    fn item(&self, id: &str) -> Option<&Item> {
        let find = |items: &'_ [Item]| items.iter().position(|item| item.id == id);
        let (before, after) = (&self.places.before.items, &self.places.after.items);
        find(before).map(|i| &before[i]).or_else(|| find(after).map(|i| &after[i]))
    }

    /// "Zombie 3", to begin a sentence.
    fn name(&self, id: i64) -> String {
        self.item(&id.to_string()).map_or_else(|| format!("Unit {id}"), |item| item.title.clone())
    }

    /// "zombie 3", inside a sentence.
    fn other(&self, id: i64) -> String {
        self.name(id).to_lowercase()
    }

    fn at(&self, id: i64) -> [f32; 2] {
        let id = id.to_string();
        let found = self.places.after.items.iter().find(|item| item.id == id);
        found.map_or([0.0, 0.0], |item| item.at)
    }
}
