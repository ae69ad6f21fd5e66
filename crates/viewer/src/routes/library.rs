//! `/TOKEN/api`: a library, and what is done with the matches in it.

use super::{Answer, At, go, path_of, read};
use crate::comparison;
use crate::error::Error;
use crate::library::Library;
use crate::rights::Right;
use crate::session::Session;
use crate::told::Files;
use axum::body::{Body, Bytes};
use axum::extract::Query;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use schemars::JsonSchema;
use serde::Deserialize;
use skirmish_core::scene::Theme;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

#[derive(Deserialize)]
pub struct Since {
    #[serde(default)]
    since: u64,
}

#[derive(Deserialize)]
pub struct Named {
    name: String,
}

#[derive(Deserialize)]
pub struct Pictured {
    name: String,
    theme: Option<String>,
}

#[derive(Deserialize)]
pub struct Two {
    a: String,
    b: String,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LibraryDeleteRequest")]
pub(crate) struct Delete {
    names: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "LibraryRenameRequest")]
pub(crate) struct Rename {
    name: String,
    to: String,
}

/// What has changed in the folder.
pub async fn shelf(at: At, Query(Since { since }): Query<Since>) -> Answer {
    at.json(move |at| at.session.library()?.since(since, at.right == Right::Run)).await
}

/// Where a match can be watched.
pub async fn open(at: At, Query(Named { name }): Query<Named>) -> Answer {
    at.json(move |at| watched(&at, at.session.library()?, &name).map(go)).await
}

/// The address of a match of a library.
fn watched(at: &At, library: &Library, name: &str) -> Result<String, Error> {
    at.shared.watch_file(&library.open(name)?).map_err(|error| library.unopened(name, error))
}

/// The last picture of a match, as SVG. A few are made at once, whoever asks.
pub async fn picture(at: At, Query(asked): Query<Pictured>, headers: HeaderMap) -> Result<Response, Error> {
    let theme = if asked.theme.as_deref() == Some("dark") { Theme::Dark } else { Theme::Light };
    let room = Arc::clone(&at.shared.picturing);
    let packed = at.work_in(room, move |at| at.session.library()?.picture(&asked.name, theme)).await?;
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut response = if accepted.contains("gzip") {
        let mut response = Body::from(packed.to_vec()).into_response();
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    } else {
        let mut svg = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut svg)?;
        Body::from(svg).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    // The address has the stamp of the file in it.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400"));
    Ok(response)
}

/// How two matches compare.
pub async fn compare(at: At, Query(Two { a, b }): Query<Two>) -> Answer {
    at.json(move |at| {
        let library = at.session.library()?;
        let mut urls = Vec::new();
        for name in [&a, &b] {
            urls.push(watched(&at, library, name)?);
        }
        let sessions = [at.shared.session_at(&urls[0])?, at.shared.session_at(&urls[1])?];
        let [one, two] = [sessions[0].watched()?, sessions[1].watched()?];
        for watched in [one, two] {
            watched.refresh()?;
        }
        let compared = one.with(|one| two.with(|two| comparison::compare(one, two)))?;
        Ok(comparison::Comparison { urls: [path_of(&urls[0]), path_of(&urls[1])], ..compared })
    })
    .await
}

/// What would be deleted or renamed with a match.
pub async fn files(at: At, Query(Named { name }): Query<Named>) -> Answer {
    at.json(move |at| {
        let files = at.session.library()?.files_of(&name)?;
        let name = |path: &std::path::PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Files { files: files.iter().map(name).collect() })
    })
    .await
}

pub async fn delete(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Delete { names } = read(&body)?;
        let library = at.session.library()?;
        let paths: Vec<_> = names.iter().map(|name| library.folder.join(name)).collect();
        let deleted = library.delete(&names);
        for path in paths.iter().filter(|path| !path.exists()) {
            at.shared.forget(path);
        }
        Ok(deleted)
    })
    .await
}

pub async fn rename(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Rename { name, to } = read(&body)?;
        let library = at.session.library()?;
        let renamed = library.rename(&name, &to)?;
        // What is open under a name would look for its logs there.
        at.shared.forget(&library.folder.join(&name));
        at.shared.forget(&library.folder.join(&renamed.name));
        Ok(renamed)
    })
    .await
}

/// The library that the replay of this page is in.
pub async fn around(at: At) -> Answer {
    at.json(|at| {
        let folder = folder_of(&at.session).ok_or(Error::Nothing)?;
        at.shared.library(&folder).map(go)
    })
    .await
}

/// The match to show after the one of this page; null if there is no other in its folder.
pub async fn next(at: At) -> Answer {
    at.json(|at| {
        let (Some(folder), Some(path)) = (folder_of(&at.session), at.session.watched()?.path.as_deref()) else {
            return Ok(None);
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let library = at.shared.session_at(&at.shared.library(&folder)?)?;
        let next = library.library()?.after(&name)?;
        next.map(|next| at.shared.watch_file(&next).map(go)).transpose()
    })
    .await
}

fn folder_of(session: &Session) -> Option<std::path::PathBuf> {
    session.watched().ok()?.path.as_deref().and_then(Path::parent).map(Path::to_path_buf)
}
