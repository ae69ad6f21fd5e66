//! How a game stands, and how it ended.

use crate::event::{Event, What};
use crate::game::Zords;
use crate::name::Name;
use crate::state::{State, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skirmish_core::{Documents, Seat, SeatSet, Standings};

/// What only the log knows of each seat, counted since play began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Memory {
    tallies: Vec<Tally>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Tally {
    kills: i64,
    wipes: i64,
}

impl Memory {
    pub(crate) fn note(&mut self, state: &State, event: &Event) {
        match &event.what {
            What::Killed { seat, .. } => self.of(state, *seat).kills += 1,
            What::Wiped { seat, .. } => self.of(state, *seat).wipes += 1,
            _ => {}
        }
    }

    fn of(&mut self, state: &State, name: Name) -> &mut Tally {
        self.tallies.resize(state.players.len(), Tally::default());
        let seat = state.seat_called(name).map_or(0, Seat::index);
        &mut self.tallies[seat]
    }
}

/// The result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub game: &'static str,
    pub over: bool,
    /// The only seat with the most points.
    pub winner: Option<Name>,
    /// The points of each seat.
    pub scores: Map<String, Value>,
    pub reason: Option<&'static str>,
    pub status: Status,
    pub days: i64,
    /// All seats with the most points, once the game is over.
    pub winners: Vec<Name>,
    /// The random key, published when the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Best first; equals share a rank. Empty if the game was aborted.
    pub ranking: Vec<Ranked>,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Ranked {
    pub rank: i64,
    pub seat: Name,
    pub points: i64,
    pub kills: i64,
    pub wipes: i64,
    /// Zords on the board.
    pub zords: i64,
    pub retired: bool,
}

/// The seats with the most points.
pub(crate) fn winners(state: &State) -> impl Iterator<Item = Seat> {
    let most = state.players.iter().map(|player| player.points).max();
    state.seats().filter(move |&seat| Some(state.player(seat).points) == most)
}

/// Seats by points, best first and equals in seat order, each with its rank.
pub(crate) fn ranking(state: &State) -> impl Iterator<Item = (i64, Seat)> {
    let mut seats: smallvec::SmallVec<[Seat; Seat::MAX]> = state.seats().collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(state.player(seat).points));
    seats.into_iter().map(move |seat| {
        let points = state.player(seat).points;
        (1 + state.players.iter().filter(|other| other.points > points).count() as i64, seat)
    })
}

pub(crate) fn standings(state: &State) -> Standings {
    let reason = match state.status {
        Status::Waiting | Status::Running => None,
        Status::Over => Some("turn_limit"),
        Status::Aborted => Some("aborted"),
    };
    let mut best = winners(state);
    let winner = match (state.status, best.next(), best.next()) {
        (Status::Over, Some(only), None) => Some(only),
        _ => None,
    };
    let scores = state.players.iter().map(|player| player.points).collect();
    Standings { over: reason.is_some(), winner, scores, reason }
}

pub(crate) fn outcome(game: &Zords, state: &State, memory: &Memory) -> Outcome {
    let standings = standings(state);
    let over = state.status == Status::Over;
    let ranked = |(rank, seat): (i64, Seat)| {
        let player = state.player(seat);
        let tally = memory.tallies.get(seat.index()).copied().unwrap_or_default();
        Ranked {
            rank,
            seat: player.name,
            points: player.points,
            kills: tally.kills,
            wipes: tally.wipes,
            zords: player.zords,
            retired: player.retired,
        }
    };
    Outcome {
        game: Zords::ID,
        over: standings.over,
        winner: standings.winner.map(|seat| state.name(seat)),
        scores: state.players.iter().map(|player| (player.name.to_string(), player.points.into())).collect(),
        reason: standings.reason,
        status: state.status,
        days: game.config.days,
        winners: winners(state).filter(|_| over).map(|seat| state.name(seat)).collect(),
        seed: (standings.over && state.keyed).then(|| state.key.to_hex()),
        ranking: ranking(state).filter(|_| state.status != Status::Aborted).map(ranked).collect(),
    }
}

/// How it ended or stands, in plain sentences.
pub(crate) fn summary(game: &Zords, state: &State) -> String {
    let (day, last) = (state.day, game.config.days);
    let best: Vec<String> = winners(state).map(|seat| state.name(seat).to_string()).collect();
    let points = winners(state).next().map_or(0, |seat| state.player(seat).points);
    let first = match &best[..] {
        [a, b, c, more @ ..] if more.len() > 1 => format!("{a}, {b}, {c} and {} more", more.len()),
        [some @ .., one] if !some.is_empty() => format!("{} and {one}", some.join(", ")),
        all => all.concat(),
    };
    let dropped_out: Vec<String> = counted_out(state).iter().map(|seat| state.name(seat).to_string()).collect();
    let silent = match &dropped_out[..] {
        [] => String::new(),
        names => format!(" Dropped out after failing or resigning: {}.", names.join(", ")),
    };
    let told = match (state.status, best.len()) {
        (Status::Waiting, _) => "Not over: the game has not started.".to_string(),
        (Status::Running, 1) => format!("Not over: day {day} of {last}, {first} leads with {points} points."),
        (Status::Running, _) => format!("Not over: day {day} of {last}, {first} share the lead with {points} points."),
        (Status::Aborted, _) => format!("The game was aborted on day {day}: nobody wins."),
        (Status::Over, 1) => format!("{first} wins with the most points, {points}, after the last day, {last}."),
        (Status::Over, _) => {
            format!("A draw: {first} share first place with {points} points after the last day, {last}.")
        }
    };
    told + &silent
}

/// The time of the game in days and rounds.
pub(crate) fn moment(game: &Zords, state: &State) -> String {
    match game.place(state) {
        Some(place) => format!("day {}, round {}", state.day, place.round + 1),
        None => format!("day {}", state.day),
    }
}

/// The seats that are no longer asked.
pub(crate) fn counted_out(state: &State) -> SeatSet {
    state.seats().filter(|&seat| state.player(seat).retired).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::Setup;
    use skirmish_core::Telling;

    #[test]
    fn every_ending_is_told_with_its_winner_and_its_cause() {
        let (game, mut state) = Zords::resolve(&Setup::seeded(1)).unwrap();
        assert!(summary(&game, &state).starts_with("Not over: day 1 of 28, p1 and p2 share the lead"));
        assert_eq!(moment(&game, &state), "day 1, round 1");
        (state.day, state.players[1].points) = (28, 310);
        assert_eq!(summary(&game, &state), "Not over: day 28 of 28, p2 leads with 310 points.");
        state.status = Status::Over;
        assert_eq!(summary(&game, &state), "p2 wins with the most points, 310, after the last day, 28.");
        let mut told = vec![standings(&state).reason.unwrap()];
        state.players[0].points = 310;
        state.players[0].retired = true;
        assert_eq!(
            summary(&game, &state),
            "A draw: p1 and p2 share first place with 310 points after the last day, 28. \
             Dropped out after failing or resigning: p1."
        );
        state.status = Status::Aborted;
        assert!(summary(&game, &state).starts_with("The game was aborted on day 28: nobody wins."));
        told.push(standings(&state).reason.unwrap());
        assert_eq!(Zords::ENDINGS, told);
    }
}
