//! No heap allocations per step once the buffers are warm, in any game.

use skirmish_core::{Entry, Game, Orders, Rng, Setup, rollout};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of the thread that asks, and keeps the size of the largest.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn count(size: usize) {
    ALLOCATIONS.with(|n| n.set(n.get() + 1));
    LARGEST.with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: every call goes to the system's allocator unchanged; counting touches nothing it manages.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// The size of the largest allocation that `work` makes.
pub(crate) fn largest(work: impl FnOnce()) -> usize {
    LARGEST.with(|largest| largest.set(0));
    work();
    LARGEST.with(Cell::get)
}

macro_rules! allocations {
    ($($name:ident: $game:ty),* $(,)?) => {
        $(mod $name {
            #[test]
            fn random_play_allocates_nothing_once_warm() {
                super::random_play_allocates_nothing_once_warm::<$game>();
            }

            #[test]
            fn steps_allocate_nothing_once_warm() {
                super::steps_allocate_nothing_once_warm::<$game>();
            }
        })*
    };
}

skirmish_games::for_each_game!(allocations);

#[test]
fn the_counter_counts() {
    let before = allocations();
    drop(std::hint::black_box(vec![1u8; 100]));
    assert_eq!(allocations(), before + 1);
}

/// The same stretch of play twice on one state: the first run warms its buffers, the second finds them large enough.
fn random_play_allocates_nothing_once_warm<G: Game>() {
    let (game, start) = G::opening(0, &Setup::seeded(1)).unwrap();
    let mut state = start.clone();
    let mut counts = Vec::with_capacity(2);
    let mut actions = 0;
    for _ in 0..2 {
        state.clone_from(&start);
        let mut rng = Rng::new(9);
        let before = allocations();
        actions = rollout::game(&game, &mut state, &mut rng, 300).actions;
        counts.push(allocations() - before);
    }
    assert!(actions > 20, "{actions} actions");
    assert_eq!(counts[1], 0, "{} allocates in random play: {counts:?}", G::ID);
}

/// The same for `step` with whole lists of orders.
fn steps_allocate_nothing_once_warm<G: Game>() {
    let (game, start) = G::opening(0, &Setup::seeded(1)).unwrap();
    let lists = lists(&game, &start, 120);
    let mut state = start.clone();
    let mut counts = Vec::with_capacity(2);
    for _ in 0..2 {
        state.clone_from(&start);
        let before = allocations();
        for orders in &lists {
            game.step(&mut state, orders, &mut ());
        }
        counts.push(allocations() - before);
    }
    assert!(lists.len() > 20, "{} steps", lists.len());
    assert_eq!(counts[1], 0, "{} allocates in steps: {counts:?}", G::ID);
}

fn lists<G: Game>(game: &G, start: &G::State, most: usize) -> Vec<Orders<G::Action>> {
    let mut state = start.clone();
    let mut rng = Rng::new(4);
    let mut lists = Vec::new();
    while lists.len() < most && !game.turn(&state).is_over() {
        let mut orders = Orders::new();
        let mut scratch = state.clone();
        for seat in game.turn(&state).to_act.iter() {
            let mut list = Vec::new();
            while list.len() < 40
                && let Some(action) = game.sample(&scratch, seat, &mut rng)
                && game.act(&mut scratch, seat, &action, &mut ()).is_ok()
            {
                list.push(Entry::Action(action));
            }
            orders.list(seat, list);
        }
        game.step(&mut state, &orders, &mut ());
        lists.push(orders);
    }
    lists
}
