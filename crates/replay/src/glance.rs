//! What a replay file says of itself: its first and its last record, and how many there are. Nothing is played, and of
//! the text no more than a block is held at a time.

use crate::block::{Blocks, Found, Kind, MOST_BYTES};
use crate::error::Error;
use crate::plain;
use skirmish_core::replay::{EndRecord, Header, Wrong};
use std::fs::{File, TryLockError};
use std::io::BufReader;
use std::path::Path;

/// A replay file as it is without being played. Its digests are right; whether its steps are, only playing tells.
#[derive(Clone, Debug)]
pub struct Glance {
    /// The first record.
    pub header: Header,
    /// The last one, if the match is over.
    pub ending: Option<EndRecord>,
    /// How many steps were recorded.
    pub steps: u64,
    /// Whether somebody is writing it still.
    pub growing: bool,
}

/// Why a file cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub enum Unseen {
    /// The file is not as it should be.
    #[error(transparent)]
    File(#[from] Error),
    /// Its first record is not.
    #[error(transparent)]
    Header(#[from] Wrong),
}

impl Glance {
    /// Looks at a file.
    pub fn at(path: &Path) -> Result<Glance, Unseen> {
        let file = plain::open(path, MOST_BYTES).map_err(Error::io("read", path))?;
        let growing = is_locked(&file);
        let mut blocks = Blocks::new(BufReader::new(file))?;
        let (mut header, mut last, mut complete) = (None, String::new(), false);
        let dropped = loop {
            match blocks.read()? {
                Found::Block { kind, text } => {
                    complete = kind == Kind::Last;
                    if header.is_none() {
                        header = Some(Header::read(&text)?);
                    }
                    last.clear();
                    last.push_str(text.lines().next_back().unwrap_or_default());
                }
                Found::End => break 0,
                Found::Torn(bytes) => break bytes,
            }
        };
        let Some(header) = header else { return Err(Error::Nothing { dropped: blocks.at() + dropped }.into()) };
        let ending: Option<EndRecord> = serde_json::from_str(&last).ok();
        let steps = blocks.records() - 1 - u64::from(ending.is_some());
        Ok(Glance { header, ending, steps, growing: growing && !complete })
    }
}

/// Whether a recorder writes the file at a path right now.
pub fn is_growing(path: &Path) -> bool {
    plain::open(path, MOST_BYTES).is_ok_and(|file| is_locked(&file))
}

/// Whether a recorder holds the file. The lock that is tried here is given back at once, for whoever else looks.
fn is_locked(file: &File) -> bool {
    match file.try_lock_shared() {
        Ok(()) => {
            let _given_back = file.unlock();
            false
        }
        Err(why) => matches!(why, TryLockError::WouldBlock),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recorder;

    #[test]
    fn a_file_is_growing_as_long_as_its_recorder_lives() {
        let path = std::env::temp_dir().join(format!("skirmish-glance-{}", std::process::id()));
        let header = r#"{"skirmish":3,"match":"m","game":"golems","version":1,"engine":"1","players":[],"commitment":"","position":{}}"#;
        let mut recorder = Recorder::create(&path).unwrap();
        recorder.record(header).unwrap();
        recorder.record("{}").unwrap();
        recorder.flush().unwrap();
        let seen = Glance::at(&path).unwrap();
        assert_eq!((seen.header.id.as_str(), seen.steps, seen.growing, seen.ending.is_none()), ("m", 1, true, true));
        // Its program was killed.
        drop(recorder);
        assert!(!Glance::at(&path).unwrap().growing);
        std::fs::remove_file(&path).unwrap();
        let mut recorder = Recorder::create(&path).unwrap();
        recorder.record("no header").unwrap();
        assert!(matches!(Glance::at(&path), Err(Unseen::Header(_))));
        recorder.finish().unwrap();
        std::fs::remove_file(&path).unwrap();
    }
}
