//! What players do.

use super::{Live, of_game, respond, seat_in};
use crate::keeper::Order;
use crate::request::{Posted, Request};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_house::body::Json;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Caller, Place, Who};
use skirmish_house::routes::Route;
use skirmish_house::store::RequestKey;
use skirmish_zords::Action;
use std::sync::Arc;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    let accepted = json!({"ok": true, "seq": 58, "actions": 12, "points": 25, "events": []});
    vec![
        Route::post(of_game("/actions"), Who::Player)
            .tag("Players")
            .summary("Acts: one action, or a list of them.")
            .about(
                "One action is accepted (200) or rejected by the rules (422). A list is judged action by action and \
                 answered with a result for each; with `\"atomic\": true` all are done or none. What is answered is \
                 stored: it survives a crash of the server.\n\nSend an `Idempotency-Key`, and the same request again if no \
                 answer comes: it is done once, and answered the same.",
            )
            .header("Idempotency-Key", "1 to 64 visible characters; the same key with the same body is done once")
            .header("If-Match", "`\"SEQ\"`: act only if the game's `seq` is still this")
            .takes::<Body>(json!({"do": "move", "unit": 3, "x": 12, "y": 91}))
            .answers::<Acted>(200, "accepted; of a list, the result of each action", accepted)
            .refuses(400, "`malformed`, `unknown_action`, `wrong_seat`, `bad_json`, `bad_key`")
            .refuses(409, "`game_not_started`, `game_over`, `key_reused`")
            .refuses(412, "`stale`: `seq` is no longer the one of `If-Match`")
            .refuses(422, "rejected by the rules; `index` says which action of an atomic list")
            .refuses(503, "`paused`, `broken`, `busy`, `not_stored`, `stopping`")
            .handle_with(Arc::clone(live), act),
        Route::post(of_game("/resign"), Who::Player)
            .tag("Players")
            .summary("Gives up. Your zords stay, you keep your points, and you can do nothing any more.")
            .header("Idempotency-Key", "1 to 64 visible characters")
            .answers::<Done>(200, "you have resigned", json!({"ok": true, "seq": 58}))
            .refuses(400, "`bad_key`")
            .refuses(409, "`game_over`, `key_reused`")
            .refuses(422, "`retired_seat`: you had resigned before")
            .refuses(503, "`broken`, `busy`, `not_stored`, `stopping`")
            .handle_with(Arc::clone(live), resign),
    ]
}

/// What is posted. Only the schema is used: the actions themselves are read by the rules.
#[derive(JsonSchema)]
#[serde(untagged)]
pub enum Body {
    One(Action),
    List {
        actions: Vec<Action>,
        /// The day they are meant for, unless an action says so itself.
        day: Option<i32>,
        /// All or nothing.
        atomic: Option<bool>,
    },
}

/// The answer to one action, or to a list.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Acted {
    One(Outcome),
    List { ok: bool, seq: i64, results: Vec<Outcome> },
}

/// What became of an action.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Outcome {
    Accepted {
        ok: bool,
        seq: i64,
        /// What you have left.
        actions: i64,
        points: i64,
        events: Vec<Value>,
    },
    Rejected {
        ok: bool,
        reason: String,
        message: String,
        seq: i64,
    },
}

/// Something was done.
#[derive(Serialize, JsonSchema)]
pub struct Done {
    pub ok: bool,
    pub seq: i64,
}

async fn act(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<Box<RawValue>>,
) -> Result<Response, Problem> {
    let seat = seat_in(Some(&caller), place).unwrap_or_default().to_owned();
    let posted = Posted::read(body.get())?;
    let key = key(&headers, &seat, "actions", body.get().as_bytes())?;
    let request = Request { seat, key, if_seq: if_match(&headers)?, posted };
    Ok(respond(live.service.order(place.journal, Order::Act(request), Vec::new()).await, StatusCode::OK))
}

async fn resign(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let seat = seat_in(Some(&caller), place).unwrap_or_default().to_owned();
    let key = key(&headers, &seat, "resign", &[])?;
    Ok(respond(live.service.order(place.journal, Order::Resign { seat, key }, Vec::new()).await, StatusCode::OK))
}

fn key(headers: &HeaderMap, seat: &str, what: &str, body: &[u8]) -> Result<Option<RequestKey>, Problem> {
    let mut given = headers.get_all("idempotency-key").iter();
    match (given.next(), given.next()) {
        (None, _) => Ok(None),
        (Some(given), None) => {
            checked_key(given.to_str().unwrap_or_default()).map(|key| Some(Request::key(seat, key, what, body)))
        }
        (Some(_), Some(_)) => Err(Problem::bad("bad_key", "a request has one Idempotency-Key")),
    }
}

/// A key that somebody may use.
pub(super) fn checked_key(key: &str) -> Result<&str, Problem> {
    let fits = (1..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if fits { Ok(key) } else { Err(Problem::bad("bad_key", "a key has 1 to 64 visible ASCII characters")) }
}

fn if_match(headers: &HeaderMap) -> Result<Option<i64>, Problem> {
    let Some(given) = headers.get("if-match") else { return Ok(None) };
    let given = given.to_str().unwrap_or_default().trim();
    if given == "*" {
        return Ok(None);
    }
    // The tag of a view may say more than the seq, after a hyphen.
    let tag = given.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let seq = tag.and_then(|tag| tag.split('-').next()?.parse().ok());
    let message = "If-Match is the game's seq in quotes, such as \"57\"";
    seq.map(Some).ok_or_else(|| Problem::bad("malformed", message))
}
