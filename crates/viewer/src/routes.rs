//! The addresses: `/TOKEN/` is the page, `/TOKEN/app/FILE` its files, and under `/TOKEN/api`, `hand` and `edit` the data.

mod edit;
mod hand;
mod watch;

use crate::assets;
use crate::error::Error;
use crate::server::Shared;
use crate::session::Session;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// The largest thing a page may send: a replay file.
const LARGEST: usize = 64 << 20;

const SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Answer = Result<Response, Error>;

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/{token}", get(|Path(token): Path<String>| async move { Redirect::permanent(&format!("/{token}/")) }))
        .route("/{token}/", get(page))
        .route("/{token}/app/{file}", get(file))
        .route("/{token}/api/session", get(|at: At| async move { axum::Json(at.session.greeting()) }))
        .route("/{token}/api/index", get(watch::index))
        .route("/{token}/api/frames", get(watch::frames))
        .route("/{token}/api/log", get(watch::log))
        .route("/{token}/api/charts", get(watch::charts))
        .route("/{token}/api/private", get(watch::private))
        .route("/{token}/api/message", get(watch::message))
        .route("/{token}/api/capsules", get(watch::capsules))
        .route("/{token}/api/capsule", get(watch::capsule))
        .route("/{token}/api/live", get(watch::live))
        .route("/{token}/api/open", post(watch::open))
        .route("/{token}/api/fork", post(watch::fork))
        .route("/{token}/api/edit", post(watch::edit))
        .route("/{token}/api/export", get(watch::export))
        .route("/{token}/hand/state", get(hand::state))
        .route("/{token}/hand/consider", post(hand::consider))
        .route("/{token}/hand/why", post(hand::why))
        .route("/{token}/hand/toward", post(hand::toward))
        .route("/{token}/hand/finish", post(hand::finish))
        .route("/{token}/hand/send", post(hand::send))
        .route("/{token}/hand/resign", post(hand::resign))
        .route("/{token}/edit/state", get(edit::state))
        .route("/{token}/edit/start", post(edit::start))
        .route("/{token}/edit/apply", post(edit::apply))
        .route("/{token}/edit/undo", post(edit::undo))
        .route("/{token}/edit/redo", post(edit::redo))
        .route("/{token}/edit/at", get(edit::at))
        .route("/{token}/edit/position", post(edit::position))
        .route("/{token}/edit/save", post(edit::save))
        .route("/{token}/edit/file", get(edit::file))
        .route("/{token}/edit/play", post(edit::play))
        .fallback(|| async { Error::Nothing })
        // The guard has its own limit.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Turns away whoever came by another name (a page elsewhere that had its name point here), and seals every answer.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let port = shared.address.port();
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let origin = request.headers().get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or_default().to_string());
    let foreign = origin.is_some_and(|origin| !ours.iter().any(|name| origin == format!("http://{name}")));
    let mut response = if !ours.iter().any(|name| name == host) || foreign {
        Error::Nothing.into_response()
    } else {
        match whole(request).await {
            Ok(request) => next.run(request).await,
            Err(why) => why.into_response(),
        }
    };
    let headers = response.headers_mut();
    let set = [
        (header::CONTENT_SECURITY_POLICY, SECURITY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in set {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Reads all that was sent before it is answered: a connection with something unread is cut, and the answer is lost.
async fn whole(request: Request) -> Result<Request, Error> {
    let (parts, body) = request.into_parts();
    let too_large = |_| Error::Bad(format!("what was sent is larger than {} MB", LARGEST >> 20));
    let bytes = to_bytes(body, LARGEST).await.map_err(too_large)?;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

/// A request for something that is there.
pub(crate) struct At {
    pub shared: Arc<Shared>,
    pub session: Arc<Session>,
}

impl FromRequestParts<Arc<Shared>> for At {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<At, Error> {
        let path = parts.uri.path();
        let token = path.split('/').nth(1).unwrap_or_default();
        Ok(At { shared: Arc::clone(shared), session: shared.session(token)? })
    }
}

impl At {
    /// Does work that takes a while where it is in nobody's way.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(At) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let done = tokio::task::spawn_blocking(move || work(self)).await;
        done.unwrap_or_else(|broken| Err(Error::Own(broken.to_string())))
    }

    /// The same, for work that gives JSON; it is written there as well.
    pub async fn json<T: Serialize>(self, work: impl FnOnce(At) -> Result<T, Error> + Send + 'static) -> Answer {
        let written = self.work(|at| {
            let answer = work(at)?;
            serde_json::to_vec(&answer).map_err(|why| Error::Own(why.to_string()))
        });
        Ok(([(header::CONTENT_TYPE, "application/json")], written.await?).into_response())
    }
}

async fn page(_: At) -> Response {
    asset("index.html")
}

async fn file(_: At, Path((_, name)): Path<(String, String)>) -> Response {
    asset(&name)
}

fn asset(name: &str) -> Response {
    match assets::file(name) {
        Some((bytes, kind)) => ([(header::CONTENT_TYPE, kind)], Body::from(bytes.into_owned())).into_response(),
        None => Error::Nothing.into_response(),
    }
}

/// A file to keep.
fn download(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let safe: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let disposition = format!("attachment; filename=\"{safe}\"");
    ([(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, disposition)], bytes).into_response()
}

/// JSON that a page sends; what is wrong with it is told.
fn read<T: for<'a> Deserialize<'a>>(body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|why| Error::Bad(format!("the request cannot be read: {why}")))
}

/// Where a page is to go.
fn go(url: String) -> Value {
    json!({ "url": url })
}
