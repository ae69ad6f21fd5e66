//! What happens, as it happens: Server-Sent Events and web sockets.

use super::acting::checked_key;
use super::{Live, of_game, problem, seat_in};
use crate::driver::Told as Event;
use crate::hosted::Hosted;
use crate::keeper::Order;
use crate::request::{Answer, Posted, Request};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_house::address::Origin;
use skirmish_house::body::{Query, parse};
use skirmish_house::limits::Key;
use skirmish_house::problem::Problem;
use skirmish_house::roles::{Caller, Place, Role, Who};
use skirmish_house::routes::{Cost, Route};
use skirmish_house::streams::socket::{Reply, Talk};
use skirmish_house::streams::{After, Feed, Told};
use std::sync::Arc;
use tokio::sync::watch;

pub fn routes(live: &Arc<Live>) -> Vec<Route> {
    vec![
        Route::get(of_game("/stream"), Who::Reader)
            .tag("Watching")
            .summary("Events as they happen, as Server-Sent Events.")
            .about(
                "`id` is the number of the event, `event` its type, `data` its JSON. Every event comes exactly once and in \
                 order; whoever reconnects with the last `id` misses nothing. A comment comes every 15 seconds. A reader \
                 who falls more than 1000 events behind is disconnected and may resume by number.",
            )
            .query::<After>()
            .header("Last-Event-ID", "only events with a higher number")
            .answers_media(200, "events without end", "text/event-stream")
            .refuses(400, "`bad_cursor`, `bad_query`")
            .refuses(503, "`too_many_streams`; `broken`: the game is stopped")
            .handle_with(Arc::clone(live), stream),
        Route::get(of_game("/ws"), Who::Everyone)
            .tag("Watching")
            .summary("Events and actions over a web socket.")
            .about(
                "The first frame is `{\"type\":\"hello\",\"token\"?,\"after\":n}`. Then events come as \
                 `{\"type\":\"event\",...}`; `{\"type\":\"view\"}` is answered with the view, \
                 `{\"type\":\"act\",\"key\":\"k1\",\"if_seq\":57?,\"actions\":[...],\"atomic\"?,\"day\"?}` with \
                 `{\"type\":\"outcome\",\"key\":\"k1\",\"results\":[...]}`.",
            )
            .answers_nothing(101, "the connection is a web socket from now on")
            .refuses(400, "this is no web socket")
            .refuses(426, "this is no web socket")
            .refuses(503, "`too_many_streams`; `broken`: the game is stopped")
            .handle_with(Arc::clone(live), socket),
    ]
}

/// A game's events, for streams.
struct GameFeed {
    live: Arc<Live>,
    hosted: Arc<Hosted>,
    /// By which token a private game is watched. When it dies, so does the stream.
    by: Option<i64>,
}

impl GameFeed {
    fn new(live: &Arc<Live>, hosted: &Arc<Hosted>, caller: Option<&Caller>) -> Arc<GameFeed> {
        let by = caller.map(|caller| caller.token).filter(|_| hosted.head.private);
        Arc::new(GameFeed { live: Arc::clone(live), hosted: Arc::clone(hosted), by })
    }
}

impl Feed for GameFeed {
    fn after(&self, n: i64, limit: usize) -> Result<Vec<Told>, Problem> {
        self.live.check_living(self.by)?;
        let told = |Event { n, event, data }: Event| Told { n, event, data };
        Ok(self.hosted.after(n, limit)?.into_iter().map(told).collect())
    }

    fn newest(&self) -> watch::Receiver<i64> {
        self.hosted.newest()
    }
}

impl Live {
    /// A token may have died since it opened a stream.
    fn check_living(&self, token: Option<i64>) -> Result<(), Problem> {
        match token {
            Some(token) if self.house.tokens.living(token).is_none() => {
                Err(Problem::unknown_caller("this token is dead"))
            }
            _ => Ok(()),
        }
    }
}

async fn stream(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Option<Caller>,
    Extension(origin): Extension<Origin>,
    Query(after): Query<After>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let feed = GameFeed::new(&live, &live.hosted(place)?, caller.as_ref());
    live.house.streams.events(feed, after.cursor(&headers)?, origin)
}

async fn socket(
    State(live): State<Arc<Live>>,
    place: Place,
    caller: Option<Caller>,
    Extension(origin): Extension<Origin>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    // That a private game is stopped is told once it is clear who asks.
    if !place.private {
        live.hosted(place)?;
    }
    let talk = Talking { live: Arc::clone(&live), place, caller, origin, greeted: false };
    live.house.streams.socket(upgrade, origin, talk)
}

/// One end of a web socket.
struct Talking {
    live: Arc<Live>,
    place: Place,
    caller: Option<Caller>,
    origin: Origin,
    greeted: bool,
}

/// What a client may say.
enum Said {
    Hello(Hello),
    View,
    Act(Act),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    #[serde(rename = "type")]
    _type: String,
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    after: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    #[serde(rename = "type")]
    _type: String,
    key: String,
    #[serde(default)]
    if_seq: Option<i64>,
    actions: Vec<Box<RawValue>>,
    #[serde(default)]
    day: Option<i32>,
    #[serde(default)]
    atomic: bool,
}

