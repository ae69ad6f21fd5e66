//! Where a tournament is played: on this machine's cores, or by a fleet.

use super::Args;
use crate::league::Ready;
use anyhow::Result;
use serde_json::Value;
use skirmish_league::{Field, Local};
use skirmish_matches::Cancel;

/// A place to play, and what can be seen of it.
pub struct Ground {
    pub field: Box<dyn Field>,
    #[cfg(feature = "service")]
    seen: Option<std::sync::Arc<std::sync::Mutex<skirmish_fleet::fleet::Seen>>>,
}

/// The share of pairs that are looked at once more.
#[cfg(feature = "service")]
const AUDIT: f64 = 0.02;

impl Ground {
    #[cfg(feature = "service")]
    pub fn open(args: &Args, ready: &Ready, cancel: &Cancel) -> Result<Ground> {
        let Some(url) = &args.fleet else {
            return Ok(Ground { field: Box::new(Local::new(&ready.hall, ready.concurrency)), seen: None });
        };
        let options = skirmish_fleet::fleet::Options {
            keep: args.league.keep(),
            level: ready.hall.team().sandbox().level,
            audit: args.audit.unwrap_or(AUDIT),
            program: env!("CARGO_PKG_VERSION").into(),
        };
        let (access, driver) = (args.access.at(url), &ready.driver);
        let numbers = driver.plan().bots();
        let fleet =
            skirmish_fleet::Fleet::open(&access, &driver.ledger, &ready.hall, numbers, options, cancel.clone())?;
        Ok(Ground { seen: Some(fleet.seen()), field: Box::new(fleet) })
    }

    #[cfg(not(feature = "service"))]
    pub fn open(args: &Args, ready: &Ready, _cancel: &Cancel) -> Result<Ground> {
        if args.fleet.is_some() {
            let build = "cargo install --locked --path crates/cli --features service";
            anyhow::bail!("--fleet is in builds with the feature `service`: {build}");
        }
        Ok(Ground { field: Box::new(Local::new(&ready.hall, ready.concurrency)) })
    }

    /// What the live display adds; nothing for this machine.
    pub fn glance(&self) -> impl Fn() -> String + use<> {
        #[cfg(feature = "service")]
        let seen = self.seen.clone();
        move || {
            #[cfg(feature = "service")]
            if let Some(seen) = &seen {
                let seen = seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                return format!(", {}", crate::fleet::line(&seen));
            }
            String::new()
        }
    }

    /// What is to be said of a fleet in the end, in words and as JSON.
    pub fn tale(&self) -> (Vec<String>, Option<Value>) {
        #[cfg(feature = "service")]
        if let Some(seen) = &self.seen {
            let seen = seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let audits = seen.audits;
            let mut lines = Vec::new();
            let played_again = audits.same + audits.rerun + audits.undecided + audits.wrong;
            if played_again > 0 {
                lines.push(format!(
                    "{played_again} played again elsewhere: {} the same, {} with the same decisions, {} of bots that do not repeat themselves.",
                    audits.same, audits.rerun, audits.undecided
                ));
            }
            for (worker, why) in &seen.quarantined {
                lines.push(format!("{worker} was not believed, and what it played was played again: {why}"));
            }
            let workers: Vec<&str> = seen.workers.iter().map(|status| status.worker.as_str()).collect();
            let told = serde_json::json!({"workers": workers, "audits": audits, "quarantined": seen.quarantined});
            return (lines, Some(told));
        }
        (Vec::new(), None)
    }
}
