//! Whatever stands for a request, a head, a record or a snapshot of a live game is read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_house::store::{Record, Snapshot};
use skirmish_live::driver::{Driver, SNAPSHOTS};
use skirmish_live::head::Head;
use skirmish_live::request::Posted;

fuzz_target!(|text: &str| {
    let _ = Posted::read(text);
    if let Ok(head) = Head::read(text) {
        let _ = Driver::new(&head);
    }
    let head = Head::new("fuzz", serde_json::Map::new(), 0, &mut || 1);
    let mut driver = Driver::new(&head).expect("the defaults are a config");
    let _ = driver.fold(&Record { n: 1, first_event: 1, events: 1, key: None, body: text.into() });
    let _ = Driver::restore(&head, &Snapshot { n: 1, version: SNAPSHOTS.into(), body: text.into() });
});
