//! The fair match: the same start twice, the players changing places, judged over both games.

use crate::venue::Make;
use crate::{Error, Match, MatchOptions, Played, Team, Venue};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::json;
use skirmish_core::any::AnyTable;
use skirmish_core::arena::points_against;
use skirmish_referee::program::Program;

/// How a fair match is run.
#[derive(Clone, Debug, Default)]
pub struct PairOptions {
    /// How each of its games is run. What a file is called tells what both files are called ([`Record::of_two`](crate::Record::of_two)).
    pub game: MatchOptions,
    /// Whether programs that play series stay for the second game.
    pub series: bool,
}

impl PairOptions {
    /// Whether a fair match can be run like this: an error says why not, before anybody is made ready.
    pub fn check(&self) -> Result<(), Error> {
        self.of_games().iter().try_for_each(MatchOptions::check)
    }

    fn of_games(&self) -> [MatchOptions; 2] {
        self.game.record.of_two().map(|record| MatchOptions { record, ..self.game.clone() })
    }
}

/// A fair match that was played. As JSON it is what `skirmish play --swap --json` prints.
pub struct FairMatch {
    /// Both games, or the first alone if that was void. If the second is void, the match is.
    pub games: Vec<Played>,
    /// Per player, in the team's order: who it is and what both games gave. Empty if the match is void.
    pub players: Vec<(String, i64)>,
    /// The player who won, if one did.
    pub winner: Option<usize>,
    /// What everything drawn comes from.
    pub seed: u64,
    /// Who won both games together, and by what, in plain sentences.
    pub summary: String,
}

impl FairMatch {
    /// Plays one. `make` makes the table of either game.
    pub fn play(venue: &Venue, team: &Team, make: Make<'_>, options: &PairOptions) -> Result<FairMatch, Error> {
        let table = make()?;
        let (seats, seed) = (table.seats().len(), table.seed());
        if !seats.is_multiple_of(2) {
            return Err(Error::OddSeats(seats));
        }
        options.check()?;
        let orders = [0, 1].map(|game| order(game, seats, team.players().len()));
        let games = in_turn(venue, team, make, &orders, &options.of_games(), options.series)?;
        if games.iter().any(|game| !game.counts()) {
            let (players, winner, summary) = (Vec::new(), None, String::new());
            return Ok(FairMatch { games, players, winner, seed: seed.number(), summary });
        }
        let judged = table.host().judged;
        let mut points = vec![0; team.players().len()];
        for (game, order) in games.iter().zip(&orders) {
            let standings = game.standings();
            for seat in 0..seats {
                points[order[seat]] += points_against(judged, seat, &standings, |other| order[other] != order[seat]);
            }
        }
        let best = points.iter().max().copied().unwrap_or(0);
        let winner = match (0..points.len()).filter(|&i| points[i] == best).collect::<Vec<_>>()[..] {
            [one] => Some(one),
            _ => None,
        };
        let players: Vec<(String, i64)> = team.names().into_iter().map(str::to_string).zip(points).collect();
        let summary = in_words(&*table, &players, winner);
        Ok(FairMatch { games, players, winner, seed: seed.number(), summary })
    }
}

/// Plays one start once for each of `orders`, which say who of the team sits on each seat, and `ways`, which say how each
/// game is run. With `series` programs that play series stay from one game to the next. A game that does not count is the
/// last one.
pub fn in_turn(
    venue: &Venue,
    team: &Team,
    make: Make<'_>,
    orders: &[Vec<usize>],
    ways: &[MatchOptions],
    series: bool,
) -> Result<Vec<Played>, Error> {
    let mut games: Vec<Played> = Vec::with_capacity(orders.len());
    for (n, (order, way)) in orders.iter().zip(ways).enumerate() {
        // All games begin alike. What is drawn later is another in each, so that nobody knows it from the game before.
        let make = || -> Result<Box<dyn AnyTable>, Error> {
            let mut table = make()?;
            table.reseed(table.seed().of_game(n as u64 + 1));
            Ok(table)
        };
        let mut staying: Vec<Option<Program>> =
            games.last_mut().map(|game| std::mem::take(&mut game.programs)).unwrap_or_default();
        let mut before: Vec<Option<usize>> =
            if n > 0 { orders[n - 1].iter().copied().map(Some).collect() } else { Vec::new() };
        // Whoever sat on another seat before brings along what stayed there.
        let programs = order.iter().map(|player| {
            let seat = before.iter().position(|sat| *sat == Some(*player))?;
            before[seat] = None;
            staying.get_mut(seat)?.take()
        });
        let game = Match::new(venue, team).with(way.clone()).seated(order.clone()).with_programs(programs.collect());
        let game = game.with_another(series && n + 1 < orders.len()).play(&make)?;
        let counts = game.counts();
        games.push(game);
        if !counts {
            break;
        }
    }
    Ok(games)
}

/// Who sits on each seat of a game: neighbours change places, whether there is one player for each seat or fewer who take
/// the seats in turn.
fn order(game: usize, seats: usize, players: usize) -> Vec<usize> {
    (0..seats).map(|seat| (seat ^ game) % players).collect()
}

/// Who won both games together, and by what.
fn in_words(table: &dyn AnyTable, players: &[(String, i64)], winner: Option<usize>) -> String {
    // Two players may be called the same.
    let name = |i: usize| format!("{} (player {})", players[i].0, i + 1);
    let won = winner.map_or("The fair match is a draw".into(), |i| format!("{} wins the fair match", name(i)));
    let all: Vec<String> = players.iter().enumerate().map(|(i, (_, points))| format!("{} {points}", name(i))).collect();
    format!("{won}: {}. {}.", all.join(", "), table.pair_scoring())
}

impl Serialize for FairMatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_void = self.players.is_empty();
        let players: Vec<_> =
            self.players.iter().map(|(player, points)| json!({"player": player, "points": points})).collect();
        let mut told = serializer.serialize_struct("FairMatch", if is_void { 3 } else { 5 })?;
        told.serialize_field("games", &self.games)?;
        told.serialize_field("players", &players)?;
        told.serialize_field("winner", &self.winner)?;
        if !is_void {
            told.serialize_field("seed", &self.seed)?;
            told.serialize_field("summary", &self.summary)?;
        }
        told.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Record;

    #[test]
    fn everybody_changes_places() {
        assert_eq!([0, 1].map(|game| order(game, 2, 2)), [[0, 1], [1, 0]]);
        assert_eq!([0, 1].map(|game| order(game, 4, 4)), [[0, 1, 2, 3], [1, 0, 3, 2]]);
        assert_eq!([0, 1].map(|game| order(game, 4, 2)), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    }

    #[test]
    fn two_games_have_two_names() {
        let names = |record: Record| record.of_two();
        let file = |name: &str| Record::File(name.into());
        assert_eq!(names(file("a/x.skirmish")), [file("a/x-1.skirmish"), file("a/x-2.skirmish")]);
        assert_eq!(names(Record::Nowhere), [Record::Nowhere, Record::Nowhere]);
    }
}
