//! `/TOKEN/api`: watching a replay.

use super::{Answer, At, download, go, read};
use crate::editor::Editor;
use crate::error::Error;
use crate::export::{self, Look};
use crate::film;
use crate::private;
use crate::reel::{Cut, MatchIndex};
use crate::rights::Right;
use crate::session::{Kind, Session};
use crate::told::{CapsuleText, Charts, Entries, Failures, Log, News, SeatMessage};
use crate::watched::Watched;
use axum::body::Bytes;
use axum::extract::Query;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use skirmish_core::Seat;
use skirmish_core::scene::Theme;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// How often a file that another program writes is looked at, while somebody watches.
const GLANCE: Duration = Duration::from_millis(250);
/// How often a desk is looked at, and steps of a match here are passed on; both cost next to nothing.
const BLINK: Duration = Duration::from_millis(40);
/// The most frames in one answer; a page asks for fewer.
const MOST_FRAMES: usize = 512;
/// The most frames whose log is in one answer.
const MOST_LOGGED: usize = 1024;

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
    /// Without words above the board.
    #[serde(default)]
    plain: bool,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ForkRequest")]
pub(crate) struct Fork {
    frame: usize,
    seats: Vec<String>,
    /// Commands out of the replay that the person has seen and wants to run.
    #[serde(default)]
    allow: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "EditFromRequest")]
pub(crate) struct EditFrom {
    frame: usize,
}

pub async fn index(at: At) -> Answer {
    at.json(|at| {
        let watched = at.session.watched()?;
        watched.refresh()?;
        let live = watched.is_live();
        Ok(MatchIndex { index: watched.with(|reel| reel.index.clone()), live })
    })
    .await
}

pub async fn frames(at: At, Query(run): Query<Run>) -> Answer {
    at.json(move |at| {
        let seat = viewer(&at.session, run.seat.as_deref())?;
        at.session.watched()?.with(|reel| reel.frames(run.from, run.count.min(MOST_FRAMES), seat))
    })
    .await
}

pub async fn log(at: At, Query(span): Query<Span>) -> Answer {
    at.json(move |at| {
        // So much at a time; a page asks for less.
        let to = span.to.min(span.from.saturating_add(MOST_LOGGED));
        let mut lines = Vec::new();
        at.session.watched()?.with(|reel| {
            reel.log(span.from, to, |line| {
                lines.push(line);
                Ok(())
            })
        })?;
        Ok(Log { lines })
    })
    .await
}

