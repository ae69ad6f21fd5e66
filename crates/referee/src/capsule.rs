//! A failure capsule: everything about one failure in one file, so that it can be understood and run again.

use crate::Ending;
use crate::witness::Incident;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The form of capsules that this program writes and reads.
pub const FORMAT: u32 = 1;

/// The largest capsule that is read.
pub const LARGEST: usize = 16 << 20;

/// Everything about one failure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capsule {
    /// The form, [`FORMAT`].
    pub capsule: u32,
    /// The game that was played.
    pub game: String,
    /// The version of its rules.
    pub game_version: u32,
    /// The seat that failed.
    pub seat: String,
    /// The player as it was spelled.
    pub player: String,
    /// The folder in which it was spelled.
    pub folder: String,
    /// The turn it happened in.
    pub turn: i64,
    /// The number of the request; 0 if the program never got ready.
    pub request: u32,
    /// How many steps had been played before.
    pub step: u64,
    /// What went wrong.
    pub ending: Ending,
    /// The ending in words.
    pub message: String,
    /// The time it had.
    pub limit_ms: u64,
    /// The time it used.
    pub used_ms: u64,
    /// CPU time it had used in the match.
    pub cpu_ms: u64,
    /// Whether it wanted legal actions with every request.
    pub wants_legal: bool,
    /// The greeting it was sent.
    pub hello: String,
    /// The very line it failed on.
    pub sent: String,
    /// What it said to that.
    pub said: String,
    /// What it had printed on standard error.
    pub stderr: String,
    /// The file name of the match's replay, beside the capsule.
    pub replay: Option<String>,
}

/// Why a capsule is refused.
#[derive(Debug, thiserror::Error)]
pub enum BadCapsule {
    /// It is larger than any capsule.
    #[error("more than {LARGEST} bytes, which no capsule has")]
    TooLarge,
    /// It is not a capsule.
    #[error("not a failure capsule: {0}")]
    Unreadable(serde_json::Error),
    /// It has another form than this program reads.
    #[error("a capsule of form {0}; this program reads form {FORMAT}")]
    OtherForm(u64),
}

impl Capsule {
    /// The capsule of an incident; what belongs to the match is filled in by whoever knows it.
    pub fn of(incident: &Incident<'_>) -> Capsule {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Capsule {
            capsule: FORMAT,
            game: String::new(),
            game_version: 0,
            seat: String::new(),
            player: String::new(),
            folder: String::new(),
            turn: incident.turn,
            request: incident.request,
            step: 0,
            ending: incident.ending.clone(),
            message: incident.ending.to_string(),
            limit_ms: incident.limit_ms,
            used_ms: incident.used_ms,
            cpu_ms: incident.cpu_ms,
            wants_legal: incident.wants_legal,
            hello: text(incident.hello),
            sent: text(incident.sent),
            said: text(incident.said),
            stderr: incident.stderr.clone(),
            replay: None,
        }
    }

    /// Reads a capsule.
    pub fn read(bytes: &[u8]) -> Result<Capsule, BadCapsule> {
        #[derive(Deserialize)]
        struct Form {
            capsule: u64,
        }
        if bytes.len() > LARGEST {
            return Err(BadCapsule::TooLarge);
        }
        let form: Form = serde_json::from_slice(bytes).map_err(BadCapsule::Unreadable)?;
        if form.capsule != u64::from(FORMAT) {
            return Err(BadCapsule::OtherForm(form.capsule));
        }
        serde_json::from_slice(bytes).map_err(BadCapsule::Unreadable)
    }

    /// The replay of its match, which lies beside it: a file name, never a way to another place.
    pub fn replay_beside(&self, capsule: &Path) -> Option<PathBuf> {
        let name = Path::new(self.replay.as_deref()?).file_name()?;
        Some(capsule.with_file_name(name))
    }

    /// As it is written: one readable JSON object.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("capsules serialise") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capsules_come_back_as_they_were() {
        let ending = Ending::Late { limit_ms: 5, used_ms: 6 };
        let incident = Incident {
            turn: 3,
            request: 2,
            ending: &ending,
            hello: b"{}",
            sent: b"{\"type\":\"turn\"}",
            said: b"half a li\xff",
            stderr: "log".into(),
            limit_ms: 5,
            used_ms: 6,
            cpu_ms: 1,
            wants_legal: true,
        };
        let capsule = Capsule::of(&incident);
        assert_eq!(Capsule::read(capsule.text().as_bytes()).unwrap(), capsule);
        assert!(capsule.said.starts_with("half a li"));
        for (bad, said) in
            [("", "not a failure capsule"), ("{\"capsule\":7}", "form 7"), ("{\"capsule\":1}", "missing")]
        {
            assert!(Capsule::read(bad.as_bytes()).unwrap_err().to_string().contains(said), "{bad}");
        }
        assert!(matches!(Capsule::read(&vec![b' '; LARGEST + 1]), Err(BadCapsule::TooLarge)));
        for (name, beside) in [
            (Some("x.skirmish"), Some("a/x.skirmish")),
            (Some("../../x.skirmish"), Some("a/x.skirmish")),
            (Some("/etc/x.skirmish"), Some("a/x.skirmish")),
            (Some(".."), None),
            (Some(""), None),
            (None, None),
        ] {
            let capsule = Capsule { replay: name.map(Into::into), ..capsule.clone() };
            assert_eq!(capsule.replay_beside(Path::new("a/b.capsule.json")), beside.map(Into::into), "{name:?}");
        }
    }
}
