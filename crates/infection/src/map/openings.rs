//! Many different starts, for fair series.

use super::{Map, Start, begin, chosen_map, draw, read_setup};
use crate::game::Infection;
use crate::state::State;
use crate::terrain::Kind;
use skirmish_core::{Faults, Rng, Setup};
use skirmish_grid::field::FAR;

/// The `n`-th start: with a map given, that map with its sides elsewhere; else the default map, then drawn ones.
pub(crate) fn opening(n: u64, base: &Setup) -> Result<(Infection, State), Faults> {
    let config = read_setup(base)?;
    let given = base.map.is_some() || base.config.contains_key("map");
    if n > 0 && !given {
        return begin(base, &draw(n));
    }
    let map = chosen_map(base, &config)?;
    let needs = (config.starting_humans, config.starting_zombies);
    begin(base, &if n > 0 { moved(&map, n, needs).unwrap_or(map) } else { map })
}

/// How often other places for the sides are tried.
const TRIES: usize = 200;

/// The map with both sides on other ground, about as far apart as before.
fn moved(map: &Map, n: u64, (humans, zombies): (i64, i64)) -> Option<Map> {
    let first = |start: &Start| start.anchor.or(start.spawns.first().copied());
    let (human, zombie) = (first(&map.human)?, first(&map.zombie)?);
    let usual = map.distances(zombie).at(i64::from(human.0), i64::from(human.1));
    let open: Vec<_> = (0..map.height)
        .flat_map(|y| (0..map.width).map(move |x| (x, y)))
        .filter(|&at| map.kind(at) == Some(Kind::Open))
        .collect();
    let mut rng = Rng::new(n);
    for _ in 0..TRIES {
        let (human, zombie) = (*rng.choose(&open)?, *rng.choose(&open)?);
        let distance = map.distances(zombie).at(i64::from(human.0), i64::from(human.1));
        let alike = if usual == FAR { true } else { distance >= usual - usual / 10 && distance <= usual + usual / 4 };
        if !alike {
            continue;
        }
        let start = |anchor| Start { anchor: Some(anchor), spawns: Vec::new() };
        let other = Map { human: start(human), zombie: start(zombie), ..map.clone() };
        let fits = |start, count| other.spawn_cells(start, count).is_some();
        if fits(&other.human, humans) && fits(&other.zombie, zombies) {
            return Some(other);
        }
    }
    None
}
