//! The picture of a view: the open board, the totems with their areas, the zords, and how it stands.

mod board;
mod legend;
mod symbols;
mod tales;

pub(crate) use legend::LEGEND;
pub(crate) use symbols::{SYMBOLS, machine};
pub(crate) use tales::tell;

use crate::config::Config;
use crate::name::Name;
use crate::position::{TotemPosition, ZordPosition};
use crate::state::Status;
use crate::view::View;
use board::Measure;
use skirmish_core::scene::{
    Badge, Bar, Color, Fact, Gauge, Grid, Ink, Item, Layer, Metric, Part, Purpose, Scene, Shape, Side, Span,
};
use skirmish_grid::Point;

/// The fact that says whose a zord is.
const OWNER: &str = "owner";

pub(crate) fn scene(config: &Config, view: &View) -> Scene {
    let measure = Measure::of(config);
    let look = Look::new(config, view);
    let mut items = Vec::with_capacity(64 + 2 * view.zords.len());
    board::board(&measure, &mut items);
    board::clock(config, view, &measure, &mut items);
    look.totems(&measure, &mut items);
    look.zords(&measure, &mut items);
    Scene {
        frame: measure.frame(),
        grid: Grid::SQUARES,
        items,
        sides: look.sides(),
        status: status(config, view),
        gauges: look.gauges(),
    }
}

/// A view, and what follows from it.
struct Look<'a> {
    config: &'a Config,
    view: &'a View,
    /// The seat of each zord.
    owners: Vec<usize>,
    /// How many zords each seat has, and their hit points.
    strength: Vec<(i64, i64)>,
    /// For each totem how many zords of each seat are in its area.
    holds: Vec<Vec<i64>>,
    /// The seat to act.
    asked: Option<usize>,
    /// The seat that looks.
    own: Option<usize>,
    /// The only seat with the most points.
    leader: Option<usize>,
}

/// What is around a zord.
struct Around {
    /// The distance to the nearest zord or totem.
    nearest: i64,
    /// How many zords are beside it.
    beside: usize,
    /// How many zords it could shoot at.
    targets: usize,
    /// How many zords could shoot at it.
    threats: usize,
}

impl Around {
    /// The largest a zord may be drawn, so that zords in a crowd stay distinct.
    fn room(&self) -> f32 {
        match self.nearest {
            ..=1 => 1.5 - 0.1 * self.beside.min(4) as f32,
            far => 0.7 + 0.8 * far as f32,
        }
    }
}

