//! What stands, lies and moves on the board.

use super::symbols::{self, Gear};
use super::{Look, place};
use crate::belief::LAST_NAME;
use crate::config::Weapon;
use crate::position::{CrateInfo, DropInfo, HumanInfo, WallInfo, ZombieInfo};
use crate::words::{AMMO, Name};
use skirmish_core::scene::{Badge, Bar, Color, Item, Layer, Metric, Purpose, Shape, Span};
use skirmish_grid::hex::Hex;
use std::f32::consts::TAU;

/// Opacity of things that are remembered, not seen.
const FAINT: f32 = 0.5;

/// From this many zombies on, a hex shows their number.
const CROWD: usize = 4;

/// Layer by layer, and in each from the top of the picture down: nearer things hide a little of what is behind them,
/// but no bar is hidden.
pub(super) fn draw(look: &Look<'_>, items: &mut Vec<Item>) {
    walls(look, items);
    crates(look, items);
    zombies(look, items);
    let mut humans: Vec<_> = look.view.humans.iter().collect();
    humans.sort_by_key(|human| human.x - human.y);
    items.extend(humans.into_iter().map(|human| draw_human(look, human)));
    items.extend(look.view.drops.iter().flatten().map(draw_drop));
    signs(look, items);
}

/// A thing with a number. In what a seat imagines there may be things whose numbers it cannot know: those are new.
fn thing(kind: &str, id: i64, layer: Layer, (x, y): (i32, i32), symbol: &'static str) -> Item {
    let is_new = id > LAST_NAME;
    Item {
        title: if is_new { format!("New {}", kind.to_lowercase()) } else { format!("{kind} {id}") },
        cell: Some([x.into(), y.into()]),
        ..Item::new(if is_new { format!("new{id}") } else { id.to_string() }, layer, place(x, y), Shape::Symbol(symbol))
    }
}

// ---- walls

fn walls(look: &Look<'_>, items: &mut Vec<Item>) {
    let hidden = |wall: &&WallInfo| look.seen().is_some_and(|seen| !seen.has(Hex::new(wall.x, wall.y)));
    let remembered = look.view.map_walls.iter().flatten().filter(hidden).map(|wall| (wall, FAINT));
    let mut walls: Vec<_> = look.view.walls.iter().map(|wall| (wall, 1.0)).chain(remembered).collect();
    walls.sort_by_key(|(wall, _)| wall.x - wall.y);
    items.extend(walls.into_iter().map(|(wall, opacity)| draw_wall(look, wall, opacity)));
}

fn draw_wall(look: &Look<'_>, wall: &WallInfo, opacity: f32) -> Item {
    let first = look.first_hp(wall);
    let config = look.config;
    let worn = |whole, cracked, broken| match () {
        () if wall.hp.saturating_mul(3) < first => broken,
        () if wall.hp.saturating_mul(3) < first.saturating_mul(2) => cracked,
        () => whole,
    };
    let is_built = first < config.map_weak_wall_hp.min(config.map_wall_hp);
    let (symbol, made_of) = if is_built {
        let planks = if wall.hp <= config.wall_build_hp { "planks" } else { "barricade" };
        (planks, "planks")
    } else if first < config.map_wall_hp {
        (worn("brick", "brick-cracked", "brick-broken"), "brick")
    } else {
        (worn("concrete", "concrete-cracked", "concrete-broken"), "concrete")
    };
    let mut item = thing("Wall", wall.id, Layer::Terrain, (wall.x, wall.y), symbol)
        .fact("HP", wall.hp)
        .fact("made of", made_of)
        .fact("at first", format!("{first} HP"));
    if opacity < 1.0 {
        item = item.fact("seen", "at the start, not now");
    }
    if !is_built && wall.hp.saturating_mul(3) < first.saturating_mul(2) {
        item.bars.push(Bar { color: Color::Warn, value: wall.hp, most: first });
    }
    Item { opacity, ..item }
}

// ---- crates and drops

fn crates(look: &Look<'_>, items: &mut Vec<Item>) {
    let hidden = |found: &&CrateInfo| look.seen().is_some_and(|seen| !seen.has(Hex::new(found.x, found.y)));
    let remembered = look.view.map_crates.iter().flatten().filter(hidden).map(|found| (found, FAINT));
    let crates: Vec<_> = look.view.crates.iter().flatten().map(|found| (found, 1.0)).chain(remembered).collect();
    for (i, (found, opacity)) in crates.iter().enumerate() {
        let here = |(other, _): &&(&CrateInfo, f32)| (other.x, other.y) == (found.x, found.y);
        let (slot, slots) = (crates[..i].iter().filter(here).count(), crates.iter().filter(here).count());
        let mut item = draw_crate(found, slot, slots);
        if *opacity < 1.0 {
            item = item.fact("seen", "at the start, not now");
        }
        items.push(Item { opacity: *opacity, ..item });
    }
}

