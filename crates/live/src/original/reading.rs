//! What everybody may see. Every answer keeps its shape: whoever asks too often, or while nothing can be read, gets what was
//! sent last; whoever may not watch a private game gets a board with nothing on it.

use super::board::Shown;
use super::port::Port;
use super::reply::{self, json_text};
use axum::extract::{Query, Request};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use skirmish_house::routes::Cost;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

/// A part of the board.
pub async fn show(port: Arc<Port>, part: fn(&Shown) -> &str, request: Request) -> Response {
    let admitted = port.admits(request.extensions(), Cost::Read);
    let shown = match port.is_open_to(request.headers()) {
        true if admitted => port.board.now(port.hosted().as_deref()),
        true => port.board.last(),
        false => Arc::new(Shown::nothing()),
    };
    let text = part(&shown).into();
    match admitted {
        true => json_text(StatusCode::OK, text),
        false => reply::later(json_text(StatusCode::TOO_MANY_REQUESTS, text)),
    }
}

/// A chunk of the log.
pub async fn activity(port: Arc<Port>, request: Request) -> Response {
    let Ok(Query(query)) = Query::<HashMap<String, usize>>::try_from_uri(request.uri()) else {
        return reply::misunderstood();
    };
    if !port.is_open_to(request.headers()) {
        return json_text(StatusCode::OK, chunk(&[]));
    }
    let wanted = query.get("chunk").copied().unwrap_or(0);
    let stale = |status| {
        let newest = port.newest.read().unwrap_or_else(PoisonError::into_inner).clone();
        reply::later(json_text(status, if wanted == 0 { newest } else { chunk(&[]) }))
    };
    if !port.admits(request.extensions(), Cost::Read) {
        return stale(StatusCode::TOO_MANY_REQUESTS);
    }
    let Some(hosted) = port.hosted() else { return stale(StatusCode::SERVICE_UNAVAILABLE) };
    let reader = Arc::clone(&port);
    let read = tokio::task::spawn_blocking(move || reader.activity.chunk(&hosted, wanted)).await;
    let Ok(Ok(entries)) = read else { return stale(StatusCode::SERVICE_UNAVAILABLE) };
    let text = chunk(&entries);
    if wanted == 0 {
        port.newest.write().unwrap_or_else(PoisonError::into_inner).clone_from(&text);
    }
    json_text(StatusCode::OK, text)
}

/// A chunk as it is sent.
pub fn chunk(entries: &[Value]) -> String {
    json!({"activity": entries}).to_string()
}
