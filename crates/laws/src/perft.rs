//! Counts: how many orders there are to a depth, and how many different positions they lead to.
//!
//! One ply is one step in which every seat to act gives nothing or one legal action; seats that act together multiply.

use skirmish_core::rules::legal_actions;
use skirmish_core::{Entry, Game, Orders, Seat};
use std::collections::HashSet;
use std::fmt;

/// Counts of one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    pub depth: u32,
    /// Sequences of orders of this length.
    pub orders: u64,
    /// Distinct states they lead to, by hash.
    pub successors: u64,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "perft {} {} {}", self.depth, self.orders, self.successors)
    }
}

/// Counts one depth; `None` as soon as `stopped`, which is asked at every position.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, stopped: &impl Fn() -> bool) -> Option<Count> {
    let (mut orders, mut seen) = (0, HashSet::new());
    descend(game, state, depth, stopped, &mut |end| {
        orders += 1;
        seen.insert(game.hash(end));
    });
    (!stopped()).then_some(Count { depth, orders, successors: seen.len() as u64 })
}

/// Hands over the state at the end of every sequence of `depth` orders.
fn descend<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    stopped: &impl Fn() -> bool,
    reached: &mut impl FnMut(&G::State),
) {
    if depth == 0 {
        return reached(state);
    }
    let seats: Vec<Seat> = game.turn(state).to_act.iter().collect();
    if seats.is_empty() {
        return;
    }
    let choices: Vec<Vec<Option<G::Action>>> = seats
        .iter()
        .map(|&seat| {
            let listed = legal_actions(game, state, seat);
            std::iter::once(None).chain(listed.into_iter().map(Some)).collect()
        })
        .collect();
    let mut chosen = vec![0; seats.len()];
    while !stopped() {
        let mut orders = Orders::new();
        for (i, &seat) in seats.iter().enumerate() {
            orders.list(seat, choices[i][chosen[i]].map(Entry::Action));
        }
        let mut next = state.clone();
        game.step(&mut next, &orders, &mut ());
        descend(game, &next, depth - 1, stopped, reached);
        // The next combination, like a counter with one digit per seat.
        let Some(i) = (0..seats.len()).find(|&i| chosen[i] + 1 < choices[i].len()) else { return };
        chosen[i] += 1;
        chosen[..i].fill(0);
    }
}

/// Runs a `.perft` text: blocks of `id NAME`, `position JSON` and lines `perft DEPTH ORDERS SUCCESSORS`. Gives the text
/// with the counts as they are now, which equals the input when nothing has changed.
pub fn recount<G: Game>(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut start: Option<(G, G::State)> = None;
    for (i, line) in text.lines().enumerate() {
        let fault = |why: String| format!("line {}: {why}", i + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "position" => {
                let json = serde_json::from_str(rest).map_err(|e| fault(e.to_string()))?;
                let position = G::read_position(&json).map_err(|e| fault(e.to_string()))?;
                start = Some(G::from_position(&position).map_err(|e| fault(e.to_string()))?);
                out.push_str(line);
            }
            "perft" => {
                let depth = rest.split(' ').next().and_then(|n| n.parse().ok());
                let depth: u32 = depth.ok_or_else(|| fault("perft needs a depth".into()))?;
                let (game, state) = start.as_ref().ok_or_else(|| fault("perft before a position".into()))?;
                let count = perft(game, state, depth, &|| false).ok_or_else(|| fault("nobody stops it".into()))?;
                out.push_str(&count.to_string());
            }
            "" | "#" | "id" => out.push_str(line),
            other => return Err(fault(format!("unknown word {other}"))),
        }
        out.push('\n');
    }
    Ok(out)
}
