//! What everybody may see.

use super::{Live, example, json as json_body, of_game, own, seat_in, tagged};
use crate::export::export;
use crate::hosted::Published;
use crate::refusal::Refusal;
use crate::view::{Leaderboard, LiveView};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skirmish_core::{Documents, Telling};
use skirmish_house::body::{Query, has, unchanged};
use skirmish_house::house::blocking;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Caller, Place, Who};
use skirmish_house::routes::{Cost, Route};
use skirmish_zords::state::Status;
use std::sync::Arc;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    let event =
        json!({"n": 1, "at": "2026-03-02T09:00:00Z", "seq": 1, "day": 0, "time": 0, "event": "joined", "seat": "ann"});
    let shown = example::game();
    vec![
        Route::get(of_game("/view"), Who::Reader)
            .tag("Watching")
            .summary("The game as it is now.")
            .about(
                "Its `ETag` is the game's `seq`, with a word more while the game is paused: send it as `If-None-Match` to be \
                 told only of changes.",
            )
            .header("If-None-Match", "the `ETag` you have")
            .answers::<LiveView>(200, "the view", example::of(&shown.live_view()))
            .answers_nothing(304, "nothing but time has passed")
            .refuses(503, "`broken`: the game is stopped")
            .handle_with(Arc::clone(live), view),
        Route::get(of_game("/leaderboard"), Who::Reader)
            .tag("Watching")
            .summary("The table of points.")
            .header("If-None-Match", "the `ETag` you have")
            .answers::<Leaderboard>(200, "best first", json!({"seq": 57, "day": 3, "leaderboard": []}))
            .answers_nothing(304, "it is as it was")
            .refuses(503, "`broken`: the game is stopped")
            .handle_with(Arc::clone(live), leaderboard),
        Route::get(of_game("/log"), Who::Reader)
            .tag("Watching")
            .summary("What happened, oldest first.")
            .query::<Page>()
            .answers::<Log>(200, "events with a number above `after`", json!({"events": [event], "n": 1}))
            .refuses(400, "`bad_query`")
            .refuses(503, "`broken`: the game is stopped")
            .handle_with(Arc::clone(live), log),
        Route::get(of_game("/result"), Who::Reader)
            .tag("Watching")
            .summary("Who won.")
            .answers::<skirmish_zords::outcome::Outcome>(200, "the result, with the seed", example::of(&outcome(&shown)))
            .refuses(409, "`still_running`")
            .refuses(503, "`broken`: the game is stopped")
            .handle_with(Arc::clone(live), result),
        Route::get(of_game("/replay"), Who::Reader)
            .costs(Cost::Admin)
            .tag("Watching")
            .summary("The whole game as a replay file, as far as it has gone.")
            .about("`skirmish replay verify` and `skirmish watch` take it. Seed and key are in it only if the game has ended.")
            .answers_media(200, "a `.skirmish` file", "application/octet-stream")
            .refuses(503, "`broken`: the game is stopped")
            .handle_with(Arc::clone(live), replay),
        Route::get(of_game("/position"), Who::Operator)
            .tag("Operators")
            .summary("The full position, with the random key.")
            .answers::<skirmish_zords::Position>(200, "the position", example::of(&position_of(&shown)))
            .refuses(503, "`broken`: the game is stopped")
            .handle_with(Arc::clone(live), position),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Only events with a higher number.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub after: i64,
    /// So many at most.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: i64,
}

fn hundred() -> i64 {
    100
}

#[derive(Serialize, JsonSchema)]
pub struct Log {
    pub events: Vec<Value>,
    /// The number of the last event there is.
    pub n: i64,
}

impl Live {
    pub(super) fn published(&self, place: Place) -> Result<Arc<Published>, Problem> {
        let hosted = self.hosted(place)?;
        hosted
            .published()
            .ok_or_else(|| Refusal::new("broken", format!("the game is stopped: {}", super::STOPPED)).into())
    }
}

