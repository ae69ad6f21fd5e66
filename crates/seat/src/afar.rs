//! A live game on a server, asked about and acted in from afar.

use crate::address::Address;
use crate::line::{Ask, Line, Said};
use crate::seen::Seen;
use crate::trouble::Trouble;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::Reason;
use skirmish_zords::{Action, Event, reason};

/// So many events are asked for at once.
const PAGE: usize = 1000;

/// A game on a server.
pub(crate) struct Afar {
    pub address: Address,
    pub line: Line,
}

/// What became of a list that was posted.
pub(crate) enum Posted {
    /// For each action, why it was refused, if it was.
    Judged(Vec<Option<Reason>>),
    /// Another list was posted for this round before, and that one stands.
    Before,
    /// The list as a whole is refused.
    Refused(Reason),
}

#[derive(Deserialize)]
struct Log {
    events: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Numbered {
    n: i64,
}

#[derive(Deserialize)]
struct Results {
    results: Vec<Judged>,
}

#[derive(Deserialize)]
struct Judged {
    ok: bool,
    reason: Option<String>,
}

impl Afar {
    /// The game as it is now.
    pub fn look(&mut self) -> Result<Seen, Trouble> {
        let said = self.get("/view")?;
        Seen::read(&said.body).map_err(|why| self.strange("/view", why))
    }

    /// The events after number `after`, up to number `last`. What a match in rounds does not know is left out.
    pub fn events(&mut self, mut after: i64, last: i64) -> Result<Vec<Event>, Trouble> {
        let mut events = Vec::new();
        while after < last {
            let path = format!("/log?after={after}&limit={PAGE}");
            let said = self.get(&path)?;
            let log: Log = serde_json::from_str(&said.body).map_err(|why| self.strange(&path, why.to_string()))?;
            if log.events.is_empty() {
                return Err(self.strange(&path, format!("event {} is missing", after + 1)));
            }
            for event in log.events {
                let numbered: Numbered =
                    serde_json::from_str(event.get()).map_err(|why| self.strange(&path, why.to_string()))?;
                if numbered.n > last {
                    return Ok(events);
                }
                after = numbered.n;
                events.extend(serde_json::from_str::<Event>(event.get()).ok());
            }
        }
        Ok(events)
    }

    /// Posts the list of a round. However often that is tried, it is done once.
    pub fn post(&mut self, (day, round): (i64, i64), actions: &[Action]) -> Result<Posted, Trouble> {
        let body = json!({ "actions": actions, "day": day }).to_string();
        // The server knows a key by the game and the seat as well.
        let key = format!("seat-{day}.{round}");
        let url = self.address.of("/actions");
        let said = self.line.ask(&url, &Ask::Post { key: &key, body: &body })?;
        if said.status == 200 {
            let told: Results =
                serde_json::from_str(&said.body).map_err(|why| self.strange("/actions", why.to_string()))?;
            let judge = |judged: Judged| (!judged.ok).then(|| known(judged.reason.as_deref().unwrap_or_default()));
            return Ok(Posted::Judged(told.results.into_iter().map(judge).collect()));
        }
        let refused = said.refused();
        if refused.reason == "key_reused" {
            return Ok(Posted::Before);
        }
        Ok(Posted::Refused(known(&refused.reason)))
    }

    /// The result of the rulebook, once the game is over.
    pub fn result(&mut self) -> Result<Value, Trouble> {
        let said = self.get("/result")?;
        serde_json::from_str(&said.body).map_err(|why| self.strange("/result", why.to_string()))
    }

    fn get(&mut self, path: &str) -> Result<Said, Trouble> {
        let said = self.line.ask(&self.address.of(path), &Ask::Get)?;
        match said.status {
            200 => Ok(said),
            _ => Err(self.strange(path, said.refused().message)),
        }
    }

    fn strange(&self, path: &str, why: String) -> Trouble {
        Trouble::Strange { url: self.address.of(path), why }
    }
}

/// The reason that a code stands for.
fn known(code: &str) -> Reason {
    let all = Reason::SHARED.iter().chain(reason::OWN);
    // A newer server may have reasons that this program has not.
    all.copied().find(|reason| reason.0 == code).unwrap_or(Reason("refused"))
}