impl Talk for Talking {
    async fn heard(&mut self, text: &str) -> Reply {
        if let Err(dead) = self.live.check_living(self.caller.as_ref().map(|caller| caller.token)) {
            return Reply::close(dead);
        }
        let said = read(text);
        let (key, cost) = match &said {
            Ok(Said::Act(act)) => (Some(act.key.clone()), Cost::Act),
            _ => (None, Cost::Read),
        };
        let key = key.as_deref();
        if let Err(too_often) = self.pay(cost) {
            return refused(key, &too_often);
        }
        match said {
            Err(problem) if !self.greeted => Reply::close(problem),
            Err(problem) => refused(None, &problem),
            Ok(Said::Hello(hello)) if !self.greeted => self.greet(hello),
            Ok(_) if !self.greeted => Reply::close(Problem::bad("malformed", "the first frame must be a hello")),
            Ok(Said::Hello(_)) => refused(None, &Problem::bad("malformed", "there was a hello already")),
            Ok(Said::View) => self.view(),
            Ok(Said::Act(act)) => match self.act(text, act).await {
                Ok(frame) => Reply::frame(frame.to_string()),
                Err(problem) => refused(key, &problem),
            },
        }
    }

    fn told(&self, told: &Told) -> String {
        // The event is an object; its type comes first.
        format!("{{\"type\":\"event\",{}", told.data.strip_prefix('{').unwrap_or("}"))
    }
}

impl Talking {
    fn greet(&mut self, Hello { token, after, .. }: Hello) -> Reply {
        if let Some(token) = token {
            let found = self.live.house.tokens.find(&token);
            let Some(role) = found.as_ref().and_then(Role::of) else {
                return Reply::close(Problem::unknown_caller("this token is not known"));
            };
            let token = found.map_or(0, |token| token.id);
            self.caller = Some(Caller { token, role, name: String::new(), by_cookie: false });
        }
        if let Err(problem) = Who::Reader.admits(self.caller.as_ref(), Some(self.place), None) {
            return Reply::close(problem);
        }
        if after < 0 {
            return Reply::close(Problem::bad("bad_cursor", "`after` is the number of an event, 0 or more"));
        }
        let hosted = match self.live.hosted(self.place) {
            Ok(hosted) => hosted,
            Err(stopped) => return Reply::close(stopped),
        };
        self.greeted = true;
        let feed = GameFeed::new(&self.live, &hosted, self.caller.as_ref());
        let you = seat_in(self.caller.as_ref(), self.place);
        let welcome = json!({"type": "welcome", "game": hosted.head.name, "you": you});
        Reply { follow: Some(self.live.house.streams.reader(feed, after)), ..Reply::frame(welcome.to_string()) }
    }

    /// Whoever is limited over HTTP is limited here too.
    fn pay(&self, cost: Cost) -> Result<(), Problem> {
        let key = self.caller.as_ref().map_or(Key::Origin(self.origin), Caller::key);
        self.live.house.limits.take(key, cost)
    }

    fn view(&self) -> Reply {
        match self.live.published(self.place) {
            Err(problem) => refused(None, &problem),
            Ok(published) => {
                let view = published.view(seat_in(self.caller.as_ref(), self.place));
                Reply::frame(format!("{{\"type\":\"view\",{}", view.strip_prefix('{').unwrap_or("}")))
            }
        }
    }

    async fn act(&self, text: &str, act: Act) -> Result<Value, Problem> {
        let seat = match seat_in(self.caller.as_ref(), self.place) {
            Some(seat) => seat.to_owned(),
            None => return Err(Problem::unknown_caller("say hello with a player's token to act")),
        };
        let Act { key, if_seq, actions, day, atomic, .. } = act;
        checked_key(&key)?;
        let request_key = Some(Request::key(&seat, &key, "ws", text.as_bytes()));
        let request = Request { seat, key: request_key, if_seq, posted: Posted::List { actions, day, atomic } };
        match self.live.service.order(self.place.journal, Order::Act(request), Vec::new()).await {
            Answer::Done { body, again } => {
                let mut outcome: Value = serde_json::from_str(body.get()).unwrap_or_default();
                outcome["type"] = "outcome".into();
                outcome["key"] = key.into();
                if again {
                    outcome["replayed"] = true.into();
                }
                Ok(outcome)
            }
            Answer::Refused { refusal, seq, index, .. } => Err(problem(refusal, seq, index)),
        }
    }
}

/// Reads a frame. Its depth is bounded as that of any body.
fn read(text: &str) -> Result<Said, Problem> {
    #[derive(Deserialize)]
    struct Kind {
        r#type: String,
    }
    let Kind { r#type: kind } = parse(text.as_bytes())?;
    match kind.as_str() {
        "hello" => parse(text.as_bytes()).map(Said::Hello),
        "view" => Ok(Said::View),
        "act" => parse(text.as_bytes()).map(Said::Act),
        other => {
            Err(Problem::bad("malformed", format!("no frame is called \"{other}\"; there are hello, view and act")))
        }
    }
}

fn refused(key: Option<&str>, problem: &Problem) -> Reply {
    Reply::frame(json!({"type": "refused", "key": key, "problem": problem.document()}).to_string())
}
