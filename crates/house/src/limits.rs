//! How often somebody may ask: a bucket per token, or per address where there is none, for each class of cost.

use crate::address::Origin;
use crate::clock::Clock;
use crate::problem::Problem;
use crate::routes::Cost;
use axum::http::StatusCode;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// How many callers are remembered per class. Beyond that, newcomers share one bucket until old ones are forgotten.
const MOST_CALLERS: usize = 50_000;

/// Requests per caller.
#[derive(Clone, PartialEq, Debug)]
pub struct Rates {
    /// Off for benchmarks: nobody is limited.
    pub on: bool,
    pub logins_per_minute: NonZeroU32,
    pub acts_per_second: NonZeroU32,
    pub reads_per_second: NonZeroU32,
    pub admin_per_second: NonZeroU32,
}

impl Default for Rates {
    fn default() -> Rates {
        let some = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Rates {
            on: true,
            logins_per_minute: some(5),
            acts_per_second: some(20),
            reads_per_second: some(50),
            admin_per_second: some(10),
        }
    }
}

/// Whose bucket it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A seat of a game, by the digest of its name: whoever takes a new token has the same bucket.
    Seat(i64, u64),
    Token(i64),
    Origin(Origin),
    /// Newcomers, while there are too many.
    Crowd,
}

pub struct Limits {
    on: bool,
    login: Buckets,
    act: Buckets,
    read: Buckets,
    admin: Buckets,
}

type Buckets = RateLimiter<Key, HashMapStateStore<Key>, Steady, NoOpMiddleware<Nanos>>;

impl Limits {
    pub fn new(rates: &Rates, clock: &Arc<dyn Clock>) -> Limits {
        let buckets = |quota| RateLimiter::hashmap_with_clock(quota, Steady(Arc::clone(clock)));
        // A page asks for several things at once, so a second's worth more may come in a burst.
        let per_second = |n: NonZeroU32| buckets(Quota::per_second(n).allow_burst(n.saturating_mul(TWO)));
        Limits {
            on: rates.on,
            login: buckets(Quota::per_minute(rates.logins_per_minute)),
            act: per_second(rates.acts_per_second),
            read: per_second(rates.reads_per_second),
            admin: per_second(rates.admin_per_second),
        }
    }

    /// Takes one from a bucket, or says when to come back.
    pub fn take(&self, key: Key, cost: Cost) -> Result<(), Problem> {
        let buckets = match cost {
            _ if !self.on => return Ok(()),
            Cost::Free => return Ok(()),
            Cost::Login => &self.login,
            Cost::Act => &self.act,
            Cost::Read => &self.read,
            Cost::Admin => &self.admin,
        };
        if buckets.len() >= MOST_CALLERS {
            buckets.retain_recent();
        }
        let key = if buckets.len() >= MOST_CALLERS { Key::Crowd } else { key };
        buckets.check_key(&key).map_err(|until| {
            let wait = until.wait_time_from(governor::clock::Clock::now(buckets.clock()));
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", "you ask too often; wait a little")
                .retry_after(seconds)
        })
    }
}

const TWO: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);

/// The house's clock, as the buckets read it.
#[derive(Clone)]
struct Steady(Arc<dyn Clock>);

impl governor::clock::Clock for Steady {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::from(Duration::from_millis(self.0.steady_ms().max(0) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Virtual;

    fn limits() -> (Arc<Virtual>, Limits) {
        let clock = Arc::new(Virtual::new(Arc::new(crate::clock::Machine::default()), 0, 0.0));
        let shared: Arc<dyn Clock> = clock.clone();
        (clock, Limits::new(&Rates::default(), &shared))
    }

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let (clock, limits) = limits();
        let take = |id| limits.take(Key::Token(id), Cost::Login);
        (0..5).for_each(|_| take(1).unwrap());
        let refused = take(1).unwrap_err();
        assert_eq!((refused.status().as_u16(), refused.document()["retry_after_s"].as_u64()), (429, Some(12)));
        take(2).unwrap();
        clock.step(11_999);
        assert_eq!(take(1).unwrap_err().document()["retry_after_s"], 1);
        clock.step(1);
        take(1).unwrap();
    }

    #[test]
    fn memory_is_bounded_and_the_crowd_shares() {
        let (clock, limits) = limits();
        let take = |id| limits.take(Key::Token(id), Cost::Read);
        let last = MOST_CALLERS as i64 + 300;
        let refused = (0..last).filter(|id| take(*id).is_err()).count();
        assert_eq!(refused, 200);
        assert!(limits.read.len() <= MOST_CALLERS + 1);
        clock.step(60_000);
        take(last).unwrap();
        assert!(limits.read.len() < 10);
    }
}
