//! The built-in bots: they play by the rules, and the better ones win.

use serde_json::{Value, json};
use skirmish_core::arena::{self, Played};
use skirmish_core::{BotEntry, Documents, Game, MapChoice, Rules, Setup, Table};
use skirmish_infection::Infection;

fn bot(name: &str) -> &'static BotEntry<Infection> {
    BotEntry::find(name).expect("no such bot")
}

fn play(start: &(Infection, <Infection as Rules>::State), humans: &str, zombies: &str) -> Played {
    let mut table = Table::new(start.0.clone(), start.1.clone());
    let mut bots = arena::seat_bots(&table, &[bot(humans), bot(zombies)], 7);
    arena::play(&mut table, &mut bots, 5000)
}

#[test]
fn every_bot_has_its_names() {
    let names: Vec<&str> = Infection::BOTS.iter().map(|bot| bot.name).collect();
    assert_eq!(names, ["weak", "medium", "strong"]);
    assert_eq!(
        [bot("drifter"), bot("greedy"), bot("shepherd"), bot("pack")].map(|bot| bot.name),
        ["weak", "medium", "strong", "strong"]
    );
}

#[test]
fn the_better_bot_wins_the_pair() {
    for n in 0..2 {
        let start = Infection::opening(n, &Setup::default()).unwrap();
        for (better, worse) in [("medium", "weak"), ("strong", "medium")] {
            let pair = arena::pair(&start, [bot(better), bot(worse)], n, 5000);
            assert_eq!(pair.winner(), Some(0), "{better} against {worse} in opening {n}: {:?}", pair.points);
            assert!(pair.games.iter().all(|game| game.rejected == 0 && game.accepted > 0));
        }
    }
}

#[test]
fn bots_decide_the_same_again() {
    let start = Infection::resolve(&odd_setup(json!({}))).unwrap();
    let games = [(); 2].map(|()| play(&start, "strong", "strong"));
    assert!(games[0].standings.over);
    assert_eq!(games[0].fingerprint, games[1].fingerprint);
}

/// A little board with a bit of everything.
fn odd_setup(config: Value) -> Setup {
    let map = json!({"name": "odd", "width": 17, "height": 9, "human_anchor": [3, 4], "zombie_anchor": [14, 4], "rows": [
        ".................",
        "..####=####......",
        "..#.......#.~~~..",
        "..=.......T.~....",
        "..=.......=.~....",
        "..#...,...#.~~~..",
        "..#.......#......",
        "..####.####.....,",
        ".................",
    ]});
    let Value::Object(config) = config else { panic!("no config") };
    Setup { config, map: Some(MapChoice::Json(map)), ..Setup::default() }
}

#[test]
fn bots_play_by_the_rules_under_odd_configs() {
    let most = (1i64 << 53) - 1;
    let configs = [
        json!({"prompt": "turn"}),
        json!({"zombie_speed": most, "normal_speed": most, "zombie_range": 3, "break_damage": 0, "stun_turns": 4}),
        json!({"zombie_speed": 0, "traceur_speed": 0, "wall_durability": most, "heal_amount": most}),
        json!({"starting_humans": 0}),
        json!({"starting_zombies": 0, "turn_limit": 30}),
        json!({"picks": 3, "max_per_class": 1, "turn_limit": 60, "medic_range": 12, "marksman_range": 30}),
    ];
    for config in configs {
        let start = Infection::resolve(&odd_setup(config.clone())).unwrap();
        for (humans, zombies) in [("weak", "strong"), ("medium", "weak"), ("strong", "medium"), ("strong", "strong")] {
            let played = play(&start, humans, zombies);
            assert!(played.standings.over, "{humans} {zombies} {config}");
            // Choosing more classes than allowed is the one thing a bot may be refused.
            let refused = if config.get("picks").is_some() { 13 } else { 0 };
            assert!(played.rejected <= refused, "{humans} {zombies} {config}: {} refused", played.rejected);
        }
    }
}
