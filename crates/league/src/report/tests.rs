//! The report of a small tournament that is played here, and of ledgers that say this or that.

use super::*;
use crate::comparison::Verdict;
use crate::driver::{Driver, Limits};
use crate::fixture::{Fixture, Key};
use crate::ledger::{Bot, Compares};
use crate::local::{Hall, Keep, Local};
use crate::record::{Game, Record, Replay, SeatRecord};
use crate::schedule::Format;
use crate::{Setting, Starts, Tournament, Treatment, tournament};
use skirmish_core::Setup;
use skirmish_matches::{Cancel, Identity, Venue};
use std::sync::Arc;

fn setting(venue: &Venue) -> Setting {
    let game = venue.game("footsoldiers").unwrap();
    let setup = Setup { config: [("total_turns".to_string(), 12.into())].into_iter().collect(), ..Setup::default() };
    Setting::new(game, &setup, Vec::new(), Vec::new()).unwrap()
}

fn described(venue: &Venue, players: &[&str], pairs: u64) -> Tournament {
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    Tournament {
        setting: setting(venue),
        seed: 7,
        format: Format::RoundRobin,
        pairs,
        entrants: tournament::named(&players),
        treatment: Treatment::default(),
        until_separated: false,
    }
}

/// A tournament of built-in bots, played to its end.
fn played(players: &[&str], pairs: u64) -> Ledger {
    let venue = Venue::new(skirmish_games::registry());
    let tournament = described(&venue, players, pairs);
    let game = venue.game(&tournament.setting.game).unwrap();
    let hall = Hall::ready(venue.clone(), &tournament, None, Keep::None).unwrap();
    let identities = hall.team().identities(&game.facts()).unwrap();
    let starts = Starts::of(&tournament.setting, game, tournament.seed).unwrap();
    let mut ledger = Ledger::in_memory(tournament.clone());
    let entrants: Vec<_> = tournament.entrants.iter().cloned().zip(identities).collect();
    let bots = ledger.enrol(&entrants).unwrap();
    let hall = Arc::new(hall.numbered(bots.clone()));
    let mut driver = Driver::new(ledger, starts, bots, None).unwrap();
    let mut field = Local::new(&hall, 1);
    driver.run(&mut field, &Limits::default(), &Cancel::default(), |_| {}).unwrap();
    driver.ledger
}

/// A ledger of two bots; each pair by the winner's seat of its two games (`None`: drawn).
fn told(pairs: &[[Option<usize>; 2]]) -> Ledger {
    let venue = Venue::new(skirmish_games::registry());
    let mut ledger = Ledger::in_memory(described(&venue, &["weak", "strong"], 1));
    for entrant in ledger.tournament.entrants.clone() {
        let (name, player) = (entrant.name.clone(), entrant.player);
        let identity = Identity { source: name.clone(), built: name.clone() };
        ledger.bots.push(Bot { name: name.clone(), entrant: name, player, identity });
    }
    for (n, winners) in pairs.iter().enumerate() {
        let game = |order: [usize; 2], winner: Option<usize>| Game {
            bots: order.into(),
            seed: n as u64,
            hash: n as u64,
            steps: 20,
            turns: 10 + n as i64,
            winner,
            scores: vec![i64::from(winner == Some(0)), i64::from(winner == Some(1))],
            reason: winner.map(|_| "elimination".into()),
            ms: 1,
            replay: None,
            disturbed: false,
            seats: Vec::new(),
        };
        let key = Key { round: 0, bots: vec![0, 1], nth: n as u64 };
        let fixture = Fixture { key, number: n as u64, start: n as u64 };
        let games = vec![game([0, 1], winners[0]), game([1, 0], winners[1])];
        assert!(ledger.add(Record { fixture, games, latency_ms: 0, worker: None }).unwrap());
    }
    ledger
}

