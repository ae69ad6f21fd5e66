//! What all bots share: the game rebuilt from views, and walks over it.
//!
//! A bot tries its actions on a state of its own, by the real rules, so its whole list will be accepted.

use crate::action::Action;
use crate::game::Golems;
use crate::map::{Board, Spot};
use crate::state::{State, Unit};
use crate::stats::Stats;
use crate::view::{UnitView, View};
use skirmish_core::{Check, Hello, Rng, Rules, Seat};

/// A square that was not reached.
pub const FAR: u16 = u16::MAX;

/// The most zones that are considered.
const MOST_ZONES: usize = 100;

/// The game as a bot sees it in one turn.
pub struct Sight {
    pub game: Golems,
    pub state: State,
    pub me: Seat,
    pub rng: Rng,
    /// The nearest ones first.
    pub zones: Vec<Spot>,
    /// The actions so far this turn.
    pub orders: Vec<Action>,
    /// For every cell its neighbours.
    around: Vec<Vec<Spot>>,
    /// For every zone the steps to it around walls, by cell.
    zone_steps: Vec<Vec<u16>>,
}

impl Sight {
    /// Starts with an empty board; [`Sight::look`] fills it.
    pub fn new(hello: &Hello<'_, Golems>) -> Sight {
        let nowhere = Board::from_rows(2, 2, &["..", ".."], "bad_map", &Check::new()).expect("a good board");
        let mut sight = Sight {
            state: State::new(&nowhere),
            game: Golems::new(hello.config.clone(), None, nowhere.clone()),
            me: hello.seat,
            rng: Rng::new(hello.random),
            zones: Vec::new(),
            orders: Vec::new(),
            around: Vec::new(),
            zone_steps: Vec::new(),
        };
        sight.survey(nowhere);
        sight
    }

    /// Takes in a view. False if there is nothing to see.
    pub fn look(&mut self, view: &View) -> bool {
        if view.rows != self.game.rows {
            match Board::from_rows(view.width, view.height, &view.rows, "bad_map", &Check::new()) {
                Some(board) => self.survey(board),
                None => return false,
            }
        }
        let mut state = State::new(self.game.board());
        state.turn = view.turn;
        state.seat = view.seat.into();
        state.scores = [view.scores.p0, view.scores.p1];
        state.next_id = view.next_id;
        for unit in &view.units {
            if let Some(at) = self.game.board().spot(unit.x as i32, unit.y as i32) {
                state.add(seen(unit, at));
            }
        }
        self.state = state;
        self.orders.clear();
        true
    }

    /// Learns the ground.
    fn survey(&mut self, board: Board) {
        let home = board.start_squares()[if self.me.0 == 0 { 0 } else { 3 }];
        self.zones = board.spots().filter(|&spot| board.is_zone(spot)).collect();
        self.zones.sort_by_key(|zone| zone.distance(home));
        self.zones.truncate(MOST_ZONES);
        self.around = board.spots().map(|spot| board.around(spot).collect()).collect();
        self.game = Golems::new(self.game.config.clone(), None, board);
        let mut walk = Walk::default();
        self.zone_steps.clear();
        for i in 0..self.zones.len() {
            walk.search(self, self.zones[i], FAR - 1, |_| true, |_, _| false);
            self.zone_steps.push(walk.steps.clone());
        }
    }

    /// Steps around walls from a square to a zone, by the zone's place in the list.
    pub fn zone_steps(&self, zone: usize, from: Spot) -> u16 {
        self.zone_steps[zone][usize::from(from.cell)]
    }

    /// Carries out an action if the rules allow it, and adds it to the list; true if they did.
    pub fn act(&mut self, action: Action) -> bool {
        let done = self.game.act(&mut self.state, self.me, &action, &mut ()).is_ok();
        if done {
            self.orders.push(action);
        }
        done
    }

    pub fn attack(&mut self, id: i32, target: Spot) -> bool {
        self.act(Action::Attack { unit: id, x: target.x.into(), y: target.y.into() })
    }

