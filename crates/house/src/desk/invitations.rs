//! Invitations: made, listed and withdrawn by operators.

use super::Desk;
use crate::body::{Json, Path, answer};
use crate::house::{audit, own};
use crate::invitations::For;
use crate::problem::Problem;
use crate::roles::{Caller, Role, RoleName, Who};
use crate::routes::{Cost, Route};
use crate::store::{Invitation, Write};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How often one invitation may be used.
const MOST_USES: i64 = 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Invite {
    /// Only an administrator invites operators.
    role: RoleName,
    /// The number of the game's journal, for players.
    journal: Option<i64>,
    /// Only this seat.
    seat: Option<String>,
    /// How often it may be used: 1, unless said otherwise, up to 1000.
    #[serde(default = "once")]
    uses: i64,
    /// For how many hours from now; for ever, unless said.
    hours: Option<u32>,
}

fn once() -> i64 {
    1
}

/// A code, shown this once.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ShownCode")]
struct Shown {
    ok: bool,
    id: i64,
    code: String,
}

#[derive(Serialize, JsonSchema)]
struct Invitations {
    ok: bool,
    invitations: Vec<Listed>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Invitation")]
struct Listed {
    id: i64,
    role: RoleName,
    journal: Option<i64>,
    seat: Option<String>,
    uses: i64,
    used: i64,
    expires_ms: Option<i64>,
    revoked: bool,
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    let listed = json!({
        "id": 4, "role": "player", "journal": 3, "seat": null, "uses": 10, "used": 2, "expires_ms": null, "revoked": false,
    });
    vec![
        Route::post("/api/v1/invitations", Who::Operator)
            .costs(Cost::Admin)
            .tag("invitations")
            .summary("Makes an invitation.")
            .takes::<Invite>(json!({"role": "player", "journal": 3, "uses": 10, "hours": 48}))
            .answers::<Shown>(201, "the code, shown this once", json!({"ok": true, "id": 4, "code": "in_..."}))
            .refuses(403, "only administrators invite operators")
            .refuses(404, "there is no game with this journal")
            .handle_with(desk.clone(), create),
        Route::get("/api/v1/invitations", Who::Operator)
            .costs(Cost::Admin)
            .tag("invitations")
            .summary("All invitations, used and withdrawn ones too; never their codes.")
            .answers::<Invitations>(200, "the list", json!({"ok": true, "invitations": [listed]}))
            .handle_with(desk.clone(), list),
        Route::delete("/api/v1/invitations/{id}", Who::Operator)
            .costs(Cost::Admin)
            .tag("invitations")
            .summary("Withdraws an invitation.")
            .answers_nothing(204, "withdrawn")
            .handle_with(desk.clone(), withdraw),
    ]
}

async fn create(State(desk): State<Desk>, caller: Caller, Json(sent): Json<Invite>) -> Result<Response, Problem> {
    check(&caller, &sent)?;
    let shown = desk.house.change(move |house, now| {
        let known = house.store.journals()?;
        if sent.journal.is_some_and(|journal| known.iter().all(|known| known.id != journal)) {
            return Err(Problem::not_found("there is no game with this journal"));
        }
        let expires_ms = sent.hours.map(|hours| now.saturating_add(i64::from(hours) * 3_600_000));
        let guest = For { role: sent.role, journal: sent.journal, seat: sent.seat, uses: sent.uses, expires_ms };
        let (code, invitation) = house.invitations.draft(guest).map_err(|why| own(&why))?;
        let shown = Shown { ok: true, id: invitation.id, code: code.text().into() };
        let detail = json!({"invitation": invitation.id, "role": invitation.role, "uses": invitation.uses});
        let noted = audit(now, &caller.name, "made an invitation", invitation.journal, detail);
        Ok((vec![Write::Invitation(invitation), noted], shown))
    });
    Ok(answer(StatusCode::CREATED, shown.await?))
}

fn check(caller: &Caller, sent: &Invite) -> Result<(), Problem> {
    if !(1..=MOST_USES).contains(&sent.uses) {
        return Err(Problem::bad("bad_uses", format!("uses is a number from 1 to {MOST_USES}")));
    }
    let of_game = sent.journal.is_some();
    match sent.role {
        RoleName::Player if of_game => Ok(()),
        RoleName::Player => Err(Problem::bad("bad_invitation", "a player's invitation needs a journal")),
        RoleName::Operator if of_game || sent.seat.is_some() => {
            Err(Problem::bad("bad_invitation", "an operator's invitation has no journal and no seat"))
        }
        RoleName::Operator if caller.role == Role::Administrator => Ok(()),
        RoleName::Operator => Err(Problem::forbidden("only an administrator invites operators")),
        RoleName::Administrator => {
            Err(Problem::bad("bad_invitation", "administrators are made with the link that the server prints"))
        }
    }
}

async fn list(State(desk): State<Desk>) -> Json<Invitations> {
    let listed = |invitation: Invitation| {
        let role = RoleName::read(&invitation.role)?;
        let Invitation { id, journal, seat, uses, used, expires_ms, revoked, .. } = invitation;
        Some(Listed { id, role, journal, seat, uses, used, expires_ms, revoked })
    };
    let invitations = desk.house.invitations.list(|_| true).into_iter().filter_map(listed).collect();
    Json(Invitations { ok: true, invitations })
}

async fn withdraw(State(desk): State<Desk>, caller: Caller, Path(id): Path<i64>) -> Result<Response, Problem> {
    let change = desk.house.change(move |house, now| {
        let found = house.invitations.list(|invitation| invitation.id == id && !invitation.revoked).pop();
        let found = found.ok_or_else(|| Problem::not_found("there is no such invitation"))?;
        if found.role != RoleName::Player.text() && caller.role != Role::Administrator {
            return Err(Problem::forbidden("only an administrator withdraws this"));
        }
        let noted = audit(now, &caller.name, "withdrew an invitation", found.journal, json!({"invitation": id}));
        Ok((vec![Write::RevokeInvitation { invitation: id }, noted], ()))
    });
    change.await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
