//! The report while games come in.

use super::{Args, Games, moment};
use crate::pages::{Leave, Pages};
use crate::say;
use anyhow::Result;
use serde_json::json;
use skirmish_league::again::REPLAYS;
use skirmish_league::report::{Asked, Listing};
use skirmish_league::{Ledger, Report, ledger};
use skirmish_matches::Venue;
use skirmish_viewer::Reporter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A report is made again after at least so many times as long as it took to make.
const REST: u32 = 4;

pub fn run(venue: &Venue, ledger: Ledger, args: &Args) -> Result<()> {
    let setting = &ledger.tournament.setting;
    let table = setting.origin(0, ledger.tournament.seed).table_of(venue.game(&setting.game)?)?;
    let title = format!("{}: report", setting.game);
    let pages = Pages::start(&args.page, Leave::Named(Vec::new()))?;
    let reporter = Growing { venue: venue.clone(), folder: args.folder.clone(), known: Mutex::new(None) };
    let address = pages.viewer().report(&*table, title, Box::new(reporter))?;
    if args.json {
        say!("{}", json!({ "url": address.whole(), "share": address.shared(), "folder": args.folder }));
    }
    pages.show(&address);
    pages.stay()
}

/// A ledger that grows, and the report of what was in it last.
struct Growing {
    venue: Venue,
    folder: PathBuf,
    known: Mutex<Option<Known>>,
}

#[derive(Clone)]
struct Known {
    /// The size of the ledger's file.
    version: u64,
    ledger: Arc<Ledger>,
    text: Arc<str>,
    made: Instant,
    took: Duration,
}

impl Growing {
    /// What is in the ledger, or was a moment ago.
    fn known(&self) -> Result<Known, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.folder.join(ledger::NAME);
        let version = path.metadata().map_err(|why| format!("{}: {why}", path.display()))?.len();
        let rests = |known: &&Known| known.version == version || known.made.elapsed() < REST * known.took;
        if let Some(known) = known.as_ref().filter(rests) {
            return Ok(known.clone());
        }
        let began = Instant::now();
        let read = Ledger::read(&self.folder).and_then(|ledger| Ok((Report::of(&ledger)?, ledger)));
        let (report, ledger) = read.map_err(|error| format!("{:#}", anyhow::Error::new(error)))?;
        let text = json!({ "version": version, "report": report }).to_string().into();
        let new = Known { version, ledger: Arc::new(ledger), text, made: Instant::now(), took: began.elapsed() };
        Ok(known.insert(new).clone())
    }
}

impl Reporter for Growing {
    fn report(&self, since: Option<u64>) -> Result<Option<String>, String> {
        let known = self.known()?;
        Ok((since != Some(known.version)).then(|| known.text.to_string()))
    }

    fn games(&self, before: Option<usize>, [bot, against]: [Option<usize>; 2]) -> Result<String, String> {
        Ok(json!(Listing::of(&self.known()?.ledger, Asked { before, bot, against })).to_string())
    }

    fn replay(&self, at: usize, game: usize) -> Result<PathBuf, String> {
        let ledger = self.known()?.ledger;
        Games::new(&self.venue, &ledger, &self.folder).replay(at, game).map_err(|error| format!("{error:#}"))
    }

    fn moment(&self, capsule: &str) -> Option<u64> {
        moment(&self.folder.join(REPLAYS), capsule)
    }
}