pub async fn charts(at: At) -> Answer {
    at.json(|at| {
        let watched = at.session.watched()?;
        watched.with(|reel| {
            let mut charts = reel.charts();
            if let Some(path) = watched.path.as_ref().filter(|_| at.right == Right::Run) {
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
        let to = span.to.min(span.from.saturating_add(MOST_LOGGED));
        let entries = match &watched.path {
            Some(path) => watched.with(|reel| private::entries(path, reel, span.from, to)),
            None => Vec::new(),
        };
        Ok(Entries { entries })
    })
    .await
}

/// What a seat was sent. The person on that seat may ask for the last one while the match runs.
pub async fn message(at: At, Query(moment): Query<Moment>) -> Answer {
    at.json(move |at| {
        let seat = Seat(moment.seat);
        if let (Kind::Hand(own), Err(_)) = (&at.session.kind, at.session.watched()) {
            if at.right < Right::Play {
                return Err(Error::Needs(Right::Play));
            }
            let message = own.message().filter(|_| own.seat == seat).ok_or(Error::NotYet)?;
            return Ok(SeatMessage::of(moment.frame, message));
        }
        let (frame, message) = at.session.watched()?.with(|reel| reel.message(seat, moment.frame))?;
        Ok(SeatMessage::of(frame, message))
    })
    .await
}

pub async fn capsules(at: At) -> Answer {
    at.json(|at| {
        let watched = at.session.watched()?;
        let capsules = match &watched.path {
            Some(path) => watched.with(|reel| private::failures(path, reel)),
            None => Vec::new(),
        };
        Ok(Failures { capsules })
    })
    .await
}

pub async fn capsule(at: At, Query(Number { n }): Query<Number>) -> Answer {
    at.json(move |at| {
        let path = at.session.watched()?.path.clone().ok_or(Error::Nothing)?;
        Ok(CapsuleText { text: private::capsule(&path, n)? })
    })
    .await
}

/// Tells a page what is new while it listens. No thread waits for it, since others need answers too.
pub async fn live(at: At) -> Result<impl IntoResponse, Error> {
    let place = at.shared.stream(&at.session)?;
    let (told, listens) = mpsc::channel::<Result<Event, Infallible>>(16);
    tokio::spawn(async move {
        tokio::select! {
            () = tell(&at, &told) => {}
            () = told.closed() => {}
        }
        drop(place);
    });
    Ok(Sse::new(ReceiverStream::new(listens)).keep_alive(KeepAlive::default()))
}

async fn tell(at: &At, told: &mpsc::Sender<Result<Event, Infallible>>) {
    let say = async |news: News| {
        let Ok(event) = Event::default().json_data(news) else { return false };
        told.send(Ok(event)).await.is_ok()
    };
    match &at.session.kind {
        Kind::Watch(_) => {
            let mut steps = None;
            let mut bell = at.session.watched().ok().and_then(Watched::bell);
            loop {
                let looked = at.clone().work(|at| {
                    let watched = at.session.watched()?;
                    let grown = watched.refresh().unwrap_or(false);
                    Ok((grown, watched.is_live(), watched.with(|reel| reel.index.steps)))
                });
                let Ok((grown, live, now)) = looked.await else { return };
                let news = (grown && steps != Some(now)) || steps.is_some_and(|steps| steps != now) || !live;
                if (news && !say(News::Match { steps: now, live }).await) || !live {
                    return;
                }
                steps = Some(now);
                match &mut bell {
                    Some(step) => {
                        // A broken bell: the match is over, and the file tells the rest.
                        if step.changed().await.is_err() {
                            bell = None;
                        }
                        tokio::time::sleep(BLINK).await;
                    }
                    None => tokio::time::sleep(GLANCE).await,
                }
            }
        }
        Kind::Hand(seat) => {
            let mut version = 0;
            loop {
                let now = seat.desk.version();
                if now != version && !say(News::Hand { hand: now }).await {
                    return;
                }
                version = now;
                tokio::time::sleep(BLINK).await;
            }
        }
        Kind::Edit(_) | Kind::Report(_) | Kind::Library(_) => {}
    }
}

/// Opens a file that was dropped on the page.
pub async fn open(at: At, body: Bytes) -> Answer {
    at.json(move |at| at.shared.watch(Watched::from_bytes(&at.shared.registry, &body)?).map(go)).await
}

pub async fn fork(at: At, body: Bytes) -> Answer {
    at.json(move |at| {
        let Fork { frame, seats, allow } = read(&body)?;
        // Kept as long as matches from here may have to be played again.
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
        at.shared.play(Box::new(make), &seats, &allow).map(go)
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
        at.shared.edit(Editor::new(&at.shared.registry, game, position)?).map(go)
    })
    .await
}

pub async fn export(at: At, Query(asked): Query<Export>) -> Result<Response, Error> {
    let room = Arc::clone(&at.shared.exporting);
    at.work_in(room, move |at| {
        let watched = at.session.watched()?;
        let look = Look {
            frame: asked.frame,
            seat: viewer(&at.session, asked.seat.as_deref())?,
            theme: if asked.theme.as_deref() == Some("dark") { Theme::Dark } else { Theme::Light },
            width: asked.width.unwrap_or(1200).clamp(16, 4096),
            plain: asked.plain,
        };
        let stem = watched.path.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_else(|| at.session.about.game.into());
        watched.with(|reel| {
            let cut = Cut::whole(reel);
            let (ending, kind, bytes) = match asked.what.as_str() {
                "html" => {
                    let about = at.session.about.clone();
                    let about = if asked.plain { about.plain() } else { about };
                    ("html", "text/html", export::html(reel, &about, cut, Vec::new())?)
                }
                "svg" => ("svg", "image/svg+xml", export::svg(reel, look)?.into_bytes()),
                "png" => ("png", "image/png", export::png(reel, look)?),
                "gif" => {
                    let (film, _) = film::small_gif(reel, look, cut, film::SMALL, &mut |_, _| Ok(()))?;
                    ("gif", "image/gif", film)
                }
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
