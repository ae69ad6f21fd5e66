//! The addresses: `/TOKEN/` is the page, `/TOKEN/app/FILE` its files, and under `/TOKEN/api`, `hand` and `edit` the data.

pub(crate) mod edit;
mod hand;
pub(crate) mod library;
mod report;
pub(crate) mod watch;

use crate::assets;
use crate::door::Known;
use crate::error::Error;
use crate::question;
use crate::rights::Right;
use crate::server::Shared;
use crate::session::{Kind, Session};
use crate::told::{Asked, Goal, Key, Told};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The largest things a page may send: a replay file, a position, orders.
const LARGEST_FILE: usize = 64 << 20;
const LARGEST_POSITION: usize = 4 << 20;
const LARGEST_ORDERS: usize = 1 << 20;
/// All of it must have come within this.
const SENT_WITHIN: Duration = Duration::from_secs(30);

/// The header with the client's key.
const KEY: HeaderName = HeaderName::from_static("skirmish-key");

const SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Answer = Result<Response, Error>;

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let watch = Router::new()
        .route("/{token}", get(enter))
        .route("/{token}/", get(page))
        .route("/{token}/app/{*file}", get(file))
        .route("/{token}/api/session", get(session))
        .route("/{token}/api/key", post(key))
        .route("/{token}/api/index", get(watch::index))
        .route("/{token}/api/frames", get(watch::frames))
        .route("/{token}/api/log", get(watch::log))
        .route("/{token}/api/charts", get(watch::charts))
        .route("/{token}/api/message", get(watch::message))
        .route("/{token}/api/live", get(watch::live))
        .route("/{token}/api/report", get(report::report))
        .route("/{token}/api/games", get(report::games))
        .route("/{token}/api/game", get(report::game))
        .route("/{token}/api/library", get(library::shelf))
        .route("/{token}/api/match", get(library::open))
        .route("/{token}/api/picture", get(library::picture))
        .route("/{token}/api/compare", get(library::compare))
        .route("/{token}/api/export", get(watch::export));
    let play = Router::new()
        .route("/{token}/hand/state", get(hand::state))
        .route("/{token}/hand/consider", post(hand::answer::<question::Consider>))
        .route("/{token}/hand/why", post(hand::answer::<question::Why>))
        .route("/{token}/hand/march", post(hand::answer::<question::Marches>))
        .route("/{token}/hand/reach", post(hand::answer::<question::Reaches>))
        .route("/{token}/hand/meanwhile", get(hand::meanwhile))
        .route("/{token}/hand/finish", post(hand::answer::<question::Finish>))
        .route("/{token}/hand/send", post(hand::send))
        .route("/{token}/hand/resign", post(hand::resign));
    let run = Router::new()
        .route("/{token}/api/private", get(watch::private))
        .route("/{token}/api/capsules", get(watch::capsules))
        .route("/{token}/api/capsule", get(watch::capsule))
        .route("/{token}/api/fork", post(watch::fork))
        .route("/{token}/api/edit", post(watch::edit))
        .route("/{token}/api/files", get(library::files))
        .route("/{token}/api/delete", post(library::delete))
        .route("/{token}/api/rename", post(library::rename))
        .route("/{token}/api/around", post(library::around))
        .route("/{token}/api/next", post(library::next))
        .route("/{token}/hand/rematch", post(hand::rematch))
        .route("/{token}/edit/state", get(edit::state))
        .route("/{token}/edit/schemas", get(edit::schemas))
        .route("/{token}/edit/start", post(edit::start))
        .route("/{token}/edit/apply", post(edit::apply))
        .route("/{token}/edit/change", post(edit::change))
        .route("/{token}/edit/copy", post(edit::copy))
        .route("/{token}/edit/turned", post(edit::turned))
        .route("/{token}/edit/fairness", get(edit::trial).post(edit::try_out))
        .route("/{token}/edit/fairness/stop", post(edit::stop_trial))
        .route("/{token}/edit/undo", post(edit::undo))
        .route("/{token}/edit/redo", post(edit::redo))
        .route("/{token}/edit/at", get(edit::at))
        .route("/{token}/edit/position", post(edit::position))
        .route("/{token}/edit/save", post(edit::save))
        .route("/{token}/edit/file", get(edit::file))
        .route("/{token}/edit/play", post(edit::play));
    let open = Router::new().route("/{token}/api/open", post(watch::open));
    Router::new()
        .merge(admitting(watch, Right::Watch, LARGEST_ORDERS))
        .merge(admitting(play, Right::Play, LARGEST_ORDERS))
        .merge(admitting(run, Right::Run, LARGEST_POSITION))
        .merge(admitting(open, Right::Run, LARGEST_FILE))
        .fallback(|| async { Error::Nothing })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Checks the client's rights, and only then reads what it sends.
fn admitting(routes: Router<Arc<Shared>>, right: Right, largest: usize) -> Router<Arc<Shared>> {
    let admit = move |at: At, request: Request, next: Next| async move {
        if at.right < right {
            return refused(Error::Needs(right));
        }
        match whole(request, largest).await {
            Ok(request) => next.run(request).await,
            Err(why) => refused(why),
        }
    };
    // `whole` has its own limit.
    routes.layer(DefaultBodyLimit::disable()).route_layer(middleware::from_fn(admit))
}

