//! Events in words, and what flares up.

use super::OWNER;
use crate::action::Why;
use crate::event::{Effect as Hit, Event, What};
use crate::name::Name;
use skirmish_core::scene::{Color, Effect, Fact, Item, Places, Scene, Tale};

pub(crate) fn tell(event: &Event, places: &Places<'_>) -> Tale {
    let finder = Finder(places);
    let cell = |x: i32, y: i32| places.grid.centre(x.into(), y.into());
    let day = event.day;
    match &event.what {
        What::Joined { seat } => said(format!("{seat} joins.")).key("join"),
        What::DayClosed => said(format!("Day {day} ends.")),
        What::DayOpened => said(format!("Day {day} begins.")).key("day"),
        What::TotemPaid { seat, totem, x, y, zords, total, points } => {
            let near = finder.nearest(*seat, cell(*x, *y));
            let at = near.map_or(cell(*x, *y), |item| item.at);
            let ids = near.map(|item| item.id.clone()).into_iter().chain([totem.to_string()]);
            said(format!("Totem {totem} pays {seat} {}, for {zords} of {total} zords.", count(*points, "point")))
                .about(ids)
                .at(at)
                .key("payment")
                .flare(Effect::beam(cell(*x, *y), at, Color::Yellow))
                .flare(Effect::rise(at, format!("+{points}"), Color::Good))
        }
        What::TotemPlaced { id, x, y } => said(format!("Totem {id} appears at ({x}, {y})."))
            .about([id])
            .at(cell(*x, *y))
            .key("totem")
            .flare(Effect::ring(cell(*x, *y), Color::Yellow)),
        What::Spawned { seat, unit, x, y, hp } => {
            said(format!("Zord {unit} of {seat} appears at ({x}, {y}) with {}.", count(*hp, "hit point")))
                .about([unit])
                .at(cell(*x, *y))
                .key("spawn")
                .flare(Effect::ring(cell(*x, *y), finder.color(*unit)))
        }
        What::Moved { seat, unit, x, y, cost, .. } => {
            said(format!("Zord {unit} of {seat} moves to ({x}, {y}) for {}.", count(*cost, "action")))
                .about([unit])
                .at(cell(*x, *y))
        }
        What::Shot { seat, unit, from_x, from_y, target, to, x, y, effect, hp, shields } => {
            let shot = format!("Zord {unit} of {seat} shoots at zord {target} of {to}");
            let (text, rise) = match effect {
                Hit::Shield => (format!("{shot} and breaks a shield; {shields} left."), ("shield", Color::Blue)),
                Hit::Hit => (format!("{shot} and hits; {} left.", count(*hp, "hit point")), ("-1", Color::Bad)),
                Hit::Kill => (format!("{shot} and destroys it."), ("-1", Color::Bad)),
            };
            let (from, at) = (cell(*from_x, *from_y), cell(*x, *y));
            said(text)
                .about([unit, target])
                .at(at)
                .flare(Effect::beam(from, at, finder.color(*unit)))
                .flare(Effect::rise(at, rise.0, rise.1))
        }
        What::Killed { seat, unit, target, owner, reward } => {
            let at = places.of(*target);
            let tale = said(format!("Zord {target} of {owner} is destroyed; {seat} gets {}.", count(*reward, "point")))
                .about([unit, target])
                .key("death");
            match at {
                Some(at) => tale.at(at).flare(Effect::burst(at, finder.color(*target))),
                None => tale,
            }
        }
        What::Wiped { seat, by, points_before, points } => {
            let lost = points_before - points;
            let text = format!("{seat} loses its last zord to {by}, and {lost} of {}.", count(*points_before, "point"));
            let last = finder.owned(places.before, *seat).next().map(|item| item.at);
            let tale = said(text).key("wipe");
            match last {
                Some(at) => tale.at(at).flare(Effect::rise(at, format!("-{lost}"), Color::Bad)),
                None => tale,
            }
        }
        What::Shielded { seat, unit, x, y, shields } => {
            said(format!("Zord {unit} of {seat} now has {}.", count(*shields, "shield")))
                .about([unit])
                .at(cell(*x, *y))
                .flare(Effect::ring(cell(*x, *y), Color::Blue))
        }
        What::RangeRaised { seat, unit, x, y, range } => {
            said(format!("Zord {unit} of {seat} extends its range to {range}."))
                .about([unit])
                .at(cell(*x, *y))
                .flare(Effect::rise(cell(*x, *y), "+1 range", finder.color(*unit)))
        }
        What::Donated { seat, to, amount } => {
            let first = |name: &Name| finder.owned(places.after, *name).next();
            let (giver, taker) = (first(seat), first(to));
            let ids = giver.into_iter().chain(taker).map(|item| item.id.clone());
            let tale = said(format!("{seat} gives {to} {}.", count(*amount, "point"))).about(ids).key("donation");
            match (giver, taker) {
                (Some(giver), Some(taker)) => tale
                    .at(taker.at)
                    .flare(Effect::beam(giver.at, taker.at, giver.tint))
                    .flare(Effect::rise(taker.at, format!("+{amount}"), Color::Good)),
                _ => tale,
            }
        }
        What::Built { seat, unit, x, y, points_spent } => {
            said(format!("{seat} builds zord {unit} at ({x}, {y}) for {}.", count(*points_spent, "point")))
                .about([unit])
                .at(cell(*x, *y))
                .key("build")
                .flare(Effect::ring(cell(*x, *y), finder.color(*unit)))
        }
        What::Retired { seat, why } => {
            let why = match why {
                Why::Faults => "after too many faults",
                Why::Crash => "because its bot crashed",
                Why::Resigned => "because it resigned",
            };
            let ids = finder.owned(places.after, *seat).map(|item| item.id.clone());
            said(format!("{seat} retires {why}.")).about(ids).key("retirement")
        }
        What::ClockShift { seconds } => said(format!("The clock is shifted by {}.", count(*seconds, "second"))),
        What::GameOver { winners } => {
            let names: Vec<&str> = winners.iter().map(Name::as_str).collect();
            let verb = if names.len() == 1 { "wins" } else { "win" };
            said(format!("The game is over: {} {verb}.", names.join(" and "))).key("end")
        }
    }
}