#[test]
fn a_tournament_that_was_played_is_told_whole() {
    let ledger = played(&["weak", "medium", "strong"], 6);
    let report = Report::of(&ledger).unwrap();
    assert_eq!((report.table.fixtures, report.table.games, report.at_a_table), (18, 36, 2));
    assert_eq!(report.table, Table::of(&ledger).unwrap());
    // Everybody met everybody, and what one wins the other loses.
    assert_eq!(report.matrix.len(), 6);
    for cell in &report.matrix {
        let back = report.matrix.iter().find(|other| (other.bot, other.against) == (cell.against, cell.bot)).unwrap();
        assert!((cell.score + back.score - 1.0).abs() < 1e-12 && cell.fixtures == 6);
        let ([a, b], [c, d]) = (cell.sides.unwrap(), back.sides.unwrap());
        assert!((a.score + d.score - 1.0).abs() < 1e-12 && (b.score + c.score - 1.0).abs() < 1e-12);
    }
    // The last moment of the course is the table.
    assert_eq!(report.course.at.last(), Some(&18));
    for row in &report.table.rows {
        let last = report.course.lines[row.number].points.last().unwrap();
        assert_eq!(last.map(|point| point.elo), row.elo);
    }
    let lengths: u64 = report.endings.lengths.iter().map(|bar| bar.games).sum();
    let reasons: u64 = report.endings.reasons.iter().map(|ending| ending.games.count).sum();
    assert_eq!((lengths, reasons), (36, 36));
    for (row, bot) in report.table.rows.iter().map(|row| (row, &report.endings.bots[row.number])) {
        let sums = [&bot.won, &bot.drawn, &bot.lost].map(|counts| counts.values().sum::<u64>());
        assert_eq!(sums, [row.wins, row.draws, row.losses]);
    }
    assert_eq!(report.rivals.len(), 3);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["table"]["rows"].as_array().unwrap().len(), 3);
    assert!(report.faults.is_empty() && report.slowest.is_empty() && report.crashiest.is_empty());
}

#[test]
fn the_nemesis_is_whom_it_does_worst_against_and_the_surprise_what_it_won() {
    // Seat 1 is the second bot in the first game and the first bot in the second.
    let lost = [Some(1), Some(0)];
    let won = [Some(0), Some(1)];
    let mut pairs = vec![lost; 19];
    pairs.insert(4, won);
    let report = Report::of(&told(&pairs)).unwrap();
    let nemesis = report.rivals.iter().find(|one| one.bot == "weak").unwrap().nemesis.as_ref().unwrap();
    assert_eq!((nemesis.bot.as_str(), nemesis.fixtures, nemesis.certain), ("strong", 20, true));
    assert!((nemesis.score - 0.05).abs() < 1e-12);
    assert_eq!(report.rivals.iter().find(|one| one.bot == "strong").unwrap().nemesis, None);
    let surprise = &report.surprises[0];
    assert_eq!((surprise.at, surprise.number), (4, 5));
    assert!(surprise.games.iter().all(|game| game.winner.as_deref() == Some("weak")));
    assert!(surprise.bits > 3.0 && report.surprises[1..].iter().all(|other| other.bits < surprise.bits));
    assert_eq!(report.endings.turns.map(|turns| (turns.min, turns.max)), Some((10, 29)));
    assert_eq!(report.repeats, Repeats { games: 40, distinct: 40, alike: 20 });
}

/// A comparison is told with its test, as the last session had it; a tournament has none.
#[test]
fn the_test_of_a_comparison_is_told() {
    let lost = [Some(1), Some(0)];
    let mut ledger = told(&[lost; 30]);
    assert_eq!(Report::of(&ledger).unwrap().tested, None);
    let session = |test: &str, bots| Session {
        compares: Some(Compares { bots, test: test.parse().unwrap() }),
        ..Session::default()
    };
    ledger.sessions.push(session("elo0=0 elo1=5", [0, 1]));
    ledger.sessions.push(session("elo0=0 elo1=50", [1, 0]));
    // Nobody has played in this order, so nothing is known.
    let tested = Report::of(&ledger).unwrap().tested.unwrap();
    assert_eq!((tested.pairs, tested.verdict, tested.test.elo1), (0, Verdict::Undecided, 50.0));
    ledger.sessions.push(session("elo0=0 elo1=50", [0, 1]));
    let report = Report::of(&ledger).unwrap();
    let tested = report.tested.as_ref().unwrap();
    assert_eq!((tested.verdict, tested.test.decision), (Verdict::NotBetter, skirmish_stats::Decision::H0));
    assert!(tested.pairs < 30 && tested.sentence.starts_with("weak is worse than strong: "), "{tested:?}");
    let text = report.markdown();
    assert!(text.contains(&tested.sentence) && text.contains("    Results of weak vs strong"), "{text}");
}

