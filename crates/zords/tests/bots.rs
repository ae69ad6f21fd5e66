//! The built-in bots: they keep to the rules, and each is better than the one before.

use skirmish_core::{Bot, BotEntry, Documents, Setup, Table, arena};
use skirmish_zords::Zords;

fn bot(name: &str) -> &'static BotEntry<Zords> {
    BotEntry::find(name).unwrap_or_else(|| panic!("no bot {name}"))
}

/// Pairs won and lost by the first of two bots.
fn pairs(names: [&str; 2], openings: std::ops::Range<u64>) -> (usize, usize) {
    let played = openings.map(|n| {
        let start = Zords::opening(n, &Setup::seeded(n)).unwrap();
        let pair = arena::pair(&start, names.map(bot), n, 10_000);
        assert!(pair.games.iter().all(|game| game.standings.over && game.rejected == 0), "opening {n}: {pair:?}");
        pair.winner()
    });
    let winners: Vec<Option<usize>> = played.collect();
    let count = |player| winners.iter().filter(|&&winner| winner == Some(player)).count();
    (count(0), count(1))
}

#[test]
fn medium_beats_weak() {
    let (won, lost) = pairs(["medium", "weak"], 0..10);
    assert!(won >= 9 && lost == 0, "{won} : {lost}");
}

#[test]
fn strong_beats_medium() {
    let (won, lost) = pairs(["strong", "medium"], 20..26);
    assert!(won >= 5 && lost == 0, "{won} : {lost}");
}

#[test]
fn the_names_of_the_rulebook_are_aliases() {
    for (name, alias) in [("weak", "wanderer"), ("medium", "camper"), ("strong", "banker")] {
        assert_eq!(bot(alias).name, name);
    }
}

#[test]
fn bots_sit_at_large_tables_and_play_the_same_again() {
    let names = ["strong", "medium", "weak", "medium", "weak", "weak"];
    let play = || {
        let seats = (0..names.len()).map(|i| format!("s{i}")).collect();
        let config = serde_json::json!({"days": 3}).as_object().unwrap().clone();
        let (game, state) = Zords::opening(2, &Setup { seats, config, ..Setup::seeded(9) }).unwrap();
        let mut table = Table::new(game, state);
        let mut bots: Vec<Box<dyn Bot<Zords>>> = arena::seat_bots(&table, &names.map(bot), 4);
        let played = arena::play(&mut table, &mut bots, 10_000);
        assert!(played.standings.over);
        assert_eq!(played.rejected, 0);
        played.fingerprint
    };
    assert_eq!(play(), play());
}
