//! How long games were, how they ended, and who won and lost in which way.

use crate::ledger::Ledger;
use crate::record::Game;
use crate::statistics::{Share, Spread};
use serde::Serialize;
use std::collections::BTreeMap;

/// So many bars at most.
const BARS: i64 = 24;
/// What a game that was stopped for its length is called here.
const STOPPED: &str = "stopped";

/// Lengths and endings of all games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Endings {
    /// Turns of a game; `None` without games.
    pub turns: Option<Spread>,
    /// How many games were how long.
    pub lengths: Vec<Bar>,
    /// Why games ended, the most frequent first.
    pub reasons: Vec<Ending>,
    /// Of each bot, in the order of their numbers.
    pub bots: Vec<BotEndings>,
}

/// Games of like length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Bar {
    /// The fewest turns.
    pub from: i64,
    /// The most.
    pub to: i64,
    /// How many games.
    pub games: u64,
}

/// Games that ended for one reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ending {
    /// A code of the rulebook, or `stopped`.
    pub reason: String,
    /// How many of all.
    pub games: Share,
    /// Their mean length, in turns.
    pub turns: f64,
}

/// In which way a bot won, drew and lost: games by reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BotEndings {
    /// Its name.
    pub bot: String,
    /// Games it won alone.
    pub won: BTreeMap<String, u64>,
    /// Games that nobody won alone.
    pub drawn: BTreeMap<String, u64>,
    /// The others.
    pub lost: BTreeMap<String, u64>,
}

/// Of a ledger.
pub fn of(ledger: &Ledger) -> Endings {
    let games = || ledger.records.iter().flat_map(|record| &record.games);
    let all = games().count() as u64;
    let turns = Spread::of(games().map(|game| game.turns));
    let mut reasons: BTreeMap<&str, (u64, i64)> = BTreeMap::new();
    // Names of reasons are not copied for every game.
    let mut bots: Vec<[BTreeMap<&str, u64>; 3]> = vec![Default::default(); ledger.bots.len()];
    for game in games() {
        let reason = reason(game);
        let known = reasons.entry(reason).or_default();
        *known = (known.0 + 1, known.1 + game.turns);
        let winner = game.winner.map(|seat| game.bots[seat]);
        // Whoever has several seats counts once.
        for (_, &bot) in game.bots.iter().enumerate().filter(|(seat, bot)| !game.bots[..*seat].contains(bot)) {
            let way = match winner {
                Some(won) if won == bot => 0,
                None => 1,
                Some(_) => 2,
            };
            *bots[bot][way].entry(reason).or_default() += 1;
        }
    }
    let mut reasons: Vec<Ending> = reasons
        .into_iter()
        .map(|(reason, (count, turns))| Ending {
            reason: reason.into(),
            games: Share::new(count, all),
            turns: turns as f64 / count as f64,
        })
        .collect();
    reasons.sort_by(|a, b| b.games.count.cmp(&a.games.count).then_with(|| a.reason.cmp(&b.reason)));
    let texts = |counts: BTreeMap<&str, u64>| counts.into_iter().map(|(reason, n)| (reason.to_string(), n)).collect();
    let bots = ledger
        .bots
        .iter()
        .zip(bots)
        .map(|(bot, [won, drawn, lost])| BotEndings {
            bot: bot.name.clone(),
            won: texts(won),
            drawn: texts(drawn),
            lost: texts(lost),
        })
        .collect();
    let lengths = turns.map_or(Vec::new(), |spread| bars(spread, games().map(|game| game.turns)));
    Endings { turns, lengths, reasons, bots }
}

/// Why a game ended.
pub fn reason(game: &Game) -> &str {
    game.reason.as_deref().unwrap_or(STOPPED)
}

/// Bars of a round width over the whole spread.
fn bars(spread: Spread, turns: impl Iterator<Item = i64>) -> Vec<Bar> {
    let span = spread.max - spread.min + 1;
    let round = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i64.pow(power)));
    let width = round.into_iter().find(|width| span.div_euclid(*width) + 2 <= BARS).unwrap_or(span);
    let first = spread.min.div_euclid(width) * width;
    let count = (spread.max - first).div_euclid(width) + 1;
    let bar = |n: i64| Bar { from: first + n * width, to: first + (n + 1) * width - 1, games: 0 };
    let mut bars: Vec<Bar> = (0..count).map(bar).collect();
    turns.for_each(|turns| bars[(turns - first).div_euclid(width) as usize].games += 1);
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_one_bar_of_a_round_width() {
        for turns in [vec![7], vec![1, 2, 3, 500], vec![99, 100, 101], (0..2500).collect::<Vec<i64>>()] {
            let bars = bars(Spread::of(turns.iter().copied()).unwrap(), turns.iter().copied());
            assert!(bars.len() as i64 <= BARS, "{bars:?}");
            assert_eq!(bars.iter().map(|bar| bar.games).sum::<u64>(), turns.len() as u64);
            assert!(bars.windows(2).all(|two| two[0].to + 1 == two[1].from));
            assert!(bars[0].games > 0 && bars[bars.len() - 1].games > 0, "{bars:?}");
        }
    }
}
