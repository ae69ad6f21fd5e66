//! What players do.

use super::deed::Reader;
use super::door::Credentials;
use super::port::{BODY_WITHIN, LARGEST_BODY, Port};
use super::reply;
use crate::keeper::Order;
use crate::request::{Answer, Posted, Request};
use axum::body::to_bytes;
use axum::extract;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use skirmish_house::routes::Cost;
use std::sync::Arc;
use tokio::time::timeout;

const UNKNOWN: &str = "Couldn't authenticate";

/// Does an action: form first, then who it is, then the game.
pub async fn act(port: Arc<Port>, read: Reader, request: extract::Request) -> Response {
    let (parts, body) = request.into_parts();
    if !port.admits(&parts.extensions, Cost::Act) {
        return reply::throttled();
    }
    let body = match timeout(BODY_WITHIN, to_bytes(body, LARGEST_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return reply::error(StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than 64 KiB, or cut off"),
        Err(_) => return reply::error(StatusCode::REQUEST_TIMEOUT, "The body took too long"),
    };
    let (Ok(deed), true, Some(caller)) = (read(&body), is_json(&parts.headers), Credentials::of(&parts.headers)) else {
        return reply::misunderstood();
    };
    if !port.knows(&caller) {
        return reply::refused(UNKNOWN);
    }
    let request = Request { seat: caller.seat.into(), key: None, if_seq: None, posted: Posted::Wish(Arc::new(deed)) };
    match port.service.order(port.game, Order::Act(request), Vec::new()).await {
        Answer::Done { .. } => reply::ok(),
        Answer::Refused { refusal, .. } => match refusal.status() {
            503 => reply::later(reply::error(StatusCode::SERVICE_UNAVAILABLE, &refusal.message)),
            _ => reply::refused(&refusal.message),
        },
    }
}

/// Tells somebody whether they are known.
pub async fn authenticate(port: Arc<Port>, request: extract::Request) -> Response {
    if !port.admits(request.extensions(), Cost::Act) {
        return reply::throttled();
    }
    match Credentials::of(request.headers()) {
        None => reply::misunderstood(),
        Some(caller) if port.knows(&caller) => reply::ok(),
        Some(_) => reply::refused(UNKNOWN),
    }
}

/// Whether a body says that it is JSON, or says nothing.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE) else { return true };
    let essence = kind.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}
