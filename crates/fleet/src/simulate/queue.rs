//! A work queue as JetStream has one, in virtual time: at least once, again after a silence, gone when acknowledged.

use crate::nats::SIGN_OF_LIFE;
use crate::wire::Job;
use std::collections::BTreeMap;

/// How long a number of a message is remembered, in milliseconds: whoever sends it again in that time is not heard twice.
const REMEMBERED: u64 = 120_000;

/// A job in the queue.
pub struct Lying {
    pub job: Job,
    pub delivered: i64,
    /// Until when nobody else gets it.
    pub taken_until: u64,
}

#[derive(Default)]
pub struct Queue {
    pub jobs: BTreeMap<u64, Lying>,
    ids: BTreeMap<String, u64>,
    next: u64,
    pub redelivered: u64,
}

impl Queue {
    /// Stores a job, unless it was stored under its nonce not long ago.
    pub fn post(&mut self, now: u64, job: Job) {
        self.ids.retain(|_, at| now.saturating_sub(*at) < REMEMBERED);
        if self.ids.insert(job.nonce.clone(), now).is_none() {
            self.next += 1;
            self.jobs.insert(self.next, Lying { job, delivered: 0, taken_until: 0 });
        }
    }

    /// The next job for a worker.
    pub fn pull(&mut self, now: u64, worker: &str) -> Option<(u64, Job, i64)> {
        let is_its = |lying: &Lying| lying.job.to.as_ref().is_none_or(|to| to == worker);
        let (number, lying) = self.jobs.iter_mut().find(|(_, lying)| lying.taken_until <= now && is_its(lying))?;
        lying.delivered += 1;
        self.redelivered += u64::from(lying.delivered > 1);
        lying.taken_until = now + SIGN_OF_LIFE.as_millis() as u64;
        Some((*number, lying.job.clone(), lying.delivered))
    }

    /// A sign of life.
    pub fn extend(&mut self, now: u64, number: u64) {
        if let Some(lying) = self.jobs.get_mut(&number) {
            lying.taken_until = now + SIGN_OF_LIFE.as_millis() as u64;
        }
    }

    pub fn ack(&mut self, number: u64) {
        self.jobs.remove(&number);
    }

    /// Everything is gone, and it knows nothing.
    pub fn wipe(&mut self) {
        self.jobs.clear();
        self.ids.clear();
    }

    /// The jobs for one worker alone are taken out.
    pub fn clear_direct(&mut self, worker: &str) {
        self.jobs.retain(|_, lying| lying.job.to.as_deref() != Some(worker));
    }
}
