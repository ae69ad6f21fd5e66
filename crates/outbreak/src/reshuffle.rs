//! Other games that a seat cannot tell from this one: everything it may not know is changed at random.
//!
//! Everything that the seat's views show now is kept, and everything in hexes that any list it could send this turn
//! might bring into sight. The map as a first view tells it is the table's memory and not touched here. The result
//! of a finished game counts the living, so there the units stay as they are.

use crate::Outbreak;
use crate::decimal::{Decimal, Scent};
use crate::state::{Crate, Drop, Human, State, Wall, Zombie};
use crate::words::{Item, Side, WeaponId, Zone};
use skirmish_core::{Rng, Seat};
use skirmish_grid::hex::Hex;

impl Outbreak {
    pub(crate) fn change_hidden(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = state.clone();
        if let Some(side) = Side::of(seat) {
            let shown = self.may_be_seen(state, side);
            let hidden = self.board.iter().filter(|&hex| !shown[self.board.index(hex)]).collect();
            Shuffle { game: self, hidden, shown, state: &mut other, rng }.all(side);
            other.rebuild_grid();
        }
        other
    }

    /// The hexes that `side` sees or could come to see in this turn.
    fn may_be_seen(&self, state: &State, side: Side) -> Vec<bool> {
        let mut shown = vec![false; self.board.hexes()];
        let mut show = |at: Hex, reach: i64| {
            self.board.disc(at, reach).for_each(|hex| shown[self.board.index(hex)] = true);
        };
        let (sight, to_move) = (self.sight(side), state.ending().is_none() && state.side() == side);
        let moves = |moves: i64| if to_move { moves } else { 0 };
        match side {
            // Humans not placed yet may end up anywhere.
            Side::Humans if to_move && state.turn() == 1 => shown.fill(true),
            Side::Humans => {
                state.humans.iter().for_each(|human| show(human.at, sight.saturating_add(moves(human.moves))));
            }
            Side::Zombies => {
                // A human killed out of sight would leave crates, and their numbers would be missed.
                let weapon = self.weapon(self.zombie_weapon);
                let reach = sight.max(weapon.range.saturating_add(weapon.radius));
                state.zombies.iter().for_each(|zombie| show(zombie.at, reach.saturating_add(moves(zombie.moves))));
                let ready = if to_move { state.facts.spawn_ready.floor() } else { 0 };
                for (zone, next) in Zone::ALL.into_iter().zip(state.facts.zones) {
                    for i in 0..ready.min(self.board.side() as i64) as u32 {
                        show(zone.hex(self.board.radius(), next + i), reach);
                    }
                }
            }
        }
        shown
    }
}

struct Shuffle<'a> {
    game: &'a Outbreak,
    /// The hexes that may change.
    hidden: Vec<Hex>,
    shown: Vec<bool>,
    state: &'a mut State,
    rng: &'a mut Rng,
}

