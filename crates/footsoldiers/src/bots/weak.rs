//! Weak, "scout stream": what the original's example bots do.

use crate::action::Action;
use crate::game::Footsoldiers;
use crate::legal::command_square;
use crate::state::{Facing, Kind, Team};
use crate::view::View;
use skirmish_core::{Bot, Hello};

pub(super) struct ScoutStream {
    me: Team,
}

impl ScoutStream {
    pub(super) fn new(hello: &Hello<'_, Footsoldiers>) -> ScoutStream {
        ScoutStream { me: Team::of(hello.seat) }
    }
}

impl Bot<Footsoldiers> for ScoutStream {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        let (own, enemy) = (view.bases[self.me.index()], view.bases[self.me.other().index()]);
        if own.money < view.config.scout_cost {
            return;
        }
        let below = own.square().towards(Facing::Down);
        if let (Some((x, y)), Some((dest_x, dest_y))) = (command_square(below), command_square(enemy.square())) {
            orders.push(Action::Build { kind: Kind::Scout, x, y, dest_x, dest_y, facing: Facing::Down });
        }
    }
}
