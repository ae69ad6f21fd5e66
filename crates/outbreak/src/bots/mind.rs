//! What a bot believes: the game as it was last seen, on which it tries its own actions before it sends them.

use crate::action::Action;
use crate::belief::{Known, blank};
use crate::legal::nameable;
use crate::state::{Human, State};
use crate::view::View;
use crate::words::{Side, WeaponId};
use crate::{Config, Outbreak};
use serde_json::Map;
use skirmish_core::{Hello, Rng, Rules};
use skirmish_grid::hex::{Diamond, Hex};

/// The longest list a bot sends, even where the game would take a longer one.
const LONGEST: usize = 1000;

/// The bot's picture of the game. Things out of sight are as they were when last seen.
pub(super) struct Mind {
    pub game: Outbreak,
    pub side: Side,
    pub rng: Rng,
    /// The picture: own units, enemies in sight, walls and crates seen or remembered.
    pub state: State,
    known: Known,
}

impl Mind {
    pub fn new(hello: &Hello<'_, Outbreak>) -> Mind {
        let game = Outbreak::new(hello.config.clone(), Map::new(), None);
        let state = State::new(blank(game.board));
        let side = Side::of(hello.seat).unwrap_or_default();
        Mind { game, side, rng: Rng::new(hello.random), state, known: Known::default() }
    }

    pub fn config(&self) -> &Config {
        &self.game.config
    }

    pub fn board(&self) -> Diamond {
        self.game.board
    }

    /// The weapon of that name, if the game has it.
    pub fn weapon_called(&self, name: &str) -> Option<WeaponId> {
        self.config().weapons.find(name)
    }

    /// Takes in a view.
    pub fn look(&mut self, view: &View) {
        self.state = self.game.believed(view, self.side, &mut self.known);
    }

    /// Tries an action on the picture. If it works, it is also sent.
    pub fn act(&mut self, action: Action, orders: &mut Vec<Action>) -> bool {
        let done = orders.len() < LONGEST && self.game.act(&mut self.state, self.side.seat(), &action, &mut ()).is_ok();
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

/// An id as actions name it; an id that no action can name belongs to nothing.
pub(super) fn id(id: i64) -> i32 {
    nameable(id).unwrap_or(-1)
}

/// The facing from `from` whose next hex is nearest to `to`; `straight` wins ties.
pub(super) fn facing_to(from: Hex, to: Hex, straight: u8) -> u8 {
    (0..6).min_by_key(|&facing| (from.ahead(facing).distance(to), facing != straight)).unwrap_or(straight)
}

/// Which way to turn from one facing to another; `None` if they are equal.
pub(super) fn turn_to(from: u8, to: u8) -> Option<i32> {
    match (to + 6 - from) % 6 {
        0 => None,
        1..=3 => Some(1),
        _ => Some(-1),
    }
}
