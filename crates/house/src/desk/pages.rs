//! Pages: the index, the description of the API, and the files of all pages.

use super::Desk;
use crate::body::{Path, has, unchanged};
use crate::openapi;
use crate::problem::Problem;
use crate::roles::Who;
use crate::routes::{Meta, Route};
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
    let mut routes = vec![
        Route::get("/api/openapi.json", Who::Everyone)
            .hidden()
            .handle(async move |headers: HeaderMap| description(&described, &headers)),
        Route::get("/api", Who::Everyone).hidden().handle(async |headers: HeaderMap| shell::own("api.html", &headers)),
        Route::get("/admin", Who::Everyone).hidden().handle_with(desk.clone(), admin),
        Route::get("/house/{*path}", Who::Everyone)
            .hidden()
            .handle(async |Path(path): Path<String>, headers: HeaderMap| shell::own(&path, &headers)),
        Route::get("/", Who::Everyone).hidden().handle_with(desk.clone(), index),
    ];
    for resident in desk.residents.iter() {
        let (name, resident) = (resident.name().to_string(), Arc::clone(resident));
        let first = Arc::clone(&resident);
        routes.push(
            Route::get(format!("/{name}/"), Who::Everyone)
                .hidden()
                .handle(async move |headers: HeaderMap| shell::file(first.file("index.html"), "index.html", &headers)),
        );
        routes.push(Route::get(format!("/{name}/{{*path}}"), Who::Everyone).hidden().handle(
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
