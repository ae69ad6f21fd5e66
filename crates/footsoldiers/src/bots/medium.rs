//! Medium, "guarded rush": scouts and assassins in turn by the shortest path, tanks at home when they are needed.

use super::board::Board;
use super::scripts;
use crate::action::Action;
use crate::game::Footsoldiers;
use crate::state::Kind;
use crate::view::View;
use skirmish_core::{Bot, Hello};

pub(super) struct GuardedRush {
    board: Board,
    /// The kind to build next.
    next: Kind,
}

impl GuardedRush {
    pub(super) fn new(hello: &Hello<'_, Footsoldiers>) -> GuardedRush {
        GuardedRush { board: Board::new(hello), next: Kind::Scout }
    }
}

impl Bot<Footsoldiers> for GuardedRush {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        let known = self.board.look(view);
        let (state, me) = (&known.state, known.me);
        if let Some(guard) = scripts::guard(known, state, me) {
            orders.push(guard);
        } else if let Some(attacker) = scripts::attacker(known, state, me, self.next) {
            self.next = if self.next == Kind::Scout { Kind::Assassin } else { Kind::Scout };
            orders.push(attacker);
        } else {
            orders.extend(scripts::aim(known, state, me).or_else(|| scripts::steer(known, state, me)));
        }
    }
}
