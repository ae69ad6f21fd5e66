//! Orders before they are sent, for the page: what they would do, and why not.

use super::{Live, of_game, own, seat_in};
use crate::plan;
use crate::refusal::Refusal;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use skirmish_core::Seat;
use skirmish_house::house::blocking;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Caller, Place, Who};
use skirmish_house::routes::{Cost, Route};
use skirmish_viewer::question::{Consider, Finish, Marches, Question, Reaches, Why};
use std::sync::Arc;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    fn ask<Q: Question>(live: &Arc<Live>, path: &str) -> Route {
        // Nothing is changed by a question, however long its list of orders is.
        let route = Route::post(of_game(path), Who::Player).costs(Cost::Read).hidden();
        route.handle_with(Arc::clone(live), answer::<Q>)
    }
    vec![
        Route::get(of_game("/hand/state"), Who::Player).hidden().handle_with(Arc::clone(live), state),
        ask::<Consider>(live, "/hand/consider"),
        ask::<Why>(live, "/hand/why"),
        ask::<Marches>(live, "/hand/march"),
        ask::<Reaches>(live, "/hand/reach"),
        ask::<Finish>(live, "/hand/finish"),
    ]
}

async fn state(State(live): State<Arc<Live>>, place: Place, caller: Caller) -> Result<Response, Problem> {
    let now = live.published(place)?;
    let seat = own_seat(&now, &caller, place)?;
    written(move || Ok(plan::state(&now, seat))).await
}

async fn answer<Q: Question>(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Caller,
    body: Bytes,
) -> Result<Response, Problem> {
    let question: Q = serde_json::from_slice(&body)
        .map_err(|why| Problem::bad("malformed", format!("the question cannot be read: {why}")))?;
    let now = live.published(place)?;
    let seat = own_seat(&now, &caller, place)?;
    written(move || {
        let hand = plan::hand(&now, seat)
            .ok_or_else(|| Problem::from(Refusal::new("cannot_act", "nobody can act for this seat just now")))?;
        question.answer(&*hand).map_err(|why| Problem::bad("malformed", why.to_string()))
    })
    .await
}

fn own_seat(now: &crate::hosted::Published, caller: &Caller, place: Place) -> Result<Seat, Problem> {
    let name = seat_in(Some(caller), place).unwrap_or_default();
    plan::seat_called(now, name).ok_or_else(|| Problem::not_found("this seat is not in the game"))
}

/// Works where waiting is allowed, and writes the answer there too.
async fn written<T: Serialize>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let body = blocking(move || serde_json::to_vec(&work()?).map_err(|why| own("a page could not be answered", &why)));
    Ok(([(header::CONTENT_TYPE, "application/json")], body.await?).into_response())
}
