//! Coming in, and tokens.

use super::games::SeatToken;
use super::{Live, of_game, respond, seat_in};
use crate::keeper::Order;
use crate::request::Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use skirmish_house::body::{Json, Path, answer};
use skirmish_house::house::audit;
use skirmish_house::invitations::For;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Caller, Place, RoleName, Who};
use skirmish_house::routes::{Cost, Route};
use skirmish_house::store::Write;
use std::sync::Arc;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    let token = || json!({"seat": "ann", "token": "sk_..."});
    vec![
        Route::post(of_game("/join"), Who::Everyone)
            .costs(Cost::Login)
            .tag("Players")
            .summary("Joins a game.")
            .about("The token is shown this once. A game that is not open needs the code of an invitation.")
            .takes::<Join>(json!({"seat": "ann"}))
            .answers::<SeatToken>(201, "you are in", token())
            .refuses(400, "`malformed`: no such name is possible")
            .refuses(403, "`invitation_needed`, or a code that is not good here")
            .refuses(409, "`seat_taken`, `game_full`, `already_started`, `game_over`")
            .refuses(503, "`broken`: the game is stopped")
            .handle_with(Arc::clone(live), join),
        Route::post(of_game("/invitations"), Who::Operator)
            .costs(Cost::Admin)
            .tag("Operators")
            .summary("Makes a code by which somebody may join.")
            .takes::<Invite>(json!({"uses": 1}))
            .answers::<Invited>(201, "the code, shown this once", json!({"ok": true, "code": "in_...", "id": 4}))
            .refuses(400, "`malformed`")
            .handle_with(Arc::clone(live), invite),
        Route::post(of_game("/token"), Who::Player)
            .costs(Cost::Login)
            .tag("Players")
            .summary("Gives you a new token; the old one is dead at once.")
            .answers::<SeatToken>(200, "your new token, shown this once", token())
            .handle_with(Arc::clone(live), rotate),
        Route::post(of_game("/seats/{seat}/token"), Who::Operator)
            .costs(Cost::Admin)
            .tag("Operators")
            .summary("A new token for a player who has lost theirs; all older ones are dead at once.")
            .answers::<SeatToken>(200, "the new token, shown this once", token())
            .refuses(404, "there is no such seat")
            .handle_with(Arc::clone(live), replace),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Your name in the game.
    #[schemars(regex(pattern = "^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$"))]
    pub seat: String,
    /// The code of an invitation.
    #[serde(default)]
    pub code: Option<String>,
}

/// Whom an invitation is for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// Only for this seat.
    #[serde(default)]
    pub seat: Option<String>,
    /// How many may use it.
    #[serde(default = "once")]
    #[schemars(range(min = 1, max = 1000))]
    pub uses: i64,
    /// After so many seconds it is dead; without this, never.
    #[serde(default)]
    #[schemars(range(min = 1, max = 31_536_000))]
    pub lasts_s: Option<i64>,
}

fn once() -> i64 {
    1
}

#[derive(Serialize, JsonSchema)]
pub struct Invited {
    /// Always true.
    pub ok: bool,
    pub code: String,
    /// By which it can be revoked.
    pub id: i64,
}

async fn invite(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    Json(wish): Json<Invite>,
) -> Result<Response, Problem> {
    if !(1..=1000).contains(&wish.uses) || wish.lasts_s.is_some_and(|s| !(1..=31_536_000).contains(&s)) {
        return Err(Problem::bad("malformed", "`uses` is 1 to 1000, `lasts_s` is 1 to 31536000"));
    }
    let journal = place.journal;
    let made = live.house.change(move |house, now_ms| {
        let expires_ms = wish.lasts_s.map(|s| now_ms.saturating_add(s * 1000));
        let guest =
            For { role: RoleName::Player, journal: Some(journal), seat: wish.seat, uses: wish.uses, expires_ms };
        let (code, invitation) = house.invitations.draft(guest).map_err(|_| Problem::own())?;
        let id = invitation.id;
        let entry = audit(now_ms, &caller.name, "made an invitation", Some(journal), json!({"invitation": id}));
        Ok((vec![Write::Invitation(invitation), entry], (code, id)))
    });
    let (code, id) = made.await?;
    Ok(answer(StatusCode::CREATED, Invited { ok: true, code: code.text().into(), id }).into_response())
}

