//! A counter with players: the smallest thing that can live in the house.

use axum::Extension;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use skirmish_house::address::Origin;
use skirmish_house::body::{Json, Path, Query, answer};
use skirmish_house::house::House;
use skirmish_house::problem::Problem;
use skirmish_house::resident::Resident;
use skirmish_house::roles::{Caller, Place, RoleName, Who};
use skirmish_house::routes::{Cost, Route};
use skirmish_house::shell::Page;
use skirmish_house::store::{Journal, Write};
use skirmish_house::streams::socket::{Reply, Talk};
use skirmish_house::streams::{After, Feed, Told};
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, watch};

pub const OPEN: i64 = 1;
pub const CLOSED: i64 = 2;

pub struct Toy {
    house: Arc<House>,
    pub feed: Arc<Events>,
    /// Let `/wait` answer.
    pub go: Arc<Notify>,
    /// Somebody is in `/wait`.
    pub waiting: Arc<Notify>,
    pub trouble: Mutex<Option<String>>,
}

/// Events in a list.
pub struct Events {
    list: Mutex<Vec<Told>>,
    newest: watch::Sender<i64>,
}

impl Default for Events {
    fn default() -> Events {
        Events { list: Mutex::default(), newest: watch::Sender::new(0) }
    }
}

impl Events {
    pub fn tell(&self, events: usize) {
        let mut list = self.list.lock().unwrap();
        for _ in 0..events {
            let n = list.len() as i64 + 1;
            list.push(Told { n, event: "count".into(), data: format!("{{\"n\":{n}}}").into() });
        }
        self.newest.send_replace(list.len() as i64);
    }
}

impl Feed for Events {
    fn after(&self, n: i64, limit: usize) -> Result<Vec<Told>, Problem> {
        let list = self.list.lock().unwrap();
        Ok(list.iter().filter(|told| told.n > n).take(limit).cloned().collect())
    }

    fn newest(&self) -> watch::Receiver<i64> {
        self.newest.subscribe()
    }
}

