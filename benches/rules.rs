//! What each game does most: a random step, a whole random game, legal lists, clones, views, messages, positions.

use divan::Bencher;
use skirmish_core::any::{Playing, Seated};
use skirmish_core::rules::legal_actions;
use skirmish_core::table::Timing;
use skirmish_core::{Documents, Game, Rng, Rules, Setup, Table, rollout};

fn main() {
    divan::main();
}

macro_rules! rules {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            use super::*;

            #[divan::bench]
            fn random_step(bencher: Bencher<'_, '_>) {
                let (game, state) = middle::<$game>();
                let mut rng = Rng::new(1);
                let mut next = state.clone();
                bencher.bench_local(|| {
                    next.clone_from(&state);
                    rollout::step(&game, &mut next, &mut rng)
                });
            }

            #[divan::bench]
            fn random_game(bencher: Bencher<'_, '_>) {
                let (game, start) = <$game>::opening(0, &Setup::seeded(1)).expect("an opening");
                let mut rng = Rng::new(1);
                let mut state = start.clone();
                bencher.bench_local(|| {
                    state.clone_from(&start);
                    rollout::game(&game, &mut state, &mut rng, 5_000)
                });
            }

            #[divan::bench]
            fn legal_list(bencher: Bencher<'_, '_>) {
                let (game, state) = middle::<$game>();
                let seat = game.turn(&state).to_act.iter().next().expect("a running game");
                bencher.bench_local(|| legal_actions(&game, &state, seat).len());
            }

            #[divan::bench]
            fn clone(bencher: Bencher<'_, '_>) {
                let (_, state) = middle::<$game>();
                let mut copy = state.clone();
                bencher.bench_local(|| copy.clone_from(divan::black_box(&state)));
            }

            #[divan::bench]
            fn hash(bencher: Bencher<'_, '_>) {
                let (game, state) = middle::<$game>();
                bencher.bench_local(|| game.hash(divan::black_box(&state)));
            }

            #[divan::bench]
            fn view(bencher: Bencher<'_, '_>) {
                let (game, state) = middle::<$game>();
                let seat = game.turn(&state).to_act.iter().next().expect("a running game");
                let mut table = Table::new(game, state);
                let mut view = Default::default();
                bencher.bench_local(|| table.ask(seat, &mut view));
            }

            #[divan::bench]
            fn message(bencher: Bencher<'_, '_>) {
                let (game, state) = middle::<$game>();
                let seat = game.turn(&state).to_act.iter().next().expect("a running game");
                let mut table = Seated::new(game, state, 1);
                let mut line = Vec::new();
                bencher.bench_local(|| {
                    line.clear();
                    table.message(seat, false, Timing::default(), &mut line);
                    line.len()
                });
            }

            #[divan::bench]
            fn position_save(bencher: Bencher<'_, '_>) {
                let (game, state) = middle::<$game>();
                bencher.bench_local(|| serde_json::to_string(&game.position(&state)).map(|text| text.len()).ok());
            }

            #[divan::bench]
            fn position_load(bencher: Bencher<'_, '_>) {
                let (game, state) = middle::<$game>();
                let text = serde_json::to_string(&game.position(&state)).expect("positions serialise");
                bencher.bench_local(|| {
                    let json = serde_json::from_str(&text).expect("JSON");
                    let position = <$game>::read_position(&json).expect("own positions are read");
                    <$game>::from_position(&position).expect("own positions load").1
                });
            }
        })*
    };
}

skirmish_games::for_each_game!(rules);

/// A state from the middle of a random game.
fn middle<G: Game>() -> (G, G::State) {
    let (game, mut state) = G::opening(0, &Setup::seeded(1)).expect("an opening");
    let mut rng = Rng::new(3);
    for _ in 0..30 {
        let mut next = state.clone();
        rollout::step(&game, &mut next, &mut rng);
        if game.turn(&next).is_over() {
            break;
        }
        state = next;
    }
    (game, state)
}
