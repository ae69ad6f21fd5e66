//! Pages of other origins: the client may be opened from a file, or from anywhere. There are no cookies here that a page could
//! abuse; whoever acts sends a token.

use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Answers preflights, and lets every origin read every answer.
pub async fn open(request: Request, next: Next) -> Response {
    let Some(origin) = request.headers().get(ORIGIN).cloned() else { return next.run(request).await };
    let mut response = match *request.method() {
        Method::OPTIONS => preflight(request.headers().get(ACCESS_CONTROL_REQUEST_METHOD)),
        _ => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(VARY, HeaderValue::from_static("origin"));
    response
}

fn preflight(method: Option<&HeaderValue>) -> Response {
    if method.is_none_or(|method| method != "POST") {
        return (StatusCode::FORBIDDEN, "Pages of other origins may only POST here.").into_response();
    }
    let allowed =
        [(ACCESS_CONTROL_ALLOW_METHODS, "POST"), (ACCESS_CONTROL_ALLOW_HEADERS, "username, token, content-type")];
    (StatusCode::OK, allowed).into_response()
}
