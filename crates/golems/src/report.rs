//! What happened in a turn: its events, and the report that both seats get.

use crate::action::Action;
use crate::game::Golems;
use crate::position::SeatName;
use crate::stages::forfeit_reason;
use crate::state::State;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::view::Step;
use skirmish_core::{Answer, Entry, Record, Seat};

/// Something that happened. `hp` is the health after it, 0 or less for a unit about to die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "on", rename_all = "snake_case")]
pub enum Event {
    Move { unit: i64, x: u8, y: u8 },
    Attack { unit: i64, x: u8, y: u8 },
    Hurt { unit: i64, by: i64, amount: i64, hp: i64 },
    Heal { unit: i64, by: i64, amount: i64, hp: i64 },
    Poison { unit: i64, amount: i64, hp: i64 },
    Regen { unit: i64, amount: i64, hp: i64 },
    Build { unit: i64, new: i64, x: u8, y: u8 },
    Combine { unit: i64, target: i64 },
    Points { unit: i64, amount: i64 },
    Die { unit: i64, x: u8, y: u8 },
}

impl Event {
    /// Whether a begin phase may open with this event. Nobody dies there without being poisoned first.
    fn opens_turn(&self) -> bool {
        matches!(self, Event::Poison { .. } | Event::Regen { .. } | Event::Points { .. })
    }
}

/// One turn: its list and what came of it. The events of its begin phase come first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Report {
    pub seat: SeatName,
    pub turn: i64,
    /// An entry that could not be read is null.
    pub actions: Vec<Option<Action>>,
    pub rejected: Vec<Rejected>,
    pub events: Vec<Event>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Rejected {
    pub seat: SeatName,
    pub index: i32,
    pub reason: &'static str,
}

/// What the table remembers of a game.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The latest report of each seat.
    reports: [Option<Report>; 2],
    /// The seat of the latest report of all.
    latest: Option<Seat>,
    /// Events of the begin phase of the turn that is running.
    begun: Vec<Event>,
    /// How the game was forfeited.
    forfeit: Option<&'static str>,
}

impl Memory {
    /// At the very start of a game the first begin phase is known, since it can be played again.
    pub(crate) fn new(game: &Golems, state: &State) -> Memory {
        let mut record = Record::default();
        let start = game.start(&mut record);
        let begun = if start == *state { record.events } else { Vec::new() };
        Memory { begun, ..Memory::default() }
    }

    /// The report of the latest turn of a seat.
    pub fn report(&self, seat: Seat) -> Option<&Report> {
        self.reports[seat.index()].as_ref()
    }

    /// The report of the latest turn.
    pub fn latest(&self) -> Option<&Report> {
        self.report(self.latest?)
    }

