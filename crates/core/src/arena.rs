//! Matches between built-in bots, in process.

use crate::hash::mix;
use crate::{Bot, BotEntry, Entry, Game, Hasher, Hello, Judged, Orders, Seat, Standings, Table};

/// How a match between bots went.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended, or how it stood when it was stopped.
    pub standings: Standings,
    /// Steps that were played.
    pub steps: u64,
    /// The number of the last turn.
    pub turns: i64,
    /// Entries that were accepted.
    pub accepted: u64,
    /// Entries that were refused.
    pub rejected: u64,
    /// A hash of all states: matches with equal fingerprints were the same match.
    pub fingerprint: u64,
}

/// Plays a table to its end, or for `most` steps. `bots` are in seat order.
pub fn play<G: Game>(table: &mut Table<G>, bots: &mut [Box<dyn Bot<G>>], most: u64) -> Played {
    play_watched(table, bots, most, |_, _| {})
}

/// Plays like [`play`], and shows `watch` the table after every step and the orders of the step.
pub fn play_watched<G: Game>(
    table: &mut Table<G>,
    bots: &mut [Box<dyn Bot<G>>],
    most: u64,
    watch: impl FnMut(&Table<G>, &Orders<G::Action>),
) -> Played {
    play_while(table, bots, &mut Hasher::new(), |steps| steps < most, watch)
}

/// Plays a table to its end, or as long as `goes_on`, which is asked before every step with the number of steps so far.
/// The states go on with `fingerprint`.
pub(crate) fn play_while<G: Game>(
    table: &mut Table<G>,
    bots: &mut [Box<dyn Bot<G>>],
    fingerprint: &mut Hasher,
    goes_on: impl Fn(u64) -> bool,
    mut watch: impl FnMut(&Table<G>, &Orders<G::Action>),
) -> Played {
    let mut view = G::View::default();
    let mut list = Vec::new();
    let mut orders = Orders::new();
    let (mut steps, mut accepted, mut rejected, mut turns) = (0, 0, 0, table.turn().number);
    while goes_on(steps) {
        let turn = table.turn();
        if turn.is_over() {
            break;
        }
        turns = turn.number;
        orders.clear();
        for seat in turn.to_act.iter() {
            if turn.silent.contains(seat) {
                continue;
            }
            table.ask(seat, &mut view);
            list.clear();
            bots[seat.index()].turn(&view, &mut list);
            accepted += list.len() as u64;
            orders.list(seat, list.iter().map(|&action| Entry::Action(action)));
        }
        table.step(&orders);
        rejected += table.record().rejections.len() as u64;
        fingerprint.word(table.game.hash(&table.state));
        steps += 1;
        watch(table, &orders);
    }
    let standings = table.game.standings(&table.state);
    Played {
        standings,
        steps,
        turns,
        accepted: accepted.saturating_sub(rejected),
        rejected,
        fingerprint: fingerprint.finish(),
    }
}

/// A fair match of two players: the same start twice, with the seats swapped.
///
/// With more than two seats, every other seat is one player's, and they swap seats between the games.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The two games, in the order they were played.
    pub games: [Played; 2],
    /// For each player: the sum of scores if the game is judged by them; else 2 for every opponent outranked and 1 for
    /// every one equalled.
    pub points: [i64; 2],
}

impl Pair {
    /// The player on a seat of the first or second game.
    pub fn player(game: usize, seat: usize) -> usize {
        (seat + game) % 2
    }

    /// The player that won the pair; `None` for a draw.
    pub fn winner(&self) -> Option<usize> {
        match self.points[0].cmp(&self.points[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// Plays a pair between two built-in bots from one start, each game for at most `most` steps.
pub fn pair<G: Game>(start: &(G, G::State), players: [&'static BotEntry<G>; 2], seed: u64, most: u64) -> Pair {
    let seats = start.0.seats(&start.1).len();
    let judged = start.0.host().judged;
    let mut points = [0; 2];
    let games = [0, 1].map(|game| {
        let entries: Vec<_> = (0..seats).map(|seat| players[Pair::player(game, seat)]).collect();
        let mut table = Table::new(start.0.clone(), start.1.clone());
        // A player keeps its seed when it swaps seats; otherwise a bot against itself would play one game twice.
        let random = |seat: usize| mix(seed ^ mix((Pair::player(game, seat) * Seat::MAX + seat / 2) as u64 + 1));
        let mut bots = seated(&table, &entries, random);
        let played = play(&mut table, &mut bots, most);
        for seat in 0..seats {
            points[Pair::player(game, seat)] += seat_points(judged, game, seat, &played.standings);
        }
        played
    });
    Pair { games, points }
}

/// What one game gives the player of a seat.
fn seat_points(judged: Judged, game: usize, seat: usize, standings: &Standings) -> i64 {
    points_against(judged, seat, standings, |other| Pair::player(game, other) != Pair::player(game, seat))
}

/// What one game of a match counts for the player of a seat: the score if the game is judged by it; else 2 for every
/// opponent outranked and 1 for every one equalled.
pub fn points_against(judged: Judged, seat: usize, standings: &Standings, is_opponent: impl Fn(usize) -> bool) -> i64 {
    if judged == Judged::ByScore {
        return standings.scores[seat];
    }
    let ranks = standings.ranks();
    let opponents = (0..ranks.len()).filter(|&other| is_opponent(other));
    opponents
        .map(|other| match ranks[seat].cmp(&ranks[other]) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        })
        .sum()
}

/// Makes bots for a table's seats, in seat order.
pub fn seat_bots<G: Game>(table: &Table<G>, entries: &[&'static BotEntry<G>], seed: u64) -> Vec<Box<dyn Bot<G>>> {
    seated(table, entries, |seat| mix(seed ^ mix(seat as u64 + 1)))
}

/// Makes bots for a table's seats, each with its own seed.
fn seated<G: Game>(
    table: &Table<G>,
    entries: &[&'static BotEntry<G>],
    random: impl Fn(usize) -> u64,
) -> Vec<Box<dyn Bot<G>>> {
    let seats = table.game.seats(&table.state);
    let hello = |seat: usize| Hello {
        config: table.game.config(),
        seat: Seat(seat as u8),
        seats: &seats,
        random: random(seat),
    };
    entries.iter().enumerate().map(|(seat, entry)| (entry.make)(&hello(seat))).collect()
}