#[test]
fn all_games_are_listed_page_by_page() {
    let mut ledger = told(&[[Some(1), Some(0)]; 60]);
    ledger.bots.push(Bot { name: "third".into(), ..ledger.bots[0].clone() });
    ledger.records[10].fixture.key.bots = vec![0, 2];
    let (mut seen, mut before) = (Vec::new(), None);
    loop {
        let page = Listing::of(&ledger, Asked { before, ..Asked::default() });
        seen.extend(page.fixtures.iter().map(|one| one.at));
        before = page.before;
        if before.is_none() {
            break;
        }
    }
    assert!(seen.into_iter().eq((0..60).rev()), "each once, the latest first");
    let of = |bot, against| Listing::of(&ledger, Asked { before: None, bot, against });
    let one = of(Some(2), None);
    assert_eq!((one.fixtures.len(), one.fixtures[0].at, one.before), (1, 10, None));
    assert_eq!(
        (one.fixtures[0].bots.as_slice(), one.fixtures[0].games.len()),
        (&["weak", "third"].map(String::from)[..], 2)
    );
    assert!(of(Some(1), Some(2)).fixtures.is_empty() && of(Some(99), None).fixtures.is_empty());
    assert_eq!(Listing::of(&ledger, Asked { before: Some(0), ..Asked::default() }).fixtures.len(), 0);
}

#[test]
fn two_pairs_without_variance_prove_nothing_and_twenty_do() {
    let lost = [Some(1), Some(0)];
    let report = Report::of(&told(&[lost; 2])).unwrap();
    let cell = report.matrix.iter().find(|cell| cell.bot == 0).unwrap();
    assert_eq!((cell.score, cell.score_error, cell.elo), (0.0, None, None));
    // Wilson's interval of 0 of 2.
    assert!(cell.interval.is_some_and(|[low, high]| low == 0.0 && (high - 0.658).abs() < 0.001), "{cell:?}");
    assert!(Report::of(&told(&[lost; 20])).unwrap().matrix.iter().all(Cell::is_certain));
    assert!(Report::of(&told(&[[None; 2]; 20])).unwrap().matrix.iter().all(|cell| cell.interval.is_none()));
    let nemesis = report.rivals.iter().find(|one| one.bot == "weak").unwrap().nemesis.as_ref().unwrap();
    assert!(!nemesis.certain);
    assert!(report.course.lines.iter().all(|line| line.points.iter().all(Option::is_none)));
    // Neither is rated, so that a pair may tell everything.
    assert_eq!(report.next[0].gain, None);
}

#[test]
fn the_first_fault_of_a_kind_is_kept_with_its_capsule() {
    let mut ledger = told(&[[Some(1), Some(0)]; 3]);
    let fault = |kind: &str, count: u32, capsule: &str| SeatRecord {
        ending: "crashed".into(),
        faults: [(kind.to_string(), count)].into_iter().collect(),
        capsules: [(kind.to_string(), capsule.to_string())].into_iter().collect(),
        requests: 10,
        time_ms: 250,
        longest_ms: 90,
        ..SeatRecord::default()
    };
    let fine = || SeatRecord { ending: "finished".into(), requests: 10, time_ms: 20, ..SeatRecord::default() };
    // The first bot sits on the second seat in the second game.
    ledger.records[1].games[1].seats = vec![fine(), fault("crash", 1, "b.capsule.json")];
    ledger.records[1].games[1].replay = Some(Replay { file: "b.skirmish".into(), id: "1".into() });
    ledger.records[2].games[0].seats = vec![fault("crash", 2, "c.capsule.json"), fine()];
    ledger.records[2].latency_ms = 80;
    let report = Report::of(&ledger).unwrap();
    let [first] = &report.faults[..] else { panic!("{:?}", report.faults) };
    assert_eq!((first.bot.as_str(), first.kind.as_str(), first.count), ("weak", "crash", 3));
    assert_eq!((first.at, first.game, first.seat.as_str()), (1, 1, report.seats[1].as_str()));
    assert_eq!((first.capsule.as_deref(), first.replay.as_deref()), (Some("b.capsule.json"), Some("b.skirmish")));
    assert_eq!(first.against, ["strong"]);
    assert_eq!((report.crashiest.len(), report.crashiest[0].failures.count), (1, 2));
    assert_eq!(
        (report.slowest[0].bot.as_str(), report.slowest[0].mean_ms, report.slowest[0].longest_ms),
        ("weak", 25.0, 90)
    );
    assert_eq!((report.latency.flagged, report.latency.worst_ms), (1, 80));
    let text = report.markdown();
    assert!(text.contains("crash 3 times") && text.contains("80 ms"), "{text}");
}

