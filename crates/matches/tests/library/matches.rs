//! The tests themselves.

use crate::support::{Scratch, bot, spelled};
use skirmish_core::Setup;
use skirmish_jail::Level;
use skirmish_matches::check::{Mark, check};
use skirmish_matches::spelling::one_each;
use skirmish_matches::{
    Bot, Cancel, Error, FairMatch, Listener, Match, MatchOptions, Note, Origin, PairOptions, Played, Record, Team,
    TeamOptions, Trust, Venue, replays,
};
use skirmish_referee::clock::Timekeeping;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Of each game, what makes it short.
const GAMES: [(&str, &str, i64); 5] = [
    ("outbreak", "max_turns", 12),
    ("infection", "turn_limit", 6),
    ("golems", "max_turns", 12),
    ("footsoldiers", "total_turns", 12),
    ("zords", "days", 1),
];

fn setup((_, key, value): (&str, &str, i64), seed: u64) -> Setup {
    Setup { config: [(key.to_string(), value.into())].into_iter().collect(), seed, ..Setup::default() }
}

/// Nobody is late on a busy machine.
fn patient() -> MatchOptions {
    let time = Timekeeping { turn_ms: Some(60_000), init_ms: Some(60_000), off: false };
    MatchOptions { time, ..MatchOptions::default() }
}

/// Level `off`: what is tested here are matches, not walls, and no machine is without it.
fn options() -> TeamOptions {
    TeamOptions { sandbox: Some(Level::Off), ..TeamOptions::default() }
}

fn ready(venue: &Venue, game: (&str, &str, i64), players: &[&str]) -> Team {
    let mut table = Origin::Setup(setup(game, 1)).table(venue, game.0).expect("a table");
    Team::ready(venue, &mut *table, &spelled(players), &options()).expect("the players are there")
}

/// Plays a replay again: as many steps as the match had, with its result.
fn verify(venue: &Venue, path: &Path) -> (usize, Option<String>) {
    let (file, mut playback) = replays::open(venue, path).unwrap_or_else(|error| panic!("{error}"));
    assert!(file.complete, "{}", path.display());
    let void = playback.ending().and_then(|ending| ending.void.clone());
    playback.finish().unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
    (playback.played(), void)
}

fn must_be_threadsafe<T: Send + Sync>(_: &T) {}

