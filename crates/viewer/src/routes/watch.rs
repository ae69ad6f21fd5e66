//! `/TOKEN/api`: watching a replay.

use super::{Answer, At, download, go, read};
use crate::editor::Editor;
use crate::error::Error;
use crate::export::{self, Look};
use crate::private;
use crate::reel::{Chart, Line};
use crate::session::{Kind, Session};
use crate::watched::Watched;
use axum::body::Bytes;
use axum::extract::Query;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skirmish_core::Seat;
use skirmish_core::scene::Theme;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// How often a growing file is looked at, while somebody watches.
const GLANCE: Duration = Duration::from_millis(250);

#[derive(Deserialize)]
pub struct Run {
    #[serde(default)]
    from: usize,
    #[serde(default = "chunk")]
    count: usize,
    seat: Option<String>,
}

fn chunk() -> usize {
    64
}

#[derive(Deserialize)]
pub struct Span {
    #[serde(default)]
    from: usize,
    to: usize,
}

#[derive(Deserialize)]
pub struct Moment {
    frame: usize,
    seat: u8,
}

#[derive(Deserialize)]
pub struct Number {
    n: usize,
}

#[derive(Deserialize)]
pub struct Export {
    what: String,
    #[serde(default)]
    frame: usize,
    seat: Option<String>,
    theme: Option<String>,
    width: Option<u32>,
}

#[derive(Serialize)]
struct Log {
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Charts {
    charts: Vec<Chart>,
}

#[derive(Deserialize)]
struct Fork {
    frame: usize,
    seats: Vec<String>,
}

#[derive(Deserialize)]
struct EditFrom {
    frame: usize,
}

pub async fn index(at: At) -> Answer {
    at.json(|at| {
        let watched = at.session.watched()?;
        watched.refresh()?;
        let live = watched.is_live();
        let mut index = watched.with(|reel| json!(reel.index));
        index["live"] = live.into();
        Ok(index)
    })
    .await
}

pub async fn frames(at: At, Query(run): Query<Run>) -> Answer {
    at.json(move |at| {
        let seat = viewer(&at.session, run.seat.as_deref())?;
        at.session.watched()?.with(|reel| reel.frames(run.from, run.count, seat))
    })
    .await
}

pub async fn log(at: At, Query(span): Query<Span>) -> Answer {
    at.json(move |at| Ok(Log { lines: at.session.watched()?.with(|reel| reel.log(span.from, span.to))? })).await
}

pub async fn charts(at: At) -> Answer {
    at.json(|at| {
        let watched = at.session.watched()?;
        watched.with(|reel| {
            let mut charts = reel.charts();
            if let Some(path) = &watched.path {
                private::times(path, reel, &mut charts);
            }
            Ok(Charts { charts })
        })
    })
    .await
}

pub async fn private(at: At, Query(span): Query<Span>) -> Answer {
    at.json(move |at| {
        let watched = at.session.watched()?;
        let mut entries = match &watched.path {
            Some(path) => watched.with(|reel| private::entries(path, reel)),
            None => Vec::new(),
        };
        entries.retain(|entry| span.from < entry.step && entry.step <= span.to);
        Ok(json!({ "entries": entries }))
    })
    .await
}

/// What a seat was sent. The person on that seat may ask for the last one while the match runs.
pub async fn message(at: At, Query(moment): Query<Moment>) -> Answer {
    at.json(move |at| {
        let seat = Seat(moment.seat);
        if let (Kind::Hand(own), Err(_)) = (&at.session.kind, at.session.watched()) {
            let message = own.message().filter(|_| own.seat == seat).ok_or(Error::NotYet)?;
            return Ok(json!({ "frame": moment.frame, "request": message["request"], "message": message }));
        }
        let (frame, message) = at.session.watched()?.with(|reel| reel.message(seat, moment.frame))?;
        Ok(json!({ "frame": frame, "request": message["request"], "message": message }))
    })
    .await
}

pub async fn capsules(at: At) -> Answer {
    at.json(|at| {
        let watched = at.session.watched()?;
        let failures = match &watched.path {
            Some(path) => watched.with(|reel| private::failures(path, reel)),
            None => Vec::new(),
        };
        Ok(json!({ "capsules": failures }))
    })
    .await
}

pub async fn capsule(at: At, Query(Number { n }): Query<Number>) -> Answer {
    at.json(move |at| {
        let path = at.session.watched()?.path.clone().ok_or(Error::Nothing)?;
        Ok(json!({ "text": private::capsule(&path, n)? }))
    })
    .await
}

/// Tells a page what is new, as long as it listens.
pub async fn live(at: At) -> impl IntoResponse {
    let (told, listens) = mpsc::channel::<Result<Event, Infallible>>(16);
    let session = Arc::clone(&at.session);
    tokio::task::spawn_blocking(move || tell(&session, &told));
    Sse::new(ReceiverStream::new(listens)).keep_alive(KeepAlive::default())
}

fn tell(session: &Session, told: &mpsc::Sender<Result<Event, Infallible>>) {
    let say = |news: Value| told.blocking_send(Ok(Event::default().data(news.to_string()))).is_ok();
    match &session.kind {
        Kind::Watch(watched) => {
            let mut steps = watched.with(|reel| reel.index.steps);
            while !told.is_closed() {
                let grown = watched.refresh().unwrap_or(false);
                let live = watched.is_live();
                let now = watched.with(|reel| reel.index.steps);
                if ((grown && now != steps) || !live) && !say(json!({ "steps": now, "live": live })) {
                    return;
                }
                steps = now;
                if !live {
                    return;
                }
                std::thread::sleep(GLANCE);
            }
        }
        Kind::Hand(seat) => {
            let mut version = 0;
            while !told.is_closed() {
                let now = seat.desk.changed(version, Duration::from_secs(1));
                if now != version && !say(json!({ "hand": now })) {
                    return;
                }
                version = now;
            }
        }
        Kind::Edit(_) => {}
    }
}

/// Opens a file that was dropped on the page.
pub async fn open(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.shared.watch(Watched::from_bytes(&body)?).map(go)).await
}

