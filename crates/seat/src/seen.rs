//! A live game as it was seen at one moment.

use serde_json::{Map, Value};
use skirmish_core::{Documents, Seat, Telling};
use skirmish_zords::state::Status;
use skirmish_zords::{Name, State, Zords};

/// The members of a view that make a position.
const POSITION: [&str; 13] = [
    "game", "schema", "config", "status", "day", "time", "seq", "next_id", "players", "zords", "totems", "order",
    "shift_s",
];

/// The seat that a token opened.
#[derive(Clone, Copy)]
pub(crate) struct Who {
    pub seat: Seat,
    pub name: Name,
}

/// A live game at one moment.
pub(crate) struct Seen {
    pub game: Zords,
    pub state: State,
    /// Whose token looked.
    pub you: Option<Name>,
    /// The number of the last event.
    pub n: i64,
    /// What the server's clock said, in seconds since 1970.
    pub now_s: i64,
    /// Time stands still.
    pub paused: bool,
    /// When day 1 begins, if it has not.
    pub starts_at: Option<String>,
    retired: Vec<bool>,
}

impl Seen {
    /// Reads a view.
    pub fn read(body: &str) -> Result<Seen, String> {
        let mut view: Map<String, Value> = serde_json::from_str(body).map_err(|why| why.to_string())?;
        let text = |view: &Map<String, Value>, key: &str| view.get(key).and_then(Value::as_str).map(str::to_owned);
        let you = text(&view, "you").as_deref().and_then(Name::new);
        let n = view.get("n").and_then(Value::as_i64).ok_or("the view does not number its events")?;
        let now = text(&view, "now").ok_or("the view does not tell the time")?;
        let now_s = now.parse::<jiff::Timestamp>().map_err(|why| why.to_string())?.as_second();
        let paused = view.get("paused").is_some_and(|paused| !paused.is_null());
        let starts_at = text(&view, "starts_at");
        view.retain(|key, _| POSITION.contains(&key.as_str()));
        let position = Zords::read_position(&Value::Object(view)).map_err(|faults| faults.to_string())?;
        let retired = position.players.iter().map(|player| player.retired).collect();
        let (game, state) = Zords::from_position(&position).map_err(|faults| faults.to_string())?;
        Ok(Seen { game, state, you, n, now_s, paused, starts_at, retired })
    }

    /// How it stands or ended, in words.
    pub fn summary(&self) -> String {
        self.game.summary(&self.state, &Default::default())
    }

    /// Nothing happens any more.
    pub fn is_over(&self) -> bool {
        matches!(self.state.status(), Status::Over | Status::Aborted)
    }

    /// The first day has begun.
    pub fn has_started(&self) -> bool {
        self.state.status() != Status::Waiting
    }

    /// The seat can do nothing any more.
    pub fn has_retired(&self, seat: Seat) -> bool {
        self.retired.get(seat.index()).copied().unwrap_or(false)
    }

    /// The day and the round that it is.
    pub fn round(&self) -> (i64, i64) {
        (self.state.moment().0, self.game.round_now(&self.state).0)
    }
}
