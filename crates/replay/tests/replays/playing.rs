//! Playing files again: every game, complete and torn, with and without the seed.

use crate::common::{Folder, about, records, step, table, text};
use skirmish_core::Seat;
use skirmish_core::replay::Wrong;
use skirmish_games::IDS;
use skirmish_replay::{Recorder, ReplayFile};

#[test]
fn a_match_of_every_game_is_proved() {
    for game in IDS {
        let records = records(game, "weak", 3, 150);
        let mut playback = skirmish_games::registry().playback(text(&records)).unwrap();
        playback.finish().unwrap_or_else(|wrong| panic!("{game}: {wrong}"));
        assert_eq!(playback.played(), records.len() - 2, "{game}");
        assert_eq!(playback.header().players[0].name.as_deref(), Some("a bot"));
        let ending = playback.ending().unwrap();
        assert_eq!((ending.seed, ending.void.is_none()), (3, playback.table().turn().is_over()), "{game}");
    }
}

/// A torn replay gives no seed away, and is played by the draws it holds.
#[test]
fn a_torn_replay_of_every_game_is_played_without_the_seed() {
    let mut drawn = false;
    for game in IDS {
        let records = records(game, "medium", 1, 250);
        let torn = text(&records[..records.len() - 1]);
        assert!(!torn.contains("\"rng\""), "{game}: the random key is told before the end");
        drawn |= torn.contains("\"draws\"");
        let mut playback = skirmish_games::registry().playback(torn.clone()).unwrap();
        assert_eq!(playback.finish(), Err(Wrong::Torn), "{game}");
        assert_eq!(playback.played(), records.len() - 2, "{game}");
        assert!(playback.ending().is_none());
        let mut complete = skirmish_games::registry().playback(text(&records)).unwrap();
        complete.finish().unwrap();
        assert_eq!(complete.table().hash(), playback.table().hash(), "{game}");
    }
    assert!(drawn, "some match has draws in it");
}

#[test]
fn draws_that_do_not_fit_are_noticed() {
    let records = records("zords", "medium", 1, 250);
    let at = records.iter().position(|record| record.contains("\"draw\":\"totem\"")).expect("a totem is drawn");
    let mut changed = records.clone();
    changed[at] = changed[at].replacen("\"x\":", "\"x\":1", 1);
    let place = |text: String| skirmish_games::registry().playback(text).unwrap().finish().unwrap_err();
    assert!(matches!(place(text(&changed)), Wrong::OtherDraws { step, .. } if step == at));
    let torn = text(&changed[..changed.len() - 1]);
    let wrong = place(torn);
    assert_eq!(wrong.place().map(|(step, _)| step), Some(at), "{wrong}");
    let mut missing = records.clone();
    let from = missing[at].find("\"draws\":").unwrap();
    let to = missing[at].find("\"hash\":").unwrap();
    missing[at].replace_range(from..to, "");
    assert!(matches!(place(text(&missing[..missing.len() - 1])), Wrong::OtherDraws { .. }));
}

#[test]
fn the_promise_about_the_seed_is_checked() {
    for game in ["golems", "zords"] {
        let mut records = records(game, "weak", 5, 4);
        let last = records.len() - 1;
        let ending = records[last].clone();
        for (from, to) in [("\"seed\":5", "\"seed\":6"), ("\"salt\":\"6e", "\"salt\":\"6f")] {
            records[last] = ending.replacen(from, to, 1);
            assert_ne!(records[last], ending);
            assert_eq!(
                skirmish_games::registry().playback(text(&records)).err(),
                Some(Wrong::OtherSeed),
                "{game} {from}"
            );
        }
        records[last] = ending.replacen("\"salt\":\"6e", "\"salt\":\"zz", 1);
        assert!(matches!(
            skirmish_games::registry().playback(text(&records)).unwrap().finish(),
            Err(Wrong::Unreadable { .. })
        ));
        let header = records[0].clone();
        records[last] = ending;
        records[0] = header.replacen("\"commitment\":\"", "\"commitment\":\"0", 1);
        assert_eq!(skirmish_games::registry().playback(text(&records)).err(), Some(Wrong::OtherSeed), "{game}");
    }
}

