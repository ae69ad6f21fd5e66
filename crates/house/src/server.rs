//! The doors of the house: accept connections within bounds, let nobody hold them open for nothing, and close in good order.

use crate::address::{Origin, Peer, Proxies};
use crate::bounds::Bounds;
use crate::house::House;
use crate::metrics::Metrics;
use crate::patience::Patience;
use crate::problem::Problem;
use crate::stop::Stop;
use crate::streams::Streams;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// How long to wait when the machine is short of resources.
const BREATH: Duration = Duration::from_millis(50);
/// What all doors share: the bounds are on all connections together.
#[derive(Clone)]
pub struct Doors {
    bounds: Bounds,
    proxies: Proxies,
    stop: Stop,
    streams: Streams,
    metrics: Arc<Metrics>,
    inside: Arc<Mutex<HashMap<Origin, usize>>>,
    /// What whoever comes to a full house is told, without being asked what for.
    full: Arc<str>,
}

/// One listener and everybody who came through it.
pub struct Door {
    pub address: SocketAddr,
    served: JoinHandle<()>,
}

impl Doors {
    pub fn of(house: &House) -> Doors {
        Doors {
            bounds: house.plan.bounds.clone(),
            proxies: house.plan.proxies.clone(),
            stop: house.stop.clone(),
            streams: house.streams.clone(),
            metrics: Arc::clone(&house.metrics),
            inside: Arc::default(),
            full: full().into(),
        }
    }

    /// Opens a door that leads to this router, until the house stops.
    pub async fn open(&self, address: SocketAddr, router: Router) -> io::Result<Door> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let doors = self.clone();
        Ok(Door { address, served: tokio::spawn(async move { doors.serve(listener, router).await }) })
    }

    async fn serve(self, listener: TcpListener, router: Router) {
        let mut guests = JoinSet::new();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                // The set does not grow with those who have left.
                Some(_) = guests.join_next() => continue,
                () = self.stop.stopped() => break,
            };
            let Ok((socket, peer)) = accepted else {
                tokio::time::sleep(BREATH).await;
                continue;
            };
            match self.enter(peer) {
                Some(guest) => {
                    let (bounds, stop, router) = (self.bounds.clone(), self.stop.clone(), router.clone());
                    guests.spawn(async move {
                        talk(socket, peer, router, &bounds, &stop).await;
                        drop(guest);
                    });
                }
                None => {
                    self.metrics.connections_refused.count();
                    // If it cannot be told at once, it is not told.
                    let _gone = socket.try_write(self.full.as_bytes());
                }
            }
        }
        drop(listener);
        // A socket that was upgraded has left the connection it came by.
        let all = async {
            while guests.join_next().await.is_some() {}
            self.streams.ended().await;
        };
        if tokio::time::timeout(self.bounds.stop_within, all).await.is_err() {
            tracing::warn!(left = guests.len(), "some connections did not end in time and were cut");
            guests.shutdown().await;
        }
    }

    /// A place for one more connection. A trusted proxy brings many clients, so it may have as many as there are.
    fn enter(&self, peer: SocketAddr) -> Option<Guest> {
        let origin = Origin::of(peer.ip());
        let mut inside = locked(&self.inside);
        let all: usize = inside.values().sum();
        let own = inside.entry(origin).or_default();
        let most = if self.proxies.trusts(peer.ip()) { usize::MAX } else { self.bounds.connections_per_address };
        if all >= self.bounds.connections || *own >= most {
            if *own == 0 {
                inside.remove(&origin);
            }
            return None;
        }
        *own += 1;
        self.metrics.connections.add(1);
        Some(Guest { inside: Arc::clone(&self.inside), metrics: Arc::clone(&self.metrics), origin })
    }
}

impl Door {
    /// Waits until the last connection is closed, which is after the house was stopped.
    pub async fn closed(self) {
        if let Err(why) = self.served.await {
            tracing::error!(%why, "a listener failed");
        }
    }
}

/// A connection that counts, until it is dropped.
struct Guest {
    inside: Arc<Mutex<HashMap<Origin, usize>>>,
    metrics: Arc<Metrics>,
    origin: Origin,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.metrics.connections.add(-1);
        let mut inside = locked(&self.inside);
        if let Some(count) = inside.get_mut(&self.origin) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.origin);
            }
        }
    }
}

/// Answers all that is asked on one connection.
async fn talk(socket: TcpStream, peer: SocketAddr, router: Router, bounds: &Bounds, stop: &Stop) {
    // Answers are written whole; delaying their ends would only make clients wait. If this fails, the socket is gone.
    let _gone = socket.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head_within)
        // The gate refuses a head above the bound with a proper answer; this is what we are ready to hold at all.
        .max_buf_size((bounds.head_bytes + bounds.uri_bytes).saturating_mul(2).max(16 << 10))
        .max_headers(bounds.headers.saturating_mul(2))
        .serve_connection(TokioIo::new(Patience::new(socket, bounds.write_within)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Clients that hang up, dawdle or send nonsense are simply dropped.
    tokio::select! {
        _gone = connection.as_mut() => return,
        () = stop.stopped() => connection.as_mut().graceful_shutdown(),
    }
    let _gone = connection.await;
}

fn full() -> String {
    let why = "there are too many connections";
    // Whoever speaks the language of another server looks for `error` alone.
    let body = Problem::unavailable("busy", why, 5).with("error", why).document().to_string();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\n\
         Retry-After: 5\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn locked(inside: &Mutex<HashMap<Origin, usize>>) -> MutexGuard<'_, HashMap<Origin, usize>> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}
