//! The thread that writes.

use skirmish_house::clock::Clock;
use skirmish_house::store::memory::Memory;
use skirmish_live::service::Service;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

/// A clock that falls to pieces.
#[derive(Default)]
struct Falls(AtomicBool);

impl Clock for Falls {
    fn wall_ms(&self) -> i64 {
        assert!(!self.0.load(SeqCst), "it fell");
        0
    }

    fn steady_ms(&self) -> i64 {
        0
    }
}

#[test]
fn a_writer_that_panics_ends_the_service() {
    let clock = Arc::new(Falls::default());
    let (service, _) = Service::start(Arc::new(Memory::default()), clock.clone(), Duration::from_millis(1)).unwrap();
    assert_eq!(service.failed(), None);
    clock.0.store(true, SeqCst);
    for _ in 0..5000 {
        if let Some(failure) = service.failed() {
            assert!(failure.to_string().contains("panicked"), "{failure}");
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it goes on without a writer");
}
