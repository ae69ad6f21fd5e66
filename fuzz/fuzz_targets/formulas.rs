//! Any text is a formula of `golems` or is refused; what is accepted has a value for any colours.
#![no_main]

use serde_json::{Map, Value};
use skirmish_core::{Check, Config};
use skirmish_golems::GolemsConfig;
use skirmish_golems::stats::Stats;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut overrides = Map::new();
    for key in ["max_health", "level", "attack_range"] {
        overrides.insert(key.into(), Value::String(text.into()));
    }
    let check = Check::new();
    let config = GolemsConfig::overridden(&overrides, "", &check);
    if check.finish(()).is_ok() {
        for colours in [[0, 0, 0, 0], [1, 2, 3, 4], [1 << 52, 0, 7, 1 << 52]] {
            let stats = Stats::of(&config, colours);
            assert!(stats.max_health >= 1 && stats.max_health <= 1_000_000_000);
            assert!((0..=1_000_000_000).contains(&stats.attack_range));
        }
    }
});
