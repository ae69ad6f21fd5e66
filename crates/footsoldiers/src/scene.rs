//! The picture of a view: the ground, bases, rocks, soldiers and where they are going.

mod ground;
mod legend;
mod symbols;
mod tales;

use crate::config::Config;
use crate::field::Square;
use crate::position::{BaseEntry, RockEntry, SoldierEntry};
use crate::state::{Facing, Kind, Team};
use crate::view::View;
use ground::{Extent, centre, whim};
use skirmish_core::scene::{
    Badge, Bar, Color, Fact, Gauge, Grid, Ink, Item, Layer, Metric, Part, Purpose, Scene, Shape, Side, Span,
};
use std::collections::BTreeMap;

pub(crate) use legend::LEGEND;
pub(crate) use symbols::SYMBOLS;
pub(crate) use tales::tell;

pub(crate) fn scene(config: &Config, view: &View) -> Scene {
    let home = Extent::home(config, view);
    let stage = home.stage(view);
    let mut items = Vec::with_capacity(64 + view.rocks.len() + 3 * view.soldiers.len());
    ground::paint(home, stage, view, &mut items);
    view.bases.iter().for_each(|base| ground::site(config, base, &mut items));
    items.extend(view.rocks.iter().map(rock));
    destinations(stage, view, &mut items);
    items.extend(view.bases.iter().flat_map(|base| [fort(config, base), figures(base)]));
    items.extend(view.soldiers.iter().map(|soldier| footsoldier(config, soldier)));
    let far = view.soldiers.iter().filter(|soldier| !stage.holds(soldier.square()));
    items.extend(far.map(|soldier| pointer(stage, soldier)));
    Scene {
        frame: stage.frame(),
        grid: Grid::SQUARES,
        items,
        sides: view.bases.iter().map(|base| side(view, base)).collect(),
        status: status(config, view),
        gauges: gauges(view),
    }
}

fn rock(rock: &RockEntry) -> Item {
    let at = rock.square();
    let look = ["rock-1", "rock-2", "rock-3"][(whim(at) % 3) as usize];
    let item = Item::new(rock.id, Layer::Terrain, centre(at), Shape::Symbol(look));
    Item { title: format!("Rock {}", rock.id), cell: Some([at.x, at.y]), ..item }.fact("square", Named(at))
}

fn fort(config: &Config, base: &BaseEntry) -> Item {
    let look = match (base.health, base.seat) {
        (0, _) => "ruin",
        (_, Team::Player1) => "base-1",
        (_, Team::Player2) => "base-2",
    };
    let item = Item {
        scale: 1.1,
        tint: color(base.seat),
        bars: vec![bar(base.health, config.base_health)],
        badges: vec![Badge { color: Color::Yellow, symbol: None, text: purse(base.money) }],
        title: base_title(base.seat),
        seat: Some(base.seat as u8),
        cell: Some([base.x, base.y]),
        ..Item::new(base.id, Layer::Unit, centre(base.square()), Shape::Symbol(look))
    };
    item.fact("owner", base.seat.name())
        .fact("health", format_args!("{} of {}", base.health, config.base_health))
        .fact("money", base.money)
        .fact("square", Named(base.square()))
        .fact("builds within", format_args!("{} squares", config.max_distance_from_base))
}

/// Money, short enough for a badge.
fn purse(money: i64) -> String {
    if money < 100 { money.to_string() } else { "99+".into() }
}

/// The health of a base, on the roof of its keep.
fn figures(base: &BaseEntry) -> Item {
    let text = base.health.to_string();
    let size = 0.9 / (text.len().max(2) as f32 + 0.5);
    let shape = Shape::Text { text, size, ink: Ink::Color(Color::White) };
    Item::new(format!("health-{}", base.seat.name()), Layer::Unit, centre(base.square()), shape)
}

