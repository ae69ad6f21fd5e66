//! The house itself: what all its rooms share.

use crate::address::Proxies;
use crate::bounds::Bounds;
use crate::clock::Clock;
use crate::hooks::Outgoing;
use crate::invitations::{For, Invitations};
use crate::limits::{Limits, Rates};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::roles::{Role, RoleName};
use crate::secret::Secret;
use crate::sessions::{Public, Sessions};
use crate::stop::Stop;
use crate::store::{Audit, Failure, Store, Write};
use crate::streams::Streams;
use crate::tokens::Tokens;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tokio::sync::Semaphore;

/// How long the administrator's link works.
const LINK_LASTS_MS: i64 = 24 * 60 * 60 * 1000;

/// How the house is set up.
#[derive(Clone, Default)]
pub struct Plan {
    pub bounds: Bounds,
    pub rates: Rates,
    pub proxies: Proxies,
    pub public: Public,
    /// `/metrics` is for everyone.
    pub metrics_public: bool,
    /// What may be posted where.
    pub webhooks: Outgoing,
    /// The folder for backups; `None` if nothing is kept that could be copied.
    pub backups: Option<PathBuf>,
}

pub struct House {
    pub store: Arc<dyn Store>,
    /// Real time, also where games run on a virtual clock: tokens and limits are about people.
    pub clock: Arc<dyn Clock>,
    pub tokens: Tokens,
    pub invitations: Invitations,
    pub sessions: Sessions,
    pub limits: Limits,
    pub metrics: Arc<Metrics>,
    pub streams: Streams,
    pub stop: Stop,
    pub plan: Plan,
    pub(crate) working: Arc<Semaphore>,
    /// Held by whoever changes something that is not a resident's.
    changing: Mutex<()>,
    /// Shared by those who commit and take note of it; alone with it is whoever reads everything again.
    knowing: RwLock<()>,
    /// Nobody knows whether the last commit happened, so memory may hold less than the store.
    in_doubt: AtomicBool,
}

impl House {
    /// Moves in: reads who is known.
    pub fn open(store: Arc<dyn Store>, clock: Arc<dyn Clock>, plan: Plan) -> Result<Arc<House>, Failure> {
        let (stop, metrics) = (Stop::default(), Arc::<Metrics>::default());
        let house = House {
            tokens: Tokens::default(),
            invitations: Invitations::default(),
            sessions: Sessions::default(),
            limits: Limits::new(&plan.rates, &clock),
            streams: Streams::new(&plan.bounds, stop.clone(), Arc::clone(&metrics)),
            working: Arc::new(Semaphore::new(plan.bounds.in_flight.min(Semaphore::MAX_PERMITS))),
            changing: Mutex::default(),
            knowing: RwLock::default(),
            in_doubt: AtomicBool::new(false),
            metrics,
            stop,
            store,
            clock,
            plan,
        };
        house.load()?;
        Ok(Arc::new(house))
    }

    fn load(&self) -> Result<(), Failure> {
        self.tokens.load(self.store.tokens()?);
        self.invitations.load(self.store.invitations()?);
        let living = self.tokens.list(|token| token.revoked_ms.is_none());
        self.sessions.load(&*self.store, living.iter().map(|token| token.id))
    }

    /// Commits, and takes note of what it means for tokens, invitations and sessions. Residents commit through this too.
    pub fn commit(&self, writes: &[Write]) -> Result<(), Failure> {
        self.settle()?;
        let done = {
            let _shared = self.knowing.read().unwrap_or_else(PoisonError::into_inner);
            self.store.commit(writes).inspect(|()| self.learn(writes))
        };
        match &done {
            Ok(()) => self.metrics.commits.count(),
            Err(failure) => {
                self.metrics.commits_failed.count();
                if matches!(failure, Failure::Unknown(_)) {
                    self.in_doubt.store(true, Ordering::Release);
                    // If this fails too, whoever commits next tries again.
                    let _later = self.settle();
                }
            }
        }
        done
    }

