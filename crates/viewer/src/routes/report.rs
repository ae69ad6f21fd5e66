//! `/TOKEN/api`: a report, and the games in it.

use super::{Answer, At, go, told};
use crate::error::Error;
use axum::extract::Query;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Since {
    since: Option<u64>,
}

/// A game by the place of its fixture in the ledger, and by its place in that.
#[derive(Deserialize)]
pub struct Which {
    at: usize,
    game: usize,
    /// Opens it at the moment of a failure.
    capsule: Option<String>,
}

/// Which games are listed.
#[derive(Deserialize)]
pub struct Wanted {
    before: Option<usize>,
    bot: Option<usize>,
    against: Option<usize>,
}

/// The report, if it is another one than the page has.
pub async fn report(at: At, Query(Since { since }): Query<Since>) -> Answer {
    let found = at.work(move |at| at.session.reporter()?.report(since).map_err(Error::Own)).await?;
    Ok(match found {
        Some(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// All games, a page at a time.
pub async fn games(at: At, Query(Wanted { before, bot, against }): Query<Wanted>) -> Answer {
    let text = at.work(move |at| at.session.reporter()?.games(before, [bot, against]).map_err(Error::Own)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// Where a game can be watched.
pub async fn game(at: At, Query(Which { at: place, game, capsule }): Query<Which>) -> Answer {
    let url = at
        .work(move |at| {
            let reporter = at.session.reporter()?;
            let path = reporter.replay(place, game).map_err(Error::Bad)?;
            let frame = capsule.and_then(|name| reporter.moment(&name));
            let query = frame.map_or(String::new(), |frame| format!("?frame={frame}"));
            Ok(format!("{}{query}", at.shared.watch_file(&path)?))
        })
        .await?;
    Ok(told(&go(url)))
}
