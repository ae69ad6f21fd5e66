//! The public log: what everyone is told of what happened.

use crate::action::Why;
use crate::name::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event. `seq` is the game's after the command that made it; the time is the logical one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    pub seq: i64,
    pub day: i64,
    pub time: i64,
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    Joined {
        seat: Name,
    },
    DayClosed,
    /// A totem paid `points` for `zords` of the `total` in its area.
    TotemPaid {
        seat: Name,
        totem: i64,
        x: i32,
        y: i32,
        zords: i64,
        total: i64,
        points: i64,
    },
    DayOpened,
    TotemPlaced {
        id: i64,
        x: i32,
        y: i32,
    },
    Spawned {
        seat: Name,
        unit: i64,
        x: i32,
        y: i32,
        hp: i64,
    },
    Moved {
        seat: Name,
        unit: i64,
        from_x: i32,
        from_y: i32,
        x: i32,
        y: i32,
        cost: i64,
    },
    /// `hp` and `shields` are the target's, after the shot.
    Shot {
        seat: Name,
        unit: i64,
        from_x: i32,
        from_y: i32,
        target: i64,
        to: Name,
        x: i32,
        y: i32,
        effect: Effect,
        hp: i64,
        shields: i64,
    },
    Killed {
        seat: Name,
        unit: i64,
        target: i64,
        owner: Name,
        reward: i64,
    },
    Wiped {
        seat: Name,
        by: Name,
        points_before: i64,
        points: i64,
    },
    Shielded {
        seat: Name,
        unit: i64,
        x: i32,
        y: i32,
        shields: i64,
    },
    RangeRaised {
        seat: Name,
        unit: i64,
        x: i32,
        y: i32,
        range: i64,
    },
    Donated {
        seat: Name,
        to: Name,
        amount: i64,
    },
    Built {
        seat: Name,
        unit: i64,
        x: i32,
        y: i32,
        points_spent: i64,
    },
    Retired {
        seat: Name,
        why: Why,
    },
    ClockShift {
        seconds: i64,
    },
    GameOver {
        winners: Vec<Name>,
    },
}

impl What {
    /// The word that `event` has in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            What::Joined { .. } => "joined",
            What::DayClosed => "day_closed",
            What::TotemPaid { .. } => "totem_paid",
            What::DayOpened => "day_opened",
            What::TotemPlaced { .. } => "totem_placed",
            What::Spawned { .. } => "spawned",
            What::Moved { .. } => "moved",
            What::Shot { .. } => "shot",
            What::Killed { .. } => "killed",
            What::Wiped { .. } => "wiped",
            What::Shielded { .. } => "shielded",
            What::RangeRaised { .. } => "range_raised",
            What::Donated { .. } => "donated",
            What::Built { .. } => "built",
            What::Retired { .. } => "retired",
            What::ClockShift { .. } => "clock_shift",
            What::GameOver { .. } => "game_over",
        }
    }
}

/// What a shot did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    Shield,
    Hit,
    Kill,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_are_read_as_they_are_written() {
        let (ann, bob) = (Name::of("ann"), Name::of("bob"));
        let shot = What::Shot {
            seat: ann,
            unit: 3,
            from_x: 1,
            from_y: 2,
            target: 4,
            to: bob,
            x: 5,
            y: 6,
            effect: Effect::Shield,
            hp: 10,
            shields: 0,
        };
        for what in [shot, What::DayOpened, What::Retired { seat: bob, why: Why::Resigned }] {
            let event = Event { seq: 7, day: 2, time: 300, what };
            let mut json = serde_json::to_value(&event).unwrap();
            // A log adds a number and an instant.
            json["n"] = 12.into();
            json["at"] = "2026-03-02T09:00:00Z".into();
            assert_eq!(serde_json::from_value::<Event>(json).unwrap(), event);
        }
        let nameless = json!({"seq": 1, "day": 0, "time": 0, "event": "joined", "seat": "@clock"});
        assert!(serde_json::from_value::<Event>(nameless).is_err());
    }
}
