//! Batches: what is written when, whoever plays.

use skirmish_core::{Rng, Setup};
use skirmish_learn::batch::{AnyBatch, Asked, MOST_ENDED, MOST_GAMES, MOST_THREADS, Opponent};
use skirmish_learn::buffers::Buffers;
use skirmish_learn::reward::Reward;
use skirmish_learn::spaces::batch;

const GAMES: &[&str] = skirmish_games::IDS;

/// A short game of each kind, so that episodes end.
fn asked(game: &str) -> Asked {
    let config = match game {
        "outbreak" => r#"{"max_turns": 12}"#,
        "infection" => r#"{"turn_limit": 12}"#,
        "golems" => r#"{"max_turns": 12}"#,
        "footsoldiers" => r#"{"total_turns": 20}"#,
        "zords" => r#"{"days": 2, "rounds_per_day": 2}"#,
        other => panic!("no short game of {other}: add one"),
    };
    let map = (game == "zords").then(|| skirmish_core::MapChoice::Named("duel".into()));
    let base = Setup { config: serde_json::from_str(config).unwrap(), map, ..Setup::default() };
    Asked { base, games: 6, seed: 3, ..Asked::default() }
}

/// A copy of one row: numbers, mask, what it was told.
#[derive(Clone, PartialEq, Debug)]
struct Copied {
    arrays: Vec<Vec<u8>>,
    mask: Vec<u8>,
    reward: f32,
    flags: [u8; 3],
}

fn copy(buffers: &Buffers, row: usize) -> Copied {
    let of = |block: &skirmish_learn::buffers::Block| {
        // SAFETY: no job is under way, so nobody writes.
        unsafe { std::slice::from_raw_parts(block.pointer().add(row * block.row_bytes()), block.row_bytes()) }.to_vec()
    };
    // SAFETY: as above.
    let told = unsafe { buffers.row(row) };
    Copied {
        arrays: buffers.arrays.iter().flatten().map(of).collect(),
        mask: told.mask.to_vec(),
        reward: *told.reward,
        flags: [*told.terminated, *told.truncated, *told.deciding],
    }
}

fn rows(batch: &dyn AnyBatch) -> Vec<Copied> {
    (0..batch.buffers().rows()).map(|row| copy(batch.buffers(), row)).collect()
}

fn put(batch: &dyn AnyBatch, row: usize, number: i32) {
    // SAFETY: no job is under way.
    unsafe { batch.buffers().row(row) }.actions[0] = number;
}

/// Decides for every row by its mask and a number of its own.
fn choose(batch: &dyn AnyBatch, rng: &mut Rng) {
    for row in 0..batch.buffers().rows() {
        let mask = copy(batch.buffers(), row).mask;
        let legal: Vec<usize> = (0..mask.len()).filter(|&number| mask[number] == 1).collect();
        put(batch, row, *rng.choose(&legal).unwrap() as i32);
    }
}

#[test]
fn threads_and_sending_change_nothing() {
    for &game in GAMES {
        let make = |threads| batch(game, Asked { threads, ..asked(game) }).unwrap();
        let mut batches = [make(1), make(2), make(4), make(1), make(3)];
        let mut ended = 0;
        for step in 0..150 {
            let mut seen = Vec::new();
            for (i, batch) in batches.iter_mut().enumerate() {
                choose(&**batch, &mut Rng::new(step));
                if i < 3 {
                    batch.step().unwrap();
                } else {
                    batch.send().unwrap();
                    batch.recv().unwrap();
                }
                seen.push(rows(&**batch));
            }
            assert!(seen.iter().all(|rows| *rows == seen[0]), "{game}, step {step}");
            ended += seen[0].iter().filter(|row| row.flags[0] == 1).count();
        }
        assert!(ended > 0, "no game of {game} ended");
        let first = rows(&*batches[0]);
        for batch in &mut batches {
            batch.reset(Some(3)).unwrap();
        }
        assert!(rows(&*batches[0]) == rows(&*batches[1]) && rows(&*batches[0]) != first, "{game}");
        let again = batch(game, asked(game)).unwrap();
        assert!(rows(&*again) == rows(&*batches[0]), "{game}: a reset begins as a new batch does");
    }
}

