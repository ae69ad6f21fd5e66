//! `shepherd` and `pack`: the humans and the zombies of the strong bot.

use super::Mind;
use super::pack::Pack;
use super::shepherd::Shepherd;
use crate::action::Action;
use crate::class::Side;
use crate::game::Infection;
use crate::state::{Phase, State};
use skirmish_core::Rng;

#[derive(Default)]
pub(super) struct Strong {
    pack: Pack,
    shepherd: Shepherd,
}

impl Mind for Strong {
    fn phase(&mut self, game: &Infection, state: &State, side: Side, rng: &mut Rng, out: &mut Vec<Action>) {
        match (side, state.phase) {
            (Side::Humans, Phase::Classes) => self.shepherd.picks(game, state, out),
            (Side::Humans, Phase::Move) => self.shepherd.moves(game, state, rng, out),
            (Side::Humans, Phase::Attack) => self.shepherd.attacks(game, state, out),
            (Side::Humans, Phase::Ability) => self.shepherd.abilities(game, state, out),
            (Side::Zombies, Phase::Move) => self.pack.moves(game, state, rng, out),
            (Side::Zombies, Phase::Attack) => self.pack.attacks(game, state, out),
            _ => {}
        }
    }
}