/// The game's seq; pausing and aborting do not change it, but whoever asks for changes wants to know.
fn tag(published: &Published) -> String {
    let (driver, state) = (&published.driver, published.driver.state());
    let more = match state.status() {
        Status::Aborted => "-aborted",
        _ if driver.held().is_some() => "-paused",
        _ => "",
    };
    format!("\"{}{more}\"", state.seq())
}

async fn view(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Option<Caller>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let published = live.published(place)?;
    let tag = tag(&published);
    if has(&headers, &tag) {
        return Ok(unchanged(&tag));
    }
    Ok(tagged(&tag, published.view(seat_in(caller.as_ref(), place))))
}

async fn leaderboard(State(live): State<Arc<Live>>, place: Place, headers: HeaderMap) -> Result<Response, Problem> {
    let published = live.published(place)?;
    let tag = tag(&published);
    if has(&headers, &tag) {
        return Ok(unchanged(&tag));
    }
    let state = published.driver.state();
    let leaderboard = published.live_view().view.leaderboard;
    let table = Leaderboard { seq: state.seq(), day: state.moment().0, leaderboard };
    Ok(tagged(&tag, serde_json::to_string(&table).expect("tables serialise")))
}

async fn log(State(live): State<Arc<Live>>, place: Place, Query(page): Query<Page>) -> Result<Response, Problem> {
    if page.after < 0 || !(1..=1000).contains(&page.limit) {
        return Err(Problem::bad("bad_query", "`after` is 0 or more, `limit` is 1 to 1000"));
    }
    let hosted = live.hosted(place)?;
    live.published(place)?;
    let limit = page.limit as usize;
    let told = match hosted.remembered(page.after, limit) {
        Some(told) => told,
        None => {
            let from = Arc::clone(&hosted);
            blocking(move || Ok(from.after(page.after, limit)?)).await?
        }
    };
    let events: Vec<&str> = told.iter().map(|told| &*told.data).collect();
    let newest = *hosted.newest().borrow();
    Ok(json_body(format!("{{\"events\":[{}],\"n\":{newest}}}", events.join(","))).into_response())
}

async fn result(State(live): State<Arc<Live>>, place: Place) -> Result<Response, Problem> {
    let published = live.published(place)?;
    let driver = &published.driver;
    if !driver.is_over() {
        return Err(Refusal::new("still_running", "the game is not over").into());
    }
    Ok(json_body(serde_json::to_string(&outcome(&published)).expect("results serialise")).into_response())
}

fn outcome(published: &Published) -> skirmish_zords::outcome::Outcome {
    let driver = &published.driver;
    driver.game().outcome(driver.state(), driver.table().memory())
}

async fn position(State(live): State<Arc<Live>>, place: Place) -> Result<Response, Problem> {
    let position = position_of(&*live.published(place)?);
    Ok(json_body(serde_json::to_string(&position).expect("positions serialise")).into_response())
}

fn position_of(published: &Published) -> skirmish_zords::Position {
    published.driver.game().position(published.driver.state())
}

async fn replay(State(live): State<Arc<Live>>, place: Place) -> Result<Response, Problem> {
    let hosted = live.hosted(place)?;
    live.published(place)?;
    let name = format!("attachment; filename=\"zords-{}.skirmish\"", hosted.head.name);
    let store = Arc::clone(live.service.store());
    let bytes = blocking(move || {
        let own = |why: &dyn std::fmt::Display| own("a game could not be exported", why);
        let folder = tempfile::tempdir().map_err(|why| own(&why))?;
        let file = folder.path().join("game.skirmish");
        export(&*store, hosted.game, &hosted.head, &file).map_err(|why| own(&why))?;
        std::fs::read(&file).map_err(|why| own(&why))
    });
    let headers = [(header::CONTENT_TYPE, "application/octet-stream".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, bytes.await?).into_response())
}
