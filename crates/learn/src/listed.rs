//! Masks against the rules' lists in random play, for tests with configs of their own.

use crate::bits::Bits;
use crate::layout::{Layout, Scope};
use crate::space::Space;
use skirmish_core::{Rng, Setup};

/// Compares masks with lists, and counts what is listed but has no number. Without a scope the game's own is taken.
pub fn left_out<G: Space>(n: u64, setup: &Setup, scope: Option<Scope>, steps: usize) -> usize {
    let (game, mut state) = G::opening(n, setup).unwrap();
    let scope = scope.unwrap_or_else(|| game.scope(&state));
    let (frame, numbers) = (game.frame(&scope), Layout::of::<G>(&scope).numbers);
    let (memory, mut imagined) = (game.begin(&state), state.clone());
    let (mut rng, mut without, mut listed) = (Rng::new(5), 0, 0);
    let mut fresh = true;
    for _ in 0..steps {
        let Some(seat) = game.turn(&state).to_act.iter().next() else { break };
        if std::mem::take(&mut fresh) {
            game.imagine(&state, &memory, seat, &mut imagined);
        }
        let mut actors = Vec::new();
        game.actors(&imagined, seat, &mut actors);
        for actor in actors {
            let (mut legal, mut mask) = (Vec::new(), Bits::below(numbers));
            game.legal(&imagined, seat, actor, &mut legal);
            game.mask(&frame, &imagined, seat, actor, &mut mask);
            let number = |action| game.number(&frame, &imagined, seat, actor, action);
            let mut wanted: Vec<usize> = legal.iter().filter_map(number).collect();
            (without, listed) = (without + legal.len() - wanted.len(), listed + legal.len());
            wanted.sort_unstable();
            assert_eq!(mask.iter().collect::<Vec<_>>(), wanted, "{actor:?}, {}", game.moment(&imagined));
            for number in wanted {
                let action = game.action(&frame, &imagined, seat, actor, number).unwrap();
                assert!(legal.contains(&action), "{action:?}");
            }
        }
        // The list goes on in the game and in what is imagined of it; what only one of them takes ends it.
        let action = game.sample(&imagined, seat, &mut rng).filter(|_| rng.chance(7, 8));
        let taken = action.is_some_and(|action| {
            game.act(&mut state, seat, &action, &mut ()).is_ok()
                && game.act(&mut imagined, seat, &action, &mut ()).is_ok()
        });
        if !taken {
            game.close(&mut state, &mut ());
            fresh = true;
        }
    }
    assert!(listed > steps, "only {listed} actions were listed");
    without
}
