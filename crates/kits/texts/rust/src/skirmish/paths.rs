//! Shortest ways by breadth-first search, on any board whose points can be compared and hashed.

use std::collections::HashMap;
use std::hash::Hash;

/// The steps to a point that was not reached.
pub const FAR: i64 = 1_000_000_000;

/// A search gives up when it has reached this many points.
pub const MOST: usize = 100_000;

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Paths<P> {
    /// The points reached, the nearest first.
    pub points: Vec<P>,
    /// The point that the search was made for.
    pub found: Option<P>,
    /// The steps to each point, and the point before it.
    reached: HashMap<P, (i64, Option<P>)>,
}

impl<P: Copy + Eq + Hash> Paths<P> {
    /// Steps from the nearest start; FAR if the point was not reached.
    pub fn to(&self, point: P) -> i64 {
        self.reached.get(&point).map_or(FAR, |&(steps, _)| steps)
    }

    /// The way to a point that was reached, without the start and with the goal.
    pub fn path(&self, goal: P) -> Vec<P> {
        let mut way = Vec::new();
        let mut point = goal;
        while let Some(&(_, Some(before))) = self.reached.get(&point) {
            way.push(point);
            point = before;
        }
        way.reverse();
        way
    }

    /// The point with the fewest steps that is wanted.
    pub fn nearest(&self, mut wanted: impl FnMut(P) -> bool) -> Option<P> {
        self.points.iter().copied().find(|&point| wanted(point))
    }
}

/// Searches from all starts over passable points: `search(&[here], around4, |at| self.free(at))`.
pub fn search<P: Copy + Eq + Hash>(
    starts: &[P],
    around: impl Fn(P) -> Vec<P>,
    passable: impl Fn(P) -> bool,
) -> Paths<P> {
    search_with(starts, around, passable, |_| false, FAR, MOST)
}

/// A search that ends at the first point that `wanted` says yes to, `Paths::found`.
pub fn search_until<P: Copy + Eq + Hash>(
    starts: &[P],
    around: impl Fn(P) -> Vec<P>,
    passable: impl Fn(P) -> bool,
    wanted: impl Fn(P) -> bool,
) -> Paths<P> {
    search_with(starts, around, passable, wanted, FAR, MOST)
}

/// A search for all points at most `limit` steps away.
pub fn search_within<P: Copy + Eq + Hash>(
    starts: &[P],
    around: impl Fn(P) -> Vec<P>,
    passable: impl Fn(P) -> bool,
    limit: i64,
) -> Paths<P> {
    search_with(starts, around, passable, |_| false, limit, MOST)
}

/// A search with all its bounds: it ends at the first wanted point, goes `limit` steps far, and stops at `most` points.
pub fn search_with<P: Copy + Eq + Hash>(
    starts: &[P],
    around: impl Fn(P) -> Vec<P>,
    passable: impl Fn(P) -> bool,
    wanted: impl Fn(P) -> bool,
    limit: i64,
    most: usize,
) -> Paths<P> {
    let reached = starts.iter().map(|&start| (start, (0, None))).collect();
    let mut paths = Paths { points: starts.to_vec(), found: None, reached };
    // The points to go on from are those behind this one.
    let mut next = 0;
    while next < paths.points.len() {
        let point = paths.points[next];
        next += 1;
        if wanted(point) {
            paths.found = Some(point);
            break;
        }
        let steps = paths.to(point) + 1;
        if steps > limit || paths.points.len() >= most {
            continue;
        }
        for neighbour in around(point) {
            if !paths.reached.contains_key(&neighbour) && passable(neighbour) {
                paths.reached.insert(neighbour, (steps, Some(point)));
                paths.points.push(neighbour);
            }
        }
    }
    paths
}
