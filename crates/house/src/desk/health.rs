//! Is it alive, is it ready, how is it doing.

use super::Desk;
use crate::address::Peer;
use crate::body::Json;
use crate::house::{House, blocking};
use crate::problem::Problem;
use crate::roles::{Caller, Role, Who};
use crate::routes::{Cost, Route};
use crate::store::Write;
use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Written to find out whether anything can be written.
const PROBE: &str = "probe";

/// For how long the last try is believed: everyone may ask, and every try is a write.
const BELIEVED_MS: i64 = 2000;

/// Whether the store could be written to, and when that was tried.
#[derive(Default)]
pub struct Probe(Mutex<Option<(i64, Option<String>)>>);

impl Probe {
    /// What is wrong with the store. Those who ask at the same time wait for the same try.
    async fn trouble(&self, house: &Arc<House>) -> Option<String> {
        let mut last = self.0.lock().await;
        let now = house.clock.steady_ms();
        if let Some((at, trouble)) = &*last
            && now - at < BELIEVED_MS
        {
            return trouble.clone();
        }
        let (writer, value) = (Arc::clone(house), house.clock.wall_ms().to_string());
        let write = move || Ok(writer.commit(&[Write::Setting { name: PROBE.into(), value }]));
        let trouble = match blocking(write).await {
            Ok(Ok(())) => None,
            Ok(Err(failure)) => Some(format!("store: {failure}")),
            Err(problem) => Some(problem.message().into()),
        };
        *last = Some((now, trouble.clone()));
        trouble
    }
}

#[derive(Serialize, JsonSchema)]
struct Health {
    ok: bool,
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    vec![
        Route::get("/healthz", Who::Everyone)
            .costs(Cost::Free)
            .tag("health")
            .summary("Whether the program is alive.")
            .answers::<Health>(200, "it is", json!({"ok": true}))
            .handle(async || Json(Health { ok: true })),
        Route::get("/readyz", Who::Everyone)
            .tag("health")
            .summary("Whether it can serve: the store takes writes, and no game is broken.")
            .answers::<Health>(200, "it can", json!({"ok": true}))
            .refuses(503, "`not_ready`, with a sentence for each trouble in `troubles`")
            .handle_with(desk.clone(), ready),
        Route::get("/metrics", Who::Everyone)
            .tag("health")
            .summary("Numbers for Prometheus.")
            .about("For this machine and for operators, unless the configuration says `metrics_public`.")
            .answers_media(200, "the numbers", "text/plain")
            .refuses(403, "neither from this machine nor an operator")
            .handle_with(desk.clone(), metrics),
    ]
}

async fn ready(State(desk): State<Desk>) -> Result<Json<Health>, Problem> {
    let troubles: Vec<String> = desk
        .residents
        .iter()
        .filter_map(|resident| resident.trouble().map(|trouble| format!("{}: {trouble}", resident.name())))
        .collect();
    let troubles: Vec<String> = desk.probe.trouble(&desk.house).await.into_iter().chain(troubles).collect();
    if troubles.is_empty() {
        return Ok(Json(Health { ok: true }));
    }
    Err(Problem::unavailable("not_ready", troubles.join("; "), 10).with("troubles", troubles))
}

async fn metrics(
    State(desk): State<Desk>,
    caller: Option<Caller>,
    peer: Option<Extension<Peer>>,
    headers: axum::http::HeaderMap,
) -> Result<Response, Problem> {
    let house = &desk.house;
    let from = peer.map(|Extension(Peer(peer))| house.plan.proxies.client(peer.ip(), &headers).to_canonical());
    // Whoever is behind a proxy on this machine that nobody told us of is not at home.
    let is_home = from.is_some_and(|from| from.is_loopback()) && !headers.contains_key("x-forwarded-for");
    let runs_games = caller.is_some_and(|caller| Role::runs_games(&caller.role));
    if !(is_home || runs_games || house.plan.metrics_public) {
        return Err(Problem::forbidden("metrics are for operators"));
    }
    let mut text = house.metrics.text(house.streams.count());
    desk.residents.iter().for_each(|resident| text.push_str(&resident.metrics()));
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}
