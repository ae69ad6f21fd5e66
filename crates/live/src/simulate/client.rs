//! A player who plays at random, makes every mistake there is, and asks again until it is answered.

use crate::driver::Driver;
use crate::keeper::Order;
use crate::request::{Answer, Posted, Request};
use serde_json::{Value, json};
use skirmish_core::Rng;
use skirmish_core::view::Viewer;
use skirmish_zords::View;

/// Somebody with a seat in a game, or without one yet.
pub struct Client {
    pub game: i64,
    pub seat: String,
    wishes: Vec<Wish>,
    made: u64,
    /// Keys of single actions that were done.
    used: Vec<String>,
}

/// Something a client wants and has not been answered yet.
#[derive(Clone, Debug)]
pub struct Wish {
    pub name: String,
    pub game: i64,
    pub client: usize,
    pub order: Order,
    /// Whether the client has used the key for something else before.
    pub reuses_key: bool,
    sent: u64,
}

impl Wish {
    /// What an operator wants.
    pub fn of_operator(name: String, game: i64, order: Order) -> Wish {
        Wish { name, game, client: usize::MAX, order, reuses_key: false, sent: 0 }
    }

    /// The seat and key of the request, where it has one.
    pub fn key(&self) -> Option<(String, String)> {
        let key = match &self.order {
            Order::Act(request) => request.key.as_ref(),
            Order::Resign { key, .. } => key.as_ref(),
            _ => None,
        };
        key.map(|key| (key.who.clone(), key.key.clone()))
    }

    /// Whether it has one effect if it is done, however often it comes. Of a list nothing may be accepted.
    pub fn is_plain(&self) -> bool {
        match &self.order {
            Order::Act(request) => request.key.is_some() && matches!(request.posted, Posted::One(_)),
            Order::Join { .. } | Order::Resign { .. } => true,
            _ => false,
        }
    }
}

impl Client {
    pub fn new(game: i64, seat: String) -> Client {
        Client { game, seat, wishes: Vec::new(), made: 0, used: Vec::new() }
    }

    /// Whether it waits for an answer.
    pub fn waits(&self) -> bool {
        !self.wishes.is_empty()
    }

    /// What it sends now: new wishes, and old ones again. `me` is its number.
    pub fn send(&mut self, me: usize, step: u64, driver: &Driver, rng: &mut Rng, eager: bool) -> Vec<Wish> {
        if eager && self.wishes.len() < 3 && rng.chance(1, 3) {
            let (order, reuses_key) = self.order(driver, rng);
            self.made += 1;
            let name = format!("{}:{}:{}", self.game, self.seat, self.made);
            let wish = Wish { name, game: self.game, client: me, order, reuses_key, sent: step };
            self.wishes.push(wish.clone());
            // Without a key it cannot be asked again.
            if matches!(&wish.order, Order::Act(request) if request.key.is_none()) {
                self.wishes.pop();
            }
            return vec![wish];
        }
        let late = self.wishes.iter_mut().filter(|wish| step >= wish.sent + 5);
        late.map(|wish| {
            wish.sent = step;
            wish.clone()
        })
        .collect()
    }

    /// An answer arrives. Whoever is told to come again later does.
    pub fn hear(&mut self, name: &str, answer: &Answer) {
        let Some(i) = self.wishes.iter().position(|wish| wish.name == name) else { return };
        let later = matches!(answer, Answer::Refused { refusal, .. } if refusal.status() == 503);
        if later {
            return;
        }
        let wish = self.wishes.swap_remove(i);
        if let (Answer::Done { .. }, Order::Act(_), true, Some((_, key))) =
            (answer, &wish.order, wish.is_plain(), wish.key())
        {
            self.used.push(key);
        }
    }

    /// Gives up on everything.
    pub fn give_up(&mut self) {
        self.wishes.clear();
    }

