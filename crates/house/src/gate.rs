//! What every request goes through: who, how often, may they, is it whole; and what every answer gets.

use crate::address::{Origin, Peer};
use crate::house::House;
use crate::limits::Key;
use crate::problem::Problem;
use crate::resident::Resident;
use crate::roles::{Caller, Role};
use crate::routes::{Cost, Meta, Route};
use crate::shell;
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

/// The router of all these routes, each with the resident it belongs to.
pub fn router(house: &Arc<House>, routes: &[(Option<Arc<dyn Resident>>, Route)]) -> Router {
    let mut router = Router::new();
    let mut allowed = HashMap::<String, String>::new();
    for (resident, route) in routes {
        let methods = allowed.entry(route.meta.path.clone()).or_default();
        let between = if methods.is_empty() { "" } else { "," };
        // Whoever can be asked with GET can be asked with HEAD.
        let head = if route.meta.method == Method::GET { ",HEAD" } else { "" };
        *methods += &format!("{between}{}{head}", route.meta.method);
        let gate = Gate { house: Arc::clone(house), meta: Arc::clone(&route.meta), resident: resident.clone() };
        let handler = route.handler.clone().route_layer(from_fn_with_state(Arc::new(gate), admit));
        router = router.route(&route.meta.path, handler);
    }
    let lost = Arc::clone(house);
    router
        .fallback(move |request: Request| async move {
            let unread = !request.body().is_end_stream();
            let problem = match lost.limits.take(Key::Origin(origin(&lost, &request)), Cost::Read) {
                Ok(()) => Problem::not_found("there is nothing at this address; /api lists what there is"),
                Err(too_often) => too_often,
            };
            refused(problem, unread)
        })
        .layer(from_fn_with_state(Arc::new(Seal { house: Arc::clone(house), allowed }), seal))
}

struct Gate {
    house: Arc<House>,
    meta: Arc<Meta>,
    resident: Option<Arc<dyn Resident>>,
}

struct Seal {
    house: Arc<House>,
    /// The methods of each path.
    allowed: HashMap<String, String>,
}

/// Who it was, for the log.
#[derive(Clone)]
struct Label(String);

async fn admit(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let caller = caller(&gate.house, &parts.headers);
    let unread = !body.is_end_stream();
    let shown = parts.headers.contains_key(header::AUTHORIZATION);
    let entered = enter(&gate, parts, body, &caller).await.map_err(|problem| match problem.status() {
        StatusCode::UNAUTHORIZED if shown => Problem::unknown_caller("this token is not known, or dead"),
        _ => problem,
    });
    let mut answer = match entered {
        Ok(request) => match Arc::clone(&gate.house.working).try_acquire_owned() {
            Ok(_place) => next.run(request).await,
            Err(_) => {
                gate.house.metrics.busy.count();
                Problem::unavailable("busy", "the server has too much to do right now", 1).into_response()
            }
        },
        Err(problem) => refused(problem, unread),
    };
    answer.extensions_mut().insert(Label(caller.map_or_else(|| "nobody".into(), |caller| caller.label())));
    answer
}

/// A refusal; where something that was sent was not read, or not all of it, the connection ends with it.
fn refused(problem: Problem, unread: bool) -> Response {
    if unread { problem.and_close().into_response() } else { problem.into_response() }
}

/// All checks, the cheap ones first; nothing of the body is read before the caller is known to be allowed.
async fn enter(gate: &Gate, mut parts: Parts, body: Body, caller: &Option<Caller>) -> Result<Request, Problem> {
    let Gate { house, meta, resident } = gate;
    let origin = origin_of(house, parts.extensions.get::<Peer>(), &parts.headers);
    let key = caller.as_ref().map_or(Key::Origin(origin), Caller::key);
    house.limits.take(key, meta.cost).inspect_err(|_| house.metrics.rate_limited.count())?;
    if house.stop.is_stopped() && meta.cost != Cost::Free {
        return Err(Problem::unavailable("stopping", "the server is stopping", 5));
    }
    if caller.as_ref().is_some_and(|caller| caller.by_cookie) {
        house.plan.public.check_origin(&parts.method, &parts.uri, &parts.headers)?;
    }
    let named = RawPathParams::from_request_parts(&mut parts, &()).await;
    let named = named.map_err(|_| Problem::not_found("the address is no text"))?;
    let value = |wanted: &str| named.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value);
    let place = match (value("game"), resident) {
        (Some(game), Some(resident)) => resident.place(game),
        _ => None,
    };
    let names_game = resident.is_some() && meta.names().any(|name| name == "game");
    if names_game && place.is_none() {
        // Strangers are told who may before they are told what there is.
        if caller.is_none() {
            meta.who.admits(None, None, None)?;
        }
        return Err(Problem::not_found("there is no such game"));
    }
    meta.who.admits(caller.as_ref(), place, value("seat"))?;
    if let Some(place) = place {
        parts.extensions.insert(place);
    }
    if let Some(caller) = caller {
        parts.extensions.insert(caller.clone());
    }
    parts.extensions.insert(origin);
    let body = whole(house, body).await?;
    Ok(Request::from_parts(parts, body))
}

