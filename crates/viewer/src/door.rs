//! The door: accepts a bounded number of connections at a time, and lets nobody block it.
//!
//! Every user of this machine can connect. A client that has not shown a token yet has little time, and makes room for
//! the next one when there are too many.

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// How many connections may be open at once.
pub const MOST_CONNECTIONS: usize = 200;
/// How long a request may take to say what it wants, even on a connection that was idle.
const HEAD_WITHIN: Duration = Duration::from_secs(20);
/// The most bytes and headers in the head of a request.
const LARGEST_HEAD: usize = 32 << 10;
const MOST_HEADERS: usize = 64;
/// How long to wait when the machine is short of resources.
const BREATH: Duration = Duration::from_millis(50);

/// Whether a token was shown on this connection.
#[derive(Clone, Default)]
pub struct Known(Arc<AtomicBool>);

impl Known {
    pub fn greet(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_known(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct Guest {
    number: u64,
    known: Known,
    connection: AbortHandle,
}

/// Serves every client, until it is dropped.
pub async fn serve(listener: TcpListener, router: Router) {
    let guests = Arc::<Mutex<Vec<Guest>>>::default();
    for number in 0.. {
        let socket = loop {
            match listener.accept().await {
                Ok((socket, _)) => break socket,
                Err(_) => tokio::time::sleep(BREATH).await,
            }
        };
        let mut inside = locked(&guests);
        if inside.len() >= MOST_CONNECTIONS {
            // The oldest connection without a token makes room; if all have shown one, the newcomer is turned away.
            let Some(stranger) = inside.iter().position(|guest| !guest.known.is_known()) else { continue };
            inside.remove(stranger).connection.abort();
        }
        let known = Known::default();
        let connection = {
            let (router, known, guests) = (router.clone(), known.clone(), Arc::clone(&guests));
            tokio::spawn(async move {
                talk(socket, router, known).await;
                locked(&guests).retain(|guest| guest.number != number);
            })
        };
        inside.push(Guest { number, known, connection: connection.abort_handle() });
    }
}

/// Answers all that is asked on one connection.
async fn talk(socket: TcpStream, router: Router, known: Known) {
    // Answers are written whole; delaying their ends would only make clients wait. If this fails, the socket is gone.
    let _gone = socket.set_nodelay(true);
    // A client that does not read its answer takes a place that others could have.
    #[cfg(target_os = "linux")]
    let _gone = rustix::net::sockopt::set_tcp_user_timeout(&socket, HEAD_WITHIN.as_millis() as u32);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(known.clone());
        router.call(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(LARGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(socket), service);
    // Clients that hang up, dawdle or send nonsense are simply dropped.
    let _gone = served.await;
}

fn locked(guests: &Mutex<Vec<Guest>>) -> MutexGuard<'_, Vec<Guest>> {
    guests.lock().unwrap_or_else(PoisonError::into_inner)
}