async fn join(State(live): State<Arc<Live>>, place: Place, Json(wish): Json<Join>) -> Result<Response, Problem> {
    // Goes on if the client hangs up: a use of an invitation that is about to be stored must stay held until it is.
    match tokio::spawn(take_seat(live, place, wish)).await {
        Ok(taken) => taken,
        Err(why) if why.is_panic() => std::panic::resume_unwind(why.into_panic()),
        Err(_) => Err(Problem::unavailable("stopping", "the server is stopping", 5)),
    }
}

async fn take_seat(live: Arc<Live>, place: Place, wish: Join) -> Result<Response, Problem> {
    let is_open = match live.hosted(place) {
        Ok(hosted) => hosted.head.open,
        // That a private game is stopped is for those who have a code of it.
        Err(_) if place.private => false,
        Err(stopped) => return Err(stopped),
    };
    let mut with = Vec::new();
    // Held until the end of this request, so that a code for one is used by one.
    let _held = match wish.code {
        Some(code) => {
            let held = live.house.invitations.hold(&code, RoleName::Player, live.house.clock.wall_ms())?;
            let here = held.invitation.journal.is_none_or(|journal| journal == place.journal);
            if !here {
                return Err(Problem::forbidden("this invitation is for another game"));
            }
            if let Some(seat) = held.invitation.seat.as_ref().filter(|seat| **seat != wish.seat) {
                return Err(Problem::forbidden(format!("this invitation is for the seat {seat}")));
            }
            with.push(held.write());
            Some(held)
        }
        None if is_open => None,
        None => {
            let message = "this game is by invitation: ask its operator for a code";
            return Err(Problem::new(StatusCode::FORBIDDEN, "invitation_needed", message));
        }
    };
    let (secret, writes) = live.house.seat_token(place.journal, &wish.seat)?;
    with.extend(writes);
    match live.service.order(place.journal, Order::Join { seat: wish.seat.clone() }, with).await {
        Answer::Done { .. } => {
            let token = SeatToken { seat: wish.seat, token: secret.text().into() };
            Ok(answer(StatusCode::CREATED, token).into_response())
        }
        refused => Ok(respond(refused, StatusCode::CREATED)),
    }
}

/// A new token for a seat; all older ones are dead.
pub(super) async fn new_token(live: &Arc<Live>, journal: i64, seat: String) -> Result<String, Problem> {
    let token = live.house.change(move |house, _| {
        let (secret, writes) = house.seat_token(journal, &seat)?;
        Ok((writes, secret))
    });
    Ok(token.await?.text().into())
}

async fn rotate(State(live): State<Arc<Live>>, place: Place, caller: Caller) -> Result<Json<SeatToken>, Problem> {
    let seat = seat_in(Some(&caller), place).unwrap_or_default().to_owned();
    let (journal, called) = (place.journal, seat.clone());
    let secret = live.house.change(move |house, _| {
        // It may have died since the request came in; a token that is given out must work.
        if house.tokens.living(caller.token).is_none() {
            return Err(Problem::unknown_caller("this token is dead"));
        }
        let (secret, writes) = house.seat_token(journal, &called)?;
        Ok((writes, secret))
    });
    let token = secret.await?.text().into();
    Ok(Json(SeatToken { seat, token }))
}

async fn replace(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    Path((_, seat)): Path<(String, String)>,
) -> Result<Json<SeatToken>, Problem> {
    let hosted = live.hosted(place)?;
    let is_there = hosted.published().is_some_and(|game| game.driver.state().seat_called(seat_name(&seat)).is_some());
    if !is_there {
        return Err(Problem::not_found("there is no such seat"));
    }
    let (journal, called) = (place.journal, seat.clone());
    let secret = live.house.change(move |house, now_ms| {
        let (secret, mut writes) = house.seat_token(journal, &called)?;
        writes.push(audit(now_ms, &caller.name, "new token", Some(journal), json!({"seat": called})));
        Ok((writes, secret))
    });
    let token = secret.await?.text().into();
    Ok(Json(SeatToken { seat, token }))
}

fn seat_name(text: &str) -> skirmish_zords::Name {
    skirmish_zords::Name::of(text)
}
