//! Delivering, in rounds: search the logs, begin letters, send them, take note of what came of them.
//!
//! A letter is stored before it is sent, and what came of it afterwards. So whatever is cut off in between is sent again
//! under the same id.

use super::{Office, Slot, random_id};
use crate::hooks::hook::{Hook, Letter, Owner, Verdict};
use crate::hooks::letter::{MOST, News};
use crate::hooks::post::{Miss, Parcel};
use crate::hooks::target::Target;
use crate::store::{Failure, Write};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::MissedTickBehavior;

/// So many records are read at once.
const PAGE: i64 = 1000;
/// So many letters are on their way at once, and so many of them may have failed before: those who do not answer leave room
/// for those who do.
const FLYING: usize = 128;
const FLYING_AGAIN: usize = FLYING / 2;
/// How long to wait when the store takes nothing.
const BREATH: Duration = Duration::from_secs(5);

/// A letter on its way.
struct Flight {
    owner: Owner,
    hook: String,
    letter: String,
    again: bool,
    target: Result<Target, String>,
    parcel: Parcel,
}

/// A letter that has come down.
struct Landed {
    owner: Owner,
    hook: String,
    letter: String,
    host: String,
    result: Result<u16, Miss>,
}

/// Who has a letter on its way, and whether it has failed before.
type Flying = HashMap<Id, (Owner, bool)>;

impl Office {
    /// Delivers until the house stops. What is on its way then is dropped, and sent again after the next start.
    pub async fn run(self: Arc<Office>) {
        if !self.house.plan.webhooks.enabled {
            return;
        }
        tokio::select! {
            () = self.rounds() => {}
            () = self.house.stop.stopped() => {}
        }
    }

