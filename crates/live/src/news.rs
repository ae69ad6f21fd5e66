//! What players may want to be told while they are away, from the records of a game.

use crate::logged::{Logged, OPERATOR, Operation};
use crate::rfc3339;
use crate::service::Service;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use skirmish_house::hooks::letter::News;
use skirmish_house::hooks::office::Source;
use skirmish_house::store::{Failure, Record, Stored};
use skirmish_zords::Event;
use skirmish_zords::event::{Effect, What};
use std::sync::Arc;

/// A kind of news.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The game is over, or was aborted.
    Over,
    /// A zord of yours was destroyed, or you were wiped out.
    Lost,
    /// A zord of yours was shot at.
    Hit,
    /// Somebody gave you points.
    Donated,
    /// Time stands still, or goes on.
    Paused,
    /// A day has begun, and actions are fresh.
    Day,
}

impl Kind {
    /// What whoever does not choose is told.
    pub const USUAL: [Kind; 4] = [Kind::Hit, Kind::Lost, Kind::Donated, Kind::Over];

    pub fn name(self) -> &'static str {
        KINDS[self as usize]
    }
}

/// In the order of [`Kind`].
const KINDS: [&str; 6] = ["over", "lost", "hit", "donated", "paused", "day"];
/// Of a letter that only tries whether one arrives.
const TEST: &str = "test";

/// The logs of all games of a service.
pub struct Newsroom(pub Arc<Service>);

impl Source for Newsroom {
    fn kinds(&self) -> &'static [&'static str] {
        &KINDS
    }

    fn name(&self, journal: i64) -> Option<String> {
        Some(self.0.hosted(journal)?.head.name.clone())
    }

    fn newest(&self, journal: i64) -> Option<i64> {
        Some(self.0.hosted(journal)?.published()?.driver.records())
    }

    fn news(&self, journal: i64, after: i64, upto: i64) -> Result<Vec<News>, Failure> {
        let records = self.0.store().records(journal, after, usize::try_from(upto - after).unwrap_or(0))?;
        // What cannot be read stops its game when that is opened; here it is only passed over.
        let good = records.into_iter().filter_map(|stored| match stored {
            Stored::Good(record) => Some(record),
            Stored::Damaged { .. } => None,
        });
        Ok(good.filter(|record| record.n <= upto).flat_map(|record| of_record(&record)).collect())
    }
}

/// The news in a record.
pub fn of_record(record: &Record) -> Vec<News> {
    let Ok(logged) = Logged::read(&record.body) else { return Vec::new() };
    let at = rfc3339(logged.at);
    let news = |n, kind: Kind, seat: Option<String>, text, event| News {
        record: record.n,
        n,
        at: at.clone(),
        kind: kind.name(),
        seat,
        text,
        event,
    };
    if logged.seat == OPERATOR {
        // Operations are no events, so the newest one is that before.
        let n = record.first_event - 1 + record.events;
        return of_operation(&logged).map(|(kind, text)| news(n, kind, None, text, None)).into_iter().collect();
    }
    let told = (record.first_event..).zip(logged.events);
    told.filter_map(|(n, raw)| {
        let (kind, seat, text) = of_event(&raw)?;
        Some(news(n, kind, seat, text, Some(raw)))
    })
    .collect()
}

fn of_operation(logged: &Logged) -> Option<(Kind, String)> {
    match serde_json::from_str(logged.command.get()).ok()? {
        Operation::Pause { why } => Some((Kind::Paused, format!("The game is paused: {why}."))),
        Operation::Resume => Some((Kind::Paused, "The game goes on.".into())),
        Operation::Abort { why } => Some((Kind::Over, format!("The game was aborted: {why}."))),
    }
}

