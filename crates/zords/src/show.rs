//! How the game is shown, edited and played by hand.

use crate::game::Zords;
use crate::{brushes, hand, scene, sketch};
use skirmish_core::show::{Show, never_turns, sees_all};

pub(crate) static SHOW: Show<Zords> = Show {
    symbols: scene::SYMBOLS,
    legend: scene::LEGEND,
    scene: scene::scene,
    tell: scene::tell,
    verbs: hand::VERBS,
    imagine: sees_all,
    distances: hand::distances,
    strike: hand::strike,
    face: never_turns,
    prices: hand::prices,
    purse: hand::purse,
    brushes: brushes::brushes,
    sketch: sketch::sketch,
};
