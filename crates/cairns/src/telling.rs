//! Views and results.

use crate::{Action, Cairns, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use skirmish_core::{Documents, Entry, News, Rules, Telling, Viewer};

/// What a seat is told.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    pub turn: i64,
    pub cairns: Vec<i64>,
    pub scores: Vec<i64>,
    /// The seat's own secret cairn.
    pub secret: Option<u8>,
    /// Both of them, for whoever may know everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secrets: Option<Vec<u8>>,
}

/// How it ended, or how it stands.
#[derive(Serialize, JsonSchema)]
pub struct Outcome {
    game: &'static str,
    over: bool,
    winner: Option<String>,
    reason: Option<&'static str>,
    scores: Vec<i64>,
    turns: i64,
}

impl Telling for Cairns {
    const ENDINGS: &'static [&'static str] = &["last_stone", "turn_limit", "forfeit"];
    const SCORE: &'static str = "stones gathered";
    const HIDES: bool = true;

    type Wire = Action;
    type View = View;
    type Memory = ();
    type Outcome = Outcome;

    fn seats(&self, _: &State) -> Vec<String> {
        vec!["first".into(), "second".into()]
    }

    fn parse(&self, action: &RawValue) -> Entry<Action> {
        Action::parse(action)
    }

    fn wire(&self, action: &Action) -> Action {
        *action
    }

    fn view(&self, state: &State, viewer: Viewer, _: &News<'_, Cairns>, out: &mut View) {
        let (secret, secrets) = match viewer {
            Viewer::Seat(seat) => (state.secrets.get(seat.index()).copied(), None),
            Viewer::Spectator => (None, None),
            Viewer::Omniscient => (None, Some(state.secrets.to_vec())),
        };
        *out = View { turn: state.turn, cairns: state.cairns.to_vec(), scores: state.scores.to_vec(), secret, secrets };
    }

    fn outcome(&self, state: &State, (): &()) -> Outcome {
        let standings = self.standings(state);
        Outcome {
            game: Cairns::ID,
            over: standings.over,
            winner: standings.winner.map(|seat| self.seats(state)[seat.index()].clone()),
            reason: standings.reason,
            scores: standings.scores,
            turns: state.turn,
        }
    }

    fn summary(&self, state: &State, (): &()) -> String {
        let [one, two] = state.scores;
        let (seats, standings) = (self.seats(state), self.standings(state));
        match (standings.reason, standings.winner) {
            (None, _) => format!("Not over: first has {one} and second {two}."),
            (Some("forfeit"), Some(seat)) => format!("{} wins: the other seat gave no answer.", seats[seat.index()]),
            (Some(_), Some(seat)) => format!("{} wins, {one} to {two}.", seats[seat.index()]),
            (Some(_), None) => format!("A draw: both have {one}."),
        }
    }
}
