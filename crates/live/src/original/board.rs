//! The map, the leaderboard and the day, as they are sent.

use crate::hosted::{Hosted, Published};
use serde::Serialize;
use serde_json::{Value, json};
use skirmish_core::Documents;
use skirmish_zords::position::{PlayerPosition, TotemPosition, ZordPosition};
use skirmish_zords::state::Status;
use std::sync::{Arc, PoisonError, RwLock};

/// What is sent to everybody who asks, until the game goes on.
pub struct Board {
    last: RwLock<Arc<Shown>>,
}

/// A state of the game, as JSON texts.
pub struct Shown {
    of: Option<Arc<Published>>,
    pub map: String,
    pub leaderboard: String,
    pub day: String,
}

#[derive(Clone, Copy, Serialize)]
struct Totem {
    x: i32,
    y: i32,
}

/// Before the start there are two, which are nowhere.
const NOWHERE: [Totem; 2] = [Totem { x: 0, y: 0 }; 2];

impl Default for Board {
    fn default() -> Board {
        Board { last: RwLock::new(Arc::new(Shown::nothing())) }
    }
}

impl Board {
    /// What was sent last.
    pub fn last(&self) -> Arc<Shown> {
        Arc::clone(&self.last.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The present state of the game, or the last one that is known of it.
    pub fn now(&self, hosted: Option<&Hosted>) -> Arc<Shown> {
        let last = self.last();
        let Some((hosted, published)) = hosted.and_then(|hosted| Some((hosted, hosted.published()?))) else {
            return last;
        };
        if last.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, &published)) {
            return last;
        }
        let shown = Arc::new(Shown::of(hosted, published));
        *self.last.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&shown);
        shown
    }
}

impl Shown {
    /// A game of which nothing is known.
    pub fn nothing() -> Shown {
        Shown { of: None, map: map(&[], &NOWHERE), leaderboard: json!({"leaderboard": []}).to_string(), day: day(0, 0) }
    }

    fn of(hosted: &Hosted, published: Arc<Published>) -> Shown {
        let view = published.live_view().view;
        let totems = match view.totems.as_slice() {
            [one, other] => [one, other].map(|&TotemPosition { x, y, .. }| Totem { x, y }),
            _ => NOWHERE,
        };
        let mut players: Vec<_> = view.players.iter().collect();
        players.sort_by_key(|player| std::cmp::Reverse(player.points));
        let line =
            |player: &PlayerPosition| json!({"name": player.seat, "actions": player.actions, "points": player.points});
        let leaders: Vec<Value> = players.into_iter().map(line).collect();
        Shown {
            map: map(&view.zords, &totems),
            leaderboard: json!({"leaderboard": leaders}).to_string(),
            day: today(hosted, &published),
            of: Some(published),
        }
    }
}

/// Both generations of the map: lists of zords and totems, and one list of all.
fn map(zords: &[ZordPosition], totems: &[Totem; 2]) -> String {
    let zord = |zord: &ZordPosition| {
        let ZordPosition { x, y, hp, shields, range, owner, .. } = zord;
        json!({"x": x, "y": y, "hp": hp, "shields": shields, "range": range, "owner": owner})
    };
    let zords: Vec<Value> = zords.iter().map(zord).collect();
    let all = zords.iter().map(|zord| json!({"zord": zord})).chain(totems.iter().map(|totem| json!({"totem": totem})));
    let map: Vec<Value> = all.collect();
    json!({"zords": zords, "totems": totems, "map": map}).to_string()
}

fn today(hosted: &Hosted, published: &Published) -> String {
    let driver = &published.driver;
    let state = driver.state();
    let start = |day| driver.calendar().instant(day, 0, state.shift_s());
    let (present, _) = state.moment();
    let after = driver.game().config().days + 1;
    match state.status() {
        Status::Waiting => day(0, hosted.head.created_ms),
        Status::Running => day(present, start(present)),
        Status::Over => day(after, start(after)),
        // It ended on a day that it did not live to the end of.
        Status::Aborted if present == 0 => day(after, hosted.head.created_ms),
        Status::Aborted => day(after, start(present)),
    }
}

fn day(day: i64, start_ms: i64) -> String {
    json!({"day": day, "start_of_day": start_ms.div_euclid(1000).max(0)}).to_string()
}