/// The body, all of it, within its bounds.
async fn whole(house: &House, body: Body) -> Result<Body, Problem> {
    let most = house.plan.bounds.body_bytes;
    let too_large = || {
        let message = format!("the body has more than {most} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message).with("most_bytes", most)
    };
    if body.is_end_stream() {
        return Ok(Body::empty());
    }
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    match tokio::time::timeout(house.plan.bounds.body_within, to_bytes(body, most)).await {
        Err(_) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "too_slow", "the body took too long to come")),
        Ok(Err(_)) => Err(too_large()),
        Ok(Ok(bytes)) => Ok(Body::from(bytes)),
    }
}

/// Who it is: a token beats the session of a browser.
fn caller(house: &House, headers: &HeaderMap) -> Option<Caller> {
    let (token, by_cookie) = match bearer(headers) {
        Some(text) => (house.tokens.find(text)?, false),
        None => {
            let session = house.plan.public.session(headers)?;
            let id = house.sessions.find(session, house.clock.wall_ms())?;
            (house.tokens.living(id)?, true)
        }
    };
    let role = Role::of(&token)?;
    let name = token.seat.clone().unwrap_or(token.name);
    Some(Caller { token: token.id, role, name, by_cookie })
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let shown = all.next()?.to_str().unwrap_or_default();
    // Of two tokens nobody can say whose the request is.
    if all.next().is_some() {
        return Some("");
    }
    let (scheme, token) = shown.split_once(' ').unwrap_or((shown, ""));
    // Any other scheme is somebody we do not know, not a browser with a cookie.
    Some(if scheme.eq_ignore_ascii_case("bearer") { token.trim() } else { "" })
}

fn origin(house: &House, request: &Request) -> Origin {
    origin_of(house, request.extensions().get::<Peer>(), request.headers())
}

fn origin_of(house: &House, peer: Option<&Peer>, headers: &HeaderMap) -> Origin {
    // Without a connection there is only a test, which is at home.
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    Origin::of(house.plan.proxies.client(peer, headers))
}

/// Around everything: bounds the head, catches panics, makes every refusal a problem document, adds the headers of safety,
/// counts and logs.
async fn seal(State(seal): State<Arc<Seal>>, request: Request, next: Next) -> Response {
    let house = &seal.house;
    let began = Instant::now();
    let method = request.method().clone();
    let route =
        request.extensions().get::<MatchedPath>().map_or("(none)".to_string(), |path| path.as_str().to_string());
    let answer = match head(house, &request) {
        Err(problem) => problem.and_close().into_response(),
        Ok(()) => match AssertUnwindSafe(next.run(request)).catch_unwind().await {
            Ok(answer) => answer,
            Err(panic) => {
                house.metrics.panics.count();
                tracing::error!(route, what = said(&*panic), "a handler panicked");
                Problem::own().into_response()
            }
        },
    };
    let mut answer = documented(answer, seal.allowed.get(&route).map_or("", String::as_str));
    shell::secure(answer.headers_mut());
    let took = began.elapsed();
    let status = answer.status().as_u16();
    // Anything can be sent as a method; only these are counted by name.
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE];
    let counted = if known.contains(&method) { method.as_str() } else { "other" };
    house.metrics.answered(counted, &route, status, took);
    let who = answer.extensions().get::<Label>().map_or("nobody", |label| label.0.as_str());
    let ms = took.as_micros() as f64 / 1000.0;
    tracing::info!(target: "skirmish::request", method = method.as_str(), route, status, ms, who, "answered");
    answer
}

/// Refuses a head that is too big.
fn head(house: &House, request: &Request) -> Result<(), Problem> {
    let bounds = &house.plan.bounds;
    let uri = request.uri();
    if uri.path().len() + uri.query().map_or(0, str::len) > bounds.uri_bytes {
        let message = format!("the address is longer than {} bytes", bounds.uri_bytes);
        return Err(Problem::new(StatusCode::URI_TOO_LONG, "uri_too_long", message));
    }
    let headers = request.headers();
    let bytes: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if bytes > bounds.head_bytes || headers.len() > bounds.headers {
        let message = format!("there are more than {} headers or {} bytes of them", bounds.headers, bounds.head_bytes);
        return Err(Problem::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "head_too_large", message));
    }
    Ok(())
}

/// An answer that refuses without saying why (axum's own) becomes a problem document.
fn documented(answer: Response, allowed: &str) -> Response {
    let status = answer.status();
    let is_document = answer.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    if !(status.is_client_error() || status.is_server_error()) || is_document {
        return answer;
    }
    let problem = match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            let message = format!("this address takes only {allowed}");
            let allow = HeaderValue::from_str(allowed).unwrap_or(HeaderValue::from_static(""));
            Problem::new(status, "method_not_allowed", message).header(header::ALLOW, allow)
        }
        _ => Problem::new(status, "refused", status.canonical_reason().unwrap_or("refused")),
    };
    let mut plain = problem.into_response();
    if let Some(label) = answer.extensions().get::<Label>() {
        plain.extensions_mut().insert(label.clone());
    }
    plain
}

fn said(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("something")
}
