//! The pictures of all games, on screens of several sizes, and whole games played by keys, without a real terminal.

use crate::keys::{Code, Key};
use crate::play::Play;
use crate::stage::{Act, Flow};
use crate::watch::{Start, Watch};
use ratatui_core::backend::TestBackend;
use ratatui_core::terminal::Terminal;
use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{About, Salt, SeatedPlayer};
use skirmish_core::{Seat, Setup, Viewer};
use skirmish_matches::people::dismiss;
use skirmish_matches::{Error, Match, MatchOptions, Record, Team, TeamOptions, Venue};
use skirmish_replay::Recorder;
use skirmish_viewer::session;
use skirmish_viewer::watched::Watched;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const SIZES: [(u16, u16); 3] = [(80, 24), (200, 60), (40, 12)];

fn table(game: &str, seed: u64, config: Value) -> Box<dyn AnyTable> {
    let mut setup = Setup::seeded(seed);
    setup.config = config.as_object().cloned().unwrap_or_default();
    let mut table = skirmish_games::registry().game(game).unwrap().set_up(&setup).unwrap();
    table.reseed(seed.into());
    table
}

/// A replay of medium bots, the players' names as given.
fn replay(game: &str, steps: usize, name: &str) -> PathBuf {
    let mut table = table(game, 3, Value::Null);
    let seats = table.seats().to_vec();
    for i in 0..seats.len() {
        let seat = Seat(i as u8);
        let random = table.seed().of_seat(seat);
        assert!(table.seat_bot(seat, "medium", random));
    }
    let player = |seat: &String| SeatedPlayer { seat: seat.clone(), player: "medium".into(), name: Some(name.into()) };
    let players = seats.iter().map(player).collect();
    let about = About { id: "test".into(), players, sandbox: Value::Null, salt: Salt([3; 16]) };
    let path = std::env::temp_dir().join(format!("skirmish-terminal-{game}-{steps}-{}.skirmish", std::process::id()));
    let _gone = std::fs::remove_file(&path);
    let mut recorder = Recorder::create(&path).unwrap();
    recorder.record(&table.begin_replay(&about)).unwrap();
    for _ in 0..steps {
        let turn = table.turn();
        if turn.is_over() {
            break;
        }
        turn.to_act.iter().for_each(|seat| table.ask_bot(seat));
        table.step();
        recorder.record(table.step_record()).unwrap();
    }
    recorder.record(&table.end_replay(None)).unwrap();
    recorder.finish().unwrap().path
}

fn screen(act: &mut dyn Act, size: (u16, u16)) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| act.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
    (0..size.1).map(row).collect()
}

fn press(act: &mut dyn Act, keys: &str) -> Flow {
    let mut flow = Flow::Stay;
    for c in keys.chars() {
        let code = match c {
            '\r' => Code::Enter,
            '\t' => Code::Tab,
            '\u{1b}' => Code::Escape,
            '\u{8}' => Code::Backspace,
            c => Code::Char(c),
        };
        flow = act.press(Key::plain(code)).unwrap();
    }
    flow
}

#[test]
fn every_game_is_drawn_on_every_screen() {
    for game in skirmish_games::IDS {
        let path = replay(game, 40, "name");
        let watched = Watched::open(&skirmish_games::registry(), &path).unwrap();
        let frame = watched.with(|reel| reel.index.steps / 2);
        let mut watch = Watch::new(&watched, &Start { frame: Some(frame), ..Start::default() }).unwrap();
        for size in SIZES {
            let rows = screen(&mut watch, size);
            let text = rows.join("\n");
            assert!(rows[0].contains(game), "{game} {size:?}\n{text}");
            assert!(rows[usize::from(size.1) - 1].contains("space play"), "{game} {size:?}\n{text}");
            let sketch = watched.with(|reel| reel.at(frame).unwrap().table().sketch(Viewer::Omniscient));
            // Whose board it is, and coordinates beside it.
            let seats = watched.with(|reel| reel.header().players.clone());
            assert!(text.contains(&seats[0].seat), "{game} {size:?}\n{text}");
            let labelled = rows
                .iter()
                .filter(|row| row.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '-'))
                .count();
            assert!(labelled >= sketch.size()[1].min(usize::from(size.1) / 3), "{game} {size:?}\n{text}");
            if size.0 > 66 {
                assert!(text.contains(sketch.legend()[0].what), "{game} {size:?}: the legend\n{text}");
            }
            // What the sketch has is on the screen, if that is large enough.
            if size == (200, 60) {
                let shown = watched.with(|reel| reel.at(frame).unwrap().table().sketch(Viewer::Omniscient));
                if shown.size()[1] < 40 && !shown.is_slanted() {
                    for row in shown.rows() {
                        let marks: Vec<String> = row.iter().map(|mark| mark.char.to_string()).collect();
                        assert!(text.contains(marks.join(" ").trim_end()), "{game}: {marks:?}\n{text}");
                    }
                }
            }
        }
        let _gone = std::fs::remove_file(path);
    }
}