impl<'a> Look<'a> {
    fn new(config: &'a Config, view: &'a View) -> Look<'a> {
        let seat = |name: &Name| view.players.iter().position(|player| player.seat == *name);
        let owners: Vec<usize> = view.zords.iter().map(|zord| seat(&zord.owner).unwrap_or(0)).collect();
        let mut strength = vec![(0, 0_i64); view.players.len()];
        for (zord, &owner) in view.zords.iter().zip(&owners) {
            let (zords, hp) = &mut strength[owner];
            (*zords, *hp) = (*zords + 1, hp.saturating_add(zord.hp));
        }
        let hold = |totem: &TotemPosition| {
            let mut held = vec![0; view.players.len()];
            for (zord, &owner) in view.zords.iter().zip(&owners) {
                if place(zord).chebyshev(Point::new(totem.x, totem.y)) <= config.totem_aura {
                    held[owner] += 1;
                }
            }
            held
        };
        let leader = match &view.leaderboard[..] {
            [first, second, ..] if first.points > second.points => seat(&first.seat),
            _ => None,
        };
        let holds = view.totems.iter().map(hold).collect();
        let own = view.you.as_ref().and_then(seat);
        let asked = asked(view).as_ref().and_then(seat);
        Look { config, view, owners, strength, holds, asked, own, leader }
    }

    /// What a totem would pay a seat if the day ended now.
    fn share(&self, totem: usize, seat: usize) -> i64 {
        let held = &self.holds[totem];
        let all: i64 = held.iter().sum();
        let share = i128::from(self.config.totem_reward) * i128::from(held[seat]) / i128::from(all.max(1));
        share as i64
    }

    fn due(&self, seat: usize) -> i64 {
        (0..self.holds.len()).map(|totem| self.share(totem, seat)).sum()
    }

    /// The totems and their areas. An area has the colour of the only seat in it.
    fn totems(&self, measure: &Measure, items: &mut Vec<Item>) {
        for (i, totem) in self.view.totems.iter().enumerate() {
            let at = [totem.x as f32, totem.y as f32];
            let mut there = (0..self.view.players.len()).filter(|&seat| self.holds[i][seat] > 0);
            let tint = match (there.next(), there.next()) {
                (Some(only), None) => Color::Seat(only as u8),
                _ => Color::Yellow,
            };
            let d = self.square(totem.x, totem.y, self.config.totem_aura);
            let area = Part { d: d.clone(), fill: Ink::Tint, ..Part::default() };
            let rim = Part { d, stroke: Ink::Tint, width: 0.3 * measure.unit, dashed: true, ..Part::default() };
            let facts = self.totem_facts(i);
            items.push(Item { tint, opacity: 0.28, ..item(format!("area-{}", totem.id), Layer::Area, at, area) });
            items.push(Item { tint, ..item(format!("area-rim-{}", totem.id), Layer::Area, at, rim) });
            items.push(Item {
                tint: Color::Yellow,
                scale: 1.2 * measure.zord(),
                title: format!("Totem {}", totem.id),
                facts,
                cell: Some([totem.x.into(), totem.y.into()]),
                ..Item::new(totem.id, Layer::Unit, at, Shape::Symbol("totem"))
            });
        }
    }

    fn totem_facts(&self, totem: usize) -> Vec<Fact> {
        let held = &self.holds[totem];
        let names = self.view.players.iter().map(|player| player.seat).enumerate().filter(|(seat, _)| held[*seat] > 0);
        let shares: Vec<String> = names.map(|(seat, name)| format!("{name} {}", self.share(totem, seat))).collect();
        let shares = if shares.is_empty() { "nobody".to_string() } else { shares.join(", ") };
        vec![
            Fact::new("pays", self.config.totem_reward),
            Fact::new("reaches", self.config.totem_aura),
            Fact::new("zords in its area", held.iter().sum::<i64>()),
            Fact::new("would pay now", shares),
        ]
    }

    /// The square of all cells within a distance, around its middle, clipped by the board.
    fn square(&self, x: i32, y: i32, distance: i64) -> String {
        let last = self.config.board_size - 1;
        let side = |at: i32| {
            let at = i64::from(at);
            let (low, high) = (at.saturating_sub(distance).max(0), at.saturating_add(distance).min(last));
            ((low - at) as f32 - 0.5, (high - at) as f32 + 0.5)
        };
        let ((left, right), (top, bottom)) = (side(x), side(y));
        format!("M{left} {top}H{right}V{bottom}H{left}Z")
    }

    fn zords(&self, measure: &Measure, items: &mut Vec<Item>) {
        for (i, zord) in self.view.zords.iter().enumerate() {
            let owner = self.owners[i];
            let (at, tint) = ([zord.x as f32, zord.y as f32], Color::Seat(owner as u8));
            let around = self.around(i);
            let scale = measure.zord().min(around.room());
            if self.asked == Some(owner) {
                let turn = Item::new(format!("turn-{}", zord.id), Layer::Floor, at, Shape::Symbol("turn"));
                items.push(Item { tint: Color::Accent, scale, opacity: 0.35, ..turn });
            }
            // All ranges at once would be noise.
            if self.asked == Some(owner) || self.own == Some(owner) || zord.range > self.config.base_range {
                let d = self.square(zord.x, zord.y, zord.range);
                let dashed = !self.view.shooting_allowed;
                let range = Part { d, stroke: Ink::Tint, width: 0.25 * measure.unit, dashed, ..Part::default() };
                let tint = if self.asked == Some(owner) { Color::Accent } else { tint };
                items.push(Item { tint, opacity: 0.7, ..item(format!("range-{}", zord.id), Layer::Floor, at, range) });
            }
            if zord.shields > 0 {
                let shape = Shape::Symbol(symbols::rings(zord.shields));
                let rings = Item::new(format!("shield-{}", zord.id), Layer::Floor, at, shape);
                items.push(Item { tint: Color::Blue, scale, ..rings });
            }
            items.push(Item {
                tint,
                scale,
                bars: vec![self.health(zord)],
                badges: self.badges(zord, owner),
                label: short(&zord.owner),
                title: format!("Zord {}", zord.id),
                facts: self.zord_facts(zord, owner, &around),
                seat: Some(owner as u8),
                cell: Some([zord.x.into(), zord.y.into()]),
                spans: self.spans(zord, owner),
                ..Item::new(zord.id, Layer::Unit, at, Shape::Symbol(machine(owner)))
            });
        }
    }

    fn around(&self, i: usize) -> Around {
        let (zord, own) = (&self.view.zords[i], self.owners[i]);
        let at = place(zord);
        let totems = self.view.totems.iter().map(|totem| at.chebyshev(Point::new(totem.x, totem.y)));
        let mut around = Around { nearest: totems.min().unwrap_or(i64::MAX), beside: 0, targets: 0, threats: 0 };
        for (j, other) in self.view.zords.iter().enumerate().filter(|(j, _)| *j != i) {
            let far = at.chebyshev(place(other));
            around.nearest = around.nearest.min(far);
            around.beside += usize::from(far == 1);
            if self.owners[j] != own {
                around.targets += usize::from(far <= zord.range);
                around.threats += usize::from(far <= other.range);
            }
        }
        around
    }

    fn health(&self, zord: &ZordPosition) -> Bar {
        let most = self.config.most_hp();
        Bar { color: if zord.hp < most { Color::Warn } else { Color::Good }, value: zord.hp, most }
    }

    /// A zord jumps as far as its owner can pay.
    fn spans(&self, zord: &ZordPosition, owner: usize) -> Vec<Span> {
        let jump = self.view.players[owner].actions / self.config.move_cost.max(1);
        let spans = [
            Span::new(Purpose::Walk, jump.min(self.config.board_size), Metric::Square),
            Span::new(Purpose::Range, zord.range, Metric::Square),
        ];
        spans.into_iter().flatten().collect()
    }

    fn badges(&self, zord: &ZordPosition, owner: usize) -> Vec<Badge> {
        let mut badges = Vec::new();
        if zord.shields > 0 {
            badges.push(Badge { color: Color::Blue, symbol: None, text: zord.shields.to_string() });
        }
        if self.leader == Some(owner) {
            badges.push(Badge { color: Color::Yellow, symbol: Some("crown"), text: String::new() });
        }
        if self.view.players[owner].retired {
            badges.push(Badge { color: Color::Bad, symbol: Some("retired"), text: String::new() });
        }
        badges
    }

    fn zord_facts(&self, zord: &ZordPosition, owner: usize, around: &Around) -> Vec<Fact> {
        let player = &self.view.players[owner];
        let near =
            |totem: &&TotemPosition| place(zord).chebyshev(Point::new(totem.x, totem.y)) <= self.config.totem_aura;
        let area = self.view.totems.iter().find(near).map_or("none".into(), |totem| format!("of totem {}", totem.id));
        vec![
            Fact::new(OWNER, zord.owner),
            Fact::new("health", format!("{} of {}", zord.hp, self.config.most_hp())),
            Fact::new("shields", zord.shields),
            Fact::new("range", zord.range),
            Fact::new("totem area", area),
            Fact::new("enemies in its range", around.targets),
            Fact::new("enemies that reach it", around.threats),
            Fact::new("owner's actions", player.actions),
            Fact::new("owner's points", player.points),
        ]
    }

    /// The leaderboard.
    fn sides(&self) -> Vec<Side> {
        let seat = |name: &Name| self.view.players.iter().position(|player| player.seat == *name);
        let side = |rank: i64, seat: usize| {
            let (player, (zords, _)) = (&self.view.players[seat], self.strength[seat]);
            let state = match (player.retired, zords) {
                (true, _) => "retired",
                (false, 0) => "down",
                _ if self.asked == Some(seat) => "to act",
                _ => "",
            };
            let mut facts = vec![
                Fact::new("rank", rank),
                Fact::new("actions", player.actions),
                Fact::new("zords", zords),
                Fact::new("due", format!("+{}", self.due(seat))),
            ];
            if !state.is_empty() {
                facts.push(Fact::new("state", state));
            }
            Side { seat: seat as u8, color: Color::Seat(seat as u8), score: player.points.to_string(), facts }
        };
        let leaders = self.view.leaderboard.iter();
        leaders.filter_map(|leader| Some(side(leader.rank, seat(&leader.seat)?))).collect()
    }

    fn gauges(&self) -> Vec<Gauge> {
        let mut gauges = Vec::with_capacity(3 * self.view.players.len());
        for (seat, player) in self.view.players.iter().enumerate() {
            let (zords, health) = self.strength[seat];
            for (chart, value) in [("score", player.points), ("units", zords), ("health", health)] {
                gauges.push(Gauge { chart, seat: seat as u8, value });
            }
        }
        gauges
    }
}

