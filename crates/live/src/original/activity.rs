//! The log in the nine kinds of entries of the original. Its client shows nothing at all if it finds a tenth.
//!
//! Entries are counted backwards in chunks, but events are stored forwards and not all of them are entries. So every hundredth
//! entry is marked by the number of its event, and the rest is read again when somebody asks.

use crate::driver::Told;
use crate::hosted::Hosted;
use serde_json::{Value, json};
use skirmish_house::store::Failure;
use std::sync::{Mutex, PoisonError};

/// Entries in a chunk, and between two marks.
const CHUNK: usize = 100;
/// Events are read in pages.
const PAGE: usize = 1000;

/// Where the entries are in the log.
#[derive(Default)]
pub struct Activity {
    index: Mutex<Index>,
}

#[derive(Default)]
struct Index {
    /// The last event that was looked at.
    seen: i64,
    entries: usize,
    /// The numbers of the events of entries 0, 100, 200 ...
    marks: Vec<i64>,
}

impl Index {
    fn note(&mut self, told: &Told) {
        if entry(told).is_some() {
            if self.entries.is_multiple_of(CHUNK) {
                self.marks.push(told.n);
            }
            self.entries += 1;
        }
        self.seen = told.n;
    }
}

impl Activity {
    /// A chunk of entries, newest first; chunk 0 is the newest. It may read the store, so call it where waiting is allowed.
    pub fn chunk(&self, hosted: &Hosted, chunk: usize) -> Result<Vec<Value>, Failure> {
        let (mark, skip, count) = {
            let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
            pages(hosted, index.seen, |told| {
                index.note(told);
                true
            })?;
            let end = index.entries.saturating_sub(chunk.saturating_mul(CHUNK));
            let start = end.saturating_sub(CHUNK);
            match index.marks.get(start / CHUNK) {
                Some(mark) if end > 0 => (*mark, start % CHUNK, end - start),
                _ => return Ok(Vec::new()),
            }
        };
        let mut found = Vec::with_capacity(skip + count);
        pages(hosted, mark - 1, |told| {
            found.extend(entry(told));
            found.len() < skip + count
        })?;
        let mut chunk = found.split_off(skip.min(found.len()));
        chunk.reverse();
        Ok(chunk)
    }
}

/// Goes through all events above a number, until there is no more or somebody has had enough.
fn pages(hosted: &Hosted, mut after: i64, mut each: impl FnMut(&Told) -> bool) -> Result<(), Failure> {
    loop {
        let page = hosted.after(after, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.n;
        if !page.iter().all(&mut each) {
            return Ok(());
        }
    }
}

/// The entry of an event, if it has one.
fn entry(told: &Told) -> Option<Value> {
    let kind = match told.event.as_str() {
        "shot" => "shoot",
        "moved" => "move",
        "shielded" => "generate_shield",
        "range_raised" => "increase_range",
        "donated" => "donate_points",
        "built" => "build_zord",
        "totem_paid" => "totem_points",
        "spawned" => "respawn",
        "totem_placed" => "totem_spawned",
        _ => return None,
    };
    let event: Value = serde_json::from_str(&told.data).ok()?;
    let at: jiff::Timestamp = event["at"].as_str()?.parse().ok()?;
    let (player, cell, timestamp) = (&event["seat"], json!([event["x"], event["y"]]), at.as_second());
    let from = || json!([event["from_x"], event["from_y"]]);
    let entry = match kind {
        "shoot" => {
            json!({"shooter": player, "from": from(), "to": cell, "target": event["to"], "timestamp": timestamp})
        }
        "move" => json!({"player": player, "from": from(), "to": cell, "timestamp": timestamp}),
        "donate_points" => json!({"from": player, "to": event["to"], "timestamp": timestamp}),
        "totem_points" => {
            json!({"player": player, "coord": cell, "points": event["points"], "timestamp": timestamp})
        }
        "respawn" => json!({"player": player, "coord": cell, "timestamp": timestamp}),
        "totem_spawned" => json!({"coord": cell, "timestamp": timestamp}),
        _ => json!({"player": player, "zord_coord": cell, "timestamp": timestamp}),
    };
    Some(json!({kind: entry}))
}
