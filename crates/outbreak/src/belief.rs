//! The game as a seat believes it to be: what its view shows, and out of sight the walls and crates it knew last.
//!
//! It is made of a view and of what was believed before, never of the state itself, so it cannot know more.

use crate::Outbreak;
use crate::decimal::Decimal;
use crate::position::{CrateInfo, WallInfo};
use crate::state::{Crate, Drop, Facts, Human, Notes, State, Wall, Zombie};
use crate::view::{Memory, View};
use crate::words::{Item, Name, Side, WeaponId};
use skirmish_core::Seat;
use skirmish_grid::hex::{Diamond, Hex};

/// The highest number that an action can name.
pub(crate) const LAST_NAME: i64 = 1_000_000;

/// Walls and crates as they were when last seen, or told of.
#[derive(Default)]
pub(crate) struct Known {
    walls: Vec<Wall>,
    crates: Vec<Crate>,
}

impl Outbreak {
    /// The state as a seat may imagine it.
    pub(crate) fn imagined(&self, state: &State, memory: &Memory, seat: Seat) -> State {
        let mut imagined = State::new(blank(self.board));
        self.imagine(state, memory, seat, &mut imagined);
        imagined
    }

    /// Writes the state as a seat may imagine it that has seen only its first view and its present one. What `into`
    /// held is gone; its memory is used again.
    ///
    /// It takes from the state what the view would show, and nothing else: a test makes it of views and compares.
    /// So a state that was imagined, or made of a view, gives itself.
    ///
    /// Numbers come from a counter that no seat is shown. On turn 1 the map is all there is, and the next number
    /// follows from it; later, new things in a seat's imagination get numbers that no action can name.
    pub fn imagine(&self, state: &State, memory: &Memory, seat: Seat, into: &mut State) {
        into.forget(blank(self.board));
        let Some(side) = Side::of(seat) else { return into.rebuild_grid() };
        let seen = self.seen(state, side);
        let sees = |at: Hex| seen.has(at);
        let facts = Facts { turn: state.facts.turn, spawn_ready: state.facts.spawn_ready, ..into.facts };
        into.facts = Facts { clocks: state.facts.clocks, ending: state.facts.ending, ..facts };
        let (hidden, seen) = (memory.walls.iter().filter(|wall| !sees(wall.at)), state.walls.iter());
        merge(hidden, seen.filter(|wall| sees(wall.at)), |wall| wall.id, &mut into.walls);
        match side {
            Side::Humans => {
                into.facts.drops_ready = state.facts.drops_ready;
                into.humans.extend_from_slice(&state.humans);
                into.zombies.extend(state.zombies.iter().filter(|zombie| sees(zombie.at)));
                let (hidden, seen) = (memory.crates.iter().filter(|found| !sees(found.at)), state.crates.iter());
                merge(hidden, seen.filter(|found| sees(found.at)), |found| found.id, &mut into.crates);
                into.drops.extend_from_slice(&state.drops);
            }
            Side::Zombies => {
                into.facts.zones = state.facts.zones;
                into.humans.extend(state.humans.iter().filter(|human| sees(human.at)));
                into.zombies.extend_from_slice(&state.zombies);
            }
        }
        into.facts.next_id = into.last_id() + 1;
        if into.facts.turn > 1 {
            into.facts.next_id = into.facts.next_id.max(LAST_NAME + 1);
        }
        into.rebuild_grid();
    }

    /// The game as `side` believes it to be when shown `view`. What it knows is brought up to date on the way.
    pub(crate) fn believed(&self, view: &View, side: Side, known: &mut Known) -> State {
        let mut state = State::new(Facts {
            turn: view.turn,
            drops_ready: view.drops_ready.unwrap_or_default(),
            spawn_ready: view.spawn_ready,
            zones: std::array::from_fn(|i| view.zones.as_ref().and_then(|zones| zones.get(i)).map_or(0, |z| z.next)),
            clocks: [view.humans_ms, view.zombies_ms],
            ending: view.reason,
            ..blank(self.board)
        });
        for h in &view.humans {
            state.humans.push(Human {
                id: h.id,
                at: Hex::new(h.x, h.y),
                hp: h.hp,
                max_hp: h.max_hp,
                moves: h.moves,
                idle: h.idle,
                weapon: self.weapon_called(&h.weapon),
                ammo: h.ammo,
            });
        }
        for z in &view.zombies {
            state.zombies.push(Zombie {
                id: z.id,
                at: Hex::new(z.x, z.y),
                hp: z.hp,
                max_hp: z.max_hp,
                moves: z.moves,
                idle: z.idle,
                facing: z.facing,
                scent: z.scent,
            });
        }
        for d in view.drops.iter().flatten() {
            let item = self.item_in(&d.item);
            state.drops.push(Drop { id: d.id, at: Hex::new(d.x, d.y), delay: d.delay, item });
        }
        state.rebuild_grid();
        self.update(known, view, side, &state);
        state.walls.extend_from_slice(&known.walls);
        state.crates.extend_from_slice(&known.crates);
        state.facts.next_id = state.last_id() + 1;
        state.rebuild_grid();
        state
    }