#[test]
fn texts_of_others_do_not_steer_the_terminal() {
    let path = replay("golems", 6, "\u{1b}[31mevil\u{202e}");
    let watched = Watched::open(&skirmish_games::registry(), &path).unwrap();
    let mut watch = Watch::new(&watched, &Start::default()).unwrap();
    let text = screen(&mut watch, (200, 60)).join("\n");
    assert!(
        text.contains("\\u001b[31mevil\\u202e") && !text.contains('\u{1b}') && !text.contains('\u{202e}'),
        "{text}"
    );
    let _gone = std::fs::remove_file(path);
}

#[test]
fn a_film_goes_on_with_time_and_stops_at_its_end() {
    let path = replay("infection", 30, "name");
    let watched = Watched::open(&skirmish_games::registry(), &path).unwrap();
    let last = watched.with(|reel| reel.index.steps);
    let mut watch = Watch::new(&watched, &Start::default()).unwrap();
    let begun = Instant::now();
    let mut frames = Vec::new();
    for tenth in 0..400 {
        watch.tick(begun + Duration::from_millis(100 * tenth)).unwrap();
        let top = screen(&mut watch, (80, 24)).remove(0);
        if frames.last() != Some(&top) {
            frames.push(top);
        }
    }
    // One frame after the other, and none left out.
    assert!(frames.len() > last, "{frames:?}");
    assert!(frames.last().unwrap().contains(&format!("|| 1x  {last}/{last}")), "{frames:?}");
    // Forward and back again is the same picture.
    press(&mut watch, ":3\r");
    let there = screen(&mut watch, (80, 24));
    press(&mut watch, ".,:3\r");
    assert_eq!(screen(&mut watch, (80, 24)), there);
    let _gone = std::fs::remove_file(path);
}

#[test]
fn a_seat_sees_what_it_was_sent() {
    let path = replay("outbreak", 40, "name");
    let watched = Watched::open(&skirmish_games::registry(), &path).unwrap();
    let mut watch = Watch::new(&watched, &Start { frame: Some(30), seat: Some(Seat(0)), turn: None }).unwrap();
    let fog = screen(&mut watch, (200, 60)).join("\n");
    assert!(fog.contains("as humans saw it") && fog.contains("told in the view of everything"), "{fog}");
    let count = |text: &str, what| text.chars().filter(|c| *c == what).count();
    press(&mut watch, "ff");
    let all = screen(&mut watch, (200, 60)).join("\n");
    assert!(!all.contains("saw it") && count(&all, '1') >= count(&fog, '1'), "{all}");
    let _gone = std::fs::remove_file(path);
}

