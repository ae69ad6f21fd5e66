//! What a bot holds true: the game as it was last seen, on which it tries its own actions before it sends them.

use crate::action::Action;
use crate::decimal::Decimal;
use crate::position::{CrateInfo, WallInfo};
use crate::state::{Crate, Drop, Facts, Human, Notes, State, Wall, Zombie};
use crate::view::View;
use crate::words::{Item, Name, Side, WeaponId};
use crate::{Config, Outbreak};
use serde_json::Map;
use skirmish_core::{Game, Hello, Rng};
use skirmish_grid::hex::{Diamond, Hex};

/// The bot's picture of the game. Things out of sight are as they were when last seen.
pub(super) struct Mind {
    pub game: Outbreak,
    pub side: Side,
    pub rng: Rng,
    /// The picture: own units, enemies in sight, walls and crates seen or remembered.
    pub state: State,
    walls: Vec<Wall>,
    crates: Vec<Crate>,
}

impl Mind {
    pub fn new(hello: &Hello<'_, Outbreak>) -> Mind {
        let game = Outbreak::new(hello.config.clone(), Map::new(), None);
        let state = State::new(blank(game.board));
        let side = Side::of(hello.seat).unwrap_or_default();
        Mind { game, side, rng: Rng::new(hello.random), state, walls: Vec::new(), crates: Vec::new() }
    }

    pub fn config(&self) -> &Config {
        &self.game.config
    }

    pub fn board(&self) -> Diamond {
        self.game.board
    }

    /// The weapon called so, where the game has it.
    pub fn weapon_called(&self, name: &str) -> Option<WeaponId> {
        self.config().weapons.find(name)
    }

    /// Takes in a view.
    pub fn look(&mut self, view: &View) {
        let mut state = State::new(Facts {
            turn: view.turn,
            drops_ready: view.drops_ready.unwrap_or_default(),
            spawn_ready: view.spawn_ready,
            zones: std::array::from_fn(|i| view.zones.as_ref().and_then(|zones| zones.get(i)).map_or(0, |z| z.next)),
            ..blank(self.game.board)
        });
        for h in &view.humans {
            state.humans.push(Human {
                id: h.id,
                at: Hex::new(h.x, h.y),
                hp: h.hp,
                max_hp: h.max_hp,
                moves: h.moves,
                idle: h.idle,
                weapon: self.weapon_called(h.weapon.as_str()).unwrap_or(self.game.fallback),
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
            state.drops.push(Drop { id: d.id, at: Hex::new(d.x, d.y), delay: d.delay, item: self.item(&d.item) });
        }
        state.rebuild_grid();
        self.remember(view, &state);
        state.walls.extend_from_slice(&self.walls);
        state.crates.extend_from_slice(&self.crates);
        let ids = state.walls.iter().map(|w| w.id).chain(state.crates.iter().map(|c| c.id));
        let units = state.humans.iter().map(|h| h.id).chain(state.zombies.iter().map(|z| z.id));
        state.facts.next_id = ids.chain(units).max().unwrap_or(0) + 1;
        state.rebuild_grid();
        self.state = state;
    }

    /// What is in sight replaces what was remembered there.
    fn remember(&mut self, view: &View, state: &State) {
        if let Some(walls) = &view.map_walls {
            self.walls = walls.iter().map(wall).collect();
        }
        if let Some(crates) = &view.map_crates {
            self.crates = crates.iter().map(|info| self.found(info)).collect();
        }
        let (game, side) = (&self.game, self.side);
        let hidden = |at: Hex| !game.sees(state, side, at) && !state.cell(at).has_human();
        self.walls.retain(|wall| hidden(wall.at));
        self.crates.retain(|found| hidden(found.at));
        self.walls.extend(view.walls.iter().map(wall));
        let crates = view.crates.iter().flatten().map(|info| self.found(info)).collect::<Vec<_>>();
        self.crates.extend(crates);
        self.walls.sort_unstable_by_key(|wall| wall.id);
        self.crates.sort_unstable_by_key(|found| found.id);
    }

    fn found(&self, info: &CrateInfo) -> Crate {
        let at = Hex::new(info.x, info.y);
        Crate { id: info.id, at, hp: info.hp, max_hp: info.max_hp, item: self.item(&info.item) }
    }

    fn item(&self, name: &Name) -> Item {
        self.game.item_called(name.as_str()).unwrap_or(Item::Ammo)
    }

    /// Tries an action on the picture. If it goes, it is also sent.
    pub fn act(&mut self, action: Action, orders: &mut Vec<Action>) -> bool {
        let done = self.game.act(&mut self.state, self.side.seat(), &action, &mut ()).is_ok();
        if done {
            orders.push(action);
        }
        done
    }

    // ---- questions

    pub fn on_board(&self, hex: Hex) -> bool {
        self.game.board.contains(hex)
    }

    pub fn zombies_at(&self, hex: Hex) -> usize {
        if self.on_board(hex) { self.state.cell(hex).zombies as usize } else { 0 }
    }

    /// Neither wall nor unit is there.
    pub fn is_open(&self, hex: Hex) -> bool {
        self.on_board(hex) && {
            let cell = self.state.cell(hex);
            !cell.has_wall() && !cell.has_human() && cell.zombies == 0
        }
    }

    pub fn wall_hp(&self, hex: Hex) -> Option<i64> {
        if self.on_board(hex) { self.state.cell(hex).wall().map(|i| self.state.walls[i].hp) } else { None }
    }

    /// Whether a human has rounds, time and moves for a shot.
    pub fn can_shoot(&self, human: &Human) -> bool {
        let weapon = self.game.weapon(human.weapon);
        human.ammo >= weapon.ammo && weapon.delay < human.idle && human.moves >= self.config().human_attack_moves
    }
}

fn blank(board: Diamond) -> Facts {
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

fn wall(info: &WallInfo) -> Wall {
    Wall { id: info.id, at: Hex::new(info.x, info.y), hp: info.hp, max_hp: info.max_hp }
}

/// An id as actions name it; the ids a bot meets in play are small.
pub(super) fn id(id: i64) -> i32 {
    i32::try_from(id).unwrap_or(-1)
}

/// The facing from `from` whose next hex is nearest to `to`; `straight` wins ties.
pub(super) fn facing_to(from: Hex, to: Hex, straight: u8) -> u8 {
    (0..6).min_by_key(|&facing| (from.ahead(facing).distance(to), facing != straight)).unwrap_or(straight)
}

/// Which way to turn from one facing to another; `None` if there already.
pub(super) fn turn_to(from: u8, to: u8) -> Option<i32> {
    match (to + 6 - from) % 6 {
        0 => None,
        1..=3 => Some(1),
        _ => Some(-1),
    }
}
