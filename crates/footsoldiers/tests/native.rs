//! The text protocol of the original at a table: how bots are reached, what ends a state, what a line comes to.

use serde_json::Value;
use skirmish_core::any::{Known, Playing, Seated, Spoken};
use skirmish_core::native::{Contact, Replies, Transport};
use skirmish_core::{Absence, Documents, Seat, Setup};
use skirmish_footsoldiers::Footsoldiers;

const ONE: Seat = Seat(0);
const TWO: Seat = Seat(1);

fn table() -> Seated<Footsoldiers> {
    let (game, state) = Footsoldiers::resolve(&Setup::default().with_map("duel")).unwrap();
    Seated::new(game, state, 1)
}

fn request(table: &Seated<Footsoldiers>, seat: Seat) -> Vec<u8> {
    let mut out = Vec::new();
    table.native_request(seat, &mut out);
    out
}

/// What the last step refused, as `seat:reason`.
fn refused(table: &Seated<Footsoldiers>) -> Vec<String> {
    table.rejections().iter().map(|r| format!("{}:{}", table.seats()[r.seat.index()], r.reason)).collect()
}

#[test]
fn bots_speak_first_and_their_newest_line_counts() {
    let transport = Transport::Pipes { greeting: "Ready" };
    assert_eq!(table().native_contact(), Some(Contact { transport, replies: Replies::Newest }));
    assert!(transport.is_greeting(b"Ready \r") && !transport.is_greeting(b"Hello"));
}

#[test]
fn a_line_feed_follows_a_state_unless_none_is_asked_for() {
    let mut table = table();
    for (setting, end) in [(None, "}\n"), (Some("newline"), "}\n"), (Some("none"), "}}")] {
        table.seat_native(TWO, setting).unwrap();
        let text = String::from_utf8(request(&table, TWO)).unwrap();
        assert!(text.starts_with(r#"{"you":"player2","map":["#) && text.ends_with(end), "{setting:?}: {text}");
        assert_eq!(text.trim_end().len() + usize::from(end.ends_with('\n')), text.len());
        assert!(serde_json::from_str::<Value>(&text).is_ok());
    }
    let error = table.seat_native(ONE, Some("crlf")).unwrap_err().to_string();
    assert!(
        error.contains("no setting \"crlf\"") && error.contains("newline (") && error.contains("none ("),
        "{error}"
    );
}

#[test]
fn a_line_is_a_command_or_refused_by_the_rules() {
    let mut table = table();
    table.seat_native(ONE, None).unwrap();
    table.seat_native(TWO, Some("none")).unwrap();
    let mut turn = |one: &[u8], two: Option<&[u8]>| {
        assert_eq!(table.native_reply(ONE, one, 3), Ok(()));
        match two {
            Some(line) => assert_eq!(table.native_reply(TWO, line, 3), Ok(())),
            None => table.absent(TWO, Absence::Late, 1000),
        }
        table.step();
        refused(&table)
    };
    assert_eq!(turn(b"Build Scout (6, 5) (15, 5) Right\r", Some(b"> No-op")), [] as [&str; 0]);
    assert_eq!(turn(b"thinking", None), ["player1:bad_command", "player2:no_answer"]);
    // A late line is thrown away by whoever reads; none is owed.
    assert_eq!(turn(b"", Some(b"Move (1, 1) to (2147483648, 0)")), ["player1:bad_command", "player2:bad_coordinate"]);
    assert_eq!(turn(b"\xff\xfe", Some(b"Move (0, 0) to (1, 1)")), ["player1:bad_command", "player2:empty_square"]);
    let state: Value = serde_json::from_slice(&request(&table, ONE)).unwrap();
    assert_eq!((&state["you"], &state["turns-remaining"]), (&"player1".into(), &96.into()));
    assert!(state["map"].as_array().unwrap().iter().any(|thing| thing["type"] == "Scout"));
}

#[test]
fn bots_are_told_nothing_at_the_end() {
    let mut table = table();
    table.seat_native(ONE, None).unwrap();
    let mut out = Vec::new();
    table.native_farewell(ONE, &mut out);
    assert!(out.is_empty());
    assert_eq!(table.native_reply(TWO, b"No-op", 1), Err("no native bot sits on seat 1".into()));
    assert!(request(&table, TWO).is_empty());
}
