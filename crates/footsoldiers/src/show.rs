//! How the game is shown, edited and played by hand.

use crate::game::Footsoldiers;
use crate::{brushes, hand, scene, sketch};
use skirmish_core::show::{Show, as_the_crow_flies, never_strikes, never_turns, sees_all};

pub(crate) static SHOW: Show<Footsoldiers> = Show {
    symbols: scene::SYMBOLS,
    legend: scene::LEGEND,
    scene: scene::scene,
    tell: scene::tell,
    verbs: hand::VERBS,
    imagine: sees_all,
    distances: as_the_crow_flies,
    strike: never_strikes,
    face: never_turns,
    prices: hand::prices,
    purse: hand::purse,
    brushes: brushes::brushes,
    sketch: sketch::sketch,
};
