//! How a game stands, and the result object.

use crate::game::{Golems, SEATS};
use crate::position::{Scores, SeatName};
use crate::report::Memory;
use crate::state::{Cause, State};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::{Documents, Seat, SeatSet, Standings};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub game: &'static str,
    pub over: bool,
    pub winner: Option<SeatName>,
    pub scores: Scores,
    pub reason: Option<&'static str>,
    pub turn: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_by: Option<SeatName>,
    /// `timeout`, `bad_output` or `crash`; a position alone does not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_reason: Option<&'static str>,
}

pub fn standings(state: &State) -> Standings {
    Standings {
        over: state.is_over(),
        winner: state.ending.map(|ending| ending.winner),
        scores: state.scores.to_vec(),
        reason: state.ending.map(|ending| ending.reason.word()),
    }
}

pub fn outcome(state: &State, memory: &Memory) -> Outcome {
    let forfeit = state.ending.filter(|ending| ending.reason == Cause::Forfeit);
    Outcome {
        game: Golems::ID,
        over: state.is_over(),
        winner: state.ending.map(|ending| ending.winner.into()),
        scores: state.scores.into(),
        reason: state.ending.map(|ending| ending.reason.word()),
        turn: state.turn,
        forfeit_by: forfeit.map(|ending| ending.winner.other().into()),
        forfeit_reason: forfeit.and(memory.forfeit()),
    }
}

/// How it ended or stands, in plain sentences.
pub fn summary(game: &Golems, state: &State, memory: &Memory) -> String {
    let turn = state.turn;
    let Some(ending) = state.ending else {
        let [p0, p1] = state.scores;
        return format!(
            "Not over: turn {turn} of {}, p0 has earned {p0} build points and p1 {p1}.",
            game.config().max_turns
        );
    };
    let (winner, loser) = (ending.winner, ending.winner.other());
    let name = |seat: Seat| SEATS[seat.index()];
    let of = |seat: Seat| state.scores[seat.index()];
    let by_points = match of(winner).cmp(&of(loser)) {
        std::cmp::Ordering::Greater => format!("{} earned more", name(winner)),
        std::cmp::Ordering::Equal => format!("{}, who moves second, wins the tie", name(winner)),
        std::cmp::Ordering::Less => format!("{} still has units, which decides under these rules", name(winner)),
    };
    let result = format!("{} wins, {} to {} build points", name(winner), of(winner), of(loser));
    match ending.reason {
        Cause::TurnLimit => format!("{result}, on the last turn, {turn}: {by_points}."),
        Cause::Elimination => {
            let gone: Vec<&str> =
                [Seat(0), Seat(1)].into_iter().filter(|&seat| state.count(seat) == 0).map(name).collect();
            format!("{result}: {} had no units left on turn {turn}; {by_points}.", gone.join(" and "))
        }
        Cause::Forfeit => {
            let why = match memory.forfeit() {
                Some("timeout") => ": its answer came too late",
                Some("bad_output") => ": it sent an unreadable answer",
                Some(_) => ": its bot crashed or resigned",
                None => "",
            };
            format!("{} wins: {} forfeited on turn {turn}{why}.", name(winner), name(loser))
        }
    }
}

/// The seat that forfeited.
pub fn counted_out(state: &State) -> SeatSet {
    let forfeit = state.ending.filter(|ending| ending.reason == Cause::Forfeit);
    forfeit.map_or(SeatSet::EMPTY, |ending| SeatSet::one(ending.winner.other()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Verdict;
    use skirmish_core::Setup;
    use skirmish_core::Telling;

    #[test]
    fn every_ending_is_told_with_its_winner_and_its_cause() {
        let (game, mut state) = Golems::resolve(&Setup::seeded(1)).unwrap();
        let memory = game.begin(&state);
        assert!(summary(&game, &state, &memory).starts_with("Not over: turn 1 of "));
        state.turn = 51;
        let told = |winner: u8, scores: [i64; 2], reason: Cause| {
            let mut state = state.clone();
            state.scores = scores;
            state.ending = Some(Verdict { winner: Seat(winner), reason });
            summary(&game, &state, &memory)
        };
        assert_eq!(
            told(0, [12, 9], Cause::TurnLimit),
            "p0 wins, 12 to 9 build points, on the last turn, 51: p0 earned more."
        );
        assert_eq!(
            told(1, [12, 12], Cause::TurnLimit),
            "p1 wins, 12 to 12 build points, on the last turn, 51: p1, who moves second, wins the tie."
        );
        assert!(told(1, [12, 9], Cause::Elimination).contains("p1 still has units, which decides under these rules"));
        assert!(told(0, [12, 9], Cause::Elimination).starts_with("p0 wins, 12 to 9 build points: "));
        assert_eq!(told(1, [12, 9], Cause::Forfeit), "p1 wins: p0 forfeited on turn 51.");
        assert_eq!(Golems::ENDINGS, Cause::WORDS.map(|(word, _)| word));
    }
}