/// Crates lie at the near side of their hex, so that they show under a unit there.
fn draw_crate(found: &CrateInfo, slot: usize, slots: usize) -> Item {
    let gear = Gear::of(found.item.as_str());
    let mut item = thing("Crate", found.id, Layer::Floor, (found.x, found.y), gear.in_crate);
    let [dx, dy] = spread(slot, slots, 0.24);
    item.at = [item.at[0] + dx, item.at[1] + dy * 0.6 + 0.14];
    item.scale = [0.62, 0.48, 0.42][slots.clamp(1, 3) - 1];
    let item = item.fact("holds", contents(found));
    item.fact("HP", format!("{} of {}", found.hp, found.max_hp))
}

fn contents(found: &CrateInfo) -> String {
    if found.item.as_str() == AMMO { format!("{} rounds", found.hp) } else { spoken(&found.item) }
}

/// A name of a weapon as people write it.
pub(super) fn spoken(name: &Name) -> String {
    name.as_str().replace('_', " ")
}

fn draw_drop(drop: &DropInfo) -> Item {
    let gear = Gear::of(drop.item.as_str());
    let mut item = Item::new(format!("d{}", drop.id), Layer::Top, place(drop.x, drop.y), Shape::Symbol("drop"));
    item.title = format!("Air drop {}", drop.id);
    item.cell = Some([drop.x.into(), drop.y.into()]);
    (item.tint, item.seat) = (Color::Seat(0), Some(0));
    item.badges = vec![
        Badge { color: Color::Warn, symbol: None, text: drop.delay.to_string() },
        Badge { color: Color::Seat(0), symbol: Some(gear.in_crate), text: String::new() },
    ];
    let brings = if drop.item.as_str() == AMMO { "rounds".into() } else { spoken(&drop.item) };
    item.fact("brings", brings).fact("lands in", format!("{} turns", drop.delay))
}

// ---- units

fn draw_human(look: &Look<'_>, human: &HumanInfo) -> Item {
    let config = look.config;
    let gear = Gear::of(human.weapon.as_str());
    let mut item = thing("Human", human.id, Layer::Unit, (human.x, human.y), gear.in_hand);
    (item.tint, item.seat) = (Color::Seat(0), Some(0));
    item.angle = aim(look, human);
    item.scale = 0.94;
    item.spans = [hexes(Purpose::Walk, config.human_moves), hexes(Purpose::Sight, config.human_sight)]
        .into_iter()
        .flatten()
        .collect();
    item.bars = vec![
        Bar { color: Color::Good, value: human.hp, most: config.human_hp },
        Bar { color: Color::Yellow, value: human.ammo, most: config.human_ammo },
    ];
    let item = item
        .fact("HP", format!("{} of {}", human.hp, human.max_hp))
        .fact("weapon", spoken(&human.weapon))
        .fact("rounds", human.ammo)
        .fact("moves", format!("{} of {}", human.moves, config.human_moves))
        .fact("idle time", human.idle);
    match config.weapons.find(human.weapon.as_str()) {
        Some(id) => armed(item, human, &config.weapons.0[usize::from(id.0)]),
        None => item,
    }
}

fn hexes(what: Purpose, far: i64) -> Option<Span> {
    Span::new(what, far, Metric::Hex)
}

/// What the weapon can do, and signs for why it cannot do it now.
fn armed(mut item: Item, human: &HumanInfo, weapon: &Weapon) -> Item {
    let is_ready = weapon.delay < human.idle;
    item.spans.extend(hexes(Purpose::Range, weapon.range));
    if !is_ready {
        item.badges.push(Badge { color: Color::Warn, symbol: Some("hourglass"), text: String::new() });
    }
    if human.ammo < weapon.ammo {
        item.badges.push(Badge { color: Color::Bad, symbol: Some("empty"), text: String::new() });
    }
    let item = item
        .fact("ready", if is_ready { "yes".into() } else { format!("above {} idle time", weapon.delay) })
        .fact("range", weapon.range)
        .fact("a shot costs", format!("{} rounds, {} idle time", weapon.ammo, weapon.delay));
    match weapon.direct + weapon.vertical + weapon.horizontal {
        heals @ ..0 => item.fact("heals", -heals),
        damage => item.fact("damage", damage),
    }
}

