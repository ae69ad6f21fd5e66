//! Any text is a replay that is proved, or is refused.
#![no_main]

skirmish_fuzz::target!(|data: &[u8], G| {
    let _ = skirmish_core::replay::verify::<G>(std::str::from_utf8(data).ok()?);
    Some(())
});