    fn order(&self, driver: &Driver, rng: &mut Rng) -> (Order, bool) {
        let known = driver.state().seat_called(skirmish_zords::Name::of(&self.seat)).is_some();
        if (!known && rng.chance(2, 3)) || rng.chance(1, 200) {
            let seat = if rng.chance(1, 20) { "@clock".into() } else { self.seat.clone() };
            return (Order::Join { seat }, false);
        }
        let used = rng.choose(&self.used).cloned().filter(|_| rng.chance(1, 40));
        let reuses_key = used.is_some();
        let called = used.unwrap_or_else(|| format!("k{}", self.made));
        if rng.chance(1, 400) {
            let key = Request::key(&self.seat, &called, "resign", b"");
            return (Order::Resign { seat: self.seat.clone(), key: Some(key) }, reuses_key);
        }
        let mut view = View::default();
        driver.table().look(Viewer::Spectator, &mut view);
        let body = if rng.chance(1, 3) { self.list(&view, rng) } else { self.action(&view, rng) };
        let text = body.to_string();
        let posted = match Posted::read(&text) {
            Ok(posted) => posted,
            Err(_) => return (Order::Join { seat: self.seat.clone() }, false),
        };
        let if_seq = rng.chance(1, 6).then(|| view.seq + i64::from(rng.chance(1, 4)));
        let single = matches!(posted, Posted::One(_));
        let key = Request::key(&self.seat, &called, "actions", format!("{if_seq:?} {text} {}", self.made).as_bytes());
        let key = if single && rng.chance(1, 15) { None } else { Some(key) };
        let reuses_key = reuses_key && key.is_some();
        (Order::Act(Request { seat: self.seat.clone(), key, if_seq, posted }), reuses_key)
    }

    fn list(&self, view: &View, rng: &mut Rng) -> Value {
        let mut list = json!({"actions": (0..rng.below(6)).map(|_| self.action(view, rng)).collect::<Vec<_>>()});
        if rng.chance(1, 3) {
            list["atomic"] = json!(rng.chance(2, 3));
        }
        if rng.chance(1, 3) {
            list["day"] = json!(view.day + i64::from(rng.chance(1, 6)));
        }
        list
    }

    /// An action that makes sense more often than not.
    fn action(&self, view: &View, rng: &mut Rng) -> Value {
        let own: Vec<_> = view.zords.iter().filter(|zord| zord.owner.as_str() == self.seat).collect();
        let Some(zord) = rng.choose(&own) else { return json!({"do": "shield", "unit": 3}) };
        let (unit, x, y) = (zord.id, zord.x, zord.y);
        let mut near = |reach: i64| rng.between(-reach, reach) as i32;
        let (dx, dy) = (near(3), near(3));
        let mut action = match rng.below(24) {
            0..=8 => json!({"do": "move", "unit": unit, "x": x + dx, "y": y + dy}),
            9..=12 => match rng.choose(&view.zords) {
                Some(other) if rng.chance(1, 2) => json!({"do": "shoot", "unit": unit, "x": other.x, "y": other.y}),
                Some(other) => json!({"do": "shoot", "unit": unit, "target": other.id}),
                None => json!({"do": "fly"}),
            },
            13 | 14 => json!({"do": "shield", "unit": unit}),
            15 | 16 => json!({"do": "range", "unit": unit}),
            17 | 18 => match rng.choose(&view.players) {
                Some(other) => json!({"do": "donate", "to": other.seat, "amount": rng.below(5)}),
                None => json!({"do": "donate", "to": "nobody", "amount": 1}),
            },
            19 | 20 => json!({"do": "build", "x": x + dx.signum(), "y": y + dy.signum()}),
            21 => json!({"do": "advance", "day": view.day + 1, "time": 0}),
            22 => json!({"do": "move", "unit": unit, "x": 1.5}),
            _ => json!({"do": "fly", "unit": [unit]}),
        };
        if rng.chance(1, 10) {
            action["day"] = json!(view.day + i64::from(rng.chance(1, 3)));
        }
        action
    }
}
