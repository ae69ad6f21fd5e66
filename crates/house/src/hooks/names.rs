//! What a name stands for.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{Semaphore, oneshot};

/// So many names are looked up at once; more have to wait.
const TOGETHER: usize = 32;

pub type Found<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Looks up names.
pub trait Names: Send + Sync {
    fn find<'a>(&'a self, host: &'a str) -> Found<'a>;
}

/// The names that this machine knows. A lookup cannot be broken off and may take long, so each has a thread of its own that
/// nobody waits for, neither a runtime nor the end of the program.
pub struct System(Arc<Semaphore>);

impl Default for System {
    fn default() -> System {
        System(Arc::new(Semaphore::new(TOGETHER)))
    }
}

impl Names for System {
    fn find<'a>(&'a self, host: &'a str) -> Found<'a> {
        Box::pin(async move {
            let place = Arc::clone(&self.0).acquire_owned().await.map_err(io::Error::other)?;
            let (tell, found) = oneshot::channel();
            let host = host.to_owned();
            std::thread::Builder::new().name("lookup".into()).spawn(move || {
                let found = (host.as_str(), 0).to_socket_addrs();
                let _nobody_waits = tell.send(found.map(|all| all.map(|one: SocketAddr| one.ip()).collect()));
                drop(place);
            })?;
            found.await.map_err(io::Error::other)?
        })
    }
}
