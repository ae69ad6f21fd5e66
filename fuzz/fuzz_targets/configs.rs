//! Any JSON object is a config or is refused with faults; what is accepted comes back and can be played.
#![no_main]

use skirmish_core::{Check, Config, Setup};
use skirmish_laws::strain::endure;

skirmish_fuzz::target!(|data: &[u8], G| {
    let json: serde_json::Value = serde_json::from_slice(data).ok()?;
    let check = Check::new();
    let config = G::Config::overridden(json.as_object()?, "", &check);
    check.finish(()).ok()?;
    let again = G::Config::overridden(&config.differences(), "", &Check::new());
    assert_eq!(again, config);
    let (game, state) = G::resolve(&Setup { config: json.as_object()?.clone(), ..Setup::default() }).ok()?;
    endure(game, state, 2, 1);
    Some(())
});
