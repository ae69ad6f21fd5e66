//! Logging browsers in and out, and who one is.

use super::Desk;
use crate::body::{Json, answer};
use crate::problem::Problem;
use crate::roles::{Caller, Role, RoleName, Who};
use crate::routes::{Cost, Route};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LogIn {
    /// The token that the session will stand for.
    token: String,
}

/// Who somebody is.
#[derive(Serialize, JsonSchema)]
struct Me {
    ok: bool,
    role: RoleName,
    /// What an operator is called, or a player's seat.
    name: String,
    /// A player's journal.
    journal: Option<i64>,
    /// A player's seat.
    seat: Option<String>,
}

impl Me {
    fn of(role: &Role, name: &str) -> Me {
        let (journal, seat) = match role {
            Role::Player { journal, seat } => (Some(*journal), Some(seat.clone())),
            _ => (None, None),
        };
        Me { ok: true, role: role.name(), name: name.into(), journal, seat }
    }
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    let me = json!({"ok": true, "role": "player", "name": "ann", "journal": 3, "seat": "ann"});
    vec![
        Route::post("/api/v1/session", Who::Everyone)
            .costs(Cost::Login)
            .tag("sessions")
            .summary("Logs a browser in with a token.")
            .about(
                "Sets a cookie that no script can read. It lasts 30 days, over restarts too, and dies with the token.",
            )
            .takes::<LogIn>(json!({"token": "sk_..."}))
            .answers::<Me>(201, "logged in", me.clone())
            .refuses(401, "nobody has this token")
            .handle_with(desk.clone(), log_in),
        Route::delete("/api/v1/session", Who::Everyone)
            .tag("sessions")
            .summary("Logs a browser out.")
            .answers_nothing(204, "logged out")
            .handle_with(desk.clone(), log_out),
        Route::get("/api/v1/me", Who::Everyone)
            .tag("sessions")
            .summary("Who I am.")
            .answers::<Me>(200, "this one", me)
            .refuses(401, "nobody that is known")
            .handle(async |caller: Caller| Json(Me::of(&caller.role, &caller.name))),
    ]
}

async fn log_in(State(desk): State<Desk>, Json(sent): Json<LogIn>) -> Result<Response, Problem> {
    let unknown = || Problem::unknown_caller("nobody has this token");
    let token = desk.house.tokens.find(&sent.token).ok_or_else(unknown)?;
    let role = Role::of(&token).ok_or_else(unknown)?;
    let id = token.id;
    let session = desk
        .house
        .change(move |house, now| {
            let (session, write) = house.sessions.draft(id, now).map_err(|why| crate::house::own(&why))?;
            Ok((vec![write], session))
        })
        .await?;
    let mut response = answer(StatusCode::CREATED, Me::of(&role, token.seat.as_deref().unwrap_or(&token.name)));
    set_cookie(&mut response, &desk.house.plan.public.set_cookie(Some(&session)))?;
    Ok(response)
}

async fn log_out(State(desk): State<Desk>, headers: HeaderMap) -> Result<Response, Problem> {
    if let Some(session) = desk.house.plan.public.session(&headers) {
        let session = session.to_string();
        let write =
            move |house: &crate::house::House, now| Ok((house.sessions.end(&session, now).into_iter().collect(), ()));
        desk.house.change(write).await?;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&mut response, &desk.house.plan.public.set_cookie(None))?;
    Ok(response)
}

fn set_cookie(response: &mut Response, cookie: &str) -> Result<(), Problem> {
    let cookie = cookie.parse().map_err(|_| Problem::own())?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(())
}
