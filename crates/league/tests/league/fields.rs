//! Where fixtures are played, and what comes of it.

use crate::support::{GAMES, Scratch, Unruly, play, ready, tournament};
use skirmish_league::field::{Done, Outcome};
use skirmish_league::local::Keep;
use skirmish_league::record::Game;
use skirmish_league::{Field, Fixture, Format, Limits, Record, Stop, Table};
use skirmish_matches::Cancel;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a record says of its games, but for where and how long they were played.
fn told(record: &Record) -> Vec<Game> {
    let one = |game: &Game| Game { ms: 0, replay: None, disturbed: false, seats: Vec::new(), ..game.clone() };
    record.games.iter().map(one).collect()
}

/// The fast way and the referee's play the same games to the last state, so games of built-in bots need no replay.
pub fn the_same_games_as_under_the_referee() {
    let scratch = Scratch::new("same");
    for game in GAMES {
        let described = tournament(&scratch.venue, game, 2, &["strong", "weak"], Format::RoundRobin, 2);
        let (mut quick, fast) = ready(&scratch.venue, &described, None, Keep::None).unwrap();
        let (_, hosted) = ready(&scratch.venue, &described, None, Keep::All).unwrap();
        let mut seen = 0;
        let mut both = Both { fast, hosted, given: Vec::new(), seen: &mut seen };
        let stop = quick.run(&mut both, &Limits::default(), &Cancel::default(), |_| {}).unwrap();
        assert_eq!((stop, seen), (Stop::Over, 2), "{}", game.0);
    }
}

/// Plays everything in both ways, and compares.
struct Both<'a> {
    fast: std::sync::Arc<skirmish_league::local::Hall>,
    hosted: std::sync::Arc<skirmish_league::local::Hall>,
    given: Vec<Fixture>,
    seen: &'a mut u32,
}

impl Field for Both<'_> {
    fn room(&self) -> usize {
        1 - self.given.len()
    }

    fn give(&mut self, fixture: Fixture) {
        self.given.push(fixture);
    }

    fn take(&mut self, _patience: Duration) -> Vec<Done> {
        let Some(fixture) = self.given.pop() else { return Vec::new() };
        let [fast, hosted] = [&self.fast, &self.hosted].map(|hall| match hall.play(&fixture) {
            Outcome::Played(record) => record,
            other => panic!("{other:?}"),
        });
        assert_eq!(told(&fast), told(&hosted));
        assert!(hosted.games.iter().all(|game| game.replay.is_some()));
        *self.seen += 1;
        vec![Done { fixture, outcome: Outcome::Played(fast) }]
    }

    fn held(&self) -> usize {
        self.given.len()
    }
}

/// Lost, repeated, late and failed: every fixture counts once, and the table is that of a field that never fails.
pub fn an_unruly_field_gives_the_same_ledger() {
    let scratch = Scratch::new("unruly");
    let bots = ["weak", "medium", "strong", "medium"];
    for format in [Format::RoundRobin, Format::Swiss { rounds: 3 }, Format::Knockout, Format::DoubleElim] {
        let described = tournament(&scratch.venue, GAMES[3], 2, &bots, format, 3);
        let (calm, stop) = play(&scratch.venue, &described, None, None);
        assert_eq!(stop, Stop::Over);
        let by_key = |records: &[Record]| -> BTreeMap<_, _> {
            records.iter().map(|record| (record.fixture.key.clone(), told(record))).collect()
        };
        for seed in 0..6 {
            let (mut driver, hall) = ready(&scratch.venue, &described, None, Keep::None).unwrap();
            let mut field = Unruly::new(&hall, seed);
            let stop = driver.run(&mut field, &Limits::default(), &Cancel::default(), |_| {}).unwrap();
            assert_eq!(stop, Stop::Over, "{format}, seed {seed}");
            if driver.plan().parked.is_empty() {
                assert_eq!(by_key(&driver.ledger.records), by_key(&calm.ledger.records), "{format}, seed {seed}");
                assert_eq!(
                    Table::of(&driver.ledger).unwrap(),
                    Table::of(&calm.ledger).unwrap(),
                    "{format}, seed {seed}"
                );
            }
            assert_eq!(driver.ledger.failed.len(), field.failures as usize);
        }
    }
}