pub fn a_hundred_matches_in_two_threads() {
    const MATCHES: usize = 100;
    let scratch = Scratch::new("hundred");
    let program = bot(&scratch, "mine", u32::MAX, "exit 1");
    let teams: HashMap<&str, [Team; 2]> = GAMES
        .into_iter()
        .map(|game| {
            (game.0, [["weak", "medium"], [program.as_str(), "weak"]].map(|players| ready(&scratch, game, &players)))
        })
        .collect();
    must_be_threadsafe(&teams);
    let (next, played) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= MATCHES {
                        return;
                    }
                    let game = GAMES[n % GAMES.len()];
                    // Every other match has the program in it, on either seat.
                    let team = &teams[game.0][n % 2];
                    let origin = Origin::Opening(n as u64, setup(game, 7));
                    let order = if n % 4 < 2 { vec![0, 1] } else { vec![1, 0] };
                    let one = Match::new(&scratch, team).with(patient()).seated(order);
                    let one = one.play(&|| origin.table(&scratch, game.0)).expect("it is played");
                    played.lock().unwrap().push((n, one));
                }
            });
        }
    });
    let played = played.into_inner().unwrap();
    assert_eq!(played.len(), MATCHES);
    let (mut replays, mut ids, mut programs) = (HashSet::new(), HashSet::new(), 0);
    for (n, one) in &played {
        assert!(one.counts() && one.unwritten.is_none(), "{n}: {:?}", one.report.void);
        let path = one.replay.as_ref().expect("a replay");
        assert!(replays.insert(path.clone()) && ids.insert(one.report.r#match.clone()), "{n}: {}", path.display());
        assert_eq!(verify(&scratch, path), (one.report.steps as usize, None), "{n}");
        for seat in one.seats() {
            assert!(seat.faults.is_empty() && seat.capsules.is_empty(), "{n}: {seat:?}");
            programs += usize::from(seat.player == program && seat.requests > 0);
        }
    }
    assert!(programs > MATCHES / 3, "{programs} matches had the program in them");
    assert_eq!(scratch.left(".skirmish").len(), MATCHES);
    assert!(scratch.left(".capsule.json").is_empty());
    // The same start, seed and bots are the same match, whatever went on beside it.
    let again = played.iter().find(|(n, _)| n % 2 == 0 && n % 4 < 2).expect("one of built-in bots alone");
    let game = GAMES[again.0 % GAMES.len()];
    let origin = Origin::Opening(again.0 as u64, setup(game, 7));
    let once_more = Match::new(&scratch, &teams[game.0][0]).play(&|| origin.table(&scratch, game.0)).unwrap();
    assert_eq!(once_more.report.result, again.1.report.result);
    assert_eq!(once_more.table.hash(), again.1.table.hash());
}

pub fn a_cancelled_match_is_whole_as_far_as_it_got() {
    let scratch = Scratch::new("cancelled");
    // After some answers it thinks for ever: only the token ends that.
    let program = bot(&scratch, "mine", 3, "sleep 1000");
    let game = ("golems", "max_turns", 1000);
    let (slow, quick) = (ready(&scratch, game, &[&program, "weak"]), ready(&scratch, game, &["weak", "weak"]));
    let cancel = Cancel::default();
    let venue = scratch.with_cancel(cancel.clone());
    let origin = Origin::Setup(setup(game, 3));
    let make = || origin.table(&venue, game.0);
    let mut steps = 0;
    let mut show = |_: &dyn skirmish_core::any::AnyTable| {
        steps += 1;
        if steps == 100 {
            cancel.cancel();
        }
    };
    let (stuck, stopped) = std::thread::scope(|scope| {
        let stuck = scope.spawn(|| Match::new(&venue, &slow).with(patient()).play(&make));
        // The other one goes on until the first has nothing more to say, and then cancels both.
        while scratch.left(".private.jsonl").is_empty() {
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(300));
        let follow = skirmish_matches::Follow { show: Some(&mut show), ..Default::default() };
        let stopped = Match::new(&venue, &quick).followed(follow).play(&make);
        (stuck.join().unwrap().unwrap(), stopped.unwrap())
    });
    for (one, least) in [(&stuck, 6), (&stopped, 100)] {
        assert!(one.report.interrupted() && !one.counts(), "{:?}", one.report.void);
        let (steps, void) = verify(&scratch, one.replay.as_ref().expect("a replay"));
        assert_eq!((steps as u64, void), (one.report.steps, one.report.void.clone()));
        assert!(steps >= least, "{steps} steps");
    }
    assert_eq!(scratch.left(".skirmish").len(), 2, "nothing else is left: {:?}", scratch.left(""));
    // What is cancelled stays so; another token is another matter.
    let again = Match::new(&venue, &quick).play(&make).unwrap();
    assert!(again.report.interrupted() && again.report.steps <= 1, "{} steps", again.report.steps);
    let short = Origin::Setup(setup(("golems", "max_turns", 4), 3));
    assert!(Match::new(&scratch, &quick).play(&|| short.table(&scratch, "golems")).unwrap().counts());
}

pub fn faults_are_told_by_kind_with_their_capsules() {
    let scratch = Scratch::new("faults");
    // It lives on after a bad answer, and leaves after some of them.
    let program = bot(&scratch, "mine", 1, "if [ $n -gt 4 ]; then exit 7; fi; echo garbage");
    let game = ("infection", "turn_limit", 14);
    let team = ready(&scratch, game, &[&program, "weak"]);
    let origin = Origin::Setup(setup(game, 5));
    let played = Match::new(&scratch, &team).with(patient()).play(&|| origin.table(&scratch, game.0)).unwrap();
    let [mine, other] = &played.seats()[..] else { panic!("two seats") };
    assert_eq!(mine.faults, [("crashed", 1), ("malformed", 3)].into(), "{mine:?}");
    assert_eq!((mine.fault_count, mine.requests), (4, 5), "{mine:?}");
    let kinds: Vec<&str> = mine.capsules.keys().copied().collect();
    assert_eq!(kinds, ["crashed", "malformed"]);
    assert_eq!(mine.capsules["malformed"], played.capsules[0], "the first of its kind");
    assert!(other.faults.is_empty() && other.capsules.is_empty(), "{other:?}");
    // Matches of this game are judged by score.
    assert_eq!([mine, other].map(|seat| seat.points), [mine, other].map(|seat| seat.score));
    assert_eq!(mine.rank.min(other.rank), 1);
    assert_eq!(played.failed().map(|seat| seat.seat.as_str()), Some("humans"));

    // A pair over the same players: each keeps its points through both seats.
    let short = ("footsoldiers", "total_turns", 9);
    let team = ready(&scratch, short, &["strong", "weak"]);
    let origin = Origin::Setup(setup(short, 2));
    let record = Record::File(scratch.folder.join("pair.skirmish"));
    let options = PairOptions { game: MatchOptions { record, ..patient() }, series: false };
    let make = || origin.table(&scratch, short.0);
    let fair = FairMatch::play(&scratch, &team, &make, &options).unwrap();
    assert_eq!(
        fair.games.iter().map(|game| game.report.seats[0].player.as_str()).collect::<Vec<_>>(),
        ["strong", "weak"]
    );
    let by_hand = |game: &Played, seat: usize| game.seats()[seat].points;
    let points = by_hand(&fair.games[0], 0) + by_hand(&fair.games[1], 1);
    assert_eq!(fair.players[0], ("strong".to_string(), points));
    assert!(scratch.folder.join("pair-1.skirmish").exists() && scratch.folder.join("pair-2.skirmish").exists());
    let taken = FairMatch::play(&scratch, &team, &make, &options).map(drop).unwrap_err();
    assert!(matches!(taken, Error::Taken(path) if path.ends_with("pair-1.skirmish")));
}

pub fn a_team_is_built_once_for_all_threads() {
    let scratch = Scratch::new("built");
    bot(&scratch, "made", u32::MAX, "exit 1");
    scratch.write(
        "made/skirmish.toml",
        "build = [\"sh\", \"-c\", \"sleep 1; cp bot.sh $OUT/\"]\nrun = [\"sh\", \"$OUT/bot.sh\"]\n",
    );
    let builds = std::sync::Arc::new(AtomicUsize::new(0));
    let counted = builds.clone();
    let venue = scratch.with_listener(Listener::new(move |note| {
        if let Note::Building { .. } = note {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    }));
    let folder = scratch.folder.join("made").display().to_string();
    let game = ("golems", "max_turns", 6);
    let origin = Origin::Setup(setup(game, 1));
    let make = || origin.table(&venue, game.0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let team = ready(&venue, game, &[&folder, &folder]);
                let played = Match::new(&venue, &team).with(patient()).play(&make).unwrap();
                assert!(played.counts() && played.failed().is_none(), "{:?}", played.report.seats);
            });
        }
    });
    assert_eq!(builds.load(Ordering::Relaxed), 1, "one builds, the others find it built");
}