#[test]
fn a_game_that_ended_begins_anew_with_the_next_step() {
    for &game in GAMES {
        let mut batch = batch(game, Asked { games: 1, results: true, ..asked(game) }).unwrap();
        let mut rng = Rng::new(5);
        for _ in 0..20_000 {
            choose(&*batch, &mut rng);
            batch.step().unwrap();
            let told = rows(&*batch);
            if told[0].flags[0] == 0 {
                assert!(told.iter().any(|row| row.flags[2] == 1), "{game}: somebody decides");
                assert!(told.iter().all(|row| row.reward == 0.0), "{game}: winning is told at the end");
                continue;
            }
            assert!(told.iter().all(|row| row.flags == [1, 0, 0]), "{game}");
            assert!(
                told.iter().all(|row| row.mask.iter().map(|&n| u32::from(n)).sum::<u32>() == 1 && row.mask[0] == 1)
            );
            let given: f32 = told.iter().map(|row| row.reward).sum();
            assert!(given.abs() < 1e-6, "{game}: what one wins another loses");
            let ended = batch.take_ended();
            assert_eq!(ended.len(), 1);
            let result = ended[0].result.as_ref().unwrap();
            assert!(result.is_object() && ended[0].reason.is_some(), "{result}");
            let best = ended[0].ranks.iter().filter(|&&rank| rank == 1).count();
            assert_eq!(best == 1, told.iter().any(|row| row.reward == 1.0), "{game}: {:?}", ended[0]);
            // The next step ignores what is chosen, and is a first one.
            batch.step().unwrap();
            let told = rows(&*batch);
            assert!(told.iter().all(|row| row.flags[0] == 0 && row.reward == 0.0));
            assert!(told.iter().any(|row| row.flags[2] == 1));
            break;
        }
    }
}

#[test]
fn numbers_outside_the_mask_are_named_and_nothing_is_played() {
    for &game in GAMES {
        let mut batch = batch(game, asked(game)).unwrap();
        choose(&*batch, &mut Rng::new(1));
        let before = rows(&*batch);
        let outside = before[1].mask.iter().position(|&bit| bit == 0).unwrap_or(0);
        for number in [outside as i32, -1, i32::MAX, batch.layout().numbers as i32] {
            put(&*batch, 1, number);
            let why = batch.step().unwrap_err();
            assert!(why.contains("row 1") && why.contains(&number.to_string()), "{why}");
            assert_eq!(batch.send().unwrap_err(), why);
            assert!(rows(&*batch) == before, "{game}");
        }
        assert!(batch.recv().unwrap_err().contains("send"));
        choose(&*batch, &mut Rng::new(1));
        batch.step().unwrap();
        assert!(rows(&*batch) != before, "{game}");
    }
}

#[test]
fn bots_play_the_other_seats() {
    for &game in GAMES {
        for other in [Opponent::Bot("weak".into()), Opponent::Random] {
            for players in [vec![Opponent::Learner, other.clone()], vec![other, Opponent::Learner]] {
                let mut batch = batch(game, Asked { players, results: true, ..asked(game) }).unwrap();
                assert_eq!((batch.learners().len(), batch.buffers().rows()), (1, 6), "{game}");
                let mut rng = Rng::new(2);
                let mut ended = 0;
                for _ in 0..400 {
                    choose(&*batch, &mut rng);
                    batch.step().unwrap();
                    // Somebody who learns alone is always to decide, unless the game has ended.
                    assert!(rows(&*batch).iter().all(|row| row.flags[2] + row.flags[0] == 1), "{game}");
                    ended += batch.take_ended().len();
                }
                assert!(ended > 0, "{game}");
            }
        }
    }
}

#[test]
fn episodes_can_be_cut_off() {
    for &game in GAMES {
        let mut batch = batch(game, Asked { most: 5, games: 2, results: true, ..asked(game) }).unwrap();
        for _ in 0..12 {
            batch.sample();
            batch.step().unwrap();
            for ended in batch.take_ended() {
                assert!(ended.truncated && (5..=6).contains(&ended.decisions), "{game}: {ended:?}");
            }
        }
        batch.sample();
        let told = (0..7).any(|_| {
            batch.sample();
            batch.step().unwrap();
            rows(&*batch).iter().any(|row| row.flags[1] == 1 && row.flags[0] == 0)
        });
        assert!(told, "{game}: a cut is told");
    }
}

#[test]
fn rewards_that_grow_add_up() {
    for &game in GAMES {
        for name in ["score", "potential"] {
            let reward = Reward::named(name).unwrap();
            let mut batch = batch(game, Asked { reward, games: 4, ..asked(game) }).unwrap();
            let (mut given, mut rng) = (0, Rng::new(9));
            for _ in 0..300 {
                choose(&*batch, &mut rng);
                batch.step().unwrap();
                for row in rows(&*batch) {
                    assert!(row.reward.is_finite());
                    given += usize::from(row.reward != 0.0);
                }
            }
            assert!(given > 0, "{game}: {name} never changes");
        }
    }
}

