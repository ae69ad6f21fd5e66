//! What the tests share: a service on a free port whose clock only moves when it is told to, and clients of it.

pub mod client;
pub mod events;
pub mod socket;

pub use client::{Client, Said};

use serde_json::{Value, json};
use skirmish_house::house::Plan;
use skirmish_house::roles::Role;
use skirmish_house::store::memory::Memory;
use skirmish_house::store::{Store, Write};
use skirmish_live::running::{Running, Time};
use std::sync::Arc;
use tokio::runtime::Runtime;

pub const GAMES: &str = "/api/v1/zords/games";

/// A service that runs until the test ends.
pub struct Home {
    pub running: Option<Running>,
    pub runtime: Runtime,
    /// Somebody without a token.
    pub anyone: Client,
    pub operator: Client,
}

/// A plan in which nobody is limited by rate: tests ask often.
pub fn plan() -> Plan {
    let mut plan = Plan::default();
    plan.rates.on = false;
    plan
}

pub fn home() -> Home {
    home_with(plan(), Arc::new(Memory::default()))
}

pub fn home_with(plan: Plan, store: Arc<dyn Store>) -> Home {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let free_port = ["127.0.0.1:0".parse().unwrap()];
    let start = Running::start(store, plan, Time::Virtual { speed: 0.0 }, &free_port);
    let (running, _) = runtime.block_on(start).unwrap();
    let anyone = Client::new(running.addresses[0]);
    let operator = anyone.with(&token(&running, &Role::Operator, "kim"));
    Home { running: Some(running), runtime, anyone, operator }
}

/// A token of this role, as if it had been given before.
fn token(running: &Running, role: &Role, name: &str) -> String {
    let house = &running.house;
    let (secret, token) = house.tokens.draft(role, name, house.clock.wall_ms()).unwrap();
    house.commit(&[Write::Token(token)]).unwrap();
    secret.text().into()
}

impl Home {
    pub fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    /// Makes a game, and gives its players.
    pub fn game(&self, wish: Value) -> Vec<Client> {
        let said = self.operator.post(GAMES, &wish);
        assert_eq!(said.status, 201, "{said:?}");
        let tokens = said.json()["tokens"].clone();
        tokens.as_array().unwrap().iter().map(|token| self.anyone.with(token["token"].as_str().unwrap())).collect()
    }

    /// A small game of ann and bob on day 1.
    pub fn started(&self) -> [Client; 2] {
        let players = self.game(small("spring"));
        self.start("spring");
        players.try_into().unwrap_or_else(|_| unreachable!("two seats were asked for"))
    }

    pub fn start(&self, game: &str) {
        assert_eq!(self.operator.post(&format!("{GAMES}/{game}/start"), &json!({})).status, 200);
    }

    /// Turns the clock ahead, and waits until the game has noticed.
    pub fn turn(&self, game: &str, seconds: i64) {
        let said = self.operator.post("/api/v1/zords/clock", &json!({"step_s": seconds}));
        assert_eq!(said.status, 200, "{said:?}");
        let now = said.json()["now"].clone();
        self.until(|| (self.operator.get(&at(game, "/view")).json()["now"] == now).then_some(()));
    }

    /// Asks until there is an answer.
    pub fn until<T>(&self, mut ask: impl FnMut() -> Option<T>) -> T {
        for _ in 0..100_000 {
            if let Some(answer) = ask() {
                return answer;
            }
            std::thread::yield_now();
        }
        panic!("it never came");
    }

    /// Stops in good order.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            self.runtime.block_on(running.stop());
        }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The wish for a game of ann and bob.
pub fn small(name: &str) -> Value {
    json!({"name": name, "seats": ["ann", "bob"], "config": {"board_size": 40, "max_players": 4, "days": 3}})
}

/// A path of a game.
pub fn at(game: &str, rest: &str) -> String {
    format!("{GAMES}/{game}{rest}")
}

pub fn view(client: &Client) -> Value {
    client.get(&at("spring", "/view")).json()
}

/// The first zord of a seat.
pub fn zord(client: &Client, seat: &str) -> Value {
    view(client)["zords"].as_array().unwrap().iter().find(|zord| zord["owner"] == seat).unwrap().clone()
}

/// A shield for the first zord of a seat, which costs 4 of 20 actions.
pub fn shield(client: &Client, seat: &str) -> Value {
    json!({"do": "shield", "unit": zord(client, seat)["id"]})
}

pub fn act(client: &Client, body: &Value) -> Said {
    client.post(&at("spring", "/actions"), body)
}