/// What kind of news an event is, whom it concerns, and a sentence.
fn of_event(raw: &RawValue) -> Option<(Kind, Option<String>, String)> {
    let Event { day, what, .. } = serde_json::from_str(raw.get()).ok()?;
    let to = |seat: skirmish_zords::Name| Some(seat.to_string());
    Some(match what {
        // Whoever does something to themselves knows.
        What::Shot { seat, to, .. } if seat == to => return None,
        What::Killed { seat, owner, .. } if seat == owner => return None,
        What::Donated { seat, to, .. } if seat == to => return None,
        What::Shot { seat, target, to: owner, effect, hp, shields, .. } => {
            let done = match effect {
                Effect::Shield => format!("{shields} shields are left"),
                Effect::Hit => format!("{hp} hp are left"),
                Effect::Kill => "it is destroyed".into(),
            };
            (Kind::Hit, to(owner), format!("{seat} shot at your zord {target}: {done}."))
        }
        What::Killed { seat, target, owner, .. } => {
            (Kind::Lost, to(owner), format!("{seat} destroyed your zord {target}."))
        }
        What::Wiped { seat, by, .. } => (Kind::Lost, to(seat), format!("You were wiped out by {by}.")),
        What::Donated { seat, to: who, amount } => {
            (Kind::Donated, to(who), format!("{seat} gave you {amount} points."))
        }
        What::DayOpened => (Kind::Day, None, format!("Day {day} has begun.")),
        What::GameOver { winners } => {
            let names: Vec<&str> = winners.iter().map(|name| name.as_str()).collect();
            let won = if names.is_empty() { "nobody".into() } else { names.join(", ") };
            (Kind::Over, None, format!("The game is over; won by {won}."))
        }
        _ => return None,
    })
}

/// A letter that only tries whether one arrives.
pub fn test(now_ms: i64, n: i64) -> News {
    let text = "This is a test.".into();
    News { record: 0, n, at: rfc3339(now_ms), kind: TEST, seat: None, text, event: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn kinds_are_called_as_they_are_written() {
        for kind in [Kind::Over, Kind::Lost, Kind::Hit, Kind::Donated, Kind::Paused, Kind::Day] {
            assert_eq!(json!(kind), json!(kind.name()));
        }
    }

    fn told(event: serde_json::Value) -> Option<(Kind, Option<String>, String)> {
        let mut whole = json!({"n": 5, "at": "2026-03-02T09:00:00Z", "seq": 1, "day": 2, "time": 0});
        whole.as_object_mut().unwrap().extend(event.as_object().unwrap().clone());
        of_event(&serde_json::value::to_raw_value(&whole).unwrap())
    }

    #[test]
    fn events_are_told_to_whom_they_concern() {
        let shot = |to: &str, effect: &str| {
            json!({"event": "shot", "seat": "ann", "unit": 1, "from_x": 0, "from_y": 0, "target": 4, "to": to, "x": 1, "y": 1,
                   "effect": effect, "hp": 3, "shields": 2})
        };
        let bob = || Some("bob".to_string());
        let cases = [
            (shot("bob", "hit"), Some((Kind::Hit, bob(), "ann shot at your zord 4: 3 hp are left."))),
            (shot("bob", "shield"), Some((Kind::Hit, bob(), "ann shot at your zord 4: 2 shields are left."))),
            (shot("bob", "kill"), Some((Kind::Hit, bob(), "ann shot at your zord 4: it is destroyed."))),
            (shot("ann", "hit"), None),
            (
                json!({"event": "killed", "seat": "ann", "unit": 1, "target": 4, "owner": "bob", "reward": 1}),
                Some((Kind::Lost, bob(), "ann destroyed your zord 4.")),
            ),
            (
                json!({"event": "wiped", "seat": "bob", "by": "ann", "points_before": 9, "points": 1}),
                Some((Kind::Lost, bob(), "You were wiped out by ann.")),
            ),
            (
                json!({"event": "donated", "seat": "ann", "to": "bob", "amount": 7}),
                Some((Kind::Donated, bob(), "ann gave you 7 points.")),
            ),
            (json!({"event": "day_opened"}), Some((Kind::Day, None, "Day 2 has begun."))),
            (
                json!({"event": "game_over", "winners": ["ann", "bob"]}),
                Some((Kind::Over, None, "The game is over; won by ann, bob.")),
            ),
            (json!({"event": "joined", "seat": "bob"}), None),
            (json!({"event": "day_closed"}), None),
        ];
        for (event, expected) in cases {
            let expected = expected.map(|(kind, seat, text)| (kind, seat, text.to_string()));
            assert_eq!(told(event.clone()), expected, "{event}");
        }
    }
}