#[test]
fn an_empty_ledger_has_a_report() {
    let mut ledger = told(&[]);
    let report = Report::of(&ledger).unwrap();
    assert_eq!((report.table.games, report.matrix.len(), report.course.at.len()), (0, 0, 0));
    assert!(report.markdown().contains("Nothing has been played yet."));
    // Nobody has enrolled either.
    ledger.bots.clear();
    assert_eq!(Report::of(&ledger).unwrap().table.rows, []);
}

#[test]
fn spreadsheets_and_people_get_the_table_and_the_matrix() {
    let mut ledger = told(&[[Some(1), Some(0)], [Some(0), Some(0)], [None, Some(1)]]);
    ledger.bots[0].name = "=a|b,\"c\"".into();
    let report = Report::of(&ledger).unwrap();
    let csv = report.csv();
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(lines.iter().filter(|line| line.contains("\"'=a|b,\"\"c\"\"\"")).count(), 3, "{csv}");
    assert_eq!(lines.len(), 1 + 2 + 1 + 1 + 2 + 1);
    let text = report.markdown();
    assert!(text.contains("=a\\|b,\"c\"") && text.contains("## Who beats whom"), "{text}");
}

/// Tables of many seats are told by who was placed above whom.
#[test]
fn at_tables_the_matrix_counts_places() {
    let mut ledger = told(&[]);
    ledger.tournament.setting.seats = ["a", "b", "c"].map(String::from).into();
    let third = ledger.bots[0].clone();
    ledger.bots.push(Bot { name: "third".into(), ..third });
    ledger.tournament.entrants.push(ledger.tournament.entrants[0].clone());
    let base = told(&[[Some(0), Some(0)]]).records.remove(0);
    for n in 0..4u64 {
        let game = |first: usize| {
            let bots: Vec<usize> = (0..3).map(|seat| (seat + first) % 3).collect();
            // Bot 0 is always last but in the last table; 1 and 2 share.
            let scores = bots.iter().map(|&bot| if bot == 0 { if n == 3 { 9 } else { 0 } } else { 5 }).collect();
            Game { bots, scores, winner: None, reason: Some("time".into()), ..base.games[0].clone() }
        };
        let key = Key { round: 0, bots: vec![0, 1, 2], nth: n };
        let fixture = Fixture { key, number: n, start: n };
        let games = (0..3).map(game).collect();
        ledger.add(Record { fixture, games, latency_ms: 0, worker: None }).unwrap();
    }
    let report = Report::of(&ledger).unwrap();
    assert_eq!((report.at_a_table, report.matrix.len()), (3, 6));
    let cell = |bot, against| report.matrix.iter().find(|cell| (cell.bot, cell.against) == (bot, against)).unwrap();
    assert_eq!((cell(0, 1).score, cell(0, 1).fixtures), (0.25, 4));
    assert!((cell(0, 1).score_error.unwrap() - 1.96 * (0.1875f64 / 4.0).sqrt()).abs() < 1e-3);
    assert_eq!((cell(1, 2).score, cell(1, 2).score_error), (0.5, None));
}
