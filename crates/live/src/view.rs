//! What everybody may see of a live game: the view of the rulebook, with real times.

use crate::driver::{Driver, Held};
use crate::rfc3339;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Telling;
use skirmish_core::view::{News, Viewer};
use skirmish_zords::View;
use skirmish_zords::state::Status;
use skirmish_zords::view::Leader;

/// A view of a live game.
#[derive(Serialize, JsonSchema)]
pub struct LiveView {
    #[serde(flatten)]
    pub view: View,
    /// The number of the last event, from which a stream can go on.
    pub n: i64,
    /// When the server made this view.
    pub now: String,
    /// When the day ends, while the game runs.
    pub day_ends_at: Option<String>,
    /// When shooting is allowed again, while it is not.
    pub shooting_opens_at: Option<String>,
    /// When day 1 begins, while the game waits for it.
    pub starts_at: Option<String>,
    /// Why time stands still, if it does.
    pub paused: Option<String>,
}

/// The view of a spectator. Whoever sends it to a seat says so in `you`.
pub fn view(driver: &Driver, now_ms: i64) -> LiveView {
    let (game, state) = (driver.game(), driver.state());
    let news = News { first: true, rejected: &[], events: &[], memory: driver.table().memory() };
    let mut view = View::default();
    game.view(state, Viewer::Spectator, &news, &mut view);
    let (day, _) = state.moment();
    let instant = |day, time| rfc3339(driver.calendar().instant(day, time, state.shift_s()));
    let runs = state.status() == Status::Running && driver.held().is_none();
    LiveView {
        n: driver.events(),
        now: rfc3339(now_ms),
        day_ends_at: runs.then(|| instant(day + 1, 0)),
        shooting_opens_at: (runs && !view.shooting_allowed).then(|| instant(day, game.grace_s())),
        starts_at: (state.status() == Status::Waiting).then(|| instant(1, 0)),
        paused: driver.held().map(Held::why),
        view,
    }
}

/// The table of points.
#[derive(Serialize, JsonSchema)]
pub struct Leaderboard {
    pub seq: i64,
    pub day: i64,
    pub leaderboard: Vec<Leader>,
}
