//! Pages: the index, the description of the API, and the files of all pages.

use super::Desk;
use crate::body::{Path, has, unchanged};
use crate::openapi;
use crate::problem::Problem;
use crate::roles::Who;
use crate::routes::{Cost, Meta, Route};
use crate::shell;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::sync::Arc;

pub fn routes(desk: &Desk, described: &[Arc<Meta>]) -> Vec<Route> {
    let document = openapi::document(described, desk.house.plan.public.origin.as_deref()).to_string();
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&crate::secret::digest(&document)[..12]));
    let described = Arc::new((document, tag));
    // A page is a hundred small files, and whole classes sit behind one address: files are not limited by rate.
    let file = |path: &str| Route::get(path, Who::Everyone).costs(Cost::Free).hidden();
    let mut routes = vec![
        file("/api/openapi.json").handle(async move |headers: HeaderMap| description(&described, &headers)),
        file("/api").handle(async |headers: HeaderMap| shell::own("api.html", &headers)),
        file("/admin").handle_with(desk.clone(), admin),
        file("/house/{*path}").handle(async |Path(path): Path<String>, headers: HeaderMap| shell::own(&path, &headers)),
        file("/").handle_with(desk.clone(), index),
    ];
    for resident in desk.residents.iter() {
        let (name, resident) = (resident.name().to_string(), Arc::clone(resident));
        let first = Arc::clone(&resident);
        routes.push(
            file(&format!("/{name}/"))
                .handle(async move |headers: HeaderMap| shell::file(first.file("index.html"), "index.html", &headers)),
        );
        routes.push(file(&format!("/{name}/{{*path}}")).handle(
            async move |Path(path): Path<String>, headers: HeaderMap| {
                shell::file(resident.file(&path), &path, &headers)
            },
        ));
    }
    routes
}

async fn index(State(desk): State<Desk>) -> Response {
    shell::index(&pages(&desk))
}

async fn admin(State(desk): State<Desk>) -> Result<Response, Problem> {
    shell::admin(&pages(&desk))
}

fn pages(desk: &Desk) -> Vec<shell::Page> {
    desk.residents.iter().flat_map(|resident| resident.pages()).collect()
}

fn description(described: &(String, String), headers: &HeaderMap) -> Response {
    let (document, tag) = described;
    if has(headers, tag) {
        return unchanged(tag);
    }
    let kind = "application/json";
    ([(header::CONTENT_TYPE, kind), (header::ETAG, tag), (header::CACHE_CONTROL, "no-cache")], document.clone())
        .into_response()
}
