//! What a browser gets: three files of the original's client from a folder of its owner, or a page that says what this is.

use super::port::Port;
use super::reply;
use axum::extract::Request;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use skirmish_house::routes::Cost;
use std::sync::Arc;

/// The files of the client, and what they are.
pub const FILES: [(&str, &str); 3] = [
    ("index.html", "text/html; charset=utf-8"),
    ("style.css", "text/css; charset=utf-8"),
    ("client.js", "text/javascript; charset=utf-8"),
];

/// The client's own script and style sheet, the one style that its script sets as an attribute, and the address that is built
/// into it. Nothing else: it puts texts into the page as HTML.
const CLIENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    style-src-attr 'unsafe-hashes' 'sha256-VXDM/lJYdk4BpdCUg/naqDj8ti+GKs0SZ8AJLc3k698='; \
    connect-src 'self' http://127.0.0.1:6969; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Our own pages are nothing but text.
const OWN_POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ABOUT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Skirmish: zords</title>\
    <h1>Skirmish: zords</h1>\
    <p>This port serves one game of zords to clients of the original, Woop Attack.\
    <p>The web client of the original is not part of Skirmish. Whoever runs this server can name a folder with its \
    <code>index.html</code>, <code>style.css</code> and <code>client.js</code>; it is shown here then.\
    <p><a href=\"/rapidoc\">What can be asked here</a></html>\n";

/// One of [`FILES`].
pub async fn serve(port: Arc<Port>, (name, kind): (&'static str, &'static str), request: Request) -> Response {
    if !port.admits(request.extensions(), Cost::Read) {
        return reply::throttled();
    }
    let Some(folder) = &port.client else {
        return if name == FILES[0].0 { page(ABOUT.into()) } else { reply::misunderstood() };
    };
    let path = folder.join(name);
    match tokio::task::spawn_blocking(move || std::fs::read(path)).await {
        Ok(Ok(bytes)) => secured(([(header::CONTENT_TYPE, kind)], bytes).into_response(), CLIENT_POLICY),
        _ => reply::error(StatusCode::NOT_FOUND, &format!("The folder of the client has no file {name}")),
    }
}

/// A page of ours.
pub fn page(html: String) -> Response {
    secured(([(header::CONTENT_TYPE, FILES[0].1)], html).into_response(), OWN_POLICY)
}

fn secured(response: Response, policy: &'static str) -> Response {
    let headers: [(HeaderName, &str); 4] = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, response).into_response()
}
