//! Lines of a bot that decides by numbers, one after the other: the first is its `ready`, the second the view it is asked with
//! (an empty one stands for a good one), the others what it says. Whatever comes, nothing breaks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use skirmish_core::interpreter::Heard;
use skirmish_core::table::Timing;
use skirmish_core::{Documents, Seat, Setup, Table, Telling};
use skirmish_golems::Golems;
use skirmish_learn::{Layout, Scope, dialogue};
use std::sync::LazyLock;

/// What a seat of a new game is sent.
static MESSAGE: LazyLock<String> = LazyLock::new(|| {
    let (game, state) = Golems::resolve(&Setup::default()).expect("the defaults are good");
    let mut view = <Golems as Telling>::View::default();
    let message = serde_json::to_string(&Table::new(game, state).message(Seat(0), false, Timing::default(), &mut view));
    message.expect("messages serialise")
});

static READY: LazyLock<String> = LazyLock::new(|| {
    let scope = Scope::of::<Golems>(&Setup::default()).expect("the defaults are good");
    json!({"layout": Layout::of::<Golems>(&scope).key()}).to_string()
});

fuzz_target!(|data: &[u8]| {
    const HELLO: &[u8] = br#"{"type":"hello","game":"golems","seat":"p0","seats":["p0","p1"]}"#;
    let mut lines = data.split(|byte| *byte == b'\n');
    let mut given = |default: &'static str| lines.next().filter(|line| !line.is_empty()).unwrap_or(default.as_bytes());
    let ready = given(&READY);
    let message = given(&MESSAGE);
    let Ok(mut bot) = dialogue::open(HELLO, ready) else { return };
    let mut next = Vec::new();
    if bot.turn(message, &mut next).is_err() {
        return;
    }
    for line in lines {
        next.clear();
        match bot.heard(line, &mut next) {
            Heard::Orders => return assert!(next.starts_with(b"{")),
            Heard::Question => assert!(next.ends_with(b"\n")),
            Heard::Stale | Heard::Other | Heard::Bad(_) => assert!(next.is_empty()),
        }
    }
});
