//! The table of routes, for router and description.

use super::board::Shown;
use super::deed::{Deed, Reader};
use super::door::Doorkeeper;
use super::files::FILES;
use super::port::Port;
use super::{acting, cors, docs, files, reading, reply};
use crate::service::Service;
use axum::extract::Request;
use axum::routing::{get, post};
use axum::{Router, middleware};
use skirmish_house::clock::{Clock, Machine};
use std::path::PathBuf;
use std::sync::Arc;

/// A route of the game, which is posted to.
pub struct Route {
    pub path: &'static str,
    pub about: &'static str,
    /// What is posted, as an example; nothing if empty.
    pub body: &'static str,
    /// What is answered, as an example.
    pub answer: &'static str,
    does: Does,
}

#[derive(Clone, Copy)]
enum Does {
    Act(Reader),
    Authenticate,
    Show(fn(&Shown) -> &str),
    Activity,
}

impl Route {
    const fn act(path: &'static str, about: &'static str, body: &'static str, read: Reader) -> Route {
        Route { path, about, body, answer: "\"ok\"", does: Does::Act(read) }
    }

    const fn read(path: &'static str, about: &'static str, answer: &'static str, does: Does) -> Route {
        Route { path, about, body: "", answer, does }
    }

    /// Whether the headers `username` and `token` are needed.
    pub fn is_for_players(&self) -> bool {
        matches!(self.does, Does::Act(_) | Does::Authenticate)
    }
}

const WAY: &str = r#"{"from":[12,90],"to":[14,91]}"#;
const SPOT: &str = r#"{"coord":[12,90]}"#;

/// All routes of the game.
pub const ROUTES: [Route; 11] = [
    Route::act("/shoot", "Shoots from the cell of an own zord at another cell.", WAY, Deed::shoot),
    Route::act("/move", "Moves an own zord.", WAY, Deed::travel),
    Route::act("/shield", "Gives an own zord a shield.", SPOT, Deed::shield),
    Route::act("/increase-range", "Raises the range of an own zord by one.", SPOT, Deed::increase_range),
    Route::act("/build-zord", "Builds a zord on a cell.", SPOT, Deed::build_zord),
    Route::act(
        "/donate-points",
        "Gives points to another player.",
        r#"{"receiver":"ann","amount":10}"#,
        Deed::donate_points,
    ),
    Route::read("/auth", "Says whether the credentials are right.", "\"ok\"", Does::Authenticate),
    Route::read(
        "/map",
        "Everything on the board. `map` is what older clients read.",
        r#"{"zords":[{"x":12,"y":90,"hp":2,"shields":0,"range":5,"owner":"ann"}],"totems":[{"x":129,"y":44},{"x":10,"y":95}],"map":[{"zord":{"x":12,"y":90,"hp":2,"shields":0,"range":5,"owner":"ann"}},{"totem":{"x":129,"y":44}},{"totem":{"x":10,"y":95}}]}"#,
        Does::Show(|shown| &shown.map),
    ),
    Route::read(
        "/leaderboard",
        "The players by points.",
        r#"{"leaderboard":[{"name":"ann","actions":20,"points":25}]}"#,
        Does::Show(|shown| &shown.leaderboard),
    ),
    Route::read(
        "/day",
        "The day, 0 before the start, and since when it is.",
        r#"{"day":3,"start_of_day":1772614800}"#,
        Does::Show(|shown| &shown.day),
    ),
    Route::read(
        "/activity",
        "What happened: 100 entries, newest first. `?chunk=n` skips 100 n of them.",
        r#"{"activity":[{"move":{"player":"ann","from":[12,90],"to":[14,91],"timestamp":1772614860}}]}"#,
        Does::Activity,
    ),
];

/// The original's API for one game of a service. `client` is a folder with the files of the original's web client.
///
/// Everybody may read here, as in the original, unless the game is private: then a read needs the headers of a player too,
/// which the web client does not send.
pub fn router(service: Arc<Service>, game: i64, doorkeeper: Arc<dyn Doorkeeper>, client: Option<PathBuf>) -> Router {
    router_by(Arc::new(Machine::default()), service, game, doorkeeper, client)
}

/// The same, with a clock of its own for the limits. That of the games may stand still.
pub fn router_by(
    clock: Arc<dyn Clock>,
    service: Arc<Service>,
    game: i64,
    doorkeeper: Arc<dyn Doorkeeper>,
    client: Option<PathBuf>,
) -> Router {
    let port = Port::new(service, game, doorkeeper, client, &clock);
    let mut router = Router::new();
    for Route { path, does, .. } in ROUTES {
        let port = Arc::clone(&port);
        router = router.route(path, post(move |request: Request| answer(port, does, request)));
    }
    for file in FILES {
        let port = Arc::clone(&port);
        router = router.route(&format!("/{}", file.0), get(move |request: Request| files::serve(port, file, request)));
    }
    router
        .route("/", get(move |request: Request| files::serve(port, FILES[0], request)))
        .route("/docs", get(async || axum::Json(docs::openapi())))
        .route("/rapidoc", get(async || files::page(docs::page())))
        .fallback(async || reply::misunderstood())
        .method_not_allowed_fallback(async || reply::misunderstood())
        .layer(middleware::from_fn(cors::open))
}

async fn answer(port: Arc<Port>, does: Does, request: Request) -> axum::response::Response {
    match does {
        Does::Act(read) => acting::act(port, read, request).await,
        Does::Authenticate => acting::authenticate(port, request).await,
        Does::Show(part) => reading::show(port, part, request).await,
        Does::Activity => reading::activity(port, request).await,
    }
}
