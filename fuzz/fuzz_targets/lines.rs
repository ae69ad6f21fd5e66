//! Any line a bot may print is read without a panic, and what is said of it agrees: only an answer to the present
//! request is one, and an old one is always told from it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_referee::protocol::{Reply, is_stale, read_ready, read_reply};

fuzz_target!(|data: &[u8]| {
    let (request, line) = match data {
        [request, line @ ..] => (u32::from(*request) + 1, line),
        [] => return,
    };
    if let Ok(ready) = read_ready(line) {
        assert!(ready.name.is_none_or(|name| name.chars().count() <= 64));
    }
    let reply = read_reply(line, request);
    assert_eq!(is_stale(line, request), matches!(reply, Reply::Stale));
    if let Reply::Orders { .. } | Reply::Resign = reply {
        assert!(matches!(read_reply(line, request + 1), Reply::Stale));
    }
});
