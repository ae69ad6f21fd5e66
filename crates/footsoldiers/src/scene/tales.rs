//! Events in words, and what flares up in the picture.

use super::{Named, color, facing_word, kind_word};
use crate::event::Event;
use crate::field::Square;
use crate::state::Team;
use skirmish_core::scene::{Color, Effect, Item, Layer, Places, Scene, Tale};

pub(crate) fn tell(event: &Event, places: &Places<'_>) -> Tale {
    match *event {
        Event::Built { seat, unit, kind, x, y, dest_x, dest_y, facing } => {
            let (at, goal) = (Square::new(x, y), Square::new(dest_x, dest_y));
            let (kind, name, facing) = (kind_word(kind), seat.name(), facing_word(facing));
            let bound = if at == goal { "staying there".into() } else { format!("heading for {}", Named(goal)) };
            let place = places.grid.centre(x, y);
            Tale {
                text: format!("{name} builds {kind} {unit} at {}, facing {facing}, {bound}.", Named(at)),
                about: vec![unit.to_string()],
                at: Some(place),
                key: Some("build"),
                effects: vec![Effect::ring(place, color(seat))],
            }
        }
        Event::Ordered { unit, dest_x, dest_y } => {
            let goal = places.grid.centre(dest_x, dest_y);
            let color = find(places, unit).map_or(Color::Accent, |item| item.tint);
            Tale {
                text: format!("{} is sent to {}.", name(places, unit), Named(Square::new(dest_x, dest_y))),
                effects: vec![Effect::ring(goal, color)],
                ..about(places, unit)
            }
        }
        Event::Faced { unit, facing } => {
            Tale { text: format!("{} turns {}.", name(places, unit), facing_word(facing)), ..about(places, unit) }
        }
        Event::Walked { unit, from_x, from_y, x, y } => {
            let (from, to) = (Named(Square::new(from_x, from_y)), Named(Square::new(x, y)));
            Tale {
                text: format!("{} walks from {from} to {to}.", name(places, unit)),
                about: vec![unit.to_string()],
                at: Some(places.grid.centre(x, y)),
                ..Tale::default()
            }
        }
        Event::Struck { unit, target, damage } => {
            let blow = meeting(places, unit, target);
            Tale {
                text: format!("{} strikes {} for {damage}.", name(places, unit), name(places, target)),
                about: vec![unit.to_string(), target.to_string()],
                at: blow.map(|[_, to]| to),
                key: None,
                effects: blow.map(|blow| strike(places, unit, blow, damage)).unwrap_or_default(),
            }
        }
        Event::BaseHit { unit, seat, damage } => {
            let base = base(places.after, seat);
            let id = base.map(|base| base.id.clone());
            let blow = base.and_then(|base| meeting(places, unit, base.id.parse().ok()?));
            Tale {
                text: format!("{} strikes the base of {} for {damage}.", name(places, unit), seat.name()),
                about: [unit.to_string()].into_iter().chain(id).collect(),
                at: base.map(|base| base.at),
                key: Some("base hit"),
                effects: blow.map(|blow| strike(places, unit, blow, damage)).unwrap_or_default(),
            }
        }
        Event::Died { seat, unit, x, y } => {
            let at = places.grid.centre(x, y);
            Tale {
                text: format!("{} of {} dies at {}.", name(places, unit), seat.name(), Named(Square::new(x, y))),
                about: vec![unit.to_string()],
                at: Some(at),
                key: Some("death"),
                effects: vec![Effect::burst(at, color(seat))],
            }
        }
        Event::Income { money } => Tale { text: format!("Both players get {money} money."), ..Tale::default() },
        Event::Over { winner, reason } => over(winner, reason, places),
    }
}

fn over(winner: Option<Team>, reason: &str, places: &Places<'_>) -> Tale {
    let how = match (winner, reason) {
        (Some(winner), "disqualified") => {
            format!("{} wins because {} was disqualified", winner.name(), winner.other().name())
        }
        (Some(winner), _) => format!("{} wins because {}'s base fell", winner.name(), winner.other().name()),
        (None, "both_disqualified") => "a draw because both players were disqualified".into(),
        (None, "both_bases_destroyed") => "a draw because both bases fell".into(),
        (None, _) => "a draw because no turns are left".into(),
    };
    let bases = [Team::Player1, Team::Player2].into_iter().filter(|&team| winner != Some(team));
    let lost: Vec<&Item> = bases.filter_map(|team| base(places.after, team)).collect();
    let destroyed = matches!(reason, "base_destroyed" | "both_bases_destroyed");
    Tale {
        text: format!("The game is over: {how}."),
        about: lost.iter().map(|base| base.id.clone()).collect(),
        at: lost.first().map(|base| base.at),
        key: Some("end"),
        effects: lost.iter().filter(|_| destroyed).map(|base| Effect::burst(base.at, base.tint)).collect(),
    }
}

/// A tale about a soldier where it is.
fn about(places: &Places<'_>, unit: i64) -> Tale {
    Tale { about: vec![unit.to_string()], at: places.of(unit), ..Tale::default() }
}

/// A beam from the striker to its target, and the damage done.
fn strike(places: &Places<'_>, unit: i64, [from, to]: [[f32; 2]; 2], damage: i64) -> Vec<Effect> {
    let color = find(places, unit).map_or(Color::Ink, |item| item.tint);
    vec![Effect::beam(from, to, color), Effect::rise(to, format_args!("-{damage}"), Color::Bad)]
}

/// Where two soldiers stood when one struck the other: next to each other, after both had walked. A survivor still stands
/// there; one that died may have come from elsewhere, and is then looked for on the side it came from.
fn meeting(places: &Places<'_>, unit: i64, target: i64) -> Option<[[f32; 2]; 2]> {
    let now = |id: i64| item(places.after, id).map(|item| item.at);
    let before = |id: i64| item(places.before, id).map(|item| item.at);
    match (now(unit), now(target)) {
        (Some(from), Some(to)) => Some([from, to]),
        (Some(from), None) => Some([from, beside(places.after, from, before(target)?)]),
        (None, Some(to)) => Some([beside(places.after, to, before(unit)?), to]),
        (None, None) => {
            let (from, to) = (before(unit)?, before(target)?);
            (distance(from, to) < 1.5).then_some([from, to])
        }
    }
}

/// The free neighbour of a place that is nearest to another.
fn beside(scene: &Scene, [x, y]: [f32; 2], other: [f32; 2]) -> [f32; 2] {
    let stands = |at: &[f32; 2]| {
        scene.items.iter().any(|item| matches!(item.layer, Layer::Unit | Layer::Terrain) && item.at == *at)
    };
    let around = [[x, y + 1.0], [x - 1.0, y], [x, y - 1.0], [x + 1.0, y]];
    let free = around.into_iter().filter(|at| !stands(at));
    free.min_by(|a, b| distance(*a, other).total_cmp(&distance(*b, other))).unwrap_or(other)
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// What the pictures know about a soldier. One that was built and died in the same step is in none.
fn find<'a>(places: &Places<'a>, unit: i64) -> Option<&'a Item> {
    item(places.before, unit).or_else(|| item(places.after, unit))
}

fn item(scene: &Scene, id: i64) -> Option<&Item> {
    let id = id.to_string();
    scene.items.iter().find(|item| item.id == id)
}

fn base(scene: &Scene, team: Team) -> Option<&Item> {
    let title = super::base_title(team);
    scene.items.iter().find(|item| item.title == title)
}

fn name(places: &Places<'_>, unit: i64) -> String {
    find(places, unit).map_or_else(|| format!("Soldier {unit}"), |item| item.title.clone())
}
