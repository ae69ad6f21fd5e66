//! What is kept of a hook, and what becomes of it.

use super::pace::Pace;
use super::post::Miss;
use crate::store::Write;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the names of such settings begin with.
const SETTING: &str = "webhook/";

/// Whose hook it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Owner {
    pub journal: i64,
    pub seat: String,
}

impl Owner {
    pub fn new(journal: i64, seat: impl Into<String>) -> Owner {
        Owner { journal, seat: seat.into() }
    }

    pub(super) fn setting(&self) -> String {
        format!("{SETTING}{}/{}", self.journal, self.seat)
    }
}

/// A hook. Its secret signs, so it has to be kept as it is; it is written nowhere but in the store.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Hook {
    /// New with every change by its owner.
    pub id: String,
    pub url: String,
    pub secret: String,
    /// The kinds of news that its owner wants.
    pub wants: Vec<String>,
    pub since_ms: i64,
    /// The last record of the log that its owner has been told of, or does not want to know.
    pub told: i64,
    /// What is on its way.
    pub letter: Option<Letter>,
    pub delivered_ms: Option<i64>,
    /// The last try that failed, unless one has succeeded since.
    pub failed: Option<Event>,
    /// Nothing is delivered any more.
    pub off: Option<Event>,
}

/// A letter that was begun: whatever is told of the records from `told` to `upto`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Letter {
    pub id: String,
    pub upto: i64,
    pub tries: u32,
    pub next_ms: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Event {
    pub at_ms: i64,
    pub why: String,
}

/// What came of a try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Delivered,
    TriedAgain,
    SwitchedOff,
}

impl Hook {
    /// When there is something to do for a letter; at once, if the clock was set back by more than any pause.
    pub fn is_due(&self, now_ms: i64, pace: &Pace) -> bool {
        let due =
            |letter: &Letter| letter.next_ms <= now_ms || letter.next_ms > now_ms.saturating_add(pace.longest_ms());
        self.off.is_none() && self.letter.as_ref().is_some_and(due)
    }

    /// The host that it posts to, which is all that others than its owner may know.
    pub fn host(&self) -> String {
        url::Url::parse(&self.url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Takes note of a try to deliver its letter.
    pub fn tried(&mut self, result: &Result<u16, Miss>, now_ms: i64, pace: &Pace, chance: u64) -> Verdict {
        let Some(letter) = &mut self.letter else { return Verdict::TriedAgain };
        letter.tries += 1;
        let miss = match result {
            Ok(_) => {
                self.told = letter.upto;
                (self.letter, self.failed, self.delivered_ms) = (None, None, Some(now_ms));
                return Verdict::Delivered;
            }
            Err(miss) => miss,
        };
        self.failed = Some(Event { at_ms: now_ms, why: miss.why().into() });
        let why = match (miss, pace.pause_ms(letter.tries, chance)) {
            (Miss::Failed(_), Some(pause)) => {
                letter.next_ms = now_ms.saturating_add(pause);
                return Verdict::TriedAgain;
            }
            (Miss::Failed(why), None) => format!("{} tries failed; of the last: {why}", letter.tries),
            (Miss::Gone, _) => miss.why().into(),
        };
        self.letter = None;
        self.off = Some(Event { at_ms: now_ms, why });
        Verdict::SwitchedOff
    }

    pub(super) fn write(&self, owner: &Owner) -> Write {
        Write::Setting { name: owner.setting(), value: serde_json::to_string(self).expect("hooks serialise") }
    }

    /// A hook from the store. What is none, or was taken away, is none.
    pub(super) fn read(value: &str) -> Option<Hook> {
        serde_json::from_str(value).ok()
    }
}

/// What is stored instead of a hook that was taken away: settings cannot be.
pub(super) fn none(owner: &Owner) -> Write {
    Write::Setting { name: owner.setting(), value: String::new() }
}

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hook({})", self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hook() -> Hook {
        let letter = Letter { id: "l".into(), upto: 9, tries: 0, next_ms: 0 };
        Hook {
            id: "h".into(),
            url: "https://example.com/secret-path".into(),
            secret: "wh_secret".into(),
            wants: vec!["hit".into()],
            since_ms: 0,
            told: 3,
            letter: Some(letter),
            delivered_ms: None,
            failed: None,
            off: None,
        }
    }

    #[test]
    fn what_is_delivered_is_told() {
        let mut hook = hook();
        assert_eq!(hook.tried(&Ok(204), 5, &Pace::default(), 0), Verdict::Delivered);
        assert_eq!((hook.told, &hook.letter, hook.delivered_ms), (9, &None, Some(5)));
    }

    #[test]
    fn what_fails_is_tried_again_until_it_is_given_up() {
        let (mut hook, pace) = (hook(), Pace::default());
        let miss = Err(Miss::Failed("it answered 500".into()));
        let mut now = 0;
        for tries in 1..=7 {
            assert!(hook.is_due(now, &pace));
            assert_eq!(hook.tried(&miss, now, &pace, 7), Verdict::TriedAgain);
            let letter = hook.letter.clone().unwrap();
            assert_eq!((letter.tries, letter.id.as_str(), hook.told), (tries, "l", 3));
            assert!(!hook.is_due(now, &pace));
            now = letter.next_ms;
        }
        assert_eq!(hook.tried(&miss, now, &pace, 7), Verdict::SwitchedOff);
        assert_eq!(hook.off.as_ref().unwrap().why, "8 tries failed; of the last: it answered 500");
        assert!(!hook.is_due(i64::MAX, &pace));
    }

    #[test]
    fn who_is_gone_is_switched_off_at_once() {
        let mut hook = hook();
        assert_eq!(hook.tried(&Err(Miss::Gone), 5, &Pace::default(), 0), Verdict::SwitchedOff);
        assert_eq!(hook.off.unwrap().why, "it answered 410 Gone");
    }

    #[test]
    fn a_clock_that_falls_back_does_not_put_off_a_letter_for_ever() {
        let (mut hook, pace) = (hook(), Pace::default());
        hook.tried(&Err(Miss::Failed(String::new())), 1_000_000_000_000, &pace, 0);
        assert!(hook.is_due(0, &pace));
    }

    #[test]
    fn it_is_stored_as_it_is_and_shown_to_nobody() {
        let hook = hook();
        let Write::Setting { name, value } = hook.write(&Owner::new(4, "ann")) else { panic!("no setting") };
        assert_eq!(name, "webhook/4/ann");
        assert!(Hook::read(&value).unwrap() == hook);
        assert!(Hook::read("").is_none());
        assert_eq!(format!("{hook:?}"), "Hook(h)");
    }
}