fn status(config: &Config, view: &View) -> Vec<Fact> {
    let day = Fact::new("day", format!("{} of {}", view.day, view.days));
    match view.status {
        Status::Waiting => return vec![Fact::new("game", "waiting for players")],
        Status::Aborted => return vec![day, Fact::new("game", "aborted")],
        Status::Over => {
            return vec![day, Fact::new("game", "over"), Fact::new("result", winners(view))];
        }
        Status::Running => {}
    }
    let mut status = vec![day, Fact::new("time", hours(view.time, config.day_length_s))];
    if let (Some(round), Some(turn)) = (view.round, view.turn) {
        status.push(Fact::new("round", format!("{} of {}", round + 1, config.rounds_per_day)));
        // "Turn" is what the timeline counts: all of them, over all days.
        status.push(Fact::new("seat", format!("{} of {} in this round", turn + 1, view.order.len())));
    }
    if let Some(name) = asked(view) {
        status.push(Fact::new("to act", name));
    }
    let banned = || format!("banned until {}", hours(config.grace_s, config.day_length_s));
    status.push(Fact::new("shooting", if view.shooting_allowed { "allowed".into() } else { banned() }));
    let next = view.day + config.totem_period_days - (view.day - 1) % config.totem_period_days;
    status.push(Fact::new("totems move", if next <= view.days { format!("on day {next}") } else { "no more".into() }));
    status
}

