//! Exports take little memory, however long a match is.

mod support;

use skirmish_core::scene::Theme;
use skirmish_viewer::Reel;
use skirmish_viewer::export::{self, Look};
use skirmish_viewer::film;
use skirmish_viewer::reel::Cut;
use skirmish_viewer::session::About;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use support::played;

/// Counts what is in use, and the most there ever was.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is left to the system's allocator; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(used, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How much more than before was in use at a time.
fn peak(work: impl FnOnce()) -> usize {
    let before = USED.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    work();
    MOST.load(Ordering::Relaxed) - before
}

// One test alone in its file: others would be counted as well.
#[test]
fn a_long_match_takes_no_more_than_a_short_one() {
    let reels = [40, 320].map(|steps| Reel::open(&skirmish_games::registry(), &played("golems", 1, steps)).unwrap());
    assert_eq!(reels[1].index.steps, 320, "the match is long enough");
    let about = About::of(reels[0].at(0).unwrap().table(), &reels[0].header().players, "a match".into());
    let [short, long] = reels
        .each_ref()
        .map(|reel| peak(|| _ = export::html(reel, &about, Cut::whole(reel), std::io::sink()).unwrap()));
    assert!(long < short + (4 << 20), "a page of 40 steps takes {short} bytes, one of 320 {long}");
    let look = Look { frame: 0, seat: None, theme: Theme::Light, width: 60, plain: true };
    let [short, long] = reels
        .each_ref()
        .map(|reel| peak(|| _ = film::gif(reel, look, Cut::whole(reel), std::io::sink(), &mut |_, _| Ok(())).unwrap()));
    assert!(long < short + (4 << 20), "a film of 40 steps takes {short} bytes, one of 320 {long}");
}
