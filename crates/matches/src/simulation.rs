//! Many games between two built-in bots, in process, and what they say about who is better.

use crate::statistics::{Share, Spread};
use crate::{Cancel, Error};
use rayon::prelude::*;
use serde::Serialize;
use skirmish_core::Setup;
use skirmish_core::arena::{Pair, Played};
use skirmish_core::hash::mix;
use skirmish_core::registry::{AnyGame, PairPlan};
use std::collections::HashSet;

/// A game runs out of patience after this many steps; no game of ours takes as many.
const MOST_STEPS: u64 = 1_000_000;

/// What is to be played: pairs of games from different starts, the seats swapped in the second game of each.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// Two built-in bots by name or alias.
    pub bots: [String; 2],
    /// How many pairs.
    pub pairs: u64,
    /// The setup whose starts are played.
    pub setup: Setup,
}

/// What came of it. As JSON it is what `skirmish simulate --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Which game.
    pub game: &'static str,
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
    pub distinct_games: usize,
    /// How long the games took.
    pub turns: Option<Spread>,
    /// Entries of lists that the rules refused.
    pub rejected_entries: u64,
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

impl Simulation {
    /// Plays the pairs on all cores. Once cancelled, it reports the pairs that were played until then. `played` is told of
    /// every pair.
    pub fn run(&self, game: &dyn AnyGame, cancel: &Cancel, played: impl Fn() + Sync) -> Result<Summary, Error> {
        let bots = self.names(game)?;
        let stopped = || cancel.is_cancelled();
        let pair = |n: u64| {
            let seed = mix(self.setup.seed ^ mix(n + 1));
            let plan = PairPlan { players: bots, seed, most: MOST_STEPS, stopped: &stopped };
            let pair = game.pair(n, &self.setup, &plan).map_err(Error::refused("the setup"));
            pair.inspect(|_| played()).transpose()
        };
        let pairs: Vec<Pair> = (0..self.pairs).into_par_iter().map(pair).while_some().collect::<Result<_, _>>()?;
        self.summary(game, &pairs)
    }

    /// The bots by their names in the registry.
    fn names(&self, game: &dyn AnyGame) -> Result<[&'static str; 2], Error> {
        let [one, two] = &self.bots;
        Ok([find_bot(game, one)?, find_bot(game, two)?])
    }

    fn summary(&self, game: &dyn AnyGame, pairs: &[Pair]) -> Result<Summary, Error> {
        let facts = game.facts();
        // Which of the two games of its pair each game is, and how it went.
        let games: Vec<(usize, &Played)> = pairs.iter().flat_map(|pair| pair.games.iter().enumerate()).collect();
        let table = game.opening(0, &self.setup).map_err(Error::refused("the setup"))?;
        let seats = table.seats();
        let decided = |player: usize| pairs.iter().filter(|pair| pair.winner() == Some(player)).count() as u64;
        let (first, second) = (decided(0), decided(1));
        let distinct: HashSet<u64> = games.iter().map(|(_, played)| played.fingerprint).collect();
        Ok(Summary {
            game: facts.id,
            version: facts.version,
            seed: self.setup.seed,
            seats: seats.len(),
            pairs: Pairs {
                asked: self.pairs,
                played: pairs.len(),
                decided: Share::new(first + second, pairs.len() as u64),
                won: [Share::new(first, first + second), Share::new(second, first + second)],
            },
            games: games.len() as u64,
            draws: games.iter().filter(|game| game.1.standings.winner.is_none()).count(),
            unfinished: games.iter().filter(|game| !game.1.standings.over).count(),
            distinct_games: distinct.len(),
            turns: Spread::of(games.iter().map(|game| game.1.turns)),
            rejected_entries: games.iter().map(|game| game.1.rejected).sum(),
            drawish: 2 * (first + second) < pairs.len() as u64,
            bots: (0..2).map(|player| bot_summary(player, &self.bots[player], &games, seats)).collect(),
        })
    }
}

/// A built-in bot by name or alias, `builtin:` before it or not.
pub fn find_bot(game: &dyn AnyGame, name: &str) -> Result<&'static str, Error> {
    let plain = name.strip_prefix("builtin:").unwrap_or(name);
    let facts = game.facts();
    match facts.bots.iter().find(|bot| bot.name == plain || bot.aliases.contains(&plain)) {
        Some(bot) => Ok(bot.name),
        None => {
            let known = facts.bots.iter().flat_map(|bot| [bot.name].into_iter().chain(bot.aliases.iter().copied()));
            Err(Error::unknown(&format!("bot of {}", facts.id), plain, known))
        }
    }
}

fn bot_summary(player: usize, name: &str, games: &[(usize, &Played)], seats: &[String]) -> BotSummary {
    let won = |played: &Played, seat: usize| played.standings.winner.is_some_and(|winner| winner.index() == seat);
    // Every seat this player sat on, game by game.
    let sat: Vec<(usize, &Played)> = games
        .iter()
        .flat_map(|&(game, played)| (0..seats.len()).map(move |seat| (game, seat, played)))
        .filter(|&(game, seat, _)| Pair::player(game, seat) == player)
        .map(|(_, seat, played)| (seat, played))
        .collect();
    let by_seat = |(at, seat): (usize, &String)| {
        let there: Vec<&Played> = sat.iter().filter(|(seat, _)| *seat == at).map(|(_, played)| *played).collect();
        let wins = there.iter().filter(|played| won(played, at)).count() as u64;
        SeatSummary {
            seat: seat.clone(),
            wins: Share::new(wins, there.len() as u64),
            score: Spread::of(there.iter().map(|played| played.standings.scores[at])),
        }
    };
    let wins = sat.iter().filter(|(seat, played)| won(played, *seat)).count() as u64;
    BotSummary {
        bot: name.into(),
        wins: Share::new(wins, games.len() as u64),
        rank: Spread::of(sat.iter().map(|(seat, played)| played.standings.ranks()[*seat] as i64)),
        score: Spread::of(sat.iter().map(|(seat, played)| played.standings.scores[*seat])),
        by_seat: seats.iter().enumerate().map(by_seat).collect(),
    }
}
