//! What a client is told when something cannot be done: `application/problem+json` (RFC 9457), whoever refuses.
//!
//! `reason` is for programs and never changes its meaning; `message` is for people.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;

/// Why something was not done, with the status for it.
#[derive(Clone)]
pub struct Problem(Box<Inside>);

#[derive(Clone)]
struct Inside {
    status: StatusCode,
    reason: Cow<'static, str>,
    message: String,
    more: Map<String, Value>,
    headers: HeaderMap,
}

/// The body of every refusal. Some reasons add members of their own.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem", extend("additionalProperties" = true))]
pub struct Told<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    /// What the status means.
    title: &'a str,
    status: u16,
    /// The same as `message`.
    detail: &'a str,
    /// Always false.
    ok: bool,
    /// A code for programs.
    reason: &'a str,
    /// A sentence for people.
    message: &'a str,
    #[serde(flatten)]
    #[schemars(skip)]
    more: &'a Map<String, Value>,
}

impl Problem {
    pub fn new(status: StatusCode, reason: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem(Box::new(Inside {
            status,
            reason: reason.into(),
            message: message.into(),
            more: Map::new(),
            headers: HeaderMap::new(),
        }))
    }

    /// 400: what was sent is no such thing.
    pub fn bad(reason: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, reason, message)
    }

    /// 401: nobody knows who this is.
    pub fn unknown_caller(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", message)
            .header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"skirmish\""))
    }

    /// 403: this one may not.
    pub fn forbidden(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// 404.
    pub fn not_found(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// 409: not as things stand.
    pub fn conflict(reason: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, reason, message)
    }

    /// 503: not now; try again in so many seconds.
    pub fn unavailable(
        reason: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
        retry_after_s: u64,
    ) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, reason, message).retry_after(retry_after_s)
    }

    /// 500: our own fault, of which the client is told nothing.
    pub fn own() -> Problem {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "the server made a mistake; what happened is in its log",
        )
    }

    /// Adds a member to the document.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.0.more.insert(name.into(), value.into());
        self
    }

    /// Adds a header to the answer.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.0.headers.insert(name, value);
        self
    }

    /// Says when to come back, in the header and in the document.
    pub fn retry_after(self, seconds: u64) -> Problem {
        let seconds = seconds.max(1);
        self.header(header::RETRY_AFTER, HeaderValue::from(seconds)).with("retry_after_s", seconds)
    }

    /// Closes the connection after the answer, because something that was sent will not be read.
    pub fn and_close(self) -> Problem {
        self.header(header::CONNECTION, HeaderValue::from_static("close"))
    }

    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The document, as a stream or a socket sends it too.
    pub fn document(&self) -> Value {
        let Inside { status, reason, message, more, .. } = &*self.0;
        serde_json::to_value(Told {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Refused"),
            status: status.as_u16(),
            detail: message,
            ok: false,
            reason,
            message,
            more,
        })
        .unwrap_or(Value::Null)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = self.document().to_string();
        let mut response = (self.0.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.extend(self.0.headers);
        response
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.0.status.as_u16(), self.0.reason, self.0.message)
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Problem {}

impl From<crate::store::Failure> for Problem {
    /// A store that fails is nobody's fault but ours; the log has the details.
    fn from(failure: crate::store::Failure) -> Problem {
        tracing::error!(%failure, "the store failed");
        match failure {
            crate::store::Failure::Refused(_) => {
                Problem::unavailable("store_refused", "nothing was stored; try again", 5)
            }
            crate::store::Failure::Unknown(_) => Problem::unavailable(
                "store_unknown",
                "it is not known whether this was stored; look before you repeat it",
                5,
            ),
            crate::store::Failure::Broken(_) | crate::store::Failure::Unusable(_) => Problem::unavailable(
                "store_broken",
                "the server cannot store anything any more; its operator must look",
                60,
            ),
        }
    }
}
