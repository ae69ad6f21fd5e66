//! The bare board: ground, rim, the zones zombies come from, and how far each side sees.

use super::area::Area;
use super::{Look, backdrop, place};
use crate::words::{Side, Zone};
use skirmish_core::scene::{Color, Ink, Item, Layer, Part, Shape};
use skirmish_grid::hex::Hex;

pub(super) fn draw(look: &Look<'_>, items: &mut Vec<Item>) {
    field(look, items);
    for (i, zone) in Zone::ALL.into_iter().enumerate() {
        draw_zone(look, i, zone, items);
    }
    sights(look, items);
}

fn layer(id: &str, layer: Layer, part: Part) -> Item {
    Item::new(id, layer, [0.0, 0.0], Shape::Path(part))
}

fn filled(id: &str, d: String, fill: Color) -> Item {
    layer(id, Layer::Ground, Part { d, fill: Ink::Color(fill), ..Part::default() })
}

/// A rim, the ground, and every third hex a little darker: no two of those touch.
fn field(look: &Look<'_>, items: &mut Vec<Item>) {
    let all = Area::of(look.board, |_| true);
    let line = |d, color, width| Part { d, stroke: Ink::Color(color), width, ..Part::default() };
    items.push(layer("rim", Layer::Ground, line(all.edge(true), Color::Wall, 0.5)));
    items.push(layer(
        "ground",
        Layer::Ground,
        Part { fill: Ink::Color(Color::Ground), ..line(all.hexagons(), Color::GroundLine, 0.04) },
    ));
    let third = Area::of(look.board, |hex| (hex.x - hex.y).rem_euclid(3) == 0);
    items.push(backdrop(filled("third", third.hexagons(), Color::GroundLine), 0.35));
}

/// A side of the board: a tinge, its name outside, and where the next zombie comes up if that is known.
fn draw_zone(look: &Look<'_>, i: usize, zone: Zone, items: &mut Vec<Item>) {
    let (radius, name) = (look.board.radius(), zone.name());
    let side = Area::of(look.board, |hex| match zone {
        Zone::West => hex.x == -radius,
        Zone::North => hex.y == radius,
        Zone::East => hex.x == radius,
        Zone::South => hex.y == -radius,
    });
    items.push(backdrop(filled(&format!("zone-{name}"), side.hexagons(), Color::Seat(1)), 0.13));
    let middle = zone.hex(radius, 0);
    let outside = zone_outside(zone);
    let [x, y] = place(middle.x, middle.y);
    items.push(Item {
        angle: if matches!(zone, Zone::West | Zone::East) { -30.0 } else { 30.0 },
        ..Item::new(
            format!("name-{name}"),
            Layer::Ground,
            [x + outside[0], y + outside[1]],
            Shape::Text { text: name.to_uppercase(), size: 0.8, ink: Ink::Color(Color::Faint) },
        )
    });
    if let Some(next) = look.view.zones.as_ref().and_then(|zones| zones.get(i)) {
        let at = zone.hex(radius, next.next);
        let item = Item::new(format!("next-{name}"), Layer::Floor, place(at.x, at.y), Shape::Symbol("grave"));
        items.push(Item {
            title: format!("Zone {name}"),
            tint: Color::Seat(1),
            seat: Some(1),
            cell: Some([at.x.into(), at.y.into()]),
            ..item.fact("next zombie", Spot(at)).fact("spawned here", next.next)
        });
    }
}

/// The way from a side of the board to its name.
fn zone_outside(zone: Zone) -> [f32; 2] {
    let [dx, dy] = [0.75, 1.3];
    match zone {
        Zone::West => [-dx, -dy],
        Zone::North => [dx, -dy],
        Zone::East => [dx, dy],
        Zone::South => [-dx, dy],
    }
}

/// Mist over what the owner of the view does not see, and a line around what either side does.
fn sights(look: &Look<'_>, items: &mut Vec<Item>) {
    if let Some(seen) = look.seen() {
        let unseen = seen.rest();
        // Before anything is seen, as on turn 1, there is only the map: all of it is shown.
        if !seen.is_empty() && !unseen.is_empty() {
            let part = Part { d: unseen.hexagons(), fill: Ink::Color(Color::Wall), ..Part::default() };
            items.push(backdrop(layer("mist", Layer::Area, part), 0.3));
        }
    }
    for (side, sight) in [Side::Humans, Side::Zombies].into_iter().zip(&look.sights) {
        let d = sight.edge(false);
        if d.is_empty() {
            continue;
        }
        let color = Ink::Color(Color::Seat(side.seat().0));
        let own = look.view.you == Some(side);
        let part = Part { d, stroke: color, width: if own { 0.07 } else { 0.05 }, dashed: !own, ..Part::default() };
        let opacity = if own { 0.8 } else { 0.5 };
        items.push(backdrop(layer(&format!("sight-{}", side.name()), Layer::Area, part), opacity));
    }
}

/// A hex in words.
pub(super) struct Spot(pub Hex);

impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.0.x, self.0.y)
    }
}
