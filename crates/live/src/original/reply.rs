//! How everything is answered: JSON that is never null. Clients take whatever has no `error` for success, and put texts into
//! their pages as HTML.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// It was done.
pub fn ok() -> Response {
    Json("ok").into_response()
}

/// A game or its doorkeeper refuses, which is no matter of HTTP in the original.
pub fn refused(text: &str) -> Response {
    error(StatusCode::OK, text)
}

/// An answer that tells of a fault.
pub fn error(status: StatusCode, text: &str) -> Response {
    (status, Json(json!({"error": text}))).into_response()
}

/// Whatever no route understands.
pub fn misunderstood() -> Response {
    error(StatusCode::BAD_REQUEST, "Incorrect interaction with the api. Check method, endpoint and JSON data")
}

/// Too many requests of one address.
pub fn throttled() -> Response {
    later(error(StatusCode::TOO_MANY_REQUESTS, "Too many requests. Try again in a second"))
}

/// JSON that is already text.
pub fn json_text(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Says when to come back.
pub fn later(mut response: Response) -> Response {
    response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from(1));
    response
}

/// Text of others, harmless in a page.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