impl Shuffle<'_> {
    fn all(&mut self, side: Side) {
        let running = self.state.ending().is_none();
        self.walls();
        match side {
            Side::Humans => {
                let places = self.game.board.side();
                self.state.facts.zones = std::array::from_fn(|_| self.rng.index(places) as u32);
                if running {
                    self.zombies();
                }
                self.crates();
            }
            Side::Zombies => {
                let most = self.game.config.drop_max.units;
                self.state.facts.drops_ready = Decimal::units(self.rng.between(0, most));
                if running {
                    self.humans();
                }
                // Zombies see no crates and no drops, wherever they are.
                self.hidden = self.game.board.iter().collect();
                self.shown.fill(false);
                self.crates();
                self.drops();
            }
        }
    }

    fn is_hidden(&self, at: Hex) -> bool {
        !self.shown[self.game.board.index(at)]
    }

    fn somewhere(&mut self) -> Option<Hex> {
        self.rng.choose(&self.hidden).copied()
    }

    /// A hidden hex where a wall or a human may be.
    fn somewhere_free(&mut self) -> Option<Hex> {
        let at = self.somewhere()?;
        let taken =
            self.state.walls.iter().any(|wall| wall.at == at) || self.state.humans.iter().any(|human| human.at == at);
        (!taken).then_some(at)
    }

    /// A number that was given to something now gone, or to nothing yet told.
    fn unused_id(&mut self) -> Option<i64> {
        let state = &self.state;
        let id = self.rng.below(state.facts.next_id.max(0) as u64) as i64;
        let used = state.find_human(id).is_some()
            || state.find_zombie(id).is_some()
            || state.find_wall(id).is_some()
            || state.find_crate(id).is_some()
            || state.drops.iter().any(|drop| drop.id == id);
        (!used && id > 0).then_some(id)
    }

    /// One to three tries at something new: an unused id and a hidden hex.
    fn tries(&mut self) -> std::ops::Range<i64> {
        0..self.rng.between(1, 3)
    }

    fn hp(&mut self, max_hp: i64) -> i64 {
        self.rng.between(1, max_hp)
    }

    fn idle(&mut self) -> Decimal {
        Decimal::units(self.rng.between(0, 60_000))
    }

    fn item(&mut self) -> Item {
        if self.rng.chance(1, 2) { Item::Ammo } else { Item::Weapon(self.weapon()) }
    }

    fn weapon(&mut self) -> WeaponId {
        WeaponId(self.rng.index(self.game.config.weapons.0.len()) as u16)
    }

    fn walls(&mut self) {
        for i in (0..self.state.walls.len()).rev() {
            if !self.is_hidden(self.state.walls[i].at) {
                continue;
            }
            let max_hp = self.state.walls[i].max_hp;
            match self.rng.index(4) {
                0 => drop(self.state.walls.remove(i)),
                1 => {
                    if let Some(at) = self.somewhere_free() {
                        self.state.walls[i].at = at;
                    }
                }
                2 => self.state.walls[i].hp = self.hp(max_hp),
                _ => {}
            }
        }
        for _ in self.tries() {
            if let (Some(id), Some(at)) = (self.unused_id(), self.somewhere_free()) {
                let hp = self.rng.between(1, 600);
                insert(&mut self.state.walls, Wall { id, at, hp, max_hp: hp * 10 }, |wall| wall.id);
            }
        }
    }

    fn zombies(&mut self) {
        for i in (0..self.state.zombies.len()).rev() {
            let zombie = self.state.zombies[i];
            if !self.is_hidden(zombie.at) {
                continue;
            }
            if self.rng.chance(1, 4) {
                self.state.zombies.remove(i);
            } else {
                let at = self.somewhere().unwrap_or(zombie.at);
                self.state.zombies[i] = self.zombie(zombie.id, at, zombie.max_hp);
            }
        }
        for _ in self.tries() {
            if let (Some(id), Some(at)) = (self.unused_id(), self.somewhere()) {
                let zombie = self.zombie(id, at, 105);
                insert(&mut self.state.zombies, zombie, |zombie| zombie.id);
            }
        }
    }

    fn zombie(&mut self, id: i64, at: Hex, max_hp: i64) -> Zombie {
        Zombie {
            id,
            at,
            hp: self.hp(max_hp),
            max_hp,
            moves: self.rng.between(0, self.game.config.zombie_moves),
            idle: self.idle(),
            facing: self.rng.index(6) as u8,
            scent: Scent::units(self.rng.between(0, 1_000_000)),
        }
    }

    /// Hidden humans; the last one stays alive somewhere.
    fn humans(&mut self) {
        for i in (0..self.state.humans.len()).rev() {
            let human = self.state.humans[i];
            if !self.is_hidden(human.at) {
                continue;
            }
            if self.state.humans.len() > 1 && self.rng.chance(1, 4) {
                self.state.humans.remove(i);
            } else {
                let at = self.somewhere_free().unwrap_or(human.at);
                self.state.humans[i] = self.human(human.id, at, human.max_hp);
            }
        }
        if (self.state.humans.len() as i64) < self.game.config.human_count
            && let (Some(id), Some(at)) = (self.unused_id(), self.somewhere_free())
        {
            let human = self.human(id, at, 150);
            insert(&mut self.state.humans, human, |human| human.id);
        }
    }

    fn human(&mut self, id: i64, at: Hex, max_hp: i64) -> Human {
        Human {
            id,
            at,
            hp: self.hp(max_hp),
            max_hp,
            moves: self.rng.between(0, self.game.config.human_moves),
            idle: self.idle(),
            weapon: self.weapon(),
            ammo: self.rng.between(0, 200),
        }
    }

    fn crates(&mut self) {
        for i in (0..self.state.crates.len()).rev() {
            let found = self.state.crates[i];
            if !self.is_hidden(found.at) {
                continue;
            }
            match self.rng.index(4) {
                0 => drop(self.state.crates.remove(i)),
                1 => self.state.crates[i].at = self.somewhere().unwrap_or(found.at),
                2 => self.state.crates[i].hp = self.hp(found.max_hp),
                _ => self.state.crates[i].item = self.item(),
            }
        }
        for _ in self.tries() {
            if let (Some(id), Some(at)) = (self.unused_id(), self.somewhere()) {
                let (max_hp, item) = (self.rng.between(1, 100), self.item());
                insert(&mut self.state.crates, Crate { id, at, hp: max_hp, max_hp, item }, |found| found.id);
            }
        }
    }

    fn drops(&mut self) {
        for i in (0..self.state.drops.len()).rev() {
            let Some(at) = self.somewhere() else { continue };
            if self.rng.chance(1, 2) {
                self.state.drops.remove(i);
            } else {
                let (delay, item) = (self.rng.between(1, 4), self.item());
                let id = self.state.drops[i].id;
                self.state.drops[i] = Drop { id, at, delay, item };
            }
        }
        if let (Some(id), Some(at)) = (self.unused_id(), self.somewhere()) {
            let (delay, item) = (self.rng.between(1, 4), self.item());
            insert(&mut self.state.drops, Drop { id, at, delay, item }, |drop| drop.id);
        }
    }
}

/// Puts something into a list by ascending id.
fn insert<T>(list: &mut Vec<T>, thing: T, id: impl Fn(&T) -> i64) {
    let at = list.partition_point(|other| id(other) < id(&thing));
    list.insert(at, thing);
}
