//! How the game is shown, edited and played by hand.

use crate::game::Outbreak;
use crate::{brushes, hand, scene, sketch};
use skirmish_core::show::{Show, all_free, no_purse};

pub(crate) static SHOW: Show<Outbreak> = Show {
    symbols: scene::SYMBOLS,
    legend: scene::LEGEND,
    scene: scene::scene,
    tell: scene::tell,
    verbs: hand::VERBS,
    imagine: Outbreak::imagined,
    distances: Outbreak::ways,
    strike: Outbreak::strike,
    face: Outbreak::face,
    prices: all_free,
    purse: no_purse,
    brushes: brushes::brushes,
    sketch: sketch::sketch,
};
