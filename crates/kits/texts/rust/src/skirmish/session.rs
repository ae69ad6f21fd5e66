//! A bot at work, and what it can say beside its orders.

use super::json::{object, Json};
use super::messages::{End, Hello, Order, Turn};
use super::model::{GAME, VERSION};
use super::reading::{Read, Readable, Unreadable};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A bot. A panic in it is printed and noted, and that turn's list is empty: the match goes on.
pub trait Player: Sized {
    /// What the bot calls itself.
    const NAME: &'static str;
    const VERSION: &'static str = "";
    /// `&["legal"]` asks for lists of legal orders.
    const WANT: &'static [&'static str] = &[];

    /// A game begins.
    fn new(hello: Hello) -> Self;

    /// The orders for a turn.
    fn turn(&mut self, turn: Turn) -> Vec<Order>;

    /// A game has ended.
    fn end(&mut self, end: End) {
        let _ = end;
    }
}

struct Asides {
    notes: Vec<Json>,
    resigned: bool,
}

static ASIDES: Mutex<Asides> = Mutex::new(Asides { notes: Vec::new(), resigned: false });

fn asides() -> MutexGuard<'static, Asides> {
    ASIDES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A remark on a unit, shown to you alone when you watch the match.
pub fn note(unit: i64, text: &str) {
    asides().notes.push(object([("unit", unit.into()), ("text", text.into())]));
}

/// Gives the game up with this turn's answer.
pub fn resign() {
    asides().resigned = true;
}

/// Takes messages and gives the replies, without knowing where they come from.
pub struct Session<P> {
    player: Option<P>,
    /// How often the bot failed.
    pub errors: usize,
    pub over: bool,
}

impl<P: Player> Session<P> {
    pub fn new() -> Session<P> {
        Session { player: None, errors: 0, over: false }
    }

    /// The reply to a message, if it needs one. Unknown messages are ignored.
    pub fn handle(&mut self, message: &Json) -> Readable<Option<Json>> {
        match message.get("type").and_then(Json::as_str) {
            Some("hello") => self.hello(message).map(Some),
            Some("turn") => Ok(Some(self.turn(message))),
            Some("end") => {
                self.end(message);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn hello(&mut self, message: &Json) -> Readable<Json> {
        let (game, version) = (message.get("game"), message.get("game_version"));
        if game.and_then(Json::as_str) != Some(GAME) || version.and_then(Json::as_i64) != Some(VERSION) {
            let [game, version] = [game, version].map(|value| value.map_or("unknown".to_string(), Json::to_string));
            log!("warning: this kit is for {GAME}, version {VERSION}; the match is {game}, version {version}");
        }
        self.player = Some(P::new(Hello::read(message)?));
        let mut ready = vec![("type", "ready".into()), ("name", P::NAME.into()), ("series", true.into())];
        if !P::VERSION.is_empty() {
            ready.push(("version", P::VERSION.into()));
        }
        if !P::WANT.is_empty() {
            ready.push(("want", P::WANT.to_vec().into()));
        }
        Ok(Json::Object(ready.into_iter().map(|(key, value)| (key.to_string(), value)).collect()))
    }

    fn turn(&mut self, message: &Json) -> Json {
        *asides() = Asides { notes: Vec::new(), resigned: false };
        let request = message.get("request").cloned().unwrap_or_default();
        let orders = self.asked(|player| Ok(player.turn(Turn::read(message)?))).unwrap_or_else(|why| {
            let turn = message.get("turn").cloned().unwrap_or_default();
            log!("turn {turn}, request {request}: the bot failed and gives no orders");
            // `play` and `check` tell you of it.
            asides().notes.push(object([("exception", why.as_str().into())]));
            Vec::new()
        });
        let aside = std::mem::replace(&mut *asides(), Asides { notes: Vec::new(), resigned: false });
        let actions = Json::List(orders.iter().map(|order| order.json().clone()).collect());
        let mut reply = match aside.resigned {
            true => object([("type", "resign".into()), ("request", request)]),
            false => object([("type", "orders".into()), ("request", request), ("actions", actions)]),
        };
        if let (Json::Object(entries), false) = (&mut reply, aside.notes.is_empty()) {
            entries.push(("notes".into(), Json::List(aside.notes)));
        }
        reply
    }

    fn end(&mut self, message: &Json) {
        self.over = message.get("again").and_then(Json::as_bool) != Some(true);
        let ended = self.asked(|player| {
            player.end(End::read(message)?);
            Ok(())
        });
        if ended.is_err() {
            log!("the bot failed at the end of the game");
        }
    }

    /// Asks the bot something. If it panics or what it is to be told cannot be read, that is printed and counted, and
    /// said in short.
    fn asked<T>(&mut self, ask: impl FnOnce(&mut P) -> Readable<T>) -> Result<T, String> {
        let Some(player) = &mut self.player else {
            log!("there was no hello");
            self.errors += 1;
            return Err("there was no hello".into());
        };
        // The panic itself has been printed, with its place, when it is caught here.
        let why = match catch_unwind(AssertUnwindSafe(|| ask(player))) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(Unreadable(why))) => {
                log!("{why}");
                why
            }
            Err(panic) => match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
                (Some(text), _) => format!("panic: {text}"),
                (None, Some(text)) => format!("panic: {text}"),
                (None, None) => "panic".into(),
            },
        };
        self.errors += 1;
        Err(why)
    }
}
