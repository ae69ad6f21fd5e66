//! The built-in bots. They see only views, and play both sides.
//!
//! A bot is a [`Mind`] that plays one phase on a model of the game; [`Player`] keeps the model up to date from the
//! views and plays the mind through all the phases that a request is about.

mod medium;
mod model;
mod pack;
mod shepherd;
mod strong;
mod ways;
mod weak;

use crate::action::Action;
use crate::class::Side;
use crate::config::Prompt;
use crate::game::Infection;
use crate::state::State;
use crate::view::View;
use model::Model;
use skirmish_core::{Bot, BotEntry, Hello, Rng, Rules};

pub(crate) const BOTS: &[BotEntry<Infection>] = &[
    BotEntry {
        name: "weak",
        aliases: &["drifter"],
        about: "Every unit does something legal at random.",
        make: |hello| Player::boxed(hello, weak::Drifter),
    },
    BotEntry {
        name: "medium",
        aliases: &["greedy"],
        about: "Zombies run at the closest human, humans away from the closest zombie, as the crow flies.",
        make: |hello| Player::boxed(hello, medium::Greedy),
    },
    BotEntry {
        name: "strong",
        aliases: &["shepherd", "pack"],
        about: "Zombies hunt in a pack along real paths; humans keep out of reach and stun zombies that could bite.",
        make: |hello| Player::boxed(hello, strong::Strong::default()),
    },
];

/// A way to play.
trait Mind: Send {
    /// Appends the actions of `side` for the present phase of `state`.
    fn phase(&mut self, game: &Infection, state: &State, side: Side, rng: &mut Rng, out: &mut Vec<Action>);
}

/// A mind at a table.
struct Player<M> {
    mind: M,
    model: Model,
    side: Option<Side>,
    rng: Rng,
}

impl<M: Mind + 'static> Player<M> {
    fn boxed(hello: &Hello<'_, Infection>, mind: M) -> Box<dyn Bot<Infection>> {
        Box::new(Player { mind, model: Model::default(), side: Side::of(hello.seat), rng: Rng::new(hello.random) })
    }
}

impl<M: Mind> Bot<Infection> for Player<M> {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        let (Some(side), Some((game, seen))) = (self.side, self.model.of(&view.position)) else { return };
        if game.config.prompt == Prompt::Phase {
            return self.mind.phase(game, seen, side, &mut self.rng, orders);
        }
        // The whole turn is asked for: play it phase by phase to see the result of each.
        let mut state = seen.clone();
        while state.turn == seen.turn && state.side() == Some(side) {
            let first = orders.len();
            self.mind.phase(game, &state, side, &mut self.rng, orders);
            for action in &orders[first..] {
                // A refused action does nothing, in the model as in the game.
                game.act(&mut state, side.seat(), action, &mut ()).ok();
            }
            game.pass_phase(&mut state, &mut ());
        }
    }
}
