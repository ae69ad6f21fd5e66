//! What operators do.

use super::acting::Done;
use super::{Live, of_game, respond};
use crate::keeper::Order;
use crate::rfc3339;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skirmish_house::body::Json;
use skirmish_house::house::audit;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Caller, Place, Who};
use skirmish_house::routes::{Cost, Route};
use std::sync::Arc;
use std::time::Duration;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    let order = |path: &str, summary: &str, conflicts: &str| {
        Route::post(of_game(path), Who::Operator)
            .costs(Cost::Admin)
            .tag("Operators")
            .summary(summary)
            .answers::<Done>(200, "done", json!({"ok": true, "seq": 58}))
            .refuses(409, conflicts)
            .refuses(503, "`broken`, `busy`, `not_stored`, `stopping`")
    };
    let why = || json!({"why": "the server moves"});
    vec![
        order("/start", "Opens day 1 now.", "`not_enough_players`, `already_started`, `game_over`")
            .handle_with(Arc::clone(live), start),
        order("/pause", "Time stands still, and nobody can act.", "`already_paused`, `game_over`")
            .takes::<Why>(why())
            .handle_with(Arc::clone(live), pause),
        order("/resume", "Time goes on from where it stood still.", "`not_paused`")
            .about(
                "After a restart with a clock that is days ahead, this confirms the clock: missed days are made up or \
                 skipped, as the game's `downtime_policy` says.",
            )
            .handle_with(Arc::clone(live), resume),
        order("/abort", "Ends the game. Nobody is ranked.", "`game_over`")
            .takes::<Why>(why())
            .handle_with(Arc::clone(live), abort),
        Route::get("/api/v1/zords/clock", Who::Everyone)
            .tag("Operators")
            .summary("The time of the games.")
            .answers::<Time>(200, "the time", json!({"now": "2026-03-02T09:00:00Z", "virtual": false, "speed": 1.0}))
            .handle_with(Arc::clone(live), time),
        Route::post("/api/v1/zords/clock", Who::Operator)
            .costs(Cost::Admin)
            .tag("Operators")
            .summary("Turns a virtual clock.")
            .takes::<Turn>(json!({"step_s": 10800}))
            .answers::<Time>(
                200,
                "the time now",
                json!({"now": "2026-03-02T12:00:00Z", "virtual": true, "speed": 60.0}),
            )
            .refuses(409, "`real_clock`: the games run on the machine's clock")
            .handle_with(Arc::clone(live), turn),
    ]
}

/// Why something is done.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// Players are told.
    #[serde(default = "no_reason")]
    #[schemars(length(max = 200))]
    pub why: String,
}

fn no_reason() -> String {
    "an operator has said so".into()
}

/// How a virtual clock is turned.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// So many seconds ahead, at once.
    #[serde(default)]
    #[schemars(range(min = 0, max = 31_536_000))]
    pub step_s: i64,
    /// So many times as fast as the world from now on; 0 stands still.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000_000))]
    pub speed: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
pub struct Time {
    pub now: String,
    /// Whether it can be turned.
    pub r#virtual: bool,
    /// How many times as fast as the world it runs.
    pub speed: f64,
}

impl Time {
    fn of(live: &Live) -> Time {
        let speed = live.clock.as_ref().map_or(1.0, |clock| clock.speed());
        Time { now: rfc3339(live.service.now_ms()), r#virtual: live.clock.is_some(), speed }
    }
}

async fn order(live: &Live, place: Place, caller: &Caller, order: Order, what: &str, detail: Value) -> Response {
    let with = vec![audit(live.house.clock.wall_ms(), &caller.name, what, Some(place.journal), detail)];
    respond(live.service.order(place.journal, order, with).await, StatusCode::OK)
}

async fn start(State(live): State<Arc<Live>>, place: Place, caller: Caller) -> Response {
    order(&live, place, &caller, Order::Start, "start", json!({})).await
}

async fn pause(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    Json(why): Json<Why>,
) -> Result<Response, Problem> {
    let why = short(why.why)?;
    Ok(order(&live, place, &caller, Order::Pause { why: why.clone() }, "pause", json!({"why": why})).await)
}

async fn resume(State(live): State<Arc<Live>>, place: Place, caller: Caller) -> Response {
    order(&live, place, &caller, Order::Resume, "resume", json!({})).await
}

async fn abort(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    Json(why): Json<Why>,
) -> Result<Response, Problem> {
    let why = short(why.why)?;
    Ok(order(&live, place, &caller, Order::Abort { why: why.clone() }, "abort", json!({"why": why})).await)
}

fn short(why: String) -> Result<String, Problem> {
    match why.chars().count() {
        0..=200 => Ok(why),
        more => Err(Problem::bad("malformed", format!("`why` has {more} characters; at most 200 are allowed"))),
    }
}

async fn time(State(live): State<Arc<Live>>) -> Json<Time> {
    Json(Time::of(&live))
}

async fn turn(State(live): State<Arc<Live>>, caller: Caller, Json(turn): Json<Turn>) -> Result<Json<Time>, Problem> {
    let Some(clock) = &live.clock else {
        return Err(Problem::conflict(
            "real_clock",
            "the games run on the machine's clock; start with --clock virtual",
        ));
    };
    let speed = turn.speed.unwrap_or(1.0);
    if !(0..=31_536_000).contains(&turn.step_s) || !(0.0..=10_000_000.0).contains(&speed) {
        return Err(Problem::bad("malformed", "`step_s` is 0 to 31536000, `speed` is 0 to 10000000"));
    }
    let detail = json!({"step_s": turn.step_s, "speed": turn.speed});
    live.house
        .change(move |_, now_ms| Ok((vec![audit(now_ms, &caller.name, "turn the clock", None, detail)], ())))
        .await?;
    if let Some(speed) = turn.speed {
        clock.set_speed(speed);
    }
    clock.step(turn.step_s.saturating_mul(1000));
    // Whoever looks next finds the games at this time.
    live.service.catch_up(Duration::from_secs(5)).await;
    Ok(Json(Time::of(&live)))
}