fn footsoldier(config: &Config, soldier: &SoldierEntry) -> Item {
    let (at, goal) = (soldier.square(), soldier.goal());
    let look = match (soldier.kind, soldier.seat) {
        (Kind::Scout, Team::Player1) => "scout-1",
        (Kind::Scout, Team::Player2) => "scout-2",
        (Kind::Assassin, Team::Player1) => "assassin-1",
        (Kind::Assassin, Team::Player2) => "assassin-2",
        (Kind::Tank, Team::Player1) => "tank-1",
        (Kind::Tank, Team::Player2) => "tank-2",
    };
    let traits = config.traits(soldier.kind);
    let item = Item {
        angle: angle(soldier.facing),
        tint: color(soldier.seat),
        bars: vec![bar(soldier.health, traits.health)],
        title: title(soldier.kind, soldier.id),
        seat: Some(soldier.seat as u8),
        cell: Some([at.x, at.y]),
        spans: [Span::new(Purpose::Walk, traits.speed, Metric::Diamond), Span::new(Purpose::Range, 1, Metric::Diamond)]
            .into_iter()
            .flatten()
            .collect(),
        ..Item::new(soldier.id, Layer::Unit, centre(at), Shape::Symbol(look))
    };
    let looks: Vec<&str> = soldier.facing.looks().map(facing_word).collect();
    let item = item
        .fact("owner", soldier.seat.name())
        .fact("kind", kind_word(soldier.kind))
        .fact("health", format_args!("{} of {}", soldier.health, traits.health))
        .fact("square", Named(at))
        .fact("facing", looks[0])
        .fact("looks for enemies", looks.join(", "))
        .fact("damage", traits.damage)
        .fact("speed", traits.speed);
    match at.distance(goal) {
        0 => item.fact("destination", "where it stands"),
        far => item.fact("destination", format_args!("{}, {far} away", Named(goal))),
    }
}

/// Marks at the rim of the picture that a soldier is outside it.
fn pointer(stage: Extent, soldier: &SoldierEntry) -> Item {
    let (at, rim) = (soldier.square(), stage.nearest(soldier.square()));
    let item = Item {
        angle: ((at.y - rim.y) as f32).atan2((at.x - rim.x) as f32).to_degrees(),
        tint: color(soldier.seat),
        title: format!("{} is far away", title(soldier.kind, soldier.id)),
        seat: Some(soldier.seat as u8),
        ..Item::new(format!("away-{}", soldier.id), Layer::Top, centre(rim), Shape::Symbol("beyond"))
    };
    item.fact("owner", soldier.seat.name()).fact("health", soldier.health).fact("square", Named(at))
}

/// A line from every soldier to its destination, and one flag of each seat on every square that is one.
fn destinations(stage: Extent, view: &View, items: &mut Vec<Item>) {
    let mut flags: BTreeMap<(Team, Square), Vec<&SoldierEntry>> = BTreeMap::new();
    for soldier in &view.soldiers {
        let (at, goal) = (soldier.square(), soldier.goal());
        if at == goal || !stage.holds(at) {
            continue;
        }
        if stage.holds(goal) {
            flags.entry((soldier.seat, goal)).or_default().push(soldier);
        }
        let tint = color(soldier.seat);
        let (from, to) = (centre(at), last_seen(stage, at, goal));
        let (dx, dy) = (from[0] - to[0], from[1] - to[1]);
        let way = Part {
            d: format!("M0 0L{dx:.2} {dy:.2}"),
            stroke: Ink::Tint,
            width: 0.06,
            dashed: true,
            ..Part::default()
        };
        let id = soldier.id;
        items.push(Item { opacity: 0.4, tint, ..Item::new(format!("way-{id}"), Layer::Floor, to, Shape::Path(way)) });
        if !stage.holds(goal) {
            let angle = (-dy).atan2(-dx).to_degrees();
            let beyond = Item::new(format!("beyond-{id}"), Layer::Floor, to, Shape::Symbol("beyond"));
            items.push(Item { opacity: 0.6, scale: 0.6, angle, tint, ..beyond });
        }
    }
    for ((team, goal), bound) in flags {
        // The flags of both seats have room on one square, below what else is to be read there.
        let ([x, y], (look, shift)) = (
            centre(goal),
            match team {
                Team::Player1 => ("flag-1", -0.36),
                Team::Player2 => ("flag-2", 0.36),
            },
        );
        let id = format!("flag-{}-{},{}", team.name(), goal.x, goal.y);
        let names: Vec<String> = bound.iter().map(|soldier| title(soldier.kind, soldier.id)).collect();
        let flag = Item {
            scale: 0.5,
            tint: color(team),
            title: format!("Destination of {}", team.name()),
            seat: Some(team as u8),
            ..Item::new(id, Layer::Top, [x + shift, y + 0.3], Shape::Symbol(look))
        };
        items.push(flag.fact("square", Named(goal)).fact("on the way", names.join(", ")));
    }
}

