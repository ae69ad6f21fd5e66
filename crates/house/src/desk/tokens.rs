//! Tokens: a new one for one's own, and what operators see of a game's.

use super::Desk;
use crate::body::{Json, Path, Query, answer};
use crate::house::{audit, own};
use crate::problem::Problem;
use crate::roles::{Caller, Role, RoleName, Who};
use crate::routes::{Cost, Route};
use crate::secret::Secret;
use crate::store::{Token, Write};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A token, shown this once.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ShownToken")]
pub struct Shown {
    ok: bool,
    id: i64,
    token: String,
}

impl Shown {
    pub fn new(id: i64, secret: &Secret) -> Shown {
        Shown { ok: true, id, token: secret.text().into() }
    }
}

#[derive(Deserialize, JsonSchema)]
struct OfGame {
    /// The number of the game's journal; without it, the tokens of all games.
    journal: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
struct Tokens {
    ok: bool,
    tokens: Vec<Listed>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Token")]
struct Listed {
    id: i64,
    role: RoleName,
    journal: Option<i64>,
    seat: Option<String>,
    created_ms: i64,
    revoked_ms: Option<i64>,
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    let shown = json!({"ok": true, "id": 9, "token": "sk_..."});
    let token = json!({
        "id": 7, "role": "player", "journal": 3, "seat": "ann", "created_ms": 1_790_000_000_000_i64, "revoked_ms": null,
    });
    vec![
        Route::post("/api/v1/token", Who::Everyone)
            .tag("tokens")
            .summary("Replaces my own token by a new one; the old one is dead at once.")
            .answers::<Shown>(200, "the new token, shown this once", shown.clone())
            .refuses(401, "nobody that is known")
            .handle_with(desk.clone(), rotate),
        Route::get("/api/v1/tokens", Who::Operator)
            .costs(Cost::Admin)
            .tag("tokens")
            .summary("The tokens of a game's players, dead ones too; never what is in them.")
            .query::<OfGame>()
            .answers::<Tokens>(200, "the list", json!({"ok": true, "tokens": [token]}))
            .handle_with(desk.clone(), list),
        Route::post("/api/v1/tokens/{id}/replace", Who::Operator)
            .costs(Cost::Admin)
            .tag("tokens")
            .summary("A new token for a player who lost theirs; the old one is dead at once.")
            .answers::<Shown>(201, "the new token, shown this once", shown)
            .handle_with(desk.clone(), replace),
        Route::delete("/api/v1/tokens/{id}", Who::Operator)
            .costs(Cost::Admin)
            .tag("tokens")
            .summary("Kills a player's token.")
            .answers_nothing(204, "dead")
            .handle_with(desk.clone(), revoke),
    ]
}

async fn rotate(State(desk): State<Desk>, caller: Caller) -> Result<Response, Problem> {
    let shown = desk.house.change(move |house, now| {
        // It may have died since the request came in.
        let old = house.tokens.living(caller.token);
        let old = old.ok_or_else(|| Problem::unknown_caller("this token is dead"))?;
        let (secret, token) = house.tokens.draft(&caller.role, &old.name, now).map_err(|why| own(&why))?;
        let shown = Shown::new(token.id, &secret);
        Ok((vec![Write::Token(token), Write::Revoke { token: old.id, at_ms: now }], shown))
    });
    Ok(answer(StatusCode::OK, shown.await?))
}

async fn list(State(desk): State<Desk>, Query(of): Query<OfGame>) -> Json<Tokens> {
    let fits = |token: &Token| is_player(token) && of.journal.is_none_or(|journal| token.journal == Some(journal));
    let listed = |token: Token| {
        let role = RoleName::read(&token.role)?;
        let Token { id, journal, seat, created_ms, revoked_ms, .. } = token;
        Some(Listed { id, role, journal, seat, created_ms, revoked_ms })
    };
    Json(Tokens { ok: true, tokens: desk.house.tokens.list(fits).into_iter().filter_map(listed).collect() })
}

async fn replace(State(desk): State<Desk>, caller: Caller, Path(id): Path<i64>) -> Result<Response, Problem> {
    let shown = desk.house.change(move |house, now| {
        let old = house.tokens.get(id).filter(is_player).ok_or_else(no_such)?;
        let (Some(journal), Some(seat)) = (old.journal, old.seat) else { return Err(no_such()) };
        let (secret, mut writes) = house.seat_token(journal, &seat)?;
        let new = writes.iter().find_map(|write| match write {
            Write::Token(token) => Some(token.id),
            _ => None,
        });
        let shown = Shown::new(new.unwrap_or_default(), &secret);
        let detail = json!({"old": id, "new": new, "seat": seat});
        writes.push(audit(now, &caller.name, "replaced a player's token", Some(journal), detail));
        Ok((writes, shown))
    });
    Ok(answer(StatusCode::CREATED, shown.await?))
}

async fn revoke(State(desk): State<Desk>, caller: Caller, Path(id): Path<i64>) -> Result<Response, Problem> {
    let change = desk.house.change(move |house, now| {
        let token = house.tokens.living(id).filter(is_player).ok_or_else(no_such)?;
        let detail = json!({"token": id, "seat": token.seat});
        let noted = audit(now, &caller.name, "killed a player's token", token.journal, detail);
        Ok((vec![Write::Revoke { token: id, at_ms: now }, noted], ()))
    });
    change.await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn is_player(token: &Token) -> bool {
    matches!(Role::of(token), Some(Role::Player { .. }))
}

fn no_such() -> Problem {
    Problem::not_found("there is no such player's token")
}