    fn learn(&self, writes: &[Write]) {
        for write in writes {
            self.tokens.learn(write);
            self.invitations.learn(write);
            self.sessions.learn(write);
        }
    }

    /// Finds out what the store holds, if that is in doubt.
    fn settle(&self) -> Result<(), Failure> {
        if self.in_doubt.load(Ordering::Acquire) {
            let _alone = self.knowing.write().unwrap_or_else(PoisonError::into_inner);
            self.load()?;
            self.in_doubt.store(false, Ordering::Release);
        }
        Ok(())
    }

    /// Makes one change of the house's own, on a thread that may block, one after another: `decide` is given the time
    /// and says what to write.
    pub async fn change<T: Send + 'static>(
        self: &Arc<House>,
        decide: impl FnOnce(&House, i64) -> Result<(Vec<Write>, T), Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let house = Arc::clone(self);
        blocking(move || {
            let _alone = house.changing.lock().unwrap_or_else(PoisonError::into_inner);
            let (writes, told) = decide(&house, house.clock.wall_ms())?;
            house.commit(&writes)?;
            Ok(told)
        })
        .await
    }

    /// A code for whoever is to be the first administrator, if there is none yet or `again` is asked for. Earlier codes
    /// die.
    pub fn administrator_code(&self, again: bool) -> Result<Option<Secret>, Failure> {
        let is_administrator = |role: &str| RoleName::read(role) == Some(RoleName::Administrator);
        let living = self.tokens.list(|token| token.revoked_ms.is_none() && is_administrator(&token.role));
        if !living.is_empty() && !again {
            return Ok(None);
        }
        let old = self.invitations.list(|invitation| !invitation.revoked && is_administrator(&invitation.role));
        let mut writes: Vec<Write> =
            old.iter().map(|invitation| Write::RevokeInvitation { invitation: invitation.id }).collect();
        let guest = For {
            role: RoleName::Administrator,
            journal: None,
            seat: None,
            uses: 1,
            expires_ms: Some(self.clock.wall_ms().saturating_add(LINK_LASTS_MS)),
        };
        let (code, invitation) = self.invitations.draft(guest).map_err(|why| Failure::Refused(no_random(&why)))?;
        writes.push(Write::Invitation(invitation));
        self.commit(&writes)?;
        Ok(Some(code))
    }

    /// A new token for a player and the writes for it: whoever commits them replaces all older ones of the seat.
    pub fn seat_token(&self, journal: i64, seat: &str) -> Result<(Secret, Vec<Write>), Problem> {
        let now = self.clock.wall_ms();
        let old = self.tokens.list(|token| {
            token.revoked_ms.is_none() && token.journal == Some(journal) && token.seat.as_deref() == Some(seat)
        });
        let role = Role::Player { journal, seat: seat.into() };
        let (secret, token) = self.tokens.draft(&role, seat, now).map_err(|why| own(&why))?;
        let mut writes: Vec<Write> = old.iter().map(|token| Write::Revoke { token: token.id, at_ms: now }).collect();
        writes.push(Write::Token(token));
        Ok((secret, writes))
    }
}

/// An entry of the audit log.
pub fn audit(at_ms: i64, who: &str, what: &str, journal: Option<i64>, detail: Value) -> Write {
    Write::Audit(Audit { at_ms, who: who.into(), what: what.into(), journal, detail: detail.to_string() })
}

/// Does what blocks where it blocks nobody.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(why) if why.is_panic() => std::panic::resume_unwind(why.into_panic()),
        Err(_) => Err(Problem::unavailable("stopping", "the server is stopping", 5)),
    }
}

/// There were no random numbers.
pub(crate) fn own(why: &std::io::Error) -> Problem {
    tracing::error!("{}", no_random(why));
    Problem::own()
}

fn no_random(why: &std::io::Error) -> String {
    format!("no random numbers: {why}")
}
