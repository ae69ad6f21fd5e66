//! The API of the live game: Appendix B of its rulebook, as routes of the house.
//!
//! | room | what is in it |
//! |---|---|
//! | [`games`] | making games, and the list of them |
//! | [`joining`] | coming in, and tokens |
//! | [`acting`] | what players do |
//! | [`reading`] | what everybody may see |
//! | [`streaming`] | what happens, as it happens |
//! | [`webhook`] | what players are told while they are away |
//! | [`operating`] | what operators do |
//! | [`filming`], [`planning`] | pictures and unsent orders, for the page |

pub mod acting;
mod example;
pub mod filming;
pub mod games;
pub mod joining;
pub mod operating;
pub mod planning;
pub mod reading;
pub mod streaming;
pub mod webhook;

use crate::film::Films;
use crate::hosted::Hosted;
use crate::news::Newsroom;
use crate::refusal::Refusal;
use crate::request::Answer;
use crate::service::Service;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use skirmish_core::Telling as _;
use skirmish_house::clock::Virtual;
use skirmish_house::hooks::hook::Owner;
use skirmish_house::hooks::names::System;
use skirmish_house::hooks::office::Office;
use skirmish_house::hooks::post::Post;
use skirmish_house::house::House;
use skirmish_house::problem::Problem;
use skirmish_house::resident::Resident;
use skirmish_house::roles::{Caller, Place, Role};
use skirmish_house::routes::Route;
use skirmish_house::shell::Page;
use skirmish_house::store::Failure;
use std::sync::Arc;

/// Why a game is stopped, for those who cannot mend it. What is damaged may be something that nobody is to know.
const STOPPED: &str = "what is stored of it is damaged, or of another version; its operator must look after it";

/// Where the routes of a game begin.
const GAME: &str = "/api/v1/zords/games/{game}";

/// The live game as a resident of the house.
pub struct Live {
    pub house: Arc<House>,
    pub service: Arc<Service>,
    /// The clock of the games, if it can be turned.
    pub clock: Option<Arc<Virtual>>,
    /// The webhooks of players.
    pub hooks: Arc<Office>,
    films: Films,
}

impl Resident for Live {
    fn name(&self) -> &str {
        "zords"
    }

    fn routes(self: Arc<Live>) -> Vec<Route> {
        [
            games::routes(&self),
            joining::routes(&self),
            acting::routes(&self),
            reading::routes(&self),
            streaming::routes(&self),
            webhook::routes(&self),
            operating::routes(&self),
            filming::routes(&self),
            planning::routes(&self),
        ]
        .concat()
    }

    fn place(&self, game: &str) -> Option<Place> {
        match self.service.game(game) {
            Some(hosted) => Some(Place { journal: hosted.game, private: hosted.head.private }),
            None => self
                .service
                .broken()
                .into_iter()
                .find(|broken| broken.name == game)
                .map(|broken| Place { journal: broken.game, private: broken.private }),
        }
    }

    fn called(&self, journal: i64) -> Option<String> {
        let hosted = self.service.hosted(journal).map(|hosted| hosted.head.name.clone());
        let broken = || self.service.broken().into_iter().find(|broken| broken.game == journal);
        hosted.or_else(|| broken().map(|broken| broken.name))
    }

    fn trouble(&self) -> Option<String> {
        if let Some(failure) = self.service.failed() {
            return Some(failure.to_string());
        }
        let broken: Vec<String> = self.service.broken().into_iter().map(|broken| broken.name).collect();
        (!broken.is_empty()).then(|| format!("stopped games: {}", broken.join(", ")))
    }

    fn pages(&self) -> Vec<Page> {
        let page =
            |path: &str, title: &str, about: &str| Page { path: path.into(), title: title.into(), about: about.into() };
        vec![
            page("/zords/", "Live games of zords", "Watch, join and play."),
            page("/zords/operate", "The operator's page", "Games, players, tokens, health."),
        ]
    }

