//! What the tests share: a toy that lives in the house, and a client that speaks just enough HTTP.
#![allow(dead_code)]

pub mod client;
pub mod doubtful;
pub mod log;
pub mod toy;

use self::toy::Toy;
pub use client::Client;
use skirmish_house::Served;
use skirmish_house::clock::Machine;
use skirmish_house::house::{House, Plan};
use skirmish_house::roles::Role;
use skirmish_house::server::{Door, Doors};
use skirmish_house::store::memory::Memory;
use skirmish_house::store::{Store, Write};
use std::sync::Arc;
use tokio::runtime::Runtime;

/// A house with the toy in it, on a free port.
pub struct Home {
    pub house: Arc<House>,
    pub toy: Arc<Toy>,
    pub client: Client,
    pub doors: Doors,
    pub door: Option<Door>,
    pub runtime: Runtime,
}

/// A plan in which nobody is limited by rate: tests ask often.
pub fn plan() -> Plan {
    let mut plan = Plan::default();
    plan.rates.on = false;
    plan
}

pub fn home(plan: Plan) -> Home {
    home_with(plan, Arc::new(Memory::default()))
}

pub fn home_with(plan: Plan, store: Arc<dyn Store>) -> Home {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (house, toy, served) = furnished(plan, store);
    let doors = Doors::of(&house);
    let door = runtime.block_on(doors.open("127.0.0.1:0".parse().unwrap(), served.router)).unwrap();
    Home { house, toy, client: Client::new(door.address), doors, door: Some(door), runtime }
}

/// A house with the toy in it, without a door.
pub fn furnished(plan: Plan, store: Arc<dyn Store>) -> (Arc<House>, Arc<Toy>, Served) {
    let house = House::open(store, Arc::new(Machine::default()), plan).unwrap();
    let toy = Arc::new(Toy::new(&house));
    let served = house.serve(vec![toy.clone()]);
    (house, toy, served)
}

/// A token of this role, committed.
pub fn token(house: &House, role: &Role, name: &str) -> String {
    let (secret, token) = house.tokens.draft(role, name, house.clock.wall_ms()).unwrap();
    house.commit(&[Write::Token(token)]).unwrap();
    secret.text().into()
}

impl Home {
    pub fn token(&self, role: &Role, name: &str) -> String {
        token(&self.house, role, name)
    }

    pub fn player(&self, journal: i64, seat: &str) -> String {
        self.token(&Role::Player { journal, seat: seat.into() }, seat)
    }

    /// Stops, and waits until the last connection is closed.
    pub fn stop(&mut self) {
        self.house.stop.stop();
        if let Some(door) = self.door.take() {
            self.runtime.block_on(door.closed());
        }
    }
}
