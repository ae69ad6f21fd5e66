//! What bots of the original answer, by its form alone.
//!
//! The whole line is void for anything that the original's reader would not take: a wrong shape, an unknown field, an
//! unknown word. What has the right form and makes no sense spoils only itself.

use super::message::Cell;
use super::{BUILD, CHARACTER, HEAL, TERRAIN, class_word};
use crate::action::Action;
use crate::class::Class;
use crate::state::Phase;
use serde_json::Value;
use skirmish_core::read::{int_in, join, shown};
use skirmish_core::{Check, Object};

/// What a line says.
pub enum Said {
    /// How many of each class, in the order of the classes, and whether zombies were asked for as well.
    Counts { classes: [i64; 6], zombies: bool },
    /// Actions, and how many elements of the list were none: null, or without a unit.
    Actions { elements: Vec<Element>, misfits: usize },
}

/// One element of a list of actions.
pub struct Element {
    /// `None` if the text is no id.
    pub unit: Option<i64>,
    /// `None` if there is no such action.
    pub action: Option<Action>,
    /// The element as a message shows it.
    pub text: String,
}

/// The longest explanation: it may repeat what the bot has sent.
const LONGEST: usize = 300;

/// Reads a line that answers a request of `phase`, or says why it is void.
pub fn read(line: &[u8], phase: Phase) -> Result<Said, String> {
    if line.trim_ascii().is_empty() {
        return Err("the line is empty".into());
    }
    let said = match serde_json::from_slice(line) {
        Ok(Value::Null) => {
            Err("it is null, which bots of the starter pack send when their code raised an exception".into())
        }
        Ok(value) => match phase {
            Phase::Classes => counts(&value),
            _ => actions(&value, phase),
        },
        Err(error) => Err(format!("it is no JSON ({error}): {}", String::from_utf8_lossy(line))),
    };
    said.map_err(|why| why.chars().take(LONGEST).collect())
}

fn counts(value: &Value) -> Result<Said, String> {
    let Value::Object(given) = value else {
        return Err(format!("{} is no object of classes and their numbers", shown(value)));
    };
    let (mut classes, mut zombies) = ([0; 6], false);
    for (word, count) in given {
        let Some(class) = Class::ALL.into_iter().find(|&class| class_word(class) == word) else {
            let known = Class::HUMAN.map(class_word).join(", ");
            return Err(format!("{word} is no class; known are {known}"));
        };
        let count = match count {
            Value::Null => 0,
            number => whole(number).map_err(|why| format!("{word}: {why}"))?,
        };
        match classes.get_mut(class as usize) {
            Some(wanted) => *wanted = count,
            None => zombies = count > 0,
        }
    }
    Ok(Said::Counts { classes, zombies })
}

fn actions(value: &Value, phase: Phase) -> Result<Said, String> {
    let Value::Array(list) = value else {
        return Err(format!("{} is no list of actions", shown(value)));
    };
    let (mut elements, mut misfits) = (Vec::new(), 0);
    for (i, value) in list.iter().enumerate() {
        match element(value, i, phase)? {
            Some(element) => elements.push(element),
            None => misfits += 1,
        }
    }
    Ok(Said::Actions { elements, misfits })
}

/// `None` if the element is no unit's: null, or without `executingCharacterId`.
fn element(value: &Value, index: usize, phase: Phase) -> Result<Option<Element>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let check = Check::new();
    let mut object = Object::open(value, format!("/{index}"), "void", &check);
    let who = text(&mut object, "executingCharacterId");
    let unit = who.and_then(number);
    let action = match phase {
        Phase::Attack => attack(&mut object, unit),
        Phase::Ability => ability(&mut object, unit),
        Phase::Classes | Phase::Move | Phase::Over => walk(&mut object, unit),
    };
    object.finish();
    let found = who.map(|_| Element { unit, action, text: shown(value) });
    check.finish(found).map_err(|faults| {
        let faults = faults.list().iter().map(|fault| format!("{} {}", fault.pointer, fault.message));
        faults.collect::<Vec<_>>().join("; ")
    })
}

// Each of these asks for all its fields before it judges any, so that an unknown field is told from a known one.

fn walk(object: &mut Object<'_>, unit: Option<i64>) -> Option<Action> {
    let to = cell(object, "destination");
    let Cell { x, y } = to?;
    Some(Action::Move { unit: small(unit?)?, x, y })
}

fn attack(object: &mut Object<'_>, unit: Option<i64>) -> Option<Action> {
    let target = text(object, "attackingId");
    let kind = word(object, "type", [CHARACTER, TERRAIN]);
    let unit = small(unit?)?;
    if kind? == CHARACTER {
        return Some(Action::Attack { unit, target: small(number(target?)?)? });
    }
    let Cell { x, y } = terrain(target?)?;
    Some(Action::Break { unit, x, y })
}

fn ability(object: &mut Object<'_>, unit: Option<i64>) -> Option<Action> {
    let kind = word(object, "type", [HEAL, BUILD]);
    let at = cell(object, "positionalTarget");
    let target = text(object, "characterIdTarget");
    let unit = small(unit?)?;
    match (kind?, at, target) {
        (HEAL, None, Some(target)) => Some(Action::Heal { unit, target: small(number(target)?)? }),
        (BUILD, Some(Cell { x, y }), None) => Some(Action::Build { unit, x, y }),
        _ => None,
    }
}

// Fields: one that is left out is null, and null is nothing.

fn field<'a>(object: &mut Object<'a>, key: &'static str) -> Option<&'a Value> {
    object.take(key).filter(|value| !value.is_null())
}

fn text<'a>(object: &mut Object<'a>, key: &'static str) -> Option<&'a str> {
    let value = field(object, key)?;
    if !value.is_string() {
        object.fault(key, format!("{} is not a string", shown(value)));
    }
    value.as_str()
}

fn word(object: &mut Object<'_>, key: &'static str, words: [&'static str; 2]) -> Option<&'static str> {
    let given = text(object, key)?;
    let found = words.into_iter().find(|word| *word == given);
    if found.is_none() {
        object.fault(key, format!("{given} is not one of {}", words.join(", ")));
    }
    found
}

fn cell(object: &mut Object<'_>, key: &'static str) -> Option<Cell> {
    let value = field(object, key)?;
    let mut inner = Object::open(value, join(object.pointer(), key), "void", object.check());
    let range = i64::from(i32::MIN)..=i64::from(i32::MAX);
    let (x, y) = (inner.int("x", range.clone()) as i32, inner.int("y", range) as i32);
    inner.finish();
    Some(Cell { x, y })
}

fn whole(value: &Value) -> Result<i64, String> {
    int_in(value, &(i64::from(i32::MIN)..=i64::from(i32::MAX)))
}

// Ids mean something only in exactly the form in which they are sent.

fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|id: &i64| id.to_string() == text)
}

fn small(id: i64) -> Option<i32> {
    i32::try_from(id).ok()
}

fn terrain(text: &str) -> Option<Cell> {
    let (x, y) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")?;
    Some(Cell { x: small(number(x)?)?, y: small(number(y)?)? })
}
