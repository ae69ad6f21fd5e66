//! The built-in bots. They see only views, and try things out on a board rebuilt from the view.

mod evening;
mod hand;
mod hunt;
mod medium;
mod plans;
mod strong;
mod weak;

use crate::action::Action;
use crate::game::Zords;
use crate::state::State;
use crate::view::View;
use hand::Hand;
use skirmish_core::{Bot, BotEntry, Hello, Key, Rng, Seat};

pub(crate) const BOTS: &[BotEntry<Zords>] = &[
    BotEntry {
        name: "weak",
        aliases: &["wanderer"],
        about: "walks its first zord to the nearest totem and hides behind shields",
        make: |hello| Player::seated(hello, weak::wander),
    },
    BotEntry {
        name: "medium",
        aliases: &["camper"],
        about: "spreads over both totems, builds as soon as it can pay, and kills what it can finish",
        make: |hello| Player::seated(hello, medium::camp),
    },
    BotEntry {
        name: "strong",
        aliases: &["banker"],
        about: "tries plans on a board of its own and takes those that pay best by the end of the day",
        make: |hello| Player::seated(hello, strong::bank),
    },
];

/// A player that decides from the present view alone.
struct Player {
    game: Zords,
    seat: Seat,
    rng: Rng,
    board: State,
    decide: fn(&mut Hand<'_>),
}

impl Player {
    fn seated(hello: &Hello<'_, Zords>, decide: fn(&mut Hand<'_>)) -> Box<dyn Bot<Zords>> {
        Box::new(Player {
            game: Zords::new(hello.config.clone()),
            seat: hello.seat,
            rng: Rng::new(hello.random),
            board: State::waiting(Key::default()),
            decide,
        })
    }
}

impl Bot<Zords> for Player {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        hand::rebuild(&mut self.board, view);
        let luck = self.rng.next_u64();
        (self.decide)(&mut Hand { game: &self.game, state: &mut self.board, seat: self.seat, luck, orders });
    }
}
