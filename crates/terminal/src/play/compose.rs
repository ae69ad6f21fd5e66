//! Orders put together part by part: a verb, and what fills each of its slots. Only what the legal actions hold is offered.

use serde_json::{Value, json};
use skirmish_core::hand::{Slot, Verb};
use skirmish_core::scene::Scene;

/// The keys that an action has for a slot.
fn keys(slot: &Slot) -> Vec<&'static str> {
    match slot {
        Slot::Cell { x, y, .. } => vec![*x, *y],
        Slot::Item { key, .. } | Slot::Choice { key, .. } => vec![*key],
    }
}

pub fn label(slot: &Slot) -> &'static str {
    let (Slot::Cell { label, .. } | Slot::Item { label, .. } | Slot::Choice { label, .. }) = slot;
    label
}

/// What an action says there; null if it leaves the slot out. A cell is a pair.
fn value(slot: &Slot, action: &Value) -> Value {
    match slot {
        Slot::Cell { x, y, .. } if action[*x].is_null() || action[*y].is_null() => Value::Null,
        Slot::Cell { x, y, .. } => json!([action[*x], action[*y]]),
        Slot::Item { key, .. } | Slot::Choice { key, .. } => action[*key].clone(),
    }
}

/// The verb of an action: among those of its name the one whose slots it fills.
pub fn verb_of(verbs: &'static [Verb], action: &Value) -> Option<&'static Verb> {
    let named = || verbs.iter().filter(|verb| action["do"] == verb.name);
    let said = action.as_object()?;
    let fills = |verb: &&Verb| {
        let wanted: Vec<&str> = verb.slots.iter().flat_map(keys).collect();
        wanted.len() + if verb.unit { 2 } else { 1 } == said.len() && wanted.iter().all(|key| said.contains_key(*key))
    };
    named().find(fills).or_else(|| named().next())
}

/// An action put together from its parts.
pub fn action_of(verb: &Verb, unit: Option<i64>, filled: &[Value]) -> Value {
    let mut action = json!({ "do": verb.name });
    if let Some(unit) = unit.filter(|_| verb.unit) {
        action["unit"] = unit.into();
    }
    for (slot, value) in verb.slots.iter().zip(filled).filter(|(_, value)| !value.is_null()) {
        match slot {
            Slot::Cell { x, y, .. } => (action[*x], action[*y]) = (value[0].clone(), value[1].clone()),
            Slot::Item { key, .. } | Slot::Choice { key, .. } => action[*key] = value.clone(),
        }
    }
    action
}

/// An action in words: "Human 3: Walk (4, 5)".
pub fn describe(verbs: &'static [Verb], action: &Value, scene: &Scene) -> String {
    let Some(verb) = verb_of(verbs, action) else { return action.to_string() };
    let parts: Vec<String> =
        verb.slots.iter().map(|slot| word(slot, &value(slot, action), scene)).filter(|word| !word.is_empty()).collect();
    let who = action["unit"].as_i64().map(|unit| format!("{}: ", title(unit, scene))).unwrap_or_default();
    format!("{who}{} {}", verb.label, parts.join(", ")).trim_end().to_string()
}

/// A value of a slot in words.
fn word(slot: &Slot, value: &Value, scene: &Scene) -> String {
    match (slot, value) {
        (_, Value::Null) => String::new(),
        (Slot::Cell { .. }, cell) => format!("({}, {})", cell[0], cell[1]),
        (Slot::Item { .. }, id) => id.as_i64().map_or_else(|| id.to_string(), |id| title(id, scene)),
        (Slot::Choice { .. }, Value::String(word)) => word.clone(),
        (Slot::Choice { .. }, other) => other.to_string(),
    }
}

fn title(id: i64, scene: &Scene) -> String {
    let id = id.to_string();
    let item = scene.items.iter().find(|item| item.id == id);
    item.filter(|item| !item.title.is_empty()).map_or_else(|| format!("#{id}"), |item| item.title.clone())
}

/// Something that can fill a slot.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    pub value: Value,
    pub words: String,
    /// Where it is, if it is somewhere.
    pub cell: Option<[i64; 2]>,
}

/// An order that is being put together.
pub struct Composer {
    pub verb: &'static Verb,
    unit: Option<i64>,
    filled: Vec<Value>,
    candidates: Vec<Value>,
}

impl Composer {
    /// Begins with a verb; the candidates are the legal actions that it can mean.
    pub fn new(verb: &'static Verb, unit: Option<i64>, candidates: Vec<Value>) -> Composer {
        let mut composer = Composer { verb, unit, filled: Vec::new(), candidates };
        composer.pass_over();
        composer
    }

