//! The text protocol of the original game: a state object to the bot, one command line back.
//!
//! What follows a state is a setting of the bot, `state_terminator` in the rulebook: a line feed by default,
//! nothing with `native+none:./bot`. Bots of the original want nothing: the one in Lisp never answers otherwise.

use crate::action::{Action, Who, unreadable};
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::reason;
use crate::state::{Facing, Kind, SEATS, Soldier, State, Team};
use skirmish_core::native::{Contact, Dialect, Native, Replies, Reply, Setting, Transport};
use skirmish_core::{Entry, Reason, Seat};
use std::fmt::Write;

pub(crate) const DIALECT: Dialect<Footsoldiers> = Dialect {
    contact: Contact { transport: Transport::Pipes { greeting: "Ready" }, replies: Replies::Newest },
    settings: &[
        Setting { word: "newline", about: "a line feed follows each state, for bots that read lines; the default" },
        Setting { word: NONE, about: "nothing follows a state, for bots of the original" },
    ],
    make,
};

const NONE: &str = "none";

fn make(
    _: &Footsoldiers,
    seat: Seat,
    setting: Option<&'static Setting>,
) -> Result<Box<dyn Native<Footsoldiers>>, String> {
    if seat.index() >= SEATS.len() {
        return Err(format!("there is no {seat}"));
    }
    let terminator: &[u8] = if setting.is_some_and(|setting| setting.word == NONE) { b"" } else { b"\n" };
    Ok(Box::new(Interpreter { seat, terminator }))
}

/// Speaks for a seat. Bots are told nothing when the game is over.
struct Interpreter {
    seat: Seat,
    terminator: &'static [u8],
}

impl Native<Footsoldiers> for Interpreter {
    fn request(&self, game: &Footsoldiers, state: &State, out: &mut Vec<u8>) {
        out.extend_from_slice(game.native_state(state, self.seat).as_bytes());
        out.extend_from_slice(self.terminator);
    }

    /// A line is never void: without a command it is an entry that the rules refuse.
    fn reply(&self, _: &Footsoldiers, _: &State, line: &[u8], reply: &mut Reply<Action>) -> Result<(), String> {
        reply.entries.push(entry(line));
        Ok(())
    }
}

/// A command line as an entry of a list.
pub fn entry(line: &[u8]) -> Entry<Action> {
    command(line).map_or_else(|reason| Entry::Bad(unreadable(reason)), Entry::Action)
}

/// Searches a line for a command: `bad_command` if there is none, `bad_coordinate` if it names a square out of range.
///
/// The four forms are tried one after the other; of each the leftmost occurrence counts, and text around it does not.
pub fn command(line: &[u8]) -> Result<Action, Reason> {
    let forms = [build, order, face, no_op];
    forms.into_iter().find_map(|form| leftmost(line, form)).unwrap_or(Err(reason::BAD_COMMAND))
}

/// A command found, or found with a number too large.
type Found = Result<Action, Reason>;

fn leftmost(line: &[u8], form: fn(&mut Text<'_>) -> Option<Found>) -> Option<Found> {
    (0..line.len()).find_map(|start| form(&mut Text { rest: &line[start..] }))
}

fn build(text: &mut Text<'_>) -> Option<Found> {
    text.literal("Build ")?;
    let kind = text.word(&KINDS)?;
    text.literal(" ")?;
    let at = text.square()?;
    text.literal(" ")?;
    let goal = text.square()?;
    text.literal(" ")?;
    let facing = text.word(&FACINGS)?;
    Some(named(at).and_then(|(x, y)| {
        let (dest_x, dest_y) = named(goal)?;
        Ok(Action::Build { kind, x, y, dest_x, dest_y, facing })
    }))
}

fn order(text: &mut Text<'_>) -> Option<Found> {
    text.literal("Move ")?;
    let from = text.square()?;
    text.literal(" to ")?;
    let goal = text.square()?;
    Some(named(from).and_then(|(from_x, from_y)| {
        let (x, y) = named(goal)?;
        Ok(Action::Move { who: Who::On(from_x, from_y), x, y })
    }))
}

fn face(text: &mut Text<'_>) -> Option<Found> {
    text.literal("Change attack direction ")?;
    let from = text.square()?;
    text.literal(" to ")?;
    let facing = text.word(&FACINGS)?;
    Some(named(from).map(|(x, y)| Action::Face { who: Who::On(x, y), facing }))
}

fn no_op(text: &mut Text<'_>) -> Option<Found> {
    text.literal("No-op")?;
    Some(Ok(Action::NoOp))
}

/// Both coordinates, if they are in range.
fn named((x, y): (Option<i32>, Option<i32>)) -> Result<(i32, i32), Reason> {
    x.zip(y).ok_or(reason::BAD_COORDINATE)
}

const KINDS: [(&str, Kind); 3] = [("Scout", Kind::Scout), ("Assassin", Kind::Assassin), ("Tank", Kind::Tank)];
const FACINGS: [(&str, Facing); 4] =
    [("Down", Facing::Down), ("Left", Facing::Left), ("Up", Facing::Up), ("Right", Facing::Right)];

/// The rest of a line while it is matched against a form.
struct Text<'a> {
    rest: &'a [u8],
}

