//! Orders before they are sent: what they would do, what they cost, and why not, on the game as it is now.

use crate::hosted::Published;
use skirmish_core::hand::{AnyHand, Hand};
use skirmish_core::scene::Scene;
use skirmish_core::{Rules, Seat, Telling, Viewer};
use skirmish_viewer::seat::{HandState, Phase};
use skirmish_zords::Name;
use skirmish_zords::state::Status;

/// The seat of that name.
pub fn seat_called(now: &Published, name: &str) -> Option<Seat> {
    now.driver.state().seat_called(Name::new(name)?)
}

/// A seat of a game that runs, to try orders on; `None` while nobody can act.
pub fn hand(now: &Published, seat: Seat) -> Option<Box<dyn AnyHand>> {
    let driver = &now.driver;
    let (game, state) = (driver.game(), driver.state());
    if driver.held().is_some() || state.is_retired(seat) {
        return None;
    }
    let state = game.as_if_asked(state, seat)?;
    Some(Box::new(Hand::new(game, &state, driver.table().memory(), seat)?))
}

/// How it stands for a person who plays the seat. A request is a day: orders are made for one.
pub fn state(now: &Published, seat: Seat) -> HandState {
    let driver = &now.driver;
    let (game, state) = (driver.game(), driver.state());
    let hand = hand(now, seat);
    let phase = match state.status() {
        Status::Waiting => Phase::Starting,
        Status::Over | Status::Aborted => Phase::Over,
        Status::Running if hand.is_some() => Phase::Asked,
        Status::Running => Phase::Waiting,
    };
    let day = state.moment().0;
    let over = phase == Phase::Over;
    let winner = over.then(|| game.standings(state).winner).flatten();
    HandState {
        k: driver.records().try_into().unwrap_or_default(),
        phase,
        seat: seat.0,
        request: day.try_into().unwrap_or_default(),
        turn: day,
        turn_phase: None,
        rejected: Vec::new(),
        scene: Some(hand.map_or_else(|| scene(now, seat), |hand| hand.consider(&[], None).scene)),
        last_orders: Vec::new(),
        watch: None,
        winner: winner.map(|seat| seat.0),
        summary: match phase {
            Phase::Over => Some(game.summary(state, driver.table().memory())),
            Phase::Waiting => Some(match driver.held() {
                Some(held) => format!("The game is paused: {}", held.why()),
                None => "You have resigned: your zords stay, but you can give no more orders.".into(),
            }),
            Phase::Starting | Phase::Asked => None,
        },
        void: (state.status() == Status::Aborted).then(|| "an operator has ended the game".into()),
    }
}

/// The picture for a seat that cannot act.
fn scene(now: &Published, seat: Seat) -> Scene {
    now.driver.table().scene(Viewer::Seat(seat))
}
