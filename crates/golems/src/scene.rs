//! The picture of a view: the ground, the zones, the golems, and how it stands.

mod golem;
mod ground;
mod legend;
mod symbols;
mod tales;

pub(crate) use legend::LEGEND;
pub(crate) use symbols::SYMBOLS;
pub use tales::tell;

use crate::config::GolemsConfig;
use crate::position::SeatName;
use crate::view::{UnitView, View};
use skirmish_core::Seat;
use skirmish_core::scene::{Color, Fact, Gauge, Grid, Scene, Side};

/// What is seen around the board: its rim and the numbers of rows and columns.
const MARGIN: f32 = 0.95;

/// The names of the seats, in order.
const NAMES: [&str; 2] = ["p0", "p1"];

pub fn scene(config: &GolemsConfig, view: &View) -> Scene {
    let (width, height) = (view.width as f32, view.height as f32);
    let grid = Grid { origin: [0.0, height - 1.0], up: [0.0, -1.0], ..Grid::SQUARES };
    let mut items = Vec::with_capacity(64 + 3 * view.units.len());
    ground::draw(view, &mut items);
    let zones = ground::zones(config, view, &grid, &mut items);
    view.units.iter().for_each(|unit| golem::draw(unit, &zones, &grid, &mut items));
    let tallies = [SeatName::P0, SeatName::P1].map(|owner| Tally::of(owner, view, &zones));
    Scene {
        frame: [-0.5 - MARGIN, -0.5 - MARGIN, width + 2.0 * MARGIN, height + 2.0 * MARGIN],
        grid,
        items,
        sides: tallies.iter().map(Tally::side).collect(),
        status: status(view, &zones, &tallies),
        gauges: tallies.iter().flat_map(Tally::gauges).collect(),
    }
}

/// What a seat has.
struct Tally {
    seat: u8,
    score: i64,
    units: i64,
    zones: i64,
    health: i64,
    levels: i64,
    /// Build points in the stores of its units.
    stored: i64,
}

impl Tally {
    fn of(owner: SeatName, view: &View, zones: &ground::Zones) -> Tally {
        let seat = Seat::from(owner).0;
        let own = || view.units.iter().filter(move |unit| unit.owner == owner);
        let sum = |what: fn(&UnitView) -> i64| own().fold(0i64, |sum, unit| sum.saturating_add(what(unit)));
        Tally {
            seat,
            score: if seat == 0 { view.scores.p0 } else { view.scores.p1 },
            units: own().count() as i64,
            zones: own().filter(|unit| zones.has(unit.x, unit.y)).count() as i64,
            health: sum(|unit| unit.hp),
            levels: sum(|unit| unit.level.into()),
            stored: sum(|unit| unit.build_points),
        }
    }

    fn side(&self) -> Side {
        let facts = vec![
            Fact::new("units", self.units),
            Fact::new("zones", self.zones),
            Fact::new("health", self.health),
            Fact::new("levels", self.levels),
            Fact::new("build points", self.stored),
        ];
        Side { seat: self.seat, color: Color::Seat(self.seat), score: self.score.to_string(), facts }
    }

    fn gauges(&self) -> [Gauge; 5] {
        let charts = [
            ("score", self.score),
            ("zones", self.zones),
            ("units", self.units),
            ("health", self.health),
            ("levels", self.levels),
        ];
        charts.map(|(chart, value)| Gauge { chart, seat: self.seat, value })
    }
}

fn status(view: &View, zones: &ground::Zones, tallies: &[Tally; 2]) -> Vec<Fact> {
    let mut status = vec![Fact::new("turn", format!("{} of {}", view.turn, view.max_turns))];
    match view.winner {
        Some(winner) => {
            let why = match view.reason {
                Some("elimination") => " (a side has no golem left)",
                Some("turn_limit") => " (the last turn is over)",
                Some("forfeit") => " (the other side forfeited)",
                _ => "",
            };
            status.push(Fact::new("winner", format!("{}{why}", name(winner))));
        }
        None => status.push(Fact::new("to move", name(view.seat))),
    }
    let free = zones.count() - tallies.iter().map(|tally| tally.zones).sum::<i64>();
    status.push(Fact::new("free zones", format!("{free} of {}", zones.count())));
    status
}

fn name(seat: SeatName) -> &'static str {
    NAMES[Seat::from(seat).index()]
}