/// Plays a match with people on some seats; `keys` is asked for the next ones whenever somebody has the turn.
fn by_hand(game: &'static str, config: Value, people: &[usize], mut keys: impl FnMut(&mut Play, &[String])) -> Value {
    let venue = Venue::new(skirmish_games::registry());
    let make = || Ok::<_, Error>(table(game, 11, config.clone()));
    let mut first = make().unwrap();
    let spelled: Vec<String> = (0..first.seats().len())
        .map(|seat| if people.contains(&seat) { "human" } else { "weak" }.to_string())
        .collect();
    let team = Team::ready(&venue, &mut *first, &spelled, &TeamOptions::default()).unwrap();
    let about = session::About::of(as_viewed(&*first), &[], String::new());
    let desks: Vec<_> =
        team.desks().into_iter().enumerate().filter_map(|(i, desk)| Some((Seat(i as u8), desk?))).collect();
    std::thread::scope(|scope| {
        let (venue, team) = (&venue, &team);
        let config = config.clone();
        let played = scope.spawn(move || {
            let make = || Ok(table(game, 11, config.clone()));
            let options = MatchOptions { record: Record::Nowhere, ..MatchOptions::default() };
            let played = Match::new(venue, team).with(options).play(&make);
            dismiss(team, &played);
            played
        });
        let mut play = Play::new(about, desks);
        let begun = Instant::now();
        loop {
            assert!(begun.elapsed() < Duration::from_secs(300), "{game} does not end");
            play.tick(Instant::now()).unwrap();
            let rows = screen(&mut play, (80, 24));
            if rows.iter().any(|row| row.contains("The match is over")) {
                break;
            }
            if rows[0].contains("you are") {
                keys(&mut play, &rows);
            } else {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        let played = played.join().unwrap().unwrap();
        assert_eq!(played.report.void, None);
        played.table.result()
    })
}

fn as_viewed(table: &dyn AnyTable) -> &dyn skirmish_core::any::Viewed {
    table
}

fn short(game: &str) -> Value {
    match game {
        "outbreak" => serde_json::json!({"max_turns": 6}),
        "infection" => serde_json::json!({"turn_limit": 4}),
        "golems" => serde_json::json!({"max_turns": 10}),
        "footsoldiers" => serde_json::json!({"total_turns": 12}),
        _ => serde_json::json!({"days": 2}),
    }
}

#[test]
fn every_side_of_every_game_is_played_by_keys() {
    for game in skirmish_games::IDS {
        for seat in [0, 1] {
            let (mut turns, mut own) = (0, 0);
            by_hand(game, short(game), &[seat], |play, _| {
                turns += 1;
                // The first of everything that is possible, a unit further on something at the cursor, and the rest by a bot.
                press(play, "/\r\t\r");
                own += play.orders();
                press(play, "\u{1b}\u{1b}\u{1b}f");
                for size in SIZES {
                    let rows = screen(play, size);
                    assert!(rows[0].contains(game), "{game}\n{}", rows.join("\n"));
                }
                press(play, "S");
                press(play, "y");
            });
            assert!(turns > 1 && own > 0, "{game}, seat {seat}: {own} orders of its own in {turns} turns");
        }
    }
}

#[test]
fn an_order_is_composed_undone_and_done_again() {
    let mut tried = false;
    by_hand("golems", short("golems"), &[0], |play, rows| {
        if !tried {
            tried = true;
            assert!(rows[0].contains("0 orders"), "{}", rows.join("\n"));
            press(play, "m");
            let rows = screen(play, (80, 24));
            assert!(rows[23].contains("Move: where"), "{}", rows.join("\n"));
            press(play, "\r");
            let rows = screen(play, (80, 24));
            assert!(rows[0].contains("1 order") && !rows[0].contains("orders"), "{}", rows.join("\n"));
            press(play, "\u{8}");
            assert!(screen(play, (80, 24))[0].contains("0 orders"));
            play.press(Key::control('y')).unwrap();
            assert!(screen(play, (80, 24))[0].contains("1 order"));
            press(play, "?");
            assert!(screen(play, (80, 24)).join("\n").contains("- Keys -"));
            press(play, "\u{1b}");
        }
        press(play, "fS");
        press(play, "y");
    });
}

#[test]
fn a_standing_order_goes_on_from_turn_to_turn() {
    let mut turns = 0;
    by_hand("golems", short("golems"), &[0], |play, rows| {
        turns += 1;
        match turns {
            // Everybody, to a far corner.
            1 => {
                press(play, "A");
                for _ in 0..12 {
                    play.press(Key { shift: true, ..Key::plain(Code::Right) }).unwrap();
                }
                press(play, "\r");
                assert!(screen(play, (80, 24))[23].contains("go to ("), "{}", screen(play, (80, 24)).join("\n"));
            }
            2 => assert!(rows[23].contains("standing orders") && !rows[0].contains(" 0 orders"), "{}", rows.join("\n")),
            _ => {}
        }
        press(play, "S");
        press(play, "y");
    });
    assert!(turns > 2);
}

#[test]
fn two_people_take_turns_behind_a_curtain() {
    let mut seen = Vec::new();
    let mut curtains = 0;
    let result = by_hand("golems", short("golems"), &[0, 1], |play, rows| {
        if rows.join("\n").contains("Change places") {
            curtains += 1;
            assert!(!rows.join("\n").contains(" . . "), "the board is covered\n{}", rows.join("\n"));
            press(play, "\r");
        }
        seen.push(rows[0].contains("you are p0"));
        press(play, "fS");
        press(play, "y");
    });
    assert!(curtains >= 4 && seen.contains(&true) && seen.contains(&false), "{curtains} {result}");
}
