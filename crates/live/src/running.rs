//! Everything put together: a store, the house, the games, the listeners.

use crate::api::Live;
use crate::bots::Company;
use crate::original::{self, Doorkeeper};
use crate::service::Service;
use crate::writer::Notice;
use skirmish_house::Served;
use skirmish_house::clock::{Clock, Machine, Virtual};
use skirmish_house::house::{House, Plan};
use skirmish_house::routes::Meta;
use skirmish_house::server::{Door, Doors};
use skirmish_house::store::{Failure, Store};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// How games tell the time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Time {
    /// By the machine's clock.
    #[default]
    Real,
    /// By a clock that runs so many times as fast, and can be turned.
    Virtual { speed: f64 },
}

/// A service that runs.
pub struct Running {
    pub house: Arc<House>,
    pub live: Arc<Live>,
    /// All routes, for whoever checks them.
    pub routes: Vec<Arc<Meta>>,
    pub addresses: Vec<SocketAddr>,
    doors: Doors,
    open: Vec<Door>,
    company: Option<Company>,
    hooks: JoinHandle<()>,
}

/// Why a service did not start.
#[derive(Debug, thiserror::Error)]
pub enum NotStarted {
    #[error(transparent)]
    Store(#[from] Failure),
    #[error("cannot listen on {address}: {why}")]
    Listen { address: SocketAddr, why: std::io::Error },
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

impl Running {
    /// Opens the house and all its games, and begins to answer.
    pub async fn start(
        store: Arc<dyn Store>,
        plan: Plan,
        time: Time,
        listen: &[SocketAddr],
    ) -> Result<(Running, Vec<Notice>), NotStarted> {
        // A store may be asked where waiting is allowed, and not here.
        let opened = tokio::task::spawn_blocking(move || Opened::new(store, plan, time)).await;
        let Opened { house, live, notices, tick } = opened.map_err(|why| NotStarted::Thread(why.into()))??;
        let Served { router, routes } = house.serve(vec![Arc::clone(&live) as _]);
        let doors = Doors::of(&house);
        let mut open = Vec::new();
        for &address in listen {
            let opened = doors.open(address, router.clone()).await;
            open.push(opened.map_err(|why| NotStarted::Listen { address, why })?);
        }
        let company = Company::start(Arc::clone(&live.service), tick).map_err(NotStarted::Thread)?;
        let hooks = tokio::spawn(Arc::clone(&live.hooks).run());
        let addresses = open.iter().map(|door| door.address).collect();
        Ok((Running { house, live, routes, addresses, doors, open, company: Some(company), hooks }, notices))
    }

    /// A link for the first administrator, or for another one if `again`.
    pub async fn administrator_link(&self, again: bool) -> Result<Option<String>, NotStarted> {
        let house = Arc::clone(&self.house);
        let code = tokio::task::spawn_blocking(move || house.administrator_code(again)).await;
        let code = code.map_err(|why| NotStarted::Thread(why.into()))??;
        let base = match (&self.house.plan.public.origin, self.addresses.first()) {
            (Some(origin), _) => origin.clone(),
            (None, Some(address)) => format!("http://{address}"),
            (None, None) => return Ok(None),
        };
        Ok(code.map(|code| format!("{base}/admin#{}", code.text())))
    }

    /// Opens another door, to something else.
    pub async fn also(&mut self, address: SocketAddr, router: axum::Router) -> Result<SocketAddr, NotStarted> {
        let door = self.doors.open(address, router).await.map_err(|why| NotStarted::Listen { address, why })?;
        let address = door.address;
        self.open.push(door);
        Ok(address)
    }

    /// Serves a game as the original did as well, on the same addresses and a port of its own.
    pub async fn also_original(
        &mut self,
        game: i64,
        port: u16,
        client: Option<PathBuf>,
    ) -> Result<SocketAddr, NotStarted> {
        let doorkeeper = Arc::clone(&self.house) as Arc<dyn Doorkeeper>;
        let router = original::router(Arc::clone(&self.live.service), game, doorkeeper, client);
        let ip = self.addresses.first().map_or(Ipv4Addr::LOCALHOST.into(), SocketAddr::ip);
        self.also(SocketAddr::new(ip, port), router).await
    }

    /// Stops in good order: nobody new comes in, everybody who was let in is answered, everything is stored.
    pub async fn stop(mut self) {
        self.house.stop.stop();
        if let Some(company) = self.company.take() {
            let _ = tokio::task::spawn_blocking(move || company.stop()).await;
        }
        for door in self.open.drain(..) {
            door.closed().await;
        }
        if let Err(why) = self.hooks.await {
            tracing::error!(%why, "webhooks failed");
        }
        let service = Arc::clone(&self.live.service);
        let _ = tokio::task::spawn_blocking(move || service.stop()).await;
    }
}

/// The house and its games, before anybody can come in.
struct Opened {
    house: Arc<House>,
    live: Arc<Live>,
    notices: Vec<Notice>,
    tick: Duration,
}

impl Opened {
    fn new(store: Arc<dyn Store>, plan: Plan, time: Time) -> Result<Opened, Failure> {
        let real: Arc<dyn Clock> = Arc::new(Machine::default());
        let turned = match time {
            Time::Real => None,
            Time::Virtual { speed } => {
                let start_ms = last_alive(&*store)?.unwrap_or(real.wall_ms());
                Some(Arc::new(Virtual::new(Arc::clone(&real), start_ms, speed)))
            }
        };
        let (clock, tick): (Arc<dyn Clock>, _) = match &turned {
            None => (Arc::clone(&real), Duration::from_millis(250)),
            Some(turned) => (Arc::clone(turned) as _, Duration::from_millis(10)),
        };
        let house = House::open(store, real, plan)?;
        // Residents write through the house, so that it knows of their tokens.
        let (service, notices) = Service::start(Arc::clone(&house) as Arc<dyn Store>, clock, tick)?;
        let live = Live::new(Arc::clone(&house), service, turned)?;
        Ok(Opened { house, live, notices, tick })
    }
}

/// When any game was last known to be alive: a virtual clock goes on from there.
fn last_alive(store: &dyn Store) -> Result<Option<i64>, Failure> {
    let mut last = None;
    for journal in store.journals()? {
        last = last.max(store.heartbeat(journal.id)?).max(Some(journal.created_ms));
    }
    Ok(last)
}
