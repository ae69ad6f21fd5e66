//! A game as the rules hold it: flat lists by ascending id, and a grid that says what stands in each hex.

use crate::decimal::{Decimal, Scent};
use crate::words::{Cause, Item, Side, WeaponId};
use skirmish_core::Hasher;
use skirmish_grid::hex::{Diamond, Hex};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Human {
    pub id: i64,
    pub at: Hex,
    pub hp: i64,
    pub max_hp: i64,
    pub moves: i64,
    pub idle: Decimal,
    pub weapon: WeaponId,
    pub ammo: i64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zombie {
    pub id: i64,
    pub at: Hex,
    pub hp: i64,
    pub max_hp: i64,
    pub moves: i64,
    pub idle: Decimal,
    pub facing: u8,
    pub scent: Scent,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wall {
    pub id: i64,
    pub at: Hex,
    pub hp: i64,
    pub max_hp: i64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Crate {
    pub id: i64,
    pub at: Hex,
    pub hp: i64,
    pub max_hp: i64,
    pub item: Item,
}

/// An air drop on its way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drop {
    pub id: i64,
    pub at: Hex,
    pub delay: i64,
    pub item: Item,
}

/// What stands in a hex: places in the lists of walls and humans plus one (0: none), and how many others.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cell {
    wall: u32,
    human: u32,
    pub zombies: u32,
    pub crates: u32,
}

impl Cell {
    /// The place of the wall in the list of walls.
    #[inline]
    pub fn wall(self) -> Option<usize> {
        (self.wall as usize).checked_sub(1)
    }

    /// The place of the human in the list of humans.
    #[inline]
    pub fn human(self) -> Option<usize> {
        (self.human as usize).checked_sub(1)
    }

    /// Whether nothing stands there.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.wall | self.human | self.zombies | self.crates == 0
    }

    #[inline]
    pub fn has_wall(self) -> bool {
        self.wall > 0
    }

    #[inline]
    pub fn has_human(self) -> bool {
        self.human > 0
    }
}

/// Notes on the list being worked through; blank between steps.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Notes {
    /// Entries so far.
    pub taken: i64,
    /// An accepted `end_turn` has come.
    pub ended: bool,
    /// The last entry was an accepted `look`.
    pub looked: bool,
}

/// Everything but the lists.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Facts {
    pub board: Diamond,
    pub turn: i64,
    pub next_id: i64,
    pub drops_ready: Decimal,
    pub spawn_ready: Decimal,
    /// Counters of the zones, in their order.
    pub zones: [u32; 4],
    /// Clocks in milliseconds, by side; `None` without clocks.
    pub clocks: [Option<i64>; 2],
    pub ending: Option<Cause>,
    pub notes: Notes,
}

/// A complete game. Lists change only through the methods here, which keep the grid right.
#[derive(PartialEq, Debug)]
pub struct State {
    pub(crate) facts: Facts,
    pub(crate) humans: Vec<Human>,
    pub(crate) zombies: Vec<Zombie>,
    pub(crate) walls: Vec<Wall>,
    pub(crate) crates: Vec<Crate>,
    pub(crate) drops: Vec<Drop>,
    grid: Vec<Cell>,
}

impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::new(self.facts);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &State) {
        self.facts = source.facts;
        self.humans.clone_from(&source.humans);
        self.zombies.clone_from(&source.zombies);
        self.walls.clone_from(&source.walls);
        self.crates.clone_from(&source.crates);
        self.drops.clone_from(&source.drops);
        self.grid.clone_from(&source.grid);
    }
}

impl State {
    /// An empty board, with room for a game of the usual size so that play need not allocate.
    pub(crate) fn new(facts: Facts) -> State {
        State {
            facts,
            humans: Vec::with_capacity(16),
            zombies: Vec::with_capacity(512),
            walls: Vec::with_capacity(facts.board.hexes().min(1024)),
            crates: Vec::with_capacity(512),
            drops: Vec::with_capacity(16),
            grid: vec![Cell::default(); facts.board.hexes()],
        }
    }

