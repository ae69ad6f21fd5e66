//! Leases of cores: a bot that has to answer has a core to itself, among all matches of all processes on this machine.
//!
//! A core is a locked file in a folder that all users share. A process that dies gives its locks back. A lease does not
//! say where the system runs a bot; it makes sure that no more bots think at a time than there are cores.

mod office;

use crate::cancel::Cancel;
use office::{Office, Place};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// After so long in line a match goes ahead without a lease: somebody may hold one and stand still.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long a match whose answers come at once keeps its lease before it stands in line again.
const SLICE: Duration = Duration::from_millis(10);

/// Whoever answers within this has hardly used a core.
pub(crate) const AT_ONCE: Duration = Duration::from_millis(1);

/// A core, as long as this is held.
pub(crate) struct Lease {
    core: &'static Place,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.core.give_back();
    }
}

/// A lease, or permission to go ahead without one.
pub(crate) type Pass = Option<Arc<Lease>>;

/// One match at the office.
pub struct Leases {
    office: &'static Office,
    /// Since when it stands in line.
    waits: Option<Instant>,
    /// Whether it is the first in line.
    first: bool,
    /// It has run out of patience, and goes ahead without a lease until it gets one.
    gave_up: bool,
    /// What is kept from one question to the next, and since when.
    kept: Option<(Arc<Lease>, Instant)>,
}

impl Default for Leases {
    fn default() -> Leases {
        Leases { office: Office::here(), waits: None, first: false, gave_up: false, kept: None }
    }
}

impl Leases {
    /// A core, if one is free and nobody stands in line before us. Whoever gets none stands in line and asks again. `fast`
    /// bots share a core, which the match keeps from question to question as long as answers come at once.
    pub(crate) fn take(&mut self, fast: bool) -> Option<Pass> {
        match &self.kept {
            Some((lease, _)) if fast => return Some(Some(Arc::clone(lease))),
            // A slower bot takes it over.
            Some((lease, _)) if Arc::strong_count(lease) == 1 => return self.kept.take().map(|(lease, _)| Some(lease)),
            _ => {}
        }
        self.first = self.first || self.office.line.take();
        if self.first
            && let Some(core) = self.office.cores.iter().find(|core| core.take())
        {
            self.leave_line();
            self.gave_up = false;
            let lease = Arc::new(Lease { core });
            if fast {
                self.kept = Some((Arc::clone(&lease), Instant::now()));
            }
            return Some(Some(lease));
        }
        let waits = *self.waits.get_or_insert_with(Instant::now);
        if self.gave_up || waits.elapsed() > PATIENCE {
            self.gave_up = true;
            self.leave_line();
            return Some(None);
        }
        None
    }

    /// Waits for a core; goes ahead without one if the match is cancelled.
    pub(crate) fn wait(&mut self, cancel: &Cancel) -> Pass {
        loop {
            match self.take(false) {
                Some(pass) => return pass,
                None if cancel.is_cancelled() => {
                    self.leave_line();
                    return None;
                }
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    pub(crate) fn leave_line(&mut self) {
        self.waits = None;
        if std::mem::take(&mut self.first) {
            self.office.line.give_back();
        }
    }

    /// After questions that were asked at `asked` and answered by `now`: what was kept is given back unless the answers
    /// came at once.
    pub(crate) fn settle(&mut self, asked: Instant, now: Instant) {
        if self.kept.as_ref().is_some_and(|(_, since)| now - asked >= AT_ONCE || now - *since >= SLICE) {
            self.kept = None;
        }
    }

    /// Gives back what was kept: something else than a question comes next.
    pub(crate) fn release(&mut self) {
        self.kept = None;
    }
}

impl Drop for Leases {
    fn drop(&mut self) {
        self.leave_line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use office::make_shared;
    use std::path::Path;

    /// An office of its own, as another process would see the same folder.
    fn office(folder: &Path, cores: usize) -> &'static Office {
        Box::leak(Box::new(Office::new(Some(folder), 0..cores)))
    }

    fn leases(office: &'static Office) -> Leases {
        Leases { office, waits: None, first: false, gave_up: false, kept: None }
    }

    #[test]
    fn a_core_is_leased_once_among_all_processes() {
        let folder = std::env::temp_dir().join(format!("skirmish-leases-{}", std::process::id()));
        make_shared(&folder).unwrap();
        let (here, there) = (office(&folder, 2), office(&folder, 2));
        let (mut a, mut b, mut c) = (leases(here), leases(there), leases(here));
        let first = a.take(false).expect("a free core");
        let second = b.take(false).expect("another one");
        assert!(a.take(false).is_none() && b.take(false).is_none(), "there are two");
        drop(first);
        assert!(c.take(false).is_none() && b.take(false).is_none(), "the first in line goes first");
        let third = a.take(false).expect("it is the first in line");
        drop(second);
        let fourth = b.take(false).or_else(|| c.take(false)).expect("one of the others is next");
        assert!(a.take(false).is_none());
        drop((third, fourth, a, b, c));
        let mut alone = leases(there);
        let both = (alone.take(false), alone.take(false));
        assert!(both.0.is_some() && both.1.is_some(), "everything was given back");
        drop((both, alone));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn fast_answers_keep_their_lease_for_a_while() {
        let office = office(Path::new("/no/such/folder"), 1);
        let (mut fast, mut other) = (leases(office), leases(office));
        drop(fast.take(true).expect("a free core"));
        assert!(other.take(false).is_none(), "it is kept");
        let both = (fast.take(true), fast.take(true));
        assert!(both.0.is_some() && both.1.is_some(), "and shared by the one who has it");
        drop(both);
        let now = Instant::now();
        fast.settle(now, now);
        assert!(other.take(false).is_none());
        fast.settle(now + 2 * SLICE, now + 2 * SLICE);
        assert!(other.take(false).is_some(), "not for long");
        drop(fast.take(true).expect("a free core"));
        fast.settle(now, now + 2 * AT_ONCE);
        assert!(other.take(false).is_some(), "and not after an answer that took its time");
        drop(fast.take(true).expect("a free core"));
        drop(fast.take(false).expect("the one that was kept"));
        assert!(other.take(false).is_some(), "one who takes its time gives it back at once");
    }
}