impl Toy {
    pub fn new(house: &Arc<House>) -> Toy {
        let journal = |id, name: &str| {
            Write::Journal(Journal { id, kind: "toy".into(), name: name.into(), head: "{}".into(), created_ms: 0 })
        };
        if house.store.journals().unwrap().is_empty() {
            house.commit(&[journal(OPEN, "open"), journal(CLOSED, "closed")]).unwrap();
        }
        Toy {
            house: Arc::clone(house),
            feed: Arc::default(),
            go: Arc::default(),
            waiting: Arc::default(),
            trouble: Mutex::default(),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Join {
    seat: String,
    code: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Joined {
    seat: String,
    token: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Count {
    by: u32,
}

impl Resident for Toy {
    fn name(&self) -> &str {
        "toy"
    }

    fn place(&self, game: &str) -> Option<Place> {
        match game {
            "open" => Some(Place { journal: OPEN, private: false }),
            "closed" => Some(Place { journal: CLOSED, private: true }),
            _ => None,
        }
    }

    fn called(&self, journal: i64) -> Option<String> {
        [(OPEN, "open"), (CLOSED, "closed")].into_iter().find(|(own, _)| *own == journal).map(|(_, name)| name.into())
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap().clone()
    }

    fn pages(&self) -> Vec<Page> {
        vec![Page { path: "/toy/".into(), title: "<Toy>".into(), about: "It counts & counts.".into() }]
    }

    fn routes(self: Arc<Toy>) -> Vec<Route> {
        let at = |rest: &str| format!("/api/v1/toy/games/{{game}}/{rest}");
        let count = json!({"by": 3});
        vec![
            Route::post(at("join"), Who::Everyone)
                .costs(Cost::Login)
                .summary("Takes a seat.")
                .takes::<Join>(json!({"seat": "ann"}))
                .answers::<Joined>(201, "joined", json!({"seat": "ann", "token": "sk_..."}))
                .handle_with(Arc::clone(&self), join),
            Route::get(at("view"), Who::Reader)
                .summary("How far it has counted.")
                .answers::<Count>(200, "so far", count.clone())
                .handle_with(Arc::clone(&self), async |State(toy): State<Arc<Toy>>| {
                    Json(Count { by: *toy.feed.newest.borrow() as u32 })
                }),
            Route::post(at("count"), Who::Player)
                .summary("Counts on.")
                .takes::<Count>(count.clone())
                .answers::<Count>(200, "counted", count.clone())
                .handle_with(Arc::clone(&self), async |State(toy): State<Arc<Toy>>, Json(count): Json<Count>| {
                    toy.feed.tell(count.by as usize);
                    Json(count)
                }),
            Route::get(at("seats/{seat}/hand"), Who::Player)
                .summary("What only one seat may see.")
                .answers::<Count>(200, "it", count)
                .handle(async |Path((_, _)): Path<(String, String)>| Json(Count { by: 7 })),
            Route::get(at("stream"), Who::Reader)
                .summary("Events.")
                .query::<After>()
                .answers_media(200, "events", "text/event-stream")
                .handle_with(Arc::clone(&self), stream),
            Route::get(at("ws"), Who::Reader)
                .summary("Events and talk.")
                .answers_nothing(101, "a socket")
                .handle_with(Arc::clone(&self), socket),
            Route::get(at("wait"), Who::Everyone)
                .summary("Answers when it is told to.")
                .answers_nothing(200, "now")
                .handle_with(Arc::clone(&self), async |State(toy): State<Arc<Toy>>| {
                    toy.waiting.notify_one();
                    toy.go.notified().await;
                }),
            Route::post(at("panic"), Who::Operator).summary("Breaks.").answers_nothing(200, "never").handle(broken),
            Route::get(at("large"), Who::Everyone)
                .summary("Much to read.")
                .answers_media(200, "much", "text/plain")
                .handle(async || "x".repeat(32 << 20)),
        ]
    }
}

async fn broken() -> StatusCode {
    panic!("the toy is broken")
}

async fn join(State(toy): State<Arc<Toy>>, place: Place, Json(sent): Json<Join>) -> Result<Response, Problem> {
    let seat = sent.seat.clone();
    let change = toy.house.change(move |house, now| {
        let held = match (&sent.code, place.private) {
            (Some(code), _) => Some(house.invitations.hold(code, RoleName::Player, now)?),
            (None, true) => return Err(Problem::forbidden("this game is private: send an invitation's code")),
            (None, false) => None,
        };
        let (secret, mut writes) = house.seat_token(place.journal, &sent.seat)?;
        if writes.len() > 1 {
            return Err(Problem::conflict("seat_taken", "this seat is taken"));
        }
        writes.extend(held.iter().map(|held| held.write()));
        Ok((writes, (secret, held)))
    });
    let (secret, _held) = change.await?;
    Ok(answer(StatusCode::CREATED, Joined { seat, token: secret.text().into() }))
}

async fn stream(
    State(toy): State<Arc<Toy>>,
    Query(after): Query<After>,
    Extension(origin): Extension<Origin>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    toy.house.streams.events(toy.feed.clone(), after.cursor(&headers)?, origin)
}

async fn socket(
    State(toy): State<Arc<Toy>>,
    caller: Option<Caller>,
    Extension(origin): Extension<Origin>,
    socket: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let name = caller.map_or_else(|| "nobody".into(), |caller| caller.name);
    let house = Arc::clone(&toy.house);
    house.streams.socket(socket, origin, Chat { toy, name })
}

struct Chat {
    toy: Arc<Toy>,
    name: String,
}

impl Talk for Chat {
    async fn heard(&mut self, text: &str) -> Reply {
        match text.strip_prefix("after ").map(str::parse) {
            Some(Ok(n)) => {
                Reply { follow: Some(self.toy.house.streams.reader(self.toy.feed.clone(), n)), ..Reply::default() }
            }
            Some(Err(_)) => Reply::close(Problem::bad("malformed", "after what?")),
            None => Reply::frame(format!("{} said {text}", self.name)),
        }
    }

    fn told(&self, told: &Told) -> String {
        told.data.to_string()
    }
}