    /// What is asked for next; `None` if nothing is left open.
    pub fn slot(&self) -> Option<&'static Slot> {
        self.verb.slots.get(self.filled.len())
    }

    pub fn asks_for_cell(&self) -> bool {
        matches!(self.slot(), Some(Slot::Cell { .. }))
    }

    /// What the next slot may hold, in the order of the legal actions.
    pub fn choices(&self, scene: &Scene) -> Vec<Choice> {
        let Some(slot) = self.slot() else { return Vec::new() };
        let mut choices: Vec<Choice> = Vec::new();
        for value in self.values() {
            let cell = match slot {
                Slot::Cell { .. } => Some([value[0].as_i64().unwrap_or(0), value[1].as_i64().unwrap_or(0)]),
                Slot::Item { .. } => {
                    let id = value.as_i64().map(|id| id.to_string());
                    scene.items.iter().find(|item| Some(&item.id) == id.as_ref()).and_then(|item| item.cell)
                }
                Slot::Choice { .. } => None,
            };
            let mut words = if value.is_null() { "none".into() } else { word(slot, &value, scene) };
            if let (Slot::Item { .. }, Some([x, y])) = (slot, cell) {
                words.push_str(&format!(" ({x}, {y})"));
            }
            choices.push(Choice { value, words, cell });
        }
        choices
    }

    /// The different values of the next slot: of the actions that fit what is filled, or of all if that is none of them.
    fn values(&self) -> Vec<Value> {
        let Some(slot) = self.slot() else { return Vec::new() };
        let fits = |action: &&Value| {
            self.verb.slots.iter().zip(&self.filled).all(|(slot, filled)| value(slot, action) == *filled)
        };
        let mut seen = std::collections::HashSet::new();
        let mut distinct = |values: Vec<Value>| -> Vec<Value> {
            values.into_iter().filter(|value| seen.insert(value.to_string())).collect()
        };
        let fitting: Vec<Value> = self.candidates.iter().filter(fits).map(|action| value(slot, action)).collect();
        if fitting.is_empty() {
            // Lists are bounded: a cell that is not listed may be good as well.
            return distinct(self.candidates.iter().map(|action| value(slot, action)).collect());
        }
        distinct(fitting)
    }

    /// Fills the next slot.
    pub fn fill(&mut self, value: Value) {
        self.filled.push(value);
        self.pass_over();
    }

    /// Takes the last filled slot back; false if there is none.
    pub fn back(&mut self) -> bool {
        self.filled.pop().is_some()
    }

    /// The whole order, once nothing is left open.
    pub fn action(&self) -> Option<Value> {
        self.slot().is_none().then(|| action_of(self.verb, self.unit, &self.filled))
    }

    /// Nobody is asked where there is nothing to say.
    fn pass_over(&mut self) {
        while self.slot().is_some() && self.values() == [Value::Null] {
            self.filled.push(Value::Null);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: &[Verb] = &[
        Verb::of_unit("move", "Walk", 'm', "").with(&[Slot::CELL]).walking(),
        Verb::of_seat("build", "Build", 'b', "").with(&[
            Slot::Choice { key: "kind", label: "kind" },
            Slot::CELL,
            Slot::Choice { key: "facing", label: "facing" },
        ]),
    ];

    #[test]
    fn slots_are_asked_for_one_after_the_other_and_narrow_the_rest() {
        let legal = vec![
            json!({"do": "build", "kind": "scout", "x": 1, "y": 2}),
            json!({"do": "build", "kind": "scout", "x": 1, "y": 3}),
            json!({"do": "build", "kind": "tank", "x": 5, "y": 6}),
        ];
        let scene = Scene::default();
        let mut composer = Composer::new(&VERBS[1], None, legal.clone());
        let words = |composer: &Composer| composer.choices(&scene).into_iter().map(|one| one.words).collect::<Vec<_>>();
        assert_eq!(words(&composer), ["scout", "tank"]);
        composer.fill("scout".into());
        assert_eq!((words(&composer), composer.asks_for_cell()), (vec!["(1, 2)".into(), "(1, 3)".into()], true));
        composer.fill(json!([1, 3]));
        // Nothing is said for the last slot, so nobody is asked.
        assert_eq!(composer.action(), Some(legal[1].clone()));
        assert_eq!(describe(VERBS, &legal[1], &scene), "Build scout, (1, 3)");
        assert_eq!(verb_of(VERBS, &legal[0]), Some(&VERBS[1]));
    }

    #[test]
    fn a_cell_that_is_not_listed_can_be_said() {
        let mut composer = Composer::new(&VERBS[0], Some(7), vec![json!({"do": "move", "unit": 7, "x": 0, "y": 0})]);
        composer.fill(json!([40, 2]));
        assert_eq!(composer.action(), Some(json!({"do": "move", "unit": 7, "x": 40, "y": 2})));
    }
}