#[test]
fn what_this_program_does_not_play_is_refused_by_name() {
    let records = records("infection", "weak", 1, 1);
    let refused = |from: &str, to: &str| {
        let changed = text(&records).replacen(from, to, 1);
        skirmish_games::registry().playback(changed).err().expect("refused").to_string()
    };
    let version = format!("\"version\":{}", table("infection", "weak", 1).version());
    assert!(
        refused(&version, "\"version\":77")
            .starts_with("a replay of infection version 77; this program plays version ")
    );
    assert_eq!(
        refused("\"game\":\"infection\"", "\"game\":\"chess\""),
        "a replay of chess; this program plays outbreak, infection, golems, footsoldiers, zords"
    );
    assert_eq!(refused("\"skirmish\":3", "\"skirmish\":9"), "a replay of format 9; this program reads formats 2 to 3");
    assert!(refused("\"position\":{", "\"position\":{\"surplus\":1,").contains("/surplus"));
}

/// A fork is a match of its own: with its own replay, that is proved by itself.
#[test]
fn a_fork_plays_on_and_is_recorded() {
    for game in IDS {
        let records = records(game, "weak", 2, 60);
        let mut playback = skirmish_games::registry().playback(text(&records)).unwrap();
        assert!(playback.skip_to_step(5).unwrap(), "{game}");
        let position = playback.table().position();
        let mut table = playback.fork();
        assert_eq!((table.position(), table.seed().number()), (position, 2), "{game}");
        let about = about(&*table);
        let mut forked = vec![table.begin_replay(&about)];
        for i in 0..table.seats().len() as u8 {
            table.seat_bot(Seat(i), "medium", 7);
        }
        for _ in 0..20 {
            if table.turn().is_over() {
                break;
            }
            step(&mut *table);
            forked.push(table.step_record().into());
        }
        forked.push(table.end_replay((!table.turn().is_over()).then_some("enough")));
        skirmish_games::registry()
            .playback(text(&forked))
            .unwrap()
            .finish()
            .unwrap_or_else(|wrong| panic!("{game}: {wrong}"));
    }
}

/// The messages of a match come out of its replay as they were sent.
#[test]
fn a_seat_is_sent_the_same_messages_again() {
    for game in IDS {
        let mut first = table(game, "weak", 4);
        let about = about(&*first);
        let mut records = vec![first.begin_replay(&about)];
        let mut sent = Vec::new();
        for _ in 0..40 {
            let turn = first.turn();
            for seat in turn.to_act.iter().filter(|&seat| !turn.silent.contains(seat)) {
                let mut message = Vec::new();
                first.message(seat, true, Default::default(), &mut message);
                sent.push(message);
                // Nonsense, so that there are rejections to tell.
                let nonsense = serde_json::value::to_raw_value(&serde_json::json!({"do": "nonsense"})).unwrap();
                first.list(seat, &[&nonsense], 0);
                assert_eq!(first.as_recorded(&[&nonsense])[0]["bad"], "unknown_action");
            }
            first.step();
            records.push(first.step_record().into());
            if first.turn().is_over() {
                break;
            }
        }
        let mut playback = skirmish_games::registry().playback(text(&records)).unwrap();
        let mut again = Vec::new();
        while let Some(step) = playback.peek().unwrap().cloned() {
            for given in &step.orders {
                let mut message = Vec::new();
                playback.table().message(Seat(given.seat), true, Default::default(), &mut message);
                again.push(message);
            }
            playback.play().unwrap();
        }
        assert_eq!(again, sent, "{game}");
    }
}

#[test]
fn a_long_match_is_small() {
    let folder = Folder::new("size");
    for bot in ["weak", "medium", "strong"] {
        let records = records("infection", bot, 2, 10_000);
        let mut recorder = Recorder::create(&folder.file(bot)).unwrap();
        records.iter().for_each(|record| recorder.record(record).unwrap());
        let finished = recorder.finish().unwrap();
        assert!(finished.bytes <= 20_000, "{bot}: {} bytes", finished.bytes);
        assert!(ReplayFile::read(&finished.path).unwrap().text.len() > 50_000);
    }
}