#[test]
fn bad_requests_are_refused_by_name() {
    let refused = |asked: Asked| batch("golems", asked).err().expect("is refused");
    let with = |players: Vec<Opponent>| Asked { players, ..Asked::default() };
    assert!(batch("chess", Asked::default()).err().unwrap().contains("golems"));
    assert!(refused(with(vec![Opponent::Bot("stron".into())])).contains("strong"));
    assert!(refused(with(vec![Opponent::Random; 2])).contains("nobody learns"));
    assert!(refused(with(vec![Opponent::Random; 3])).contains("2 seats"));
    assert!(refused(Asked { games: 0, ..Asked::default() }).contains("at least one game"));
    let arrays = Some(vec!["nea".into()]);
    assert!(refused(Asked { arrays, ..Asked::default() }).contains("near"));
    let base = Setup { map: Some(skirmish_core::MapChoice::Named("nowhere".into())), ..Setup::default() };
    assert!(refused(Asked { base, ..Asked::default() }).contains("nowhere"));
    let scope = skirmish_learn::Scope { width: 5, height: 5, units: 8, sight: 2, reach: 2, seats: 2 };
    assert!(refused(Asked { scope: Some(scope), ..Asked::default() }).contains("26 x 26"));
}

#[test]
fn games_are_replays_that_prove_themselves() {
    use skirmish_core::replay::{About, Salt};
    use skirmish_learn::spaces::{Visit, visit};

    struct Verify(String);

    impl Visit for Verify {
        type Output = Result<usize, skirmish_core::replay::Wrong>;

        fn visit<G: skirmish_learn::Space>(self) -> Self::Output {
            skirmish_core::replay::verify::<G>(&self.0)
        }
    }

    let about = About { id: "test".into(), players: Vec::new(), sandbox: serde_json::Value::Null, salt: Salt([1; 16]) };
    for &game in GAMES {
        for whole in [false, true] {
            let made = batch(game, Asked { games: 2, threads: 2, results: true, whole, ..asked(game) });
            let mut batch = match made {
                Ok(batch) => batch,
                Err(why) => {
                    assert!(whole && why.contains("at once"), "{why}");
                    continue;
                }
            };
            let mut ended = Vec::new();
            while ended.is_empty() {
                batch.sample();
                batch.step().unwrap();
                ended = batch.take_ended();
            }
            let records = batch.replay(ended[0].game, &about).unwrap();
            let steps =
                visit(game, Verify(records.join("\n"))).unwrap().unwrap_or_else(|wrong| panic!("{game}: {wrong}"));
            assert!(steps > 3, "{game}: {steps} steps");
            assert!(batch.replay(2, &about).is_none());
            assert!(batch.sketch(0).unwrap().contains('\n') && batch.scene(1).is_some());
            assert!(!batch.summary(ended[0].game).unwrap().starts_with("Not over"));
        }
        let mut quiet = batch(game, asked(game)).unwrap();
        assert!(quiet.replay(0, &about).is_none(), "orders are kept only where results are");
    }
}

#[test]
fn more_than_memory_and_threads_can_give_is_refused() {
    let scope = |change: &dyn Fn(&mut skirmish_learn::Scope)| {
        let mut scope = batch("golems", Asked::default()).unwrap().layout().scope;
        change(&mut scope);
        Some(scope)
    };
    for (asked, said) in [
        (Asked { games: 1 << 61, ..Asked::default() }, "at most"),
        (Asked { games: MOST_GAMES + 1, ..Asked::default() }, "at most"),
        (Asked { games: usize::MAX, threads: usize::MAX, ..Asked::default() }, "at most"),
        (Asked { threads: MOST_THREADS + 1, games: 3000, ..Asked::default() }, "threads"),
        (Asked { scope: scope(&|scope| scope.units = 1 << 63), ..Asked::default() }, "units"),
        (Asked { scope: scope(&|scope| scope.sight = usize::MAX), ..Asked::default() }, "sight"),
        (Asked { scope: scope(&|scope| scope.reach = 1 << 32), ..Asked::default() }, "reach"),
        (Asked { scope: scope(&|scope| scope.units = 4096), games: MOST_GAMES, ..Asked::default() }, "fewer games"),
        (
            Asked {
                scope: scope(&|scope| (scope.width, scope.height) = (1 << 20, 1 << 20)),
                arrays: Some(vec!["board".into()]),
                ..Asked::default()
            },
            "without the array",
        ),
    ] {
        let why = batch("golems", asked).err().expect("is refused");
        assert!(why.contains(said), "{said}: {why}");
    }
}