pub fn a_bot_that_does_not_get_ready_is_waited_for_once() {
    let scratch = Scratch::new("unready");
    let path = scratch.write("mute/bot.sh", "sleep 1000\n");
    let bot = Bot::ready(&scratch, &format!("sh '{}'", path.display()), Level::Off, &Trust::All).unwrap();
    let begun = Instant::now();
    let mut verdicts = Vec::new();
    check(&scratch, &bot, "golems", |verdict| verdicts.push(verdict.clone())).unwrap();
    let marks: Vec<Mark> = verdicts.iter().map(|verdict| verdict.mark).collect();
    assert_eq!((marks[0], marks.len()), (Mark::Failed, 18), "{verdicts:?}");
    assert!(marks[1..].iter().all(|mark| *mark == Mark::Skipped), "{verdicts:?}");
    assert!(verdicts[0].why.contains("to print its ready line; none came"), "{verdicts:?}");
    // The game gives a program 15 seconds.
    assert!(begun.elapsed() < Duration::from_secs(29), "{:?}", begun.elapsed());
}

/// One without bots, pictures and odd starts, which nothing here has ever heard of.
pub fn a_game_of_somebody_else_is_played_and_checked() {
    let mut scratch = Scratch::new("cairns");
    scratch.venue.registry = skirmish_games::registry().with::<skirmish_cairns::Cairns>();
    let program = bot(&scratch, "mine", u32::MAX, "exit 1");
    let game = ("cairns", "max_turns", 6);
    let team = ready(&scratch, game, &[&program, &program]);
    let origin = Origin::Setup(setup(game, 1));
    let make = || origin.table(&scratch, game.0);
    let played = Match::new(&scratch, &team).with(patient()).play(&make).unwrap();
    assert!(played.counts() && played.failed().is_none(), "{:?}", played.report.seats);
    assert_eq!(verify(&scratch, played.replay.as_ref().unwrap()), (6, None));
    let person = Team::ready(&scratch, &mut *make().unwrap(), &spelled(&["human", &program]), &TeamOptions::default());
    assert!(matches!(person, Err(Error::NotByHand("cairns"))), "{:?}", person.err());
    let nobody = one_each(&[], &*make().unwrap(), scratch.game(game.0).unwrap()).unwrap_err();
    assert!(matches!(nobody, Error::Players { players: 0, .. }), "{nobody}");
    let bot = Bot::ready(&scratch, &program, Level::Off, &Trust::All).unwrap();
    let mut verdicts = Vec::new();
    check(&scratch, &bot, game.0, |verdict| verdicts.push(verdict.clone())).unwrap();
    assert_eq!(verdicts.len(), 14, "{verdicts:?}");
    assert!(verdicts.iter().all(|verdict| verdict.mark != Mark::Failed), "{verdicts:?}");
}
