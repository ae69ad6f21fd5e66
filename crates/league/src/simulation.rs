//! Many games between two built-in bots, counted game by game: what `skirmish simulate` tells.

use crate::Ledger;
use crate::record::{Game, Record};
use crate::statistics::{Share, Spread};
use crate::trouble::repeats;
use serde::Serialize;
use skirmish_stats::Outcome;

/// What came of it. As JSON it is what `skirmish simulate --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Which game.
    pub game: String,
    /// And its version.
    pub version: u32,
    /// What everything drawn came from.
    pub seed: u64,
    /// How many seats there were.
    pub seats: usize,
    /// The pairs: what counts.
    pub pairs: Pairs,
    /// How many games were played.
    pub games: u64,
    /// Games that nobody won.
    pub draws: usize,
    /// Games that were not over after very many steps.
    pub unfinished: usize,
    /// Games that were not the same as another.
    pub distinct_games: u64,
    /// How long the games took.
    pub turns: Option<Spread>,
    /// Whether fewer than half of the pairs are decided.
    pub drawish: bool,
    /// The two bots.
    pub bots: Vec<BotSummary>,
}

/// How the pairs went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairs {
    /// How many were asked for.
    pub asked: u64,
    /// How many were played.
    pub played: usize,
    /// Those that have a winner.
    pub decided: Share,
    /// Of these, those that each bot won.
    pub won: [Share; 2],
}

/// How one bot did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotSummary {
    /// As it was asked for.
    pub bot: String,
    /// Games it won.
    pub wins: Share,
    /// Its ranks, game by game.
    pub rank: Option<Spread>,
    /// Its scores, game by game.
    pub score: Option<Spread>,
    /// The same for each seat.
    pub by_seat: Vec<SeatSummary>,
}

/// How one bot did on one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatSummary {
    /// The seat's name.
    pub seat: String,
    /// Games it won there.
    pub wins: Share,
    /// Its scores there.
    pub score: Option<Spread>,
}

impl Summary {
    /// What the ledger of two bots holds, where so many pairs were asked for.
    pub fn of(ledger: &Ledger, asked: u64) -> Summary {
        let (tournament, setting) = (&ledger.tournament, &ledger.tournament.setting);
        let games: Vec<&Game> = ledger.records.iter().flat_map(|record| &record.games).collect();
        let won_by = |outcome: Outcome| {
            let wins = |record: &&Record| pair(record, setting.by_score) == outcome;
            ledger.records.iter().filter(wins).count() as u64
        };
        let (first, second) = (won_by(Outcome::Win), won_by(Outcome::Loss));
        let played = ledger.records.len();
        Summary {
            game: setting.game.clone(),
            version: setting.version,
            seed: tournament.seed,
            seats: setting.seats.len(),
            pairs: Pairs {
                asked,
                played,
                decided: Share::new(first + second, played as u64),
                won: [Share::new(first, first + second), Share::new(second, first + second)],
            },
            games: games.len() as u64,
            draws: games.iter().filter(|game| game.winner.is_none()).count(),
            unfinished: games.iter().filter(|game| game.reason.is_none()).count(),
            distinct_games: repeats(&ledger.records).distinct,
            turns: Spread::of(games.iter().map(|game| game.turns)),
            drawish: 2 * (first + second) < played as u64,
            bots: (0..2).map(|bot| bot_summary(bot, &tournament.entrants[bot].name, &games, &setting.seats)).collect(),
        }
    }
}

/// What a pair is for the first bot, all in all.
fn pair(record: &Record, by_score: bool) -> Outcome {
    match record.counted(by_score).iter().map(|outcome| *outcome as usize).sum() {
        0 | 1 => Outcome::Loss,
        2 => Outcome::Draw,
        _ => Outcome::Win,
    }
}

fn bot_summary(bot: usize, name: &str, games: &[&Game], seats: &[String]) -> BotSummary {
    // Every seat this bot sat on, game by game.
    let sat: Vec<(usize, &Game)> = games
        .iter()
        .flat_map(|&game| (0..seats.len()).map(move |seat| (seat, game)))
        .filter(|&(seat, game)| game.bots[seat] == bot)
        .collect();
    let by_seat = |(at, seat): (usize, &String)| {
        let there: Vec<&Game> = sat.iter().filter(|(seat, _)| *seat == at).map(|(_, game)| *game).collect();
        let wins = there.iter().filter(|game| game.winner == Some(at)).count() as u64;
        SeatSummary {
            seat: seat.clone(),
            wins: Share::new(wins, there.len() as u64),
            score: Spread::of(there.iter().map(|game| game.scores[at])),
        }
    };
    let wins = sat.iter().filter(|(seat, game)| game.winner == Some(*seat)).count() as u64;
    BotSummary {
        bot: name.into(),
        wins: Share::new(wins, games.len() as u64),
        rank: Spread::of(sat.iter().map(|(seat, game)| game.standings().ranks()[*seat] as i64)),
        score: Spread::of(sat.iter().map(|(seat, game)| game.scores[*seat])),
        by_seat: seats.iter().enumerate().map(by_seat).collect(),
    }
}