/// Turns away, before anything of it is read, whoever came by another name (a page elsewhere that had its name point
/// here) or has no token, and seals every answer.
async fn guard(State(shared): State<Arc<Shared>>, mut request: Request, next: Next) -> Response {
    let mut response = match At::of(&shared, &request) {
        Ok(at) => {
            if let Some(known) = request.extensions().get::<Known>() {
                known.greet();
            }
            request.extensions_mut().insert(at);
            next.run(request).await
        }
        Err(why) => refused(why),
    };
    let headers = response.headers_mut();
    let set = [
        (header::CONTENT_SECURITY_POLICY, SECURITY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in set {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses, and closes the connection: nothing else that was sent is read.
fn refused(why: Error) -> Response {
    ([(header::CONNECTION, "close")], why).into_response()
}

/// Whether a request was meant for this server, and does not come from a page of somebody else.
fn is_ours(port: u16, request: &Request) -> bool {
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let named =
        hosts.next().is_some_and(|host| ours.iter().any(|name| host == name.as_str())) && hosts.next().is_none();
    let mut origins = request.headers().get_all(header::ORIGIN).iter();
    let foreign = origins.any(|origin| !ours.iter().any(|name| origin == format!("http://{name}").as_str()));
    named && !foreign && request.uri().authority().is_none()
}

/// Reads all that was sent before it is answered: a connection with something unread is cut, and the answer is lost.
async fn whole(request: Request, largest: usize) -> Result<Request, Error> {
    let (parts, body) = request.into_parts();
    if body.size_hint().lower() > largest as u64 {
        return Err(Error::TooMuch(largest));
    }
    let bytes = tokio::time::timeout(SENT_WITHIN, to_bytes(body, largest)).await.map_err(|_| Error::Dawdled)?;
    Ok(Request::from_parts(parts, Body::from(bytes.map_err(|_| Error::TooMuch(largest))?)))
}

/// A request for something that is there.
#[derive(Clone)]
pub(crate) struct At {
    pub shared: Arc<Shared>,
    pub session: Arc<Session>,
    pub right: Right,
}

impl<S: Send + Sync> FromRequestParts<S> for At {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<At, Error> {
        parts.extensions.get::<At>().cloned().ok_or(Error::Nothing)
    }
}

impl At {
    /// What a request is about, and who asks.
    fn of(shared: &Arc<Shared>, request: &Request) -> Result<At, Error> {
        if !is_ours(shared.address.port(), request) {
            return Err(Error::Nothing);
        }
        let token = request.uri().path().split('/').nth(1).unwrap_or_default();
        let session = shared.session(token)?;
        let key = request.headers().get(KEY).and_then(|key| key.to_str().ok());
        Ok(At { right: shared.right(&session, key), shared: Arc::clone(shared), session })
    }

    /// Does slow work where it blocks nobody.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(At) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let room = Arc::clone(&self.shared.working);
        self.work_in(room, work).await
    }

    /// The same, once there is room for it.
    pub async fn work_in<T: Send + 'static>(
        self,
        room: Arc<Semaphore>,
        work: impl FnOnce(At) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let place = room.acquire_owned().await.map_err(|_| Error::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work(self);
            drop(place);
            done
        })
        .await;
        done.unwrap_or_else(|broken| Err(Error::Own(broken.to_string())))
    }

    /// The same, for work that gives JSON; it is written there as well.
    pub async fn json<T: Told>(self, work: impl FnOnce(At) -> Result<T, Error> + Send + 'static) -> Answer {
        let written = self.work(|at| {
            let answer = work(at)?;
            serde_json::to_vec(&answer).map_err(|why| Error::Own(why.to_string()))
        });
        Ok(([(header::CONTENT_TYPE, "application/json")], written.await?).into_response())
    }
}

async fn session(at: At) -> impl IntoResponse {
    told(&at.session.greeting(at.right))
}

/// An answer that is at hand.
fn told(answer: &impl Told) -> Response {
    axum::Json(answer).into_response()
}

/// The page is one step further, where its own addresses are right.
async fn enter(at: At) -> Redirect {
    Redirect::permanent(&format!("/{}/", at.session.token.text()))
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "RedeemRequest")]
pub(crate) struct Redeem {
    code: String,
}

/// Gives a key for a code, once.
async fn key(at: At, body: Bytes) -> Answer {
    let Redeem { code } = read(&body)?;
    let key = at.shared.codes.redeem(&code).ok_or(Error::UsedCode)?;
    Ok(told(&Key { key: key.text().into() }))
}

async fn page(at: At) -> Response {
    asset(match at.session.kind {
        Kind::Report(_) => crate::report::PAGE,
        Kind::Library(_) => crate::library::PAGE,
        _ => "index.html",
    })
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
fn read<T: Asked>(body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|why| Error::Bad(format!("the request cannot be read: {why}")))
}

/// Where a page is to go.
fn go(url: String) -> Goal {
    Goal { url: path_of(&url) }
}

/// An address without its host: a tab that goes there keeps its key, by whatever name it calls this machine.
fn path_of(url: &str) -> String {
    format!("/{}", url.splitn(4, '/').nth(3).unwrap_or_default())
}
