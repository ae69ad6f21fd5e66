//! The audit log.

use super::Desk;
use crate::body::{Json, Query};
use crate::house::blocking;
use crate::problem::Problem;
use crate::roles::Who;
use crate::routes::{Cost, Route};
use axum::extract::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// The most entries at once.
const MOST: usize = 1000;

#[derive(Deserialize, JsonSchema)]
struct Which {
    /// Only entries with a higher number.
    #[serde(default)]
    after: i64,
    /// At most so many, up to 1000.
    #[serde(default = "most")]
    limit: usize,
}

fn most() -> usize {
    MOST
}

#[derive(Serialize, JsonSchema)]
struct AuditLog {
    ok: bool,
    entries: Vec<Entry>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    n: i64,
    at_ms: i64,
    who: String,
    what: String,
    journal: Option<i64>,
    detail: Value,
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    let entry = json!({
        "n": 1, "at_ms": 1_790_000_000_000_i64, "who": "kim", "what": "made an invitation", "journal": 3,
        "detail": {"invitation": 4},
    });
    vec![
        Route::get("/api/v1/audit", Who::Operator)
            .costs(Cost::Admin)
            .tag("operators")
            .summary("What operators did, oldest first.")
            .query::<Which>()
            .answers::<AuditLog>(200, "the entries", json!({"ok": true, "entries": [entry]}))
            .handle_with(desk.clone(), list),
    ]
}

async fn list(State(desk): State<Desk>, Query(which): Query<Which>) -> Result<Json<AuditLog>, Problem> {
    let store = Arc::clone(&desk.house.store);
    let found = blocking(move || Ok(store.audit(which.after, which.limit.min(MOST))?)).await?;
    let entry = |(n, audit): (i64, crate::store::Audit)| Entry {
        n,
        at_ms: audit.at_ms,
        who: audit.who,
        what: audit.what,
        journal: audit.journal,
        detail: serde_json::from_str(&audit.detail).unwrap_or(Value::String(audit.detail)),
    };
    Ok(Json(AuditLog { ok: true, entries: found.into_iter().map(entry).collect() }))
}