#[test]
fn looking_after_sending_leaves_receiving_as_it_was() {
    for &game in GAMES {
        for threads in [1, 2] {
            let mut batch = batch(game, Asked { threads, results: true, ..asked(game) }).unwrap();
            for look in 0..6 {
                choose(&*batch, &mut Rng::new(look));
                batch.send().unwrap();
                match look {
                    0 => assert!(batch.sketch(0).is_some()),
                    1 => assert!(batch.summary(1).is_some()),
                    2 => assert!(batch.scene(2).is_some()),
                    3 => batch.sample(),
                    4 => drop(batch.take_ended()),
                    _ => assert!(batch.take_decided() > 0),
                }
                batch.recv().unwrap();
                assert!(batch.recv().unwrap_err().contains("send"), "{game}");
            }
        }
    }
}

#[test]
fn faults_of_what_was_sent_are_told_when_it_is_received() {
    let mut told = 0;
    for seed in 0..40 {
        // Arrays that are too small for some of the boards that come.
        let side = 16 + seed as usize;
        let scope = skirmish_learn::Scope { width: side, height: side, units: 8, sight: 2, reach: 2, seats: 2 };
        let base = Setup { config: serde_json::from_str(r#"{"total_turns": 1}"#).unwrap(), ..Setup::default() };
        let small = Asked { base, scope: Some(scope), games: 1, repeats: 1, seed, ..Asked::default() };
        let Ok(mut batch) = batch("footsoldiers", small) else { continue };
        for _ in 0..200 {
            batch.sample();
            batch.send().unwrap();
            batch.sketch(0).unwrap();
            batch.take_ended();
            if let Err(why) = batch.recv() {
                assert!(why.contains("the arrays have room for"), "{why}");
                told += 1;
                break;
            }
        }
    }
    assert!(told > 0, "no board was too large");
}

#[test]
fn whole_turns_carry_out_what_was_chosen_or_tell_what_was_left_out() {
    use skirmish_core::replay::{About, Salt};
    let about = About { id: "test".into(), players: Vec::new(), sandbox: serde_json::Value::Null, salt: Salt([1; 16]) };
    let (mut chosen, mut left_out) = (0, 0);
    for seed in 0..6 {
        let mut batch =
            batch("infection", Asked { games: 1, whole: true, results: true, seed, ..asked("infection") }).unwrap();
        let (mut acted, mut dropped) = (0, 0);
        loop {
            batch.sample();
            for row in 0..batch.buffers().rows() {
                // SAFETY: no job is under way.
                let row = unsafe { batch.buffers().row(row) };
                let acts = row.actions.iter().filter(|&&number| number > 2).count();
                acted += if *row.deciding == 1 { acts } else { 0 };
            }
            batch.step().unwrap();
            for row in 0..batch.buffers().rows() {
                // SAFETY: as above.
                let row = unsafe { batch.buffers().row(row) };
                dropped += row.dropped.iter().map(|&unit| usize::from(unit)).sum::<usize>();
            }
            if !batch.take_ended().is_empty() {
                break;
            }
        }
        let records = batch.replay(0, &about).unwrap();
        let steps = records.iter().map(|record| serde_json::from_str::<serde_json::Value>(record).unwrap());
        let lists = steps.filter_map(|step| step["orders"].as_array().cloned()).flatten();
        let played: usize = lists.map(|list| list["actions"].as_array().map_or(0, Vec::len)).sum();
        assert_eq!(played + dropped, acted, "seed {seed}");
        (chosen, left_out) = (chosen + acted, left_out + dropped);
    }
    assert!(chosen > 500 && left_out > 0, "{left_out} of {chosen} were left out");
}

#[test]
fn results_that_nobody_takes_make_room_for_later_ones() {
    let base = Setup { config: serde_json::from_str(r#"{"total_turns": 1}"#).unwrap(), ..Setup::default() };
    let mut batch = batch("footsoldiers", Asked { base, games: 64, results: true, ..Asked::default() }).unwrap();
    while batch.take_ended().is_empty() {
        batch.play_random(1).unwrap();
    }
    batch.play_random(MOST_ENDED as u32 / 8).unwrap();
    assert_eq!(batch.take_ended().len(), MOST_ENDED);
}
