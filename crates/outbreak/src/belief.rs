//! The game as a seat believes it to be: what its view shows, and out of sight the walls and crates it knew last.
//!
//! It is made of a view and of what was believed before, never of the state itself, so it cannot know more.

use crate::Outbreak;
use crate::decimal::Decimal;
use crate::position::{CrateInfo, WallInfo};
use crate::state::{Crate, Drop, Facts, Human, Notes, State, Wall, Zombie};
use crate::view::{Memory, View};
use crate::words::{Item, Name, Side, WeaponId};
use skirmish_core::view::{News, Viewer};
use skirmish_core::{Seat, Telling};
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
    /// The state as a seat may imagine it that has seen only its first view and its present one.
    ///
    /// Numbers come from a counter that no seat is shown. On turn 1 the map is all there is, and the next number
    /// follows from it; later, new things in a seat's imagination get numbers that no action can name.
    pub(crate) fn imagined(&self, state: &State, memory: &Memory, seat: Seat) -> State {
        let Some(side) = Side::of(seat) else { return State::new(blank(self.board)) };
        let news = News { first: true, rejected: &[], events: &[], memory };
        let mut view = View::default();
        self.view(state, Viewer::Seat(seat), &news, &mut view);
        let mut imagined = self.believed(&view, side, &mut Known::default());
        if imagined.facts.turn > 1 {
            imagined.facts.next_id = imagined.facts.next_id.max(LAST_NAME + 1);
        }
        imagined
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
        let things = state.walls.iter().map(|w| w.id).chain(state.crates.iter().map(|c| c.id));
        let units = state.humans.iter().map(|h| h.id).chain(state.zombies.iter().map(|z| z.id));
        state.facts.next_id = things.chain(units).max().unwrap_or(0) + 1;
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
