//! What a handler takes and gives: axum's extractors, whose refusals are problem documents.

use crate::problem::Problem;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// How deep a document may be nested.
pub const DEEPEST: usize = 32;

/// A JSON body.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Json<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "send JSON, with the header Content-Type: application/json",
            ));
        }
        // The gate has read the body, and bounded it.
        let bytes = axum::body::to_bytes(request.into_body(), usize::MAX)
            .await
            .map_err(|_| Problem::bad("incomplete", "the body ended too early"))?;
        parse(&bytes).map(Json)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Reads a document that a stranger sent.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    if depth(bytes) > DEEPEST {
        return Err(Problem::bad("too_deep", format!("the JSON is nested deeper than {DEEPEST}")));
    }
    serde_json::from_slice(bytes).map_err(|why| {
        let (reason, what) = match why.classify() {
            Category::Data => ("malformed", "this is not what is expected here"),
            _ => ("bad_json", "this is no JSON"),
        };
        Problem::bad(reason, format!("{what}: {why}")).with("line", why.line()).with("column", why.column())
    })
}

/// How deep brackets and braces are nested, outside of strings; whether they match is the parser's business.
fn depth(bytes: &[u8]) -> usize {
    let (mut now, mut most) = (0usize, 0usize);
    let (mut quoted, mut escaped) = (false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                now += 1;
                most = most.max(now);
            }
            b']' | b'}' if !quoted => now = now.saturating_sub(1),
            _ => {}
        }
    }
    most
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()) else { return false };
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// The query, as a struct.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Problem> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        query.map(|query| Query(query.0)).map_err(|why: QueryRejection| {
            Problem::bad("bad_query", format!("the query is wrong: {}", why.body_text()))
        })
    }
}

/// What stands in the path for its `{names}`.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| Path(path.0)).map_err(|why: PathRejection| {
            Problem::not_found(format!("there is nothing of that name: {}", why.body_text()))
        })
    }
}

/// A status with a JSON body and a header or two.
pub fn answer<T: Serialize>(status: StatusCode, body: T) -> Response {
    (status, Json(body)).into_response()
}

/// Whether the client already has what `tag` names (`If-None-Match`).
pub fn has(headers: &HeaderMap, tag: &str) -> bool {
    let held = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|held| held.to_str().ok());
    held.flat_map(|held| held.split(','))
        .map(str::trim)
        .any(|held| held == "*" || held.strip_prefix("W/").unwrap_or(held) == tag)
}

/// 304, for a client that [`has`] it.
pub fn unchanged(tag: &str) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn depth_counts_only_what_nests() {
        assert_eq!(depth(br#"{"a":[1,"[[[\"[[",{}]}"#), 3);
        assert_eq!(depth(b"[][][]"), 1);
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(parse::<Value>(deep(DEEPEST).as_bytes()).is_ok());
        assert_eq!(parse::<Value>(deep(DEEPEST + 1).as_bytes()).unwrap_err().reason(), "too_deep");
    }

    #[test]
    fn a_fault_has_its_place() {
        let problem = parse::<Value>(b"{\n \"a\": 1,\n oops}").unwrap_err();
        assert_eq!(problem.reason(), "bad_json");
        assert_eq!((problem.document()["line"].as_u64(), problem.document()["column"].as_u64()), (Some(3), Some(2)));
        assert_eq!(parse::<u8>(b"300").unwrap_err().reason(), "malformed");
    }
}
