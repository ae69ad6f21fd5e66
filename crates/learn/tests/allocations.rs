//! Warm steps ask for no memory.

use skirmish_core::Setup;
use skirmish_learn::batch::Asked;
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

/// One test alone in this program: others would be counted with it.
#[test]
fn warm_steps_ask_for_no_memory() {
    for &game in skirmish_games::IDS {
        let mut batch = batch(game, Asked { base: Setup::default(), games: 1, seed: 4, ..Asked::default() }).unwrap();
        // Whole games are warmer than any part of them.
        batch.play_random(5_000).unwrap();
        let mut quiet = 0;
        for _ in 0..400 {
            let before = ASKED.load(Ordering::Relaxed);
            batch.play_random(5).unwrap();
            quiet += usize::from(ASKED.load(Ordering::Relaxed) == before);
        }
        // Beginnings of games may ask for memory, and now and then a game is larger than all before it.
        assert!(quiet >= 250, "{game}: only {quiet} of 400 stretches of 5 steps asked for no memory");
    }
}
