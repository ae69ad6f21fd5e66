//! The suite passes a lawful game and notices each breach: a check that cannot fail proves nothing.

mod broken;

use broken::*;
use skirmish_cairns::{Cairns, State};
use skirmish_core::replay::{About, AnyPlayback, Playback, Recording, Salt, SeatedPlayer, Wrong, verify};
use skirmish_core::{Documents, Rng, Seat, Setup, Table};
use skirmish_laws::perft::{perft, recount};
use skirmish_laws::playthrough::playthrough;
use skirmish_laws::suite::{Effort, actions_come_back, check, position_text, some_orders};
use skirmish_laws::vectors::run;

const EFFORT: Effort = Effort { games: 12, steps: 40 };

#[test]
fn a_lawful_game_passes() {
    let seen = check::<Broken<LAWFUL>>(EFFORT);
    assert!(seen.steps > 50 && seen.listed > 200 && seen.refused > 100 && seen.finished == 12, "{seen:?}");
    assert!(seen.reshuffled * 10 >= seen.tried * 9, "{seen:?}");
    actions_come_back::<Broken<LAWFUL>>(4);
}

macro_rules! breaches {
    ($($name:ident: $breach:ident, $words:literal;)*) => {
        $(
            #[test]
            #[should_panic(expected = $words)]
            fn $name() {
                check::<Broken<$breach>>(EFFORT);
            }
        )*
    };
}

breaches! {
    a_leak_in_a_view_is_noticed: LEAKS_IN_VIEW, "shows in its message";
    a_leak_in_a_rejection_is_noticed: LEAKS_IN_REJECTION, "shows in its rejections";
    a_listed_illegal_action_is_noticed: LISTS_ILLEGAL, "is_legal of";
    a_refusal_that_changes_something_is_noticed: REFUSAL_CHANGES, "a refused action changed the state";
    an_unstable_hash_is_noticed: HASH_FORGETS, "the hash is not that of the position";
    starts_with_one_hash_are_noticed: BLIND_HASH, "two different starts have one hash";
    a_finished_game_that_goes_on_is_noticed: FINISHED_GOES_ON, "a finished game went on";
    a_position_that_forgets_is_noticed: POSITION_FORGETS, "the state behind the position is another one";
    acting_out_of_turn_is_noticed: ACTS_OUT_OF_TURN, "is not to act and has legal actions";
    a_leak_to_whoever_tries_orders_is_noticed: LEAKS_WHEN_TRIED, "shows when it tries orders";
    a_leak_in_a_board_of_characters_is_noticed: LEAKS_IN_SKETCH, "a board tells";
    an_id_that_is_there_twice_is_noticed: SAME_ID_TWICE, "two things are called 1";
    a_drawing_that_is_not_there_is_noticed: UNKNOWN_DRAWING, "which is not drawn";
    a_sign_without_a_meaning_is_noticed: LEGEND_FORGETS, "does not explain cairn";
    a_verb_that_cannot_say_an_action_is_noticed: VERB_FORGETS, "no verb says";
    a_summary_without_the_winner_is_noticed: SUMMARY_FORGETS, "does not name the winner";
    an_ending_that_is_not_listed_is_noticed: UNLISTED_ENDING, "is not among the endings";
    a_step_that_is_not_its_actions_is_noticed: STEP_DIFFERS, "part ways";
}

type Lawful = Cairns;

fn start() -> (Lawful, State) {
    Lawful::resolve(&Setup::seeded(3)).unwrap()
}

fn recorded() -> String {
    recorded_up_to(usize::MAX, None)
}

/// The replay of a random game, stopped after so many steps.
fn recorded_up_to(most: usize, void: Option<&str>) -> String {
    let (game, state) = start();
    let mut table = Table::new(game, state);
    let players =
        ["first", "second"].map(|seat| SeatedPlayer { seat: seat.into(), player: "random".into(), name: None });
    let about =
        About { id: "test".into(), players: players.into(), sandbox: serde_json::Value::Null, salt: Salt([9; 16]) };
    let (recording, header) = Recording::begin(&table, &about, 3.into(), None);
    let mut records = vec![header];
    let mut rng = Rng::new(1);
    while !table.turn().is_over() && records.len() <= most {
        let orders = some_orders(&table, &mut rng);
        table.step(&orders);
        let mut record = String::new();
        recording.step(&table, &orders, &mut record);
        records.push(record);
    }
    records.push(recording.ending(&table, void.map(str::to_owned)));
    records.join("\n") + "\n"
}

#[test]
fn replays_prove_themselves() {
    let text = recorded();
    let steps = text.lines().count() - 2;
    assert_eq!(verify::<Lawful>(&text), Ok(steps));
    let wrong = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from} is not there");
        verify::<Lawful>(&changed).unwrap_err()
    };
    assert!(matches!(wrong("\"count\":1", "\"count\":2"), Wrong::Differs { step: 1.., .. }));
    assert_eq!(
        wrong("\"version\":1", "\"version\":2").to_string(),
        "a replay of cairns version 2; this program plays version 1"
    );
    assert_eq!(wrong("\"skirmish\":3", "\"skirmish\":4"), Wrong::OtherFormat { format: 4 });
    assert_eq!(wrong("\"skirmish\":3", "\"skirmish\":1"), Wrong::OtherFormat { format: 1 });
    let needs = wrong("\"skirmish\":3", "\"skirmish\":3,\"needs\":[\"commands\"]");
    assert_eq!(needs, Wrong::Needs { what: "commands".into() });
    assert!(matches!(wrong("\"game\":\"cairns\"", "\"game\":\"chess\""), Wrong::OtherGame { .. }));
    assert!(matches!(wrong("\"over\":true", "\"over\":false"), Wrong::OtherResult { .. }));
    assert!(matches!(wrong("\"hash\"", "\"draws\":[1],\"hash\""), Wrong::OtherDraws { step: 1, .. }));
    assert!(matches!(wrong("\"hash\"", "\"more\":1,\"hash\""), Wrong::Unreadable { line: 2, .. }));
    assert!(matches!(wrong("{\"seat\":0,", "{\"absence\":\"late\",\"seat\":0,"), Wrong::Unreadable { .. }));
    for secret in ["\"seed\":3", "\"salt\":\"0909"] {
        assert_eq!(wrong(secret, &secret.replace(['3', '9'], "4")), Wrong::OtherSeed);
    }
    assert!(matches!(verify::<Lawful>("nonsense"), Err(Wrong::Unreadable { line: 1, .. })));
    assert_eq!(verify::<Lawful>(""), Err(Wrong::Torn));
}