fn said(text: String) -> Tale {
    Tale { text, ..Tale::default() }
}

/// Puts a tale together.
trait Telling: Sized {
    fn about(self, ids: impl IntoIterator<Item = impl ToString>) -> Tale;
    fn at(self, place: [f32; 2]) -> Tale;
    fn key(self, key: &'static str) -> Tale;
    fn flare(self, effect: Effect) -> Tale;
}

impl Telling for Tale {
    fn about(self, ids: impl IntoIterator<Item = impl ToString>) -> Tale {
        Tale { about: ids.into_iter().map(|id| id.to_string()).collect(), ..self }
    }

    fn at(self, place: [f32; 2]) -> Tale {
        Tale { at: Some(place), ..self }
    }

    fn key(self, key: &'static str) -> Tale {
        Tale { key: Some(key), ..self }
    }

    fn flare(mut self, effect: Effect) -> Tale {
        self.effects.push(effect);
        self
    }
}

/// Finds zords in the scenes around a step.
struct Finder<'a>(&'a Places<'a>);

impl<'a> Finder<'a> {
    fn color(&self, unit: i64) -> Color {
        let id = unit.to_string();
        let mut items = self.0.after.items.iter().chain(&self.0.before.items);
        items.find(|item| item.id == id).map_or(Color::Ink, |item| item.tint)
    }

    fn owned(&self, scene: &'a Scene, name: Name) -> impl Iterator<Item = &'a Item> {
        let is_owner = move |item: &&Item| matches!(&item.facts[..], [Fact(label, of), ..] if label == OWNER && of == name.as_str());
        scene.items.iter().filter(is_owner)
    }

    /// The zord of a seat that is nearest to a place after the step.
    fn nearest(&self, name: Name, place: [f32; 2]) -> Option<&'a Item> {
        let far = |item: &&Item| (item.at[0] - place[0]).abs().max((item.at[1] - place[1]).abs());
        self.owned(self.0.after, name).min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

/// "1 point", "3 points".
fn count(number: i64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
