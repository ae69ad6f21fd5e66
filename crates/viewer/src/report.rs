//! The report of many matches as one page that needs no server, with some of the matches inside; and what serves it live.
//!
//! What is in a report is made elsewhere and handed on as it is: the page knows it, this crate does not.

use crate::error::Error;
use crate::export;
use crate::reel::{Cut, Reel};
use crate::session::About;
use serde::Serialize;
use skirmish_core::Registry;
use skirmish_replay::ReplayFile;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The page, among its files.
pub const PAGE: &str = "report/index.html";

/// A report that a server shows while it grows.
pub trait Reporter: Send + Sync {
    /// A page asks for this again and again: the report as JSON, `{"version": ..., "report": ...}`, unless it is still the
    /// one of version `since`.
    fn report(&self, since: Option<u64>) -> Result<Option<String>, String>;

    /// Games as JSON, a page at a time: those of both bots, where they are named by their numbers, and before a place.
    fn games(&self, before: Option<usize>, bots: [Option<usize>; 2]) -> Result<String, String>;

    /// The replay of a game, by the place of its fixture in the ledger and its own place in that.
    fn replay(&self, at: usize, game: usize) -> Result<PathBuf, String>;

    /// The step at which a failure capsule was made, by its name beside the replays.
    fn moment(&self, capsule: &str) -> Option<u64>;
}

/// A report as one page, with as many matches inside as there is room for.
pub struct ReportPage {
    report: String,
    enclosed: Enclosed,
    room: usize,
}

/// Matches in the page.
#[derive(Default, Serialize)]
struct Enclosed {
    games: BTreeMap<String, Game>,
    /// How many are not there, for want of room or of a replay.
    left_out: usize,
}

/// A match in the page.
#[derive(Serialize)]
struct Game {
    packed: String,
    /// The frame at which it opens.
    frame: u64,
}

impl ReportPage {
    /// The page of a report, which may take so many bytes.
    pub fn new(report: &impl Serialize, most: usize) -> Result<ReportPage, Error> {
        let mut page = ReportPage { report: export::packed(report)?, enclosed: Enclosed::default(), room: 0 };
        page.room = most.saturating_sub(page.write(Vec::new())?.len());
        Ok(page)
    }

    /// Takes in a match under a name and a title, to be opened at a frame, if there is room for it.
    pub fn add(
        &mut self,
        registry: &Registry,
        (id, title): (String, String),
        replay: &Path,
        frame: u64,
    ) -> Result<(), Error> {
        let reel = Reel::open(registry, &ReplayFile::read(replay)?.text)?;
        let about = About::of(reel.at(0)?.table(), &reel.header().players, title);
        let mut packed = Vec::new();
        let fits = match export::pack(&reel, &about, Cut::whole(&reel), &mut packed) {
            Err(Error::TooLong { .. }) => false,
            packed => packed.map(|()| true)?,
        };
        // The words around it count, too.
        match self.room.checked_sub(packed.len() + id.len() + 64).filter(|_| fits) {
            Some(room) => {
                self.room = room;
                let packed = String::from_utf8(packed).expect("base64 is text");
                self.enclosed.games.insert(id, Game { packed, frame: frame.min(reel.index.steps as u64) });
            }
            None => self.leave_out(),
        }
        Ok(())
    }

    /// Whether a match is in it.
    pub fn has(&self, id: &str) -> bool {
        self.enclosed.games.contains_key(id)
    }

    /// Says that a match is not there.
    pub fn leave_out(&mut self) {
        self.enclosed.left_out += 1;
    }

    /// How many matches are in it, and how many are not.
    pub fn count(&self) -> (usize, usize) {
        (self.enclosed.games.len(), self.enclosed.left_out)
    }

    /// Writes it.
    pub fn write<W: Write>(&self, out: W) -> Result<W, Error> {
        export::page(PAGE, "", out, |out| {
            writeln!(out, "window.SKIRMISH_REPORT = \"{}\";", self.report)?;
            // What games are called is ours, and what is packed has no sign that means anything in a script.
            let games = serde_json::to_string(&self.enclosed).map_err(|why| Error::Own(why.to_string()))?;
            Ok(writeln!(out, "window.SKIRMISH_GAMES = {games};")?)
        })
    }
}
