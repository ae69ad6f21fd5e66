//! Warm steps ask for no memory.

use skirmish_core::Setup;
use skirmish_learn::batch::{Asked, Opponent};
use skirmish_learn::spaces::batch;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ASKED: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as given.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as given.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as given.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often memory is asked for in some warm steps within games, in steps with which games end or begin, and how many
/// steps of each kind there were.
#[derive(Default, Debug)]
struct Counted {
    within: [u64; 2],
    around: [u64; 2],
}

fn count(game: &str, players: Vec<Opponent>) -> Counted {
    let asked = Asked { base: Setup::default(), games: 1, seed: 4, players, ..Asked::default() };
    let mut batch = batch(game, asked).unwrap();
    // Whole games are warmer than any part of them.
    batch.play_random(10_000).unwrap();
    let (mut counted, mut is_beginning) = (Counted::default(), false);
    for _ in 0..4000 {
        let before = ASKED.load(Ordering::Relaxed);
        batch.sample();
        batch.step().unwrap();
        let asked = ASKED.load(Ordering::Relaxed) - before;
        // SAFETY: no job is under way.
        let has_ended = unsafe { *batch.buffers().row(0).terminated == 1 };
        let kind = if has_ended || is_beginning { &mut counted.around } else { &mut counted.within };
        kind[0] += 1;
        kind[1] += u64::from(asked > 0);
        is_beginning = has_ended;
    }
    counted
}

/// One test alone in this program: others would be counted with it.
#[test]
fn warm_steps_ask_for_no_memory() {
    for &game in skirmish_games::IDS {
        for players in [vec![], vec![Opponent::Learner, Opponent::Random]] {
            let opponent = if players.is_empty() { "no opponent" } else { "random" };
            let counted = count(game, players);
            let [steps, asked] = counted.within;
            // Now and then a game is larger than all before it: a list or a plane grows once more.
            assert!(steps > 2000 && asked * 500 <= steps, "{game}, {opponent}: {counted:?}");
        }
    }
}