pub async fn fork(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Fork { frame, seats } = read(&body)?;
        // Held by whoever plays on, for as long as matches may have to be played again.
        let session = Arc::clone(&at.session);
        session.watched()?;
        let make = move || {
            let watched = session.watched().map_err(|why| why.to_string())?;
            let mut playback = watched.with(|reel| reel.at(frame)).map_err(|why| why.to_string())?;
            if playback.table().turn().is_over() {
                return Err(format!("the game is over at frame {frame}; go back before you play on"));
            }
            Ok(playback.fork())
        };
        at.shared.play(Box::new(make), &seats).map(go)
    })
    .await
}

pub async fn edit(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let EditFrom { frame } = read(&body)?;
        let (game, position) = at.session.watched()?.with(|reel| {
            let mut playback = reel.at(frame)?;
            Ok::<_, Error>((playback.table().game(), playback.table().position()))
        })?;
        let position = serde_json::from_str(&position).map_err(|why| Error::Own(why.to_string()))?;
        at.shared.edit(Editor::new(game, position)?).map(go)
    })
    .await
}

pub async fn export(at: At, Query(asked): Query<Export>) -> Result<Response, Error> {
    at.work(move |at| {
        let watched = at.session.watched()?;
        let look = Look {
            frame: asked.frame,
            seat: viewer(&at.session, asked.seat.as_deref())?,
            theme: if asked.theme.as_deref() == Some("dark") { Theme::Dark } else { Theme::Light },
            width: asked.width.unwrap_or(1200).clamp(16, 4096),
        };
        let stem = watched.path.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_else(|| at.session.about.game.into());
        watched.with(|reel| {
            let (ending, kind, bytes) = match asked.what.as_str() {
                "html" => ("html", "text/html", export::html(reel, &at.session.about)?.into_bytes()),
                "svg" => ("svg", "image/svg+xml", export::svg(reel, look)?.into_bytes()),
                "png" => ("png", "image/png", export::png(reel, look)?),
                "gif" => ("gif", "image/gif", export::gif(reel, look, |_, _| {})?),
                "json" => ("jsonl", "application/x-ndjson", reel.text().as_bytes().to_vec()),
                other => {
                    return Err(Error::Bad(format!("there is no export {other}; there are html, svg, png, gif, json")));
                }
            };
            Ok(download(&format!("{stem}.{ending}"), kind, bytes))
        })
    })
    .await
}

/// Whose eyes: everybody's, or those of a seat, by number or by name.
fn viewer(session: &Session, seat: Option<&str>) -> Result<Option<Seat>, Error> {
    let Some(seat) = seat.filter(|seat| *seat != "all") else { return Ok(None) };
    let seats = &session.about.seats;
    let by_number = seat.parse::<usize>().ok().filter(|&i| i < seats.len());
    let found = seats.iter().position(|info| info.name == seat).or(by_number);
    found.map(|i| Some(Seat(i as u8))).ok_or_else(|| Error::NoSeat(seat.into()))
}
