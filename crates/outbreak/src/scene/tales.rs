//! What happened, in words and to look at.

use super::scores::ending_words;
use super::symbols::FACINGS;
use super::things::spoken;
use crate::event::Event;
use crate::words::{AMMO, Kind, Name};
use skirmish_core::scene::{Color, Effect, Item, Places, Tale};

pub(crate) fn tell(event: &Event, places: &Places<'_>) -> Tale {
    Teller { places }.tell(event)
}

struct Teller<'a> {
    places: &'a Places<'a>,
}

impl Teller<'_> {
    fn tell(&self, event: &Event) -> Tale {
        match event {
            Event::Placed { unit, x, y, weapon } => {
                let at = self.hex(*x, *y);
                let text = format!("Human {unit} enters with {}.", article(weapon));
                tale(text, [*unit], at, Some("placing"), [Effect::ring(at, Color::Seat(0))])
            }
            Event::Moved { unit, x, y, .. } => {
                tale(format!("{} goes to ({x}, {y}).", self.name(*unit)), [*unit], self.hex(*x, *y), None, [])
            }
            Event::Attacked { unit, weapon, target, x, y } => self.attacked(*unit, weapon, *target, (*x, *y)),
            Event::Hurt { kind, id, amount, hp } => {
                let text = format!("{} {id} loses {amount} HP and has {} left.", word(*kind), (*hp).max(0));
                self.about(text, *id, |at| vec![Effect::rise(at, format!("-{amount}"), Color::Bad)])
            }
            Event::Healed { kind, id, amount, hp } => {
                let text = format!("{} {id} gains {amount} HP and has {hp}.", word(*kind));
                self.about(text, *id, |at| vec![Effect::rise(at, format!("+{amount}"), Color::Good)])
            }
            Event::Died { kind, id, x, y } => self.died(*kind, *id, self.hex(*x, *y)),
            Event::Built { unit, wall, x, y, hp } => {
                let at = self.hex(*x, *y);
                if self.find(*wall).is_some_and(|found| found.before) {
                    let text = format!("Human {unit} strengthens wall {wall} to {hp} HP.");
                    tale(text, [*unit, *wall], at, None, [Effect::ring(at, Color::Good)])
                } else {
                    let text = format!("Human {unit} builds wall {wall}: {hp} HP.");
                    tale(text, [*unit, *wall], at, Some("build"), [Effect::ring(at, Color::Seat(0))])
                }
            }
            Event::Crate { id, x, y, item, hp } => {
                let at = self.hex(*x, *y);
                let text = format!("Crate {id} with {} lies at ({x}, {y}).", load(item, *hp));
                tale(text, [*id], at, None, [Effect::ring(at, Color::Wood)])
            }
            Event::Grabbed { unit, target, item, ammo } => {
                let (what, more) = match item.as_str() {
                    AMMO => ("the rounds".to_string(), format!(" and has {ammo} now")),
                    _ => (format!("the {}", spoken(item)), String::new()),
                };
                let text = format!("Human {unit} takes {what} out of crate {target}{more}.");
                let tale = self.about(text, *unit, |at| vec![Effect::rise(at, spoken(item), Color::Seat(0))]);
                Tale { about: vec![unit.to_string(), target.to_string()], ..tale }
            }
            Event::Dropped { unit, item, x, y, .. } => {
                let what = if item.as_str() == AMMO { "rounds".into() } else { format!("the {}", spoken(item)) };
                tale(format!("Human {unit} drops {what} at ({x}, {y})."), [*unit], self.hex(*x, *y), None, [])
            }
            Event::Given { unit, target, amount } => {
                let text = format!("Human {unit} gives {amount} rounds to human {target}.");
                let (from, to) = (self.at(*unit), self.at(*target));
                let beam = from.zip(to).map(|(from, to)| Effect::beam(from, to, Color::Yellow));
                Tale { text, about: ids([*unit, *target]), at: from, key: None, effects: beam.into_iter().collect() }
            }
            Event::Called { drop, x, y, item } => {
                let at = self.hex(*x, *y);
                let text = format!("The humans call {} to ({x}, {y}).", cargo(item));
                let tale = tale(text, [], at, Some("drop"), [Effect::ring(at, Color::Seat(0))]);
                Tale { about: vec![format!("d{drop}")], ..tale }
            }
            Event::Landed { drop, x, y, item } => {
                let at = self.hex(*x, *y);
                let text = format!("An air drop with {} lands at ({x}, {y}).", cargo(item));
                let tale = tale(text, [], at, Some("drop"), [Effect::burst(at, Color::Seat(0))]);
                Tale { about: vec![format!("d{drop}")], ..tale }
            }
            Event::Spawned { unit, zone, x, y, facing, hp } => {
                let at = self.hex(*x, *y);
                let looks = FACINGS[usize::from(facing % 6)];
                let text = format!("Zombie {unit} with {hp} HP comes from the {}, facing {looks}.", zone.name());
                tale(text, [*unit], at, Some("spawn"), [Effect::ring(at, Color::Seat(1))])
            }
            Event::Turned { unit, facing } => {
                let text = format!("Zombie {unit} turns to face {}.", FACINGS[usize::from(facing % 6)]);
                self.about(text, *unit, |_| Vec::new())
            }
            Event::Eaten { unit, target, hp } => {
                let text = format!("Zombie {unit} eats zombie {target} and has {hp} HP.");
                let tale = self.about(text, *target, |at| vec![Effect::burst(at, Color::Seat(1))]);
                Tale { about: ids([*unit, *target]), key: Some("eating"), ..tale }
            }
            Event::TurnEnded { turn, seat } => {
                Tale { text: format!("The {} end turn {turn}.", seat.name()), ..Tale::default() }
            }
            Event::GameOver { turn, reason, .. } => Tale {
                text: format!("The game is over on turn {turn}: {}.", ending_words(*reason)),
                key: Some("end"),
                ..Tale::default()
            },
        }
    }

    fn attacked(&self, unit: i64, weapon: &Name, target: Option<i64>, (x, y): (i32, i32)) -> Tale {
        let to = self.hex(x, y);
        let whom = target.map_or_else(|| format!("the ground at ({x}, {y})"), |id| self.name(id));
        let does = if weapon.as_str() == "medical_kit" { "tends" } else { "attacks" };
        let text = format!("{} {does} {whom} with {}.", self.name(unit), article(weapon));
        let found = self.find(unit);
        let color = found.as_ref().and_then(|found| found.item.seat).map_or(Color::Ink, Color::Seat);
        // A unit that moved before the shot fired from where it is now.
        let from = found.map_or(to, |found| found.item.at);
        let effects = vec![Effect::beam(from, to, color), Effect::burst(to, color)];
        Tale { text, about: ids([unit].into_iter().chain(target)), at: Some(to), key: None, effects }
    }

    fn died(&self, kind: Kind, id: i64, at: [f32; 2]) -> Tale {
        let (text, key, color) = match kind {
            Kind::Human => (format!("Human {id} dies."), Some("death"), Color::Seat(0)),
            Kind::Zombie => (format!("Zombie {id} is destroyed."), Some("kill"), Color::Seat(1)),
            Kind::Wall => (format!("Wall {id} falls."), Some("breach"), Color::Wall),
            Kind::Crate => (format!("Crate {id} is smashed."), None, Color::Wood),
        };
        tale(text, [id], at, key, [Effect::burst(at, color)])
    }

    /// About one thing, where it is.
    fn about(&self, text: String, id: i64, effects: impl FnOnce([f32; 2]) -> Vec<Effect>) -> Tale {
        let at = self.at(id);
        Tale { text, about: ids([id]), at, key: None, effects: at.map(effects).unwrap_or_default() }
    }

    fn hex(&self, x: i32, y: i32) -> [f32; 2] {
        self.places.grid.centre(x.into(), y.into())
    }

    fn at(&self, id: i64) -> Option<[f32; 2]> {
        self.places.of(id)
    }

    /// A thing as it is after the step, or else was before.
    fn find(&self, id: i64) -> Option<Found<'_>> {
        let id = id.to_string();
        let [before, after] =
            [self.places.before, self.places.after].map(|scene| scene.items.iter().find(|item| item.id == id));
        Some(Found { item: after.or(before)?, before: before.is_some() })
    }

    /// What a thing is called; one that came and went within the step has only its number.
    fn name(&self, id: i64) -> String {
        self.find(id).map_or_else(|| format!("No. {id}"), |found| found.item.title.clone())
    }
}

struct Found<'a> {
    item: &'a Item,
    /// Whether it was there before the step.
    before: bool,
}

fn tale<const N: usize, const M: usize>(
    text: String,
    about: [i64; N],
    at: [f32; 2],
    key: Option<&'static str>,
    effects: [Effect; M],
) -> Tale {
    Tale { text, about: ids(about), at: Some(at), key, effects: effects.into() }
}

fn ids(ids: impl IntoIterator<Item = i64>) -> Vec<String> {
    ids.into_iter().map(|id| id.to_string()).collect()
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Human => "Human",
        Kind::Zombie => "Zombie",
        Kind::Wall => "Wall",
        Kind::Crate => "Crate",
    }
}

/// A weapon in a sentence.
fn article(weapon: &Name) -> String {
    match weapon.as_str() {
        "zombie_arms" => "bare hands".into(),
        _ => format!("a {}", spoken(weapon)),
    }
}

/// What an air drop brings.
fn cargo(item: &Name) -> String {
    if item.as_str() == AMMO { "rounds".into() } else { article(item) }
}

fn load(item: &Name, hp: i64) -> String {
    if item.as_str() == AMMO { format!("{hp} rounds") } else { article(item) }
}