    pub fn build(&mut self, id: i32, on: Spot) -> bool {
        self.act(Action::Build { unit: id, x: on.x.into(), y: on.y.into() })
    }

    /// Walks a unit along `path`, as far as it goes.
    pub fn walk(&mut self, id: i32, path: &[Spot]) {
        for spot in path {
            if !self.act(Action::Move { unit: id, x: spot.x.into(), y: spot.y.into() }) {
                return;
            }
        }
    }

    pub fn unit(&self, id: i32) -> Option<&Unit> {
        self.state.find(id).map(|index| &self.state.units()[index])
    }

    /// Ids of our units that orders can name.
    pub fn mine(&self) -> Vec<i32> {
        let own = self.state.units().iter().filter(|unit| unit.owner == self.me);
        own.filter_map(|unit| i32::try_from(unit.id).ok()).collect()
    }

    pub fn enemies(&self) -> impl Iterator<Item = &Unit> {
        self.state.units().iter().filter(|unit| unit.owner != self.me)
    }

    /// The unit on a square.
    pub fn on(&self, spot: Spot) -> Option<&Unit> {
        self.state.unit_on(spot).map(|index| &self.state.units()[index])
    }

    pub fn enemy_on(&self, spot: Spot) -> Option<&Unit> {
        self.on(spot).filter(|unit| unit.owner != self.me)
    }

    pub fn own_on(&self, spot: Spot) -> Option<&Unit> {
        self.on(spot).filter(|unit| unit.owner == self.me)
    }

    pub fn is_free(&self, spot: Spot) -> bool {
        !self.game.board().is_wall(spot) && self.state.unit_on(spot).is_none()
    }

    /// The squares next to one: right, left, up, down.
    pub fn around(&self, spot: Spot) -> &[Spot] {
        &self.around[usize::from(spot.cell)]
    }

    /// Calls `show` with every square that a unit standing on `from` could strike, except its own.
    pub fn targets(&self, unit: &Unit, from: Spot, mut show: impl FnMut(Spot)) {
        if from != unit.at || !unit.is_unmoved() || unit.stats.attack_range <= 1 {
            self.around(from).iter().for_each(|&spot| show(spot));
        } else {
            self.near(from, unit.stats.attack_range, |spot| {
                if spot != from {
                    show(spot);
                }
            });
        }
    }

    /// Calls `show` with every square within `reach`.
    pub fn near(&self, from: Spot, reach: i32, mut show: impl FnMut(Spot)) {
        let board = self.game.board();
        let (x, y) = (i32::from(from.x), i32::from(from.y));
        let reach = reach.min(board.width() + board.height());
        for row in (y - reach).max(0)..=(y + reach).min(board.height() - 1) {
            let rest = reach - (row - y).abs();
            for column in (x - rest).max(0)..=(x + rest).min(board.width() - 1) {
                if let Some(spot) = board.spot(column, row) {
                    show(spot);
                }
            }
        }
    }

    /// What an attack on `target` would do, as things stand.
    pub fn blow(&self, unit: &Unit, target: Spot) -> Blow {
        let mut blow = Blow::default();
        let mut hit = |enemy: &Unit, power: i32| {
            blow.kills += i64::from(enemy.hp <= power.into());
            blow.damage += enemy.hp.min(power.into());
        };
        match self.on(target) {
            Some(other) if other.owner == unit.owner => return blow,
            Some(enemy) => hit(enemy, unit.stats.attack_power),
            None => {}
        }
        if unit.stats.splash_damage > 0 {
            self.near(target, self.game.config.splash_radius as i32, |spot| {
                if spot != target
                    && let Some(enemy) = self.on(spot).filter(|other| other.owner != unit.owner)
                {
                    hit(enemy, unit.stats.splash_damage);
                }
            });
        }
        blow
    }

    /// The best blow of a unit from a square.
    pub fn best_blow(&mut self, unit: &Unit, from: Spot) -> Option<(Blow, Spot)> {
        let mut blows = Vec::new();
        self.targets(unit, from, |target| {
            let blow = self.blow(unit, target);
            if blow.damage > 0 {
                blows.push((blow, target));
            }
        });
        best(&mut self.rng, &blows, |&(blow, _)| blow)
    }
}

