//! How the game is shown, edited and played by hand.

use crate::game::Infection;
use crate::{brushes, hand, scene, sketch};
use skirmish_core::show::{Show, all_free, never_turns, no_purse, sees_all};

pub(crate) static SHOW: Show<Infection> = Show {
    symbols: scene::SYMBOLS,
    legend: scene::LEGEND,
    scene: scene::scene,
    tell: scene::tell,
    verbs: hand::VERBS,
    imagine: sees_all,
    distances: hand::distances,
    strike: hand::strike,
    face: never_turns,
    prices: all_free,
    purse: no_purse,
    brushes: brushes::brushes,
    sketch: sketch::sketch,
};
