//! Backups, made while the service goes on.

use super::Desk;
use crate::body::answer;
use crate::house::audit;
use crate::problem::Problem;
use crate::roles::{Caller, Who};
use crate::routes::{Cost, Route};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

#[derive(Serialize, JsonSchema)]
struct Copied {
    /// Always true.
    ok: bool,
    /// The file on the server, in the folder `backups` beside the data.
    file: String,
}

pub fn routes(desk: &Desk) -> Vec<Route> {
    vec![
        Route::post("/api/v1/backup", Who::Administrator)
            .costs(Cost::Login)
            .tag("administrators")
            .summary("Copies everything into one file, as it is at this moment.")
            .about("`skirmish serve --restore FILE` loads it into an empty data folder or database.")
            .answers::<Copied>(201, "it is on the disk", json!({"ok": true, "file": "skirmish-1790000000000.db"}))
            .refuses(409, "`nothing_kept`: this server keeps its data in memory")
            .handle_with(desk.clone(), make),
    ]
}

async fn make(State(desk): State<Desk>, caller: Caller) -> Result<Response, Problem> {
    let Some(folder) = desk.house.plan.backups.clone() else {
        return Err(Problem::conflict(
            "nothing_kept",
            "this server keeps its data in memory; there is nothing to back up",
        ));
    };
    let made = desk.house.change(move |house, now_ms| {
        let name = format!("skirmish-{now_ms}.db");
        std::fs::create_dir_all(&folder).map_err(|why| {
            tracing::error!(%why, "the folder for backups cannot be made");
            Problem::own()
        })?;
        house.store.backup(&folder.join(&name))?;
        Ok((vec![audit(now_ms, &caller.name, "made a backup", None, json!({ "file": name }))], name))
    });
    Ok(answer(StatusCode::CREATED, Copied { ok: true, file: made.await? }).into_response())
}