/// Where the line from a square to another ends, or leaves the picture.
fn last_seen(stage: Extent, at: Square, goal: Square) -> [f32; 2] {
    let (from, to) = (centre(at), centre(goal));
    let (low, high) = (centre(stage.low), centre(stage.high));
    let mut part = 1.0_f32;
    for i in 0..2 {
        let way = to[i] - from[i];
        let room = if way > 0.0 { high[i] - from[i] } else { low[i] - from[i] };
        if way.abs() > room.abs() {
            part = part.min(room / way);
        }
    }
    [0, 1].map(|i| from[i] + (to[i] - from[i]) * part)
}

fn side(view: &View, base: &BaseEntry) -> Side {
    let army = || view.soldiers.iter().filter(|soldier| soldier.seat == base.seat);
    let count = |kind: Kind| army().filter(|soldier| soldier.kind == kind).count();
    let mut facts = vec![
        Fact::new("money", base.money),
        Fact::new("scouts", count(Kind::Scout)),
        Fact::new("assassins", count(Kind::Assassin)),
        Fact::new("tanks", count(Kind::Tank)),
        Fact::new("army health", army().map(|soldier| soldier.health).sum::<i64>()),
    ];
    if view.disqualified.contains(&base.seat) {
        facts.push(Fact::new("disqualified", "yes"));
    }
    Side { seat: base.seat as u8, color: color(base.seat), score: base.health.to_string(), facts }
}

fn status(config: &Config, view: &View) -> Vec<Fact> {
    let mut status = vec![Fact::new("turn", format_args!("{} of {}", view.turn, config.total_turns))];
    match ending(view) {
        Some(how) => status.push(Fact::new("result", how)),
        None => {
            let first = if view.turns_remaining % 2 == 0 { Team::Player1 } else { Team::Player2 };
            status.push(Fact::new("walks first", first.name()));
        }
    }
    status
}

/// How the game ended, if it did.
fn ending(view: &View) -> Option<String> {
    let fallen: Vec<Team> = view.bases.iter().filter(|base| base.health == 0).map(|base| base.seat).collect();
    match (&view.disqualified[..], &fallen[..]) {
        ([_, _, ..], _) => Some("draw, both were disqualified".into()),
        ([loser], _) => Some(format!("{} wins, {} was disqualified", loser.other().name(), loser.name())),
        ([], [_, _, ..]) => Some("draw, both bases fell".into()),
        ([], [loser]) => Some(format!("{} wins, {}'s base fell", loser.other().name(), loser.name())),
        ([], []) => (view.turns_remaining == 0).then(|| "draw, no turns are left".into()),
    }
}

fn gauges(view: &View) -> Vec<Gauge> {
    let of_seat = |base: &BaseEntry| {
        let army = || view.soldiers.iter().filter(|soldier| soldier.seat == base.seat);
        let charts = [
            ("base health", base.health),
            ("units", army().count() as i64),
            ("army health", army().map(|soldier| soldier.health).sum()),
            ("money", base.money),
        ];
        let seat = base.seat as u8;
        charts.map(|(chart, value)| Gauge { chart, seat, value })
    };
    view.bases.iter().flat_map(of_seat).collect()
}

/// A square as people write it.
struct Named(Square);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.0.x, self.0.y)
    }
}

fn title(kind: Kind, id: i64) -> String {
    let kind = match kind {
        Kind::Scout => "Scout",
        Kind::Assassin => "Assassin",
        Kind::Tank => "Tank",
    };
    format!("{kind} {id}")
}

fn base_title(team: Team) -> String {
    format!("Base of {}", team.name())
}

fn kind_word(kind: Kind) -> &'static str {
    Kind::WORDS[kind as usize].0
}

fn facing_word(facing: Facing) -> &'static str {
    Facing::WORDS[facing as usize].0
}

fn angle(facing: Facing) -> f32 {
    match facing {
        Facing::Right => 0.0,
        Facing::Down => 90.0,
        Facing::Left => 180.0,
        Facing::Up => 270.0,
    }
}

fn color(team: Team) -> Color {
    Color::Seat(team as u8)
}

/// Health, in a colour that says how serious it is.
fn bar(health: i64, full: i64) -> Bar {
    let color = match health.saturating_mul(3) / full.max(1) {
        2.. => Color::Good,
        1 => Color::Warn,
        _ => Color::Bad,
    };
    Bar { color, value: health, most: full }
}
