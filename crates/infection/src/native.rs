//! The wire format of the original: one JSON value per line over TCP, one exchange per phase.
//!
//! Bots of the original run unchanged: they are started with `serve PORT` as their last arguments and connect to that
//! port. They are asked phase by phase, because each request shows what the phase before has changed; they cannot play
//! a game that asks once per turn (`prompt` `"turn"`).

mod message;
mod reply;

use crate::action::{Action, Given};
use crate::class::{Class, Side};
use crate::config::Prompt;
use crate::game::Infection;
use crate::state::{Phase, State, Unit};
use message::{Choice, Envelope, Finish, Question};
use reply::{Element, Said};
use serde::Serialize;
use skirmish_core::native::{Account, Contact, Dialect, Native, Replies, Reply, Setting, Transport};
use skirmish_core::{Entry, Flaw, Seat};

pub(crate) const DIALECT: Dialect<Infection> = Dialect {
    contact: Contact { transport: Transport::Tcp { arguments: &["serve"] }, replies: Replies::InOrder },
    settings: &[],
    make,
};

fn make(game: &Infection, seat: Seat, _: Option<&'static Setting>) -> Result<Box<dyn Native<Infection>>, String> {
    if game.config.prompt == Prompt::Turn {
        return Err("they are asked phase by phase, and this game asks once per turn; set prompt to \"phase\"".into());
    }
    let side = Side::of(seat).ok_or_else(|| format!("there is no {seat}"))?;
    Ok(Box::new(Interpreter { side }))
}

/// Speaks for a side.
struct Interpreter {
    side: Side,
}

impl Native<Infection> for Interpreter {
    fn request(&self, game: &Infection, state: &State, out: &mut Vec<u8>) {
        match state.phase {
            Phase::Classes => self.send(state.phase, Choice::new(game, state), out),
            _ => self.send(state.phase, Question::new(game, state, self.side), out),
        }
    }

    /// Entries are the first action of each unit that can act. One that is not among the unit's possible actions
    /// is written down as an error and still handed to the rules, which refuse it with their reason.
    fn reply(&self, game: &Infection, state: &State, line: &[u8], reply: &mut Reply<Action>) -> Result<(), String> {
        let moment = format!("turn {}, {}", state.turn, phase_word(state.phase));
        let said = reply::read(line, state.phase).map_err(|why| format!("{moment}: the reply is void: {why}"))?;
        let mut errors = Vec::new();
        match said {
            Said::Counts { classes, zombies } => {
                if zombies {
                    errors.push("ZOMBIE is no class that can be chosen".into());
                }
                reply.entries.extend(picks(game, state, &classes).map(Entry::Action));
            }
            Said::Actions { elements, misfits } => {
                if misfits > 0 {
                    errors.push(format!("{misfits} of the actions name no unit (executingCharacterId)"));
                }
                self.first_of_each_unit(game, state, &elements, &mut reply.entries, &mut errors);
            }
        }
        reply.errors.extend(errors.into_iter().map(|error| format!("{moment}: {error}")));
        Ok(())
    }

    fn farewell(&self, game: &Infection, state: &State, accounts: &[Account], out: &mut Vec<u8>) {
        self.send(Phase::Over, Finish::new(game, state, accounts), out);
    }
}

impl Interpreter {
    fn send(&self, phase: Phase, message: impl Serialize, out: &mut Vec<u8>) {
        let envelope = Envelope { is_zombie: self.side == Side::Zombies, phase: phase_word(phase), message };
        serde_json::to_writer(&mut *out, &envelope).expect("messages serialise into memory");
        out.push(b'\n');
    }

    fn first_of_each_unit(
        &self,
        game: &Infection,
        state: &State,
        elements: &[Element],
        entries: &mut Vec<Entry<Action>>,
        errors: &mut Vec<String>,
    ) {
        let mut named = vec![false; state.units.len()];
        for element in elements {
            let Some(unit) = element.unit.and_then(|id| game.ids.binary_search(&id).ok()) else { continue };
            if !self.is_asked(state, unit) || std::mem::replace(&mut named[unit], true) {
                continue;
            }
            match element.action {
                Some(action) => {
                    if let Err(reason) = game.judge(state, self.side, &action) {
                        errors.push(format!("{}: {reason}", impossible(&action)));
                    }
                    entries.push(Entry::Action(action));
                }
                None => {
                    errors.push(format!("unit {}: {} is none of its possible actions", game.ids[unit], element.text));
                    entries.push(Entry::Bad(Flaw::NotObject));
                }
            }
        }
    }

    /// Whether a unit is a key of the possible actions.
    fn is_asked(&self, state: &State, unit: usize) -> bool {
        state.side() == Some(self.side) && state.side_of(unit) == self.side && can_act(&state.units[unit], state.phase)
    }
}

/// Whether no counter keeps a unit from acting in a phase. It may still have nothing to do.
fn can_act(unit: &Unit, phase: Phase) -> bool {
    let wait = match phase {
        Phase::Attack => unit.attack_wait,
        Phase::Ability => unit.ability_wait,
        Phase::Classes | Phase::Move | Phase::Over => 0,
    };
    unit.stun_wait == 0 && wait == 0
}

/// Class counts as picks: one of each class that has some left, round and round in the order of the classes, given to
/// the humans by ascending id.
fn picks(game: &Infection, state: &State, counts: &[i64; 6]) -> impl Iterator<Item = Action> {
    let mut left = counts.map(|count| count.clamp(0, game.config.max_per_class));
    let mut next = 0;
    let taken = std::iter::from_fn(move || {
        let found = (next..next + left.len()).map(|i| i % left.len()).find(|&i| left[i] > 0)?;
        left[found] -= 1;
        next = found + 1;
        Some(Class::HUMAN[found])
    });
    let most = usize::try_from(game.config.picks).unwrap_or(usize::MAX);
    let humans = game.ids_of(state, Side::Humans);
    humans.zip(taken.take(most)).map(|(unit, class)| Action::Pick { unit, class: Given(Some(class)) })
}

fn impossible(action: &Action) -> String {
    match *action {
        Action::Pick { unit, .. } => format!("unit {unit} cannot be given that class"),
        Action::Move { unit, x, y } => format!("unit {unit} cannot move to ({x}, {y})"),
        Action::Attack { unit, target } => format!("unit {unit} cannot attack unit {target}"),
        Action::Break { unit, x, y } => format!("unit {unit} cannot attack the terrain ({x}, {y})"),
        Action::Heal { unit, target } => format!("unit {unit} cannot heal unit {target}"),
        Action::Build { unit, x, y } => format!("unit {unit} cannot build a barricade on ({x}, {y})"),
    }
}

const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Classes => "CHOOSE_CLASSES",
        Phase::Move => "MOVE",
        Phase::Attack => "ATTACK",
        Phase::Ability => "ABILITY",
        Phase::Over => "FINISH",
    }
}

const fn class_word(class: Class) -> &'static str {
    match class {
        Class::Normal => "NORMAL",
        Class::Marksman => "MARKSMAN",
        Class::Traceur => "TRACEUR",
        Class::Medic => "MEDIC",
        Class::Builder => "BUILDER",
        Class::Demolitionist => "DEMOLITIONIST",
        Class::Zombie => "ZOMBIE",
    }
}

const HEAL: &str = "HEAL";
const BUILD: &str = "BUILD_BARRICADE";
const CHARACTER: &str = "CHARACTER";
const TERRAIN: &str = "TERRAIN";