    pub fn turn(&self) -> i64 {
        self.facts.turn
    }

    /// The side to move; while the game runs, the only one that may act.
    pub fn side(&self) -> Side {
        Side::to_move(self.facts.turn)
    }

    pub fn ending(&self) -> Option<Cause> {
        self.facts.ending
    }

    pub fn humans(&self) -> &[Human] {
        &self.humans
    }

    pub fn zombies(&self) -> &[Zombie] {
        &self.zombies
    }

    /// Walls, by ascending id like all lists.
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    pub fn crates(&self) -> &[Crate] {
        &self.crates
    }

    /// Air drops on their way.
    pub fn drops(&self) -> &[Drop] {
        &self.drops
    }

    /// Air drops that can be called, in parts of one.
    pub fn drops_ready(&self) -> Decimal {
        self.facts.drops_ready
    }

    /// Zombies that can be spawned, in parts of one.
    pub fn spawn_ready(&self) -> Decimal {
        self.facts.spawn_ready
    }

    /// The counters of the zones, in their order.
    pub fn zones(&self) -> [u32; 4] {
        self.facts.zones
    }

    /// What stands in each hex, row by row.
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.grid
    }

    /// What stands in a hex of the board.
    #[inline]
    pub fn cell(&self, at: Hex) -> Cell {
        self.grid[self.facts.board.index(at)]
    }

    #[inline]
    fn cell_mut(&mut self, at: Hex) -> &mut Cell {
        &mut self.grid[self.facts.board.index(at)]
    }

    /// Becomes an empty board, keeping the lists' memory. The grid is to be rebuilt.
    pub(crate) fn forget(&mut self, facts: Facts) {
        self.facts = facts;
        self.humans.clear();
        self.zombies.clear();
        self.walls.clear();
        self.crates.clear();
        self.drops.clear();
    }

    /// The highest number of anything that stands on the board; 0 if nothing does.
    pub(crate) fn last_id(&self) -> i64 {
        let units = [self.humans.last().map(|human| human.id), self.zombies.last().map(|zombie| zombie.id)];
        let things = [self.walls.last().map(|wall| wall.id), self.crates.last().map(|found| found.id)];
        units.into_iter().chain(things).flatten().max().unwrap_or(0)
    }

    /// The next number for a new thing.
    pub(crate) fn new_id(&mut self) -> i64 {
        let id = self.facts.next_id;
        self.facts.next_id += 1;
        id
    }

    // ---- finding by id: lists are ascending

    #[inline]
    pub fn find_human(&self, id: i64) -> Option<usize> {
        self.humans.iter().position(|human| human.id == id)
    }

    #[inline]
    pub fn find_zombie(&self, id: i64) -> Option<usize> {
        self.zombies.binary_search_by_key(&id, |zombie| zombie.id).ok()
    }

    #[inline]
    pub fn find_wall(&self, id: i64) -> Option<usize> {
        self.walls.binary_search_by_key(&id, |wall| wall.id).ok()
    }

    #[inline]
    pub fn find_crate(&self, id: i64) -> Option<usize> {
        self.crates.binary_search_by_key(&id, |crate_| crate_.id).ok()
    }

    // ---- coming, moving, going

    pub(crate) fn add_human(&mut self, human: Human) {
        self.humans.push(human);
        self.cell_mut(human.at).human = self.humans.len() as u32;
    }

    pub(crate) fn add_zombie(&mut self, zombie: Zombie) {
        self.zombies.push(zombie);
        self.cell_mut(zombie.at).zombies += 1;
    }

    pub(crate) fn add_wall(&mut self, wall: Wall) {
        self.walls.push(wall);
        self.cell_mut(wall.at).wall = self.walls.len() as u32;
    }

    pub(crate) fn add_crate(&mut self, new: Crate) {
        self.crates.push(new);
        self.cell_mut(new.at).crates += 1;
    }

    pub(crate) fn move_human(&mut self, i: usize, to: Hex) {
        self.cell_mut(self.humans[i].at).human = 0;
        self.humans[i].at = to;
        self.cell_mut(to).human = i as u32 + 1;
    }

    pub(crate) fn move_zombie(&mut self, i: usize, to: Hex) {
        self.cell_mut(self.zombies[i].at).zombies -= 1;
        self.zombies[i].at = to;
        self.cell_mut(to).zombies += 1;
    }

    pub(crate) fn remove_human(&mut self, i: usize) -> Human {
        let human = self.humans.remove(i);
        self.cell_mut(human.at).human = 0;
        for j in i..self.humans.len() {
            self.cell_mut(self.humans[j].at).human = j as u32 + 1;
        }
        human
    }

    pub(crate) fn remove_zombie(&mut self, i: usize) -> Zombie {
        let zombie = self.zombies.remove(i);
        self.cell_mut(zombie.at).zombies -= 1;
        zombie
    }

    pub(crate) fn remove_wall(&mut self, i: usize) -> Wall {
        let wall = self.walls.remove(i);
        self.cell_mut(wall.at).wall = 0;
        for j in i..self.walls.len() {
            self.cell_mut(self.walls[j].at).wall = j as u32 + 1;
        }
        wall
    }

    pub(crate) fn remove_crate(&mut self, i: usize) -> Crate {
        let gone = self.crates.remove(i);
        self.cell_mut(gone.at).crates -= 1;
        gone
    }

    /// Rebuilds the grid from the lists after they were changed by hand.
    pub(crate) fn rebuild_grid(&mut self) {
        self.grid.clear();
        self.grid.resize(self.facts.board.hexes(), Cell::default());
        let board = self.facts.board;
        for (i, human) in self.humans.iter().enumerate() {
            self.grid[board.index(human.at)].human = i as u32 + 1;
        }
        for (i, wall) in self.walls.iter().enumerate() {
            self.grid[board.index(wall.at)].wall = i as u32 + 1;
        }
        for zombie in &self.zombies {
            self.grid[board.index(zombie.at)].zombies += 1;
        }
        for crate_ in &self.crates {
            self.grid[board.index(crate_.at)].crates += 1;
        }
    }

    /// A hash of everything a position holds but clocks and config.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        let facts = &self.facts;
        hasher.int(facts.turn);
        hasher.int(facts.next_id);
        hasher.int(facts.drops_ready.units);
        hasher.int(facts.spawn_ready.units);
        facts.zones.iter().for_each(|&next| hasher.int(i64::from(next)));
        hasher.int(facts.ending.map_or(-1, |ending| ending as i64));
        let place = |at: Hex| i64::from(at.y) << 32 | i64::from(at.x as u32);
        let item = |item| match item {
            Item::Ammo => -1,
            Item::Weapon(WeaponId(i)) => i64::from(i),
        };
        hasher.int(self.humans.len() as i64);
        for h in &self.humans {
            let words = [h.id, place(h.at), h.hp, h.max_hp, h.moves, h.idle.units, i64::from(h.weapon.0), h.ammo];
            words.into_iter().for_each(|n| hasher.int(n));
        }
        hasher.int(self.zombies.len() as i64);
        for z in &self.zombies {
            let words = [z.id, place(z.at), z.hp, z.max_hp, z.moves, z.idle.units, i64::from(z.facing), z.scent.units];
            words.into_iter().for_each(|n| hasher.int(n));
        }
        hasher.int(self.walls.len() as i64);
        for w in &self.walls {
            [w.id, place(w.at), w.hp, w.max_hp].into_iter().for_each(|n| hasher.int(n));
        }
        hasher.int(self.crates.len() as i64);
        for c in &self.crates {
            [c.id, place(c.at), c.hp, c.max_hp, item(c.item)].into_iter().for_each(|n| hasher.int(n));
        }
        hasher.int(self.drops.len() as i64);
        for d in &self.drops {
            [d.id, place(d.at), d.delay, item(d.item)].into_iter().for_each(|n| hasher.int(n));
        }
        hasher.finish()
    }
}
