//! The built-in bots: each beats the one below it, and plays the same game when asked again.

use skirmish_core::arena::{self, Pair};
use skirmish_core::{BotEntry, Documents, Setup};
use skirmish_footsoldiers::Footsoldiers;

fn pairs(one: &str, two: &str, openings: u64) -> Vec<Pair> {
    let players = [one, two].map(|name| BotEntry::<Footsoldiers>::find(name).unwrap());
    let start = |n| Footsoldiers::opening(n, &Setup::default()).unwrap();
    (0..openings).map(|n| arena::pair(&start(n), players, n, 1000)).collect()
}

/// Pairs won by the first player, and by the second.
fn decided(pairs: &[Pair]) -> [usize; 2] {
    [0, 1].map(|player| pairs.iter().filter(|pair| pair.winner() == Some(player)).count())
}

#[test]
fn guarded_rush_beats_scout_stream() {
    let [won, lost] = decided(&pairs("guarded_rush", "scout_stream", 50));
    assert!(won + lost >= 25 && won >= 9 * (won + lost) / 10, "won {won}, lost {lost} of 50");
}

#[test]
fn simulate_beats_guarded_rush() {
    let [won, lost] = decided(&pairs("simulate", "guarded_rush", 6));
    assert!(won + lost >= 3 && won >= 8 * (won + lost) / 10, "won {won}, lost {lost} of 6");
}

#[test]
fn bots_repeat_themselves() {
    let prints = || pairs("strong", "medium", 2).iter().map(|pair| pair.games[0].fingerprint).collect::<Vec<_>>();
    assert_eq!(prints(), prints());
}