#[test]
fn a_replay_ends_with_its_ending() {
    let text = recorded();
    let lines: Vec<&str> = text.lines().collect();
    let (last, steps) = lines.split_last().unwrap();
    assert_eq!(verify::<Lawful>(&steps.join("\n")), Err(Wrong::Torn));
    let early = format!("{}\n{last}", steps[..3].join("\n"));
    assert!(matches!(verify::<Lawful>(&early), Err(Wrong::OtherResult { .. })));
    assert_eq!(verify::<Lawful>(&recorded_up_to(3, None)), Err(Wrong::NotOver));
    assert_eq!(verify::<Lawful>(&recorded_up_to(3, Some("interrupted"))), Ok(3));
    for after in [last, steps.last().unwrap()] {
        assert!(matches!(verify::<Lawful>(&format!("{text}{after}\n")), Err(Wrong::Unreadable { .. })));
    }
}

#[test]
fn a_playback_stops_anywhere_and_plays_on() {
    let text = recorded();
    let mut playback = Playback::<Lawful>::open(text.clone()).unwrap();
    assert_eq!(playback.header().players[1].seat, "second");
    assert!(playback.skip_to_turn(3).unwrap());
    assert_eq!((playback.played(), playback.table().turn().number), (2, 3));
    let step = playback.peek().unwrap().unwrap().clone();
    assert_eq!(step.hash.len(), 8);
    assert!(step.of(Seat(0)).is_some());
    assert!(playback.skip_to_step(4).unwrap());
    let position = playback.table().position();
    let mut table = Box::new(playback).fork();
    assert_eq!((table.position(), table.seed().number()), (position, 3));
    let mut message = Vec::new();
    let seat = table.turn().to_act.iter().next().unwrap();
    table.message(seat, false, Default::default(), &mut message);
    assert!(String::from_utf8(message).unwrap().contains("\"request\":1,"));
    let mut whole = Playback::<Lawful>::open(text).unwrap();
    assert!(!whole.skip_to_turn(10_000).unwrap());
    assert!(whole.peek().unwrap().is_none());
    assert!(!whole.skip_to_step(10_000).unwrap());
}

#[test]
fn counts_are_right_and_written_down() {
    let (game, state) = start();
    // Three cairns, one to three stones each, or nothing: 10 orders, all leading somewhere else.
    let counts: Vec<_> = (1..=2).filter_map(|depth| perft(&game, &state, depth, &|| false)).collect();
    assert_eq!((counts[0].orders, counts[0].successors), (10, 10));
    // After three of five are taken from a cairn, three can no longer be taken from it.
    assert_eq!(counts[1].orders, 97);
    let text = format!("id start\nposition {}\nperft 1 10 10\n", position_text(&game, &state));
    assert_eq!(recount::<Lawful>(&text).unwrap(), text);
    assert_ne!(recount::<Lawful>(&text.replace("10 10", "9 9")).unwrap(), text.replace("10 10", "9 9"));
    assert!(recount::<Lawful>("perft 1").is_err());
    assert!(recount::<Lawful>("nonsense").is_err());
}

#[test]
fn playthroughs_show_everything() {
    let text = playthrough(start(), 1, 5);
    for word in ["position ", "hash ", "legal first ", "request second ", "orders ", "event ", "outcome "] {
        assert!(text.contains(&format!("\n{word}")), "{word} is missing in\n{text}");
    }
}

#[test]
fn a_vector_passes_or_says_the_first_difference() {
    let line = r#"{"name":"take","before":{"game":"cairns","turn":1,"cairns":[5,5,5],"scores":[0,0],"secrets":[1,2],"forfeit":null},
        "actions":[{"seat":"first","actions":[{"do":"take","cairn":7,"count":1},{"do":"take","cairn":0,"count":2}]}],
        "after":{"game":"cairns","turn":2,"cairns":[3,5,5],"scores":[2,0],"secrets":[1,2],"forfeit":null},
        "rejected":[{"seat":"first","index":0,"reason":"no_such_target"}]}"#
        .replace('\n', "");
    run::<Lawful>(&line).unwrap();
    let failed = |from: &str, to: &str| run::<Lawful>(&line.replace(from, to)).unwrap_err().to_string();
    assert_eq!(failed("[3,5,5]", "[3,4,5]"), "after/cairns/1: expected 4, got 5");
    let other = failed("no_such_target", "malformed");
    assert_eq!(other, "rejected/0/reason: expected \"malformed\", got \"no_such_target\"");
    assert!(failed("\"turn\":1", "\"turn\":0").starts_with("the position is refused: bad_position: /turn"));
    assert!(run::<Lawful>("{").is_err());
    assert!(run::<Lawful>("{}").is_err());
}