impl Text<'_> {
    fn literal(&mut self, literal: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(literal.as_bytes())?;
        Some(())
    }

    fn word<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<T> {
        words.iter().find_map(|&(word, found)| self.literal(word).map(|()| found))
    }

    /// `(N, N)`; a number out of range is `None` inside.
    fn square(&mut self) -> Option<(Option<i32>, Option<i32>)> {
        self.literal("(")?;
        let x = self.number()?;
        self.literal(", ")?;
        let y = self.number()?;
        self.literal(")")?;
        Some((x, y))
    }

    /// One or more digits.
    fn number(&mut self) -> Option<Option<i32>> {
        let length = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        let append = |n: i32, digit: &u8| n.checked_mul(10)?.checked_add(i32::from(digit - b'0'));
        (length > 0).then(|| digits.iter().try_fold(0, append))
    }
}

impl Footsoldiers {
    /// The state object for a seat, in one line, without what ends it.
    pub fn native_state(&self, state: &State, you: Seat) -> String {
        let mut things: Vec<(Square, Thing<'_>)> = Vec::new();
        for (_, team) in Team::WORDS {
            things.push((self.bases[team.index()].at, Thing::Base(team)));
            things.extend(state.army(team).iter().map(|soldier| (soldier.at, Thing::Soldier(team, soldier))));
        }
        things.extend(self.rocks.iter().map(|rock| (rock.at, Thing::Rock)));
        things.sort_unstable_by_key(|(at, _)| *at);

        let mut out = format!("{{\"you\":\"{}\",\"map\":[", Team::of(you).name());
        for (i, (at, thing)) in things.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            write_thing(&mut out, *at, thing);
        }
        write(&mut out, format_args!("],\"turns-remaining\":{}", state.turns_remaining));
        for (name, team) in Team::WORDS {
            let (base, money, health) = (point(self.bases[team.index()].at), state.money(team), state.health(team));
            write(
                &mut out,
                format_args!(
                    ",\"{name}\":{{\"team\":\"{name}\",\"money\":{money},\"base\":{base},\"health\":{health}}}"
                ),
            );
        }
        out.push('}');
        out
    }
}

/// What stands on a square.
enum Thing<'a> {
    Base(Team),
    Rock,
    Soldier(Team, &'a Soldier),
}

fn write_thing(out: &mut String, at: Square, thing: &Thing<'_>) {
    let position = point(at);
    match thing {
        Thing::Base(team) => {
            let team = team.name();
            write(out, format_args!("{{\"type\":\"Base\",\"position\":{position},\"team\":\"{team}\"}}"));
        }
        Thing::Rock => write(out, format_args!("{{\"position\":{position},\"type\":\"Rock\"}}")),
        Thing::Soldier(team, soldier) => {
            let (health, goal, team) = (soldier.health, point(soldier.goal), team.name());
            let kind = KINDS[soldier.kind as usize].0;
            let facing = FACINGS[soldier.facing as usize].0;
            write(
                out,
                format_args!(
                    "{{\"position\":{position},\"health\":{health},\"type\":\"{kind}\",\"team\":\"{team}\",\
                     \"destination\":{goal},\"attack-direction\":\"{facing}\"}}"
                ),
            );
        }
    }
}

fn point(at: Square) -> String {
    format!("{{\"x\":{},\"y\":{}}}", at.x, at.y)
}

fn write(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_searched_form_by_form() {
        let build = Ok(Action::Build { kind: Kind::Scout, x: 1, y: 4, dest_x: 9, dest_y: 3, facing: Facing::Down });
        for line in [
            "Build Scout (1, 4) (9, 3) Down",
            "  Build Scout (01, 004) (9, 3) Downward\r",
            "No-op Build Scout (1, 4) (9, 3) Down",
            "Move (1, 4) to (2, 2) Build Scout (1, 4) (9, 3) Down",
            "Build Build Scout (1, 4) (9, 3) Down Build Tank (1, 4) (9, 3) Down",
        ] {
            assert_eq!(command(line.as_bytes()), build, "{line}");
        }
        assert_eq!(command(b"\xff\x80No-op\r"), Ok(Action::NoOp));
    }

    #[test]
    fn what_is_nearly_a_command_is_none() {
        for line in [
            "build scout (1, 4) (9, 3) Down",
            "Build Scout (1,4) (9,3) Down",
            "Build  Scout (1, 4) (9, 3) Down",
            "Build Scout (1, 4) (9, 3)",
            "Build Scout (-1, 4) (9, 3) Down",
            "Build Scout (\u{661}, 4) (9, 3) Down",
            "no-op",
            "NO-OP",
            "",
        ] {
            assert_eq!(command(line.as_bytes()), Err(reason::BAD_COMMAND), "{line}");
        }
    }

    #[test]
    fn numbers_have_31_bits() {
        let largest = Action::Move { who: Who::On(1, 1), x: i32::MAX, y: 0 };
        assert_eq!(command(b"Move (1, 1) to (2147483647, 0)"), Ok(largest));
        assert_eq!(command(b"Move (1, 1) to (0002147483647, 0)"), Ok(largest));
        assert_eq!(command(b"Move (1, 1) to (2147483648, 0)"), Err(reason::BAD_COORDINATE));
        let long = format!("No-op Change attack direction (0, {}) to Up", "9".repeat(99));
        assert_eq!(command(long.as_bytes()), Err(reason::BAD_COORDINATE));
        // The leftmost occurrence of the first form counts, even if a later one could be played.
        let two = b"Move (1, 1) to (9999999999, 0) Move (1, 1) to (2, 0)";
        assert_eq!(command(two), Err(reason::BAD_COORDINATE));
    }
}
