//! What all routes share.

use super::activity::Activity;
use super::board::Board;
use super::door::{Credentials, Doorkeeper};
use crate::hosted::Hosted;
use crate::service::Service;
use axum::http::{Extensions, HeaderMap};
use skirmish_house::address::{Origin, Peer};
use skirmish_house::clock::Clock;
use skirmish_house::limits::{Key, Limits, Rates};
use skirmish_house::routes::Cost;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Duration;

/// The largest body of a request.
pub const LARGEST_BODY: usize = 64 << 10;
/// And how long it may take to come.
pub const BODY_WITHIN: Duration = Duration::from_secs(10);

const ACTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(10).unwrap();
const READS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();

/// A game, and whatever the answers about it are made from.
pub struct Port {
    pub service: Arc<Service>,
    pub game: i64,
    doorkeeper: Arc<dyn Doorkeeper>,
    /// The folder of the original's client.
    pub client: Option<PathBuf>,
    pub board: Board,
    pub activity: Activity,
    /// The newest chunk of the log, as it was sent last.
    pub newest: RwLock<String>,
    limits: Limits,
    /// Whether only its players may watch the game. It is known once the game was there, and never changes.
    private: OnceLock<bool>,
}

impl Port {
    pub fn new(
        service: Arc<Service>,
        game: i64,
        doorkeeper: Arc<dyn Doorkeeper>,
        client: Option<PathBuf>,
        clock: &Arc<dyn Clock>,
    ) -> Arc<Port> {
        let rates = Rates { acts_per_second: ACTS_PER_SECOND, reads_per_second: READS_PER_SECOND, ..Rates::default() };
        let limits = Limits::new(&rates, clock);
        Arc::new(Port {
            service,
            game,
            doorkeeper,
            client,
            board: Board::default(),
            activity: Activity::default(),
            newest: RwLock::new(super::reading::chunk(&[])),
            limits,
            private: OnceLock::new(),
        })
    }

    /// The game; `None` if it cannot be played on.
    pub fn hosted(&self) -> Option<Arc<Hosted>> {
        self.service.hosted(self.game)
    }

    pub fn knows(&self, caller: &Credentials<'_>) -> bool {
        self.doorkeeper.knows(self.game, caller.seat, caller.token)
    }

    /// Whether whoever sends these headers may watch.
    pub fn is_open_to(&self, headers: &HeaderMap) -> bool {
        if let Some(hosted) = self.hosted() {
            self.private.get_or_init(|| hosted.head.private);
        }
        self.private.get() == Some(&false) || Credentials::of(headers).is_some_and(|caller| self.knows(&caller))
    }

    /// Whether the address that a request came from may have one more. Requests without an address share one bucket.
    pub fn admits(&self, request: &Extensions, cost: Cost) -> bool {
        let key = request.get::<Peer>().map_or(Key::Crowd, |peer| Key::Origin(Origin::of(peer.0.ip())));
        self.limits.take(key, cost).is_ok()
    }
}
