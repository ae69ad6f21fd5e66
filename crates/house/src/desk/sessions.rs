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
    role: RoleName,
    /// What an operator is called, or a player's seat.
    name: String,
    /// A player's journal.
    journal: Option<i64>,
    /// What a player's game is called.
    game: Option<String>,
    /// A player's seat.
    seat: Option<String>,
}

/// Somebody who is known.
#[derive(Serialize, JsonSchema)]
struct Known {
    ok: bool,
    #[serde(flatten)]
    me: Me,
}

/// Whom a browser stands for.
#[derive(Serialize, JsonSchema)]
struct Session {
    ok: bool,
    /// Null if nobody is logged in.
    me: Option<Me>,
}

impl Me {
    fn of(desk: &Desk, role: &Role, name: &str) -> Me {
        let (journal, seat) = match role {
            Role::Player { journal, seat } => (Some(*journal), Some(seat.clone())),
            _ => (None, None),
        };
        let called = |journal| desk.residents.iter().find_map(|resident| resident.called(journal));
        Me { role: role.name(), name: name.into(), journal, game: journal.and_then(called), seat }
    }
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    let me = json!({"role": "player", "name": "ann", "journal": 3, "game": "spring", "seat": "ann"});
    let known = json!({"ok": true, "role": "player", "name": "ann", "journal": 3, "game": "spring", "seat": "ann"});
    vec![
        Route::post("/api/v1/session", Who::Everyone)
            .costs(Cost::Login)
            .tag("sessions")
            .summary("Logs a browser in with a token.")
            .about(
                "Sets a cookie that no script can read. It lasts 30 days, over restarts too, and dies with the token.",
            )
            .takes::<LogIn>(json!({"token": "sk_..."}))
            .answers::<Known>(201, "logged in", known.clone())
            .refuses(401, "nobody has this token")
            .handle_with(desk.clone(), log_in),
        Route::get("/api/v1/session", Who::Everyone)
            .tag("sessions")
            .summary("Whom this browser is logged in as, if as anybody.")
            .about("Also for nobody, so that a page can ask without being refused.")
            .answers::<Session>(200, "this one, or nobody", json!({"ok": true, "me": me}))
            .handle_with(desk.clone(), session),
        Route::delete("/api/v1/session", Who::Everyone)
            .tag("sessions")
            .summary("Logs a browser out.")
            .answers_nothing(204, "logged out")
            .handle_with(desk.clone(), log_out),
        Route::get("/api/v1/me", Who::Everyone)
            .tag("sessions")
            .summary("Who I am.")
            .answers::<Known>(200, "this one", known)
            .refuses(401, "nobody that is known")
            .handle_with(desk.clone(), me_alone),
    ]
}

async fn session(State(desk): State<Desk>, caller: Option<Caller>) -> Json<Session> {
    Json(Session { ok: true, me: caller.map(|caller| Me::of(&desk, &caller.role, &caller.name)) })
}

async fn me_alone(State(desk): State<Desk>, caller: Caller) -> Json<Known> {
    Json(Known { ok: true, me: Me::of(&desk, &caller.role, &caller.name) })
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
    let me = Me::of(&desk, &role, token.seat.as_deref().unwrap_or(&token.name));
    let mut response = answer(StatusCode::CREATED, Known { ok: true, me });
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