/// What an attack would do: units killed first, then damage done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Blow {
    pub kills: i64,
    pub damage: i64,
}

/// The item with the greatest key; any of them if several are equal.
pub fn best<T: Copy, K: Ord>(rng: &mut Rng, items: &[T], key: impl Fn(&T) -> K) -> Option<T> {
    let mut chosen: Option<(K, T)> = None;
    let mut equals = 1;
    for item in items {
        let worth = key(item);
        let order = chosen.as_ref().map_or(std::cmp::Ordering::Greater, |(most, _)| worth.cmp(most));
        equals = if order.is_eq() { equals + 1 } else { 1 };
        if order.is_gt() || order.is_eq() && rng.below(equals) == 0 {
            chosen = Some((worth, *item));
        }
    }
    chosen.map(|(_, item)| item)
}

fn seen(unit: &UnitView, at: Spot) -> Unit {
    let stats = Stats {
        level: unit.level,
        max_health: unit.max_health,
        max_moves: unit.max_moves,
        attack_power: unit.attack_power,
        attack_range: unit.attack_range,
        heal_power: unit.heal_power,
        poison_power: unit.poison_power,
        max_regen: unit.max_regen,
        splash_damage: unit.splash_damage,
        max_build_points: unit.max_build_points,
    };
    Unit {
        id: unit.id,
        hp: unit.hp,
        poison: unit.poison,
        build_points: unit.build_points,
        moves: unit.moves,
        actions: unit.actions,
        colours: [unit.red, unit.green, unit.blue, unit.yellow],
        stats,
        at,
        owner: unit.owner.into(),
    }
}

/// Steps from one square to others, with the way back. Buffers are reused.
#[derive(Default)]
pub struct Walk {
    steps: Vec<u16>,
    from: Vec<u16>,
    queue: Vec<Spot>,
    path: Vec<Spot>,
}

impl Walk {
    /// Searches from `start` over `open` squares, no farther than `limit`, until `found` is true of a square that was
    /// reached (open or not: goals may be occupied). Returns that square.
    pub fn search(
        &mut self,
        sight: &Sight,
        start: Spot,
        limit: u16,
        open: impl Fn(Spot) -> bool,
        mut found: impl FnMut(Spot, u16) -> bool,
    ) -> Option<Spot> {
        self.steps.clear();
        self.steps.resize(sight.game.board().cells(), FAR);
        self.from.resize(self.steps.len(), 0);
        self.queue.clear();
        self.queue.push(start);
        self.steps[usize::from(start.cell)] = 0;
        let mut head = 0;
        while let Some(&spot) = self.queue.get(head) {
            head += 1;
            let steps = self.steps[usize::from(spot.cell)];
            if found(spot, steps) {
                return Some(spot);
            }
            if steps >= limit || !(head == 1 || open(spot)) {
                continue;
            }
            for &next in sight.around(spot) {
                if self.steps[usize::from(next.cell)] == FAR && !sight.game.board().is_wall(next) {
                    self.steps[usize::from(next.cell)] = steps + 1;
                    self.from[usize::from(next.cell)] = spot.cell;
                    self.queue.push(next);
                }
            }
        }
        None
    }

    pub fn steps(&self, spot: Spot) -> u16 {
        self.steps[usize::from(spot.cell)]
    }

    /// The way from the start to a square that was reached, without the start.
    pub fn path(&mut self, sight: &Sight, to: Spot) -> &[Spot] {
        self.path.clear();
        let width = sight.game.board().width();
        let mut cell = to.cell;
        while self.steps[usize::from(cell)] > 0 {
            let (x, y) = (i32::from(cell) % width, i32::from(cell) / width);
            self.path.push(Spot { x: x as u8, y: y as u8, cell });
            cell = self.from[usize::from(cell)];
        }
        self.path.reverse();
        &self.path
    }
}