    /// What is in sight replaces what was known of it.
    fn update(&self, known: &mut Known, view: &View, side: Side, units: &State) {
        if let Some(walls) = &view.map_walls {
            known.walls = walls.iter().map(wall).collect();
        }
        if let Some(crates) = &view.map_crates {
            known.crates = crates.iter().map(|info| self.found(info)).collect();
        }
        let hidden = |at: Hex| !self.sees(units, side, at) && !units.cell(at).has_human();
        known.walls.retain(|wall| hidden(wall.at));
        known.crates.retain(|found| hidden(found.at));
        known.walls.extend(view.walls.iter().map(wall));
        known.crates.extend(view.crates.iter().flatten().map(|info| self.found(info)));
        known.walls.sort_unstable_by_key(|wall| wall.id);
        known.crates.sort_unstable_by_key(|found| found.id);
    }

    fn found(&self, info: &CrateInfo) -> Crate {
        let at = Hex::new(info.x, info.y);
        Crate { id: info.id, at, hp: info.hp, max_hp: info.max_hp, item: self.item_in(&info.item) }
    }

    fn weapon_called(&self, name: &Name) -> WeaponId {
        self.config.weapons.find(name.as_str()).unwrap_or(self.fallback)
    }

    fn item_in(&self, name: &Name) -> Item {
        self.item_called(name.as_str()).unwrap_or(Item::Ammo)
    }
}

/// Makes one list of two that ascend by their numbers.
#[inline]
fn merge<'a, T: Copy + 'a>(
    one: impl Iterator<Item = &'a T>,
    other: impl Iterator<Item = &'a T>,
    id: impl Fn(&T) -> i64,
    into: &mut Vec<T>,
) {
    let mut one = one.peekable();
    for &thing in other {
        while let Some(&before) = one.next_if(|before| id(before) < id(&thing)) {
            into.push(before);
        }
        into.push(thing);
    }
    into.extend(one);
}

fn wall(info: &WallInfo) -> Wall {
    Wall { id: info.id, at: Hex::new(info.x, info.y), hp: info.hp, max_hp: info.max_hp }
}

/// A game of which nothing is known yet.
pub(crate) fn blank(board: Diamond) -> Facts {
    Facts {
        board,
        turn: 0,
        next_id: 0,
        drops_ready: Decimal::ZERO,
        spawn_ready: Decimal::ZERO,
        zones: [0; 4],
        clocks: [None; 2],
        ending: None,
        notes: Notes::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::view::{News, Viewer};
    use skirmish_core::{Documents, Golden, Rng, Rules, Setup, Table, Telling};

    /// The same, made of views.
    fn imagined_of_views(game: &Outbreak, state: &State, memory: &Memory, side: Side) -> State {
        let news = News { first: true, rejected: &[], events: &[], memory };
        let mut view = View::default();
        game.view(state, Viewer::Seat(side.seat()), &news, &mut view);
        let mut imagined = game.believed(&view, side, &mut Known::default());
        if imagined.facts.turn > 1 {
            imagined.facts.next_id = imagined.facts.next_id.max(LAST_NAME + 1);
        }
        imagined
    }

    #[test]
    fn what_is_imagined_is_made_of_views() {
        let mut rng = Rng::new(9);
        let mut into = State::new(blank(Diamond::new(3)));
        for n in 0..4 {
            let (game, state) = Outbreak::opening(n, &Setup::default()).unwrap();
            let mut table = Table::new(game, state);
            for _ in 0..400 {
                for side in [Side::Humans, Side::Zombies] {
                    let (game, memory) = (&table.game, table.memory());
                    for state in [table.state.clone(), game.reshuffle(&table.state, side.seat(), &mut rng)] {
                        game.imagine(&state, memory, side.seat(), &mut into);
                        assert_eq!(into, imagined_of_views(game, &state, memory, side));
                        assert_eq!(game.imagined(&into, memory, side.seat()), into, "once more changes nothing");
                    }
                }
                let (game, state) = (&table.game, &mut table.state);
                let Some(seat) = game.turn(state).to_act.iter().next() else { break };
                match game.sample(state, seat, &mut rng).filter(|_| rng.chance(7, 8)) {
                    Some(action) => game.act(state, seat, &action, &mut ()).unwrap(),
                    None => game.close(state, &mut ()),
                }
            }
        }
    }
}
