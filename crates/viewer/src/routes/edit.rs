//! `/TOKEN/edit`: changing a position.

use super::{Answer, At, download, go, read};
use crate::error::Error;
use crate::told::{Saved, Things};
use axum::body::Bytes;
use axum::extract::Query;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use skirmish_core::edit::{AreaEdit, Clip, Edit, Turn as Way};

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "StartRequest")]
pub(crate) struct Start {
    map: String,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ApplyRequest")]
pub(crate) struct Apply {
    edits: Vec<Edit>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ChangeRequest")]
pub(crate) struct Change {
    change: AreaEdit,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "CopyRequest")]
pub(crate) struct Copy {
    from: [i64; 2],
    to: [i64; 2],
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "TurnedRequest")]
pub(crate) struct Turned {
    clip: Clip,
    turn: Way,
    swap: bool,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "FairnessRequest")]
pub(crate) struct Fairness {
    bot: String,
    pairs: u64,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ReplaceRequest")]
pub(crate) struct Replace {
    #[schemars(with = "Map<String, Value>")]
    position: Value,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveRequest")]
pub(crate) struct Save {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PlayRequest")]
pub(crate) struct Play {
    seats: Vec<String>,
    #[serde(default)]
    allow: Vec<String>,
}

#[derive(Deserialize)]
pub struct Cell {
    x: i64,
    y: i64,
}

pub async fn state(at: At) -> Answer {
    at.json(|at| Ok(at.session.editor()?.state())).await
}

pub async fn schemas(at: At) -> Answer {
    at.json(|at| Ok(at.session.editor()?.schemas())).await
}

pub async fn start(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.editor()?.restart(&read::<Start>(&body)?.map)).await
}

pub async fn apply(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.editor()?.apply(&read::<Apply>(&body)?.edits)).await
}

pub async fn change(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.editor()?.change(&read::<Change>(&body)?.change)).await
}

pub async fn copy(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Copy { from, to } = read(&body)?;
        at.session.editor()?.copy(from, to)
    })
    .await
}

pub async fn turned(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Turned { clip, turn, swap } = read(&body)?;
        at.session.editor()?.turned(&clip, turn, swap)
    })
    .await
}

pub async fn try_out(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Fairness { bot, pairs } = read(&body)?;
        at.session.editor()?.try_out(at.shared.organiser(), &bot, pairs).map(Some)
    })
    .await
}

pub async fn trial(at: At) -> Answer {
    at.json(|at| Ok(at.session.editor()?.trial())).await
}

pub async fn stop_trial(at: At) -> Answer {
    at.json(|at| Ok(at.session.editor()?.stop_trial())).await
}

pub async fn undo(at: At) -> Answer {
    at.json(|at| Ok(at.session.editor()?.undo())).await
}

pub async fn redo(at: At) -> Answer {
    at.json(|at| Ok(at.session.editor()?.redo())).await
}

pub async fn at(at: At, Query(Cell { x, y }): Query<Cell>) -> Answer {
    at.json(move |at| Ok(Things { things: at.session.editor()?.at(x, y) })).await
}

pub async fn position(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.session.editor()?.replace(read::<Replace>(&body)?.position)).await
}

pub async fn save(at: At, body: Bytes) -> Answer {
    at.json(move |at| Ok(Saved { path: at.session.editor()?.save(&read::<Save>(&body)?.name)? })).await
}

pub async fn file(at: At) -> Result<Response, Error> {
    let editor = at.session.editor()?;
    Ok(download(&format!("{}.json", editor.game), "application/json", editor.text().into_bytes()))
}

pub async fn play(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Play { seats, allow } = read(&body)?;
        let editor = at.session.editor()?;
        editor.table()?;
        let tables = editor.tables();
        let make = move || tables().map_err(|faults| faults.to_string());
        at.shared.play(Box::new(make), &seats, &allow).map(go)
    })
    .await
}
