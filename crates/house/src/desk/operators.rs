//! Operators, and the first administrator.

use super::Desk;
use super::tokens::Shown;
use crate::body::{Json, Path, answer};
use crate::house::{House, audit, own};
use crate::problem::Problem;
use crate::roles::{Caller, Role, RoleName, Who};
use crate::routes::{Cost, Route};
use crate::store::{Token, Write};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How long a name may be.
const LONGEST_NAME: usize = 64;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewOperator {
    /// What the audit log calls them: 1 to 64 letters, digits, `-`, `_`, `.` or `@`.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// The code: what stands after the `#` of the link that the server printed, or an operator's invitation.
    code: String,
    /// What the audit log will call you.
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Operators {
    ok: bool,
    operators: Vec<Operator>,
}

#[derive(Serialize, JsonSchema)]
struct Operator {
    id: i64,
    name: String,
    role: RoleName,
    created_ms: i64,
    revoked_ms: Option<i64>,
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    let operator =
        json!({"id": 2, "name": "kim", "role": "operator", "created_ms": 1_790_000_000_000_i64, "revoked_ms": null});
    let shown = json!({"ok": true, "id": 2, "token": "sk_..."});
    vec![
        Route::post("/api/v1/administrator", Who::Everyone)
            .costs(Cost::Login)
            .tag("operators")
            .summary("Takes the code of the administrator's link for a token. It works once.")
            .takes::<Claim>(json!({"code": "in_...", "name": "root"}))
            .answers::<Shown>(201, "the token, shown this once", shown.clone())
            .refuses(403, "this code is not known, used up or too old")
            .handle_with((desk.clone(), Role::Administrator), claim),
        Route::post("/api/v1/operator", Who::Everyone)
            .costs(Cost::Login)
            .tag("operators")
            .summary("Takes an operator's invitation for a token.")
            .takes::<Claim>(json!({"code": "in_...", "name": "kim"}))
            .answers::<Shown>(201, "the token, shown this once", shown.clone())
            .refuses(403, "this code is not known, used up or too old")
            .handle_with((desk.clone(), Role::Operator), claim),
        Route::get("/api/v1/operators", Who::Administrator)
            .costs(Cost::Admin)
            .tag("operators")
            .summary("All operators and administrators, those who were dismissed too.")
            .answers::<Operators>(200, "the list", json!({"ok": true, "operators": [operator]}))
            .handle_with(desk.clone(), list),
        Route::post("/api/v1/operators", Who::Administrator)
            .costs(Cost::Admin)
            .tag("operators")
            .summary("Makes an operator.")
            .takes::<NewOperator>(json!({"name": "kim"}))
            .answers::<Shown>(201, "the token, shown this once", shown)
            .handle_with(desk.clone(), create),
        Route::delete("/api/v1/operators/{id}", Who::Administrator)
            .costs(Cost::Admin)
            .tag("operators")
            .summary("Dismisses an operator or administrator; the token is dead at once.")
            .answers_nothing(204, "dismissed")
            .refuses(409, "`last_administrator`: the last administrator stays")
            .handle_with(desk.clone(), dismiss),
    ]
}

async fn claim(State((desk, role)): State<(Desk, Role)>, Json(sent): Json<Claim>) -> Result<Response, Problem> {
    check_name(&sent.name)?;
    let shown = desk.house.change(move |house, now| {
        let held = house.invitations.hold(&sent.code, role.name(), now)?;
        let (secret, token) = house.tokens.draft(&role, &sent.name, now).map_err(|why| own(&why))?;
        let what = format!("became {}", role.name().text());
        let noted = audit(now, &sent.name, &what, None, json!({"token": token.id, "invitation": held.invitation.id}));
        let shown = Shown::new(token.id, &secret);
        Ok((vec![held.write(), Write::Token(token), noted], (shown, held)))
    });
    Ok(answer(StatusCode::CREATED, shown.await?.0))
}

async fn create(State(desk): State<Desk>, caller: Caller, Json(sent): Json<NewOperator>) -> Result<Response, Problem> {
    check_name(&sent.name)?;
    let shown = desk.house.change(move |house, now| {
        let (secret, token) = house.tokens.draft(&Role::Operator, &sent.name, now).map_err(|why| own(&why))?;
        let detail = json!({"token": token.id, "name": sent.name});
        let shown = Shown::new(token.id, &secret);
        Ok((vec![Write::Token(token), audit(now, &caller.name, "made an operator", None, detail)], shown))
    });
    Ok(answer(StatusCode::CREATED, shown.await?))
}

async fn list(State(desk): State<Desk>) -> Json<Operators> {
    let operator = |token: Token| {
        let role = RoleName::read(&token.role)?;
        let Token { id, name, created_ms, revoked_ms, .. } = token;
        Some(Operator { id, name, role, created_ms, revoked_ms })
    };
    let operators = desk.house.tokens.list(runs_games).into_iter().filter_map(operator).collect();
    Json(Operators { ok: true, operators })
}

async fn dismiss(State(desk): State<Desk>, caller: Caller, Path(id): Path<i64>) -> Result<Response, Problem> {
    let change = desk.house.change(move |house, now| {
        let token = house.tokens.living(id).filter(runs_games);
        let token = token.ok_or_else(|| Problem::not_found("there is no such operator"))?;
        if is_last_administrator(house, &token) {
            let message = "this is the last administrator; make another one first";
            return Err(Problem::conflict("last_administrator", message));
        }
        let detail = json!({"token": id, "name": token.name});
        let noted = audit(now, &caller.name, "dismissed an operator", None, detail);
        Ok((vec![Write::Revoke { token: id, at_ms: now }, noted], ()))
    });
    change.await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn runs_games(token: &Token) -> bool {
    Role::of(token).is_some_and(|role| role.runs_games())
}

fn is_last_administrator(house: &House, token: &Token) -> bool {
    let is_one = |token: &Token| Role::of(token) == Some(Role::Administrator) && token.revoked_ms.is_none();
    is_one(token) && house.tokens.list(is_one).len() == 1
}

fn check_name(name: &str) -> Result<(), Problem> {
    let fine = |c: char| c.is_alphanumeric() || "-_.@".contains(c);
    if (1..=LONGEST_NAME).contains(&name.chars().count()) && name.chars().all(fine) {
        return Ok(());
    }
    Err(Problem::bad("bad_name", "a name is 1 to 64 letters, digits, - _ . or @"))
}
