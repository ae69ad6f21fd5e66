//! Every route by every role, for tests: a table that must have a row for each route.

use crate::routes::Meta;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::Value;
use std::sync::Arc;

/// Who tries, in the order of [`Row::expect`].
pub const CALLERS: [&str; 6] =
    ["nobody", "a player of another game", "another seat", "the owner", "an operator", "an administrator"];

/// A house that nobody has changed yet.
pub struct World {
    pub router: Router,
    pub routes: Vec<Arc<Meta>>,
    /// The tokens of all callers but nobody.
    pub tokens: [String; 5],
}

/// What each caller is to be answered.
pub struct Row {
    pub method: &'static str,
    /// As in the table.
    pub route: &'static str,
    /// What is asked for.
    pub path: &'static str,
    pub body: Option<Value>,
    pub expect: [u16; 6],
}

/// Tries every row with every caller, each in a world of its own, and says all that is wrong.
pub async fn check(world: impl Fn() -> World, rows: &[Row]) -> Result<(), String> {
    let mut faults = Vec::new();
    for meta in &world().routes {
        let is_it = |row: &&Row| row.method == meta.method.as_str() && row.route == meta.path;
        if !rows.iter().any(|row| is_it(&row)) {
            faults.push(format!("{} {} has no row", meta.method, meta.path));
        }
    }
    for row in rows {
        let is_it = |meta: &&Arc<Meta>| row.method == meta.method.as_str() && row.route == meta.path;
        if !world().routes.iter().any(|meta| is_it(&meta)) {
            faults.push(format!("the row {} {} has no route", row.method, row.route));
        }
        for (i, (caller, expected)) in CALLERS.iter().zip(row.expect).enumerate() {
            let World { router, tokens, .. } = world();
            let token = i.checked_sub(1).map(|i| tokens[i].as_str());
            let status = ask(router, row, token).await;
            if status != expected {
                faults.push(format!("{} {} by {caller}: {status} instead of {expected}", row.method, row.path));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

async fn ask(router: Router, row: &Row, token: Option<&str>) -> u16 {
    let mut request = Request::builder().method(row.method).uri(row.path);
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = match &row.body {
        Some(body) => {
            request = request.header(header::CONTENT_TYPE, "application/json");
            Body::from(body.to_string())
        }
        None => Body::empty(),
    };
    let Ok(request) = request.body(body) else { return 0 };
    match TowerToHyperService::new(router).call(request).await {
        Ok(response) => response.status().as_u16(),
        Err(never) => match never {},
    }
}
