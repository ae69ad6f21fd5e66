//! All hooks, and whoever delivers for them.

mod round;

use super::hook::{self, Hook, Owner};
use super::letter::{self, News};
use super::post::{Parcel, Post};
use super::signing::{hex, signature};
use super::target::Target;
use crate::house::{House, blocking, own};
use crate::problem::Problem;
use crate::secret::{HOOK, Secret};
use crate::store::{Failure, Store as _, Write};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where news come from: the logs of a resident.
pub trait Source: Send + Sync + 'static {
    /// All kinds of news, the weightiest first.
    fn kinds(&self) -> &'static [&'static str];

    /// What a journal is called.
    fn name(&self, journal: i64) -> Option<String>;

    /// The last record of a journal that may be told.
    fn newest(&self, journal: i64) -> Option<i64>;

    /// The news in the records above `after` up to `upto`, oldest first. It may wait for the store.
    fn news(&self, journal: i64, after: i64, upto: i64) -> Result<Vec<News>, Failure>;
}

/// All hooks of a resident.
pub struct Office {
    house: Arc<House>,
    source: Arc<dyn Source>,
    post: Post,
    slots: Mutex<BTreeMap<Owner, Slot>>,
    /// Held by whoever changes what is stored of hooks, until memory says the same.
    writing: Mutex<()>,
}

/// A hook and what nobody has to remember.
struct Slot {
    hook: Hook,
    /// Up to where its log was searched for news.
    seen: i64,
    /// When there were news first that are not in a letter yet.
    since_ms: Option<i64>,
    /// `hook.told` as it is stored.
    stored: i64,
}

impl Slot {
    fn new(hook: Hook) -> Slot {
        Slot { seen: hook.told, stored: hook.told, since_ms: None, hook }
    }
}

/// What came of a test.
pub struct Tried {
    pub delivered: bool,
    /// The status of the answer, or what went wrong.
    pub what: String,
}

impl Office {
    /// Reads the hooks of these owners. It may wait for the store.
    pub fn open(
        house: Arc<House>,
        source: Arc<dyn Source>,
        post: Post,
        owners: impl IntoIterator<Item = Owner>,
    ) -> Result<Arc<Office>, Failure> {
        let mut slots = BTreeMap::new();
        for owner in owners {
            if let Some(hook) = house.setting(&owner.setting())?.as_deref().and_then(Hook::read) {
                slots.insert(owner, Slot::new(hook));
            }
        }
        Ok(Arc::new(Office { house, source, post, slots: Mutex::new(slots), writing: Mutex::default() }))
    }

    pub fn get(&self, owner: &Owner) -> Option<Hook> {
        self.slots().get(owner).map(|slot| slot.hook.clone())
    }

    /// The hooks of a journal, by seat.
    pub fn list(&self, journal: i64) -> Vec<(String, Hook)> {
        let slots = self.slots();
        let own = slots.iter().filter(|(owner, _)| owner.journal == journal);
        own.map(|(owner, slot)| (owner.seat.clone(), slot.hook.clone())).collect()
    }

    /// Gives somebody a hook in place of the one they may have. It begins with what happens from now on.
    pub async fn set(self: &Arc<Office>, owner: Owner, url: &str, wants: Vec<String>) -> Result<Hook, Problem> {
        self.check_enabled()?;
        let refuse = |why: String| Problem::bad("bad_url", why);
        let target = Target::read(url, &self.house.plan.webhooks).map_err(refuse)?;
        self.post.addresses(&target).await.map_err(refuse)?;
        let secret = Secret::new(HOOK).map_err(|why| own(&why))?;
        let hook = Hook {
            id: random_id()?,
            url: target.text().into(),
            secret: secret.text().into(),
            wants,
            since_ms: self.house.clock.wall_ms(),
            told: self.source.newest(owner.journal).unwrap_or(0),
            letter: None,
            delivered_ms: None,
            failed: None,
            off: None,
        };
        let (office, new) = (Arc::clone(self), hook.clone());
        blocking(move || {
            let _alone = office.write_alone();
            office.commit_one(&owner, vec![new.write(&owner)])?;
            office.slots().insert(owner, Slot::new(new));
            Ok(())
        })
        .await?;
        Ok(hook)
    }

    /// Takes a hook away, with whatever becomes true with it; `false` if there was none.
    pub async fn remove(self: &Arc<Office>, owner: Owner, with: Vec<Write>) -> Result<bool, Problem> {
        let office = Arc::clone(self);
        blocking(move || {
            let _alone = office.write_alone();
            if office.get(&owner).is_none() {
                return Ok(false);
            }
            let mut writes = vec![hook::none(&owner)];
            writes.extend(with);
            office.commit_one(&owner, writes)?;
            office.slots().remove(&owner);
            Ok(true)
        })
        .await
    }

    /// Posts this once, also by a hook that is off; `None` if there is no hook.
    pub async fn test(&self, owner: &Owner, news: News) -> Result<Option<Tried>, Problem> {
        self.check_enabled()?;
        let Some(hook) = self.get(owner) else { return Ok(None) };
        let stopping = || Problem::unavailable("stopping", "the server is stopping", 5);
        let target = match Target::read(&hook.url, &self.house.plan.webhooks) {
            Ok(target) => target,
            Err(why) => return Ok(Some(Tried { delivered: false, what: why })),
        };
        let parcel = self.parcel(owner, &hook, &random_id()?, &[news]);
        let sent = tokio::select! {
            sent = self.post.send(&target, parcel) => sent,
            () = self.house.stop.stopped() => return Err(stopping()),
        };
        Ok(Some(match sent {
            Ok(status) => Tried { delivered: true, what: format!("it answered {status}") },
            Err(miss) => Tried { delivered: false, what: miss.why().into() },
        }))
    }

    fn parcel(&self, owner: &Owner, hook: &Hook, id: &str, news: &[News]) -> Parcel {
        let game = self.source.name(owner.journal).unwrap_or_default();
        let body = letter::body(id, &game, &owner.seat, self.source.kinds(), news);
        let at_s = self.house.clock.wall_ms().div_euclid(1000);
        Parcel { id: id.into(), signature: signature(&hook.secret, at_s, &body), body }
    }

    fn check_enabled(&self) -> Result<(), Problem> {
        match self.house.plan.webhooks.enabled {
            true => Ok(()),
            false => Err(Problem::conflict("webhooks_off", "this server sends no webhooks")),
        }
    }

    /// Commits what one owner has decided. If nobody knows whether it happened, memory follows the store.
    fn commit_one(&self, owner: &Owner, writes: Vec<Write>) -> Result<(), Failure> {
        let done = self.house.commit(&writes);
        if let Err(Failure::Unknown(_)) = &done
            && let Ok(stored) = self.house.setting(&owner.setting())
        {
            let mut slots = self.slots();
            match stored.as_deref().and_then(Hook::read) {
                Some(hook) if slots.get(owner).is_some_and(|slot| slot.hook.id == hook.id) => {}
                Some(hook) => drop(slots.insert(owner.clone(), Slot::new(hook))),
                None => drop(slots.remove(owner)),
            }
        }
        done
    }

    fn slots(&self) -> MutexGuard<'_, BTreeMap<Owner, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_alone(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn random_id() -> Result<String, Problem> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|why| own(&why.into()))?;
    Ok(hex(&bits))
}