    fn file(&self, path: &str) -> Option<rust_embed::EmbeddedFile> {
        crate::pages::file(path)
    }

    fn metrics(&self) -> String {
        self.service.figures.prometheus(&self.service)
    }
}

impl Live {
    /// The games of a service, with the webhooks of their players. It reads the store, so call it where waiting is allowed.
    pub fn new(house: Arc<House>, service: Arc<Service>, clock: Option<Arc<Virtual>>) -> Result<Arc<Live>, Failure> {
        let seats = |hosted: Arc<Hosted>| -> Vec<Owner> {
            let Some(published) = hosted.published() else { return Vec::new() };
            let driver = &published.driver;
            driver.game().seats(driver.state()).into_iter().map(|seat| Owner::new(hosted.game, seat)).collect()
        };
        let owners: Vec<Owner> = service.games().into_iter().flat_map(seats).collect();
        let post = Post::new(house.plan.webhooks.clone(), Arc::<System>::default());
        let newsroom = Arc::new(Newsroom(Arc::clone(&service)));
        let hooks = Office::open(Arc::clone(&house), newsroom, post, owners)?;
        Ok(Arc::new(Live { house, service, clock, hooks, films: Films::default() }))
    }

    /// The game of a path, which the gate has found before.
    fn hosted(&self, place: Place) -> Result<Arc<Hosted>, Problem> {
        match self.service.hosted(place.journal) {
            Some(hosted) => Ok(hosted),
            None => match self.service.broken().into_iter().find(|broken| broken.game == place.journal) {
                Some(_) => Err(Refusal::new("broken", format!("the game is stopped: {STOPPED}")).into()),
                None => Err(Problem::not_found("there is no such game")),
            },
        }
    }
}

/// A path below a game's.
fn of_game(path: &str) -> String {
    format!("{GAME}{path}")
}

/// The seat of a caller who plays in this game.
fn seat_in(caller: Option<&Caller>, place: Place) -> Option<&str> {
    match caller.map(|caller| &caller.role) {
        Some(Role::Player { journal, seat }) if *journal == place.journal => Some(seat),
        _ => None,
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
        let problem = Problem::new(status, refusal.reason, refusal.message);
        // Nobody knows when a game that is stopped will be mended.
        let soon = status == StatusCode::SERVICE_UNAVAILABLE && refusal.reason != "broken";
        if soon { problem.retry_after(1) } else { problem }
    }
}

/// What a client is told of an answer.
fn respond(answer: Answer, status: StatusCode) -> Response {
    let (mut response, again) = match answer {
        Answer::Done { body, again } => ((status, json(body.get().to_owned())).into_response(), again),
        Answer::Refused { refusal, seq, index, again } => (problem(refusal, seq, index).into_response(), again),
    };
    if again {
        let name = HeaderName::from_static("idempotency-replayed");
        response.headers_mut().insert(name, HeaderValue::from_static("true"));
    }
    response
}

/// A refusal, with where the game stands.
fn problem(refusal: Refusal, seq: i64, index: Option<usize>) -> Problem {
    let problem = Problem::from(refusal).with("seq", seq);
    match index {
        Some(index) => problem.with("index", index),
        None => problem,
    }
}

/// Our own fault: the log has it, the client only learns that it was ours.
fn own(what: &str, why: &dyn std::fmt::Display) -> Problem {
    tracing::error!("{what}: {why}");
    Problem::own()
}

/// A body that is JSON already.
fn json(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], text)
}

/// The same with a tag by which a client asks for changes only. Who looks may be in it, so one caller's is not another's.
fn tagged(tag: &str, text: String) -> Response {
    let headers = [
        (header::ETAG, tag.to_owned()),
        (header::CACHE_CONTROL, "no-cache".into()),
        (header::VARY, "Authorization, Cookie".into()),
    ];
    (headers, json(text)).into_response()
}