/// Who has won a game that is over.
fn winners(view: &View) -> String {
    let mut best = view.leaderboard.iter().filter(|leader| leader.rank == 1).map(|leader| leader.seat);
    match (best.next(), best.count()) {
        (Some(only), 0) => format!("{only} wins"),
        (_, others) => format!("{} share first place", others + 1),
    }
}

/// Whose turn it is.
fn asked(view: &View) -> Option<Name> {
    let running = view.status == Status::Running;
    let order = view.round_order.as_ref().filter(|_| running)?;
    order.get(usize::try_from(view.turn?).ok()?).copied()
}

/// A time of day on a clock of 24 hours.
fn hours(time: i64, day_length: i64) -> String {
    let minutes = i128::from(time) * 24 * 60 / i128::from(day_length.max(1));
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// A name in at most four letters: of longer ones the first three and the last, as many names differ in that alone.
fn short(name: &Name) -> String {
    let name = name.as_str();
    match name.len() {
        0..=4 => name.into(),
        length => format!("{}{}", &name[..3], &name[length - 1..]),
    }
}

fn place(zord: &ZordPosition) -> Point {
    Point::new(zord.x, zord.y)
}

fn item(id: String, layer: Layer, at: [f32; 2], part: Part) -> Item {
    Item::new(id, layer, at, Shape::Path(part))
}