/// In every game, with tables of four where it has them.
pub fn every_format_ends_on_every_game() {
    let scratch = Scratch::new("formats");
    let bots = ["weak", "medium", "strong", "weak", "medium"];
    let formats =
        [Format::RoundRobin, Format::Gauntlet, Format::Swiss { rounds: 2 }, Format::Knockout, Format::DoubleElim];
    for game in GAMES {
        for format in formats {
            let described = tournament(&scratch.venue, game, 2, &bots, format, 1);
            let (driver, stop) = play(&scratch.venue, &described, None, None);
            assert_eq!(stop, Stop::Over, "{} {format}", game.0);
            let pairs = driver.ledger.records.len();
            let expected = match format {
                Format::RoundRobin => 10..=10,
                Format::Gauntlet => 4..=4,
                Format::Swiss { .. } => 4..=4,
                // Level meetings are played on.
                Format::Knockout => 4..=24,
                Format::DoubleElim => 8..=54,
            };
            assert!(expected.contains(&pairs), "{} {format}: {pairs}", game.0);
            let table = Table::of(&driver.ledger).unwrap();
            assert_eq!(table.rows.iter().map(|row| row.games).sum::<u64>(), 4 * pairs as u64);
        }
    }
    for format in [Format::RoundRobin, Format::Swiss { rounds: 2 }] {
        let described = tournament(&scratch.venue, GAMES[4], 4, &bots, format, 4);
        let (driver, stop) = play(&scratch.venue, &described, None, None);
        assert_eq!(stop, Stop::Over, "tables, {format}");
        assert!(
            driver.ledger.records.iter().all(|record| record.games.len() == 4 && record.fixture.key.bots.len() == 4)
        );
        // Everybody sits on every seat equally often.
        let mut sat = BTreeMap::<(usize, usize), u32>::new();
        for game in driver.ledger.records.iter().flat_map(|record| &record.games) {
            game.bots.iter().enumerate().for_each(|(seat, &bot)| *sat.entry((bot, seat)).or_default() += 1);
        }
        for bot in 0..bots.len() {
            let counts: Vec<_> = (0..4).map(|seat| sat.get(&(bot, seat)).copied().unwrap_or(0)).collect();
            assert!(counts.iter().all(|count| *count == counts[0]), "bot {bot}: {counts:?}");
        }
        assert_eq!(Table::of(&driver.ledger).unwrap().rows.len(), 5);
    }
}

pub fn no_start_is_used_twice() {
    let scratch = Scratch::new("starts");
    for game in GAMES {
        let described = tournament(&scratch.venue, game, 2, &["weak", "medium", "weak"], Format::RoundRobin, 6);
        let (driver, _) = play(&scratch.venue, &described, None, None);
        let registry = skirmish_games::registry();
        let known = registry.game(game.0).unwrap();
        let mut positions: Vec<String> = driver
            .ledger
            .records
            .iter()
            .map(|record| described.setting.origin(record.fixture.start, 7).table_of(known).unwrap().position())
            .collect();
        positions.sort();
        positions.dedup();
        assert_eq!(positions.len(), 18, "{}", game.0);
    }
}

pub fn few_starts_end_a_tournament() {
    let scratch = Scratch::new("few");
    let mut described = tournament(&scratch.venue, GAMES[2], 2, &["weak", "medium", "strong"], Format::RoundRobin, 50);
    let registry = skirmish_games::registry();
    let game = registry.game("golems").unwrap();
    let position = |n: u64| {
        let table = described.setting.origin(n, 7).table_of(game).unwrap();
        serde_json::from_str(&table.position()).unwrap()
    };
    // Three positions, one of them twice.
    described.setting.scenarios = vec![position(1), position(2), position(1), position(3)];
    let (driver, stop) = play(&scratch.venue, &described, None, None);
    assert_eq!((stop, driver.ledger.records.len()), (Stop::Over, 9), "three pairings on three starts");
}

/// A fixture that nobody can play does not hold up the others, and is named.
pub fn what_always_fails_is_parked() {
    struct Broken(Vec<Fixture>);
    impl Field for Broken {
        fn room(&self) -> usize {
            1 - self.0.len()
        }
        fn give(&mut self, fixture: Fixture) {
            self.0.push(fixture);
        }
        fn take(&mut self, _patience: Duration) -> Vec<Done> {
            let failed = |fixture| Done { fixture, outcome: Outcome::Failed { why: "no".into(), worker: None } };
            self.0.drain(..).map(failed).collect()
        }
        fn held(&self) -> usize {
            self.0.len()
        }
    }
    let scratch = Scratch::new("parked");
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", "strong"], Format::RoundRobin, 4);
    let (mut driver, _) = ready(&scratch.venue, &described, None, Keep::None).unwrap();
    let stop = driver.run(&mut Broken(Vec::new()), &Limits::default(), &Cancel::default(), |_| {}).unwrap();
    assert_eq!((stop, driver.plan().parked.len(), driver.ledger.failed.len()), (Stop::Over, 4, 12));
    assert!(driver.ledger.records.is_empty());
}

/// Tables follow until neighbours separate, or until the budget is used up; two that play alike never do.
pub fn neighbours_are_separated_at_tables() {
    let scratch = Scratch::new("separated-tables");
    for (bots, budget) in [(&["weak", "medium", "strong"][..], 400), (&["weak", "medium", "strong", "strong"], 30)] {
        let mut described = tournament(&scratch.venue, GAMES[4], 3, bots, Format::RoundRobin, 2);
        let (scheduled, _) = play(&scratch.venue, &described, None, None);
        described.until_separated = true;
        let (driver, stop) = play(&scratch.venue, &described, None, Some(budget));
        let records = &driver.ledger.records;
        assert!(records.len() > scheduled.ledger.records.len(), "{bots:?}: {}", records.len());
        assert!(records.iter().all(|record| record.fixture.key.bots.len() == 3));
        let ratings = driver.plan().scores().ratings(bots.len()).unwrap();
        let open = skirmish_stats::plan::unseparated(&ratings);
        match stop {
            Stop::Over => assert!(open.is_empty(), "{bots:?}: {open:?}"),
            _ => assert!(stop == Stop::Fixtures && records.len() as u64 == budget && !open.is_empty(), "{stop:?}"),
        }
    }
}
