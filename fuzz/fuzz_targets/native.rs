//! Any bytes are a native reply or void, and any text is a native map of `footsoldiers` or is refused.
//!
//! The first byte chooses the phase of `infection` that a reply is for.
#![no_main]

use skirmish_core::native::Reply;
use skirmish_core::{Documents, Game, MapChoice, Orders, Rules, Seat, Setup};
use skirmish_footsoldiers::Footsoldiers;
use skirmish_infection::Infection;
use std::sync::LazyLock;

static FOOTSOLDIERS: LazyLock<(Footsoldiers, <Footsoldiers as Rules>::State)> =
    LazyLock::new(|| Footsoldiers::resolve(&Setup::default()).expect("the default game"));

/// The first phases of a game: classes, two of the zombies, three of the humans.
static INFECTION: LazyLock<(Infection, Vec<<Infection as Rules>::State>)> = LazyLock::new(|| {
    let (game, mut state) = Infection::resolve(&Setup::default()).expect("the default game");
    let mut states = Vec::new();
    for _ in 0..6 {
        states.push(state.clone());
        game.close(&mut state, &mut ());
    }
    (game, states)
});

/// Reads a line and plays what it comes to.
fn reply<G: Game>(game: &G, state: &G::State, line: &[u8]) {
    let seat = game.turn(state).to_act.iter().next().expect("the game has just begun");
    let dialect = G::DIALECT.expect("the game has a dialect");
    let interpreter = (dialect.make)(game, seat, dialect.settings.first()).expect("the default game is fit");
    let mut reply = Reply::default();
    if interpreter.reply(game, state, line, &mut reply).is_ok() {
        game.step(&mut state.clone(), &Orders::of(seat, reply.entries), &mut ());
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    reply(&FOOTSOLDIERS.0, &FOOTSOLDIERS.1, data);
    if let Some((phase, line)) = data.split_first() {
        let (game, states) = &*INFECTION;
        reply(game, &states[usize::from(*phase) % states.len()], line);
    }
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok((game, state)) =
            Footsoldiers::resolve(&Setup { map: Some(MapChoice::Text(text.into())), ..Setup::default() })
    {
        serde_json::from_str::<serde_json::Value>(&game.native_state(&state, Seat(1))).expect("states are JSON");
    }
});
