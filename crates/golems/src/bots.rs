//! The built-in bots. They see only views and their greeting; ties are broken by their own seed.

mod danger;
mod medium;
mod sharing;
mod sight;
mod strong;
mod weak;

use crate::game::Golems;
use skirmish_core::BotEntry;

pub(crate) const BOTS: &[BotEntry<Golems>] = &[
    BotEntry {
        name: "weak",
        aliases: &["settler"],
        about: "walks to the nearest zone and stays, builds when it can, strikes what is next to it",
        make: |hello| Box::new(weak::Settler::new(hello)),
    },
    BotEntry {
        name: "medium",
        aliases: &["warden"],
        about: "spreads its units over the zones by the shortest paths; the others hunt",
        make: |hello| Box::new(medium::Warden::new(hello)),
    },
    BotEntry {
        name: "strong",
        aliases: &["foundry"],
        about: "expands first, then fights where it pays: counts blows, keeps out of reach, strikes together",
        make: |hello| Box::new(strong::Foundry::new(hello)),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use skirmish_core::{Documents, MapChoice, Setup, Table, arena};

    fn bot(name: &str) -> &'static BotEntry<Golems> {
        BotEntry::find(name).unwrap()
    }

    /// How many pairs the first bot wins, one for each of the `openings`.
    fn won(one: &str, two: &str, openings: std::ops::Range<u64>) -> usize {
        let pairs = openings.map(|n| {
            let start = Golems::opening(n, &Setup::seeded(n)).unwrap();
            let pair = arena::pair(&start, [bot(one), bot(two)], n, u64::MAX);
            assert_eq!(pair.games.iter().map(|game| game.rejected).sum::<u64>(), 0);
            pair.winner()
        });
        pairs.filter(|winner| *winner == Some(0)).count()
    }

    #[test]
    fn the_better_bot_wins() {
        assert_eq!(won("warden", "settler", 0..4), 4);
        assert_eq!(won("foundry", "warden", 7..8), 1);
    }

    #[test]
    fn nothing_a_bot_sends_is_refused_whatever_the_ground_and_the_rules() {
        let board = |side: usize, row: &str| {
            let rows = vec![row.repeat(side / row.len()); side];
            json!({"name": "test", "width": side, "height": side, "rows": rows})
        };
        let games = [
            (board(2, "."), json!({})),
            (board(2, "O"), json!({"max_build_points": "0"})),
            (board(8, "O..."), json!({"max_actions": 3, "actions_per_turn": 3})),
            (board(8, ".O"), json!({"attack_range": "9", "splash_damage": "5", "splash_radius": 3})),
            (board(9, "..."), json!({"max_moves": "1000000000", "attack_power": "1"})),
            (board(30, "O...."), json!({"heal_power": "9", "max_regen": "2", "poison_power": "3"})),
        ];
        for (map, config) in games {
            let config = config.as_object().cloned().unwrap();
            let setup = Setup { map: Some(MapChoice::Json(map)), config, ..Setup::default() };
            for names in [["weak", "medium"], ["strong", "weak"]] {
                let (game, state) = Golems::resolve(&setup).unwrap();
                let mut table = Table::new(game, state);
                let mut bots = arena::seat_bots(&table, &names.map(bot), 3);
                let played = arena::play(&mut table, &mut bots, 30);
                assert_eq!(played.rejected, 0, "{names:?} {setup:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let run = || {
            let start = Golems::opening(3, &Setup::default()).unwrap();
            arena::pair(&start, [bot("medium"), bot("strong")], 9, 40).games.map(|game| game.fingerprint)
        };
        assert_eq!(run(), run());
    }
}