/// Humans face nowhere by the rules. They are drawn looking at the zombie nearest to them.
fn aim(look: &Look<'_>, human: &HumanInfo) -> f32 {
    let here = Hex::new(human.x, human.y);
    let distance = |zombie: &&ZombieInfo| here.distance(Hex::new(zombie.x, zombie.y));
    let away = look.view.zombies.iter().filter(|zombie| distance(zombie) > 0);
    away.min_by_key(distance).map_or(0.0, |zombie| {
        let [x, y] = place(zombie.x - human.x, zombie.y - human.y);
        y.atan2(x).to_degrees().round()
    })
}

fn zombies(look: &Look<'_>, items: &mut Vec<Item>) {
    let board = look.board;
    let index = |x, y| board.index(Hex::new(x, y));
    // Anything else in the hex has the middle to itself.
    let mut taken = vec![0; board.hexes()];
    look.view.walls.iter().for_each(|wall| taken[index(wall.x, wall.y)] = 1);
    look.view.humans.iter().for_each(|human| taken[index(human.x, human.y)] = 1);
    let mut slots = taken.clone();
    look.view.zombies.iter().for_each(|zombie| slots[index(zombie.x, zombie.y)] += 1);
    let mut zombies: Vec<_> = look.view.zombies.iter().collect();
    zombies.sort_by_key(|zombie| zombie.x - zombie.y);
    for zombie in zombies {
        let i = index(zombie.x, zombie.y);
        draw_zombie(look, zombie, (taken[i], slots[i]), items);
        taken[i] += 1;
    }
}

/// How many are in a hex, where it is crowded.
fn signs(look: &Look<'_>, items: &mut Vec<Item>) {
    let board = look.board;
    let mut counts = vec![0; board.hexes()];
    look.view.zombies.iter().for_each(|zombie| counts[board.index(Hex::new(zombie.x, zombie.y))] += 1);
    for (hex, count) in board.iter().zip(counts).filter(|&(_, count)| count >= CROWD) {
        let id = format!("crowd{},{}", hex.x, hex.y);
        let sign = Item::new(id, Layer::Top, place(hex.x, hex.y), Shape::Symbol("sign"));
        items.push(Item { label: count.to_string(), tint: Color::Seat(1), seat: Some(1), ..sign });
    }
}

/// A zombie, and before its nose what it smells: the more, the larger.
fn draw_zombie(look: &Look<'_>, zombie: &ZombieInfo, (slot, slots): (usize, usize), items: &mut Vec<Item>) {
    let mut item = thing("Zombie", zombie.id, Layer::Unit, (zombie.x, zombie.y), "zombie");
    let [dx, dy] = spread(slot, slots, 0.27);
    item.at = [item.at[0] + dx, item.at[1] + dy];
    item.scale = (1.1 / (slots as f32).sqrt()).clamp(0.4, 1.0);
    item.angle = 30.0 - 60.0 * f32::from(zombie.facing);
    (item.tint, item.seat) = (Color::Seat(1), Some(1));
    let config = look.config;
    let spans = [
        hexes(Purpose::Walk, config.zombie_moves),
        hexes(Purpose::Range, 1),
        hexes(Purpose::Sight, config.zombie_sight),
    ];
    item.spans = spans.into_iter().flatten().collect();
    if zombie.scent.units > 0 {
        let strength = (zombie.scent.units as f32 / 1_000_000.0).min(1.0);
        items.push(Item {
            scale: item.scale * (0.6 + 0.5 * strength),
            angle: item.angle,
            tint: Color::Seat(1),
            opacity: 0.25 + 0.55 * strength,
            ..Item::new(format!("scent{}", zombie.id), Layer::Floor, item.at, Shape::Symbol("scent"))
        });
    }
    let first = look.config.zombie_overheal.units.max(1);
    let first = (i128::from(zombie.max_hp) * 10_000 / i128::from(first)) as i64;
    if zombie.hp < first {
        item.bars.push(Bar { color: Color::Good, value: zombie.hp, most: first });
    }
    items.push(
        item.fact("HP", format!("{} of {}", zombie.hp, zombie.max_hp))
            .fact("moves", format!("{} of {}", zombie.moves, look.config.zombie_moves))
            .fact("idle time", zombie.idle)
            .fact("facing", format!("{} ({})", symbols::FACINGS[usize::from(zombie.facing % 6)], zombie.facing))
            .fact("scent", zombie.scent),
    );
}

/// Where one of several goes that share a hex: in the middle, on a ring, or in a spiral.
fn spread(slot: usize, slots: usize, reach: f32) -> [f32; 2] {
    let (angle, far) = match slots {
        0 | 1 => return [0.0, 0.0],
        2..=6 => (slot as f32 / slots as f32, reach),
        _ => (slot as f32 * 0.381_966, 1.35 * reach * ((slot as f32 + 0.5) / slots as f32).sqrt()),
    };
    let (sin, cos) = (TAU * angle).sin_cos();
    [cos * far, sin * far]
}
