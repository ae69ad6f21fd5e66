//! The game as pictures, for the page: any moment of it, and what somebody missed.

use super::{Live, of_game, own};
use crate::film::{Film, Unfilmed};
use crate::income;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use skirmish_house::body::{Json, Path, Query};
use skirmish_house::house::blocking;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Place, Who};
use skirmish_house::routes::Route;
use skirmish_viewer::reel::MatchIndex;
use skirmish_viewer::rights::Right;
use skirmish_viewer::session::{Can, Greeting, Mode};
use skirmish_viewer::told::{Charts, Log};
use std::sync::Arc;

/// The most frames in one answer, and the most frames whose log is in one.
const MOST_FRAMES: usize = 256;
const MOST_LOGGED: usize = 1024;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    // Pictures are between the page and its server, and may change with any version.
    let get = |path: &str| Route::get(of_game(path), Who::Reader).hidden();
    vec![
        get("/film/session").handle_with(Arc::clone(live), session),
        get("/film/index").handle_with(Arc::clone(live), index),
        get("/film/frames").handle_with(Arc::clone(live), frames),
        get("/film/log").handle_with(Arc::clone(live), log),
        get("/film/charts").handle_with(Arc::clone(live), charts),
        get("/film/points").handle_with(Arc::clone(live), points),
        get("/film/away/{who}").handle_with(Arc::clone(live), away),
    ]
}

/// The index of a film, with the frame at which each day begins.
#[derive(Serialize)]
struct Index<'a> {
    #[serde(flatten)]
    index: MatchIndex,
    days: &'a [usize],
}

/// What happened, and when each frame of it came about, in milliseconds since 1970.
#[derive(Serialize)]
struct TimedLog {
    #[serde(flatten)]
    log: Log,
    times: Vec<(usize, i64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    #[serde(default)]
    from: usize,
    #[serde(default = "chunk")]
    count: usize,
    /// Nobody sees more or less than others.
    #[serde(default)]
    seat: Option<String>,
}

fn chunk() -> usize {
    64
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    #[serde(default)]
    from: usize,
    to: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// After this frame.
    from: usize,
}

impl Live {
    /// Answers with what somebody sees in the film of a game.
    async fn shown<T: Serialize>(
        self: Arc<Live>,
        place: Place,
        look: impl FnOnce(&Film) -> Result<T, Unfilmed> + Send + 'static,
    ) -> Result<Response, Problem> {
        let (hosted, now) = (self.hosted(place)?, self.published(place)?);
        let body = blocking(move || {
            let store = Arc::clone(self.service.store());
            let written = self.films.with(&*store, &hosted, &now, |film| Ok(serde_json::to_vec(&look(film)?)));
            written.map_err(Problem::from)?.map_err(|why| own("a page could not be answered", &why))
        });
        Ok(([(header::CONTENT_TYPE, "application/json")], body.await?).into_response())
    }
}

impl From<Unfilmed> for Problem {
    fn from(why: Unfilmed) -> Problem {
        match why {
            Unfilmed::Reel(why @ (skirmish_viewer::Error::NoFrame { .. } | skirmish_viewer::Error::NoSeat(_))) => {
                Problem::not_found(why.to_string())
            }
            why => own("a page could not be answered", &why),
        }
    }
}

async fn session(State(live): State<Arc<Live>>, place: Place) -> Result<Response, Problem> {
    live.shown(place, |film| {
        let greeting =
            Greeting { about: &film.about, mode: Mode::Watch, can: Can::default(), right: Right::Watch, replay: None };
        // It borrows from the film, which may change after this.
        Ok(serde_json::to_value(greeting).expect("greetings serialise"))
    })
    .await
}

async fn index(State(live): State<Arc<Live>>, place: Place) -> Result<Response, Problem> {
    live.shown(place, |film| {
        let mut index = MatchIndex { index: film.reel.index.clone(), live: film.reel.is_live() };
        // There are no turns; people count days.
        index.index.counted = Some("day");
        index.index.turn = (0..=film.reel.index.steps).map(|frame| film.day_at(frame)).collect();
        Ok(serde_json::to_value(Index { index, days: &film.days }).expect("indices serialise"))
    })
    .await
}

async fn frames(State(live): State<Arc<Live>>, place: Place, Query(run): Query<Run>) -> Result<Response, Problem> {
    let _ = run.seat;
    live.shown(place, move |film| Ok(film.reel.frames(run.from, run.count.min(MOST_FRAMES), None)?)).await
}

async fn log(State(live): State<Arc<Live>>, place: Place, Query(span): Query<Span>) -> Result<Response, Problem> {
    live.shown(place, move |film| {
        let to = span.to.min(span.from.saturating_add(MOST_LOGGED));
        let mut lines = Vec::new();
        film.reel.log(span.from, to, |line| {
            lines.push(line);
            Ok(())
        })?;
        let mut frames: Vec<usize> = lines.iter().map(|line| line.step).collect();
        frames.dedup();
        let times = frames.into_iter().map(|frame| (frame, film.at_ms[frame])).collect();
        Ok(TimedLog { log: Log { lines }, times })
    })
    .await
}

async fn charts(State(live): State<Arc<Live>>, place: Place) -> Result<Response, Problem> {
    live.shown(place, |film| Ok(Charts { charts: film.reel.charts() })).await
}

async fn points(State(live): State<Arc<Live>>, place: Place) -> Result<Json<Vec<income::Line>>, Problem> {
    Ok(Json(income::table(&*live.published(place)?)))
}

async fn away(
    State(live): State<Arc<Live>>,
    place: Place,
    Path((_, who)): Path<(String, String)>,
    Query(since): Query<Since>,
) -> Result<Response, Problem> {
    live.shown(place, move |film| film.away(since.from, &who)).await
}
