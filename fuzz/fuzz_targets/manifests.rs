//! Any text is read as a `skirmish.toml` or refused; a good one names a command that can be started.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_referee::manifest::Manifest;

fuzz_target!(|text: &str| {
    if let Ok(manifest) = Manifest::read(text, "bot") {
        assert!(manifest.run.first().is_some_and(|word| !word.is_empty()));
        assert!(manifest.pack().is_ok());
    }
});
