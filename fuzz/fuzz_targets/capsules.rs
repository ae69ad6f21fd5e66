//! Any bytes are read as a failure capsule or refused; what is one is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_referee::capsule::Capsule;

fuzz_target!(|data: &[u8]| {
    if let Ok(capsule) = Capsule::read(data) {
        assert_eq!(Capsule::read(capsule.text().as_bytes()).expect("what is written can be read"), capsule);
    }
});