    async fn rounds(self: &Arc<Office>) {
        let mut flights: JoinSet<Landed> = JoinSet::new();
        let mut flying = Flying::new();
        let mut tick = tokio::time::interval(self.house.plan.webhooks.pace.tick);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let mut landed = Vec::new();
            tokio::select! {
                _ = tick.tick() => {}
                Some(one) = flights.join_next_with_id() => landed.extend(came_down(one, &mut flying)),
            }
            while let Some(one) = flights.try_join_next_with_id() {
                landed.extend(came_down(one, &mut flying));
            }
            if landed.is_empty() && self.slots().is_empty() {
                continue;
            }
            let office = Arc::clone(self);
            let busy: HashSet<Owner> = flying.values().map(|(owner, _)| owner.clone()).collect();
            let again = flying.values().filter(|(_, again)| *again).count();
            let room = (FLYING.saturating_sub(flying.len()), FLYING_AGAIN.saturating_sub(again));
            let work = move || {
                let _alone = office.write_alone();
                office.land(landed)?;
                office.begin(&busy, room)
            };
            match tokio::task::spawn_blocking(work).await {
                Ok(Ok(begun)) => {
                    for flight in begun {
                        let (office, owner, again) = (Arc::clone(self), flight.owner.clone(), flight.again);
                        let id = flights.spawn(async move { office.fly(flight).await }).id();
                        flying.insert(id, (owner, again));
                    }
                }
                Ok(Err(failure)) => {
                    tracing::warn!(%failure, "webhooks wait for the store");
                    tokio::time::sleep(BREATH).await;
                }
                Err(why) => {
                    tracing::error!(%why, "a round of webhooks failed");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    async fn fly(&self, flight: Flight) -> Landed {
        let Flight { owner, hook, letter, target, parcel, .. } = flight;
        let (host, result) = match target {
            Ok(target) => (target.host().to_owned(), self.post.send(&target, parcel).await),
            Err(why) => (String::new(), Err(Miss::Failed(why))),
        };
        Landed { owner, hook, letter, host, result }
    }

    /// Takes note of letters that have come down.
    fn land(&self, landed: Vec<Landed>) -> Result<(), Failure> {
        let (now_ms, pace) = (self.house.clock.wall_ms(), &self.house.plan.webhooks.pace);
        let metrics = &self.house.metrics;
        let mut writes = Vec::new();
        for Landed { owner, hook, letter, host, result } in landed {
            let mut slots = self.slots();
            // Its owner may have changed their mind meanwhile.
            let Some(slot) = slots.get_mut(&owner).filter(|slot| {
                slot.hook.id == hook && slot.hook.letter.as_ref().is_some_and(|flown| flown.id == letter)
            }) else {
                continue;
            };
            let verdict = slot.hook.tried(&result, now_ms, pace, chance());
            slot.seen = slot.hook.told;
            slot.stored = slot.hook.told;
            writes.push(slot.hook.write(&owner));
            let Owner { journal, seat } = &owner;
            let why = result.as_ref().err().map_or("", Miss::why);
            match verdict {
                Verdict::Delivered => metrics.webhooks_delivered.count(),
                Verdict::TriedAgain => {
                    metrics.webhooks_failed.count();
                    tracing::info!(journal, seat, host, why, delivery = letter, "a webhook failed");
                }
                Verdict::SwitchedOff => {
                    metrics.webhooks_failed.count();
                    metrics.webhooks_off.count();
                    tracing::warn!(journal, seat, host, why, delivery = letter, "a webhook is switched off");
                }
            }
        }
        // If this fails, memory is right all the same; after a restart the letters in question are sent once more.
        self.commit(&writes)
    }

    /// Most rounds have nothing to store.
    fn commit(&self, writes: &[Write]) -> Result<(), Failure> {
        if writes.is_empty() { Ok(()) } else { self.house.commit(writes) }
    }

    /// Searches the logs, and begins whatever is due.
    fn begin(&self, busy: &HashSet<Owner>, room: (usize, usize)) -> Result<Vec<Flight>, Failure> {
        let now_ms = self.house.clock.wall_ms();
        self.search(now_ms)?;
        let mut writes = self.far_behind();
        let mut begun = Vec::new();
        for (owner, hook) in self.due(now_ms, busy, room) {
            if let Some((hook, news)) = self.compose(&owner, hook, now_ms)? {
                if hook.letter.as_ref().is_some_and(|letter| letter.tries == 0) {
                    writes.push(hook.write(&owner));
                }
                begun.push((owner, hook, news));
            }
        }
        self.commit(&writes)?;
        let fly = |(owner, hook, news): (Owner, Hook, Vec<News>)| {
            let letter = hook.letter.clone()?;
            let mut slots = self.slots();
            let slot = slots.get_mut(&owner)?;
            (slot.stored, slot.since_ms) = (hook.told, None);
            slot.hook = hook.clone();
            drop(slots);
            let target = Target::read(&hook.url, &self.house.plan.webhooks);
            let parcel = self.parcel(&owner, &hook, &letter.id, &news);
            Some(Flight { owner, hook: hook.id, letter: letter.id, again: letter.tries > 0, target, parcel })
        };
        Ok(begun.into_iter().filter_map(fly).collect())
    }

    /// Looks at what is new in the logs. Hooks that have seen the same share a look.
    fn search(&self, now_ms: i64) -> Result<(), Failure> {
        let mut looks: BTreeMap<(i64, i64), (i64, Vec<Owner>)> = BTreeMap::new();
        let waiting = |slot: &&mut Slot| slot.hook.off.is_none() && slot.hook.letter.is_none();
        for (owner, slot) in self.slots().iter_mut() {
            let Some(slot) = Some(slot).filter(waiting) else { continue };
            let Some(newest) = self.source.newest(owner.journal) else { continue };
            // A damaged record may have been cut off at the start.
            slot.seen = slot.seen.min(newest);
            slot.hook.told = slot.hook.told.min(newest);
            if slot.seen < newest {
                looks.entry((owner.journal, slot.seen)).or_insert((newest, Vec::new())).1.push(owner.clone());
            }
        }
        for ((journal, seen), (newest, owners)) in looks {
            let upto = newest.min(seen.saturating_add(PAGE));
            let news = self.source.news(journal, seen, upto)?;
            let mut slots = self.slots();
            for owner in owners {
                let Some(slot) = slots.get_mut(&owner) else { continue };
                slot.seen = upto;
                let wanted = news.iter().any(|news| news.is_for(&owner.seat, &slot.hook.wants));
                match slot.since_ms {
                    Some(_) => {}
                    None if wanted => slot.since_ms = Some(now_ms),
                    // Nothing of it has to be told, ever.
                    None => slot.hook.told = upto,
                }
            }
        }
        Ok(())
    }

    /// What saves time after the next start: how far a log was searched in vain.
    fn far_behind(&self) -> Vec<Write> {
        let mut slots = self.slots();
        let far = slots.iter_mut().filter(|(_, slot)| slot.hook.told - slot.stored >= PAGE);
        far.map(|(owner, slot)| {
            slot.stored = slot.hook.told;
            slot.hook.write(owner)
        })
        .collect()
    }

    /// The hooks that have something to send now, those who have waited longest first.
    fn due(&self, now_ms: i64, busy: &HashSet<Owner>, (room, room_again): (usize, usize)) -> Vec<(Owner, Hook)> {
        let pace = &self.house.plan.webhooks.pace;
        let gathered = |since: i64| !(since..since.saturating_add(pace.gather_ms())).contains(&now_ms);
        let slots = self.slots();
        let mut due: Vec<(i64, bool, &Owner, &Hook)> = Vec::new();
        for (owner, slot) in slots.iter().filter(|(owner, slot)| slot.hook.off.is_none() && !busy.contains(*owner)) {
            match (&slot.hook.letter, slot.since_ms) {
                (Some(letter), _) if slot.hook.is_due(now_ms, pace) => {
                    due.push((letter.next_ms, letter.tries > 0, owner, &slot.hook));
                }
                (None, Some(since)) if gathered(since) => due.push((since, false, owner, &slot.hook)),
                _ => {}
            }
        }
        due.sort_by_key(|(since, ..)| *since);
        let mut left = room_again;
        due.retain(|(_, again, ..)| {
            let fits = !again || left > 0;
            left -= usize::from(*again && fits);
            fits
        });
        due.into_iter().take(room).map(|(_, _, owner, hook)| (owner.clone(), hook.clone())).collect()
    }

    /// The news for the letter of a hook, which is begun if it has none. `None` if there is nothing to tell.
    fn compose(&self, owner: &Owner, mut hook: Hook, now_ms: i64) -> Result<Option<(Hook, Vec<News>)>, Failure> {
        let seen = self.slots().get(owner).map_or(hook.told, |slot| slot.seen);
        let mut upto = hook.letter.as_ref().map_or(seen, |letter| letter.upto);
        let mut wanted: Vec<News> = Vec::new();
        let mut after = hook.told;
        while after < upto && wanted.len() <= MOST {
            let page = upto.min(after.saturating_add(PAGE));
            let news = self.source.news(owner.journal, after, page)?;
            wanted.extend(news.into_iter().filter(|news| news.is_for(&owner.seat, &hook.wants)));
            after = page;
        }
        if wanted.is_empty() {
            let mut slots = self.slots();
            if let Some(slot) = slots.get_mut(owner).filter(|slot| slot.hook.id == hook.id) {
                (slot.hook.told, slot.hook.letter, slot.since_ms) = (upto, None, None);
            }
            return Ok(None);
        }
        if hook.letter.is_none() {
            // A record is told whole, so the letter ends with one.
            if let Some(first_left) = wanted.get(MOST) {
                upto = (first_left.record - 1).max(wanted[0].record);
            }
            let id = random_id().map_err(|problem| Failure::Refused(problem.message().into()))?;
            hook.letter = Some(Letter { id, upto, tries: 0, next_ms: now_ms });
        }
        wanted.retain(|news| news.record <= upto);
        Ok(Some((hook, wanted)))
    }
}

/// Forgets that a letter is on its way. If whoever carried it panicked, it is sent again.
fn came_down(ended: Result<(Id, Landed), JoinError>, flying: &mut Flying) -> Option<Landed> {
    let (id, landed) = match ended {
        Ok((id, landed)) => (id, Some(landed)),
        Err(why) => {
            tracing::error!(%why, "a delivery failed");
            (why.id(), None)
        }
    };
    flying.remove(&id);
    landed
}

fn chance() -> u64 {
    let mut bits = [0; 8];
    // Without chance everybody waits alike, which does no harm.
    let _unlucky = getrandom::fill(&mut bits);
    u64::from_le_bytes(bits)
}