    pub(crate) fn forfeit(&self) -> Option<&'static str> {
        self.forfeit
    }

    /// Writes the report of the turn that was just played, and keeps the begin phase of the next one for its own.
    pub(crate) fn take(&mut self, told: &Step<'_, Golems>) {
        let Some(seat) = told.turn.to_act.iter().next() else { return };
        let events = &told.record.events;
        let played = events.iter().position(Event::opens_turn).unwrap_or(events.len());
        let mut report = self.open(seat, told.turn.number);
        report.events.extend_from_slice(&events[..played]);
        match told.orders.get(seat).map(|given| given.answer) {
            Some(Answer::Absent(absence)) => self.forfeit = Some(forfeit_reason(absence)),
            Some(Answer::List(entries)) => report.actions.extend(entries.iter().map(|entry| match entry {
                Entry::Action(action) => Some(*action),
                Entry::Bad(_) => None,
            })),
            None => {}
        }
        let own = told.record.rejections.iter().filter(|rejection| rejection.seat == seat);
        report.rejected.extend(own.map(|rejection| Rejected {
            seat: seat.into(),
            index: rejection.index,
            reason: rejection.reason.0,
        }));
        self.file(seat, report);
        self.begun.extend_from_slice(&events[played..]);
        if told.state.is_over() && told.state.turn != told.turn.number {
            // The game ended in the begin phase: a turn without a list.
            let report = self.open(told.state.seat, told.state.turn);
            self.file(told.state.seat, report);
        }
    }

    fn open(&mut self, seat: Seat, turn: i64) -> Report {
        let events = std::mem::take(&mut self.begun);
        Report { seat: seat.into(), turn, actions: Vec::new(), rejected: Vec::new(), events }
    }

    fn file(&mut self, seat: Seat, report: Report) {
        self.reports[seat.index()] = Some(report);
        self.latest = Some(seat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use skirmish_core::{Absence, Documents, Flaw, MapChoice, Orders, Rules, Setup, Table, Viewer};

    /// A board whose corners are zones: both seats earn from the first turn on.
    fn table(config: Value) -> Table<Golems> {
        let map = json!({"name": "small", "width": 4, "height": 4, "rows": ["...O", "....", "....", "O..."]});
        let config = config.as_object().cloned().unwrap_or_default();
        let setup = Setup { map: Some(MapChoice::Json(map)), config, ..Setup::default() };
        let (game, state) = Golems::resolve(&setup).unwrap();
        Table::new(game, state)
    }

    fn last(table: &mut Table<Golems>, seat: Seat) -> Value {
        let mut view = Default::default();
        table.ask(seat, &mut view);
        serde_json::to_value(&view).unwrap()["last"].take()
    }

    #[test]
    fn a_report_opens_with_its_own_begin_phase() {
        let mut table = table(json!({}));
        assert_eq!(last(&mut table, Seat(0)), Value::Null);
        let entries = [
            Entry::Action(Action::Move { unit: 2, x: 2, y: 0 }),
            Entry::Bad(Flaw::UnknownAction),
            Entry::Action(Action::Move { unit: 2, x: 2, y: 2 }),
        ];
        table.step(&Orders::of(Seat(0), entries));
        let wanted = json!({
            "seat": "p0", "turn": 1,
            "actions": [{"do": "move", "unit": 2, "x": 2, "y": 0}, null, {"do": "move", "unit": 2, "x": 2, "y": 2}],
            "rejected": [
                {"seat": "p0", "index": 1, "reason": "unknown_action"},
                {"seat": "p0", "index": 2, "reason": "not_adjacent"}
            ],
            "events": [{"on": "points", "unit": 1, "amount": 1}, {"on": "move", "unit": 2, "x": 2, "y": 0}]
        });
        assert_eq!(last(&mut table, Seat(1)), wanted);
        table.step(&Orders::of(Seat(1), []));
        let wanted = json!({
            "seat": "p1", "turn": 2, "actions": [], "rejected": [],
            "events": [{"on": "points", "unit": 4, "amount": 1}]
        });
        assert_eq!(last(&mut table, Seat(0)), wanted);
    }

    #[test]
    fn a_game_that_ends_in_a_begin_phase_has_a_report_of_it() {
        let mut table = table(json!({"max_turns": 2}));
        table.step(&Orders::of(Seat(0), []));
        let mut view = Default::default();
        table.look(Viewer::Spectator, &mut view);
        let report = view.last.unwrap();
        assert_eq!((report.seat, report.turn, report.actions.len()), (SeatName::P1, 2, 0));
        assert_eq!(report.events, [Event::Points { unit: 4, amount: 1 }]);
        assert_eq!(view.you, None);
    }

    #[test]
    fn the_events_of_a_fight() {
        let position = json!({
            "game": "golems", "width": 4, "height": 2, "rows": ["....", "...."], "turn": 3, "seat": "p0",
            "scores": {"p0": 0, "p1": 0}, "next_id": 9, "over": false, "winner": null, "reason": null,
            "units": [
                {"id": 1, "owner": "p0", "x": 0, "y": 0, "red": 1, "green": 0, "blue": 0, "yellow": 1, "hp": 50,
                 "poison": 0, "build_points": 6, "moves": 2, "actions": 3},
                {"id": 2, "owner": "p1", "x": 1, "y": 0, "red": 1, "green": 0, "blue": 0, "yellow": 0, "hp": 26,
                 "poison": 0, "build_points": 0, "moves": 0, "actions": 0},
                {"id": 3, "owner": "p1", "x": 2, "y": 0, "red": 0, "green": 1, "blue": 1, "yellow": 0, "hp": 30,
                 "poison": 5, "build_points": 0, "moves": 0, "actions": 0},
                {"id": 4, "owner": "p1", "x": 3, "y": 0, "red": 1, "green": 0, "blue": 0, "yellow": 0, "hp": 2,
                 "poison": 3, "build_points": 0, "moves": 0, "actions": 0},
                {"id": 5, "owner": "p0", "x": 0, "y": 1, "red": 0, "green": 1, "blue": 0, "yellow": 1, "hp": 60,
                 "poison": 0, "build_points": 0, "moves": 2, "actions": 2}
            ]
        });
        let (game, mut state) = Golems::from_position(&Golems::read_position(&position).unwrap()).unwrap();
        let entries = [
            Action::Attack { unit: 1, x: 1, y: 0 },
            Action::Build { unit: 1, x: 1, y: 0 },
            Action::Attack { unit: 5, x: 0, y: 0 },
            Action::Combine { unit: 5, target: 1 },
        ];
        let mut record = Record::default();
        for action in entries {
            game.act(&mut state, Seat(0), &action, &mut record).unwrap();
        }
        game.close(&mut state, &mut record);
        let wanted = [
            Event::Attack { unit: 1, x: 1, y: 0 },
            Event::Hurt { unit: 2, by: 1, amount: 26, hp: 0 },
            Event::Die { unit: 2, x: 1, y: 0 },
            Event::Hurt { unit: 3, by: 1, amount: 4, hp: 26 },
            Event::Build { unit: 1, new: 9, x: 1, y: 0 },
            Event::Attack { unit: 5, x: 0, y: 0 },
            Event::Heal { unit: 1, by: 5, amount: 8, hp: 58 },
            Event::Combine { unit: 5, target: 1 },
            Event::Poison { unit: 3, amount: 5, hp: 21 },
            Event::Regen { unit: 3, amount: 3, hp: 24 },
            Event::Poison { unit: 4, amount: 3, hp: -1 },
            Event::Die { unit: 4, x: 3, y: 0 },
        ];
        assert_eq!(record.events, wanted);
    }

    #[test]
    fn an_absence_forfeits_and_changes_nothing_else() {
        let reasons = [
            (Absence::Late, "timeout"),
            (Absence::Malformed, "bad_output"),
            (Absence::Flooded, "bad_output"),
            (Absence::NotStarted, "crash"),
            (Absence::Crashed, "crash"),
            (Absence::Closed, "crash"),
            (Absence::Resigned, "crash"),
            (Absence::Disqualified, "crash"),
        ];
        for (absence, reason) in reasons {
            let mut table = table(json!({}));
            let mut wanted = serde_json::to_value(table.game.position(&table.state)).unwrap();
            let mut orders = Orders::new();
            orders.absent(Seat(1), Absence::Crashed);
            orders.absent(Seat(0), absence);
            table.step(&orders);
            wanted["over"] = json!(true);
            wanted["winner"] = json!("p1");
            wanted["reason"] = json!("forfeit");
            assert_eq!(serde_json::to_value(table.game.position(&table.state)).unwrap(), wanted);
            let outcome = json!({
                "game": "golems", "over": true, "winner": "p1", "scores": {"p0": 1, "p1": 0}, "reason": "forfeit",
                "turn": 1, "forfeit_by": "p0", "forfeit_reason": reason
            });
            assert_eq!(serde_json::to_value(table.outcome()).unwrap(), outcome);
        }
    }
}
